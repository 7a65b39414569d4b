package sizing

// Parameters counts a model's parameters by the part that decides how they are
// stored: only Linear is ever quantised, the rest stays in 16 bit.
type Parameters struct {
	Linear, Bias, Norm, Router          int64
	Embedding, Head, Position, Appended int64
}

// Total is the sum of all parts, the number a checkpoint reports.
func (p Parameters) Total() int64 { return p.Linear + p.Rest() }

// Rest is everything but the linear layers.
func (p Parameters) Rest() int64 {
	return p.Bias + p.Norm + p.Router + p.Embedding + p.Head + p.Position + p.Appended
}

// untiedEmbedding is the input table that decoding only looks up one row of; a
// tied table is read in full as the output head.
func (p Parameters) untiedEmbedding() int64 {
	if p.Head > 0 {
		return p.Embedding
	}
	return 0
}

// Parameters counts all stored parameters (formula M1, exact).
func (m *Model) Parameters() Parameters { return m.count(false) }

// ActiveParameters counts the parameters one token passes (formula M1 with the
// chosen experts instead of all); equal to Parameters for a dense model.
func (m *Model) ActiveParameters() Parameters { return m.count(true) }

// LayerParameters counts one dense transformer block: attention, MLP and norms.
func (m *Model) LayerParameters() int64 {
	one := *m
	one.Layers, one.MoE = 1, nil
	p := one.count(false)
	return p.Linear + p.Bias + p.Norm - one.outerNorms()
}

func (m *Model) count(active bool) Parameters {
	d, layers := int64(m.Hidden), int64(m.Layers)
	var p Parameters
	weights, bias, norms := m.attention()
	p.Linear, p.Bias = layers*weights+m.extraLinear, layers*bias
	p.Norm = layers*(norms+int64(m.NormsPerLayer)*d*m.Norm.vectors()) + m.outerNorms()
	dense := layers
	if m.MoE != nil {
		dense = int64(m.MoE.FirstDense)
		p.addExperts(m, layers-dense, active)
	}
	weights, bias = m.mlp()
	p.Linear += dense * weights
	p.Bias += dense * bias
	p.Embedding = int64(m.Vocab) * d
	if !m.Tied {
		p.Head = p.Embedding
	}
	if m.HeadBias {
		p.Bias += int64(m.Vocab)
	}
	p.Position = int64(m.LearnedPositions) * d
	p.Appended = m.ExtraParams
	return p
}

func (p *Parameters) addExperts(m *Model, layers int64, active bool) {
	e := m.MoE
	used := int64(e.Experts)
	if active {
		used = int64(e.TopK)
	}
	d := int64(m.Hidden)
	p.Linear += layers * (used + int64(e.Shared)) * 3 * d * int64(e.FFN)
	router := d * int64(e.Experts)
	if e.RouterBias {
		router += int64(e.Experts)
	}
	p.Router = layers * router
}

// attention returns the weights, biases and norm parameters of one layer.
func (m *Model) attention() (weights, bias, norms int64) {
	d, h := int64(m.Hidden), int64(m.Heads)
	if m.MLA != nil {
		weights, norms = m.MLA.attention(d, h)
		return weights, 0, norms
	}
	kv, width := int64(m.KVHeads), int64(m.HeadDim)
	weights = 2*d*h*width + 2*d*kv*width
	if m.AllBias || m.QKVBias {
		bias = (h + 2*kv) * width
	}
	if m.AllBias {
		bias += d
	}
	if m.QKNorm {
		norms = 2 * width
	}
	return weights, bias, norms
}

func (a *MLA) attention(d, h int64) (weights, norms int64) {
	query, q := int64(a.NoPE+a.RoPE), int64(a.QRank)
	rank := int64(a.KVRank)
	weights = d * h * query
	if q > 0 {
		weights = d*q + q*h*query
	}
	weights += d*(rank+int64(a.RoPE)) + rank*h*int64(a.NoPE+a.V) + h*int64(a.V)*d
	return weights, q + rank
}

// mlp returns the weights and biases of one dense MLP.
func (m *Model) mlp() (weights, bias int64) {
	d, f := int64(m.Hidden), int64(m.FFN)
	weights, bias = 2*d*f, d+f
	if m.Gated {
		weights, bias = 3*d*f, d+2*f
	}
	if !m.AllBias && !m.MLPBias {
		bias = 0
	}
	return weights, bias
}

// outerNorms counts the final norm and the norm after the embedding.
func (m *Model) outerNorms() int64 {
	var n int64
	if !m.NoFinalNorm {
		n++
	}
	if m.EmbedNorm {
		n++
	}
	return n * int64(m.Hidden) * m.Norm.vectors()
}

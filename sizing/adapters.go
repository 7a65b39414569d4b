package sizing

// AdapterTargets lists the matrices LoRA can adapt, in the order of a layer.
func AdapterTargets() []string { return []string{"q", "k", "v", "o", "gate", "up", "down"} }

// AdapterParameters counts LoRA parameters: rank·(in+out) summed over the adapted
// matrices of every layer, experts included (formula M8). With MLA, q means both
// query matrices, k the joint compression and v the joint expansion. It reports
// false when a target is not one of AdapterTargets.
func (m *Model) AdapterParameters(rank int, targets []string) (int64, bool) {
	var sum int64
	for _, target := range targets {
		edges, ok := m.adapterEdges(target)
		if !ok {
			return 0, false
		}
		sum += edges
	}
	return int64(rank) * sum, true
}

// adapterEdges is in+out of a target, summed over the model.
func (m *Model) adapterEdges(target string) (int64, bool) {
	layers := int64(m.Layers)
	switch target {
	case "q", "k", "v", "o":
		return layers * m.attentionEdges(target), true
	case "gate":
		if !m.Gated {
			return 0, true
		}
		return m.mlpEdges(), true
	case "up", "down":
		return m.mlpEdges(), true
	}
	return 0, false
}

func (m *Model) attentionEdges(target string) int64 {
	d, h := int64(m.Hidden), int64(m.Heads)
	if m.MLA != nil {
		return m.MLA.edges(target, d, h)
	}
	if target == "q" || target == "o" {
		return d + h*int64(m.HeadDim)
	}
	return d + int64(m.KVHeads)*int64(m.HeadDim)
}

func (a *MLA) edges(target string, d, h int64) int64 {
	query, q, rank := h*int64(a.NoPE+a.RoPE), int64(a.QRank), int64(a.KVRank)
	switch target {
	case "q":
		if q == 0 {
			return d + query
		}
		return d + q + q + query
	case "k":
		return d + rank + int64(a.RoPE)
	case "v":
		return rank + h*int64(a.NoPE+a.V)
	}
	return h*int64(a.V) + d
}

func (m *Model) mlpEdges() int64 {
	d, dense := int64(m.Hidden), int64(m.Layers)
	if m.MoE == nil {
		return dense * (d + int64(m.FFN))
	}
	e := m.MoE
	dense = int64(e.FirstDense)
	experts := (int64(m.Layers) - dense) * int64(e.Experts+e.Shared)
	return dense*(d+int64(m.FFN)) + experts*(d+int64(e.FFN))
}

// FinetuneStates is the memory of adapter training without activations in bytes:
// frozen weights plus perAdapter bytes for each adapter parameter (formula M8). It
// is a lower bound; activations come on top.
func FinetuneStates(weights, adapters, perAdapter float64) float64 {
	return weights + StatesBytes(adapters, perAdapter)
}

// dequantised is the 16-bit copy of the largest linear matrix that a 4-bit base
// needs while it multiplies, in bytes (formula M8).
func (m *Model) dequantised() float64 {
	width := m.FFN
	if m.MoE != nil && m.MoE.FirstDense == 0 {
		width = m.MoE.FFN
	}
	return 2 * float64(m.Hidden) * float64(max(width, m.Heads*m.HeadDim))
}

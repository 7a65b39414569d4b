package sizing

import "strings"

// product joins numbers with the multiplication sign.
func product(factors ...float64) string {
	text := make([]string, len(factors))
	for i, f := range factors {
		text[i] = num(f)
	}
	return strings.Join(text, " × ")
}

func stateFormula(s shard, bytes float64) string { return "N × B = " + product(s.params, bytes) }

func (d *demand) weightFormula() string {
	w, p := d.job.weights, d.job.model.Parameters()
	if w.uniform() {
		return "N × b/8 = " + product(float64(p.Total()), w.LinearBits) + "/8"
	}
	return "N_lin × b/8 + N_rest × b'/8 = " + product(float64(p.Linear), w.LinearBits) + "/8 + " +
		product(float64(p.Rest()), w.RestBits) + "/8"
}

func (d *demand) cacheFormula() string {
	m, c := &d.job.model, d.cache
	if m.MLA != nil {
		return "L × (r_kv + d_rope) × B × s × b = " +
			product(float64(m.Layers), m.MLA.latent(c.LatentPad), c.Bytes, c.Tokens, c.Sequences)
	}
	heads, width := float64(m.KVHeads), float64(m.HeadDim)
	if m.SlidingWindow == 0 {
		return "2 × L × n_kv × d_h × B × s × b = " +
			product(2, float64(m.Layers), heads, width, c.Bytes, c.Tokens, c.Sequences)
	}
	windowed, window := float64(m.SlidingLayers), float64(m.SlidingWindow)
	return "2 × n_kv × d_h × B × b × (L_full × s + L_win × min(w, s)) = " +
		product(2, heads, width, c.Bytes, c.Sequences) + " × (" +
		product(float64(m.Layers)-windowed, c.Tokens) + " + " +
		product(windowed, min(window, c.Tokens)) + ")"
}

func (d *demand) workspaceFormula() string {
	m := &d.job.model
	bytes := d.job.valueBytes()
	return num(bytes) + " × min(s × b, chunk) × (3f + 4d) = " + product(bytes, d.chunk(d.batch)) + " × (" +
		product(3, m.mlpWidth()) + " + " + product(4, float64(m.Hidden)) + ")"
}

func (d *demand) adapterFormula() string {
	a := d.job.assume
	return "r × Σ(in + out) × B = " + product(a.AdapterRank, d.shards[1].params/a.AdapterRank, a.AdapterBytes)
}

func (d *demand) scratchFormula() string {
	bytes := d.job.valueBytes()
	return num(bytes) + " × d × max(f, h × d_h) = " + product(bytes, float64(d.job.model.Hidden),
		d.scratch/bytes/float64(d.job.model.Hidden))
}

func (d *demand) activationFormula(mode Recompute) string {
	a := d.activations(mode)
	kept := num(a.keptPerLayer())
	switch mode {
	case RecomputeFull:
		kept = num(a.valueBytes())
	case RecomputeNone:
		kept = "(" + kept + " + " + num(a.scoresPerHead()) + " × h × s/d)"
	}
	return "L × s × b × d × " + kept + " = " +
		product(a.Layers, a.Sequence, a.Batch, a.Hidden, a.PerElement())
}

func (d *demand) logitFormula() string {
	return "4 × s × b × V = " + product(4, d.sequence, d.batch, float64(d.job.model.Vocab))
}

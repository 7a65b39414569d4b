package sizing

import "math"

// OwnNumbers is a model given by its own figures instead of a catalogue name. A
// zero KVHeads means Heads, a zero HeadDim means Hidden/Heads, a zero Vocab means
// the assumed vocabulary; the other fields are required.
type OwnNumbers struct {
	// ParamsB is the number of parameters in units of 1e9.
	ParamsB                                        float64
	Layers, Hidden, Heads, KVHeads, HeadDim, Vocab int
}

// assumedVocab is the vocabulary of Llama 1 and 2; own numbers that leave it out
// get it, together with a notice.
const assumedVocab = 32_000

// Model completes the figures to a dense gated decoder with exactly ParamsB·1e9
// parameters: what embeddings and attention leave is the MLP. It returns one
// FieldError per field that is missing or impossible, named as in the address.
func (o OwnNumbers) Model() (Model, []FieldError) {
	if errs := o.check(); len(errs) > 0 {
		return Model{}, errs
	}
	m := Model{
		Name: num(o.ParamsB) + "B", Family: "own", Kind: Dense, Source: "own numbers",
		Hidden: o.Hidden, Layers: o.Layers, Heads: o.Heads, KVHeads: o.KVHeads, HeadDim: o.HeadDim,
		Vocab: o.Vocab, Gated: true, Norm: RMSNorm, NormsPerLayer: 2,
	}
	if m.KVHeads == 0 {
		m.KVHeads = m.Heads
	}
	if m.HeadDim == 0 {
		m.HeadDim = m.Hidden / m.Heads
	}
	if m.Vocab == 0 {
		m.Vocab, m.VocabAssumed = assumedVocab, true
	}
	total := int64(math.Round(o.ParamsB * 1e9))
	return m.fillMLP(total)
}

// fillMLP chooses the MLP width so that the model has total parameters; a head
// that would not leave room for an MLP is taken as tied.
func (m Model) fillMLP(total int64) (Model, []FieldError) {
	perWidth := 3 * int64(m.Hidden) * int64(m.Layers)
	for _, tied := range []bool{false, true} {
		m.Tied, m.FFN = tied, 0
		left := total - m.Parameters().Total()
		if left/perWidth > maxFFN {
			most := float64(total-left+maxFFN*perWidth) / 1e9
			return Model{}, []FieldError{outOfRange("params_b", 0.001, most)}
		}
		if left >= perWidth {
			m.FFN = int(left / perWidth)
			m.extraLinear = left % perWidth
			return m, m.Validate()
		}
	}
	least := float64(m.Parameters().Total()+perWidth) / 1e9
	return Model{}, []FieldError{fieldError("params_b", ErrParamsTooFew, "least", num(least))}
}

func (o OwnNumbers) check() []FieldError {
	var errs []FieldError
	switch {
	case o.ParamsB == 0:
		errs = append(errs, fieldError("params_b", ErrRequired))
	case !(o.ParamsB >= 0.001 && o.ParamsB <= 100_000):
		errs = append(errs, outOfRange("params_b", 0.001, 100_000))
	}
	whole := func(field string, value, high int, required bool) {
		switch {
		case value == 0 && required:
			errs = append(errs, fieldError(field, ErrRequired))
		case value < 0 || value > high:
			errs = append(errs, outOfRange(field, 1, float64(high)))
		}
	}
	whole("layers", o.Layers, 1_000, true)
	whole("hidden", o.Hidden, 200_000, true)
	whole("heads", o.Heads, 2_000, true)
	whole("kv_heads", o.KVHeads, 2_000, false)
	whole("head_dim", o.HeadDim, 4_096, false)
	whole("vocab", o.Vocab, 5_000_000, false)
	if len(errs) > 0 {
		return errs
	}
	if o.KVHeads > 0 && o.Heads%o.KVHeads != 0 {
		errs = append(errs, fieldError("kv_heads", ErrNotDivisor, "of", "heads"))
	}
	if o.HeadDim == 0 && o.Hidden%o.Heads != 0 {
		errs = append(errs, fieldError("head_dim", ErrNeedsHeadDim))
	}
	return errs
}

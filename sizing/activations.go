package sizing

import "slices"

// Recompute says which activations a training step computes again instead of
// keeping them.
type Recompute string

// RecomputeNone keeps all; RecomputeSelective drops the attention scores, as
// FlashAttention does too; RecomputeFull keeps only the input of each layer.
// RecomputeAuto is selective, or full when nothing else fits.
const (
	RecomputeNone      Recompute = "none"
	RecomputeSelective Recompute = "selective"
	RecomputeFull      Recompute = "full"
	RecomputeAuto      Recompute = ""
)

// Recomputes lists the values a request may name.
func Recomputes() []Recompute {
	return []Recompute{RecomputeAuto, RecomputeNone, RecomputeSelective, RecomputeFull}
}

// Valid reports whether r is one of Recomputes.
func (r Recompute) Valid() bool { return slices.Contains(Recomputes(), r) }

// Activations is the input of formula M4 (Korthikanti et al. 2022): a GELU model
// with an MLP of 4·Hidden in 16 bit. Tensor is the tensor-parallel degree.
type Activations struct {
	Sequence, Batch, Hidden, Heads, Layers float64
	Tensor                                 int
	// SequenceParallel splits what tensor parallelism leaves whole.
	SequenceParallel bool
	Recompute        Recompute
}

// Coefficients of M4 in bytes per element: a layer keeps 34, of which tensor
// parallelism splits 24; the scores are 5·heads·sequence/hidden; full
// recomputation keeps 2.
const (
	keptPerLayer  = 34
	splitPerLayer = 24
	scoresPerHead = 5
	inputPerLayer = 2
)

// PerElement is the bytes kept per layer, token and hidden element.
func (a Activations) PerElement() float64 {
	t := float64(max(a.Tensor, 1))
	if a.Recompute == RecomputeFull {
		if a.SequenceParallel {
			return inputPerLayer / t
		}
		return inputPerLayer
	}
	kept := keptPerLayer - splitPerLayer + splitPerLayer/t
	if a.SequenceParallel {
		kept = keptPerLayer / t
	}
	if a.Recompute == RecomputeNone {
		kept += scoresPerHead * a.Heads * a.Sequence / a.Hidden / t
	}
	return kept
}

// Bytes is the activations of one micro-batch on one card, in bytes (M4).
func (a Activations) Bytes() float64 {
	return a.Layers * a.Sequence * a.Batch * a.Hidden * a.PerElement()
}

// SelectiveSaving is the share of the kept activations that selective
// recomputation frees, 0–1 (M4).
func (a Activations) SelectiveSaving() float64 {
	all, selective := a, a
	all.Recompute, selective.Recompute = RecomputeNone, RecomputeSelective
	return 1 - selective.Bytes()/all.Bytes()
}

// TrainingLogits is the fp32 output logits of a micro-batch in bytes (M4).
func (m *Model) TrainingLogits(sequence, batch float64) float64 {
	return 4 * sequence * batch * float64(m.Vocab)
}

func (m *Model) activations(sequence, batch float64, mode Recompute) Activations {
	return Activations{
		Sequence: sequence, Batch: batch, Hidden: float64(m.Hidden), Heads: float64(m.Heads),
		Layers: float64(m.Layers), Tensor: 1, Recompute: mode,
	}
}

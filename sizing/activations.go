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
// with an MLP of 4·Hidden. Tensor is the tensor-parallel degree.
type Activations struct {
	Sequence, Batch, Hidden, Heads, Layers float64
	Tensor                                 int
	// SequenceParallel splits what tensor parallelism leaves whole.
	SequenceParallel bool
	Recompute        Recompute
	// Wide says that values take 4 bytes (fp32) instead of 2.
	Wide bool
}

// Coefficients of M4 per element: a layer keeps 16 values and two masks of one byte,
// of which tensor parallelism splits 12 values; the scores are two values and a mask
// per head·sequence/hidden; full recomputation keeps one value. In 16 bit these are
// the published 34, 24, 5 and 2 bytes.
const (
	valuesPerLayer = 16
	masksPerLayer  = 2
	splitValues    = 12
	valuesPerScore = 2
	masksPerScore  = 1
)

// valueBytes is the size of one kept value.
func (a Activations) valueBytes() float64 {
	if a.Wide {
		return 4
	}
	return 2
}

// keptPerLayer is the bytes per element that a layer keeps, without the scores.
func (a Activations) keptPerLayer() float64 { return valuesPerLayer*a.valueBytes() + masksPerLayer }

// scoresPerHead is the bytes of one attention score.
func (a Activations) scoresPerHead() float64 { return valuesPerScore*a.valueBytes() + masksPerScore }

// PerElement is the bytes kept per layer, token and hidden element.
func (a Activations) PerElement() float64 {
	t := float64(max(a.Tensor, 1))
	if a.Recompute == RecomputeFull {
		if a.SequenceParallel {
			return a.valueBytes() / t
		}
		return a.valueBytes()
	}
	split := splitValues * a.valueBytes()
	kept := a.keptPerLayer() - split + split/t
	if a.SequenceParallel {
		kept = a.keptPerLayer() / t
	}
	if a.Recompute == RecomputeNone {
		kept += a.scoresPerHead() * a.Heads * a.Sequence / a.Hidden / t
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

// activations is what one micro-batch of the job keeps before tensor parallelism.
func (d *demand) activations(mode Recompute) Activations {
	m := &d.job.model
	return Activations{
		Sequence: d.sequence, Batch: d.batch, Hidden: float64(m.Hidden), Heads: float64(m.Heads),
		Layers: float64(m.Layers), Tensor: 1, Recompute: mode, Wide: d.job.valueBytes() == 4,
	}
}

package sizing

// FLOP per parameter and token: forward 2, backward 4, and another forward when
// all activations are recomputed (formulas T1 and T6).
const (
	flopPerParam          = 6
	flopPerParamRecompute = 8
)

const (
	tera        = 1e12
	hourSeconds = 3600
)

// FLOPPerParam is the FLOP per parameter and token a step executes: 8 with full
// recomputation, else 6 (T1, T6).
func FLOPPerParam(mode Recompute) float64 {
	if mode == RecomputeFull {
		return flopPerParamRecompute
	}
	return flopPerParam
}

// TrainingFLOP is the FLOP of training params active parameters on tokens tokens
// at perParam FLOP per parameter and token (formula T1).
func TrainingFLOP(params, tokens, perParam float64) float64 {
	return perParam * params * tokens
}

// Attention is what a token attends to: Layers of Width (heads × head dimension) over
// a Sequence of tokens; Causal counts half, as each token sees only those before it.
type Attention struct {
	Layers, Width, Sequence float64
	Causal                  bool
}

// FLOPPerToken is the training FLOP of one token with attention: 6N + 12·L·w·s,
// the PaLM convention (formula T2).
func FLOPPerToken(params float64, a Attention) float64 {
	attention := 12 * a.Layers * a.Width * a.Sequence
	if a.Causal {
		attention /= 2
	}
	return flopPerParam*params + attention
}

// GPTShape is a GPT model and batch in Megatron's formulas (T3, T7).
type GPTShape struct {
	Batch, Sequence, Layers, Hidden, Vocab float64
}

// IterationFLOP is the FLOP of one training step over the batch (formula T3).
func (g GPTShape) IterationFLOP(mode Recompute) float64 {
	factor, head := 72.0, 12.0
	if mode == RecomputeFull {
		factor, head = 96, 16
	}
	attention := g.Sequence / (6 * g.Hidden)
	logits := g.Vocab / (head * g.Layers * g.Hidden)
	return factor * g.Batch * g.Sequence * g.Layers * g.Hidden * g.Hidden * (1 + attention + logits)
}

// Parameters is Megatron's approximate parameter count (formula T3).
func (g GPTShape) Parameters() float64 {
	body := 12 * g.Layers * g.Hidden * g.Hidden
	return body * (1 + 13/(12*g.Hidden) + (g.Vocab+g.Sequence)/(12*g.Layers*g.Hidden))
}

// HardwareFactor is HFU/MFU: how much more a step executes than the model needs
// (formula T7). Full recomputation is 4/3, selective adds the attention scores.
func (g GPTShape) HardwareFactor(mode Recompute) float64 {
	head := g.Vocab / (12 * g.Layers * g.Hidden)
	switch mode {
	case RecomputeFull:
		return flopPerParamRecompute / float64(flopPerParam)
	case RecomputeSelective:
		scores := g.Sequence / (6 * g.Hidden)
		return (1 + 2*scores + head) / (1 + scores + head)
	}
	return 1
}

// Utilisation is the share of the peak that is reached, 0–1: rate in FLOP/s over
// cards with peak dense TFLOP/s each. It is MFU for the model's FLOP and HFU for
// the executed ones (formula T4).
func Utilisation(rate, cards, peakTFLOPS float64) float64 {
	return rate / (cards * peakTFLOPS * tera)
}

// AggregateTFLOPS is the rate of cards cards at perCard TFLOP/s each (T4).
func AggregateTFLOPS(perCard, cards float64) float64 { return perCard * cards }

// Hours is the time to do work units at rate units per second, in hours; over
// one card's rate it is GPU-hours (formula T5).
func Hours(work, rate float64) float64 { return work / rate / hourSeconds }

// WallHours spreads GPU-hours evenly over cards (formula T5).
func WallHours(gpuHours, cards float64) float64 { return gpuHours / cards }

// Speedup is how many times one figure is of another: hours before over hours
// after, or throughput after over before (T5, I5).
func Speedup(of, over float64) float64 { return of / over }

// TrainingHours is the wall time in hours of a training of flop FLOP with cards cards
// that reach tflops TFLOP/s each (formula T6).
func TrainingHours(flop, cards, tflops float64) float64 {
	return Hours(flop, AggregateTFLOPS(tflops, cards)*tera)
}

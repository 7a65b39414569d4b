package sizing

import "math"

// Roofline is one model on one group of cards with the fitted constants of
// formulas I1–I3. All fields are positive; MoEFactor and TPEfficiency are 1 where
// they do not apply.
type Roofline struct {
	Model *Model
	Cards float64
	// BandwidthGBps, PrefillTFLOPS and DecodeTFLOPS are of one card.
	BandwidthGBps, PrefillTFLOPS, DecodeTFLOPS float64
	PrefillMFU, DecodeMFU, MBU                 float64
	// LayerOverhead is seconds per layer and decode step.
	LayerOverhead           float64
	TPEfficiency, MoEFactor float64
	// WeightsRead is the bytes one step reads of the weights, CachePerToken the
	// bytes of cache per token of context.
	WeightsRead, CachePerToken float64
}

// TensorEfficiency is the share of the ideal speed that t tensor-parallel cards
// reach when each doubling loses loss (formula I): 1 − loss·log2(t), at least 0.1.
func TensorEfficiency(t, loss float64) float64 {
	if t <= 1 {
		return 1
	}
	return max(0.1, 1-loss*math.Log2(t))
}

func (r *Roofline) bandwidth() float64 { return r.Cards * r.BandwidthGBps * GB * r.MBU }

// PrefillCompute is the arithmetic time in seconds of reading batch prompts of
// length prompt: active linear parameters and attention (formula I1).
func (r *Roofline) PrefillCompute(batch, prompt float64) float64 {
	active := r.Model.ActiveParameters()
	linear := float64(active.Total() - active.Embedding - active.Head)
	attention := 2 * float64(r.Model.Layers) * prompt * prompt * r.Model.attentionWidth()
	flop := (2*linear*prompt + attention) * batch
	return flop / (r.Cards * r.PrefillTFLOPS * tera * r.PrefillMFU)
}

// Prefill is the time in seconds of reading the prompts: arithmetic, but never
// less than one pass over the weights (formula I1).
func (r *Roofline) Prefill(batch, prompt float64) float64 {
	return max(r.PrefillCompute(batch, prompt), r.WeightsRead/r.bandwidth())
}

// memoryStep is the time to read weights and cache once, in seconds.
func (r *Roofline) memoryStep(batch, context float64) float64 {
	return (r.WeightsRead + batch*context*r.CachePerToken) / r.bandwidth()
}

// computeStep is the arithmetic of one decode step in seconds; the lookup in an
// untied input embedding is no arithmetic.
func (r *Roofline) computeStep(batch float64) float64 {
	active := r.Model.ActiveParameters()
	params := float64(active.Total() - active.untiedEmbedding())
	return 2 * params * batch / (r.Cards * r.DecodeTFLOPS * tera * r.DecodeMFU)
}

func (r *Roofline) overhead() float64 { return float64(r.Model.Layers) * r.LayerOverhead }

// DecodeStep is the time in seconds of one token for each of batch sequences of
// context tokens (formula I1).
func (r *Roofline) DecodeStep(batch, context float64) float64 {
	return max(r.memoryStep(batch, context), r.computeStep(batch)) + r.overhead()
}

// Decode is the time in seconds of output tokens after prompt: the sum of the
// steps, each at its context in the middle of the token (formula I2). The memory
// side grows with the context and the arithmetic does not, so the sum has at most
// two pieces and needs no loop.
func (r *Roofline) Decode(batch, prompt, output float64) float64 {
	compute := r.computeStep(batch)
	first := r.memoryStep(batch, prompt+0.5)
	growth := batch * r.CachePerToken / r.bandwidth()
	bound := 0.0
	switch {
	case first >= compute:
	case growth <= 0 || first+growth*output <= compute:
		bound = output
	default:
		bound = min(output, math.Ceil((compute-first)/growth))
	}
	rest := output - bound
	memory := rest*first + growth*(output*(output-1)-bound*(bound-1))/2
	return bound*compute + memory + output*r.overhead()
}

// StaticTokensPerS is the output tokens per second of all cards when a batch is
// read, then generated together (formula I2).
func (r *Roofline) StaticTokensPerS(batch, prompt, output float64) float64 {
	time := r.Prefill(batch, prompt) + r.Decode(batch, prompt, output)
	return batch * output / time * r.TPEfficiency * r.MoEFactor
}

// SingleStream is the output tokens per second of one sequence at mean context
// context, memory side only (formula I1). A zero output leaves out the prompt.
func (r *Roofline) SingleStream(prompt, output, context float64) float64 {
	step := r.memoryStep(1, context) + r.overhead()
	if output <= 0 {
		return r.TPEfficiency / step
	}
	return output / (r.PrefillCompute(1, prompt) + output*step) * r.TPEfficiency
}

// Serving is the room in-flight batching works in: usable bytes of all cards,
// resident bytes of the weights, and the most sequences an engine takes.
type Serving struct {
	Usable, Resident, BatchCap float64
}

// InFlight is the output tokens per second of all cards under in-flight batching
// and the sequences held at once; 0, 0 when not even one fits (formula I3).
func (r *Roofline) InFlight(s Serving, prompt, output float64) (tokensPerS, batch float64) {
	perSequence := r.CachePerToken * (prompt + output)
	batch = s.BatchCap
	if perSequence > 0 {
		batch = min(batch, math.Floor((s.Usable-s.Resident)/perSequence))
	}
	if batch < 1 {
		return 0, 0
	}
	perRequest := r.PrefillCompute(1, prompt) + output*r.DecodeStep(batch, prompt+output/2)/batch
	return output / perRequest * r.TPEfficiency * r.MoEFactor, batch
}

// SingleStreamRead is the bytes of weights one token of a single sequence reads:
// the active parameters without an untied input table when all have one format;
// else the quantised linear layers by the active share, plus the output head
// (formula I1). Norms, biases and routers are below 0.1 % and left out there.
func (m *Model) SingleStreamRead(w WeightMap) float64 {
	all, active := m.Parameters(), m.ActiveParameters()
	if w.uniform() {
		return UniformBytes(float64(active.Total()-active.untiedEmbedding()), w.LinearBits)
	}
	head := all.Head
	if head == 0 {
		head = all.Embedding
	}
	share := float64(active.Total()) / float64(all.Total())
	return UniformBytes(float64(all.Linear)*share, w.LinearBits) + UniformBytes(float64(head), w.RestBits)
}

// BatchRead is the bytes of weights one step for batch sequences reads: all of
// them but an untied input table for a dense model; for experts between
// SingleStreamRead and all, by the share of experts that batch tokens reach when
// each picks independently.
func (m *Model) BatchRead(w WeightMap, batch float64) float64 {
	all := m.Parameters()
	whole := w.Bytes(all) - UniformBytes(float64(all.untiedEmbedding()), w.RestBits)
	if m.MoE == nil {
		return whole
	}
	miss := 1 - float64(m.MoE.TopK)/float64(m.MoE.Experts)
	if miss <= 0 {
		return whole
	}
	single := min(m.SingleStreamRead(w), whole)
	reached := 1 - math.Pow(miss, max(batch, 1)-1)
	return single + (whole-single)*reached
}

// TokensPerRequest is the mean tokens of a request from two measured rates, tokens
// and requests per second (identity I4).
func TokensPerRequest(tokensPerS, requestsPerS float64) float64 { return tokensPerS / requestsPerS }

// PerAccelerator divides a system's figure by its cards (identity I5).
func PerAccelerator(system, cards float64) float64 { return system / cards }

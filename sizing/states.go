package sizing

// StateBytes is what a training step keeps per parameter, in bytes: the weight,
// its gradient, and the optimiser with any master copy (formula M5).
type StateBytes struct {
	Name                        string
	Weight, Gradient, Optimiser float64
}

// Total is the bytes per parameter of all states.
func (s StateBytes) Total() float64 { return s.Weight + s.Gradient + s.Optimiser }

// MixedAdam is 16-bit training with Adam: fp32 master and two fp32 moments.
var MixedAdam = StateBytes{Name: "mixed-adam", Weight: 2, Gradient: 2, Optimiser: 12}

// OptimiserStates lists the usual states, for a page that lets people choose.
func OptimiserStates() []StateBytes {
	return []StateBytes{
		MixedAdam,
		{Name: "mixed-adam-fp32-gradients", Weight: 2, Gradient: 4, Optimiser: 12},
		{Name: "fp32-adam", Weight: 4, Gradient: 4, Optimiser: 8},
		{Name: "pure-bf16-adam", Weight: 2, Gradient: 2, Optimiser: 4},
		{Name: "adam-8bit", Weight: 2, Gradient: 2, Optimiser: 6},
		{Name: "mixed-sgd-momentum", Weight: 2, Gradient: 2, Optimiser: 8},
	}
}

// StatesFor returns the states of training in a precision: fp32 Adam for fp32,
// mixed Adam for the rest (fp8 runs keep a 16-bit weight and an fp32 master).
func StatesFor(p Precision) StateBytes {
	if p == FP32 {
		return OptimiserStates()[2]
	}
	return MixedAdam
}

// CheckpointBytesPerParam is a full checkpoint: bf16 weight, fp32 master and two
// fp32 moments (formula M5).
const CheckpointBytesPerParam = 14

// StatesBytes is params parameters at perParam bytes each (formula M5).
func StatesBytes(params, perParam float64) float64 { return params * perParam }

// ZeROBytes is the training states on each of n data-parallel cards: stage 0
// copies everything, 1 splits the optimiser, 2 the gradients too, 3 the weights
// too (formula M6). Params is the number of parameters on one model copy's card.
func ZeROBytes(params float64, s StateBytes, stage, n int) float64 {
	cards := float64(max(n, 1))
	whole, split := s.Total(), 0.0
	switch {
	case stage >= 3:
		whole, split = 0, s.Total()
	case stage == 2:
		whole, split = s.Weight, s.Gradient+s.Optimiser
	case stage == 1:
		whole, split = s.Weight+s.Gradient, s.Optimiser
	}
	return params * (whole + split/cards)
}

// MegatronStates names the variants of Megatron's distributed optimiser.
type MegatronStates string

// Variants by weight and gradient format.
const (
	MegatronBF16 MegatronStates = "bf16_fp32grad"
	MegatronFP16 MegatronStates = "fp16_fp16grad"
	MegatronFP32 MegatronStates = "fp32"
)

// MegatronBytesPerParam is the states per parameter and card of Megatron's
// distributed optimiser over n data-parallel cards, in bytes (formula M6). An
// unknown variant reports false.
func MegatronBytesPerParam(kind MegatronStates, n int) (float64, bool) {
	d := float64(max(n, 1))
	switch kind {
	case MegatronBF16:
		return 6 + 12/d, true
	case MegatronFP16:
		return 4 + 16/d, true
	case MegatronFP32:
		return 8 + 8/d, true
	}
	return 0, false
}

// DeepSpeedPlan is the input of DeepSpeed's documented memory estimators.
type DeepSpeedPlan struct {
	Params, LargestLayer             float64
	CardsPerNode, Nodes              int
	OffloadOptimiser, OffloadWeights bool
	// ShardedInit builds the model already split (zero.Init).
	ShardedInit bool
}

// hostBufferFactor is the estimators' allowance for buffers in host memory.
const hostBufferFactor = 1.5

func (p DeepSpeedPlan) cards() float64 { return float64(max(p.CardsPerNode*p.Nodes, 1)) }

// ZeRO2 returns the card and host memory in bytes that DeepSpeed documents for
// stage 2 (formula M6). Its current code computes 2P+18P/N on the card instead.
func (p DeepSpeedPlan) ZeRO2() (card, host float64) {
	if p.OffloadOptimiser {
		return 2 * p.Params, p.Params * max(4*p.cards(), 16) * hostBufferFactor
	}
	return 4*p.Params + 16*p.Params/p.cards(), p.Params * 4 * float64(p.CardsPerNode) * hostBufferFactor
}

// ZeRO3 returns the card memory in bytes and the host memory per machine that
// DeepSpeed documents for stage 3 (formula M6).
func (p DeepSpeedPlan) ZeRO3() (card, host float64) {
	layer := 4 * p.LargestLayer
	loaded := 4 * float64(p.CardsPerNode)
	perNode := 1 / float64(max(p.Nodes, 1))
	switch {
	case p.OffloadOptimiser && p.OffloadWeights:
		card, perNode = layer, 18*perNode
	case p.OffloadOptimiser:
		card, perNode = layer+2*p.Params/p.cards(), 16*perNode
	default:
		card = layer + 18*p.Params/p.cards()
		if p.ShardedInit {
			return card, p.LargestLayer * loaded * hostBufferFactor
		}
		return card, p.Params * loaded * hostBufferFactor
	}
	if !p.ShardedInit {
		perNode = max(loaded, perNode)
	}
	return card, p.Params * perNode * hostBufferFactor
}

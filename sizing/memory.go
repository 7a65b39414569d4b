package sizing

import "math"

// Part is one item of a memory sum. Formula shows the symbols of docs/accuracy.md,
// then the same with the numbers put in; its value is in bytes.
type Part struct {
	Item    string
	Formula string
	GB      float64
}

// Items of a Part.
const (
	ItemWeights     = "weights"
	ItemCache       = "kv-cache"
	ItemWorkspace   = "workspace"
	ItemGradients   = "gradients"
	ItemOptimiser   = "optimiser"
	ItemAdapters    = "adapters"
	ItemActivations = "activations"
	ItemLogits      = "logits"
	ItemDequantised = "dequantised"
	ItemFramework   = "framework"
	ItemReserve     = "reserve"
)

// Items lists every item a Part can have, for pages that must name each.
func Items() []string {
	return []string{
		ItemWeights, ItemCache, ItemWorkspace, ItemGradients, ItemOptimiser, ItemAdapters,
		ItemActivations, ItemLogits, ItemDequantised, ItemFramework, ItemReserve,
	}
}

// Memory is the memory of one model copy, as if on one card. TotalGB is the sum of
// the parts, the reserve included: a card needs at least that much.
type Memory struct {
	Parts   []Part
	TotalGB float64
}

func (m *Memory) add(item, formula string, bytes float64) {
	if bytes <= 0 {
		return
	}
	m.Parts = append(m.Parts, Part{Item: item, Formula: formula, GB: bytes / GB})
	m.TotalGB += bytes / GB
}

// layout is how a model is spread: tensor cards share every layer, stages cut the
// layers (inference), and replicas are copies: of the model in inference, of the
// data-parallel group in training.
type layout struct {
	cards, tensor, stages, replicas int
	recompute                       Recompute
}

// shard is training state that ZeRO splits over data-parallel cards.
type shard struct {
	params float64
	states StateBytes
}

// demand is the memory of a job in bytes, before it is spread.
type demand struct {
	job       *job
	weights   float64
	cache     Cache
	shards    []shard
	sequence  float64
	batch     float64
	logits    float64
	scratch   float64
	live      float64
	framework float64
}

func (j *job) demand() *demand {
	m, r := &j.model, &j.request
	d := &demand{
		job: j, weights: j.weights.Bytes(m.Parameters()), framework: j.assume.FrameworkGiB * GiB,
		sequence: float64(r.Context), batch: float64(r.Batch),
	}
	if r.Task == Inference {
		d.cache = Cache{
			Tokens: d.sequence, Sequences: d.batch, Bytes: r.Precision.cacheBytes(),
			LatentPad: int(j.assume.LatentPad),
		}
		return d
	}
	d.logits = m.TrainingLogits(d.sequence, d.batch)
	d.live = 4 * float64(m.ActiveParameters().Linear) / float64(m.Layers)
	d.addStates()
	return d
}

// addStates fills what ZeRO splits: everything in full training; in adapter
// training the frozen base and the adapters' states.
func (d *demand) addStates() {
	m, r, a := &d.job.model, &d.job.request, &d.job.assume
	if !r.Task.adapters() {
		states := StatesFor(r.Precision)
		d.shards = []shard{{float64(m.Parameters().Total()), states}}
		return
	}
	if r.Task == QLoRA {
		d.scratch = m.dequantised() * d.job.valueBytes() / 2
	}
	adapters, _ := m.AdapterParameters(int(a.AdapterRank), AdapterTargets())
	rest := max(0, a.AdapterBytes-MixedAdam.Weight-MixedAdam.Gradient)
	d.shards = []shard{
		{1, StateBytes{Weight: d.weights}},
		{float64(adapters), StateBytes{Weight: a.AdapterBytes - rest, Optimiser: rest}},
	}
}

// chunk is the tokens read at once when sequences prompts are waiting.
func (d *demand) chunk(sequences float64) float64 {
	tokens := d.sequence * sequences
	if limit := d.job.assume.PrefillChunkTokens; limit > 0 {
		return min(tokens, limit)
	}
	return tokens
}

// workspace is the prefill workspace of sequences prompts on one of tensor cards.
func (d *demand) workspace(sequences float64, tensor int) float64 {
	return d.job.model.PrefillWorkspace(d.chunk(sequences), d.job.valueBytes(), tensor)
}

// kept is the activations of one micro-batch before tensor parallelism.
func (d *demand) kept(mode Recompute) float64 {
	return d.activations(mode).Bytes()
}

// perCard is the bytes that one card holds under a layout, reserve not included.
func (d *demand) perCard(l layout) float64 {
	m := &d.job.model
	tensor := float64(l.tensor)
	if d.job.request.Task == Inference {
		layers := float64(m.Layers)
		stage := math.Ceil(layers/float64(l.stages)) / layers
		cache := d.cache
		cache.Sequences = math.Ceil(d.batch / float64(l.replicas))
		return d.weights*stage/tensor + m.CacheBytes(l.tensor, cache)*stage +
			d.workspace(cache.Sequences, l.tensor) + d.framework
	}
	held := (d.kept(l.recompute)+d.logits)/tensor + d.scratch + d.framework
	for _, s := range d.shards {
		held += ZeROBytes(s.params/tensor, s.states, int(d.job.assume.ZeROStage), l.replicas)
	}
	if d.job.assume.ZeROStage >= 3 && l.cards > 1 {
		held += d.live / tensor
	}
	return held
}

// memory lists the parts of the demand as on one card.
func (d *demand) memory(mode Recompute) Memory {
	var m Memory
	switch task := d.job.request.Task; {
	case task == Inference:
		m.add(ItemWeights, d.weightFormula(), d.weights)
		m.add(ItemCache, d.cacheFormula(), d.job.model.CacheBytes(1, d.cache))
		m.add(ItemWorkspace, d.workspaceFormula(), d.workspace(d.batch, 1))
	case task.adapters():
		m.add(ItemWeights, d.weightFormula(), d.weights)
		adapters := d.shards[1]
		m.add(ItemAdapters, d.adapterFormula(), FinetuneStates(0, adapters.params, adapters.states.Total()))
		m.add(ItemDequantised, d.scratchFormula(), d.scratch)
	default:
		s := d.shards[0]
		m.add(ItemWeights, stateFormula(s, s.states.Weight), StatesBytes(s.params, s.states.Weight))
		m.add(ItemGradients, stateFormula(s, s.states.Gradient), StatesBytes(s.params, s.states.Gradient))
		m.add(ItemOptimiser, stateFormula(s, s.states.Optimiser), StatesBytes(s.params, s.states.Optimiser))
	}
	if d.job.request.Task != Inference {
		m.add(ItemActivations, d.activationFormula(mode), d.kept(mode))
		m.add(ItemLogits, d.logitFormula(), d.logits)
	}
	m.add(ItemFramework, num(d.job.assume.FrameworkGiB)+" GiB", d.framework)
	share := d.job.assume.ReserveShare
	m.add(ItemReserve, "Σ × r/(1−r), r = "+num(share), m.TotalGB*GB*share/(1-share))
	return m
}

package sizing

import (
	"fmt"
	"strings"
)

var memoryRunners = map[string]referenceRunner{
	"param_count":             runParameters,
	"param_count_variant":     runParameters,
	"active_params":           runActive,
	"weights_uniform":         inBytes(uniformWeights),
	"weights_int4_group":      inBytes(mappedWeights),
	"weights_nf4":             inBytes(nf4Weights),
	"quant_bits":              runQuantBits,
	"gguf_bpw":                runBlockBits,
	"gguf_size":               inBytes(ggufWeights),
	"hf_estimate_total":       inBytes(accelerateLoad),
	"hf_estimate_adam":        inBytes(accelerateTraining),
	"hf_measured_load":        inBytes(accelerateLoad),
	"kv_total":                inBytes(cacheTotal),
	"kv_capacity_log":         runCapacity,
	"kv_alloc_log":            inBytes(cacheAllocated),
	"kv_log_implied_free":     inBytes(cacheAllocated),
	"max_concurrency":         runConcurrency,
	"kv_budget_identity":      runBudget,
	"weights_load_log":        inBytes(loadedWeights),
	"infer_memory_measured":   inBytes(inferenceMemory),
	"zero_states":             inBytes(zeroStates),
	"optimizer_states":        inBytes(optimiserStates),
	"checkpoint_size":         inBytes(optimiserStates),
	"rule_of_thumb":           inBytes(optimiserStates),
	"deepspeed_zero2":         inBytes(deepSpeed2),
	"deepspeed_zero3":         inBytes(deepSpeed3),
	"megatron_dist_optimizer": runMegatronOptimiser,
	"activations":             inBytes(activationBytes),
	"selective_saving":        runSelectiveSaving,
	"lora_params":             runAdapters,
	"finetune_memory_measured": inBytes(func(in *inputs, _ *referenceCase) float64 {
		return FinetuneStates(in.number("weights_bytes"), in.number("adapter_params"), in.number("adapter_bytes"))
	}),
	"bloom_breakdown": inBytes(bloomParts),
}

// inBytes wraps a computation in bytes and converts it to the case's unit.
func inBytes(compute func(*inputs, *referenceCase) float64) referenceRunner {
	return func(c *referenceCase) (float64, error) { return bytesIn(c.unit, compute(c.inputs, c)) }
}

func runParameters(c *referenceCase) (float64, error) {
	return float64(c.inputs.config("").Parameters().Total()), nil
}

func runActive(c *referenceCase) (float64, error) {
	return float64(c.inputs.config("").ActiveParameters().Total()), nil
}

func uniformWeights(in *inputs, _ *referenceCase) float64 {
	return UniformBytes(in.number("params"), in.number("bits"))
}

// mappedWeights quantises the linear layers in groups and keeps the rest.
func mappedWeights(in *inputs, _ *referenceCase) float64 {
	bits := GroupBits(in.number("bits"), in.number("group"), in.number("scale_bits"), in.optional("zero_bits", 0))
	w := WeightMap{LinearBits: bits, RestBits: in.optional("embed_head_norm_bits", 16)}
	return w.Bytes(in.config("config").Parameters())
}

func nf4Weights(in *inputs, _ *referenceCase) float64 {
	bits := NF4Bits(in.number("block"), in.optional("block2", 256), in.flag("double_quant"))
	w := WeightMap{LinearBits: bits, RestBits: in.optional("embed_head_norm_bits", 16)}
	return w.Bytes(in.config("config").Parameters())
}

func runQuantBits(c *referenceCase) (float64, error) {
	return NF4OverheadBits(c.inputs.number("block"), c.inputs.optional("block2", 0), c.inputs.has("block2")), nil
}

func runBlockBits(c *referenceCase) (float64, error) {
	return BlockBits(c.inputs.number("block_bytes"), c.inputs.number("block_weights")), nil
}

func ggufWeights(in *inputs, _ *referenceCase) float64 {
	return UniformBytes(in.number("params"), in.number("bpw"))
}

// elements is the number of parameters, given or through the fp32 size.
func elements(in *inputs) float64 {
	if in.has("fp32_GiB") {
		return in.number("fp32_GiB") * GiB / 4
	}
	return in.number("elements")
}

// dtype is the format of an estimator case, from its field or its title.
func dtype(in *inputs, c *referenceCase) Precision {
	named := in.text("dtype", c.subject)
	for name, p := range map[string]Precision{
		"float16": FP16, "fp16": FP16, "bfloat16": BF16, "bf16": BF16, "int8": INT8, "int4": INT4,
	} {
		if strings.Contains(named, name) {
			return p
		}
	}
	return FP32
}

func accelerateLoad(in *inputs, c *referenceCase) float64 {
	return AccelerateEstimate(elements(in), dtype(in, c))
}

func accelerateTraining(in *inputs, c *referenceCase) float64 {
	return AccelerateAdam(elements(in), dtype(in, c))
}

func (in *inputs) cache() Cache {
	return Cache{Bytes: in.number("bytes"), Sequences: 1, LatentPad: int(in.optional("mla_pad", 1))}
}

func cacheTotal(in *inputs, _ *referenceCase) float64 {
	cache := in.cache()
	cache.Tokens, cache.Sequences = in.number("tokens"), in.optional("batch", 1)
	return in.config("config").CacheBytes(int(in.optional("tp", 1)), cache)
}

func runCapacity(c *referenceCase) (float64, error) {
	in := c.inputs
	perToken := in.config("config").CacheBytesPerToken(int(in.optional("tp", 1)), in.cache())
	blocks := CacheBlocks(in.number("available_GiB_per_gpu")*GiB, in.number("block"), perToken)
	if c.unit == "tokens" {
		return blocks * in.number("block"), nil
	}
	return blocks, nil
}

// cacheAllocated is the cache behind a number of blocks or tokens; a log that
// prints keys and values apart shows half of it.
func cacheAllocated(in *inputs, c *referenceCase) float64 {
	tokens := in.optional("tokens", 0)
	if in.has("blocks") {
		tokens = in.number("blocks") * in.number("block")
	}
	perToken := in.config("config").CacheBytesPerToken(int(in.optional("tp", 1)), in.cache())
	switch part := in.text("part", ""); part {
	case "":
	case "K only", "V only":
		perToken /= 2
	default:
		in.fail("unknown part %q", part)
	}
	return tokens * perToken
}

func runConcurrency(c *referenceCase) (float64, error) {
	in := c.inputs
	tokens := in.optional("tokens", 0)
	if in.has("blocks") {
		tokens = in.number("blocks") * in.number("block")
	}
	return MaxConcurrency(tokens, in.number("max_len")), nil
}

func runBudget(c *referenceCase) (float64, error) {
	in := c.inputs
	return CacheBudget(in.number("total_GiB")*in.number("util"), in.number("weights_GiB"),
		in.number("non_torch_GiB"), in.number("activation_peak_GiB")), nil
}

// loadedWeights reads the ways load logs describe a checkpoint: one format, groups,
// plain 8-bit linear layers, or a count of fp8 parameters among 16-bit ones.
func loadedWeights(in *inputs, c *referenceCase) float64 {
	if in.has("params") {
		return uniformWeights(in, c) / in.optional("tp", 1)
	}
	if in.has("group") {
		return mappedWeights(in, c) / in.optional("tp", 1)
	}
	p := in.config("config").Parameters()
	w := WeightMap{LinearBits: in.optional("lin_bits", 8), RestBits: in.optional("embed_head_norm_bits", 16)}
	if in.has("fp8_params") {
		w.KeptLinear = p.Linear - int64(in.number("fp8_params"))
	}
	return w.Bytes(p) / in.optional("tp", 1)
}

// weightMap reads the quantisation names of the measured rows.
func (in *inputs) weightMap() WeightMap {
	name := strings.ToLower(in.text("quant", "bf16"))
	group := in.optional("group", 128)
	w := MapFor(BF16)
	switch {
	case strings.Contains(name, "int8"):
		w.LinearBits = GroupBits(8, group, 16, 8)
	case strings.Contains(name, "int4"), strings.Contains(name, "awq"), strings.Contains(name, "gptq"):
		w.LinearBits = GroupBits(4, group, 16, 4)
	case strings.Contains(name, "fp8"):
		w = MapFor(FP8)
	case strings.Contains(name, "bf16"), strings.Contains(name, "fp16"):
	default:
		in.fail("unknown quantisation %q", name)
	}
	w.TiedHeadStored = in.flag("untied_head")
	return w
}

// measuredAnswer is the length of the answers in the measured rows; the rest of
// the tokens is the prompt, whose workspace every device keeps once.
const measuredAnswer = 2048

func inferenceMemory(in *inputs, _ *referenceCase) float64 {
	if in.has("weights_bytes") {
		return in.number("weights_bytes")
	}
	m, tokens := in.config("config"), in.number("tokens")
	total := in.weightMap().Bytes(m.Parameters()) +
		m.CacheBytes(1, Cache{Tokens: tokens, Sequences: 1, Bytes: in.optional("bytes", 2)})
	switch {
	case in.has("full_logits_bytes"):
		return total + max(m.PrefillWorkspace(tokens, 2, 1), m.FullLogits(tokens, in.number("full_logits_bytes")))
	case in.has("gpus"):
		return total + in.number("gpus")*m.PrefillWorkspace(max(0, tokens-measuredAnswer), 2, 1)
	}
	return total
}

func zeroStates(in *inputs, _ *referenceCase) float64 {
	states := MixedAdam
	if in.has("bytes") {
		var b [3]float64
		in.into("bytes", &b)
		states = StateBytes{Weight: b[0], Gradient: b[1], Optimiser: b[2]}
	}
	return ZeROBytes(in.number("params"), states, int(in.number("stage")), int(in.number("gpus")))
}

func optimiserStates(in *inputs, _ *referenceCase) float64 {
	if in.has("billions") {
		return StatesBytes(in.number("billions")*1e9, in.number("bytes_per_param"))
	}
	return StatesBytes(in.number("params"), in.number("bytes_per_param"))
}

func (in *inputs) deepSpeed() DeepSpeedPlan {
	return DeepSpeedPlan{
		Params: in.number("params"), LargestLayer: in.optional("largest_layer", 0),
		CardsPerNode: int(in.number("gpus_per_node")), Nodes: int(in.number("nodes")),
		OffloadOptimiser: in.flag("offload_optimizer") || in.flag("off_opt"),
		OffloadWeights:   in.flag("off_param"), ShardedInit: in.flag("zero_init"),
	}
}

func deepSpeed2(in *inputs, c *referenceCase) float64 {
	card, host := in.deepSpeed().ZeRO2()
	return side(in, c, card, host)
}

func deepSpeed3(in *inputs, c *referenceCase) float64 {
	card, host := in.deepSpeed().ZeRO3()
	return side(in, c, card, host)
}

// side picks the memory the case asks for by the last word of its title.
func side(in *inputs, c *referenceCase, card, host float64) float64 {
	switch {
	case strings.HasSuffix(c.subject, "GPU"):
		return card
	case strings.HasSuffix(c.subject, "CPU"):
		return host
	}
	in.fail("title %q says neither GPU nor CPU", c.subject)
	return 0
}

func runMegatronOptimiser(c *referenceCase) (float64, error) {
	kind := c.inputs.text("kind", "")
	variant := MegatronStates(kind)
	if strings.HasPrefix(kind, "fp32") {
		variant = MegatronFP32
	}
	bytes, ok := MegatronBytesPerParam(variant, int(c.inputs.number("d")))
	if !ok {
		return 0, fmt.Errorf("unknown kind %q", kind)
	}
	return bytes, nil
}

func activationBytes(in *inputs, _ *referenceCase) float64 {
	mode := Recompute(in.text("mode", "none"))
	if !mode.Valid() {
		in.fail("unknown mode %q", mode)
	}
	return Activations{
		Sequence: in.number("s"), Batch: in.number("b"), Hidden: in.number("h"), Heads: in.number("a"),
		Layers: in.number("L"), Tensor: int(in.optional("t", 1)),
		SequenceParallel: in.flag("sequence_parallel"), Recompute: mode,
	}.Bytes()
}

func runSelectiveSaving(c *referenceCase) (float64, error) {
	in := c.inputs
	return Activations{
		Sequence: in.number("s"), Hidden: in.number("h"), Heads: in.number("a"), Batch: 1, Layers: 1,
	}.SelectiveSaving(), nil
}

func runAdapters(c *referenceCase) (float64, error) {
	var targets []string
	c.inputs.into("targets", &targets)
	count, ok := c.inputs.config("config").AdapterParameters(int(c.inputs.number("r")), targets)
	if !ok {
		return 0, fmt.Errorf("unknown target in %v", targets)
	}
	return float64(count), nil
}

// bloomParts is a GPT model of the given width: one block, what is outside the
// blocks, or both, in bf16.
func bloomParts(in *inputs, _ *referenceCase) float64 {
	h := int(in.number("h"))
	m := Model{
		Kind: Dense, Hidden: h, Layers: 1, Heads: 1, KVHeads: 1, HeadDim: h, FFN: 4 * h, AllBias: true,
		Norm: LayerNorm, NormsPerLayer: 2, Tied: true, LearnedPositions: int(in.optional("s", 0)),
		Vocab: int(in.optional("V", 0)),
	}
	block := float64(m.LayerParameters())
	if !in.has("V") {
		return UniformBytes(block, 16)
	}
	rest := float64(m.Parameters().Total()) - block
	return UniformBytes(rest+in.optional("L", 0)*block, 16)
}

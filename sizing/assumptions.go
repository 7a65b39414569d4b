package sizing

import (
	"math"
	"slices"
)

// AssumptionsVersion changes whenever a default constant does.
const AssumptionsVersion = "1"

// Assumptions are all constants that are not physics. Take DefaultAssumptions and
// edit with Set, so that bounds hold; the comment of a field is its unit.
type Assumptions struct {
	Version string

	PrefillMFU         float64 // share 0–1
	FirstTokenMFUFP8   float64 // share 0–1
	BandwidthShare     float64 // share 0–1
	DecodeMFU          float64 // share 0–1
	LayerOverheadUS    float64 // µs per layer and step
	TPLossPerDoubling  float64 // share 0–1
	MoEFactor          float64 // share 0–1
	BatchCap           float64 // sequences
	CacheBlockTokens   float64 // tokens
	LatentPad          float64 // elements
	ThroughputBand     float64 // share
	OutputTokens       float64 // tokens
	PrefillChunkTokens float64 // tokens, 0 = no chunks

	FrameworkGiB float64 // GiB per card
	ReserveShare float64 // share 0–1 of the card
	NodeCards    float64 // cards
	MaxCards     float64 // cards
	SlowLinkGBps float64 // GB/s
	TightShare   float64 // share 0–1

	MFULow        float64 // %
	MFUHigh       float64 // %
	MFUMid        float64 // %
	MFUMidFast    float64 // %
	MFUMidMoE     float64 // %
	MFUFastTFLOPS float64 // TFLOP/s
	MFUMax        float64 // %

	ZeROStage      float64 // 0–3
	AdapterRank    float64 // rank
	AdapterBytes   float64 // bytes per parameter
	AdapterFLOP    float64 // FLOP per parameter and token
	CheckpointByte float64 // bytes per parameter
}

// Assumption is one constant as shown: Default and Value differ when edited.
type Assumption struct {
	Key, Unit, Source string
	Value, Default    float64
	Min, Max          float64
}

// Edited reports whether the value is not the default.
func (a Assumption) Edited() bool { return a.Value != a.Default }

// assumptionSpec describes a constant: its key, default, bounds, unit, the work
// it is taken from, and its place in Assumptions.
type assumptionSpec struct {
	key          string
	value        float64
	low, high    float64
	unit, source string
	field        func(*Assumptions) *float64
}

const (
	fitSource  = "least-squares fit on the inference rows of docs/accuracy.md"
	planSource = "MosaicML LLM-foundry throughput tables (89 rows, median) and GPU-hours of Llama 2/3, OPT, MPT, Pythia"
)

var assumptionSpecs = []assumptionSpec{
	{"prefill_mfu", 0.60, 0.01, 1, "share", fitSource, func(a *Assumptions) *float64 { return &a.PrefillMFU }},
	{"first_token_mfu_fp8", 0.40, 0.01, 1, "share", fitSource, func(a *Assumptions) *float64 { return &a.FirstTokenMFUFP8 }},
	{"bandwidth_share", 0.85, 0.01, 1, "share", fitSource, func(a *Assumptions) *float64 { return &a.BandwidthShare }},
	{"decode_mfu", 0.40, 0.01, 1, "share", fitSource, func(a *Assumptions) *float64 { return &a.DecodeMFU }},
	{"layer_overhead_us", 120, 0, 10_000, "µs", fitSource, func(a *Assumptions) *float64 { return &a.LayerOverheadUS }},
	{"tp_loss_per_doubling", 0.055, 0, 0.5, "share", fitSource, func(a *Assumptions) *float64 { return &a.TPLossPerDoubling }},
	{"moe_factor", 0.5, 0.01, 1, "share", fitSource + "; one public model only", func(a *Assumptions) *float64 { return &a.MoEFactor }},
	{"batch_cap", 2048, 1, 100_000, "sequences", "TensorRT-LLM performance overview, max_batch_size", func(a *Assumptions) *float64 { return &a.BatchCap }},
	{"cache_block_tokens", 16, 1, 1024, "tokens", "vLLM default block_size", func(a *Assumptions) *float64 { return &a.CacheBlockTokens }},
	{"latent_pad", 1, 1, 4096, "elements", "MLA latent as released, DeepSeek-V3 repository; some engines pad to 128", func(a *Assumptions) *float64 { return &a.LatentPad }},
	{"throughput_band", 0.30, 0, 3, "share", "p90 of the ratio of computed to published rates over all I1–I3 rows of docs/accuracy.md", func(a *Assumptions) *float64 { return &a.ThroughputBand }},
	{"output_tokens", 512, 1, 1_000_000, "tokens", "convention: answers of up to 512 tokens, at most half of the context", func(a *Assumptions) *float64 { return &a.OutputTokens }},
	{"prefill_chunk_tokens", 8192, 0, 10_000_000, "tokens", "chunked prefill of serving engines, max_num_batched_tokens; 0 = eager, whole prompt", func(a *Assumptions) *float64 { return &a.PrefillChunkTokens }},

	{"framework_gib", 1.0, 0, 64, "GiB", "CUDA context 0.3–0.8 GiB per process and 0.2 GiB of other allocations (vLLM start-up logs)", func(a *Assumptions) *float64 { return &a.FrameworkGiB }},
	{"reserve_share", 0.10, 0, 0.9, "share", "vLLM gpu_memory_utilization default 0.9", func(a *Assumptions) *float64 { return &a.ReserveShare }},
	{"node_cards", 8, 1, 64, "cards", "HGX and Atlas training servers carry 8 cards", func(a *Assumptions) *float64 { return &a.NodeCards }},
	{"max_cards", 1024, 1, 65_536, "cards", "search limit", func(a *Assumptions) *float64 { return &a.MaxCards }},
	{"slow_link_gb_s", 200, 0, 10_000, "GB/s", "PCIe 5.0 x16 reaches 128 GB/s in both directions, NVLink bridges start above", func(a *Assumptions) *float64 { return &a.SlowLinkGBps }},
	{"tight_share", 0.05, 0, 0.9, "share", "convention: less than this of the usable memory left is shown as tight", func(a *Assumptions) *float64 { return &a.TightShare }},

	{"mfu_low", 20, 1, 65, "%", planSource, func(a *Assumptions) *float64 { return &a.MFULow }},
	{"mfu_high", 55, 1, 65, "%", planSource, func(a *Assumptions) *float64 { return &a.MFUHigh }},
	{"mfu_mid", 40, 1, 65, "%", planSource, func(a *Assumptions) *float64 { return &a.MFUMid }},
	{"mfu_mid_fast", 35, 1, 65, "%", planSource, func(a *Assumptions) *float64 { return &a.MFUMidFast }},
	{"mfu_mid_moe", 27.5, 1, 65, "%", planSource + "; DeepSeek-V3 technical report", func(a *Assumptions) *float64 { return &a.MFUMidMoE }},
	{"mfu_fast_from_tflops", 600, 1, 100_000, "TFLOP/s", "separates the A100 class (312) from the H100 class (756–989)", func(a *Assumptions) *float64 { return &a.MFUFastTFLOPS }},
	{"mfu_max", 65, 1, 65, "%", "no published run at scale exceeds it", func(a *Assumptions) *float64 { return &a.MFUMax }},

	{"zero_stage", 3, 0, 3, "stage", "ZeRO, Rajbhandari et al. 2020, arXiv 1910.02054; FSDP full sharding", func(a *Assumptions) *float64 { return &a.ZeROStage }},
	{"adapter_rank", 16, 1, 4096, "rank", "LoRA, Hu et al. 2021, arXiv 2106.09685, all linear layers", func(a *Assumptions) *float64 { return &a.AdapterRank }},
	{"adapter_bytes", 16, 1, 32, "bytes", "mixed-precision Adam, 2 + 2 + 12 bytes", func(a *Assumptions) *float64 { return &a.AdapterBytes }},
	{"adapter_flop", 4, 4, 8, "FLOP", "2 forward and 2 for activation gradients; the frozen base has no weight gradient", func(a *Assumptions) *float64 { return &a.AdapterFLOP }},
	{"checkpoint_bytes", CheckpointBytesPerParam, 2, 32, "bytes", "BLOOM full training checkpoint, bf16 + fp32 master + two moments", func(a *Assumptions) *float64 { return &a.CheckpointByte }},
}

var defaultAssumptions = func() Assumptions {
	a := Assumptions{Version: AssumptionsVersion}
	for _, s := range assumptionSpecs {
		*s.field(&a) = s.value
	}
	return a
}()

// DefaultAssumptions returns the constants of AssumptionsVersion.
func DefaultAssumptions() Assumptions { return defaultAssumptions }

// List returns every constant with its unit, bounds and source, in a fixed order.
func (a Assumptions) List() []Assumption {
	list := make([]Assumption, len(assumptionSpecs))
	for i, s := range assumptionSpecs {
		list[i] = Assumption{
			Key: s.key, Unit: s.unit, Source: s.source, Value: *s.field(&a), Default: s.value,
			Min: s.low, Max: s.high,
		}
	}
	return list
}

// Set changes the constant named key; it reports false, and changes nothing, for
// an unknown key or a value outside the bounds that List shows.
func (a *Assumptions) Set(key string, value float64) bool {
	i := slices.IndexFunc(assumptionSpecs, func(s assumptionSpec) bool { return s.key == key })
	if i < 0 || math.IsNaN(value) || value < assumptionSpecs[i].low || value > assumptionSpecs[i].high {
		return false
	}
	*assumptionSpecs[i].field(a) = value
	return true
}

// check returns one error per constant outside its bounds, for assumptions that
// were not built with Set.
func (a Assumptions) check() []FieldError {
	var errs []FieldError
	for _, entry := range a.List() {
		if !(entry.Value >= entry.Min && entry.Value <= entry.Max) {
			errs = append(errs, fieldError("assumptions", ErrAssumption, "key", entry.Key))
		}
	}
	return errs
}

func (a *Assumptions) usableShare() float64 { return 1 - a.ReserveShare }

// mfuRange is the model FLOP utilisation to plan with, as shares 0–1: the given
// percentage or the class's as the middle, never outside the published bounds.
func (a *Assumptions) mfuRange(given Figure, moe bool, peakTFLOPS float64) Range {
	mid := a.MFUMid
	switch {
	case given.Known:
		mid = given.Value
	case moe:
		mid = a.MFUMidMoE
	case peakTFLOPS >= a.MFUFastTFLOPS:
		mid = a.MFUMidFast
	}
	return Range{Low: min(a.MFULow, mid), Mid: mid, High: max(a.MFUHigh, mid)}.Scale(0.01)
}

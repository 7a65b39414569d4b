package recommendation

// Keys of metrics and checks. Those of the article's scenarios are the metric words of
// the data set; the others are the portal's own or come from answers.
const (
	KeyVRAM          = "vram"
	KeyNVLink        = "nvlink_bandwidth"
	KeyClusterSize   = "cluster_size"
	KeyLatency       = "latency"
	KeyThroughput    = "throughput"
	KeyVGPU          = "vgpu_isolation"
	KeyCostSaving    = "cost_saving"
	KeyMTBF          = "mtbf"
	KeyCompliance    = "compliance"
	KeyScheduler     = "hpc_scheduler"
	KeyFramework     = "framework"
	KeyCUDA          = "cuda"
	KeyCUDANative    = "cuda_native"
	KeyGranularity   = "billing_granularity"
	KeyFP32          = "fp32_tflops"
	KeyModelMemory   = "model_memory"
	KeyRegion        = "region"
	KeyBudget        = "budget"
	KeyDomestic      = "domestic"
	KeyInterruptible = "interruptible"
	KeyInvoice       = "invoice"
	KeyContract      = "contract"
	KeyEducation     = "education_discount"
	KeyTrial         = "free_trial"
)

// checkKeys are the words that `must` accepts in every scenario, beside the metric
// words that editors add to the data.
var checkKeys = []string{KeyVRAM, KeyNVLink, KeyClusterSize, KeyLatency, KeyThroughput, KeyVGPU, KeyCostSaving,
	KeyMTBF, KeyCompliance, KeyScheduler, KeyFramework, KeyCUDA, KeyCUDANative, KeyGranularity, KeyFP32,
	KeyModelMemory, KeyRegion, KeyBudget, KeyDomestic, KeyInterruptible, KeyInvoice, KeyContract, KeyEducation, KeyTrial}

// Reasons for the portal's own metrics.
const (
	WhyAdapterFits   = "adapter-fits"    // 16-bit weights of a 7B model with LoRA states and activations fit in 24 GB
	WhyFramework     = "framework-image" // a fine-tuning recipe is written for one framework
	WhyShortRuns     = "short-runs"      // runs of hours should not be paid by the day
	WhySceneFits     = "scene-fits"      // GPU renderers keep the scene in one card's memory
	WhyRendererCUDA  = "renderer-cuda"   // common GPU renderers run on CUDA or OptiX only
	WhyRenderingFP32 = "rendering-fp32"  // rendering is single-precision arithmetic
)

// Codes of the portal's own advice.
const (
	AdviceTryOneCard      = "try-one-card"
	AdviceAdaptersFirst   = "adapters-first"
	AdviceKeepCheckpoints = "keep-checkpoints"
	AdviceTestFrame       = "test-frame"
	AdviceUploadOnce      = "upload-once"
	AdviceSpotFrames      = "spot-frames"
)

// ownMetric is a metric that the portal sets, with the reason for it.
type ownMetric struct{ key, operator, threshold, unit, why string }

func ownMetrics(list ...ownMetric) []Metric {
	out := make([]Metric, len(list))
	for i, m := range list {
		out[i] = Metric{Key: m.key, Operator: m.operator, Threshold: plainWords(m.threshold), Unit: m.unit, Origin: FromPortal, Why: m.why}
	}
	return out
}

func ownAdvice(codes ...string) []Advice {
	out := make([]Advice, len(codes))
	for i, code := range codes {
		out[i] = Advice{Code: code, Origin: FromPortal}
	}
	return out
}

// ownScenarios are built in the article's form but are not the article's.
var ownScenarios = map[string]Scenario{
	Finetune: {
		Origin: FromPortal,
		Metrics: ownMetrics(
			ownMetric{KeyVRAM, ">=", "24", "GB", WhyAdapterFits},
			ownMetric{KeyFramework, "=", "PyTorch", "", WhyFramework},
			ownMetric{KeyGranularity, "<=", "3600", "second", WhyShortRuns},
		),
		Advice: ownAdvice(AdviceTryOneCard, AdviceAdaptersFirst, AdviceKeepCheckpoints),
	},
	Rendering: {
		Origin: FromPortal,
		Metrics: ownMetrics(
			ownMetric{KeyVRAM, ">=", "24", "GB", WhySceneFits},
			ownMetric{KeyCUDANative, "=", "true", "", WhyRendererCUDA},
			ownMetric{KeyFP32, ">=", "30", "TFLOPS", WhyRenderingFP32},
			ownMetric{KeyGranularity, "<=", "3600", "second", WhyShortRuns},
		),
		Advice: ownAdvice(AdviceTestFrame, AdviceUploadOnce, AdviceSpotFrames),
	},
}

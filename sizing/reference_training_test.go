package sizing

import (
	"fmt"
	"strconv"
	"strings"
)

var trainingRunners = map[string]referenceRunner{
	"run_gpu_hours":         runGPUHours,
	"time":                  runTime,
	"gpu_hours":             runTime,
	"cost":                  runTime,
	"time_8TP":              runTrainingDays,
	"megatron_params":       runMegatronParameters,
	"megatron_peak_pct":     runPeakShare,
	"mfu_from_tflops":       runPeakShare,
	"megatron_aggregate":    runAggregate,
	"megatron_iter_time":    runIterationTime,
	"megatron_tflops_check": runIterationTFLOPS,
	"simple_8ND_tflops":     runSimpleTFLOPS,
	"hfu_from_mfu":          runHFU,
	"palm_mfu":              runPaLM,
	"mosaic_mfu":            runMosaic,
	"mosaic_hfu":            runMosaicHFU,
	"resnet50_90_epochs":    runEpochs,
	"mfu_iter":              runSampleMFU,
}

func runGPUHours(c *referenceCase) (float64, error) {
	in := c.inputs
	flop := TrainingFLOP(in.number("params"), in.number("tokens"), in.optional("factor", FLOPPerParam(RecomputeNone)))
	return Utilisation(flop/(in.number("gpu_hours")*hourSeconds), 1, in.number("peak_tflops")), nil
}

// runTime covers the ways a duration is stated: GPU-hours over cards, a token rate
// per card, a step time, or a ratio of two durations.
func runTime(c *referenceCase) (float64, error) {
	in := c.inputs
	switch {
	case in.has("base"):
		return Speedup(in.number("base"), in.number("new")), nil
	case in.has("gpu_hours"):
		return hoursIn(c.unit, WallHours(in.number("gpu_hours"), in.number("gpus")))
	case in.has("iter_s"):
		steps := in.number("tokens") / (in.number("gbs") * in.number("seq"))
		return hoursIn(c.unit, Hours(steps, 1/in.number("iter_s")))
	}
	return hoursIn(c.unit, WallHours(Hours(in.number("tokens"), in.number("tok_s_gpu")), in.optional("gpus", 1)))
}

func runTrainingDays(c *referenceCase) (float64, error) {
	in := c.inputs
	return hoursIn(c.unit, TrainingHours(TrainingFLOP(in.number("params"), in.number("tokens"), in.number("factor")),
		in.number("gpus"), in.number("tflops")))
}

func (in *inputs) gptShape() GPTShape {
	return GPTShape{
		Batch: in.optional("B", 1), Sequence: in.number("s"), Layers: in.number("l"),
		Hidden: in.number("h"), Vocab: in.number("V"),
	}
}

func runMegatronParameters(c *referenceCase) (float64, error) {
	return c.inputs.gptShape().Parameters() / 1e9, nil
}

func runPeakShare(c *referenceCase) (float64, error) {
	return 100 * Utilisation(c.inputs.number("tflops")*tera, 1, c.inputs.number("peak")), nil
}

func runAggregate(c *referenceCase) (float64, error) {
	if c.unit != "PFLOP/s" {
		return 0, fmt.Errorf("unknown unit %q", c.unit)
	}
	return AggregateTFLOPS(c.inputs.number("tflops"), c.inputs.number("gpus")) / 1000, nil
}

func runIterationTime(c *referenceCase) (float64, error) {
	in := c.inputs
	rate := AggregateTFLOPS(in.number("tflops"), in.number("gpus")) * tera
	return in.gptShape().IterationFLOP(RecomputeFull) / rate, nil
}

func runIterationTFLOPS(c *referenceCase) (float64, error) {
	in := c.inputs
	rate := in.gptShape().IterationFLOP(RecomputeFull) / in.number("iter_s")
	return PerAccelerator(rate, in.number("gpus")) / tera, nil
}

func runSimpleTFLOPS(c *referenceCase) (float64, error) {
	in := c.inputs
	flop := TrainingFLOP(in.number("params"), in.number("tokens_per_iter"), in.number("factor"))
	return PerAccelerator(flop/in.number("iter_s"), in.number("gpus")) / tera, nil
}

func runHFU(c *referenceCase) (float64, error) {
	mode := RecomputeSelective
	if strings.Contains(c.subject, "full") {
		mode = RecomputeFull
	}
	return c.inputs.number("mfu_pct") * c.inputs.gptShape().HardwareFactor(mode), nil
}

func runPaLM(c *referenceCase) (float64, error) {
	in := c.inputs
	flop := FLOPPerToken(in.number("params"), Attention{in.number("L"), in.number("H") * in.number("Q"), in.number("T"), in.flag("causal")})
	return 100 * Utilisation(flop*in.number("tokens_per_s"), in.number("chips"), in.number("peak_tflops")), nil
}

func runMosaic(c *referenceCase) (float64, error) {
	in := c.inputs
	flop := FLOPPerToken(in.number("params"), Attention{in.number("L"), in.number("d"), in.number("seq"), in.flag("causal")})
	return 100 * Utilisation(flop*in.number("tok_s_gpu"), 1, in.number("peak_tflops")), nil
}

// runMosaicHFU reads the factor as "4/3 full recompute" or a plain number first.
func runMosaicHFU(c *referenceCase) (float64, error) {
	factor := c.inputs.text("factor", "")
	mfu := c.inputs.number("mfu_pct")
	if strings.Contains(factor, "full recompute") {
		return mfu * GPTShape{Layers: 1, Hidden: 1}.HardwareFactor(RecomputeFull), nil
	}
	first, _, _ := strings.Cut(factor, " ")
	value, err := strconv.ParseFloat(first, 64)
	return mfu * value, err
}

func runEpochs(c *referenceCase) (float64, error) {
	in := c.inputs
	return hoursIn(c.unit, Hours(in.number("epochs")*in.number("images"), in.number("img_s")))
}

func runSampleMFU(c *referenceCase) (float64, error) {
	in := c.inputs
	rate := in.number("flops_per_sample") * in.number("gbs") / in.number("iter_s")
	return 100 * Utilisation(rate, in.number("gpus"), in.number("peak_tflops")), nil
}

package recommendation

import (
	"strings"

	"gpuscale/catalog"
)

// Keys of the figures that scores are made of, beside the checks.
const (
	FigureVRAM      = "vram_gb"
	FigureBandwidth = "memory_bandwidth_gb_s"
	FigureFP16      = "fp16_tflops_dense"
	FigureFP32      = "fp32_tflops"
	FigureFP64      = "fp64_tflops"
	FigureLink      = "interconnect_gb_s"
	FigurePrice     = "per_gpu_hour"
	FigureComplete  = "bill_complete"
	FigureStep      = "billing_granularity"
	FigureStopped   = "billed_while_stopped"
	FigureSLA       = "sla_percent"
	FigureRetention = "retention_stopped"
	FigureCUDA      = "cuda_native"
	FigureImages    = "preinstalled_images"
	FigureTrial     = "free_trial"
	FigureEvidence  = "whitepaper"
)

// figureForm is one figure: its dimension, unit and scale, and how it is read.
type figureForm struct {
	dimension catalog.Group
	unit      string
	scale     Scale
	read      func(*engine, *candidate) reading
}

func higherLog(low, high float64) Scale {
	return Scale{Bounds: Bounds{low, high}, Better: catalog.BetterHigher, Log: true}
}

func lowerLog(low, high float64) Scale {
	return Scale{Bounds: Bounds{low, high}, Better: catalog.BetterLower, Log: true}
}

var (
	yesIsBest = Scale{Bounds: Bounds{0, 1}, Better: catalog.BetterHigher}
	noIsBest  = Scale{Bounds: Bounds{0, 1}, Better: catalog.BetterLower}
)

// figureForms state the fixed bounds of every figure. They span what is rented today,
// from old single cards to the newest, so that no offer moves another's score. Figures
// whose ratio matters are logarithmic: each doubling counts the same.
var figureForms = map[string]figureForm{
	FigureVRAM:      {catalog.Performance, "GB", higherLog(8, 288), func(_ *engine, c *candidate) reading { return c.memory() }},
	FigureBandwidth: {catalog.Performance, "GB/s", higherLog(200, 8000), ofCard(FigureBandwidth, func(a *catalog.Accelerator) catalog.Number { return a.BandwidthGBs })},
	FigureFP16:      {catalog.Performance, "TFLOPS", higherLog(30, 2500), ofCard(FigureFP16, func(a *catalog.Accelerator) catalog.Number { return a.FP16TFLOPS })},
	FigureFP32:      {catalog.Performance, "TFLOPS", higherLog(5, 130), ofCard(FigureFP32, func(a *catalog.Accelerator) catalog.Number { return a.FP32TFLOPS })},
	FigureFP64:      {catalog.Performance, "TFLOPS", higherLog(0.3, 80), ofCard(FigureFP64, func(a *catalog.Accelerator) catalog.Number { return a.FP64TFLOPS })},
	FigureLink:      {catalog.Performance, "GB/s", higherLog(32, 1800), func(_ *engine, c *candidate) reading { return c.between() }},
	FigurePrice:     {catalog.Cost, "CNY/h", lowerLog(0.5, 64), readPrice},
	FigureComplete:  {catalog.Cost, "", yesIsBest, readComplete},
	FigureStep:      {catalog.Cost, "second", lowerLog(1, 730*stepHour), func(e *engine, c *candidate) reading { return readGranularity(e, c, nil) }},
	FigureStopped:   {catalog.Cost, "", noIsBest, readStopped},
	FigureSLA:       {catalog.Stability, "percent", Scale{Bounds: Bounds{99, 100}, Better: catalog.BetterHigher}, readSLA},
	FigureRetention: {catalog.Stability, "day", Scale{Bounds: Bounds{0, 30}, Better: catalog.BetterHigher}, readRetention},
	FigureCUDA:      {catalog.Ecosystem, "", yesIsBest, func(e *engine, c *candidate) reading { return readCUDANative(e, c, nil) }},
	FigureImages:    {catalog.Ecosystem, "", yesIsBest, func(_ *engine, c *candidate) reading { return stating(c, c.provider.PreinstalledImages...) }},
	FigureTrial:     {catalog.Ecosystem, "", yesIsBest, func(_ *engine, c *candidate) reading { return stating(c, c.provider.FreeTrial) }},
	FigureEvidence:  {catalog.Ecosystem, "", yesIsBest, func(_ *engine, c *candidate) reading { return stating(c, c.provider.Whitepaper) }},
}

// share of a figure inside its dimension, beside the checks (2 a key metric, 1 others).
type weightedFigure struct {
	key    string
	weight float64
}

// scenarioFigures are the figures of each scenario beyond those that all share.
var scenarioFigures = map[string][]weightedFigure{
	Training:  {{FigureFP16, 2}, {FigureVRAM, 1}, {FigureBandwidth, 1}, {FigureLink, 1}},
	Inference: {{FigureFP16, 1}, {FigureVRAM, 2}, {FigureBandwidth, 2}},
	Research:  {{FigureFP64, 1}, {FigureFP32, 1}, {FigureFP16, 1}, {FigureBandwidth, 1}, {FigureVRAM, 1}},
	Finetune:  {{FigureFP16, 2}, {FigureVRAM, 1}, {FigureBandwidth, 1}},
	Rendering: {{FigureFP32, 3}, {FigureBandwidth, 1}, {FigureVRAM, 1}},
}

var sharedFigures = []weightedFigure{{FigurePrice, 4}, {FigureComplete, 0.5}, {FigureStep, 0.5}, {FigureStopped, 0.5}, {FigureSLA, 1}, {FigureRetention, 0.5},
	{FigureCUDA, 1}, {FigureImages, 0.5}, {FigureTrial, 0.5}, {FigureEvidence, 0.5}}

func ofCard(key string, figure func(*catalog.Accelerator) catalog.Number) func(*engine, *candidate) reading {
	return func(_ *engine, c *candidate) reading {
		return c.spanned(key, figure)
	}
}

// readPrice is the price of a useful card-hour over the length of the job, commitments
// and idle cards of a machine included, extras left out.
func readPrice(_ *engine, c *candidate) reading {
	if c.noBill != nil {
		return unread(UnknownBill)
	}
	return maybe(c.effective, c.source())
}

// readComplete is yes where every part of the bill is known. A part that is not known
// may be free or dear.
func readComplete(_ *engine, c *candidate) reading {
	switch {
	case c.bill == nil:
		return unread(UnknownBill)
	case c.bill.AtLeast:
		return unread(UnknownAtLeast)
	}
	return yes(true, c.source())
}

// readStopped tells whether cards are billed while shut down.
func readStopped(e *engine, c *candidate) reading {
	costs := e.costs(c.provider.Slug)
	for i := range costs {
		if cost := &costs[i]; cost.Type == "stopped-rule" && cost.BilledWhileStopped.Known && !e.open(cost.Doubts) {
			r := yes(cost.BilledWhileStopped.Value, &cost.Source)
			r.words = cost.Rule
			return r
		}
	}
	return unread(UnknownUnpublished)
}

// readSLA reads the SLA only where nothing doubts that it covers rented cards.
func readSLA(e *engine, c *candidate) reading {
	if !c.provider.SLAPercent.Known {
		return e.stated(c, FigureSLA)
	}
	x, _ := c.provider.SLAPercent.Value.Float64()
	r := exactly(x, &c.provider.Source)
	r.subject = c.provider.SLAScope
	for _, f := range e.facts[c.provider.Slug][FigureSLA] {
		if e.open(f.Doubts) {
			r.doubts = f.Doubts
			return r.doubted()
		}
	}
	if e.open(c.provider.Doubts) && !strings.Contains(c.provider.SLAScope.En, "GPU") {
		r.doubts = c.provider.Doubts
		return r.doubted()
	}
	return r
}

// readRetention is how many days data is kept after a stop, as a fact or as an extra
// cost row that states a duration.
func readRetention(e *engine, c *candidate) reading {
	if r := e.stated(c, FigureRetention); r.stated {
		return r
	}
	costs := e.costs(c.provider.Slug)
	for i := range costs {
		days, known := costs[i].Price.Get()
		if costs[i].Type == "retention" && costs[i].Currency == "" && costs[i].Unit == "day" && known && !e.open(costs[i].Doubts) {
			x, _ := days.Float64()
			r := exactly(x, &costs[i].Source)
			r.subject = costs[i].Item
			return r
		}
	}
	return unread(UnknownUnpublished)
}

// stating is yes where a provider states something; saying nothing is no "no".
func stating(c *candidate, texts ...catalog.Words) reading {
	for _, t := range texts {
		if t != (catalog.Words{}) {
			r := yes(true, &c.provider.Source)
			r.words = t
			return r
		}
	}
	return unread(UnknownUnpublished)
}

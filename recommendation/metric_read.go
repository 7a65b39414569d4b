package recommendation

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/sizing"
)

// check reads a metric of a candidate and judges it.
func (e *engine) check(c *candidate, m *metric) reading {
	r := m.read(e, c, m)
	if r.state == "" {
		r = r.judge(m.Operator, m.number)
	}
	if r.state == Unknown && r.reason == "" {
		r.reason = UnknownText
	}
	return r
}

// readFigureFact reads a metric that only facts of the same key can tell.
func readFigureFact(e *engine, c *candidate, m *metric) reading {
	r := e.stated(c, m.Key)
	sameUnit := r.unit == "" || m.Unit == "" || r.unit == m.Unit
	if r.state != "" || r.stated && m.number.Known && sameUnit {
		return r
	}
	if len(m.wanted) > 0 && !m.number.Known && containsAny(r.words.Zh, m.wanted) {
		r.state = Pass
		return r
	}
	r.state, r.reason = Unknown, UnknownText
	return r
}

func readVRAM(_ *engine, c *candidate, _ *metric) reading {
	return c.memory()
}

// memory is the offer's memory per card, else the card's.
func (c *candidate) memory() reading {
	if c.vram.Known {
		return exactly(c.vram.Value, c.source())
	}
	return c.spanned(FigureVRAM, memoryGB)
}

func memoryGB(a *catalog.Accelerator) catalog.Number    { return a.MemoryGB }
func defaultLink(a *catalog.Accelerator) catalog.Number { return a.DefaultLinkGBs }
func ownLink(a *catalog.Accelerator) catalog.Number     { return a.InterconnectGBs }
func fp32(a *catalog.Accelerator) catalog.Number        { return a.FP32TFLOPS }

// readClusterSize passes where one machine alone holds enough cards; how far a
// provider joins machines is stated in words, if at all.
func readClusterSize(e *engine, c *candidate, m *metric) reading {
	r := e.stated(c, m.Key)
	if r.stated {
		return r
	}
	if c.count.Known && m.number.Known && float64(c.count.Value) >= m.number.Value {
		return exactly(float64(c.count.Value), c.source())
	}
	if r.reason == UnknownUnpublished {
		for _, key := range []string{"scale", "topology"} {
			if words := e.stated(c, key); words.words != (catalog.Words{}) {
				words.stated, words.state, words.reason = false, Unknown, UnknownText
				return words
			}
		}
	}
	return r
}

// source is where the price was read, else where the card's figures were.
func (c *candidate) source() *catalog.Source {
	if c.price.ID != "" {
		return &c.price.Source
	}
	return c.cardSource
}

// readModelMemory asks sizing whether the job fits on the cards.
func readModelMemory(e *engine, c *candidate, _ *metric) reading {
	if c.accelerator == nil {
		return unread(UnknownNoModel)
	}
	fit, ok := e.fits[c.accelerator.Slug]
	if !ok || fit.State == sizing.NotKnown {
		return unread(UnknownNoModel)
	}
	r := yes(fit.State == sizing.Fits, c.cardSource)
	if fit.PerCardGB.Known {
		r.words = plainWords(fmt.Sprintf("%s GB × %d", number(math.Round(fit.PerCardGB.Value*10)/10), fit.Cards))
	}
	return r
}

func readFP32(_ *engine, c *candidate, _ *metric) reading {
	return c.spanned(FigureFP32, fp32)
}

// readSpotSaving compares the provider's own spot and on-demand prices of the card. An
// advised saving is reached or not: the article's "=" counts as "at least".
func readSpotSaving(_ *engine, c *candidate, m *metric) reading {
	if c.spot == 0 || c.onDemand == 0 {
		return unread(UnknownUnpublished)
	}
	r := exactly(100*(1-c.spot/c.onDemand), c.source())
	r.words = plainWords(number(math.Round(r.low*10) / 10))
	r.state = Test(catalog.Known(r.low), ">=", m.number.Value)
	return r
}

// readBudget passes when the whole bill is known and within the budget, and fails as
// soon as the known part exceeds it.
func readBudget(e *engine, c *candidate, m *metric) reading {
	total, complete, ok := e.total(c)
	if !ok {
		return unread(UnknownBill)
	}
	r := exactly(total, c.source())
	r.words = plainWords(number(math.Round(total*100) / 100))
	r.state = Test(catalog.Known(total), "<=", m.number.Value)
	if r.state == Pass && !complete {
		r.state, r.reason = Unknown, UnknownAtLeast
	}
	return r
}

// total is the bill in CNY where it was computed, else the cards' price for the time.
func (e *engine) total(c *candidate) (total float64, complete, ok bool) {
	if c.bill != nil {
		t, _ := c.bill.Total.Low.Float64()
		return t, !c.bill.AtLeast, true
	}
	if !c.effective.Known || c.noBill != nil {
		return 0, false, false
	}
	return c.effective.Value * float64(c.cards) * float64(e.answers.Days) * 24, true, true
}

// Billing steps in seconds.
const (
	stepMinute = 60
	stepHour   = 3600
	stepDay    = 24 * stepHour
)

// meteredSteps are the words of a provider's record for how finely it meters.
var meteredSteps = map[string]float64{"per-second": 1, "per-minute": stepMinute, "per-hour": stepHour}

// readGranularity is the step in which the chosen price is billed. A provider that
// names several bills some products more finely than others, and which is not stated;
// one that names none bills by the hour at the coarsest.
func readGranularity(_ *engine, c *candidate, _ *metric) reading {
	if !c.offered {
		return unread(UnknownUnpublished)
	}
	source := &c.provider.Source
	if step, ok := periodSeconds[c.billing]; ok {
		return exactly(step, source)
	}
	finest, coarsest := math.Inf(1), 0.0
	for _, word := range c.provider.BillingModes {
		if step, ok := meteredSteps[word]; ok {
			finest, coarsest = min(finest, step), max(coarsest, step)
		}
	}
	switch {
	case coarsest == 0:
		return reading{stated: true, low: 1, high: stepHour, source: source, reason: UnknownUnpublished}
	case finest < coarsest:
		return reading{stated: true, low: finest, high: coarsest, source: source, reason: UnknownOtherScope}
	}
	return exactly(finest, source)
}

var periodSeconds = map[catalog.BillingMode]float64{
	catalog.BillDay: stepDay, catalog.BillWeek: 7 * stepDay, catalog.BillMonth: 730 * stepHour, catalog.BillYear: 8760 * stepHour,
}

func readInterruptible(_ *engine, c *candidate, _ *metric) reading {
	if !c.offered {
		return fixedTerms(c.provider)
	}
	r := yes(c.billing == catalog.Spot, c.source())
	r.words = plainWords(string(c.billing))
	return r
}

// fixedTerms is a provider that states a way of paying under which nothing is
// reclaimed.
func fixedTerms(p *catalog.Provider) reading {
	for _, mode := range p.BillingModes {
		if mode != string(catalog.Spot) && mode != string(catalog.BillDynamic) && mode != "coupon" && mode != "member" {
			r := yes(false, &p.Source)
			r.words = plainWords(mode)
			return r
		}
	}
	return unread(UnknownUnpublished)
}

func readCompliance(e *engine, c *candidate, m *metric) reading {
	return e.listed(c, listing{c.provider.Compliance, &c.provider.Source, "certificate"}, m.wanted)
}

func readScheduler(e *engine, c *candidate, m *metric) reading {
	return e.listed(c, listing{c.provider.Schedulers, &c.provider.Source, "scheduler"}, m.wanted)
}

// readFramework looks through the stated frameworks, then the preinstalled images.
func readFramework(e *engine, c *candidate, m *metric) reading {
	r := e.listed(c, listing{c.provider.Frameworks, &c.provider.Source, "framework"}, m.wanted)
	if r.state == Pass {
		return r
	}
	for _, image := range c.provider.PreinstalledImages {
		if containsAny(image.Zh+" ", m.wanted) {
			return reading{state: Pass, words: image, source: &c.provider.Source}
		}
	}
	return r
}

// readCUDA takes the newest stated version without an open doubt. A card that is known
// to run another stack has no version of CUDA, whatever its provider states.
func readCUDA(e *engine, c *candidate, m *metric) reading {
	if r := readCUDANative(e, c, m); r.stated && r.low == 0 {
		r.stated, r.state = false, Fail
		return r
	}
	best := unread(UnknownUnpublished)
	note := func(version string, source *catalog.Source, doubts []string) {
		v := versionNumber(strings.TrimSpace(version))
		if v.Known && !e.open(doubts) && (!best.stated || v.Value > best.high) {
			best = exactly(v.Value, source)
			best.words = plainWords(strings.TrimSpace(version))
		}
	}
	facts := e.facts[c.provider.Slug]["cuda_version"]
	for _, f := range facts {
		note(f.Value.Zh, &f.Source, f.Doubts)
	}
	for _, v := range c.provider.CUDAVersions {
		doubted := slices.ContainsFunc(facts, func(f *catalog.Fact) bool { return f.Value.Zh == v && e.open(f.Doubts) })
		if !doubted {
			note(v, &c.provider.Source, nil)
		}
	}
	wanted := versionNumber(m.Threshold.Zh)
	best.state = Test(catalog.Number{Value: best.high, Known: best.stated}, m.Operator, wanted.Value)
	return best
}

func versionWords(v float64) string {
	whole := math.Floor(v)
	return fmt.Sprintf("%d.%d", int(whole), int(math.Round((v-whole)*100)))
}

func readVGPU(e *engine, c *candidate, m *metric) reading {
	if r := e.stated(c, m.Key); r.reason != UnknownUnpublished {
		return r
	}
	r := e.listed(c, listing{factKey: "virtualisation"}, []string{"vgpu", "mig"})
	if r.state == Pass {
		r.stated, r.low, r.high = true, 1, 1
	}
	return r
}

// readCUDANative takes the stack of the card; of a card whose part is not known that of
// its maker, where all the maker's cards in the catalogue run one other than CUDA.
func readCUDANative(e *engine, c *candidate, _ *metric) reading {
	stack, source, vendor := "", c.cardSource, c.glimpse.Vendor
	if c.accelerator != nil {
		stack, vendor = c.accelerator.SoftwareStack, c.accelerator.Vendor
	}
	if stack == "" && vendor != "" {
		stack, source = e.makersStack(vendor)
	}
	if stack == "" {
		return unread(UnknownUnpublished)
	}
	r := yes(stack == nvidiaStack, source)
	r.words = plainWords(stack)
	return r
}

const nvidiaStack = "CUDA"

// makersStack is the one stack of all of a maker's cards, "" where they differ, where it
// is not known of one, or where it is CUDA: what an unknown part of a maker of CUDA
// cards runs is left open.
func (e *engine) makersStack(vendor string) (stack string, source *catalog.Source) {
	parts := e.market.Accelerators()
	for i := range parts {
		a := &parts[i]
		switch {
		case a.Vendor != vendor:
		case a.SoftwareStack == "" || a.SoftwareStack == nvidiaStack || stack != "" && a.SoftwareStack != stack:
			return "", nil
		case stack == "":
			stack, source = a.SoftwareStack, &a.Source
		}
	}
	return stack, source
}

// domesticVendors are the makers of accelerators in China.
var domesticVendors = []string{"Huawei", "Hygon", "Cambricon", "MetaX", "Moore Threads", "Biren", "Enflame",
	"Iluvatar CoreX", "Kunlunxin"}

// readDomestic takes the maker of the card, else the one that the offer names.
func readDomestic(_ *engine, c *candidate, _ *metric) reading {
	vendor, source := c.glimpse.Vendor, c.source()
	if c.accelerator != nil && c.accelerator.Vendor != "" {
		vendor, source = c.accelerator.Vendor, c.cardSource
	}
	if vendor == "" {
		return unread(UnknownUnpublished)
	}
	r := yes(slices.Contains(domesticVendors, vendor), source)
	r.words = plainWords(vendor)
	return r
}

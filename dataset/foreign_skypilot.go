package dataset

import (
	"regexp"
	"strconv"
	"strings"

	"gpuscale/catalog"
)

// memoryUnit says what a cloud's file puts under "SizeInMiB".
type memoryUnit int

const (
	mibPerCard memoryUnit = iota
	gbPerCard             // the number is GB although the field says MiB
	mibTotal              // the number is that of all cards together
)

// skyPilotClouds are the clouds whose files differ from what the format documents.
var skyPilotClouds = map[string]struct {
	memory   memoryUnit
	reseller bool // sells machines of other clouds
	tier     catalog.PriceKind
}{
	"runpod":         {memory: gbPerCard},
	"shadeform":      {memory: gbPerCard, reseller: true},
	"vast":           {memory: mibTotal, tier: catalog.KindLowestSeller},
	"primeintellect": {memory: mibTotal, reseller: true},
}

// spotRounding is how far a spot price that only repeats the price may lie from it:
// files write spot with four decimals.
var spotRounding = mustDecimal("0.00005")

func mustDecimal(s string) catalog.Decimal {
	d, err := catalog.ParseDecimal(s)
	if err != nil {
		panic(err)
	}
	return d
}

// skyPilotRow reads one row of a SkyPilot catalogue (v7 or v8). Prices are USD an
// hour for the whole instance.
func (f *foreignSink) skyPilotRow(r foreignRow) {
	cloud := fileProvider(f.o.Name)
	if f.o.Foreign.Provider != "" {
		cloud = strings.ToLower(f.o.Foreign.Provider)
	}
	accelerator := r.get("acceleratorname")
	if accelerator == "" {
		f.skyPilotHost(r, cloud)
		return
	}
	count, share, code := foreignCount(r.get("acceleratorcount"))
	if code != "" || count == 0 {
		f.problem(r.line, Problem{Column: "AcceleratorCount", Code: firstCode(code, CodeRequired), Value: r.get("acceleratorcount")})
		return
	}
	q := f.skyPilotQuote(r, cloud, count, share)
	if chip, chips, ok := tpu(accelerator); ok {
		q.accelerator, q.count, q.instance = chip, chips*count, accelerator
	}
	if cloud == "gcp" && r.get("instancetype") == "" {
		f.gcp.addGPU(f, r, q)
		return
	}
	f.skyPilotPrices(r, q)
}

func firstCode(codes ...Code) Code {
	for _, c := range codes {
		if c != "" {
			return c
		}
	}
	return ""
}

// skyPilotHost takes a row without an accelerator: on GCP it may be the host part of
// a machine with cards, elsewhere it is no offer.
func (f *foreignSink) skyPilotHost(r foreignRow, cloud string) {
	if cloud == "gcp" && f.gcp.addHost(f, r) {
		return
	}
	f.skip(r.line, r.get("instancetype"), ReasonNoAccelerator)
}

func (f *foreignSink) skyPilotQuote(r foreignRow, cloud string, count int, share string) quote {
	info := readGPUInfo(r.get("gpuinfo"))
	name := r.get("acceleratorname")
	q := quote{
		line: r.line, provider: f.provider(""), instance: strings.TrimSuffix(r.get("instancetype"), "__SPOT"),
		accelerator: name, vendor: vendorOf(info.maker, name), count: count, share: share,
		form: formOf(name, info.name, r.get("instancetype"), r.get("upstreamcloudid")),
		vcpu: foreignFigure(r.get("vcpus")), ram: foreignFigure(r.get("memorygib")),
		region: r.get("region"), zone: r.get("availabilityzone"),
		unit: catalog.InstanceHour, scope: catalog.ScopeWhole, tier: catalog.KindList,
		seen: f.o.Foreign.Seen, url: f.o.Foreign.SourceURL,
	}
	known := skyPilotClouds[cloud]
	if known.tier != "" {
		q.tier = known.tier
	}
	switch {
	case strings.HasSuffix(q.instance, "_SECURE"):
		q.tier = catalog.KindSecure
	case strings.HasSuffix(q.instance, "_COMMUNITY"):
		q.tier = catalog.KindCommunity
	}
	if known.reseller {
		q.note = addNote(q.note, "sold by a reseller")
	}
	if info.size > 0 {
		q.note = addNote(q.note, "SizeInMiB "+formatFigure(info.size))
		q.vram = sliceMemory(f.skyPilotMemory(q, cloud, info.size), share)
	}
	return q
}

// skyPilotMemory returns the memory of one card for the size that the cloud's file
// states.
func (f *foreignSink) skyPilotMemory(q quote, cloud string, size float64) string {
	switch skyPilotClouds[cloud].memory {
	case gbPerCard:
		// Counted in the size that the card is sold with.
	case mibTotal:
		size = size / 1024 / float64(q.count)
	default:
		size /= 1024
	}
	return f.cardMemory(q.line, "skypilot/"+cloud, q.accelerator, size)
}

// sliceMemory returns the memory of a slice for that of its card.
func sliceMemory(vram, share string) string {
	num, den, ok := parseFraction(share)
	x, err := strconv.ParseFloat(vram, 64)
	if !ok || err != nil || num == den {
		return vram
	}
	return formatFigure(x * float64(num) / float64(den))
}

// skyPilotPrices adds the on-demand price and, where the file really states one, the
// spot price. Blank and zero spot prices are unknown; one equal to the price claims
// no discount and is left out; a separate "__SPOT" row has no Price.
func (f *foreignSink) skyPilotPrices(r foreignRow, q quote) {
	spotOnly := strings.HasSuffix(r.get("instancetype"), "__SPOT")
	price, code := foreignPrice(r.get("price"))
	spot, spotCode := foreignPrice(r.get("spotprice"))
	switch {
	case spotCode != "" && spotCode != CodeRequired:
		f.problem(r.line, Problem{Column: "SpotPrice", Code: spotCode, Value: r.get("spotprice")})
		return
	case spotOnly && spot.IsPos():
		q.billing, q.amount = catalog.Spot, spot
		f.quotes = append(f.quotes, q)
		return
	case code != "":
		f.problem(r.line, Problem{Column: "Price", Code: code, Value: r.get("price")})
		return
	case price.IsZero():
		f.problem(r.line, Problem{Column: "Price", Code: CodeSkipped, Value: r.get("price"), Detail: because(ReasonZeroPart)})
		return
	}
	f.addPrices(q, price, spot)
}

// addPrices adds an on-demand price and its spot price where one is stated. A spot
// price above on-demand is kept, because that is what is published, and pointed out.
func (f *foreignSink) addPrices(q quote, price, spot catalog.Decimal) {
	q.billing, q.amount = catalog.OnDemand, price
	if spot.IsPos() && closeTo(spot, price) {
		q.note = addNote(q.note, "spot equals on-demand: not known")
		spot = catalog.Decimal{}
	}
	f.quotes = append(f.quotes, q)
	q.billing, q.amount = catalog.Spot, spot
	if !spot.IsPos() {
		f.leaveSilent(q)
		return
	}
	if spot.Cmp(price) > 0 {
		f.notice(q.line, Problem{Column: "SpotPrice", Code: CodeConflict, Value: spot.String(), Detail: because(ReasonAboveOnDemand, price.String())})
		q.note = addNote(q.note, "spot above on-demand")
	}
	f.quotes = append(f.quotes, q)
}

func closeTo(a, b catalog.Decimal) bool {
	d, err := a.Sub(b)
	return err == nil && d.Abs().Cmp(spotRounding) <= 0
}

// gpuInfo is what the GpuInfo cell says, whether it is written as a Python literal,
// as JSON or as a bare name.
type gpuInfo struct {
	name, maker string
	size        float64
}

var (
	gpuInfoName  = regexp.MustCompile(`["']Name["']\s*:\s*["']([^"']*)["']`)
	gpuInfoMaker = regexp.MustCompile(`["']Manufacturer["']\s*:\s*["']([^"']*)["']`)
	gpuInfoSize  = regexp.MustCompile(`["']SizeInMiB["']\s*:\s*([0-9]+(?:\.[0-9]+)?)`)
)

func readGPUInfo(cell string) gpuInfo {
	if !strings.HasPrefix(cell, "{") {
		return gpuInfo{name: cell}
	}
	first := func(re *regexp.Regexp) string {
		if m := re.FindStringSubmatch(cell); m != nil {
			return m[1]
		}
		return ""
	}
	size, err := strconv.ParseFloat(first(gpuInfoSize), 64)
	if err != nil {
		size = 0
	}
	return gpuInfo{name: first(gpuInfoName), maker: first(gpuInfoMaker), size: size}
}

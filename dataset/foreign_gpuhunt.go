package dataset

import (
	"math"
	"strconv"
	"strings"

	"gpuscale/catalog"
)

// gpuHuntRow reads one row of a gpuhunt catalogue (v3): USD an hour for the whole
// instance, memory in GiB per card, spot as a row of its own.
func (f *foreignSink) gpuHuntRow(r foreignRow) {
	count, share, code := foreignCount(r.get("gpu_count"))
	name := r.get("gpu_name")
	switch {
	case code != "":
		f.problem(r.line, Problem{Column: "gpu_count", Code: code, Value: r.get("gpu_count")})
		return
	case count == 0 && name == "":
		f.skip(r.line, r.get("instance_name"), ReasonNoAccelerator)
		return
	case count == 0 || name == "":
		f.problem(r.line, Problem{Column: "gpu_name", Code: CodeRequired, Value: name, Detail: because(ReasonCardAndCount)})
		return
	}
	price, code := foreignPrice(r.get("price"))
	if code == "" && price.IsZero() {
		code = CodeSkipped
	}
	if code != "" {
		f.problem(r.line, Problem{Column: "price", Code: code, Value: r.get("price"), Detail: because(ReasonAboveZero)})
		return
	}
	for _, column := range []string{"cpu", "memory"} {
		if foreignFigure(r.get(column)) == "" {
			f.problem(r.line, Problem{Column: column, Code: CodeRange, Value: r.get(column), Detail: because(ReasonAboveZero)})
			return
		}
	}
	f.gpuHuntQuote(r, count, share, price)
}

func (f *foreignSink) gpuHuntQuote(r foreignRow, count int, share string, price catalog.Decimal) {
	name := r.get("gpu_name")
	q := quote{
		line: r.line, provider: f.provider(r.get("provider")), instance: r.get("instance_name"), accelerator: name,
		vendor: vendorOf(firstOf(r.get("gpu_vendor"), "nvidia"), name), form: formOf(name, r.get("instance_name")),
		count: count, share: share, vcpu: foreignFigure(r.get("cpu")), ram: foreignFigure(r.get("memory")),
		region: r.get("location"), billing: catalog.OnDemand, tier: catalog.KindList, unit: catalog.InstanceHour,
		scope: catalog.ScopeWhole, amount: price, seen: f.o.Foreign.Seen, url: f.o.Foreign.SourceURL,
	}
	if chip, chips, ok := tpu(name); ok {
		q.accelerator, q.count = chip, chips*count
	}
	if strings.EqualFold(r.get("spot"), "true") {
		q.billing = catalog.Spot
	}
	f.gpuHuntMemory(&q, r.get("gpu_memory"))
	f.quotes = append(f.quotes, q)
}

func firstOf(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// gpuHuntMemory holds the memory per card against the cards that the name may mean:
// some providers' rows state the total of all cards there.
func (f *foreignSink) gpuHuntMemory(q *quote, published string) {
	gib, err := strconv.ParseFloat(foreignFigure(published), 64)
	if err != nil {
		return
	}
	context := "gpuhunt"
	if gb, _, ok := f.marketedGB(context, q.accelerator, gib); ok {
		q.vram = formatFigure(gb)
		f.noteLargest(q, gb)
		return
	}
	each := gib / float64(q.count)
	if gb, known, ok := f.marketedGB(context, q.accelerator, each); q.count > 1 && (ok || !known && gib > greatestCard) {
		if !ok {
			gb = each
		}
		q.vram = formatFigure(gb)
		f.notice(q.line, Problem{Column: "gpu_memory", Code: CodeConflict, Value: published, Detail: because(ReasonTotal, strconv.Itoa(q.count))})
		q.note = addNote(q.note, "gpu_memory "+published+" is the total")
		return
	}
	// Less than any card has: a slice, settled when the largest card is known.
	q.vram = formatFigure(gib)
}

func largestKey(q *quote) string { return q.provider + "\x00" + q.accelerator }

func (f *foreignSink) noteLargest(q *quote, gb float64) {
	f.largest[largestKey(q)] = max(f.largest[largestKey(q)], gb)
}

// sliceGPUHunt finds the rows that sell a part of a card: less memory than any card
// of the name, or a virtual machine type whose name states a memory below that of
// the provider's whole card.
func (f *foreignSink) sliceGPUHunt() {
	for i := range f.quotes {
		q := &f.quotes[i]
		gb, err := strconv.ParseFloat(q.vram, 64)
		if err != nil || q.count != 1 {
			continue
		}
		whole := f.largest[largestKey(q)]
		for _, size := range f.cardSizes("gpuhunt", q.accelerator, catalog.Number{}) {
			whole = max(whole, size)
		}
		_, known, fits := f.marketedGB("gpuhunt", q.accelerator, gb)
		virtual := strings.HasPrefix(q.instance, "vcg-")
		switch {
		case whole == 0 || gb >= whole || fits && !virtual:
		case gb > whole || !known && !virtual:
		default:
			f.slice(q, gb, whole)
		}
	}
}

func (f *foreignSink) slice(q *quote, gb, whole float64) {
	n := math.Round(whole / gb)
	if n < 2 || math.Abs(whole/n-gb) > 0.02*gb {
		q.share = ""
		f.notice(q.line, Problem{Column: "gpu_memory", Code: CodeConflict, Value: formatFigure(gb), Detail: because(ReasonNoEvenPart, formatFigure(whole))})
		return
	}
	q.share = "1/" + formatFigure(n)
	q.note = addNote(q.note, "slice of a "+formatFigure(whole)+" GB card")
}

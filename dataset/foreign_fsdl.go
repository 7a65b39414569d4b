package dataset

import (
	"regexp"
	"strconv"
	"strings"

	"gpuscale/catalog"
)

// fsdlLicence is named on every line taken from the list, as its licence asks.
const fsdlLicence = "MIT Full Stack Deep Learning"

// perGPUTolerance is how far the list's own per-card price may lie from the price
// divided by the cards; it is written with two decimals.
var perGPUTolerance = mustDecimal("0.011")

var bracketMemory = regexp.MustCompile(`\((\d+)\s*GB\)`)

// fsdlRow reads one row of cloud-gpus.csv: USD an hour for the whole instance. The
// memory in the card's name is per card; the column beside it is meant as the total
// and is often wrong.
func (f *foreignSink) fsdlRow(r foreignRow) {
	count, share, code := foreignCount(r.get("gpus"))
	if code != "" || count == 0 {
		f.problem(r.line, Problem{Column: "GPUs", Code: firstCode(code, CodeRequired), Value: r.get("gpus")})
		return
	}
	price, code := foreignPrice(r.get("on-demand"))
	if code == "" && price.IsZero() {
		code = CodeSkipped
	}
	if code != "" {
		f.problem(r.line, Problem{Column: "On-demand", Code: code, Value: r.get("on-demand"), Detail: because(ReasonNoPrice)})
		return
	}
	if !f.fsdlAgrees(r, price, count) {
		return
	}
	name := r.get("gpu_type")
	q := quote{
		line: r.line, provider: f.provider(r.get("cloud")), instance: r.get("name"), accelerator: name,
		vendor: vendorOf("nvidia", name), form: formOf(name), vram: f.fsdlMemory(r, name, count), count: count, share: share,
		vcpu: foreignFigure(r.get("vcpus")), ram: foreignFigure(r.get("ram")), tier: catalog.KindList,
		unit: catalog.InstanceHour, scope: catalog.ScopeWhole, seen: f.o.Foreign.Seen, url: f.o.Foreign.SourceURL,
		licence: fsdlLicence,
	}
	spot, code := foreignPrice(r.get("spot"))
	if code != "" && code != CodeRequired {
		f.problem(r.line, Problem{Column: "Spot", Code: code, Value: r.get("spot")})
		return
	}
	f.addPrices(q, price, spot)
}

// fsdlAgrees refuses a row whose two prices contradict each other: which of them is
// meant would be a guess.
func (f *foreignSink) fsdlAgrees(r foreignRow, price catalog.Decimal, count int) bool {
	perGPU, code := foreignPrice(r.get("per-gpu"))
	if code == CodeRequired {
		return true
	}
	divisor, err := catalog.ParseDecimal(strconv.Itoa(count))
	if err != nil || code != "" {
		f.problem(r.line, Problem{Column: "Per-GPU", Code: firstCode(code, CodeNumber), Value: r.get("per-gpu")})
		return false
	}
	each, err := price.Quo(divisor)
	if err != nil {
		f.problem(r.line, Problem{Column: "On-demand", Code: CodeRange, Value: r.get("on-demand")})
		return false
	}
	diff, err := each.Sub(perGPU)
	if err != nil || diff.Abs().Cmp(perGPUTolerance) > 0 {
		f.problem(r.line, Problem{Column: "Per-GPU", Code: CodeConflict, Value: r.get("per-gpu"), Detail: because(ReasonEach, r.get("on-demand"), strconv.Itoa(count), catalog.RoundHalfUp(each, 4).String())})
		return false
	}
	return true
}

// fsdlMemory returns the memory of one card and points out a total that is not that
// of all cards.
func (f *foreignSink) fsdlMemory(r foreignRow, name string, count int) string {
	total, err := strconv.ParseFloat(foreignFigure(r.get("gpu_ram")), 64)
	each := ""
	if m := bracketMemory.FindStringSubmatch(name); m != nil {
		each = m[1]
	}
	switch {
	case each == "" && err == nil:
		return f.cardMemory(r.line, string(FSDL), name, total/float64(count))
	case each == "":
		return ""
	}
	if gb, e := strconv.ParseFloat(each, 64); e == nil && (err != nil || total != gb*float64(count)) {
		f.notice(r.line, Problem{Column: "GPU RAM", Code: CodeConflict, Value: r.get("gpu_ram"), Detail: because(ReasonTimes, strings.TrimSpace(name), strconv.Itoa(count))})
	}
	return each
}

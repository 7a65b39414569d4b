package catalogtest

import (
	"fmt"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
)

var places = []string{"北京", "上海", "广州", "深圳", "乌兰察布", "贵阳", "成都", "新加坡", "us-east-1", "eu-west-1", "北京、上海", "中国大陆"}

// offer appends the price lines of offer number i.
func (g *generator) offer(lines []catalog.PriceLine, i int) []catalog.PriceLine {
	p := pick(g, parts...)
	provider := g.IntN(providerCount)
	l := catalog.PriceLine{
		Provider: fmt.Sprintf("provider-%02d", provider), InstanceType: g.instance(i), AcceleratorName: p.name, Vendor: p.vendor,
		VRAMGB: catalog.Known(p.memory), Count: catalog.Known(pick(g, 1, 1, 1, 2, 4, 8, 8)), VCPU: catalog.Known(float64(8 + 4*g.IntN(24))),
		RAMGiB: catalog.Known(float64(32 * (1 + g.IntN(32)))), Share: catalog.Share{Num: 1, Den: 1},
	}
	g.roughen(&l, p)
	hour := p.hour * (0.6 + 0.8*g.Float64())
	source := g.source(provider)
	modes := []catalog.BillingMode{catalog.OnDemand}
	if g.chance(4) {
		modes = append(modes, pick(g, catalog.Spot, catalog.BillMonth, catalog.BillDay))
	}
	if g.chance(12) {
		modes = append(modes, catalog.BillYear)
	}
	for _, mode := range modes {
		lines = append(lines, g.price(l, mode, hour, source))
	}
	return lines
}

func (g *generator) instance(i int) string {
	switch {
	case g.chance(3):
		return fmt.Sprintf("gn%d.%dxlarge.%d", g.IntN(9), 1<<g.IntN(6), i)
	case g.chance(2):
		return fmt.Sprintf("gpu.%d", g.IntN(400))
	}
	return ""
}

// roughen takes away and bends what real lists lack or bend.
func (g *generator) roughen(l *catalog.PriceLine, p part) {
	if g.chance(3) {
		l.Regions = []string{pick(g, places...)}
	}
	if g.chance(20) {
		l.Regions = []string{"北京", "广州"}
	}
	if g.chance(3) {
		l.FormFactor = map[catalog.Form]string{catalog.FormPCIe: "PCIe", catalog.FormSXM: "SXM", catalog.FormNVL: "NVL"}[p.form]
	}
	if g.chance(8) {
		l.VRAMGB = catalog.Number{}
	}
	if g.chance(40) {
		l.Count = catalog.Opt[int]{}
	}
	if g.chance(25) {
		l.Share = pick(g, catalog.Share{}, catalog.Share{Num: 1, Den: 2}, catalog.Share{Num: 1, Den: 4})
		if l.Share.Known() && l.VRAMGB.Known {
			l.VRAMGB = catalog.Known(l.VRAMGB.Value / float64(l.Share.Den))
		}
	}
	if g.chance(30) {
		l.AcceleratorName, l.Vendor = "未注明型号", ""
	}
	if g.chance(6) {
		l.Interconnect = []string{"NVLink"}
	}
	if g.chance(60) {
		l.Availability = pick(g, catalog.SoldOut, catalog.Available)
	}
}

func (g *generator) source(provider int) catalog.Source {
	s := catalog.Source{URL: fmt.Sprintf("https://provider-%02d.example/price/%d", provider, g.IntN(8)), Confidence: catalog.OfficialPage}
	if !g.chance(15) {
		seen := Day.AddDate(0, 0, -7*g.IntN(40))
		s.Seen = catalog.DateOf(seen)
	}
	return s
}

// price makes one line of the offer under a billing mode, at about the discount
// such modes have.
func (g *generator) price(l catalog.PriceLine, mode catalog.BillingMode, hour float64, source catalog.Source) catalog.PriceLine {
	g.lines++
	l.ID = fmt.Sprintf("of-%06d", g.lines)
	l.Billing, l.Source, l.Currency, l.Scope = mode, source, catalog.CNY, catalog.ScopeWhole
	l.Grade = pick(g, catalog.GradeA, catalog.GradeB, catalog.GradeB, catalog.GradeB, catalog.GradeC)
	l.Kind = pick(g, catalog.KindList, catalog.KindList, catalog.KindList, catalog.KindApprox, catalog.KindFloor, catalog.KindRange)
	hours := 1.0
	l.Unit = pick(g, catalog.GPUHour, catalog.InstanceHour)
	switch mode {
	case catalog.Spot:
		hour *= 0.4 + 0.7*g.Float64()
	case catalog.BillDay:
		hour, hours, l.Unit = hour*0.9, 24, pick(g, catalog.GPUDay, catalog.InstanceDay)
	case catalog.BillMonth:
		hour, hours, l.Unit = hour*0.7, 730, pick(g, catalog.GPUMonth, catalog.InstanceMonth)
	case catalog.BillYear:
		hour, hours, l.Unit = hour*0.6, 8760, pick(g, catalog.GPUYear, catalog.InstanceYear)
	}
	if l.Unit.PerMachine() {
		hours *= float64(l.Count.Or(1))
	}
	g.money(&l, hour*hours)
	if g.chance(30) {
		l.Doubts = []string{pick(g, "D1", "N1")}
	}
	if g.chance(50) {
		l.ValidTo = catalog.DateOf(Day.AddDate(0, 0, g.IntN(60)-30))
	}
	if g.chance(40) {
		l.Scope = catalog.ScopeGPUPart
	}
	return l
}

func (g *generator) money(l *catalog.PriceLine, cny float64) {
	if g.chance(5) {
		l.Currency = catalog.USD
		cny /= 7
	}
	l.Amount = catalog.Known(decimal.MustNew(int64(cny*100)+1, 2))
	switch {
	case g.chance(60):
		l.Amount = catalog.Opt[catalog.Decimal]{}
	case g.chance(60):
		l.Amount = catalog.Known(decimal.MustNew(0, 0))
	case l.Kind == catalog.KindRange:
		l.Max = catalog.Known(decimal.MustNew(int64(cny*130)+1, 2))
	}
}

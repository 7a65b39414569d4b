package views

import (
	"cmp"
	"math"
	"slices"

	"gpuscale/catalog"
	"gpuscale/text"
)

// headModes are the billing modes whose lowest price stands at the head of a card's
// page, on-demand whether there is one or not.
var headModes = []catalog.BillingMode{catalog.OnDemand, catalog.BillMonth, catalog.BillYear, catalog.Spot}

// facts are the figures at the head of the page: the lowest ranked price by area and
// mode, then what a hundred TFLOPS and a gigabyte cost at the lowest on-demand price.
func (m *GPUModel) facts(f Frame) []GPUFact {
	var facts []GPUFact
	var lead catalog.Opt[catalog.Decimal]
	for _, mode := range headModes {
		for _, area := range areas {
			o, p := m.lowest(mode, area)
			label := f.T("gpu.lowest", "area", f.T("quote."+string(area)), "mode", f.T("offers.short."+string(mode)))
			if p == nil {
				if mode == catalog.OnDemand {
					facts = append(facts, GPUFact{Label: label, Value: "—", Note: f.T("providers.lowest.none")})
				}
				continue
			}
			hour := m.View.Basis.PerGPUHour(p)
			if mode == catalog.OnDemand && !lead.Known {
				lead = catalog.Known(hour.Low)
			}
			cite := CitePrice(f.Lang, m.View.Market, p)
			facts = append(facts, GPUFact{
				Label: label, Value: HourlyRange(hour.Range), Note: In(f.Lang, o.Provider.Name), Cite: &cite,
				NoteHref: m.View.Href(f, "/providers/"+o.Provider.Slug), Host: knownHost(f, m.View, o),
			})
		}
	}
	return append(facts, perFigures(f, lead, m.A)...)
}

// perFigures spread a price over 100 TFLOPS and over a GB of memory.
func perFigures(f Frame, lead catalog.Opt[catalog.Decimal], a *catalog.Accelerator) []GPUFact {
	price, ok := lead.Get()
	if !ok {
		return nil
	}
	one := func(label string, figure catalog.Number, times int) GPUFact {
		fact := GPUFact{Label: label, Value: "—", Note: f.T("value.unknown")}
		if d, ok := catalog.PerFigure(price, figure, times).Get(); ok {
			fact.Value, fact.Note = Hourly(d), ""
		}
		return fact
	}
	return []GPUFact{one(f.T("gpu.per-tflops"), a.FP16TFLOPS, 100), one(f.T("gpu.per-gb"), a.MemoryGB, 1)}
}

// lowest finds the lowest ranked price of the card in one mode and area.
func (m *GPUModel) lowest(mode catalog.BillingMode, area catalog.MarketArea) (*catalog.Offer, *catalog.Price) {
	var offer *catalog.Offer
	var best *catalog.Price
	var low catalog.Decimal
	for i := range m.Rentals.Rankings {
		o := &m.Rentals.Rankings[i]
		if o.Provider.Market != area {
			continue
		}
		for j := range o.Prices {
			hour := m.View.Basis.PerGPUHour(&o.Prices[j])
			if o.Prices[j].Billing == mode && hour.Known() && (best == nil || hour.Low.Cmp(low) < 0) {
				offer, best, low = o, &o.Prices[j], hour.Low
			}
		}
	}
	return offer, best
}

// similarCards is how many similar cards the page names.
const similarCards = 4

// similar finds the cards with a best price that are nearest in memory and dense
// FP16, counted in factors.
func similar(f Frame, v *Viewpoint, a *catalog.Accelerator) []Quote {
	type near struct {
		card     *catalog.Accelerator
		distance float64
	}
	var found []near
	all := v.Market.Accelerators()
	for i := range all {
		other := &all[i]
		if other.Slug == a.Slug || slices.Contains(a.Candidates, other.Slug) {
			continue
		}
		d := factor(a.MemoryGB, other.MemoryGB) + factor(a.FP16TFLOPS, other.FP16TFLOPS)
		if d <= 2*math.Ln2 {
			found = append(found, near{other, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	var quotes []Quote
	for _, n := range found {
		q := newQuote(f, v, n.card)
		if len(q.Sides) == 0 {
			continue
		}
		q.Detail = difference(f, a, n.card)
		if quotes = append(quotes, q); len(quotes) == similarCards {
			break
		}
	}
	return quotes
}

// factor is how far apart two figures are, as the logarithm of their ratio; figures
// that are not known are far.
func factor(a, b catalog.Number) float64 {
	if !a.Known || !b.Known || a.Value <= 0 || b.Value <= 0 {
		return math.Inf(1)
	}
	return math.Abs(math.Log(a.Value / b.Value))
}

// difference says how another card differs in memory, compute and link.
func difference(f Frame, a, other *catalog.Accelerator) string {
	words := ""
	for _, c := range []struct {
		key      string
		from, to catalog.Number
	}{{"gpu.similar.memory", a.MemoryGB, other.MemoryGB}, {"gpu.similar.fp16", a.FP16TFLOPS, other.FP16TFLOPS}, {"gpu.similar.link", a.DefaultLinkGBs, other.DefaultLinkGBs}} {
		if !c.from.Known || !c.to.Known || c.from.Value <= 0 || math.Abs(c.to.Value/c.from.Value-1) < 0.005 {
			continue
		}
		if words != "" {
			words += " · "
		}
		ratio := c.to.Value/c.from.Value - 1
		sign := ""
		if ratio > 0 {
			sign = "+"
		}
		words += f.T(c.key) + " " + sign + text.Percent(ratio, 0)
	}
	if words == "" {
		return f.T("gpu.similar.same")
	}
	return words
}

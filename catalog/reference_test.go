package catalog_test

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
)

// reference answers queries the slow way, from the definitions: every facet value
// is counted by asking again with that value in the facet's place.
type reference struct {
	market *catalog.Market
	offers []catalog.Offer
}

func newReference(m *catalog.Market, lines []catalog.PriceLine) *reference {
	r := &reference{market: m}
	seen := map[string]bool{}
	for _, l := range lines {
		if o, ok := m.Offer(l.ID); ok && !seen[o.ID] {
			seen[o.ID] = true
			r.offers = append(r.offers, o)
		}
	}
	slices.SortFunc(r.offers, func(a, b catalog.Offer) int {
		return cmp.Or(strings.Compare(a.Provider.Slug, b.Provider.Slug), strings.Compare(a.ID, b.ID))
	})
	return r
}

func accepts[T ~string](t catalog.Terms[T], v T) bool {
	return (len(t.In) == 0 || slices.Contains(t.In, v)) && !slices.Contains(t.Out, v)
}

func within(b catalog.Bounds, n catalog.Number) bool {
	if b.Empty() {
		return true
	}
	return n.Known && n.Value >= b.Min.Or(math.Inf(-1)) && n.Value <= b.Max.Or(math.Inf(1))
}

func (r *reference) means(slug string, a *catalog.Accelerator) bool {
	if a == nil {
		return false
	}
	named, _ := r.market.Accelerator(slug)
	if named == nil || named.Slug == a.Slug {
		return named != nil
	}
	parts := a.Candidates
	if !a.Family() {
		parts = []string{a.Slug}
	}
	for _, p := range parts {
		if !slices.Contains(named.Candidates, p) {
			return false
		}
	}
	return true
}

func (r *reference) offerFits(o *catalog.Offer, q catalog.OfferQuery) bool {
	gpu := func(slug string) bool { return r.means(slug, o.Accelerator) }
	region := func(v string) bool {
		return slices.ContainsFunc(o.Regions, func(s string) bool { return slices.Contains(strings.Split(s, "、"), v) })
	}
	count := catalog.Number{Value: float64(o.Count.Value), Known: o.Count.Known}
	return accepts(q.Provider, o.Provider.Slug) && accepts(q.Kind, o.Provider.Kind) && accepts(q.Market, o.Provider.Market) &&
		accepts(q.Vendor, o.Vendor) && accepts(q.Form, o.Form) &&
		within(q.VRAM, o.VRAMGB) && within(q.Count, count) && within(catalog.Bounds{Min: q.InterconnectMin}, o.InterconnectGBs) &&
		(len(q.GPU.In) == 0 || slices.ContainsFunc(q.GPU.In, gpu)) && !slices.ContainsFunc(q.GPU.Out, gpu) &&
		(len(q.Region.In) == 0 || slices.ContainsFunc(q.Region.In, region)) && !slices.ContainsFunc(q.Region.Out, region) &&
		r.textFits(o, q.Text)
}

func (r *reference) textFits(o *catalog.Offer, text string) bool {
	hay := []string{o.Provider.Slug, o.Provider.Name.Zh, o.Provider.Name.En, o.AcceleratorName, o.InstanceType, strings.Join(o.Regions, " ")}
	if o.Accelerator != nil {
		hay = append(hay, o.Accelerator.Slug, o.Accelerator.Model, o.Accelerator.Vendor)
	}
	for _, word := range strings.Fields(text) {
		if !slices.ContainsFunc(hay, func(s string) bool {
			return strings.Contains(catalog.NormaliseName(s), catalog.NormaliseName(word))
		}) {
			return false
		}
	}
	return true
}

// explicit tells whether a price fits what the visitor asked for, ranked or not.
func (r *reference) explicit(o *catalog.Offer, p *catalog.Price, q catalog.OfferQuery) bool {
	if !accepts(q.Billing, p.Billing) || !accepts(q.PriceKind, p.Kind) || !accepts(q.Grade, p.Grade) ||
		!accepts(q.Freshness, p.Freshness) || !accepts(q.Share, o.Share.Word()) {
		return false
	}
	if !q.PriceMin.Known && !q.PriceMax.Known {
		return true
	}
	shown := r.market.Basis(q.Currency, q.Month).In(q.Unit, p)
	if !shown.Known() {
		return false
	}
	printed := catalog.RoundHalfUp(shown.Low, map[catalog.Unit]int{catalog.GPUHour: 4, catalog.InstanceHour: 4, catalog.GPUMonth: 2}[q.Unit])
	return (!q.PriceMin.Known || printed.Cmp(q.PriceMin.Value) >= 0) && (!q.PriceMax.Known || printed.Cmp(q.PriceMax.Value) <= 0)
}

func (r *reference) figure(p *catalog.Price, unit catalog.Unit, month catalog.MonthHours) (int64, bool) {
	h := r.market.Basis(catalog.CNY, month).In(unit, p)
	if !h.Known() {
		return 0, false
	}
	n, err := catalog.Nano(catalog.RoundHalfUp(h.Low, 9))
	return n, err == nil
}

// blocking returns the codes that keep a price off the ranked list.
func (r *reference) blocking(o *catalog.Offer, p *catalog.Price, q catalog.OfferQuery) []catalog.WhyNot {
	if q.Show == catalog.ShowAll {
		return nil
	}
	noShare := r.market.Basis(catalog.CNY, 730).PerGPUHour(p).Reason == catalog.ReasonShareUnknown
	return slices.DeleteFunc(slices.Clone(p.WhyNot), func(w catalog.WhyNot) bool {
		switch w {
		case catalog.NotGrade:
			return len(q.Grade.In) > 0
		case catalog.NotStale, catalog.NotUndated:
			return len(q.Freshness.In) > 0
		case catalog.NotKind:
			return len(q.PriceKind.In) > 0
		case catalog.NotShare:
			return len(q.Share.In) > 0
		case catalog.NotPerCard:
			return len(q.Share.In) > 0 && noShare
		}
		return false
	})
}

type answer struct {
	total, prices, hiddenOffers, hiddenPrices int
	notShown                                  map[catalog.WhyNot]int
	ids                                       []string // all, in order
}

func (r *reference) ask(q catalog.OfferQuery) answer {
	a := answer{notShown: map[catalog.WhyNot]int{}}
	type row struct {
		id    string
		key   float64
		known bool
	}
	var rows []row
	for i := range r.offers {
		o := &r.offers[i]
		if !r.offerFits(o, q) {
			continue
		}
		var left []catalog.Price
		hidden := 0
		for j := range o.Prices {
			p := &o.Prices[j]
			if !r.explicit(o, p, q) {
				continue
			}
			codes := r.blocking(o, p, q)
			if len(codes) == 0 {
				left = append(left, *p)
				continue
			}
			hidden++
			for _, c := range codes {
				a.notShown[c]++
			}
		}
		a.hiddenPrices += hidden
		if len(left) == 0 {
			a.hiddenOffers += min(hidden, 1)
			continue
		}
		a.total++
		a.prices += len(left)
		key, known := r.sortKey(o, left, q)
		if q.Sort.Desc {
			key = -key
		}
		rows = append(rows, row{o.ID, key, known})
	}
	slices.SortStableFunc(rows, func(x, y row) int {
		if x.known != y.known {
			return map[bool]int{true: -1, false: 1}[x.known]
		}
		if !x.known {
			return 0
		}
		return cmp.Compare(x.key, y.key)
	})
	for _, x := range rows {
		a.ids = append(a.ids, x.id)
	}
	return a
}

func (r *reference) sortKey(o *catalog.Offer, left []catalog.Price, q catalog.OfferQuery) (float64, bool) {
	lowest, known, unit := int64(0), false, catalog.GPUHour
	if q.Sort.Key == catalog.SortPrice && q.Unit == catalog.GPUMonth {
		unit = catalog.GPUMonth
	}
	for _, onlyRanked := range []bool{true, false} {
		for i := range left {
			h, ok := r.figure(&left[i], unit, q.Month)
			if ok && (!onlyRanked || left[i].Ranked()) && (!known || h < lowest) {
				lowest, known = h, true
			}
		}
		if known {
			break
		}
	}
	by := func(n catalog.Number) (float64, bool) {
		return math.Round(float64(lowest) / n.Value * 1000), known && n.Known && n.Value > 0
	}
	switch q.Sort.Key {
	case catalog.SortVRAM:
		return o.VRAMGB.Value, o.VRAMGB.Known
	case catalog.SortCount:
		return float64(o.Count.Value), o.Count.Known
	case catalog.SortProvider:
		return float64(slices.IndexFunc(r.offers, func(x catalog.Offer) bool { return x.Provider.Slug == o.Provider.Slug })), true
	case catalog.SortSeen:
		newest := ""
		for _, p := range left {
			newest = max(newest, p.Source.Seen.String())
		}
		n, _ := strconv.Atoi(strings.ReplaceAll(newest, "-", ""))
		return float64(n), newest != ""
	case catalog.SortPricePerTFLOPS:
		if o.Accelerator == nil {
			return 0, false
		}
		return by(o.Accelerator.FP16TFLOPS)
	case catalog.SortPricePerGB:
		return by(o.VRAMGB)
	}
	return float64(lowest), known
}

// facetCount asks again with the value in the facet's place.
func (r *reference) facetCount(q catalog.OfferQuery, name, value string) int {
	only := []string{value}
	switch n, _ := strconv.ParseFloat(value, 64); name {
	case "provider":
		q.Provider = catalog.Terms[string]{In: only}
	case "gpu":
		q.GPU = catalog.Terms[string]{In: only}
	case "vendor":
		q.Vendor = catalog.Terms[string]{In: only}
	case "region":
		q.Region = catalog.Terms[string]{In: only}
	case "kind":
		q.Kind = catalog.Terms[catalog.ProviderKind]{In: []catalog.ProviderKind{catalog.ProviderKind(value)}}
	case "market":
		q.Market = catalog.Terms[catalog.MarketArea]{In: []catalog.MarketArea{catalog.MarketArea(value)}}
	case "share":
		q.Share = catalog.Terms[catalog.ShareWord]{In: []catalog.ShareWord{catalog.ShareWord(value)}}
	case "form":
		q.Form = catalog.Terms[catalog.Form]{In: []catalog.Form{catalog.Form(value)}}
	case "billing":
		q.Billing = catalog.Terms[catalog.BillingMode]{In: []catalog.BillingMode{catalog.BillingMode(value)}}
	case "price_kind":
		q.PriceKind = catalog.Terms[catalog.PriceKind]{In: []catalog.PriceKind{catalog.PriceKind(value)}}
	case "grade":
		q.Grade = catalog.Terms[catalog.Grade]{In: []catalog.Grade{catalog.Grade(value)}}
	case "freshness":
		q.Freshness = catalog.Terms[catalog.Freshness]{In: []catalog.Freshness{catalog.Freshness(value)}}
	case "vram":
		q.VRAM = catalog.Bounds{Min: catalog.Known(n), Max: catalog.Known(n)}
	case "count":
		q.Count = catalog.Bounds{Min: catalog.Known(n), Max: catalog.Known(n)}
	}
	return r.ask(q).total
}

package catalog

import (
	"iter"
	"slices"
)

// Search answers a query: one page of offers, their total, what is not shown, and
// the facets with each value's count under all the other filters.
func (m *Market) Search(q OfferQuery) OfferResult {
	q = q.withDefaults()
	start := min(q.Page-1, len(m.book.offers)) * min(q.Per, len(m.book.offers)) // far pages must not overflow
	s := m.book.scan(q, start+q.Per)
	s.run()
	r := OfferResult{
		Total: s.total, PricesTotal: s.prices, NotShown: map[WhyNot]int{}, HiddenPrices: s.hidden.prices,
		HiddenOffers: s.hidden.offers, Page: q.Page, Per: q.Per, Basis: m.Basis(q.Currency, q.Month),
		Facets: s.facetList(q),
	}
	for i, n := range s.notShown {
		if n > 0 {
			r.NotShown[WhyNots[i]] = n
		}
	}
	for _, l := range s.sorted(start, start+q.Per) {
		r.Offers = append(r.Offers, s.offer(l.row))
	}
	return r
}

// scan prepares a search that keeps the first limit offers, or all for 0.
func (b *book) scan(q OfferQuery, limit int) *scan {
	s := &scan{plan: b.plan(q), facets: newFacetCounts(b), choice: choice{limit: min(limit, len(b.offers))}}
	s.order()
	return s
}

// order prepares what sorting by provider or date goes by.
func (s *scan) order() {
	switch s.q.Sort.Key {
	case SortProvider:
		slugs := make([]string, len(s.book.providers.values))
		for i, p := range s.book.providers.values {
			slugs[i] = p.Slug
		}
		slices.Sort(slugs)
		for _, p := range s.book.providers.values {
			i, _ := slices.BinarySearch(slugs, p.Slug)
			s.slugOrder = append(s.slugOrder, int64(i))
		}
	case SortSeen:
		for _, source := range s.book.sources.values {
			seen := int64(undatedSeen)
			if source.Seen.Known() {
				seen = source.Seen.Start().Unix()
			}
			s.seen = append(s.seen, seen)
		}
	}
}

// offer makes the offer of a row with the prices that are left.
func (s *scan) offer(row uint32) Offer {
	o := &s.book.offers[row]
	return s.book.offer(row, func(p uint32) bool { return s.judgePrice(p, o) == 0 })
}

// All returns every offer that fits, in order, each with the prices that fit: an
// export of the whole result, without pages.
func (m *Market) All(q OfferQuery) iter.Seq[Offer] {
	return func(yield func(Offer) bool) {
		s := m.book.scan(q.withDefaults(), 0)
		s.run()
		for _, l := range s.sorted(0, s.total) {
			if !yield(s.offer(l.row)) {
				return
			}
		}
	}
}

// EachOffer calls visit with every offer that fits, by provider and id, until it
// returns false. The offer is reused for the next call: copy what is to be kept.
func (m *Market) EachOffer(q OfferQuery, visit func(*Offer) bool) {
	p := m.book.plan(q.withDefaults())
	var offer Offer
	for i := range len(m.book.offers) - 1 {
		o := &m.book.offers[i]
		if p.judgeOffer(o) != 0 {
			continue
		}
		keep := func(row uint32) bool { return p.judgePrice(row, o) == 0 }
		if offer = m.book.offer(uint32(i), keep); len(offer.Prices) > 0 && !visit(&offer) {
			return
		}
	}
}

// facetList turns the counts into facets, in the order of a filter form.
func (s *scan) facetList(q OfferQuery) []Facet {
	b, f := s.book, &s.facets
	t := &b.facets
	return []Facet{
		facet(&t.gpu, q.GPU, f.pass.gpu, f.only.gpu),
		facet(&t.vendor, q.Vendor, f.pass.vendor, f.only.vendor),
		facet(&t.vram, Terms[string]{}, f.pass.vram, f.only.vram),
		facet(&t.count, Terms[string]{}, f.pass.count, f.only.count),
		facet(&t.billing, q.Billing, f.pass.billing[:]),
		facet(&t.provider, q.Provider, f.pass.provider, f.only.provider),
		facet(&t.kind, q.Kind, f.pass.provider, f.only.kind),
		facet(&t.market, q.Market, f.pass.provider, f.only.market),
		facet(&t.region, q.Region, f.pass.regions, f.only.regions),
		facet(&t.form, q.Form, f.pass.form, f.only.form),
		facet(&t.share, q.Share, f.pass.share, f.only.share),
		facet(&t.priceKind, q.PriceKind, f.pass.kind[:]),
		facet(&t.grade, q.Grade, f.pass.grade[:]),
		facet(&t.freshness, q.Freshness, f.pass.freshness[:]),
	}
}

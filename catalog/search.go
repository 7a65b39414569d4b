package catalog

import "iter"

// Search answers a query: one page of offers, their total, what is not shown, and
// the facets with each value's count under all the other filters.
func (m *Market) Search(q OfferQuery) OfferResult {
	q = q.withDefaults()
	start := min(q.Page-1, len(m.book.offers)) * min(q.Per, len(m.book.offers)) // far pages must not overflow
	s := m.book.scan(q, start+q.Per)
	defer s.release()
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

// scan prepares a search that keeps the first limit offers, or all for 0. Its caller
// calls release when done with the rankings.
func (b *book) scan(q OfferQuery, limit int) *scan {
	return &scan{plan: b.plan(q), scratch: b.borrow(min(limit, len(b.offers)))}
}

// release gives back the room of a scan that is read to its end.
func (s *scan) release() { s.book.scratch.Put(s.scratch) }

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
		defer s.release()
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
		if p.judgeOffer(uint32(i)) != 0 {
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
	t, v := &b.facets, &b.values
	return []Facet{
		facet(&t.gpu, q.GPU, f.pass.gpu, f.only.gpu),
		facet(&t.vendor, q.Vendor, f.pass.vendor, f.only.vendor),
		facet(&t.vram, Terms[string]{}, f.pass.vram, f.only.vram),
		facet(&t.count, Terms[string]{}, f.pass.count, f.only.count),
		facet(&t.billing, q.Billing, f.price[v.billing:v.kind]),
		facet(&t.provider, q.Provider, f.pass.provider, f.only.provider),
		facet(&t.kind, q.Kind, f.pass.provider, f.only.kind),
		facet(&t.market, q.Market, f.pass.provider, f.only.market),
		facet(&t.region, q.Region, f.pass.regions, f.only.regions),
		facet(&t.form, q.Form, f.pass.form, f.only.form),
		facet(&t.share, q.Share, f.pass.share, f.only.share),
		facet(&t.priceKind, q.PriceKind, f.price[v.kind:v.grade]),
		facet(&t.grade, q.Grade, f.price[v.grade:v.freshness]),
		facet(&t.freshness, q.Freshness, f.price[v.freshness:v.end]),
	}
}

package catalog

import "math/bits"

// scan walks over the book once and gathers everything an OfferResult holds.
type scan struct {
	*plan
	facets   facetCounts
	total    int
	prices   int
	notShown [maxCodes]int
	hidden   struct{ offers, prices int }
	choice
	left []bool // of the offer at hand: which of its prices are left
	all  bool   // no condition of prices is on
}

// maxCodes is len(WhyNots).
const maxCodes = 12

// run judges every offer. An offer that fails two conditions counts nowhere, one
// that fails a single one counts in that condition's facet, and one that fails none
// is listed when a price is left.
func (s *scan) run() {
	b := s.book
	s.all = s.allowsAll()
	for i := range len(b.offers) - 1 {
		o := &b.offers[i]
		f := s.judgeOffer(o)
		if f&(f-1) != 0 {
			continue
		}
		end := b.offers[i+1].first
		if end-o.first == 1 {
			s.single(uint32(i), o, f)
		} else {
			s.several(uint32(i), o, f, end)
		}
	}
	s.facets.fold(b)
}

// allowsAll is true when no condition of prices is on, so that none need be judged.
func (s *scan) allowsAll() bool {
	q := &s.q
	return q.Show == ShowAll && !s.priced && q.Billing.Empty() && q.PriceKind.Empty() && q.Grade.Empty() && q.Freshness.Empty() && q.WhyNot.Empty()
}

// single is several for the offer with one price, which most are.
func (s *scan) single(row uint32, o *offerRow, f dim) {
	r := &s.book.prices[o.first]
	var fp dim
	if !s.all {
		fp = s.judgePrice(o.first, r, o)
	}
	s.left = append(s.left[:0], fp == 0)
	failed := f | fp
	switch {
	case failed == 0:
		s.facets.countOffer(o)
		s.facets.class[r.class]++
		s.total++
		s.prices++
		s.add(ranking{key: s.sortKey(o), row: row})
		return
	case failed&(failed-1) == 0 && fp == 0:
		s.facets.countOnly(failed, o, s.book)
	case failed&(failed-1) == 0:
		s.facets.countOnlyPrice(failed, s.book.class(r))
	}
	if s.q.Show != ShowAll && f&^s.defaultDims == 0 {
		s.countHidden(o, o.first+1, false)
	}
}

func (s *scan) several(row uint32, o *offerRow, f dim, end uint32) {
	var left int
	var seen priceValues
	s.left = s.left[:0]
	for p := o.first; p < end; p++ {
		r := &s.book.prices[p]
		var fp dim
		if !s.all {
			fp = s.judgePrice(p, r, o)
		}
		s.left = append(s.left, fp == 0)
		if fp == 0 {
			left++
			seen.addAll(s.book.class(r))
		} else if fp&(fp-1) == 0 {
			seen.addOnly(fp, s.book.class(r))
		}
	}
	switch {
	case f == 0:
		s.facets.countValues(&seen)
		if left > 0 {
			s.facets.countOffer(o)
			s.total++
			s.prices += left
			s.add(ranking{key: s.sortKey(o), row: row})
		}
	case left > 0:
		s.facets.countOnly(f, o, s.book)
	}
	if s.q.Show != ShowAll && f&^s.defaultDims == 0 {
		s.countHidden(o, end, f == 0 && left > 0)
	}
}

// countHidden counts the prices from o.first to end that every filter of the
// visitor lets through and ShowRanked does not.
func (s *scan) countHidden(o *offerRow, end uint32, listed bool) {
	if s.q.Show == ShowAll {
		return
	}
	found := false
	for p := o.first; p < end; p++ {
		r := &s.book.prices[p]
		codes := s.hiddenCodes[r.class]
		if codes == 0 || s.judgeAsked(p, r, o) != 0 {
			continue
		}
		found = true
		s.hidden.prices++
		for ; codes != 0; codes &= codes - 1 {
			s.notShown[bits.TrailingZeros16(codes)]++
		}
	}
	if found && !listed {
		s.hidden.offers++
	}
}

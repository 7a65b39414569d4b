package catalog

import (
	"math/bits"
	"sync"
)

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

// parallelFrom is the number of offers from which two halves are walked at once:
// below, starting a second goroutine costs what it gains.
const parallelFrom = 20_000

// run judges every offer.
func (s *scan) run() {
	s.all = s.allowsAll()
	n := len(s.book.offers) - 1
	if n < parallelFrom {
		s.walk(0, n)
	} else {
		half := &scan{plan: s.plan, facets: newFacetCounts(s.book), choice: choice{limit: s.limit}, all: s.all}
		var wait sync.WaitGroup
		wait.Go(func() { half.walk(n/2, n) })
		s.walk(0, n/2)
		wait.Wait()
		s.join(half)
	}
	s.facets.fold(s.plan)
	s.foldHidden()
}

// join adds what another scan of the same plan gathered.
func (s *scan) join(other *scan) {
	s.total += other.total
	s.prices += other.prices
	s.hidden.offers += other.hidden.offers
	s.list = append(s.list, other.list...)
	s.facets.join(&other.facets)
}

// walk judges the offers from row start to end. An offer that fails two conditions
// counts nowhere, one that fails a single one counts in that condition's facet, and
// one that fails none is listed when a price is left.
func (s *scan) walk(start, end int) {
	b := s.book
	for i := start; i < end; i++ {
		o := &b.offers[i]
		f := s.judgeOffer(o)
		if f&(f-1) != 0 {
			continue
		}
		last := b.offers[i+1].first
		if last-o.first == 1 {
			s.single(uint32(i), o, f)
		} else {
			s.several(uint32(i), o, f, last)
		}
	}
}

// allowsAll is true when no condition of prices is on, so that none need be judged.
func (s *scan) allowsAll() bool {
	q := &s.q
	return q.Show == ShowAll && !s.priced && q.Billing.Empty() && q.PriceKind.Empty() && q.Grade.Empty() && q.Freshness.Empty() && q.WhyNot.Empty()
}

// single is several for the offer with one price, which most are.
func (s *scan) single(row uint32, o *offerRow, f dim) {
	var fp dim
	if !s.all {
		fp = s.judgePrice(o.first, o)
	}
	s.left = append(s.left[:0], fp == 0)
	failed := f | fp
	switch {
	case failed == 0:
		s.facets.countOffer(o)
		s.facets.class[s.book.classOf[o.first]]++
		s.total++
		s.prices++
		s.add(ranking{key: s.sortKey(o), row: row})
		return
	case failed&(failed-1) == 0 && fp == 0:
		s.facets.countOnly(failed, o, s.book)
	case failed&(failed-1) == 0:
		s.facets.onlyClass[s.book.classOf[o.first]]++
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
		var fp dim
		if !s.all {
			fp = s.judgePrice(p, o)
		}
		s.left = append(s.left, fp == 0)
		if fp == 0 {
			left++
			seen.addAll(s.book.class(p))
		} else if fp&(fp-1) == 0 {
			seen.addOnly(fp, s.book.class(p))
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
		if class := s.book.classOf[p]; s.hiddenCodes[class] != 0 && s.judgeAsked(p, o) == 0 {
			found = true
			s.facets.hidden[class]++
		}
	}
	if found && !listed {
		s.hidden.offers++
	}
}

// foldHidden spreads the hidden prices over their codes.
func (s *scan) foldHidden() {
	for class, n := range s.facets.hidden {
		s.hidden.prices += int(n)
		for codes := s.hiddenCodes[class]; codes != 0; codes &= codes - 1 {
			s.notShown[bits.TrailingZeros16(codes)] += int(n)
		}
	}
}

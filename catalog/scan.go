package catalog

import (
	"math/bits"
	"sync"
)

// scan walks over the book once and gathers everything an OfferResult holds.
type scan struct {
	*plan
	*scratch
	total    int
	prices   int
	notShown [maxCodes]int
	hidden   struct{ offers, prices int }
}

// scratch is the room that one walk needs. Books use it again and again, so that
// searches leave little for the collector, whose work is what slows the slowest.
type scratch struct {
	facets facetCounts
	lanes  lanes
	choice
}

func newScratch(b *book) *scratch { return &scratch{facets: newFacetCounts(b)} }

// borrow returns cleared room for the best limit offers, or all for 0.
func (b *book) borrow(limit int) *scratch {
	room := b.scratch.Get().(*scratch)
	room.facets.clear()
	room.choice = choice{limit: limit, list: room.list[:0]}
	return room
}

// maxCodes is len(WhyNots).
const maxCodes = 12

// parallelFrom is the number of offers from which two halves are walked at once:
// below, starting a second goroutine costs what it gains.
const parallelFrom = 20_000

// run judges every offer.
func (s *scan) run() {
	n := len(s.book.rest)
	if n < parallelFrom {
		s.walk(0, n)
	} else {
		half := &scan{plan: s.plan, scratch: s.book.borrow(s.limit)}
		var wait sync.WaitGroup
		wait.Go(func() { half.walk(n/2, n) })
		s.walk(0, n/2)
		wait.Wait()
		s.join(half)
		s.book.scratch.Put(half.scratch)
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
	for ; start < end; start += laneSize {
		s.sort(start, min(start+laneSize, end))
		s.listFit(start)
		s.countUnfit(start)
		s.countSeveral(start)
	}
}

// foldHidden spreads the hidden prices over their codes.
func (s *scan) foldHidden() {
	for class, codes := range s.hiddenCodes {
		n := int(s.facets.hidden[class])
		s.hidden.prices += n
		for ; codes != 0 && n != 0; codes &= codes - 1 {
			s.notShown[bits.TrailingZeros16(codes)] += n
		}
	}
}

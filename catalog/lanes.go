package catalog

// A walk takes a few hundred offers at a time: it first sorts them into lanes by what
// is to be done with them, without a branch that depends on the data, and then walks
// every lane. Which offers fit is as good as random, so a branch on each would be
// mispredicted for every second offer, which costs more than all the counting.

// laneSize is the number of offers that are sorted at a time: lanes and what they
// refer to stay in the processor's first cache.
const laneSize = 512

// lanes hold, by their place in the block, the offers with one price that fit, those
// with one price that may count in a facet or as hidden, and those with several; and
// for all of the block the conditions that the offer itself fails.
type lanes struct {
	fit, unfit, several    [laneSize]uint16
	nFit, nUnfit, nSeveral uint32
	fails                  [laneSize]dim
}

// some is 1 unless no condition fails, many is 1 when more than one does.
func (d dim) some() uint32 { return uint32((d | -d) >> 31) }

func (d dim) many() uint32 { return (d & (d - 1)).some() }

// sort fills the lanes with the offers from row start to end.
func (s *scan) sort(start, end int) {
	offers, classOf := s.book.offers[start:end+1], s.book.classOf
	provider, card, regions, class := s.provider, s.card, s.regions, s.class
	l := &s.lanes
	var nFit, nUnfit, nSeveral uint32
	for i := range end - start {
		o := &offers[i]
		f := provider[o.provider] | card[o.card] | regions[o.regions]
		if s.words != 0 {
			f |= s.judgeText(uint32(start+i), o)
		}
		failed := f | class[classOf[o.first]] | s.judgeAmount(o.first, o)
		several, some, out := dim(offers[i+1].first-o.first-1).some(), failed.some(), f.many()
		l.fit[nFit], l.unfit[nUnfit], l.several[nSeveral], l.fails[i] = uint16(i), uint16(i), uint16(i), f
		nFit += (several | some) ^ 1
		nUnfit += some &^ (several | out)
		nSeveral += several &^ out
	}
	l.nFit, l.nUnfit, l.nSeveral = nFit, nUnfit, nSeveral
}

// listFit counts and lists the offers with one price that fit.
func (s *scan) listFit(start int) {
	b, l := s.book, &s.lanes
	for _, i := range l.fit[:l.nFit] {
		row := uint32(start) + uint32(i)
		o := &b.offers[row]
		s.facets.countOffer(o)
		s.facets.class[b.classOf[o.first]]++
		s.add(ranking{key: s.sortKey(o, o.first+1), row: row})
	}
	s.total += int(l.nFit)
	s.prices += int(l.nFit)
}

// countUnfit counts the offers with one price that fail a single condition, and those
// that only ShowRanked hides.
func (s *scan) countUnfit(start int) {
	b, l, hides := s.book, &s.lanes, s.q.Show != ShowAll
	for _, i := range l.unfit[:l.nUnfit] {
		o, f := &b.offers[uint32(start)+uint32(i)], l.fails[i]
		class, amount := b.classOf[o.first], s.judgeAmount(o.first, o)
		fp := s.class[class]
		one := (f | fp | amount).many() ^ 1
		s.facets.class[class] += int32(one & fp.some())
		s.facets.countOnly(o, s.plan, int32(one))
		if hides {
			hidden := s.hides[class] &^ (s.askedOf(o, f) | amount).some()
			s.facets.hidden[class] += int32(hidden)
			s.hidden.offers += int(hidden)
		}
	}
}

// countSeveral does for offers with several prices what listFit and countUnfit do.
func (s *scan) countSeveral(start int) {
	l := &s.lanes
	for _, i := range l.several[:l.nSeveral] {
		row, f := uint32(start)+uint32(i), l.fails[i]
		o, end := &s.book.offers[row], s.book.offers[row+1].first
		left, values := s.pricesLeft(o, end)
		switch {
		case f == 0:
			s.facets.countValues(values)
			if left > 0 {
				s.facets.countOffer(o)
				s.total++
				s.prices += int(left)
				s.add(ranking{key: s.sortKey(o, end), row: row})
			}
		case left > 0:
			s.facets.countOnly(o, s.plan, 1)
		}
		if s.q.Show != ShowAll && s.askedOf(o, f) == 0 {
			s.countHidden(o, end, f == 0 && left > 0)
		}
	}
}

// pricesLeft counts the prices from o.first to end that fit, and gathers the values
// that they count for.
func (s *scan) pricesLeft(o *offerRow, end uint32) (left uint32, values uint64) {
	for p := o.first; p < end; p++ {
		class := s.book.classOf[p]
		if s.judgeAmount(p, o) != 0 {
			continue
		}
		left += s.class[class].some() ^ 1
		values |= s.counted[class]
	}
	return left, values
}

// askedOf returns the conditions of the visitor's own that an offer fails, when it
// fails f under all of them.
func (s *scan) askedOf(o *offerRow, f dim) dim { return s.askedCard[o.card] | f&^s.defaultDims }

// countHidden counts the prices from o.first to end that every filter of the visitor
// lets through and ShowRanked does not.
func (s *scan) countHidden(o *offerRow, end uint32, listed bool) {
	found := uint32(0)
	for p := o.first; p < end; p++ {
		class := s.book.classOf[p]
		hidden := s.hides[class] &^ s.judgeAmount(p, o).some()
		s.facets.hidden[class] += int32(hidden)
		found |= hidden
	}
	if !listed {
		s.hidden.offers += int(found)
	}
}

package catalog

import (
	"cmp"
	"math"
	"slices"
)

// ranking is an offer with its place value: rows stand in the order of ties.
type ranking struct {
	key int64
	row uint32
}

func (a ranking) before(b ranking) bool { return a.key < b.key || a.key == b.key && a.row < b.row }

func (a ranking) compare(b ranking) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.row, b.row))
}

// choice gathers the first limit rankings in little more room than they need; limit 0
// keeps all.
type choice struct {
	limit  int
	list   []ranking
	cutoff ranking // once full: the last that is kept; what is after it comes too late
	full   bool
}

func (c *choice) add(r ranking) {
	if c.full && c.cutoff.before(r) {
		return
	}
	c.list = append(c.list, r)
	if c.limit > 0 && len(c.list) >= 2*c.limit+64 {
		smallest(c.list, c.limit)
		c.list = c.list[:c.limit]
		c.cutoff, c.full = c.list[0], true
		for _, kept := range c.list {
			if c.cutoff.before(kept) {
				c.cutoff = kept
			}
		}
	}
}

// sorted returns the rankings from start to end in order, and uses up the choice.
func (c *choice) sorted(start, end int) []ranking {
	end = min(end, len(c.list))
	if start >= end {
		return nil
	}
	smallest(c.list, end)
	smallest(c.list[:end], start)
	page := c.list[start:end]
	slices.SortFunc(page, ranking.compare)
	return page
}

// lastKey sorts after every known value, in both directions.
const lastKey = math.MaxInt64

// sortKey returns the place value of an offer by those of its prices up to row end
// that fit.
func (s *scan) sortKey(o *offerRow, end uint32) int64 {
	key, known := s.sortValue(o, end)
	switch {
	case !known:
		return lastKey
	case s.q.Sort.Desc:
		return -key
	}
	return key
}

func (s *scan) sortValue(o *offerRow, end uint32) (int64, bool) {
	b := s.book
	switch s.q.Sort.Key {
	case SortVRAM:
		n := b.numbers.values[b.card(o).vram]
		return int64(math.Round(n.Value * 1e6)), n.Known
	case SortCount:
		n := b.counts.values[b.card(o).count]
		return int64(n.Value), n.Known
	case SortProvider:
		return int64(o.provider), true // providers are numbered by slug
	case SortSeen:
		return s.newest(o, end)
	case SortPricePerTFLOPS:
		if a := b.gpu(o); a != nil {
			return ratio(s.lowest(s.hours, o, end), a.FP16TFLOPS)
		}
		return 0, false
	case SortPricePerGB:
		return ratio(s.lowest(s.hours, o, end), b.numbers.values[b.card(o).vram])
	}
	shown := s.lowest(s.shown, o, end)
	return shown, shown != lastKey
}

// ratio divides a nano-price by a figure, in thousandths of a nano so that small
// prices by large figures keep their order.
func ratio(hour int64, by Number) (int64, bool) {
	if hour == lastKey || !by.Known || by.Value <= 0 {
		return 0, false
	}
	return int64(math.Round(min(float64(hour)/by.Value*1000, math.MaxInt64/2))), true
}

// lowest returns the lowest figure among the ranked prices that fit, or among the
// others when none is ranked; lastKey when none is known.
func (s *scan) lowest(figures []int64, o *offerRow, end uint32) int64 {
	if end-o.first == 1 { // the one price of an offer that fits does
		return knownFigure(figures[o.first])
	}
	ranked, all := int64(lastKey), int64(lastKey)
	for p := o.first; p < end; p++ {
		figure, c := knownFigure(figures[p]), s.book.classOf[p]
		if s.class[c]|s.judgeAmount(p, o) != 0 {
			figure = lastKey
		}
		all = min(all, figure)
		if s.book.classes.values[c].not != 0 {
			figure = lastKey
		}
		ranked = min(ranked, figure)
	}
	if ranked != lastKey {
		return ranked
	}
	return all
}

// knownFigure returns a figure, lastKey when it is unknown.
func knownFigure(figure int64) int64 {
	if figure == unknownNano {
		return lastKey
	}
	return figure
}

// undatedSeen stands for the day of a source that tells none.
const undatedSeen = math.MinInt32

// seenDay returns the day of a source, counted from 1970.
func seenDay(s Source) int32 {
	if !s.Seen.Known() {
		return undatedSeen
	}
	return int32(s.Seen.Start().Unix() / (24 * 60 * 60))
}

// newest returns the latest day among the prices that fit.
func (s *scan) newest(o *offerRow, end uint32) (int64, bool) {
	newest := int32(undatedSeen)
	for p := o.first; p < end; p++ {
		if s.judgePrice(p, o) == 0 {
			newest = max(newest, s.book.seen[p])
		}
	}
	return int64(newest), newest != undatedSeen
}

// smallest moves the k smallest to the front (quickselect with the middle of three
// as pivot).
func smallest(all []ranking, k int) {
	if k <= 0 || k >= len(all) {
		return
	}
	lo, hi := 0, len(all)
	for hi-lo > 32 && k > lo && k < hi {
		pivot := middle(all[lo], all[lo+(hi-lo)/2], all[hi-1])
		i, j := lo, hi-1
		for i <= j {
			for all[i].before(pivot) {
				i++
			}
			for pivot.before(all[j]) {
				j--
			}
			if i <= j {
				all[i], all[j] = all[j], all[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j + 1
		case k >= i:
			lo = i
		default:
			return
		}
	}
	slices.SortFunc(all[lo:hi], ranking.compare)
}

func middle(a, b, c ranking) ranking {
	if b.before(a) {
		a, b = b, a
	}
	switch {
	case b.before(c):
		return b
	case c.before(a):
		return a
	}
	return c
}

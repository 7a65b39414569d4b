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

func (a ranking) compare(b ranking) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.row, b.row))
}

// lastKey sorts after every known value, in both directions.
const lastKey = math.MaxInt64

// sortKey returns the place value of an offer by the prices that are left of it.
func (s *scan) sortKey(o *offerRow, first, end uint32) int64 {
	key, known := s.sortValue(o, first, end)
	switch {
	case !known:
		return lastKey
	case s.q.Sort.Desc:
		return -key
	}
	return key
}

func (s *scan) sortValue(o *offerRow, first, end uint32) (int64, bool) {
	b := s.book
	switch s.q.Sort.Key {
	case SortVRAM:
		n := b.numbers.values[o.vram]
		return int64(math.Round(n.Value * 1e6)), n.Known
	case SortCount:
		n := b.counts.values[o.count]
		return int64(n.Value), n.Known
	case SortProvider:
		return s.slugOrder[o.provider], true
	case SortSeen:
		return s.newest(o, first, end)
	case SortPricePerTFLOPS:
		if a := b.gpus.values[o.gpu]; a != nil {
			return ratio(s.lowest(o, first, end), a.FP16TFLOPS)
		}
		return 0, false
	case SortPricePerGB:
		return ratio(s.lowest(o, first, end), b.numbers.values[o.vram])
	}
	hour := s.lowest(o, first, end)
	return hour, hour != unknownNano
}

// ratio divides a nano-price by a figure, in thousandths of a nano so that small
// prices by large figures keep their order.
func ratio(hour int64, by Number) (int64, bool) {
	if hour == unknownNano || !by.Known || by.Value <= 0 {
		return 0, false
	}
	return int64(math.Round(min(float64(hour)/by.Value*1000, math.MaxInt64/2))), true
}

// lowest returns the lowest card-hour among the ranked prices left, or among the
// others when none is ranked.
func (s *scan) lowest(o *offerRow, first, end uint32) int64 {
	ranked, other := int64(unknownNano), int64(unknownNano)
	for p := first; p < end; p++ {
		r := &s.book.prices[p]
		hour := s.hour(p)
		if hour == unknownNano || end-first > 1 && s.judgePrice(p, r, o) != 0 {
			continue
		}
		if low := &other; r.not == 0 {
			low = &ranked
			if *low == unknownNano || hour < *low {
				*low = hour
			}
		} else if *low == unknownNano || hour < *low {
			*low = hour
		}
	}
	if ranked != unknownNano {
		return ranked
	}
	return other
}

// newest returns the latest date among the prices left.
func (s *scan) newest(o *offerRow, first, end uint32) (int64, bool) {
	var newest int64
	for p := first; p < end; p++ {
		r := &s.book.prices[p]
		if end-first > 1 && s.judgePrice(p, r, o) != 0 {
			continue
		}
		newest = max(newest, s.seen[r.source])
	}
	return newest, newest != 0
}

// page returns the rows from start to end in order, and disturbs all.
func page(all []ranking, start, end int) []ranking {
	end = min(end, len(all))
	if start >= end {
		return nil
	}
	smallest(all, end)
	all = all[:end]
	smallest(all, start)
	all = all[start:]
	slices.SortFunc(all, ranking.compare)
	return all
}

// smallest moves the k smallest to the front (quickselect with the middle of three
// as pivot).
func smallest(all []ranking, k int) {
	lo, hi := 0, len(all)
	for hi-lo > 32 && k > lo && k < hi {
		pivot := middle(all[lo], all[lo+(hi-lo)/2], all[hi-1])
		i, j := lo, hi-1
		for i <= j {
			for all[i].compare(pivot) < 0 {
				i++
			}
			for all[j].compare(pivot) > 0 {
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
	if a.compare(b) > 0 {
		a, b = b, a
	}
	if b.compare(c) <= 0 {
		return b
	}
	if a.compare(c) > 0 {
		return a
	}
	return c
}

package chart

import (
	"math"
	"sort"
)

// box is an area in user units.
type box struct{ x0, y0, x1, y1 float64 }

func (b box) overlaps(o box) bool {
	return b.x0 < o.x1 && o.x0 < b.x1 && b.y0 < o.y1 && o.y0 < b.y1
}

func (b box) inside(o box) bool {
	return b.x0 >= o.x0 && b.x1 <= o.x1 && b.y0 >= o.y0 && b.y1 <= o.y1
}

// with is the smallest box around both.
func (b box) with(o box) box {
	return box{math.Min(b.x0, o.x0), math.Min(b.y0, o.y0), math.Max(b.x1, o.x1), math.Max(b.y1, o.y1)}
}

func (b box) grown(x, y float64) box { return box{b.x0 - x, b.y0 - y, b.x1 + x, b.y1 + y} }

// crossed reports whether a vertical stroke at x from y0 down to y1 runs
// through the box.
func (b box) crossed(x, y0, y1 float64) bool {
	return x > b.x0 && x < b.x1 && y0 < b.y1 && y1 > b.y0
}

// placer gives labels room: taken areas are never overlapped, data areas are
// avoided while any other spot is free.
type placer struct {
	bounds box
	taken  []box
	data   []box
}

func overlapsAny(b box, others []box) bool {
	for _, o := range others {
		if b.overlaps(o) {
			return true
		}
	}
	return false
}

func (p *placer) take(l label) label {
	p.taken = append(p.taken, l.box().grown(2, 0))
	return l
}

func (p *placer) free(l label) bool {
	b := l.box()
	return b.inside(p.bounds) && !overlapsAny(b, p.taken)
}

// spot is a wished place for a label.
type spot struct {
	at     point
	anchor anchor
}

// avoid marks readings and the strokes between them as data.
func (p *placer) avoid(track []point) {
	for i, at := range track {
		p.data = append(p.data, box{at.x, at.y, at.x, at.y}.grown(5, 5))
		if i == 0 {
			continue
		}
		from := track[i-1]
		steps := int(math.Hypot(at.x-from.x, at.y-from.y)/6) + 1
		for k := 1; k < steps; k++ {
			share := float64(k) / float64(steps)
			x, y := from.x+share*(at.x-from.x), from.y+share*(at.y-from.y)
			p.data = append(p.data, box{x, y, x, y}.grown(3, 3))
		}
	}
}

// placeClear puts l at the first wished spot that is free and clear of data.
func (p *placer) placeClear(l label, wishes []spot) (placed label, ok bool) {
	for _, s := range wishes {
		l.at, l.anchor = s.at, s.anchor
		if p.free(l) && !overlapsAny(l.box(), p.data) {
			return p.take(l), true
		}
	}
	return l, false
}

// place puts l at a spot clear of data, else at the first that is merely free,
// else at the free place nearest to the first wish. ok is false when the drawing
// has no room left.
func (p *placer) place(l label, wishes []spot) (placed label, ok bool) {
	if placed, ok = p.placeClear(l, wishes); ok {
		return placed, true
	}
	for _, s := range wishes {
		l.at, l.anchor = s.at, s.anchor
		if p.free(l) {
			return p.take(l), true
		}
	}
	if len(wishes) == 0 {
		return l, false
	}
	if near, found := p.nearest(l, wishes[0].at); found {
		return p.take(near), true
	}
	return l, false
}

// write adds l where room has place for it. A drawing so full that no place is
// left does without the label: its text stands in the caption or the table.
func (s *scene) write(room *placer, l label, wishes []spot) {
	if l.text == "" {
		return
	}
	if placed, ok := room.place(l, wishes); ok {
		s.add(placed)
	}
}

// nearest searches the bounds on a grid of 6 by 5 units.
func (p *placer) nearest(l label, to point) (best label, found bool) {
	var least float64
	l.anchor = start
	for y := p.bounds.y0 + fontSize; y <= p.bounds.y1; y += 5 {
		for x := p.bounds.x0; x <= p.bounds.x1; x += 6 {
			l.at = point{x, y}
			if !p.free(l) {
				continue
			}
			dx, dy := x+l.width()/2-to.x, y-to.y
			if d := dx*dx + 4*dy*dy; !found || d < least {
				best, least, found = l, d, true
			}
		}
	}
	return best, found
}

// spread moves positions apart to at least gap and keeps them within lo and hi
// while they fit; order is kept. It returns one position per wish.
func spread(wishes []float64, gap, lo, hi float64) []float64 {
	order := make([]int, len(wishes))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return wishes[order[a]] < wishes[order[b]] })
	out := make([]float64, len(wishes))
	floor := lo
	for _, i := range order {
		out[i] = max(wishes[i], floor)
		floor = out[i] + gap
	}
	ceiling := hi
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		out[i] = min(out[i], ceiling)
		ceiling = out[i] - gap
	}
	return out
}

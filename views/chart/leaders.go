package chart

import (
	"cmp"
	"slices"
)

// flag is a label under a bar, joined to its part by a leader line.
type flag struct {
	from, to   float64 // edges of the part; the leader falls from one of them
	class      string
	lead, text string
}

const (
	flagRow = 21.0 // from one row of labels to the next
	flagGap = 4.0  // between a leader and its label
)

// planted is a flag with its place.
type planted struct {
	leader float64
	row    int
	label  label
}

// plant gives every flag a row under a bar whose lower edge is at top. Labels
// never overlap; leaders keep clear of labels wherever that is possible, and
// where it is not the label's halo interrupts the leader. Two orders of work are
// tried, from either end, and the one with fewer crossings, then rows, is kept.
func plant(flags []flag, top, width float64) []planted {
	fromLeft := plantAll(flags, top, width, false)
	fromRight := plantAll(flags, top, width, true)
	if a, b := crossings(fromLeft, top), crossings(fromRight, top); b < a || b == a && depth(fromRight) < depth(fromLeft) {
		return fromRight
	}
	return fromLeft
}

func plantAll(flags []flag, top, width float64, fromRight bool) []planted {
	order := slices.Clone(flags)
	slices.SortStableFunc(order, func(a, b flag) int { return cmp.Compare(a.from, b.from) })
	if fromRight {
		slices.Reverse(order)
	}
	var done []planted
	for _, f := range order {
		done = append(done, f.plant(done, top, width, fromRight))
	}
	return done
}

// plant takes the shallowest row that is clear of leaders, then the shallowest
// that is merely free.
func (f flag) plant(done []planted, top, width float64, rightward bool) planted {
	for _, strict := range []bool{true, false} {
		for row := range len(done) + 1 {
			for _, p := range f.candidates(row, top, width, rightward) {
				if p.fits(done, top, strict) {
					return p
				}
			}
		}
	}
	return f.candidates(len(done), top, width, rightward)[0]
}

// candidates are the placements in one row: right of the part's left edge, left
// of its right edge, or pushed back inside the drawing when neither fits. A label
// no wider than its part stays under it; others run to the side work came from.
func (f flag) candidates(row int, top, width float64, rightward bool) []planted {
	l := label{class: f.class, lead: f.lead, text: f.text, at: point{y: top + 20 + float64(row)*flagRow}}
	w := l.width()
	right, left := l, l
	right.at.x, right.anchor = f.from+flagGap, start
	left.at.x, left.anchor = f.to-flagGap, end
	var out []planted
	if right.at.x+w <= width {
		out = append(out, planted{f.from + 0.5, row, right})
	}
	if left.at.x-w >= 0 {
		out = append(out, planted{f.to - 0.5, row, left})
	}
	if len(out) == 0 {
		l.at.x, l.anchor = max(0, width-w), start
		return []planted{{f.from + 0.5, row, l}}
	}
	if !rightward && f.from+flagGap+w > f.to {
		slices.Reverse(out)
	}
	return out
}

// crossings counts the leaders that run through a label.
func crossings(placed []planted, top float64) int {
	n := 0
	for _, p := range placed {
		for _, o := range placed {
			if p != o && o.label.box().crossed(p.leader, top, p.bottom()) {
				n++
			}
		}
	}
	return n
}

// depth is the number of rows in use.
func depth(placed []planted) int {
	rows := 0
	for _, p := range placed {
		rows = max(rows, p.row+1)
	}
	return rows
}

// bottom is where the leader ends.
func (p planted) bottom() float64 { return p.label.at.y }

func (p planted) fits(done []planted, top float64, strict bool) bool {
	area := p.label.box().grown(6, 0)
	for _, o := range done {
		other := o.label.box()
		if area.overlaps(other) {
			return false
		}
		if strict && (other.crossed(p.leader, top, p.bottom()) || area.crossed(o.leader, top, o.bottom())) {
			return false
		}
	}
	return true
}

// flagsHeight is the room the rows need under the bar.
func flagsHeight(placed []planted) float64 {
	rows := depth(placed)
	if rows == 0 {
		return 0
	}
	return 20 + float64(rows-1)*flagRow + 8
}

// drawFlags paints the leaders before the labels.
func drawFlags(s *scene, placed []planted, top float64) {
	for _, p := range placed {
		s.add(line{"g ax2", point{p.leader, top}, point{p.leader, p.bottom()}})
	}
	for _, p := range placed {
		s.add(p.label)
	}
}

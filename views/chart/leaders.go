package chart

import "sort"

// flag is a label under a bar, joined to its part by a leader line.
type flag struct {
	from, to   float64 // edges of the part; the leader falls from one of them
	class      string
	lead, text string
}

const (
	flagRow  = 21.0 // from one row of labels to the next
	flagGap  = 4.0  // between a leader and its label
)

// planted is a flag with its place.
type planted struct {
	leader float64
	row    int
	label  label
}

// plant gives every flag a row under a bar whose lower edge is at top. Labels
// never overlap; leaders keep clear of labels wherever a row allows it, and where
// none does the label's halo interrupts the leader. It works from the right, so
// that labels running right pass over leaders that have already ended.
func plant(flags []flag, top, width float64) []planted {
	order := make([]int, len(flags))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return flags[order[a]].from > flags[order[b]].from })
	out := make([]planted, len(flags))
	var done []planted
	for _, i := range order {
		p := flags[i].plant(done, top, width)
		out[i] = p
		done = append(done, p)
	}
	return out
}

// plant tries both edges of the part in the shallowest row first.
func (f flag) plant(done []planted, top, width float64) planted {
	for _, strict := range []bool{true, false} {
		for row := range len(done) + 1 {
			for _, p := range f.candidates(row, top, width) {
				if p.fits(done, top, strict) {
					return p
				}
			}
		}
	}
	return f.candidates(len(done), top, width)[0]
}

// candidates are the placements in one row: right of the left edge, left of the
// right edge, or pushed back inside the drawing when neither fits.
func (f flag) candidates(row int, top, width float64) []planted {
	l := label{class: f.class, lead: f.lead, text: f.text, at: point{y: top + 20 + float64(row)*flagRow}}
	w := l.width()
	var out []planted
	if f.from+flagGap+w <= width {
		right := l
		right.at.x, right.anchor = f.from+flagGap, start
		out = append(out, planted{f.from + 0.5, row, right})
	}
	if f.to-flagGap-w >= 0 {
		left := l
		left.at.x, left.anchor = f.to-flagGap, end
		out = append(out, planted{f.to - 0.5, row, left})
	}
	if len(out) == 0 {
		l.at.x, l.anchor = max(0, width-w), start
		out = append(out, planted{f.from + 0.5, row, l})
	}
	return out
}

// bottom is where the leader ends.
func (p planted) bottom() float64 { return p.label.at.y }

func (p planted) fits(done []planted, top float64, strict bool) bool {
	area := p.label.box().grown(3, 0)
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
	rows := 0
	for _, p := range placed {
		rows = max(rows, p.row+1)
	}
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

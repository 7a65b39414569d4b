package chart

import "sort"

// capacityLine is one upright line and where its label lets it begin.
type capacityLine struct {
	x, top float64
	class  string
}

// capacityHeads is the block above the memory bar.
type capacityHeads struct {
	lines  []capacityLine
	labels []label
	height float64
}

// block is the place of one capacity's label above the bar.
type block struct {
	x      float64 // its line
	x0, x1 float64 // the text
	anchor anchor
	row    int // counted upwards from the bar
}

// heads places the two-line labels of the capacities above the bar: in one row
// where they fit, else in further rows above, lines growing with them.
func (p MemoryBar) heads(scale float64, f frame) capacityHeads {
	var shown []Capacity
	for _, c := range p.Capacities {
		if isFinite(c.Usable) && c.Usable > 0 {
			shown = append(shown, c)
		}
	}
	sort.SliceStable(shown, func(a, b int) bool { return shown[a].Usable < shown[b].Usable })

	var blocks []block
	rows := 0
	for _, c := range shown {
		b := c.stack(c.Usable*scale, blocks, f)
		blocks = append(blocks, b)
		rows = max(rows, b.row+1)
	}
	h := capacityHeads{height: 8 + float64(rows)*capacityRow}
	for i, c := range shown {
		h.add(c, blocks[i], float64(rows-1-blocks[i].row)*capacityRow)
	}
	return h
}

// stack finds the lowest row for a capacity's label, first where no line runs
// through a label, then where labels merely do not touch.
func (c Capacity) stack(x float64, placed []block, f frame) block {
	w := max(label{class: c.textClass(), text: c.Title}.width(), label{class: c.textClass(), text: c.Note}.width())
	for _, strict := range []bool{true, false} {
		for row := range len(placed) + 1 {
			for _, b := range []block{{x, x - w/2, x + w/2, middle, row}, {x, x, x + w, start, row}, {x, x - w, x, end, row}} {
				if b.x0 >= 0 && b.x1 <= f.width && b.fits(placed, strict) {
					return b
				}
			}
		}
	}
	return block{x, x, x + w, start, len(placed)}
}

func (b block) fits(placed []block, strict bool) bool {
	for _, o := range placed {
		if b.row == o.row && b.x0-4 < o.x1+4 && o.x0-4 < b.x1+4 {
			return false
		}
		if strict && (b.over(o) || o.over(b)) {
			return false
		}
	}
	return true
}

// over reports whether b's line, falling to the bar, runs through o's text.
func (b block) over(o block) bool {
	return b.row > o.row && b.x > o.x0-2 && b.x < o.x1+2
}

func (c Capacity) textClass() string {
	if c.Fits {
		return "ac halo"
	}
	return "tk halo"
}

func (h *capacityHeads) add(c Capacity, b block, y float64) {
	class := "l2 dash"
	if c.Fits {
		class = "la"
	}
	h.lines = append(h.lines, capacityLine{b.x, y + 33, class})
	h.labels = append(h.labels,
		label{class: c.textClass(), at: point{b.x, y + 13}, anchor: b.anchor, text: c.Title},
		label{class: c.textClass(), at: point{b.x, y + 28}, anchor: b.anchor, text: c.Note})
}

// between reports whether a line runs through the stretch from x0 to x1.
func (h capacityHeads) between(x0, x1 float64) bool {
	for _, l := range h.lines {
		if l.x > x0 && l.x < x1 {
			return true
		}
	}
	return false
}

// clear moves a label of the given width right of any line that would run
// through it, as long as it ends before limit.
func (h capacityHeads) clear(x, width, limit float64) float64 {
	for _, l := range h.lines {
		if l.x > x-4 && l.x < x+width+4 && l.x+8+width <= limit {
			x = l.x + 8
		}
	}
	return x
}

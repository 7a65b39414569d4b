package chart

import "math"

// hook is one weight hung from the beam: where its string runs, how deep, and
// the labels under it.
type hook struct {
	x, depth    float64
	stringClass string
	area        box // the weight and its labels
	labels      []label
}

// lowestHook hangs the big weight: the figure inside, title and note below.
func lowestHook(w Weight, heavy bigWeight, f frame) hook {
	bottom := heavy.top.y + 17 + heavy.depth
	h := hook{x: heavy.top.x, depth: yardHang, stringClass: "ax"}
	h.labels = []label{
		{class: "wt", at: point{h.x, bottom - 14}, anchor: middle, text: w.Figure, size: weightSize},
		kept(label{class: "b halo", at: point{h.x, bottom + 19}, anchor: middle, text: w.Title}, f),
	}
	if w.Note != "" {
		h.labels = append(h.labels, kept(label{class: "tk halo", at: point{h.x, bottom + 36}, anchor: middle, text: w.Note}, f))
	}
	h.area = box{h.x - heavy.base/2, heavy.top.y, h.x + heavy.base/2, bottom}
	h.enclose()
	return h
}

// enclose widens the area to the labels.
func (h *hook) enclose() {
	for _, l := range h.labels {
		h.area = h.area.with(l.box())
	}
}

// string is the stroke that h hangs by.
func (h hook) string() line {
	return line{h.stringClass, point{h.x, yardBottom}, point{h.x, h.depth}}
}

// cover is the ground behind the labels of h, which interrupts the strings of lower
// hooks; crossed is false when none runs there.
func (h hook) cover(hooks []hook) (cover rect, crossed bool) {
	area := h.labels[len(h.labels)-1].box()
	for _, l := range h.labels {
		if l.class != "wt" { // the figure inside the big weight is covered by it
			area = area.with(l.box())
		}
	}
	area = area.grown(3, 0)
	for _, o := range hooks {
		crossed = crossed || area.crossed(o.x, yardBottom, o.depth)
	}
	return rect{class: "f-bg", x: area.x0, y: area.y0, w: area.x1 - area.x0, h: area.y1 - area.y0}, crossed
}

// kept moves a centred label just far enough to stay inside the drawing.
func kept(l label, f frame) label {
	b := l.box()
	switch {
	case b.x0 < 2 && l.width() < f.width-4:
		l.at.x += 2 - b.x0
	case b.x1 > f.width-2:
		l.at.x -= math.Min(b.x1-(f.width-2), b.x0)
	}
	return l
}

// hanging is a weight about to be hung at x, with the sides its label may stand
// on, best first.
type hanging struct {
	Weight
	x     float64
	sides []anchor
}

// sidesOf turns a label away from its neighbours: left when only the next weight
// is near, right when only the one before is.
func sidesOf(sorted []Weight, i int, axis linear) []anchor {
	x := axis.at(sorted[i].Price)
	near := func(k int) bool {
		if k < 1 || k >= len(sorted) {
			return false
		}
		both := label{text: sorted[i].Title}.width()/2 + label{text: sorted[k].Title}.width()/2
		return math.Abs(axis.at(sorted[k].Price)-x) < both+8
	}
	switch before, after := near(i-1), near(i+1); {
	case after && !before:
		return []anchor{end, middle, start}
	case before && !after:
		return []anchor{start, middle, end}
	default:
		return []anchor{middle, start, end}
	}
}

// hang finds the shallowest place where the labels touch no other hook. In the
// first rows it insists that no string runs through a label; further down the
// halo of the label interrupts the string. Small hooks take one row and the
// lowest two, so a free row is always found.
func (w hanging) hang(hung []hook, f frame) hook {
	const clearRows = 3
	for row := range clearRows + len(hung) + 3 {
		strict := row < clearRows
		depth := yardHang + 2 + float64(row)*yardRow
		if !strict {
			depth -= clearRows * yardRow
		}
		for _, side := range w.sides {
			if h := smallHook(w.Weight, point{w.x, depth}, side, f); h.fits(hung, strict) {
				return h
			}
		}
	}
	return smallHook(w.Weight, point{w.x, yardHang + float64(len(hung)+3)*yardRow}, middle, f)
}

// smallHook hangs w from top.x at depth top.y; a label may stand to either side.
func smallHook(w Weight, top point, a anchor, f frame) hook {
	x := top.x
	switch a {
	case start:
		x -= 6
	case end:
		x += 6
	}
	h := hook{x: top.x, depth: top.y, stringClass: "g ax2"}
	h.labels = []label{
		kept(label{class: "b halo", at: point{x, top.y + 28}, anchor: a, text: w.Figure}, f),
		kept(label{class: "halo", at: point{x, top.y + 45}, anchor: a, text: w.Title}, f),
	}
	h.area = box{top.x - 6, top.y, top.x + 6, top.y + 14}
	h.enclose()
	return h
}

// fits reports whether h touches none of the hung hooks. When strict, neither
// may a string run through labels; a string from above into a weight may.
func (h hook) fits(hung []hook, strict bool) bool {
	for _, o := range hung {
		if h.area.grown(3, 2).overlaps(o.area) {
			return false
		}
		if strict && (o.area.crossed(h.x, yardBottom, h.depth) || h.area.crossed(o.x, yardBottom, o.depth)) {
			return false
		}
	}
	return true
}

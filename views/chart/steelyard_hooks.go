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
		b := l.box()
		h.area.x0, h.area.x1 = math.Min(h.area.x0, b.x0), math.Max(h.area.x1, b.x1)
		h.area.y0, h.area.y1 = math.Min(h.area.y0, b.y0), math.Max(h.area.y1, b.y1)
	}
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

// hang finds the shallowest place for w where its labels touch no other hook.
// In the first rows it insists that no string runs through a label; further
// down the halo of the label interrupts the string. Small hooks take one row and
// the lowest two, so a free row is always found.
func hang(w Weight, x float64, hung []hook, f frame) hook {
	for row := range 2 * (len(hung) + 6) {
		strict := row < len(hung)+6
		depth := yardHang + 2 + float64(row%(len(hung)+6))*yardRow
		if strict && row > 3 {
			continue
		}
		for _, a := range []anchor{middle, start, end} {
			if h := smallHook(w, point{x, depth}, a, f); h.fits(hung, strict) {
				return h
			}
		}
	}
	return smallHook(w, point{x, yardHang + float64(len(hung)+6)*yardRow}, middle, f)
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

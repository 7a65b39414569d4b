package chart

import (
	"math"
	"sort"
)

// Steelyard is the home page's figure: offers hanging from a beam at their
// price, the lowest as the big cinnabar weight.
type Steelyard struct {
	Caption
	Sign       string  // set before the beam's numbers, as ¥ or $
	Median     Reading // in the unit of the weights
	MedianText string  // with its figure: 中位 6.90
	Weights    []Weight
}

// Weight is one offer on the steelyard.
type Weight struct {
	Price  float64 // any one unit; not finite = left out
	Figure string  // the price as printed: 6.00
	Title  string  // provider, or provider and GPU
	Note   string  // second line, printed under the lowest only
}

const (
	yardTop    = 80.0 // upper edge of the beam
	yardBottom = 88.0
	yardHang   = 130.0 // where the first weights hang
	yardRow    = 58.0  // from one hanging row to the next
)

// scenes lays the figure out at each width; no weights give no drawing.
func (p Steelyard) scenes() []scene { return drawn(halfFrames, p.layout) }

func (p Steelyard) layout(f frame) scene {
	weights := p.sorted()
	s := scene{class: f.class, name: p.Name, width: f.width, height: yardHang}
	if len(weights) == 0 {
		return s
	}
	axis, ticks := p.axis(weights, f)
	p.drawBeam(&s, axis, ticks)
	p.drawTicks(&s, axis, ticks)

	x := axis.at(weights[0].Price)
	heavy := bigWeight{"f-ac", point{x, yardHang}, bigBase(weights[0].Figure, f), 49}
	hooks := []hook{lowestHook(weights[0], heavy, f)}
	for i := 1; i < len(weights); i++ {
		sides := sidesOf(weights, i, axis)
		hooks = append(hooks, hanging{weights[i], axis.at(weights[i].Price), sides}.hang(hooks, f))
	}
	for _, h := range hooks { // strings first, so that nothing hides a figure
		s.add(h.string())
	}
	for _, h := range hooks {
		if cover, crossed := h.cover(hooks); crossed {
			s.add(cover)
		}
	}
	for i, h := range hooks {
		if i > 0 {
			s.add(weight{"f-ink", point{h.x, h.depth - 2}})
		}
		s.height = math.Max(s.height, h.area.y1+6)
	}
	s.add(heavy)
	for _, h := range hooks {
		for _, l := range h.labels {
			s.add(l)
		}
	}
	return s
}

// sorted returns the drawable weights, lowest price first.
func (p Steelyard) sorted() []Weight {
	var out []Weight
	for _, w := range p.Weights {
		if isFinite(w.Price) {
			out = append(out, w)
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].Price < out[b].Price })
	return out
}

// axis leaves room for the big weight left of the lowest price and for half a
// label right of the highest.
func (p Steelyard) axis(sorted []Weight, f frame) (linear, []float64) {
	lo, hi := sorted[0].Price, sorted[len(sorted)-1].Price
	if hi == lo {
		pad := math.Max(niceStep(math.Abs(lo), 5), 0.01)
		lo, hi = lo-pad/2, hi+pad
	}
	left, right := 10+bigBase(sorted[0].Figure, f)/2+14, f.width-52
	perUnit := (hi - lo) / (right - left)
	whole := span{lo - perUnit*(left-14), hi + perUnit*(f.width-14-right)}
	step := niceStep(whole.hi-whole.lo, 5)
	return linear{whole, 14, f.width - 14}, multiples(whole, step)
}

// bigBase is the width of the big weight: the figure must fit its shoulders.
func bigBase(figure string, f frame) float64 {
	return math.Max(math.Min(92, f.width/4), textWidth(figure)*boldFactor*weightSize/0.66+12)
}

// drawBeam draws the hook and the beam with its stars: every tenth of a step
// small, halves and wholes larger.
func (p Steelyard) drawBeam(s *scene, axis linear, ticks []float64) {
	hookX := 20.0
	s.add(line{"ax", point{hookX, yardTop}, point{hookX, 38}}, circle{"ax", point{hookX, 30}, 7})
	s.add(rect{class: "f-ink", x: 4, y: yardTop, w: s.width - 8, h: yardBottom - yardTop, rx: 4})
	if len(ticks) < 2 {
		return
	}
	step := ticks[1] - ticks[0]
	for _, v := range multiples(axis.domain, step/10) {
		tenth := int(math.Abs(math.Round(v / step * 10)))
		radius := 0.9
		switch {
		case tenth%10 == 0:
			radius = 2.4
		case tenth%5 == 0:
			radius = 1.7
		}
		s.add(circle{"f-bg", point{axis.at(v), (yardTop + yardBottom) / 2}, radius})
	}
}

// drawTicks prints the beam's numbers and the median above them. A number the
// median's stroke would run through is left out; its star stays.
func (p Steelyard) drawTicks(s *scene, axis linear, ticks []float64) {
	room := placer{bounds: box{30, 0, s.width, yardTop}}
	if p.Median.finite() && p.MedianText != "" {
		x := axis.at(p.Median.Value)
		s.add(line{"l2", point{x, yardTop - 2}, point{x, 46}})
		l := label{class: "tk", text: p.MedianText}
		if l, ok := room.place(l, []spot{{point{x, 40}, middle}, {point{x - 4, 40}, start}, {point{x + 4, 40}, end}}); ok {
			s.add(l)
		}
		room.taken = append(room.taken, box{x - 4, 46, x + 4, yardTop})
	}
	step := 1.0
	if len(ticks) > 1 {
		step = ticks[1] - ticks[0]
	}
	for _, v := range ticks {
		l := label{class: "tk", at: point{axis.at(v), 70}, anchor: middle, text: p.Sign + tickText(v, step)}
		if v >= 0 && room.free(l) {
			s.add(room.take(l))
		}
	}
}

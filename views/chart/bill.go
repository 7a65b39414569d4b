package chart

import (
	"math"
	"sort"
)

// PartKind says what a part of a bill pays for; parts are drawn in this order.
type PartKind int

// The kinds of a bill's parts.
const (
	Useful PartKind = iota // computing that was done
	Wasted                 // paid for and idle: hatched
	Extra                  // storage, traffic and other charges
)

// StackedBill is the cost page's bar: what the total pays for.
type StackedBill struct {
	Caption
	ID    string // unique on the page: names the hatch patterns
	Parts []BillPart
}

// BillPart is one share of the total.
type BillPart struct {
	Kind   PartKind
	Name   string  // 有效算力
	Figure string  // amount and share as printed: 97,644 · 69.3%
	Amount float64 // any one currency; parts that are not above zero are not drawn
	Accent bool    // the part the finding speaks of; at most one
}

const (
	barTop    = 6.0
	barHeight = 32.0
	barGap    = 2.0 // between neighbouring parts
)

// scenes lays the bar out at each width; no part above zero gives no drawing.
func (p StackedBill) scenes() []scene { return drawn(halfFrames, p.layout) }

func (p StackedBill) layout(f frame) scene {
	parts, total := p.drawable()
	s := scene{class: f.class, name: p.Name, width: f.width}
	if len(parts) == 0 {
		return s
	}
	var flags []flag
	x, extras := 0.0, 0
	for i, w := range billWidths(parts, total, f.width) {
		part := parts[i]
		r := rect{x: x, y: barTop, w: w, h: barHeight}
		if part.Kind == Wasted {
			s.hatch = p.ID + "-" + f.class
			r.fill = s.hatch
		} else {
			r.class = partClass(part, extras)
		}
		if part.Kind == Extra {
			extras++
		}
		s.add(r)
		flags = append(flags, flag{from: x, to: x + w, class: "halo", lead: part.Name, text: part.Figure})
		x += w + barGap
	}
	bottom := barTop + barHeight
	placed := plant(flags, bottom, f.width)
	drawFlags(&s, placed, bottom)
	s.height = bottom + flagsHeight(placed)
	return s
}

// billWidths shares the width among the parts; no part is thinner than one unit,
// and the largest takes what that leaves over.
func billWidths(parts []BillPart, total, width float64) []float64 {
	room := width - barGap*float64(len(parts)-1)
	free := room - float64(len(parts))
	widths := make([]float64, len(parts))
	largest, used := 0, 0.0
	for i, part := range parts {
		widths[i] = math.Max(1, free*(part.Amount/total))
		used += widths[i]
		if widths[i] > widths[largest] {
			largest = i
		}
	}
	widths[largest] += room - used
	return widths
}

// drawable returns the parts above zero in drawing order and their sum.
func (p StackedBill) drawable() (parts []BillPart, total float64) {
	for _, part := range p.Parts {
		if isFinite(part.Amount) && part.Amount > 0 {
			parts = append(parts, part)
			total += part.Amount
		}
	}
	if !isFinite(total) {
		return nil, 0
	}
	sort.SliceStable(parts, func(a, b int) bool { return parts[a].Kind < parts[b].Kind })
	return parts, total
}

// partClass keeps neighbouring extras apart by tone; the accent stands alone.
func partClass(part BillPart, extras int) string {
	switch {
	case part.Accent:
		return "f-ac"
	case part.Kind == Useful:
		return "f-ink"
	case extras%2 == 0:
		return "f-2"
	default:
		return "f-3"
	}
}

package chart

import (
	"context"
	"io"
	"math"

	"github.com/a-h/templ"
)

// MemoryBar is the sizing page's figure: what a model needs, stacked, against
// what one or more cards can hold.
type MemoryBar struct {
	Caption
	Parts      []MemoryPart
	TotalText  string // printed after the bar: 共 163 GB
	Capacities []Capacity
}

// MemoryPart is one share of the memory needed.
type MemoryPart struct {
	Name   string  // 权重
	Figure string  // as printed: 140 GB
	Size   float64 // GB; parts that are not above zero are not drawn
	Accent bool    // the part that decides; at most one
}

// Capacity is the usable memory of some cards.
type Capacity struct {
	Usable float64 // GB; lines that are not above zero are not drawn
	Title  string  // 4 × 80GB
	Note   string  // second line: 可用 288 ✓
	Fits   bool    // the need is met: cinnabar, unbroken
}

const (
	memoryHeight = 34.0
	leastPart    = 2.5  // a part is never thinner, gap included
	capacityRow  = 36.0 // height of one two-line capacity label
)

// scenes lays the bar out at each width; no part above zero gives no drawing.
func (p MemoryBar) scenes() []scene { return drawn(fullFrames, p.layout) }

func (p MemoryBar) layout(f frame) scene {
	s := scene{class: f.class, name: p.Name, width: f.width}
	parts, total := p.drawable()
	if len(parts) == 0 {
		return s
	}
	sum := label{class: "b halo", text: p.TotalText, anchor: start}
	scale := p.scale(total, sum.width()+leastPart*float64(len(parts)), f)
	heads := p.heads(scale, f)
	bottom := heads.height + memoryHeight
	inside, flags, x := stackParts(&s, parts, heads, scale)
	for _, c := range heads.lines {
		s.add(line{c.class, point{c.x, c.top}, point{c.x, bottom + 8}})
	}
	sum.at = point{heads.clear(x+9, sum.width(), f.width), heads.height + 22}
	for _, l := range append(append(heads.labels, inside...), sum) {
		s.add(l)
	}
	placed := plant(flags, bottom, f.width)
	drawFlags(&s, placed, bottom)
	s.height = math.Max(bottom+12, bottom+flagsHeight(placed))
	return s
}

// stackParts draws the parts side by side from the left and returns the names
// that fit inside the ink, the names that must hang below, and the right edge.
func stackParts(s *scene, parts []MemoryPart, heads capacityHeads, scale float64) (inside []label, flags []flag, x float64) {
	others := 0
	for i, part := range parts {
		w := math.Max(leastPart, part.Size*scale)
		class := memoryClass(part, i, others)
		if class != "f-ink" && class != "f-ac" {
			others++
		}
		s.add(rect{class: class, x: x, y: heads.height, w: w - 1.5, h: memoryHeight})
		name := label{class: "inv b", at: point{x + 10, heads.height + 22}, text: part.Name + " " + part.Figure}
		room := name.width() + 20
		name.at.x = 10 + heads.clear(x, room, x+w)
		if class == "f-ink" && name.at.x-10+room < x+w && !heads.between(name.at.x-4, name.at.x+room-16) {
			inside = append(inside, name)
		} else {
			flags = append(flags, part.flag(x+(w-1.5)/2))
		}
		x += w
	}
	return inside, flags, x - 1.5
}

// flag names the part from its middle.
func (part MemoryPart) flag(at float64) flag {
	class := "halo"
	if part.Accent {
		class = "ac halo"
	}
	return flag{from: at, to: at, class: class, text: part.Name + " " + part.Figure}
}

func (p MemoryBar) drawable() (parts []MemoryPart, total float64) {
	for _, part := range p.Parts {
		if isFinite(part.Size) && part.Size > 0 {
			parts = append(parts, part)
			total += part.Size
		}
	}
	if !isFinite(total) {
		return nil, 0
	}
	return parts, total
}

// scale is user units per GB: the bar must leave the reserved room, and every
// line must fit.
func (p MemoryBar) scale(total, reserved float64, f frame) float64 {
	scale := (f.width - reserved - 12) / total
	for _, c := range p.Capacities {
		if isFinite(c.Usable) && c.Usable > 0 {
			scale = math.Min(scale, (f.width-2)/c.Usable)
		}
	}
	return scale
}

// memoryClass draws the first part in ink and keeps the others apart by tone.
func memoryClass(part MemoryPart, i, others int) string {
	switch {
	case part.Accent:
		return "f-ac"
	case i == 0:
		return "f-ink"
	case others%2 == 0:
		return "f-2"
	default:
		return "f-3"
	}
}

// MemoryMeter is the small bar of a table row: need against usable memory, both
// GB. It draws nothing unless both are known and usable is above zero; a need
// above usable fills the bar and is drawn in cinnabar.
func MemoryMeter(need, usable Reading, name string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		if !need.finite() || !usable.positive() || need.Value < 0 {
			return nil
		}
		class := "f-ink"
		if need.Value > usable.Value {
			class = "f-ac"
		}
		return written(w, func(b []byte) []byte {
			b = append(b, `<svg viewBox="0 0 140 12" width="140" height="12" role="img" aria-label="`...)
			b = appendEscaped(b, name)
			b = append(b, `">`...)
			b = rect{class: "f-4", w: 140, h: 12}.appendTo(b)
			b = rect{class: class, w: linear{span{0, usable.Value}, 0, 140}.at(need.Value), h: 12}.appendTo(b)
			return append(b, `</svg>`...)
		})
	})
}

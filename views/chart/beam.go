package chart

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// Beam is one offer's prices by billing mode on the page's shared axis. All
// prices are in the unit the axis was built from; an unknown, zero or negative
// price has no mark.
type Beam struct {
	Axis     BeamAxis
	OnDemand Reading // weight
	Month    Reading // diamond
	Year     Reading // upright stroke
	Spot     Reading // ring
	Best     bool    // the on-demand price is the lowest for this GPU: cinnabar weight
	Name     string  // accessible name listing the prices; "" hides a beam beside its prices
}

// beamMarks is a beam reduced to positions; an unknown one is negative.
type beamMarks struct {
	onDemand, month, year, spot float64
	from, to                    float64 // ends of the connecting stroke
	count                       int
}

func (p *Beam) marks() beamMarks {
	var m beamMarks
	place := func(r Reading) float64 {
		if !r.positive() {
			return -1
		}
		x, _ := p.Axis.Position(r.Value)
		if m.count == 0 {
			m.from, m.to = x, x
		}
		m.from, m.to = min(m.from, x), max(m.to, x)
		m.count++
		return x
	}
	m.onDemand, m.month = place(p.OnDemand), place(p.Month)
	m.year, m.spot = place(p.Year), place(p.Spot)
	return m
}

// AppendBeam appends the beam's markup to b, for tables written by hand. An
// offer without any positive price appends nothing.
func AppendBeam(b []byte, p *Beam) []byte {
	m := p.marks()
	if m.count == 0 {
		return b
	}
	b = append(b, `<svg viewBox="0 0 160 24" width="160" height="24" `...)
	if p.Name == "" {
		b = append(b, `aria-hidden="true">`...)
	} else {
		b = append(b, `role="img" aria-label="`...)
		b = appendEscaped(b, p.Name)
		b = append(b, `">`...)
	}
	b = append(b, p.Axis.track...)
	if m.count > 1 {
		b = line{"l1", point{m.from, beamY}, point{m.to, beamY}}.appendTo(b)
	}
	if m.year >= 0 {
		b = line{"l1", point{m.year, beamY - 4.5}, point{m.year, beamY + 4.5}}.appendTo(b)
	}
	if m.month >= 0 {
		b = diamond{"f-bg st", point{m.month, beamY}, 3.5}.appendTo(b)
	}
	if m.spot >= 0 {
		b = circle{"f-bg st", point{m.spot, beamY}, 3.4}.appendTo(b)
	}
	if m.onDemand >= 0 {
		class := "f-ink"
		if p.Best {
			class = "f-ac"
		}
		b = weight{class, point{m.onDemand, beamY - 0.5}}.appendTo(b)
	}
	return append(b, `</svg>`...)
}

// PriceBeam draws one beam.
func PriceBeam(p Beam) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		return written(w, func(b []byte) []byte { return AppendBeam(b, &p) })
	})
}

// LegendMark names one glyph of the price beam.
type LegendMark string

// The four glyphs, in the order the legend prints them.
const (
	MarkSpot     LegendMark = "spot"
	MarkYear     LegendMark = "year"
	MarkMonth    LegendMark = "month"
	MarkOnDemand LegendMark = "on-demand"
)

// BeamGlyph draws one glyph of the legend, hidden from readers by ear because
// its word stands beside it. An unknown mark draws nothing.
func BeamGlyph(m LegendMark) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		glyph := map[LegendMark]mark{
			MarkSpot:     circle{"f-bg st", point{7, 6}, 3.4},
			MarkYear:     line{"l1", point{7, 1}, point{7, 11}},
			MarkMonth:    diamond{"f-bg st", point{7, 6}, 3.5},
			MarkOnDemand: weight{"f-ink", point{7, -1}},
		}[m]
		if glyph == nil {
			return nil
		}
		return written(w, func(b []byte) []byte {
			b = append(b, `<svg viewBox="0 0 14 12" aria-hidden="true">`...)
			b = glyph.appendTo(b)
			return append(b, `</svg>`...)
		})
	})
}

package chart

import (
	"context"
	"io"
	"math"
	"strconv"

	"github.com/a-h/templ"
)

const (
	beamWidth  = 160
	beamHeight = 24
	beamY      = 8.5
	beamInset  = 14 // room for half a mark at either end
)

// BeamAxis is the shared logarithmic axis of every price beam on a page: whole
// powers of two times a base of 1 or 1,000, so that its labels are exact in any
// currency and unit. Build it once for all prices of the page with NewBeamAxis.
type BeamAxis struct {
	low, high int // exponents of two at the ends
	base      float64
	track     []byte // the rule and its stars, the same in every beam
}

// NewBeamAxis encloses the positive prices, all in one unit, between whole
// powers of two. Unknown, zero and negative prices do not count. Without prices
// the axis runs from 0.5 to 16.
func NewBeamAxis(prices []Reading) BeamAxis {
	a := BeamAxis{low: -1, high: 4, base: 1}
	var known []float64
	for _, p := range prices {
		if p.positive() {
			known = append(known, p.Value)
		}
	}
	if s, ok := spanOf(known); ok {
		if s.lo >= 64 {
			a.base = 1000
		}
		a.low = int(math.Floor(math.Log2(s.lo/a.base) + 1e-9))
		a.high = int(math.Ceil(math.Log2(s.hi/a.base) - 1e-9))
		if a.high <= a.low {
			a.high = a.low + 1
		}
	}
	a.track = a.appendTrack(nil)
	return a
}

// Position returns where v stands on the beam, 0 to 160 units, never falling as
// v grows. Values outside the axis stand at its end; ok is false for values
// that have no logarithm.
func (a BeamAxis) Position(v float64) (x float64, ok bool) {
	if !(v > 0) || !isFinite(v) {
		return 0, false
	}
	return a.scale().at(math.Log2(v / a.unit())), true
}

// unit is the base, 1 for the zero axis.
func (a BeamAxis) unit() float64 {
	if a.base > 0 {
		return a.base
	}
	return 1
}

func (a BeamAxis) scale() linear {
	return linear{span{float64(a.low), float64(a.high)}, beamInset, beamWidth - beamInset}
}

// Tick is one labelled power of two on the axis.
type Tick struct {
	X     float64 // user units, 0 to 160
	Value float64 // in the unit of the prices
	Label string  // as printed: 0.5, 16, 4k
}

// Ticks lists every power of two of the axis from low to high.
func (a BeamAxis) Ticks() []Tick {
	ticks := make([]Tick, 0, a.high-a.low+1)
	scale := a.scale()
	for e := a.low; e <= a.high; e++ {
		v := math.Ldexp(a.unit(), e)
		ticks = append(ticks, Tick{scale.at(float64(e)), v, powerText(v)})
	}
	return ticks
}

func powerText(v float64) string {
	suffix := ""
	switch {
	case v >= 1e6:
		v, suffix = v/1e6, "M"
	case v >= 1000:
		v, suffix = v/1000, "k"
	}
	return strconv.FormatFloat(v, 'f', -1, 64) + suffix
}

func (a BeamAxis) appendTrack(b []byte) []byte {
	b = line{"g", point{0, beamY}, point{beamWidth, beamY}}.appendTo(b)
	for _, t := range a.Ticks() {
		b = circle{"f-3", point{t.X, beamY}, 1.3}.appendTo(b)
	}
	return b
}

// Shared is the axis for beams of a page that holds the track once, from
// AppendSharedTrack: hundreds of beams need not repeat it.
func (a BeamAxis) Shared() BeamAxis {
	a.track = []byte(`<use href="#beam-track"/>`)
	return a
}

// AppendSharedTrack appends the track that beams on a Shared axis refer to; once on
// a page.
func AppendSharedTrack(b []byte, a BeamAxis) []byte {
	b = append(b, `<svg width="0" height="0" aria-hidden="true"><g id="beam-track">`...)
	return append(a.appendTrack(b), `</g></svg>`...)
}

// labelled drops the ticks whose labels would touch, counting from the high end
// so that the largest price keeps its reference.
func (a BeamAxis) labelled() []label {
	ticks := a.Ticks()
	var out []label
	limit := float64(beamWidth)
	for i := len(ticks) - 1; i >= 0; i-- {
		l := label{at: point{ticks[i].X, 11}, anchor: middle, text: ticks[i].Label}
		switch b := l.box(); {
		case b.x1 > beamWidth:
			l.at.x, l.anchor = beamWidth, end
		case b.x0 < 0:
			l.at.x, l.anchor = 0, start
		}
		if b := l.box(); b.x1 <= limit && b.x0 >= 0 {
			out = append(out, l)
			limit = b.x0 - 4
		}
	}
	return out
}

// BeamScale draws the printed axis for the head of a beam column, 160 px wide
// like the beams so that both stay aligned (the class chart would stretch it). It
// is hidden from readers of the page by ear, who get every price by name in each
// beam.
func BeamScale(a BeamAxis) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		return written(w, func(b []byte) []byte { return AppendBeamScale(b, a) })
	})
}

// AppendBeamScale appends the scale's markup to b, for tables written by hand.
func AppendBeamScale(b []byte, a BeamAxis) []byte {
	b = append(b, `<svg viewBox="0 0 160 14" width="160" height="14" aria-hidden="true" class="xs mut nums" fill="currentColor">`...)
	for _, l := range a.labelled() {
		b = l.appendTo(b)
	}
	return append(b, `</svg>`...)
}

package chart

import "math"

// Reading is a number that may be unknown. The zero value is unknown: neither
// zero nor absent. It has the layout of the catalogue's optional number, so
// Reading(x) converts one into the other.
type Reading struct {
	Value float64
	Known bool
}

// At wraps a known number.
func At(v float64) Reading { return Reading{Value: v, Known: true} }

// finite reports whether the reading is known and can be placed on an axis.
func (r Reading) finite() bool { return r.Known && isFinite(r.Value) }

// positive reports whether the reading has a place on a logarithmic axis.
func (r Reading) positive() bool { return r.finite() && r.Value > 0 }

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

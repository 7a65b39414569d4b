package sizing

import (
	"math"
	"strconv"
)

// Byte multiples: GB is decimal as in data sheets, GiB is binary as in engine logs.
const (
	GB  = 1e9
	GiB = 1 << 30
)

// Figure is a physical figure that may be unknown. The zero Figure is unknown. Where
// a name may mean several variants that differ, Value is the lowest of them and High
// the highest; Open says that some variants do not publish the figure, which is
// unknown then. High is 0 for a figure of one variant.
type Figure struct {
	Value, High float64
	Known, Open bool
}

// Known returns a known figure; a value that is NaN or infinite is unknown.
func Known(value float64) Figure {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return Figure{}
	}
	return Figure{Value: value, Known: true}
}

// Unknown returns a figure nobody knows.
func Unknown() Figure { return Figure{} }

// usable reports whether the figure is known and a positive finite number, the
// only kind a division or a capacity can work with.
func (f Figure) usable() bool {
	return f.Known && f.Value > 0 && !math.IsInf(f.Value, 0)
}

// Range is an estimate with its bounds, Low ≤ Mid ≤ High, in the unit of the
// field that holds it.
type Range struct {
	Low, Mid, High float64
}

// Scale returns the range with every bound multiplied by factor (positive).
func (r Range) Scale(factor float64) Range {
	return Range{Low: r.Low * factor, Mid: r.Mid * factor, High: r.High * factor}
}

// num writes a number for a formula: whole numbers in full, others with up to
// seven significant digits, so that a reader can put the formula into a calculator.
func num(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 7, 64)
}

func positiveFinite(v float64) bool {
	return v > 0 && !math.IsInf(v, 0) && !math.IsNaN(v)
}

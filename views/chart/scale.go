package chart

import (
	"math"
	"strconv"
	"strings"
)

// span is a closed interval of data values.
type span struct{ lo, hi float64 }

// spanOf encloses the finite values; ok is false when there are none.
func spanOf(values []float64) (s span, ok bool) {
	for _, v := range values {
		if !isFinite(v) {
			continue
		}
		if !ok {
			s, ok = span{v, v}, true
			continue
		}
		s.lo, s.hi = math.Min(s.lo, v), math.Max(s.hi, v)
	}
	return s, ok
}

// linear maps a domain onto a range of user units. The range may run backwards,
// as the vertical axis of SVG does.
type linear struct {
	domain   span
	from, to float64
}

// at returns the position of v, held inside the range. A domain of one value
// maps to the middle, because it has no direction.
func (l linear) at(v float64) float64 {
	width := l.domain.hi - l.domain.lo
	if !(width > 0) || !isFinite(width) {
		return (l.from + l.to) / 2
	}
	share := (v - l.domain.lo) / width
	return l.from + math.Min(1, math.Max(0, share))*(l.to-l.from)
}

// niceStep is the smallest of 1, 2, 2.5 and 5 times a power of ten that divides
// width into at most parts pieces.
func niceStep(width float64, parts int) float64 {
	if !(width > 0) || !isFinite(width) || parts < 1 {
		return 1
	}
	raw := width / float64(parts)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 2.5, 5} {
		if raw <= m*power*(1+1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// multiples lists the multiples of step inside s, ends included.
func multiples(s span, step float64) []float64 {
	if !(step > 0) || !isFinite(s.hi-s.lo) {
		return nil
	}
	first := math.Ceil(s.lo/step - 1e-9)
	last := math.Floor(s.hi/step + 1e-9)
	if last-first > 1000 {
		return nil
	}
	var out []float64
	for k := first; k <= last; k++ {
		out = append(out, k*step)
	}
	return out
}

// gridAround widens s to whole steps so that at most lines grid lines, both
// ends included, enclose it. A single value gets one step to each side.
func gridAround(s span, lines int) (span, []float64) {
	if s.hi == s.lo {
		pad := niceStep(math.Max(math.Abs(s.lo), 1e-6), 10)
		s = span{s.lo - pad, s.hi + pad}
	}
	for parts := lines - 1; parts >= 1; parts-- {
		step := niceStep(s.hi-s.lo, parts)
		lo := math.Floor(s.lo/step+1e-9) * step
		hi := math.Ceil(s.hi/step-1e-9) * step
		if ticks := multiples(span{lo, hi}, step); len(ticks) >= 2 && len(ticks) <= lines {
			return span{lo, hi}, ticks
		}
	}
	return s, []float64{s.lo, s.hi}
}

// tickText writes v with the decimals step calls for and commas every three
// digits; the minus sign is U+2212.
func tickText(v, step float64) string {
	decimals := 0
	for s := math.Abs(step); decimals < 6 && math.Abs(s-math.Round(s)) > 1e-9*math.Max(1, s); s *= 10 {
		decimals++
	}
	text := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	whole, fraction, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if v < 0 && strings.Trim(whole, "0.,") != "" {
		return "−" + whole
	}
	return whole
}

package recommendation

import (
	"math"
	"strconv"
	"strings"

	"gpuscale/catalog"
)

// reading is what is stated of one figure or metric of a candidate, before it is
// judged. A figure has stated set and low ≤ high, equal when it is exact; a metric that
// is no figure has its state set. source points into the catalogue.
type reading struct {
	stated    bool
	low, high float64
	state     State
	words     catalog.Words
	unit      string // as stated, "" when none is
	source    *catalog.Source
	subject   catalog.Words
	doubts    []string
	reason    string
}

func unread(reason string) reading { return reading{state: Unknown, reason: reason} }

func exactly(x float64, source *catalog.Source) reading {
	return reading{stated: true, low: x, high: x, source: source}
}

func maybe(n catalog.Number, source *catalog.Source) reading {
	if !n.Known {
		return unread(UnknownUnpublished)
	}
	return exactly(n.Value, source)
}

func yes(ok bool, source *catalog.Source) reading {
	r := exactly(0, source)
	if ok {
		r = exactly(1, source)
	}
	return r
}

// exact reports whether the figure is known as one number.
func (r *reading) exact() bool { return r.stated && r.low == r.high }

// judge sets the state of a figure under a limit: a range passes or fails only when
// both of its ends do.
func (r reading) judge(operator string, threshold catalog.Number) reading {
	if !r.stated || !threshold.Known {
		if r.state == "" {
			r.state = Unknown
		}
		return r
	}
	low := Test(catalog.Known(r.low), operator, threshold.Value)
	high := Test(catalog.Known(r.high), operator, threshold.Value)
	switch {
	case low == high:
		r.state, r.reason = low, ""
	case r.reason == "":
		r.state, r.reason = Unknown, UnknownSeveral
	default:
		r.state = Unknown
	}
	return r
}

// doubted turns what has an open doubt into unknown; the stated words stay to be shown.
func (r reading) doubted() reading {
	if r.stated && r.words == (catalog.Words{}) {
		r.words = figureWords(r.low, r.high)
	}
	r.stated, r.state, r.reason = false, Unknown, UnknownDoubtful
	return r
}

func figureWords(low, high float64) catalog.Words {
	s := number(low)
	if high != low {
		s += "–" + number(high)
	}
	return catalog.Words{Zh: s, En: s}
}

// number writes a figure without an exponent and without noise beyond six digits.
func number(x float64) string {
	if x != math.Trunc(x) {
		x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// utility is the worth of a check: pass 1, fail 0, unknown anything between.
func (s State) utility() Utility {
	switch s {
	case Pass:
		return KnownUtility(1)
	case Fail:
		return KnownUtility(0)
	}
	return NoUtility()
}

// utility places the reading on a scale.
func (r *reading) utility(s Scale) Utility {
	if !r.stated {
		return NoUtility()
	}
	a, b := s.Utility(r.low), s.Utility(r.high)
	return Utility{Low: min(a, b), High: max(a, b), Known: r.exact()}
}

// Utility returns where x lies on the scale, 0 (worst) to 1 (best).
func (s Scale) Utility(x float64) float64 {
	if !s.Log {
		return s.Bounds.Utility(x, s.Better)
	}
	if x <= 0 {
		x = s.Low
	}
	return Bounds{math.Log(s.Low), math.Log(s.High)}.Utility(math.Log(x), s.Better)
}

// number reads the leading number of stated words such as "99.9" or "12.4".
func parseFigure(words string) catalog.Number {
	x, err := strconv.ParseFloat(strings.TrimSpace(words), 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return catalog.Number{}
	}
	return catalog.Known(x)
}

// spanned reads a figure of an accelerator: exact when known, the span of its
// candidates for a family of which every candidate's figure is known.
func (c *candidate) spanned(key string, figure func(*catalog.Accelerator) catalog.Number) reading {
	a := c.accelerator
	if a == nil {
		return unread(UnknownUnpublished)
	}
	if exact := figure(a); exact.Known {
		return exactly(exact.Value, c.cardSource)
	}
	if span, ok := a.Spans[key]; ok && span.Missing == 0 {
		return reading{stated: true, low: span.Low, high: span.High, source: c.cardSource, reason: UnknownSeveral}
	}
	return unread(UnknownUnpublished)
}

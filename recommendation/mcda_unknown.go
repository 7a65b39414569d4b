package recommendation

import (
	"sort"

	"gpuscale/catalog"
)

// Interval is a score of which part may be unknown: Low counts every unknown utility
// as the worst and ranks, High counts it as the best. Coverage is the share of the
// weight that is known, 0–1.
type Interval struct {
	Low, High, Coverage float64
}

// Unsure reports whether some weighted part of the score is unknown.
func (v Interval) Unsure() bool { return v.High > v.Low }

// Utility is the worth of one figure on its scale, 0 (worst) to 1 (best). A figure
// that is known only as a range, or not at all, has Low < High and is not Known.
type Utility struct {
	Low, High float64
	Known     bool
}

// KnownUtility is the utility of a known figure.
func KnownUtility(u float64) Utility { return Utility{Low: u, High: u, Known: true} }

// NoUtility is the utility of a figure of which nothing is known: the whole scale.
func NoUtility() Utility { return Utility{Low: 0, High: 1} }

// WeightedInterval scores one row of utilities with weights that sum to one. Unknown
// utilities are never replaced by a mean and their weight is never given to others.
func WeightedInterval(utilities []Utility, weights []float64) Interval {
	var v Interval
	for j, w := range weights {
		u := utilities[j]
		v.Low += float64(w * u.Low)
		v.High += float64(w * u.High)
		if u.Known {
			v.Coverage += w
		}
	}
	return v
}

// RankRange is the best and the worst place that a score interval allows, from 1.
type RankRange struct{ Best, Worst int }

// RankRanges returns for each interval the places it may take: the best place counts
// who is above for certain, the worst place everyone who may be above or level, since a
// tie is settled by what lies outside the score.
func RankRanges(scores []Interval) []RankRange {
	lows, highs := make([]float64, len(scores)), make([]float64, len(scores))
	for i, s := range scores {
		lows[i], highs[i] = s.Low, s.High
	}
	sort.Float64s(lows)
	sort.Float64s(highs)
	out := make([]RankRange, len(scores))
	for i, s := range scores {
		// The first of those that may be above or level is the interval itself.
		out[i] = RankRange{Best: 1 + above(lows, s.High), Worst: len(highs) - sort.SearchFloat64s(highs, s.Low)}
	}
	return out
}

// above counts the elements of an ascending list that are greater than x.
func above(ascending []float64, x float64) int {
	return len(ascending) - sort.Search(len(ascending), func(i int) bool { return ascending[i] > x })
}

// State is the outcome of a check.
type State string

// States of a check. Unknown is no pass and no failure: it needs confirmation.
const (
	Pass    State = "pass"
	Fail    State = "fail"
	Unknown State = "unknown"
)

// Test compares a figure that may be unknown with a threshold; operators are >= <= <
// > and =. An unknown figure or operator is Unknown.
func Test(value catalog.Number, operator string, threshold float64) State {
	x, known := value.Get()
	if !known {
		return Unknown
	}
	var ok bool
	switch operator {
	case ">=":
		ok = x >= threshold
	case "<=":
		ok = x <= threshold
	case "<":
		ok = x < threshold
	case ">":
		ok = x > threshold
	case "=":
		ok = x == threshold
	default:
		return Unknown
	}
	if ok {
		return Pass
	}
	return Fail
}

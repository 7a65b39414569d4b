package chart

import (
	"slices"
	"time"
)

// Series is the dated readings of one source. Lines are drawn only within a
// series, because two sources do not continue one another.
type Series struct {
	Name   string // the source as printed
	URL    string // where it publishes; empty = no link in the data table
	Accent bool   // the series the finding speaks of; at most one
	Points []Dated
}

// Dated is one reading of one day.
type Dated struct {
	On    time.Time // only the date counts; the zero time is left out
	Price float64   // any one unit for the whole figure; not finite = left out
	High  Reading   // upper end when the source gives a range from Price upwards
	Date  string    // as printed in the data table
	Text  string    // the price as printed, range and unit included
}

// day is a continuous calendar day number, so that daylight saving and clocks
// do not move a date.
func day(t time.Time) float64 {
	y, m, d := t.Date()
	return float64(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix()) / 86400
}

// drawable returns copies of the series holding only points that can be drawn,
// oldest first; series left empty are dropped.
func drawable(series []Series) []Series {
	var out []Series
	for _, s := range series {
		kept := make([]Dated, 0, len(s.Points))
		for _, p := range s.Points {
			if isFinite(p.Price) && !p.On.IsZero() {
				kept = append(kept, p)
			}
		}
		if len(kept) == 0 {
			continue
		}
		slices.SortStableFunc(kept, func(a, b Dated) int { return a.On.Compare(b.On) })
		s.Points = kept
		out = append(out, s)
	}
	return out
}

// extent returns the days and prices the series cover, ranges included.
func extent(series []Series) (days, prices span, points int) {
	var allDays, allPrices []float64
	for _, s := range series {
		for _, p := range s.Points {
			allDays = append(allDays, day(p.On))
			allPrices = append(allPrices, p.Price)
			if p.High.finite() {
				allPrices = append(allPrices, p.High.Value)
			}
			points++
		}
	}
	days, _ = spanOf(allDays)
	prices, _ = spanOf(allPrices)
	return days, prices, points
}

package catalog

import "time"

// Freshness says how long ago a price was read.
type Freshness string

// Freshness words: Fresh up to 30 days, Ageing up to 180, Stale beyond, Undated
// where the source tells no date.
const (
	Fresh   Freshness = "fresh"
	Ageing  Freshness = "ageing"
	Stale   Freshness = "stale"
	Undated Freshness = "undated"
)

// FreshnessWords lists the words, the freshest first.
var FreshnessWords = []Freshness{Fresh, Ageing, Stale, Undated}

// The last day, counted from the day a price was read, on which it still counts
// as fresh and as ageing.
const (
	freshDays  = 30
	ageingDays = 180
)

// FreshnessOf returns the freshness at a moment of something read on the day seen.
// Days are days in Shanghai; a partial date counts as its first day.
func FreshnessOf(seen Date, at time.Time) Freshness {
	if !seen.Known() {
		return Undated
	}
	switch age := DaysBetween(seen, DateOf(at)); {
	case age <= freshDays:
		return Fresh
	case age <= ageingDays:
		return Ageing
	}
	return Stale
}

// A time.Duration holds no more than 292 years; typing errors in dates do.
const secondsPerDay = 24 * 60 * 60

// DaysBetween returns the whole days from one date to another, negative when to is
// the earlier one; a partial date counts as its first day.
func DaysBetween(from, to Date) int {
	return int((to.Start().Unix() - from.Start().Unix()) / secondsPerDay)
}

// freshnessEnds returns the next moment after at at which FreshnessOf changes.
func freshnessEnds(seen Date, at time.Time) (time.Time, bool) {
	if !seen.Known() {
		return time.Time{}, false
	}
	for _, days := range []int{freshDays, ageingDays} {
		if end := seen.Start().AddDate(0, 0, days+1); end.After(at) {
			return end, true
		}
	}
	return time.Time{}, false
}

package catalog

import "time"

// factsAt returns the facts that hold at a moment.
func factsAt(facts []Fact, at time.Time) []Fact {
	holding := make([]Fact, 0, len(facts))
	for _, f := range facts {
		if begun(f.ValidFrom, at) && !over(f.ValidTo, at) {
			holding = append(holding, f)
		}
	}
	return holding
}

// nextChange returns the next moment at which time alone changes what a market shows.
func nextChange(rates []Rate, facts []Fact, t timeline, at time.Time) time.Time {
	next := upcoming{at: at}
	for _, l := range t.current {
		if end, ok := freshnessEnds(l.Source.Seen, at); ok {
			next.consider(end)
		}
		next.validity(Date{}, l.ValidTo)
	}
	for _, l := range t.coming {
		next.validity(l.ValidFrom, Date{})
	}
	for i := range facts {
		next.validity(facts[i].ValidFrom, facts[i].ValidTo)
	}
	for _, r := range rates {
		next.consider(r.Date.Start())
	}
	return next.first
}

// upcoming finds the first of several moments after at.
type upcoming struct{ at, first time.Time }

func (u *upcoming) consider(moment time.Time) {
	if moment.After(u.at) && (u.first.IsZero() || moment.Before(u.first)) {
		u.first = moment
	}
}

func (u *upcoming) validity(from, to Date) {
	if from.Known() {
		u.consider(from.Start())
	}
	if to.Known() {
		u.consider(to.End())
	}
}

package pricing

import (
	"cmp"
	"slices"
	"sync"

	"gpuscale/catalog"
)

// Change says that another price than the answer's becomes the answer (Result.Best)
// when an input moves from its present value to At, the nearest such value in that
// direction.
type Change struct {
	Input  string          // hours, hours_per_day, days, months, gpus, storage_gb or egress_gb
	From   catalog.Decimal // the present value
	At     catalog.Decimal // the nearest whole value at which Winner is the answer
	Winner Row             // its totals are those at At
}

// lever is an input that can be moved in whole steps. Totals never fall as it grows,
// except where ragged.
type lever struct {
	name     string
	from     catalog.Decimal
	min, max int64
	set      func(*Job, int64)

	hours  int64 // the hours that a step adds to the span of the run
	cards  bool  // a step adds a card
	ragged bool
}

func (j *Job) levers() []lever {
	s := j.Schedule
	known := func(n int64) catalog.Opt[catalog.Decimal] { return catalog.Known(whole(n)) }
	levers := []lever{
		lever{name: "gpus", from: whole(int64(j.Cards)), min: 1, max: MaxCards, cards: true, set: func(j *Job, n int64) { j.Cards = int(n) }}.within(64),
		lever{name: "storage_gb", from: j.StorageGB, max: 1_000_000, set: func(j *Job, n int64) { j.StorageGB = whole(n) }}.within(10_000),
		lever{name: "egress_gb", from: j.EgressGB, max: 1_000_000, set: func(j *Job, n int64) { j.EgressGB = whole(n) }}.within(10_000),
	}
	switch {
	case s.Hours.Known:
		hours := lever{name: "hours", from: s.Hours.Value, min: 1, max: MaxHours, hours: 1, set: func(j *Job, n int64) { j.Schedule.Hours = known(n) }}
		return append([]lever{hours.within(8760)}, levers...)
	case s.Months.Known:
		months := lever{name: "months", from: s.Months.Value, min: 1, max: 120, hours: int64(j.Month), set: func(j *Job, n int64) { j.Schedule.Months = known(n) }}
		return append([]lever{months}, levers...)
	}
	return append([]lever{
		{name: "hours_per_day", from: s.HoursPerDay.Value, min: 1, max: 24, ragged: true, set: func(j *Job, n int64) { j.Schedule.HoursPerDay = known(n) }},
		lever{name: "days", from: s.Days.Value, min: 1, max: 3650, hours: 24, set: func(j *Job, n int64) { j.Schedule.Days = known(n) }}.within(365),
	}, levers...)
}

// Reach is how far an input was searched for another cheapest price, both ends
// included.
type Reach struct {
	Input    string
	Min, Max int64
}

// within keeps a search to what a reader may do with the answer: ten times the
// present value, and at least floor.
func (l lever) within(floor int64) lever {
	up, _ := Exactly(l.from).Ceil().whole() // a decimal has 19 digits
	l.max = min(l.max, max(floor, 10*min(up, l.max)))
	return l
}

// sensitivity looks, for every input and in both directions, for the nearest value
// within reach at which another price is the answer.
func (e *evaluation) sensitivity() ([]Change, []Reach) {
	best := e.result.Best()
	if best == nil {
		return nil, nil
	}
	levers := e.planner.job.levers()
	found := make([][]Change, len(levers))
	today, rivals := best.group, e.byCost()
	var both sync.WaitGroup
	work := func(first int) {
		for i := first; i < len(levers); i += 2 {
			s := search{evaluation: e, lever: levers[i], today: today, rivals: rivals, points: map[int64]*point{}}
			found[i] = s.changes()
		}
	}
	both.Go(func() { work(1) })
	work(0)
	both.Wait()
	var changes []Change
	var reach []Reach
	for i, l := range levers {
		changes = append(changes, found[i]...)
		reach = append(reach, Reach{l.name, l.min, l.max})
	}
	return changes, reach
}

// byCost returns the groups that have a price, the cheapest today first: near changes
// are found early, and shorten the search at the others.
func (e *evaluation) byCost() []*group {
	groups := slices.DeleteFunc(slices.Clone(e.order), func(g *group) bool { return !g.used })
	cost := map[*group]int64{}
	for _, g := range groups {
		cost[g], _ = g.low.cents(g.champion.nano)
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(cost[a], cost[b]) })
	return groups
}

// margin is how far above an estimate an exact total can still be as low: a cent, and
// the error of float64.
func margin(estimate float64) float64 { return estimate + 0.01 + estimate*1e-9 }

// estimate is the cost of card time at a price in float64, tax included.
func (p *plan) estimate(nano int64) float64 {
	return p.estimateFor(nano, float64(p.pieces), p.compute)
}

// estimateFor is estimate with other pieces and another time paid for in place of the
// plan's.
func (p *plan) estimateFor(nano int64, pieces float64, micros int64) float64 {
	each := float64(nano) * 1e-9 * pieces / float64(p.unit) * p.factor
	compute := each * float64(micros)
	if p.settled != nil {
		compute = p.computeAt(nanoAmount(nano)).Float()
	}
	if m := p.terms.minimum; m != nil && p.compute > 0 {
		compute = max(compute, m.approx)
	}
	compute -= each * float64(micros) * p.coveredShare
	return p.taxed(compute + each*float64(p.interruption+p.stopped))
}

// estimateExtras is what comes on top of card time, tax included.
func (p *plan) estimateExtras() float64 {
	total := p.extras.estimate()
	if p.basket != nil {
		total += p.basket.estimate
	}
	if p.coveredShare > 0 {
		total += Exactly(p.job.Coupon.Value.Price).Float()
	}
	return p.taxed(total)
}

func (p *plan) taxed(amount float64) float64 { return amount * (1 + float64(p.job.VATPercent)/100) }

package pricing

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"gpuscale/catalog"
)

// Change says that the cheapest price becomes another one when an input moves from
// its present value to At, the nearest such value found in that direction.
type Change struct {
	Input  string          // hours, hours_per_day, days, months, gpus, storage_gb or egress_gb
	From   catalog.Decimal // the present value
	At     catalog.Decimal // the first whole value at which Winner is the cheapest
	Winner Row             // its totals are those at At
}

// lever is an input that can be moved in whole steps.
type lever struct {
	name     string
	from     catalog.Decimal
	min, max int64
	set      func(*Job, int64)
}

func (j *Job) levers() []lever {
	s := j.Schedule
	var levers []lever
	add := func(l lever) { levers = append(levers, l) }
	known := func(n int64) catalog.Opt[catalog.Decimal] { return catalog.Known(whole(n)) }
	switch {
	case s.Hours.Known:
		add(lever{"hours", s.Hours.Value, 1, MaxHours, func(j *Job, n int64) { j.Schedule.Hours = known(n) }})
	case s.Months.Known:
		add(lever{"months", s.Months.Value, 1, 120, func(j *Job, n int64) { j.Schedule.Months = known(n) }})
	default:
		add(lever{"hours_per_day", s.HoursPerDay.Value, 1, 24, func(j *Job, n int64) { j.Schedule.HoursPerDay = known(n) }})
		add(lever{"days", s.Days.Value, 1, 3650, func(j *Job, n int64) { j.Schedule.Days = known(n) }})
	}
	add(lever{"gpus", whole(int64(j.Cards)), 1, MaxCards, func(j *Job, n int64) { j.Cards = int(n) }})
	add(lever{"storage_gb", j.StorageGB, 0, 1_000_000, func(j *Job, n int64) { j.StorageGB = whole(n) }})
	add(lever{"egress_gb", j.EgressGB, 0, 1_000_000, func(j *Job, n int64) { j.EgressGB = whole(n) }})
	return levers
}

// sensitivity looks, for every input and in both directions, for the nearest value
// at which another price is the cheapest: steps that grow, then halving. A winner
// that lasts for less than a step may be missed.
func (e *evaluation) sensitivity() []Change {
	if len(e.result.Results) == 0 {
		return nil
	}
	levers := e.planner.job.levers()
	found := make([][]Change, len(levers))
	today, groups := e.result.Results[0].group.plan.key, e.byCost()
	var both sync.WaitGroup
	work := func(first int) {
		s := search{evaluation: e, today: today, groups: groups, timing: newTiming(len(groups))}
		for i := first; i < len(levers); i += 2 {
			found[i] = s.along(levers[i])
		}
	}
	both.Go(func() { work(1) })
	work(0)
	both.Wait()
	var changes []Change
	for _, f := range found {
		changes = append(changes, f...)
	}
	return changes
}

// search finds winners at other values of an input; today is the present one.
type search struct {
	*evaluation
	today  groupKey
	groups []*group // that have a price, the cheapest today first: they cut the search short
	timing *timing
}

func (e *evaluation) byCost() []*group {
	groups := slices.DeleteFunc(slices.Clone(e.order), func(g *group) bool { return !g.used })
	cost := map[*group]int64{}
	for _, g := range groups {
		cost[g], _ = g.low.cents(g.champion.nano)
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(cost[a], cost[b]) })
	return groups
}

func (s search) along(l lever) []Change {
	var changes []Change
	up, _ := Exactly(l.from).Floor().whole() // a decimal has 19 digits
	down, _ := Exactly(l.from).Ceil().whole()
	for _, way := range []struct{ start, end, sign int64 }{{down, l.min, -1}, {up, l.max, 1}} {
		if at, ok := s.nearest(l, way.start, (way.end-way.start)*way.sign, way.sign); ok {
			pl := s.moved(l, at)
			if winner, ok := s.winner(pl); ok && winner.group.plan.key != s.today {
				changes = append(changes, Change{Input: l.name, From: l.from.Trim(0), At: whole(at), Winner: winner})
			}
		}
	}
	return changes
}

// nearest returns the value closest to start, at most reach away, at which the
// cheapest is another one.
func (s search) nearest(l lever, start, reach, sign int64) (int64, bool) {
	same, offset := int64(0), int64(1)
	for ; ; offset += 1 + offset/3 {
		if same >= reach {
			return 0, false
		}
		offset = min(offset, reach)
		if s.differs(l, start+sign*offset) {
			break
		}
		same = offset
	}
	for offset-same > 1 {
		middle := same + (offset-same)/2
		if s.differs(l, start+sign*middle) {
			offset = middle
		} else {
			same = middle
		}
	}
	return start + sign*offset, true
}

func (s search) differs(l lever, value int64) bool {
	pl := s.moved(l, value)
	best := s.estimate(pl)
	if len(best) == 1 {
		return best[0].plan.key != s.today
	}
	winner, ok := s.decide(pl, best)
	return ok && winner.group.plan.key != s.today
}

func (s search) moved(l lever, value int64) *planner {
	job := s.planner.job
	l.set(&job, value)
	pl := newPlanner(job, s.planner.basis)
	pl.rates = slices.Clip(s.planner.rates) // the two halves of the search must not append to one array
	return pl
}

func (s search) winner(pl *planner) (Row, bool) { return s.decide(pl, s.estimate(pl)) }

// estimate returns the groups whose cheapest price may be the cheapest of all: those
// within a cent and the error of float64 of the lowest estimate. Extras are only
// looked at where card time alone does not exceed the lowest total so far.
func (s search) estimate(pl *planner) []*group {
	s.timing.fill(pl, s.groups)
	lowest := math.Inf(1)
	var near []nearGroup
	for i, g := range s.groups {
		total := s.timing.costs[i]
		if total > margin(lowest) || math.IsInf(total, 1) {
			continue
		}
		p := &s.timing.plans[i]
		p.extras, p.basket = pl.extrasOf(p), g.plan.basket
		total += p.estimateExtras()
		if total <= margin(lowest) {
			near = append(near, nearGroup{g, total})
			lowest = min(lowest, total)
		}
	}
	var groups []*group
	for _, n := range near {
		if n.total <= margin(lowest) {
			groups = append(groups, n.group)
		}
	}
	return groups
}

type nearGroup struct {
	group *group
	total float64
}

// margin is how far above the lowest estimate an exact total can still be as low: a
// cent, and the error of float64.
func margin(lowest float64) float64 { return lowest + 0.01 + lowest*1e-9 }

// decide computes the given groups exactly and returns the row that a sorted result
// would begin with.
func (s search) decide(pl *planner, groups []*group) (Row, bool) {
	run := *s.evaluation
	run.planner = pl
	var best Row
	found := false
	for _, old := range groups {
		g := run.newGroup(pl, &old.plan.key)
		if g.plan.excluded != nil {
			continue
		}
		g.champion = old.champion
		row, ok := g.row(&g.champion)
		if ok && (!found || compareRows(row, best) < 0) {
			best, found = row, true
		}
	}
	return best, found
}

// estimate is the cost of card time at a price in float64, tax included.
func (p *plan) estimate(nano int64) float64 {
	each := float64(nano) * 1e-9 * float64(p.pieces) / float64(p.unit) * p.factor
	compute := each * float64(p.compute)
	if m := p.terms.minimum; m != nil && p.compute > 0 {
		compute = max(compute, m.approx)
	}
	compute -= each * float64(p.compute) * p.coveredShare
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

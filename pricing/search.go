package pricing

import "slices"

// search finds where another group than today's becomes the answer as one input moves.
type search struct {
	*evaluation
	lever  lever
	today  *group
	rivals []*group
	points map[int64]*point
}

// point is one value of the input, with the planner of the job there.
type point struct {
	planner *planner
	today   sample
}

// The ranks of totals: complete ones come before those with an unknown part.
const (
	rankComplete = iota
	rankAtLeast
	rankExcluded
)

// sample is what a group costs at a value, in float64.
type sample struct {
	rank   int
	cost   float64
	smooth float64 // as if prepaid time and machines were sold in parts: never more than cost
}

func (s *search) changes() []Change {
	l := s.lever
	up, _ := Exactly(l.from).Floor().whole() // a decimal has 19 digits
	down, _ := Exactly(l.from).Ceil().whole()
	var changes []Change
	for _, way := range []struct{ near, far, sign int64 }{{down - 1, l.min, -1}, {up + 1, l.max, 1}} {
		if at, ok := s.nearest(way.near, way.far, way.sign); ok {
			changes = append(changes, Change{Input: l.name, From: l.from.Trim(0), At: whole(at), Winner: s.winner(at)})
		}
	}
	return changes
}

// nearest returns the value closest to near, not beyond far, at which a rival is the
// answer.
func (s *search) nearest(near, far, sign int64) (at int64, ok bool) {
	for _, rival := range s.rivals {
		if (far-near)*sign < 0 {
			break
		}
		if rival == s.today {
			continue
		}
		d := duel{search: s, rival: rival, sign: sign}
		if found, beaten := d.nearest(d.meet(near), d.meet(far)); beaten {
			at, ok = found, true
			far = found - sign
		}
	}
	return at, ok
}

func (s *search) at(value int64) *point {
	known := s.points[value]
	if known == nil {
		job := s.planner.job
		s.lever.set(&job, value)
		known = &point{planner: newPlanner(job, s.planner.basis)}
		known.planner.rates = slices.Clip(s.planner.rates) // searches at the same time must not append to one array
		known.today = s.sample(s.today, known.planner)
		s.points[value] = known
	}
	return known
}

func (s *search) sample(g *group, pl *planner) sample {
	var p plan
	pl.fillTime(&p, &g.plan.key, g.plan.terms)
	if p.excluded != nil {
		return sample{rank: rankExcluded}
	}
	p.extras, p.basket = pl.extrasOf(&p), g.plan.basket
	c, rank := g.candidate(&p)
	beside := p.estimateExtras()
	cost := p.estimate(c.nano) + beside
	smooth := cost
	if _, prepaid := p.key.billing.Period(p.key.unit, p.job.Month); prepaid && p.coveredShare == 0 {
		smooth = p.estimateFor(c.nano, float64(p.pieces), pl.clock.span) + beside
	}
	if s.lever.cards && p.cards > int64(p.job.Cards) && p.coveredShare == 0 {
		share := float64(p.job.Cards) / float64(p.cards)
		smooth = p.estimateFor(c.nano, float64(p.pieces)*share, min(p.compute, pl.clock.span)) + beside
	}
	return sample{rank: rank, cost: cost, smooth: min(smooth, cost)}
}

// candidate returns the price by which a group stands in the order at a plan, with
// its rank.
func (g *group) candidate(p *plan) (*candidate, int) {
	if g.complete.key.provider != nil && !p.incomplete() {
		return &g.complete, rankComplete
	}
	return &g.champion, rankAtLeast
}

// winner returns the row that is the answer at a value: the groups within a cent and
// the error of float64 of the lowest estimate are computed exactly.
func (s *search) winner(value int64) Row {
	pl := s.at(value).planner
	samples := make([]sample, len(s.rivals))
	lowest := sample{rank: rankExcluded}
	for i, g := range s.rivals {
		samples[i] = s.sample(g, pl)
		if x := samples[i]; x.rank < lowest.rank || x.rank == lowest.rank && x.cost < lowest.cost {
			lowest = x
		}
	}
	var best Row
	found := false
	for i, g := range s.rivals {
		if samples[i].rank != lowest.rank || samples[i].cost > margin(lowest.cost) {
			continue
		}
		row, ok := s.exact(g, pl)
		if ok && (!found || answersBefore(&row, &best)) {
			best, found = row, true
		}
	}
	return best
}

// exact computes a group at a planner; ok is false where it has no total.
func (s *search) exact(old *group, pl *planner) (Row, bool) {
	run := *s.evaluation
	run.planner = pl
	g := run.newGroup(pl, &old.plan.key)
	if g.plan.excluded != nil {
		return Row{}, false
	}
	g.champion, g.complete = old.champion, old.complete
	c, _ := g.candidate(g.plan)
	return g.row(c)
}

// answersBefore reports whether a rather than b is the answer of a result.
func answersBefore(a, b *Row) bool {
	if a.AtLeast != b.AtLeast {
		return b.AtLeast
	}
	return compareRows(*a, *b) < 0
}

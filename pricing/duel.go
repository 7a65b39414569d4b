package pricing

// duel looks for the values at which one rival comes before today's group. Between
// the values where prepaid time or machines begin anew, both totals are straight
// lines nearly everywhere, so that a stretch is known by its ends.
type duel struct {
	*search
	rival *group
	sign  int64 // the direction in which values get further
}

// meeting is both groups at a value.
type meeting struct {
	at           int64
	today, rival sample
}

func (d *duel) meet(value int64) meeting {
	p := d.at(value)
	return meeting{at: value, today: p.today, rival: d.sample(d.rival, p.planner)}
}

// nearest returns the value closest to near, not beyond far, at which the rival comes
// first.
func (d *duel) nearest(near, far meeting) (int64, bool) {
	switch {
	case d.beaten(near):
		return near.at, true
	case near.at == far.at:
		return 0, false
	case (far.at-near.at)*d.sign == 1:
		return far.at, d.beaten(far)
	}
	low, high := near, far
	if d.sign < 0 {
		low, high = far, near
	}
	if !d.lever.ragged && d.never(low, high) {
		return 0, false
	}
	m := d.split(low.at, high.at)
	left, right := d.meetOr(m, low), d.meetOr(m+1, high)
	if d.sign < 0 {
		low, left, right, high = high, right, left, low
	}
	if at, ok := d.nearest(low, left); ok {
		return at, true
	}
	return d.nearest(right, high)
}

func (d *duel) meetOr(value int64, known meeting) meeting {
	if known.at == value {
		return known
	}
	return d.meet(value)
}

// beaten reports whether the rival comes before today's group.
func (d *duel) beaten(m meeting) bool {
	switch {
	case m.rival.rank != m.today.rank:
		return m.rival.rank < m.today.rank
	case m.rival.rank == rankExcluded || m.rival.cost > margin(m.today.cost):
		return false
	case margin(m.rival.cost) < m.today.cost:
		return true
	}
	pl := d.at(m.at).planner
	rival, ok1 := d.exact(d.rival, pl)
	today, ok2 := d.exact(d.today, pl)
	return ok1 && (!ok2 || answersBefore(&rival, &today))
}

// never reports whether the rival can be ruled out between two values: totals and
// ranks never fall as an input grows, and straight lines that do not cross at the
// ends do not cross between them.
func (d *duel) never(low, high meeting) bool {
	switch {
	case low.rival.rank > high.today.rank || low.rival.rank == rankExcluded:
		return true
	case low.today.rank != high.today.rank || low.rival.rank < low.today.rank:
		return false
	case low.rival.cost > margin(high.today.cost):
		return true
	case low.rival.rank != high.rival.rank || high.at-low.at < 3 || d.jump(d.today, low.at, high.at) >= 0:
		return false
	}
	middle := d.meet(low.at + (high.at-low.at)/2)
	share := float64(middle.at-low.at) / float64(high.at-low.at)
	straight := func(a, b, c float64) bool {
		line := a + (c-a)*share
		return b >= line-1e-7-line*1e-12 && b <= line+1e-7+line*1e-12
	}
	if middle.rival.rank != low.rival.rank || !straight(low.today.cost, middle.today.cost, high.today.cost) ||
		!straight(low.rival.smooth, middle.rival.smooth, high.rival.smooth) {
		return false
	}
	above, tied := 0, 0
	for _, m := range []meeting{low, high} {
		if m.rival.smooth > margin(m.today.cost) {
			above++
		} else if d.jump(d.rival, low.at, high.at) < 0 && margin(m.rival.cost) >= m.today.cost {
			tied++ // and not beaten: equal all along, or by less than shows
		}
	}
	return above == 2 || tied == 2 && !d.beaten(high) && !d.beaten(low)
}

// split returns the value behind which a stretch is cut in two: where a period or a
// machine ends, the one nearest to the middle, else the middle.
func (d *duel) split(low, high int64) int64 {
	for _, g := range []*group{d.today, d.rival} {
		if m := d.jump(g, low, high); m >= 0 {
			return m
		}
	}
	return low + (high-low)/2
}

// jump returns a value from low on and below high after which a group's total takes a
// step, near the middle; negative without any.
func (d *duel) jump(g *group, low, high int64) int64 {
	period, each := int64(0), int64(1)
	if hours, prepaid := g.plan.key.billing.Period(g.plan.key.unit, d.planner.job.Month); prepaid && d.lever.hours > 0 {
		period, each = int64(hours), d.lever.hours
	} else if d.lever.cards {
		period = int64(g.plan.key.cards)
	}
	if period <= 0 || each%period == 0 {
		return -1
	}
	steps := (low + (high-low)/2) * each / period
	for _, k := range []int64{steps, steps + 1} {
		if m := k * period / each; m >= low && m < high {
			return m
		}
	}
	return -1
}

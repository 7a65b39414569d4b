package pricing

import "math"

// timing is the card time of every group of a search under one job, and what it
// costs. Many values of an input leave it as it is: most of a search then only looks
// at what comes on top.
type timing struct {
	of     timeKey
	plans  []plan
	costs  []float64 // infinite where the group is excluded
	filled bool
}

// timeKey is what the card time depends on among the inputs that a search moves.
type timeKey struct {
	schedule Schedule
	cards    int
	stored   bool // data is kept, for which cards may be billed between sessions
}

func newTiming(groups int) *timing {
	return &timing{plans: make([]plan, groups), costs: make([]float64, groups)}
}

func (t *timing) fill(pl *planner, groups []*group) {
	key := timeKey{pl.job.Schedule, pl.job.Cards, !pl.job.StorageGB.IsZero()}
	if t.filled && t.of == key {
		return
	}
	t.of, t.filled = key, true
	for i, g := range groups {
		p := &t.plans[i]
		pl.fillTime(p, &g.plan.key, g.plan.terms)
		t.costs[i] = math.Inf(1)
		if p.excluded == nil {
			t.costs[i] = p.estimate(g.champion.nano)
		}
	}
}

package pricing

import "gpuscale/catalog"

// planner makes plans for one job in one market.
type planner struct {
	job   Job
	clock clock
	basis catalog.Basis
	quiet bool
	cache map[*terms]*extras // for runs of planned length
	rates []exchange

	hourly, save, restart, used float64 // the job's figures of interruptions, and its utilisation in percent
}

// exchange is what turns a currency into the one shown; without known there is no
// rate.
type exchange struct {
	from   catalog.Currency
	rate   *catalog.Rate
	factor float64
	known  bool
}

func newPlanner(job Job, basis catalog.Basis) *planner {
	pl := &planner{job: job, clock: job.clock(), basis: basis, quiet: true, cache: map[*terms]*extras{}}
	pl.hourly, _ = job.InterruptionPerHour.Value.Float64()
	pl.save, _ = job.CheckpointMinutes.Value.Float64()
	pl.restart, _ = job.RestartMinutes.Float64()
	pl.used, _ = job.Utilisation.Float64()
	return pl
}

func (pl *planner) exchange(from catalog.Currency) *exchange {
	for i := range pl.rates {
		if x := &pl.rates[i]; x.from == from {
			return x
		}
	}
	x := exchange{from: from}
	if x.rate, x.known = pl.basis.Rate(from); x.known {
		x.factor = factorOf(x.rate, pl.basis.Currency).Float()
	}
	pl.rates = append(pl.rates, x)
	return &pl.rates[len(pl.rates)-1]
}

// fill makes the plan of a group under its provider's terms.
func (pl *planner) fill(p *plan, key *groupKey, t *terms) {
	pl.fillTime(p, key, t)
	if p.excluded == nil {
		p.extras = pl.extrasOf(p)
	}
}

// fillTime leaves out the extras, the slower part.
func (pl *planner) fillTime(p *plan, key *groupKey, t *terms) {
	*p = plan{key: *key, job: &pl.job, terms: t, quiet: pl.quiet}
	if p.countPieces() && p.exchange(pl) {
		p.bill(pl)
	}
}

// extrasOf returns what a plan costs beside its price, the host's part included.
func (pl *planner) extrasOf(p *plan) *extras {
	e := pl.extras(p.terms, p.interruption)
	if p.key.host == nil {
		return e
	}
	whole := *e
	whole.charges = append(p.hostCharges(), e.charges...)
	return &whole
}

func (pl *planner) extras(t *terms, extra int64) *extras {
	if extra != 0 {
		return t.extras(&pl.job, extra)
	}
	e, ok := pl.cache[t]
	if !ok {
		e = t.extras(&pl.job, 0)
		pl.cache[t] = e
	}
	return e
}

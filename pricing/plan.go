package pricing

import (
	"math"

	"gpuscale/catalog"
)

// groupKey names prices that differ in nothing but the amount: the same provider,
// size of machine, mode, unit and currency. One plan serves them all, and the
// lowest amount is the cheapest of them for every job.
type groupKey struct {
	provider *catalog.Provider
	billing  catalog.BillingMode
	unit     catalog.Unit
	currency catalog.Currency
	cards    int        // a machine; 0: not known
	cores    float64    // a machine, for core-hours; 0: not known
	peak     float64    // dense TFLOPS of a card, for PFLOP-hours; 0: not known
	host     *unitPrice // of the machine where the price is for its cards alone; nil: included
}

// plan says what a job pays for at the prices of a group. For a price p the cost is
// p × pieces × (compute + interruption + stopped) ÷ unit × factor + extras.
type plan struct {
	key    groupKey
	job    *Job
	terms  *terms
	rate   *catalog.Rate
	factor float64 // of rate and delivery, for estimates
	extras *extras
	basket *basketCost // nil: no basket

	machines, cards                int64
	pieces                         int64       // machines, cards or cores that the price multiplies
	unit                           int64       // microseconds one amount pays for
	compute, interruption, stopped int64       // microseconds billed per piece
	settled                        *settlement // card time is billed by the clock hour; nil: as a whole
	delivered                      bool        // priced by PFLOP-hours delivered
	covered                        Amount      // part of compute that a coupon pays for, 0–1
	coveredShare                   float64
	excluded                       *Notice
	atLeast                        bool
	quiet                          bool // warnings are not written
	warnings                       []Notice
}

func (p *plan) exclude(code string, params map[string]string) bool {
	p.excluded = &Notice{Code: code, Params: params}
	return false
}

// warn takes a function so that a quiet plan spends nothing on words.
func (p *plan) warn(code string, params func() map[string]string) {
	if p.quiet {
		return
	}
	n := Notice{Code: code}
	if params != nil {
		n.Params = params()
	}
	p.warnings = append(p.warnings, n)
}

func (p *plan) unknown(code string, params func() map[string]string) {
	p.atLeast = true
	p.warn(code, params)
}

// countPieces finds how many machines hold the cards and what the price multiplies.
func (p *plan) countPieces() bool {
	unit, perMachine := p.key.unit, int64(p.key.cards)
	if perMachine <= 0 {
		if unit.PerMachine() {
			return p.exclude(ExcludedCountUnknown, nil)
		}
		p.unknown(WarnCountUnknown, nil)
		perMachine = 1
	}
	p.machines = Machines(int64(p.job.Cards), perMachine)
	p.cards = p.machines * perMachine
	if p.cards > int64(p.job.Cards) {
		p.warn(WarnCardsIdle, func() map[string]string {
			return map[string]string{"paid": itoa(p.cards), "needed": itoa(int64(p.job.Cards))}
		})
	}
	p.pieces = p.cards
	switch {
	case unit == catalog.CoreHour:
		if p.key.cores <= 0 || p.key.cores != math.Trunc(p.key.cores) || p.key.cards <= 0 {
			return p.exclude(ExcludedCoreHours, nil)
		}
		p.pieces = p.machines * int64(p.key.cores)
	case unit == catalog.PFLOPHour:
		if p.key.peak <= 0 {
			return p.exclude(ExcludedPeakUnknown, nil)
		}
		p.delivered = true
	case unit.PerMachine():
		p.pieces = p.machines
	}
	return true
}

func (p *plan) exchange(pl *planner) bool {
	x := pl.exchange(p.key.currency)
	if !x.known {
		return p.exclude(ExcludedRateUnknown, map[string]string{"currency": string(p.key.currency)})
	}
	p.rate, p.factor = x.rate, x.factor
	if p.delivered {
		p.factor *= p.key.peak / 1000 * pl.used / 100
	}
	return true
}

// bill finds the time that is paid for under the mode.
func (p *plan) bill(pl *planner) {
	c := pl.clock
	hours, ok := p.key.unit.Hours(p.job.Month)
	if p.key.unit == catalog.CoreHour || p.delivered {
		hours, ok = 1, true
	}
	if !ok {
		p.exclude(ExcludedUnit, map[string]string{"unit": string(p.key.unit)})
		return
	}
	p.unit = int64(hours) * microsPerHour
	switch period, prepaid := p.key.billing.Period(p.key.unit, p.job.Month); {
	case prepaid:
		p.prepay(c, int64(period)*microsPerHour)
	case p.key.billing == catalog.Spot && p.job.Uninterruptible:
		p.exclude(ExcludedReclaimable, nil)
	default:
		p.meter(pl)
		p.redeem()
		p.settle(pl.clock)
	}
}

func (p *plan) prepay(c clock, period int64) {
	p.compute = catalog.WholePeriods(c.span, period)
	if p.compute > c.run() {
		p.warn(WarnCommitmentIdle, func() map[string]string {
			return map[string]string{"paid": hoursOf(p.compute).String(), "used": hoursOf(c.run()).String()}
		})
	}
	if c.stopped > 0 && p.compute < c.kept() {
		p.warn(WarnExpires, func() map[string]string {
			return map[string]string{"hours": hoursOf(c.kept() - p.compute).String()}
		})
	}
	if p.key.billing == catalog.BillReserved {
		p.unknown(WarnTermUnknown, nil)
	}
}

// typedSlack is half of the last digit of typed hours: 901 seconds are typed as
// 0.250278 h and must not count as 902.
const typedSlack = PerHour / 2

// meter bills the time that runs, interruptions and, where it applies, the time
// shut down.
func (p *plan) meter(pl *planner) {
	c := pl.clock
	granularity := p.terms.granularity
	session := c.session
	if granularity.Value.StepSeconds > 0 && session > typedSlack {
		session -= typedSlack
	}
	p.compute = granularity.Value.Billed(session) * c.sessions
	if !granularity.Known && c.session%microsPerHour != 0 {
		p.unknown(WarnGranularityUnknown, func() map[string]string {
			return map[string]string{"hours": hoursOf(c.session).String()}
		})
	}
	if p.key.billing == catalog.Spot {
		p.interrupt(pl)
	}
	p.stop(c)
}

// stop bills cards that stay shut down: after the run, and between sessions when
// data has to be kept.
func (p *plan) stop(c clock) {
	shut := c.stopped
	if !p.job.StorageGB.IsZero() {
		shut += c.idle()
	}
	if shut == 0 {
		return
	}
	params := func() map[string]string { return map[string]string{"hours": hoursOf(shut).String()} }
	switch billed, known := p.terms.stopped.Get(); {
	case !known:
		p.unknown(WarnStoppedUnknown, params)
	case billed:
		p.stopped = shut
		p.warn(WarnStoppedBilled, params)
	}
	days, ok := p.terms.retention.Get()
	if ok && c.stopped > 0 && p.job.StoppedDays.Cmp(days) >= 0 {
		p.warn(WarnReleased, func() map[string]string {
			return map[string]string{"days": days.String(), "stopped": p.job.StoppedDays.Trim(0).String()}
		})
	}
}

// interrupt adds the time that interruptions of spot machines cost: the run stops
// when any of its machines is taken away.
func (p *plan) interrupt(pl *planner) {
	if !p.job.InterruptionPerHour.Known {
		p.unknown(WarnInterruptionUnknown, nil)
		return
	}
	if pl.hourly <= 0 || pl.clock.run() == 0 {
		return
	}
	run := Interruptions{MTBF: ClusterMTBF(1/pl.hourly, float64(p.machines)), Checkpoints: p.job.CheckpointMinutes.Known,
		Save: pl.save / 60, Restart: pl.restart / 60}
	work := float64(pl.clock.run()) / microsPerHour
	expected := run.expected(work)
	if math.IsNaN(expected) || expected > MaxHours {
		p.exclude(ExcludedInterruptions, map[string]string{"mtbf": figure(run.MTBF)})
		return
	}
	p.interruption = int64(math.Round((expected-work)*micro)) * PerHour
	if run.Checkpoints && run.Save > 0 {
		p.warn(WarnCheckpointInterval, func() map[string]string {
			interval := run.DalyInterval()
			share := CheckpointShare(work/interval, run.Save*PerHour, (work+work/interval*run.Save)*PerHour)
			return map[string]string{"minutes": figure(interval * 60), "young": figure(run.YoungInterval() * 60), "share": figure(share * 100)}
		})
	}
	if !run.Valid() {
		p.warn(WarnInterruptionValidity, func() map[string]string {
			return map[string]string{"checkpoint": figure(run.Save), "mtbf": figure(run.MTBF)}
		})
	}
}

// figure writes a physical figure with two decimals.
func figure(f float64) string {
	return hoursOf(int64(math.Round(f*100)) * microsPerHour / 100).String()
}

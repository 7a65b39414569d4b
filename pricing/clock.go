package pricing

import (
	"github.com/govalues/decimal"

	"gpuscale/catalog"
)

const micro = 1_000_000

// clock is a job's time in microseconds: typed hours have six decimals, so that
// every span is a whole number of them.
type clock struct {
	session  int64 // one run of a card
	sessions int64
	span     int64 // from the first start to the end of the last day of the run
	stopped  int64 // shut down but kept after the run
}

// run returns how long each card computes.
func (c clock) run() int64 { return c.session * c.sessions }

// kept returns how long data and addresses are held.
func (c clock) kept() int64 { return c.span + c.stopped }

// idle returns the time between sessions.
func (c clock) idle() int64 { return c.span - c.run() }

func (j *Job) clock() clock {
	s, c := j.Schedule, clock{sessions: 1, stopped: micros(j.StoppedDays) * 24}
	switch {
	case s.Hours.Known:
		c.session = micros(s.Hours.Value)
		c.span = c.session
	case s.Months.Known:
		c.session = micros(s.Months.Value) * int64(j.Month)
		c.span = c.session
	case s.HoursPerDay.Known:
		c.session = micros(s.HoursPerDay.Value)
		c.sessions = units(s.Days.Value, 0)
		c.span = c.sessions * 24 * microsPerHour
		if c.session == 0 || c.idle() < 0 {
			c.span = c.run()
		}
	}
	return c
}

// micros returns hours as microseconds.
func micros(hours catalog.Decimal) int64 { return units(hours, 6) * PerHour }

// units returns d in units of 10^-scale; Job.Check has bounded it.
func units(d catalog.Decimal, scale int) int64 {
	whole, fraction, _ := d.Int64(scale)
	for range scale {
		whole *= 10
	}
	return whole + fraction
}

// hoursOf returns microseconds as hours, half-up at six decimals.
func hoursOf(micros int64) catalog.Decimal {
	return decimal.MustNew((micros+PerHour/2)/PerHour, 6).Trim(0)
}

package pricing

import (
	"time"

	"gpuscale/catalog"
)

// LastDay returns the last day of a subscription of whole months bought on a day:
// the same day of the later month, or that month's end where it is shorter. The
// service ends at the end of that day (formula C10).
func LastDay(bought catalog.Date, months int) catalog.Date {
	return catalog.DateOf(addMonths(bought.Start(), months))
}

// addMonths keeps the day of the month, clamped to the end of a shorter month;
// time.AddDate would run over into the next one.
func addMonths(t time.Time, months int) time.Time {
	first := time.Date(t.Year(), t.Month()+time.Month(months), 1, t.Hour(), t.Minute(), t.Second(), 0, t.Location())
	end := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(t.Day(), end)-1)
}

// lastDay returns the last day of the months or years that a plan buys on a day; other
// modes sell hours.
func (p *plan) lastDay(bought catalog.Date) catalog.Opt[catalog.Date] {
	if p.compute == 0 || p.key.billing != catalog.BillMonth && p.key.billing != catalog.BillYear {
		return catalog.Opt[catalog.Date]{}
	}
	return catalog.Known(LastDay(bought, int(p.compute/(int64(p.job.Month)*microsPerHour))))
}

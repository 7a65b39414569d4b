package pricing

import "slices"

// Periods returns how many whole periods cover the hours: prepaid time is bought
// and paid in full (formula C6).
func Periods(hours, periodHours Amount) Amount { return hours.Over(periodHours).Ceil() }

// BreakEvenHours returns the hours per period at which a period's price equals the
// hourly price (formula C6); ok is false for an hourly price that is not positive.
func BreakEvenHours(period, hourly Amount) (hours Amount, ok bool) {
	if hourly.Sign() <= 0 {
		return Amount{}, false
	}
	return period.Over(hourly), true
}

// BreakEvenUtilisation returns the share of a period that must be used for a
// commitment with the discount (0–1) to pay: 1 − discount.
func BreakEvenUtilisation(discount Amount) Amount { return Whole(1).Minus(discount) }

// Quote is one way of paying with what it costs in all.
type Quote struct {
	Name  string
	Total Amount
}

// Cheapest returns every quote that costs the least; more than one is a tie, which
// callers report as such.
func Cheapest(quotes []Quote) []Quote {
	var best []Quote
	for _, q := range quotes {
		switch {
		case len(best) == 0 || q.Total.Cmp(best[0].Total) < 0:
			best = append(best[:0], q)
		case q.Total.Cmp(best[0].Total) == 0:
			best = append(best, q)
		}
	}
	return slices.Clip(best)
}

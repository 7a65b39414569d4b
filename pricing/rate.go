package pricing

import (
	"time"

	"gpuscale/catalog"
)

// OldRateDays is the age in days beyond which an exchange rate is called old
// wherever it is used.
const OldRateDays = 90

// RateAge returns the days from the date of an exchange rate to a moment, and
// whether that makes it old.
func RateAge(rate catalog.Rate, at time.Time) (days int, old bool) {
	days = catalog.DaysBetween(rate.Date, catalog.DateOf(at))
	return days, days > OldRateDays
}

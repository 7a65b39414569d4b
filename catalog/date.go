package catalog

import (
	"fmt"
	"time"
)

// Shanghai is the zone in which the portal's days begin and end. China has had no
// daylight saving since 1991, so a fixed offset needs no zone data at run time.
var Shanghai = time.FixedZone("Asia/Shanghai", 8*60*60)

// Date is a day, month or year as a source states it. The zero Date is unknown;
// Month and Day are 0 when the source leaves them out.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// ParseDate reads YYYY, YYYY-MM or YYYY-MM-DD; empty is the unknown date.
func ParseDate(s string) (Date, error) {
	if s == "" {
		return Date{}, nil
	}
	for _, layout := range []string{"2006-01-02", "2006-01", "2006"} {
		t, err := time.Parse(layout, s)
		if err != nil || len(s) != len(layout) {
			continue
		}
		if t.Year() == 0 {
			break // there was no such year, and it would be taken for an unknown date
		}
		d := Date{Year: t.Year()}
		if len(s) >= 7 {
			d.Month = t.Month()
		}
		if len(s) == 10 {
			d.Day = t.Day()
		}
		return d, nil
	}
	return Date{}, fmt.Errorf("%q is not YYYY, YYYY-MM or YYYY-MM-DD", s)
}

// DateOf returns the day in Shanghai at which t falls.
func DateOf(t time.Time) Date {
	y, m, d := t.In(Shanghai).Date()
	return Date{Year: y, Month: m, Day: d}
}

// Known reports whether the source stated a date.
func (d Date) Known() bool { return d.Year != 0 }

// Start returns the first moment of the date in Shanghai; a partial date counts
// as its first day.
func (d Date) Start() time.Time {
	return time.Date(d.Year, max(d.Month, 1), max(d.Day, 1), 0, 0, 0, 0, Shanghai)
}

// End returns the first moment after the day in Shanghai; a partial date counts as
// its first day.
func (d Date) End() time.Time { return d.Start().AddDate(0, 0, 1) }

// begun reports whether what holds from a day on holds at a moment; without a day
// it always has.
func begun(from Date, at time.Time) bool { return !from.Known() || !from.Start().After(at) }

// over reports whether what holds until a day has ended by a moment; the announced
// day is still its last.
func over(to Date, at time.Time) bool { return to.Known() && !at.Before(to.End()) }

// String returns the date as precisely as it is known, "" when unknown.
func (d Date) String() string {
	switch {
	case d.Year == 0:
		return ""
	case d.Month == 0:
		return fmt.Sprintf("%04d", d.Year)
	case d.Day == 0:
		return fmt.Sprintf("%04d-%02d", d.Year, d.Month)
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

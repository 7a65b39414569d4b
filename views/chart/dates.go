package chart

import "time"

// dateTick is a labelled calendar date: a year, a month of a year or a day of a
// month, in digits that read the same in every language.
type dateTick struct {
	day  float64
	text string
}

// dateSteps are the distances between ticks, finest first.
var dateSteps = []struct{ years, months, days int }{
	{0, 0, 1}, {0, 0, 2}, {0, 0, 7}, {0, 0, 14},
	{0, 1, 0}, {0, 2, 0}, {0, 3, 0}, {0, 6, 0},
	{1, 0, 0}, {2, 0, 0}, {5, 0, 0}, {10, 0, 0}, {50, 0, 0},
}

// dateTicks picks the finest step with at most most ticks inside the days. A
// single day gets itself.
func dateTicks(days span, most int) []dateTick {
	first := time.Unix(int64(days.lo)*86400, 0).UTC()
	if days.hi <= days.lo {
		return []dateTick{{days.lo, first.Format("2006-01-02")}}
	}
	for _, step := range dateSteps {
		t, layout := first, "01-02"
		switch {
		case step.years > 0:
			t, layout = time.Date(first.Year()/step.years*step.years, 1, 1, 0, 0, 0, 0, time.UTC), "2006"
		case step.months > 0:
			month := (int(first.Month())-1)/step.months*step.months + 1
			t, layout = time.Date(first.Year(), time.Month(month), 1, 0, 0, 0, 0, time.UTC), "2006-01"
		}
		var ticks []dateTick
		for ; day(t) <= days.hi && len(ticks) <= most; t = t.AddDate(step.years, step.months, step.days) {
			if day(t) >= days.lo {
				ticks = append(ticks, dateTick{day(t), t.Format(layout)})
			}
		}
		if len(ticks) > 0 && len(ticks) <= most {
			return ticks
		}
	}
	return []dateTick{{days.lo, first.Format("2006-01-02")}}
}

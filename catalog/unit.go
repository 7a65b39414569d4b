package catalog

// Unit says what one published amount pays for.
type Unit string

// The units prices are published in. "gpu" units are per card, "instance" units
// per machine (divided by the card count), core-hours are never converted.
const (
	GPUHour       Unit = "gpu-hour"
	GPUDay        Unit = "gpu-day"
	GPUWeek       Unit = "gpu-week"
	GPUMonth      Unit = "gpu-month"
	GPUYear       Unit = "gpu-year"
	InstanceHour  Unit = "instance-hour"
	InstanceDay   Unit = "instance-day"
	InstanceWeek  Unit = "instance-week"
	InstanceMonth Unit = "instance-month"
	InstanceYear  Unit = "instance-year"
	CoreHour      Unit = "core-hour"
	PFLOPHour     Unit = "pflop-hour"
)

// Units lists every unit a price may have, in the order of a form.
var Units = []Unit{GPUHour, InstanceHour, GPUDay, InstanceDay, GPUWeek, InstanceWeek, GPUMonth,
	InstanceMonth, GPUYear, InstanceYear, CoreHour, PFLOPHour}

// MonthHours is the convention by which a month is turned into hours.
type MonthHours int

// Month conventions: 730 = 8760 ÷ 12, 720 = 30 days, 744 = 31 days.
const (
	Month730 MonthHours = 730
	Month720 MonthHours = 720
	Month744 MonthHours = 744
)

// PerMachine reports whether an amount in u pays for a whole machine.
func (u Unit) PerMachine() bool {
	switch u {
	case InstanceHour, InstanceDay, InstanceWeek, InstanceMonth, InstanceYear:
		return true
	}
	return false
}

// Hours returns how many hours one period of u lasts under the month convention;
// ok is false for units that are no period of card time.
func (u Unit) Hours(month MonthHours) (hours int, ok bool) {
	switch u {
	case GPUHour, InstanceHour:
		return 1, true
	case GPUDay, InstanceDay:
		return 24, true
	case GPUWeek, InstanceWeek:
		return 168, true
	case GPUMonth, InstanceMonth:
		return int(month), true
	case GPUYear, InstanceYear:
		return 12 * int(month), true
	}
	return 0, false
}

// scale is the number of decimals that a computed figure in u has: those of totals for
// months.
func (u Unit) scale() int {
	if u == GPUMonth {
		return 2
	}
	return 4
}

// Period returns the hours that a mode sells at once at a price for u; prepaid is false
// for modes that meter time. The term of a reservation is not published: whole units of
// its price are bought.
func (b BillingMode) Period(u Unit, month MonthHours) (hours int, prepaid bool) {
	switch b {
	case BillDay:
		return 24, true
	case BillWeek:
		return 168, true
	case BillMonth:
		return int(month), true
	case BillYear:
		return 12 * int(month), true
	case BillReserved:
		if hours, ok := u.Hours(month); ok {
			return hours, true
		}
		return 1, true
	}
	return 0, false
}

// WholePeriods returns the time that is paid for to have span, where it is sold by the
// period: periods are bought and paid in full. Both are in the same unit, which is the
// result's.
func WholePeriods(span, period int64) int64 { return (span + period - 1) / period * period }

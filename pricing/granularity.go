package pricing

import "time"

// Granularity is how a provider meters card time: each run is rounded up to whole
// steps of StepSeconds and is at least MinimumSeconds long.
type Granularity struct {
	StepSeconds    int64 // 1, 60, 3600; 0 meters exactly
	MinimumSeconds int64
}

// Steps of metering.
const (
	PerSecond = 1
	PerMinute = 60
	PerHour   = 3600
)

const (
	microsPerSecond = 1_000_000
	microsPerHour   = PerHour * microsPerSecond
)

// Billed returns the microseconds that a run of the given microseconds is billed
// for: ceil(max(run, minimum) ÷ step) × step (formula C2). A run that never
// started costs nothing.
func (g Granularity) Billed(micros int64) int64 {
	if micros <= 0 {
		return 0
	}
	micros = max(micros, g.MinimumSeconds*microsPerSecond)
	step := g.StepSeconds * microsPerSecond
	if step <= 0 {
		return micros
	}
	return (micros + step - 1) / step * step
}

// Metered returns what a run of the given seconds costs at an hourly price.
func (g Granularity) Metered(pricePerHour Amount, seconds int64) Amount {
	micros := g.Billed(seconds * microsPerSecond)
	return ProRata(pricePerHour, Whole(micros), Whole(microsPerHour))
}

// ClockHours splits the span from start to end into the seconds that fall in each
// clock hour, the unit in which providers settle second-metered use.
func ClockHours(start, end time.Time) []int64 {
	var seconds []int64
	for start.Before(end) {
		next := start.Truncate(time.Hour).Add(time.Hour)
		if next.After(end) {
			next = end
		}
		seconds = append(seconds, int64(next.Sub(start)/time.Second))
		start = next
	}
	return seconds
}

// SettledHourly returns the sum of the hourly bills of a provider that settles each
// clock hour by itself: the seconds of one hour are summed, and each bill is
// rounded to cents. The sum can differ by cents from rounding once.
func SettledHourly(pricePerHour Amount, secondsByHour []int64) (Amount, error) {
	var total Amount
	for _, seconds := range secondsByHour {
		bill, err := Granularity{}.Metered(pricePerHour, seconds).Round(2)
		if err != nil {
			return Amount{}, err
		}
		total = total.Plus(Exactly(bill))
	}
	return total, nil
}

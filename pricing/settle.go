package pricing

import (
	"strings"
	"time"

	"gpuscale/catalog"
)

// settlesHourly reports whether a source says that a provider bills each clock hour by
// itself.
func settlesHourly(f catalog.Fact) bool {
	for _, words := range []string{"按小时出账", "按小时扣费", "按小时结算", "整点"} {
		if strings.Contains(f.Value.Zh, words) {
			return true
		}
	}
	return false
}

// settle marks a metered plan whose clock hours are billed one by one. Where the step
// of metering is unknown, or a coupon pays for a part, the parts of an hour are too.
func (p *plan) settle(c clock) {
	if !p.terms.settled || !p.terms.granularity.Known || p.coveredShare > 0 || p.delivered || c.sessions == 0 || p.key.billing == catalog.Spot {
		return
	}
	session := p.compute / c.sessions
	start := time.Unix(0, 0)
	p.settled = &settlement{sessions: c.sessions, full: session / microsPerHour,
		rest: ClockHours(start, start.Add(time.Duration(session%microsPerHour)*time.Microsecond))}
}

// settlement is a run in clock hours: sessions that each begin on the hour.
type settlement struct {
	sessions, full int64
	rest           []int64 // seconds of the last, partial hour
}

// computeAt returns what the run's card time costs at a price, in the currency shown.
func (p *plan) computeAt(price Amount) Amount {
	if p.settled != nil {
		if amount, ok := p.settled.at(p.hourly(price)); ok {
			if p.rate != nil {
				amount = amount.Times(factorOf(p.rate, p.job.Currency))
			}
			return amount
		}
	}
	return p.share(p.compute, 100).Times(price)
}

// hourly returns the price of an hour of all pieces, as published.
func (p *plan) hourly(price Amount) Amount {
	return Linear(price, ratioOf(microsPerHour, p.unit), p.pieces)
}

func (s *settlement) at(hourly Amount) (Amount, bool) {
	hour, err1 := SettledHourly(hourly, []int64{PerHour})
	rest, err2 := SettledHourly(hourly, s.rest)
	return hour.Times(Whole(s.full)).Plus(rest).Times(Whole(s.sessions)), err1 == nil && err2 == nil
}

// rounds reports whether billing by the hour changes the amount at a price.
func (p *plan) rounds(price Amount) bool {
	return p.settled != nil && p.computeAt(price).Cmp(p.share(p.compute, 100).Times(price)) != 0
}

// settledFormula writes the hours with the rounding of each: "(1.2345 × 8 → 9.88) × 100".
func (p *plan) settledFormula(price *catalog.Price, nano int64, shown catalog.Currency) string {
	hourly := p.hourly(nanoAmount(nano))
	each := twoDecimals(price.Amount.Value)
	if p.unit != microsPerHour {
		each += " ÷ " + hoursOf(p.unit).String()
	}
	if p.pieces != 1 {
		each += " × " + itoa(p.pieces)
	}
	var parts []string
	if hour, err := hourly.Round(2); err == nil && p.settled.full > 0 {
		parts = append(parts, "("+each+" → "+hour.String()+") × "+itoa(p.settled.full))
	}
	for _, seconds := range p.settled.rest {
		part := Granularity{}.Metered(hourly, seconds)
		if rounded, err := part.Round(2); err == nil {
			parts = append(parts, "("+each+" × "+itoa(seconds)+" s ÷ 3600 → "+rounded.String()+")")
		}
	}
	formula := strings.Join(parts, " + ")
	if p.settled.sessions > 1 {
		formula = "(" + formula + ") × " + itoa(p.settled.sessions)
	}
	return formula + exchangeFormula(p.rate, shown)
}

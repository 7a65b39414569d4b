package catalog

import (
	"slices"
	"strings"
	"time"
)

// Reason says why a price has no per-card hourly figure.
type Reason string

// Reasons; the empty Reason means that the figure is known.
const (
	ReasonCoreHours    Reason = "core-hours"
	ReasonCountUnknown Reason = "count-unknown"
	ReasonHostExcluded Reason = "host-excluded"
	ReasonShareUnknown Reason = "share-unknown"
	ReasonPriceUnknown Reason = "price-unknown"
)

// PerHour is the price of one card (or of the sold share of one) for one hour in
// the basis' currency, unrounded: amount ÷ cards ÷ hours × rate; Basis.In gives it for
// a machine and for a month too. Rate is the exchange rate that was used, nil when the
// price is published in that currency.
type PerHour struct {
	Range
	Reason Reason
	Rate   *Rate
}

// Known reports whether the figure could be computed.
func (p PerHour) Known() bool { return p.Reason == "" }

// Rounded returns the range half-up at four decimals.
func (p PerHour) Rounded() Range { return p.RoundedIn(GPUHour) }

// RoundedIn returns a range in u half-up as it is printed: at four decimals an hour, at
// the two of totals a month.
func (p PerHour) RoundedIn(u Unit) Range {
	r := Range{Low: RoundHalfUp(p.Low, u.scale()), Currency: p.Currency}
	if p.High.Known {
		r.High = Known(RoundHalfUp(p.High.Value, u.scale()))
	}
	return r
}

// Basis is how money is shown: a currency, a month convention, and the exchange
// rates of one moment. Market.Basis makes one.
type Basis struct {
	Currency Currency
	Month    MonthHours
	rates    []Rate // at most one a pair, the newest not later than the moment
}

// Rate returns the rate that turns money of one currency into the basis' currency;
// nil when none is needed, ok false when none is known.
func (b Basis) Rate(from Currency) (rate *Rate, ok bool) {
	if from == b.Currency {
		return nil, true
	}
	for i := range b.rates {
		r := &b.rates[i]
		if r.Base == from && r.Quote == b.Currency || r.Base == b.Currency && r.Quote == from {
			return r, true
		}
	}
	return nil, false
}

// Convert returns m in the basis' currency, unrounded; ok is false without a rate.
func (b Basis) Convert(m Money) (converted Money, ok bool) {
	rate, ok := b.Rate(m.Currency)
	if !ok {
		return Money{}, false
	}
	amount, err := b.ratio(m.Amount, rate, part{1, 1})
	return Money{Amount: amount, Currency: b.Currency}, err == nil
}

// PerGPUHour returns what p costs a card and hour in the basis' currency.
func (b Basis) PerGPUHour(p *Price) PerHour { return b.In(GPUHour, p) }

// In returns what p costs in a unit that lists show: a card for an hour (GPUHour), a
// machine for an hour (InstanceHour), or a card for a month (GPUMonth). An hour is part
// of what was published; a month is what one pays to have the card that long, whole
// periods where the mode sells those, and of longer terms the month's share.
func (b Basis) In(u Unit, p *Price) PerHour {
	unknown := func(r Reason) PerHour { return PerHour{Range: Range{Currency: b.Currency}, Reason: r} }
	part, reason := p.partIn(u, b.Month)
	if reason != "" {
		return unknown(reason)
	}
	rate, ok := b.Rate(p.Currency)
	if !ok {
		return unknown(ReasonPriceUnknown)
	}
	low, err := b.ratio(p.Amount.Value, rate, part)
	if err != nil {
		return unknown(ReasonPriceUnknown)
	}
	shown := PerHour{Range: Range{Low: low, Currency: b.Currency}, Rate: rate}
	if p.Max.Known {
		if high, err := b.ratio(p.Max.Value, rate, part); err == nil {
			shown.High = Known(high)
		}
	}
	return shown
}

// part is what is taken of a published amount: times ÷ divisor of it.
type part struct{ times, divisor int64 }

func (p part) lowest() part {
	a, b := p.times, p.divisor
	for b != 0 {
		a, b = b, a%b
	}
	return part{p.times / a, p.divisor / a}
}

// partIn returns the part of a published amount that a card or machine costs in u.
func (p *Price) partIn(u Unit, month MonthHours) (part, Reason) {
	hours, reason := p.cardHours(month)
	switch {
	case reason != "":
		return part{}, reason
	case u == GPUMonth:
		return part{p.monthHours(month), hours}.lowest(), ""
	case u == InstanceHour && p.count.Or(0) <= 0:
		return part{}, ReasonCountUnknown
	case u == InstanceHour:
		return part{int64(p.count.Value), hours}.lowest(), ""
	}
	return part{1, hours}, ""
}

// monthHours returns the hours that are paid for to have a card for a month. Of a term
// longer than a month it is the month's share: beside other modes a whole year's price
// would read as twelve times too dear.
func (p *Price) monthHours(month MonthHours) int64 {
	if period, prepaid := p.Billing.Period(p.Unit, month); prepaid && period <= int(month) {
		return WholePeriods(int64(month), int64(period))
	}
	return int64(month)
}

// ratio divides only once, so that the quotient is rounded only once.
func (b Basis) ratio(amount Decimal, rate *Rate, p part) (Decimal, error) {
	den := Whole(p.divisor)
	var err error
	if p.times != 1 {
		if amount, err = amount.Mul(Whole(p.times)); err != nil {
			return amount, err
		}
	}
	if rate != nil && rate.Quote == b.Currency {
		amount, err = amount.Mul(rate.Value)
	} else if rate != nil {
		den, err = den.Mul(rate.Value)
	}
	if err != nil || den.IsOne() {
		return amount, err
	}
	return amount.Quo(den)
}

// ratesAt returns the newest rate of each pair that is not later than at.
func ratesAt(rates []Rate, at time.Time) []Rate {
	sorted := slices.Clone(rates)
	slices.SortStableFunc(sorted, func(a, b Rate) int {
		return strings.Compare(b.Date.String(), a.Date.String())
	})
	var newest []Rate
	for _, r := range sorted {
		seen := slices.ContainsFunc(newest, func(n Rate) bool {
			return n.Base == r.Base && n.Quote == r.Quote || n.Base == r.Quote && n.Quote == r.Base
		})
		if !seen && !r.Value.IsZero() && !r.Date.Start().After(at) {
			newest = append(newest, r)
		}
	}
	return newest
}

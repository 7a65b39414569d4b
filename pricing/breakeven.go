package pricing

import "gpuscale/catalog"

// breakEven compares a price with another mode of the same offer: a prepaid one
// with on-demand, on-demand with the prepaid one that pays off the soonest. A ranked
// price is compared with ranked ones. It is withheld where either price stands in an
// open contradiction, for then one of them is wrong.
func breakEven(o *catalog.Offer, p *catalog.Price, month catalog.MonthHours) catalog.Opt[BreakEven] {
	var none catalog.Opt[BreakEven]
	if contradicted(p) {
		return none
	}
	best := none
	for i := range o.Prices {
		other := &o.Prices[i]
		if p.Ranked() && !other.Ranked() {
			continue
		}
		prepaid, hourly := p, other
		if p.Billing == catalog.OnDemand {
			prepaid, hourly = other, p
		}
		hours, share, ok := breakEvenOf(o, prepaid, hourly, month)
		if !ok || contradicted(other) || best.Known && best.Value.Hours.Cmp(hours) <= 0 {
			continue
		}
		best = catalog.Known(BreakEven{Against: other.Billing, PriceID: other.ID, Hours: hours, Share: share, Period: prepaid.Billing})
	}
	return best
}

// breakEvenOf returns the hours a period at which a prepaid price equals an
// on-demand one, and their percent of the period; ok is false for other modes and when they never meet within the
// period.
func breakEvenOf(o *catalog.Offer, prepaid, hourly *catalog.Price, month catalog.MonthHours) (hours, share catalog.Decimal, ok bool) {
	period, ok := periodHours(prepaid.Billing, month)
	if !ok || hourly.Billing != catalog.OnDemand || prepaid.Currency != hourly.Currency || prepaid.Max.Known || hourly.Max.Known {
		return hours, share, false
	}
	long, ok1 := perCardHour(o, prepaid, month)
	short, ok2 := perCardHour(o, hourly, month)
	if !ok1 || !ok2 {
		return hours, share, false
	}
	even, ok := BreakEvenHours(long.Times(Whole(int64(period))), short)
	if !ok || even.Cmp(Whole(int64(period))) > 0 {
		return hours, share, false
	}
	discount := Whole(1).Minus(long.Over(short))
	share, err1 := ProRata(BreakEvenUtilisation(discount), Whole(100), Whole(1)).Round(1)
	hours, err2 := even.Round(2)
	return hours, share, err1 == nil && err2 == nil
}

func contradicted(p *catalog.Price) bool {
	for _, c := range p.Contradictions {
		if c.Open() {
			return true
		}
	}
	return false
}

// periodHours returns the hours that a prepaid mode sells at once; a reservation is
// none, for its term is not published.
func periodHours(mode catalog.BillingMode, month catalog.MonthHours) (hours int, prepaid bool) {
	if mode == catalog.BillReserved {
		return 0, false
	}
	return mode.Period("", month)
}

// perCardHour returns what a price is for a card and hour, in its own currency.
func perCardHour(o *catalog.Offer, p *catalog.Price, month catalog.MonthHours) (Amount, bool) {
	amount, known := p.Amount.Get()
	hours, ok := p.Unit.Hours(month)
	if !known || !ok || amount.Sign() <= 0 || p.Unit.PerMachine() && o.Count.Or(0) <= 0 {
		return Amount{}, false
	}
	each := Exactly(amount).Over(Whole(int64(hours)))
	if p.Unit.PerMachine() {
		each = each.Over(Whole(int64(o.Count.Value)))
	}
	return each, true
}

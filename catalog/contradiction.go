package catalog

// ContradictionCode names what is odd about two prices of one offer.
type ContradictionCode string

// Contradiction codes. SpotEqualsOnDemand is a remark (no discount may be
// claimed); the others keep the price out of rankings.
const (
	SpotAboveOnDemand     ContradictionCode = "spot-above-on-demand"
	TermAboveOnDemand     ContradictionCode = "term-above-on-demand"
	MonthAboveOnDemand    ContradictionCode = "month-above-on-demand"
	YearAboveMonths       ContradictionCode = "year-above-months"
	ReservedAboveOnDemand ContradictionCode = "reserved-above-on-demand"
	SpotEqualsOnDemand    ContradictionCode = "spot-equals-on-demand"
)

// Contradiction is an objection that follows from two prices of the same offer:
// the one it stands at, and the one with the id Against.
type Contradiction struct {
	Code    ContradictionCode
	Against string
}

// Open reports whether the contradiction keeps the price out of rankings.
func (c Contradiction) Open() bool { return c.Code != SpotEqualsOnDemand }

// contradict compares the prices of o that have not ended with its on-demand ones.
// The price that should have been lower carries the objection: on-demand is the
// one that all others are offered against.
func (b *builder) contradict(o *Offer) {
	if len(o.Prices) < 2 {
		return
	}
	onDemand, ok := b.dearest(o, OnDemand)
	monthly, hasMonth := b.dearest(o, BillMonth)
	for i := range o.Prices {
		p := &o.Prices[i]
		hour := b.basis.PerGPUHour(p)
		if !hour.Known() || b.ended(p) {
			continue
		}
		if ok {
			if code := onDemandObjection(p.Billing, hour.Low.Cmp(onDemand.hour)); code != "" {
				p.Contradictions = append(p.Contradictions, Contradiction{Code: code, Against: onDemand.id})
			}
		}
		if hasMonth && p.Billing == BillYear && hour.Low.Cmp(monthly.hour) > 0 {
			p.Contradictions = append(p.Contradictions, Contradiction{Code: YearAboveMonths, Against: monthly.id})
		}
	}
}

func onDemandObjection(mode BillingMode, compared int) ContradictionCode {
	switch {
	case mode == Spot && compared == 0:
		return SpotEqualsOnDemand
	case compared <= 0:
		return ""
	}
	switch mode {
	case Spot:
		return SpotAboveOnDemand
	case BillDay, BillWeek, BillYear:
		return TermAboveOnDemand
	case BillMonth:
		return MonthAboveOnDemand
	case BillReserved:
		return ReservedAboveOnDemand
	}
	return ""
}

type hourly struct {
	id   string
	hour Decimal
}

// dearest returns the highest price of a mode among the kinds that may be ranked:
// what is above even that one contradicts it.
func (b *builder) dearest(o *Offer, mode BillingMode) (hourly, bool) {
	var top hourly
	for i := range o.Prices {
		p := &o.Prices[i]
		hour := b.basis.PerGPUHour(p)
		if p.Billing == mode && p.Kind.Rankable() && hour.Known() && !b.ended(p) &&
			(top.id == "" || hour.Low.Cmp(top.hour) > 0) {
			top = hourly{id: p.ID, hour: hour.Low}
		}
	}
	return top, top.id != ""
}

package pricing

import "gpuscale/catalog"

// candidate is a price with what the bill needs of its offer.
type candidate struct {
	row     uint32 // in the market
	key     groupKey
	nano    int64 // the price in 1e-9
	highest int64 // upper end of the price, 0: none
	floor   bool  // the price is only a lower bound
}

// read fills the candidate from a price of the market; it returns the code of the
// reason when the price cannot be computed with.
func (c *candidate) read(p *catalog.BilledPrice) (excluded string) {
	switch {
	case !p.AmountNano.Known:
		return ExcludedPriceUnknown
	case p.Scope == catalog.ScopeGPUPart:
		return ExcludedHost
	case !p.Share.Known():
		return ExcludedShareUnknown
	case p.AmountNano.Value <= 0:
		return ExcludedZeroPrice
	}
	c.row, c.nano, c.highest = p.Row, p.AmountNano.Value, p.MaxNano.Or(0)
	c.floor = p.Kind == catalog.KindFloor
	c.key = groupKey{provider: p.Provider, billing: p.Billing, unit: p.Unit, currency: p.Currency, cards: p.Count.Or(0)}
	switch p.Unit {
	case catalog.CoreHour:
		c.key.cores = p.VCPU.Or(0)
	case catalog.PFLOPHour:
		if p.Accelerator != nil {
			c.key.peak = p.Accelerator.FP16TFLOPS.Or(0)
		}
	}
	return ""
}

// beats reports whether c is the cheaper of two prices of one group for every job:
// the lower one, the complete one of equals.
func (c *candidate) beats(other *candidate) bool {
	if c.nano != other.nano {
		return c.nano < other.nano
	}
	return other.floor && !c.floor
}

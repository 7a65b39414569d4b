package pricing

import "gpuscale/catalog"

// candidate is a price with what the bill needs of its offer.
type candidate struct {
	id      string
	key     groupKey
	nano    int64 // the price in 1e-9
	highest int64 // upper end of the price, 0: none
	kind    catalog.PriceKind
	share   catalog.Share
}

// newCandidate returns the reason when the price cannot be computed with.
func newCandidate(o *catalog.Offer, p *catalog.Price) (candidate, *Notice) {
	c := candidate{id: p.ID, kind: p.Kind, share: o.Share}
	amount, known := p.Amount.Get()
	switch {
	case !known:
		return c, &Notice{Code: ExcludedPriceUnknown}
	case p.Scope == catalog.ScopeGPUPart:
		return c, &Notice{Code: ExcludedHost}
	case !o.Share.Known():
		return c, &Notice{Code: ExcludedShareUnknown}
	case amount.Sign() <= 0:
		return c, &Notice{Code: ExcludedZeroPrice}
	}
	nano, err := catalog.Nano(amount)
	if err != nil {
		return c, &Notice{Code: ExcludedTooLarge}
	}
	c.nano = nano
	if high, ok := p.Max.Get(); ok {
		if c.highest, err = catalog.Nano(high); err != nil {
			return c, &Notice{Code: ExcludedTooLarge}
		}
	}
	c.key = groupKey{provider: o.Provider, billing: p.Billing, unit: p.Unit, currency: p.Currency, cards: o.Count.Or(0)}
	switch p.Unit {
	case catalog.CoreHour:
		c.key.cores = o.VCPU.Or(0)
	case catalog.PFLOPHour:
		if o.Accelerator != nil {
			c.key.peak = o.Accelerator.FP16TFLOPS.Or(0)
		}
	}
	return c, nil
}

// atLeast reports whether the price itself is only a lower bound.
func (c *candidate) atLeast() bool { return c.kind == catalog.KindFloor }

// beats reports whether c is the cheaper of two prices of one group for every job:
// the lower one, the complete one of equals.
func (c *candidate) beats(other *candidate) bool {
	if c.nano != other.nano {
		return c.nano < other.nano
	}
	if c.atLeast() != other.atLeast() {
		return other.atLeast()
	}
	return c.id < other.id
}

package pricing

import (
	"math"
	"math/big"
	"math/bits"
)

// cost is what a plan makes of a price, as exact fractions of the price and of one
// currency unit: perPrice × price + fixed, with value-added tax. high replaces
// fixed where the extras span a range.
type cost struct {
	perPrice, fixed, high Amount
	minimum               Amount // smallest compute line
	perCompute            Amount // the part of perPrice that the minimum is held against
	settled               *plan  // computes card time hour by hour in place of perPrice; nil: none
}

func (p *plan) cost() cost {
	percent := 100 + int64(p.job.VATPercent)
	c := cost{perPrice: p.share(p.compute+p.interruption+p.stopped, percent)}
	if p.settled != nil {
		c.settled, c.perPrice = p, p.share(p.interruption+p.stopped, percent)
	}
	if p.coveredShare > 0 {
		c.perPrice = c.perPrice.Minus(p.share(p.compute, percent).Times(p.covered))
	}
	fixed := p.extras.amount().Plus(p.couponPrice())
	if p.basket != nil {
		fixed = fixed.Plus(p.basket.total)
	}
	c.fixed = taxed(fixed, percent)
	c.high = c.fixed
	if p.ranged() {
		high := p.extras.highAmount().Plus(p.couponPrice())
		if p.basket != nil {
			high = high.Plus(p.basket.high)
		}
		c.high = taxed(high, percent)
	}
	if p.terms.minimum != nil && p.compute > 0 {
		c.minimum = taxed(p.terms.minimum.exact, percent)
		c.perCompute = p.share(p.compute, percent)
	}
	return c
}

// share returns what one unit of the price costs for a time of all pieces, in the
// currency shown, of which percent is taken: 106 adds tax.
func (p *plan) share(micros, percent int64) Amount {
	each := ratioOf(micros, p.unit).Times(ratioOf(p.pieces*percent, 100))
	if p.rate != nil {
		each = each.Times(factorOf(p.rate, p.job.Currency))
	}
	if p.delivered {
		each = each.Times(p.deliveredPerCardHour())
	}
	return each
}

func taxed(amount Amount, percent int64) Amount {
	if percent == 100 || amount.Sign() == 0 {
		return amount
	}
	return WithTax(amount, ratioOf(percent-100, 100))
}

// deliveredPerCardHour returns the PFLOP-hours a card delivers in an hour.
func (p *plan) deliveredPerCardHour() Amount {
	peak := fromRat(new(big.Rat).SetFloat64(p.key.peak))
	return DeliveredPFLOPHours(Whole(1), peak, ProRata(Exactly(p.job.Utilisation), Whole(1), Whole(100)))
}

// total returns the unrounded total at a price.
func (c *cost) total(price, fixed Amount) Amount {
	total := c.perPrice.Times(price).Plus(fixed)
	if c.settled != nil {
		total = total.Plus(taxed(c.settled.computeAt(price), 100+int64(c.settled.job.VATPercent)))
	}
	if c.minimum.Sign() > 0 {
		total = total.Plus(c.shortfall(price))
	}
	return total
}

// shortfall returns what is missing to the minimum, tax included.
func (c *cost) shortfall(price Amount) Amount {
	return maxAmount(c.minimum.Minus(c.perCompute.Times(price)), Amount{})
}

// affine computes the cents of a total for many prices of one plan: exactly
// (scale × price + offset) ÷ divisor in 128 bits, rounded half-up, for prices in
// nano-units. Beyond 64-bit factors it falls back to fractions.
type affine struct {
	scale, offset, divisor uint64
	fits                   bool
	from                   uint64 // lowest nano-price that reaches the minimum
	cost                   cost
	fixed                  Amount
}

func newAffine(c cost, fixed Amount) affine {
	a := affine{cost: c, fixed: fixed}
	if c.settled != nil {
		return a // rounding every hour is no straight line
	}
	scale := c.perPrice.Over(Whole(10_000_000)) // cents for a nano-unit
	offset := fixed.Times(Whole(100))
	if scale.large == nil && offset.large == nil && scale.Sign() >= 0 && offset.Sign() >= 0 {
		a.join(scale.small, offset.small)
	}
	if c.minimum.Sign() > 0 && c.perCompute.Sign() > 0 {
		a.from = math.MaxUint64
		if from, ok := c.minimum.Over(c.perCompute).Times(Whole(1_000_000_000)).Ceil().whole(); ok {
			a.from = uint64(from)
		}
	}
	return a
}

// join brings both fractions over one divisor, where it and they fit.
func (a *affine) join(scale, offset fraction) {
	common := int64(gcd(uint64(scale.bottom()), uint64(offset.bottom())))
	divisor, ok1 := product(scale.bottom(), offset.bottom()/common)
	scaled, ok2 := product(scale.num, offset.bottom()/common)
	moved, ok3 := product(offset.num, scale.bottom()/common)
	if ok1 && ok2 && ok3 {
		a.scale, a.offset, a.divisor, a.fits = uint64(scaled), uint64(moved), uint64(divisor), true
	}
}

// cents returns the rounded total at a price in nano-units; ok is false when it
// does not fit 63 bits.
func (a *affine) cents(nano int64) (cents int64, ok bool) {
	if !a.fits || uint64(nano) < a.from {
		return a.slow(nano)
	}
	hi, lo := bits.Mul64(uint64(nano), a.scale)
	lo, carry := bits.Add64(lo, a.offset, 0)
	hi += carry
	if hi >= a.divisor {
		return 0, false
	}
	quotient, rest := bits.Div64(hi, lo, a.divisor)
	if rest >= a.divisor-rest {
		quotient++
	}
	return int64(quotient), quotient <= math.MaxInt64
}

func (a *affine) slow(nano int64) (cents int64, ok bool) {
	price := ProRata(Whole(nano), Whole(1), Whole(1_000_000_000))
	return a.cost.total(price, a.fixed).units(2)
}

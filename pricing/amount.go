package pricing

import (
	"errors"
	"math"
	"math/big"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
)

// ErrTooLarge is returned when a rounded amount has more than the 19 digits a
// decimal can hold.
var ErrTooLarge = errors.New("amount is too large")

// Amount is an exact fraction of money or of a quantity. Rules compute with it so
// that nothing is rounded before the end. Amounts are immutable; the zero Amount
// is 0. Nearly all fit two machine words, which cost no memory of their own; only
// those that do not are kept as large numbers.
type Amount struct {
	small fraction
	large *big.Rat // nil: small holds it; never modified once set
}

// Exactly returns d as an Amount.
func Exactly(d catalog.Decimal) Amount {
	if coef, scale := d.Coef(), d.Scale(); coef <= math.MaxInt64 && scale < len(powersOf10) {
		num := int64(coef)
		if d.IsNeg() {
			num = -num
		}
		return ratioOf(num, powersOf10[scale])
	}
	num := new(big.Int).SetUint64(d.Coef())
	if d.IsNeg() {
		num.Neg(num)
	}
	return fromRat(new(big.Rat).SetFrac(num, pow10(d.Scale())))
}

// Whole returns n as an Amount.
func Whole(n int64) Amount { return ratioOf(n, 1) }

// ratioOf returns part ÷ whole, which must be positive.
func ratioOf(part, whole int64) Amount {
	if part == math.MinInt64 {
		return Amount{large: big.NewRat(part, whole)}
	}
	return Amount{small: fractionOf(part, whole)}
}

// fromRat keeps r as a fraction of machine words where it fits.
func fromRat(r *big.Rat) Amount {
	if num, den := r.Num(), r.Denom(); num.IsInt64() && den.IsInt64() && num.Int64() != math.MinInt64 {
		return Amount{small: fraction{num.Int64(), den.Int64()}}
	}
	return Amount{large: r}
}

// Plus returns a + b.
func (a Amount) Plus(b Amount) Amount {
	if a.large == nil && b.large == nil {
		if sum, ok := a.small.plus(b.small); ok {
			return Amount{small: sum}
		}
	}
	return fromRat(new(big.Rat).Add(a.value(), b.value()))
}

// Minus returns a − b.
func (a Amount) Minus(b Amount) Amount {
	if b.large == nil {
		return a.Plus(Amount{small: fraction{-b.small.num, b.small.den}})
	}
	return fromRat(new(big.Rat).Sub(a.value(), b.value()))
}

// Times returns a × b.
func (a Amount) Times(b Amount) Amount {
	if a.large == nil && b.large == nil {
		if product, ok := a.small.times(b.small); ok {
			return Amount{small: product}
		}
	}
	return fromRat(new(big.Rat).Mul(a.value(), b.value()))
}

// Over returns a ÷ b. The divisor must not be zero: rules check their inputs
// before they divide.
func (a Amount) Over(b Amount) Amount {
	if b.large == nil && b.small.num != 0 {
		return a.Times(Amount{small: b.small.inverse()})
	}
	return fromRat(new(big.Rat).Quo(a.value(), b.value()))
}

// Cmp returns -1, 0 or +1 as a is below, equal to or above b.
func (a Amount) Cmp(b Amount) int {
	if a.large == nil && b.large == nil {
		return a.small.cmp(b.small)
	}
	return a.value().Cmp(b.value())
}

// Sign returns -1, 0 or +1 for a negative, zero or positive amount.
func (a Amount) Sign() int {
	if a.large != nil {
		return a.large.Sign()
	}
	return a.small.sign()
}

// Ceil returns the smallest whole number that is not below a.
func (a Amount) Ceil() Amount {
	zero := Amount{}
	return zero.Minus(zero.Minus(a).Floor())
}

// Floor returns the largest whole number that is not above a.
func (a Amount) Floor() Amount {
	if a.large == nil {
		return Whole(a.small.floor())
	}
	floor := new(big.Int).Div(a.large.Num(), a.large.Denom()) // Div rounds towards -∞ for a positive divisor
	return fromRat(new(big.Rat).SetInt(floor))
}

// whole returns the amount as a number; ok is false when it is none or has more than
// 63 bits.
func (a Amount) whole() (n int64, ok bool) {
	return a.small.num, a.large == nil && a.small.bottom() == 1
}

// Float returns the nearest float64, for figures that are no money.
func (a Amount) Float() float64 {
	if a.large == nil {
		if f, ok := a.small.float(); ok {
			return f
		}
	}
	f, _ := a.value().Float64()
	return f
}

// Round rounds half-up (ties away from zero) to scale decimals and keeps exactly
// that many. It returns ErrTooLarge beyond 19 digits.
func (a Amount) Round(scale int) (catalog.Decimal, error) {
	units, ok := a.units(scale)
	if !ok {
		return catalog.Decimal{}, ErrTooLarge
	}
	return decimal.New(units, scale)
}

// units returns the amount in units of 10^-scale, rounded half-up; ok is false when
// they do not fit 63 bits.
func (a Amount) units(scale int) (units int64, ok bool) {
	if a.large == nil && scale < len(powersOf10) {
		return a.small.units(powersOf10[scale])
	}
	v := a.value()
	num := new(big.Int).Mul(new(big.Int).Abs(v.Num()), pow10(scale))
	num.Lsh(num, 1).Add(num, v.Denom())
	num.Quo(num, new(big.Int).Lsh(v.Denom(), 1))
	if v.Sign() < 0 {
		num.Neg(num)
	}
	return num.Int64(), num.IsInt64()
}

func (a Amount) value() *big.Rat {
	if a.large != nil {
		return a.large
	}
	return big.NewRat(a.small.num, a.small.bottom())
}

func minAmount(a, b Amount) Amount {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

func maxAmount(a, b Amount) Amount {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

func pow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

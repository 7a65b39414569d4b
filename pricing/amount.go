package pricing

import (
	"errors"
	"math/big"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
)

// ErrTooLarge is returned when a rounded amount has more than the 19 digits a
// decimal can hold.
var ErrTooLarge = errors.New("amount is too large")

// Amount is an exact fraction of money or of a quantity. Rules compute with it so
// that nothing is rounded before the end. Amounts are immutable; the zero Amount
// is 0.
type Amount struct {
	rat *big.Rat // nil is 0; never modified once set
}

// Exactly returns d as an Amount.
func Exactly(d catalog.Decimal) Amount {
	num := new(big.Int).SetUint64(d.Coef())
	if d.IsNeg() {
		num.Neg(num)
	}
	return Amount{new(big.Rat).SetFrac(num, pow10(d.Scale()))}
}

// Whole returns n as an Amount.
func Whole(n int64) Amount { return Amount{new(big.Rat).SetInt64(n)} }

// Plus returns a + b.
func (a Amount) Plus(b Amount) Amount {
	switch {
	case a.rat == nil:
		return b
	case b.rat == nil:
		return a
	}
	return Amount{new(big.Rat).Add(a.rat, b.rat)}
}

// Minus returns a − b.
func (a Amount) Minus(b Amount) Amount { return Amount{new(big.Rat).Sub(a.value(), b.value())} }

// Times returns a × b.
func (a Amount) Times(b Amount) Amount {
	if a.rat == nil || b.rat == nil {
		return Amount{}
	}
	return Amount{new(big.Rat).Mul(a.rat, b.rat)}
}

// Over returns a ÷ b. The divisor must not be zero: rules check their inputs
// before they divide.
func (a Amount) Over(b Amount) Amount { return Amount{new(big.Rat).Quo(a.value(), b.value())} }

// Cmp returns -1, 0 or +1 as a is below, equal to or above b.
func (a Amount) Cmp(b Amount) int { return a.value().Cmp(b.value()) }

// Sign returns -1, 0 or +1 for a negative, zero or positive amount.
func (a Amount) Sign() int { return a.value().Sign() }

// Ceil returns the smallest whole number that is not below a.
func (a Amount) Ceil() Amount {
	num := new(big.Int).Neg(a.value().Num())
	num.Div(num, a.value().Denom()) // Div rounds towards -∞ for a positive divisor
	return Amount{new(big.Rat).SetInt(num.Neg(num))}
}

// Floor returns the largest whole number that is not above a.
func (a Amount) Floor() Amount {
	return Amount{new(big.Rat).SetInt(new(big.Int).Div(a.value().Num(), a.value().Denom()))}
}

// Float returns the nearest float64, for figures that are no money.
func (a Amount) Float() float64 {
	f, _ := a.value().Float64()
	return f
}

// Round rounds half-up (ties away from zero) to scale decimals and keeps exactly
// that many. It returns ErrTooLarge beyond 19 digits.
func (a Amount) Round(scale int) (catalog.Decimal, error) {
	units := a.units(scale)
	if !units.IsInt64() {
		return catalog.Decimal{}, ErrTooLarge
	}
	return decimal.New(units.Int64(), scale)
}

// units returns the amount in units of 10^-scale, rounded half-up.
func (a Amount) units(scale int) *big.Int {
	v := a.value()
	num := new(big.Int).Mul(new(big.Int).Abs(v.Num()), pow10(scale))
	num.Lsh(num, 1).Add(num, v.Denom())
	num.Quo(num, new(big.Int).Lsh(v.Denom(), 1))
	if v.Sign() < 0 {
		num.Neg(num)
	}
	return num
}

func (a Amount) value() *big.Rat {
	if a.rat == nil {
		return new(big.Rat)
	}
	return a.rat
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

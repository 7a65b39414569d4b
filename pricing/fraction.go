package pricing

import (
	"cmp"
	"math"
	"math/bits"
)

// fraction is num ÷ den in lowest terms. The zero fraction is 0: a den of 0 stands for
// 1. num is never the lowest int64, whose sign cannot be turned.
type fraction struct{ num, den int64 }

// powersOf10 are those that fit an int64.
var powersOf10 = func() (powers [19]int64) {
	powers[0] = 1
	for i := range powers[1:] {
		powers[i+1] = powers[i] * 10
	}
	return powers
}()

// fractionOf reduces num ÷ den; den must be positive.
func fractionOf(num, den int64) fraction {
	if den == 1 || num == 0 {
		return fraction{num, 1}
	}
	g := int64(gcd(magnitude(num), uint64(den)))
	return fraction{num / g, den / g}
}

func (f fraction) bottom() int64 { return max(f.den, 1) }

func (f fraction) sign() int { return cmp.Compare(f.num, 0) }

// inverse returns 1 ÷ f of a fraction that is not 0.
func (f fraction) inverse() fraction {
	if f.num < 0 {
		return fraction{-f.bottom(), -f.num}
	}
	return fraction{f.bottom(), f.num}
}

// plus returns f + g; ok is false when the sum does not fit.
func (f fraction) plus(g fraction) (sum fraction, ok bool) {
	switch {
	case f.num == 0:
		return g, true
	case g.num == 0:
		return f, true
	}
	common := int64(gcd(uint64(f.bottom()), uint64(g.bottom())))
	a, ok1 := product(f.num, g.bottom()/common)
	b, ok2 := product(g.num, f.bottom()/common)
	den, ok3 := product(f.bottom(), g.bottom()/common)
	total := a + b
	if !ok1 || !ok2 || !ok3 || (a < 0) == (b < 0) && (total < 0) != (a < 0) || total == math.MinInt64 {
		return fraction{}, false
	}
	return fractionOf(total, den), true
}

// times returns f × g; ok is false when the product does not fit.
func (f fraction) times(g fraction) (result fraction, ok bool) {
	if f.num == 0 || g.num == 0 {
		return fraction{}, true
	}
	left, right := fractionOf(f.num, g.bottom()), fractionOf(g.num, f.bottom())
	num, ok1 := product(left.num, right.num)
	den, ok2 := product(left.den, right.den)
	return fraction{num, den}, ok1 && ok2
}

func (f fraction) cmp(g fraction) int {
	if s := f.sign(); s != g.sign() || s == 0 {
		return cmp.Compare(s, g.sign())
	}
	a1, a0 := bits.Mul64(magnitude(f.num), uint64(g.bottom()))
	b1, b0 := bits.Mul64(magnitude(g.num), uint64(f.bottom()))
	return f.sign() * cmp.Or(cmp.Compare(a1, b1), cmp.Compare(a0, b0))
}

// floor returns the largest whole number that is not above f.
func (f fraction) floor() int64 {
	n := f.num / f.bottom()
	if f.num < 0 && f.num%f.bottom() != 0 {
		n--
	}
	return n
}

// float returns the nearest float64; ok is false where num or den has none of its own.
func (f fraction) float() (nearest float64, ok bool) {
	const exact = 1 << 53
	if magnitude(f.num) > exact || f.bottom() > exact {
		return 0, false
	}
	return float64(f.num) / float64(f.bottom()), true
}

// units returns f × scale, rounded half-up, ties away from zero; ok is false when it
// does not fit 63 bits.
func (f fraction) units(scale int64) (units int64, ok bool) {
	den := uint64(f.bottom())
	hi, lo := bits.Mul64(magnitude(f.num), uint64(scale))
	if hi >= den {
		return 0, false
	}
	quotient, rest := bits.Div64(hi, lo, den)
	if rest >= den-rest && quotient <= math.MaxInt64 {
		quotient++
	}
	if quotient > math.MaxInt64 {
		return 0, false
	}
	if f.num < 0 {
		return -int64(quotient), true
	}
	return int64(quotient), true
}

// product returns a × b; ok is false beyond 63 bits.
func product(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return uint64(-n)
	}
	return uint64(n)
}

// gcd returns the greatest common divisor of two numbers, of which b is not 0.
func gcd(a, b uint64) uint64 {
	if a == 0 {
		return b
	}
	shift := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a)
	for b != 0 {
		b >>= bits.TrailingZeros64(b)
		if a > b {
			a, b = b, a
		}
		b -= a
	}
	return a << shift
}

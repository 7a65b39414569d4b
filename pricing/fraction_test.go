package pricing

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// edges are the numbers at which machine words run out, and ordinary ones.
var edges = []int64{0, 1, 2, 3, 7, 10, 99, 100, 730, 3600, 1_000_000, 1 << 31, 1<<31 + 1, 1 << 32, 1 << 53, 1<<53 + 1,
	3_037_000_499, 3_037_000_500, 1_000_000_000_000_000_000, math.MaxInt64 - 1, math.MaxInt64}

func anyFraction(r *rand.Rand) *big.Rat {
	number := func() int64 {
		if r.IntN(2) == 0 {
			return edges[r.IntN(len(edges))]
		}
		return r.Int64N(1 << (1 + r.IntN(62)))
	}
	num, den := number(), max(number(), 1)
	if r.IntN(3) == 0 {
		num = -num
	}
	f := big.NewRat(num, den)
	if r.IntN(8) == 0 {
		f.Mul(f, f) // beyond machine words
	}
	return f
}

// Whatever fits two words or does not, amounts equal fractions of unlimited size.
func TestAmountsEqualUnlimitedFractions(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 53))
	for range 50_000 {
		x, y := anyFraction(r), anyFraction(r)
		a, b := fromRat(new(big.Rat).Set(x)), fromRat(new(big.Rat).Set(y))
		requireEqual(t, "sum", a.Plus(b), new(big.Rat).Add(x, y))
		requireEqual(t, "difference", a.Minus(b), new(big.Rat).Sub(x, y))
		requireEqual(t, "product", a.Times(b), new(big.Rat).Mul(x, y))
		if y.Sign() != 0 {
			requireEqual(t, "quotient", a.Over(b), new(big.Rat).Quo(x, y))
		}
		if a.Cmp(b) != x.Cmp(y) || a.Sign() != x.Sign() {
			t.Fatalf("%s against %s: order %d, sign %d", x, y, a.Cmp(b), a.Sign())
		}
		requireRounding(t, a, x)
	}
}

func requireEqual(t *testing.T, what string, got Amount, want *big.Rat) {
	t.Helper()
	if got.value().Cmp(want) != 0 {
		t.Fatalf("%s: %s, want %s", what, got.value(), want)
	}
	fits := want.Num().IsInt64() && want.Num().Int64() != math.MinInt64 && want.Denom().IsInt64()
	if (got.large == nil) != fits {
		t.Fatalf("%s %s: in machine words %t, want %t", what, want, got.large == nil, fits)
	}
}

func requireRounding(t *testing.T, got Amount, want *big.Rat) {
	t.Helper()
	floor := new(big.Int).Div(want.Num(), want.Denom())
	ceil := new(big.Int).Neg(new(big.Int).Div(new(big.Int).Neg(want.Num()), want.Denom()))
	if got.Floor().value().Cmp(new(big.Rat).SetInt(floor)) != 0 || got.Ceil().value().Cmp(new(big.Rat).SetInt(ceil)) != 0 {
		t.Fatalf("%s lies between %s and %s, want %s and %s", want, got.Floor().value(), got.Ceil().value(), floor, ceil)
	}
	if f, _ := want.Float64(); got.Float() != f {
		t.Fatalf("%s as a float: %g, want %g", want, got.Float(), f)
	}
	for _, scale := range []int{0, 2, 6} {
		text := want.FloatString(scale) // rounds half away from zero
		rounded, err := got.Round(scale)
		if exact, _ := new(big.Rat).SetString(text); err == nil {
			if fromDecimal := Exactly(rounded).value(); fromDecimal.Cmp(exact) != 0 {
				t.Fatalf("%s at %d decimals: %s, want %s", want, scale, fromDecimal, text)
			}
		} else if units := exact.Mul(exact, new(big.Rat).SetInt(pow10(scale))).Num(); units.IsInt64() && units.Int64() > math.MinInt64 {
			t.Fatalf("%s at %d decimals: %v, want %s", want, scale, err, text)
		}
	}
}

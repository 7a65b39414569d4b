package catalog

import (
	"testing"

	"github.com/govalues/decimal"
	"pgregory.net/rapid"
)

func TestPercentsOfSmallFiguresAreExact(t *testing.T) {
	for _, row := range []struct{ v, base, want string }{
		{"6", "8", "-25.0"}, {"8", "6", "33.3"}, {"8", "8", "0.0"}, {"34.7420", "50.4", "-31.1"}, {"0.0005", "0.0004", "25.0"},
		{"1.0005", "1", "0.1"}, {"1.0004", "1", "0.0"}, {"0.9995", "1", "-0.1"}, {"0", "3", "-100.0"}, {"1", "-2", "150.0"},
	} {
		got, err := percentOver(decimal.MustParse(row.v), decimal.MustParse(row.base))
		if err != nil || got.String() != row.want {
			t.Errorf("%s over %s is %s, %v; want %s", row.v, row.base, got, err, row.want)
		}
	}
}

func TestBothWaysToAPercentAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := decimal.MustNew(rapid.Int64Range(-1e12, 1e12).Draw(t, "v"), rapid.IntRange(0, 4).Draw(t, "scale of v"))
		base := decimal.MustNew(rapid.Int64Range(1, 1e12).Draw(t, "base"), rapid.IntRange(0, 4).Draw(t, "scale of base"))
		diff, err := v.Sub(base)
		if err != nil {
			t.Fatal(err)
		}
		fast, ok := smallPercent(diff, base)
		if !ok {
			t.Skip("too large for whole numbers")
		}
		share, err := diff.Quo(base)
		if err != nil {
			t.Fatal(err)
		}
		slow, err := share.Mul(Whole(100))
		if err != nil {
			t.Skip("the quotient does not fit")
		}
		// The quotient itself is rounded at 19 digits, so only a tie may fall apart.
		if apart, err := fast.Sub(RoundHalfUp(slow, 1)); err != nil || apart.Abs().Cmp(decimal.MustParse("0.1")) > 0 {
			t.Fatalf("%s over %s: %s and %s", v, base, fast, slow)
		}
	})
}

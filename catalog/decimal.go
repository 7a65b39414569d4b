package catalog

import (
	"fmt"
	"math"
	"strings"

	"github.com/govalues/decimal"
)

// Decimal is an exact decimal number of up to 19 significant digits.
type Decimal = decimal.Decimal

// nanoScale is the number of decimals in which money is stored: published
// prices have up to nine.
const nanoScale = 9

// DecimalFromNano returns n × 1e-9 without trailing zeros.
func DecimalFromNano(n int64) Decimal {
	return decimal.MustNew(n, nanoScale).Trim(0)
}

// Nano returns d in units of 1e-9. It fails when d has more than nine decimals
// or does not fit int64 (about ±9.2e9).
func Nano(d Decimal) (int64, error) {
	if d.Trim(0).Scale() > nanoScale {
		return 0, fmt.Errorf("%s has more than %d decimals", d, nanoScale)
	}
	whole, frac, ok := d.Int64(nanoScale)
	if !ok || whole > math.MaxInt64/1_000_000_000-1 || whole < math.MinInt64/1_000_000_000+1 {
		return 0, fmt.Errorf("%s is out of range", d)
	}
	return whole*1_000_000_000 + frac, nil
}

// ParseDecimal reads plain decimal notation ("8", "0.0084", "-5.00"). It refuses
// exponents, digit separators, hexadecimal, NaN and infinities: those forms hide
// typing errors in price files.
func ParseDecimal(s string) (Decimal, error) {
	if s == "" || strings.Trim(s, "-0123456789.") != "" || strings.HasPrefix(s, ".") || strings.HasSuffix(s, ".") {
		return Decimal{}, fmt.Errorf("%q is not a plain decimal number", s)
	}
	d, err := decimal.Parse(s)
	if err != nil {
		return Decimal{}, fmt.Errorf("%q is not a plain decimal number", s)
	}
	return d, nil
}

// RoundHalfUp rounds d to scale decimals, ties away from zero, and keeps exactly
// that many decimals ("8" at 2 becomes "8.00").
func RoundHalfUp(d Decimal, scale int) Decimal {
	rounded := d.Trunc(scale)
	rest, err := d.Sub(rounded)
	if err == nil && rest.Abs().Cmp(halfUnit(scale)) >= 0 {
		unit := decimal.MustNew(int64(d.Sign()), scale)
		if r, err := rounded.Add(unit); err == nil {
			rounded = r
		}
	}
	if rounded.IsZero() {
		rounded = rounded.Abs()
	}
	return rounded.Pad(scale)
}

func halfUnit(scale int) Decimal { return decimal.MustNew(5, scale+1) }

// Whole returns a whole number as a decimal.
func Whole(n int64) Decimal { return decimal.MustNew(n, 0) }

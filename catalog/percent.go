package catalog

import (
	"math"

	"github.com/govalues/decimal"
)

// percentOver returns by how many percent v is above base, rounded half-up at one
// decimal: (v − base) ÷ |base| × 100.
func percentOver(v, base Decimal) (Decimal, error) {
	diff, err := v.Sub(base)
	if err != nil {
		return Decimal{}, err
	}
	if percent, ok := smallPercent(diff, base); ok {
		return percent, nil
	}
	share, err := diff.Quo(base.Abs())
	if err != nil {
		return Decimal{}, err
	}
	percent, err := share.Mul(Whole(100))
	if err != nil {
		return Decimal{}, err
	}
	return RoundHalfUp(percent, 1), nil
}

// smallPercent is percentOver in whole numbers, for figures of up to four decimals
// below about a thousand million: nearly all, and many times as fast.
func smallPercent(diff, base Decimal) (Decimal, bool) {
	const scale, limit = 4, 1 << 44
	if diff.Scale() > scale || base.Scale() > scale || base.IsZero() {
		return Decimal{}, false
	}
	whole, ok := scaled(diff.Abs(), scale)
	of, ok2 := scaled(base.Abs(), scale)
	if !ok || !ok2 || whole > limit || of > limit {
		return Decimal{}, false
	}
	tenths := (2000*whole + of) / (2 * of)
	return decimal.MustNew(int64(diff.Sign())*tenths, 1), true
}

// scaled returns d × 10^scale.
func scaled(d Decimal, scale int) (int64, bool) {
	whole, fraction, ok := d.Int64(scale)
	power := int64(1)
	for range scale {
		power *= 10
	}
	if !ok || whole > math.MaxInt64/power-1 {
		return 0, false
	}
	return whole*power + fraction, true
}

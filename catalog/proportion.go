package catalog

import (
	"math"
	"math/bits"
)

// Times returns the range n-fold: an hour's price for n cards or n hours. ok is
// false when the product is beyond 19 digits.
func (r Range) Times(n int) (product Range, ok bool) {
	if n == 1 {
		return r, true
	}
	factor := Whole(int64(n))
	product = Range{Currency: r.Currency}
	var err error
	if product.Low, err = r.Low.Mul(factor); err != nil {
		return Range{}, false
	}
	if r.High.Known {
		high, err := r.High.Value.Mul(factor)
		if err != nil {
			return Range{}, false
		}
		product.High = Known(high)
	}
	return product, true
}

// PerFigure returns price × times ÷ figure, e.g. the price of 100 TFLOPS from that
// of a card and its TFLOPS, to nine decimals, half-up; unknown when the figure is
// unknown or not positive. The figure counts to a thousandth.
func PerFigure(price Decimal, figure Number, times int) Opt[Decimal] {
	thousandths := math.Round(figure.Value * 1000)
	nano, err := Nano(RoundHalfUp(price, nanoScale))
	if err != nil || nano < 0 || times < 0 || !figure.Known || !(thousandths >= 1 && thousandths < 1e15) {
		return Opt[Decimal]{}
	}
	divisor := uint64(thousandths)
	hi, lo := bits.Mul64(uint64(nano), uint64(times)*1000)
	lo, carry := bits.Add64(lo, divisor/2, 0)
	if hi += carry; hi >= divisor {
		return Opt[Decimal]{}
	}
	quotient, _ := bits.Div64(hi, lo, divisor)
	if quotient > math.MaxInt64 {
		return Opt[Decimal]{}
	}
	return Known(DecimalFromNano(int64(quotient)))
}

// WholeDecimal returns n as a decimal.
func WholeDecimal(n int64) Decimal { return Whole(n) }

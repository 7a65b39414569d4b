package catalog

import "strconv"

// Times returns the range n-fold: an hour's price for n cards or n hours. ok is
// false when the product is beyond 19 digits.
func (r Range) Times(n int) (product Range, ok bool) {
	if n == 1 {
		return r, true
	}
	factor := decimalFromInt(int64(n))
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
// of a card and its TFLOPS; unknown when the figure is unknown or not positive.
func PerFigure(price Decimal, figure Number, times int) Opt[Decimal] {
	if !figure.Known || figure.Value <= 0 {
		return Opt[Decimal]{}
	}
	divisor, err := ParseDecimal(strconv.FormatFloat(figure.Value, 'f', -1, 64))
	if err != nil {
		return Opt[Decimal]{}
	}
	d, err := price.Mul(decimalFromInt(int64(times)))
	if err == nil {
		d, err = d.Quo(divisor)
	}
	if err != nil {
		return Opt[Decimal]{}
	}
	return Known(d)
}

// WholeDecimal returns n as a decimal.
func WholeDecimal(n int64) Decimal { return decimalFromInt(n) }

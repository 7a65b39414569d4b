package pricing

import "gpuscale/catalog"

// Net splits a price that includes value-added tax: net = gross ÷ (1 + rate)
// half-up at cents, tax = gross − net (formula C12).
func Net(gross, rate Amount) (net, tax catalog.Decimal, err error) {
	net, err = gross.Over(Whole(1).Plus(rate)).Round(2)
	if err != nil {
		return net, tax, err
	}
	tax, err = gross.Minus(Exactly(net)).Round(2)
	return net, tax, err
}

// WithTax returns a net price with value-added tax at the rate (0.06 for 6 %).
func WithTax(net, rate Amount) Amount { return net.Times(Whole(1).Plus(rate)) }

// Converted returns an amount at an exchange rate of 1 unit = rate units, unrounded.
func Converted(amount, rate Amount) Amount { return amount.Times(rate) }

package pricing

// Discounted returns a list price after factors applied one after another
// ("0.85" then "0.95" leaves 0.8075).
func Discounted(list Amount, factors ...Amount) Amount {
	for _, f := range factors {
		list = list.Times(f)
	}
	return list
}

// Voucher takes Off from an amount that reaches Min.
type Voucher struct {
	Min, Off Amount
}

// Apply returns the amount after the voucher, never below zero; an amount below
// Min stays as it is.
func (v Voucher) Apply(amount Amount) Amount {
	if amount.Cmp(v.Min) < 0 {
		return amount
	}
	return maxAmount(amount.Minus(v.Off), Amount{})
}

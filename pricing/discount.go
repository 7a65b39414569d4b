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

// Refund returns what an early return pays back of a prepaid amount (formula C11):
// paid − paid × used ÷ total × factor − paid × feeRate, never below zero.
type Refund struct {
	Paid, Used, Total Amount
	Factor            Amount // 1 for a plain pro-rata refund
	FeeRate           Amount // share of Paid
}

// Amount returns the refund.
func (r Refund) Amount() Amount {
	used := ProRata(r.Paid, r.Used, r.Total).Times(r.Factor)
	return maxAmount(r.Paid.Minus(used).Minus(r.Paid.Times(r.FeeRate)), Amount{})
}

// RefundAtListPrice returns what is left of a prepaid amount when the used periods
// are charged at their undiscounted price, never below zero.
func RefundAtListPrice(paid, listPrice, periods Amount) Amount {
	return maxAmount(paid.Minus(listPrice.Times(periods)), Amount{})
}

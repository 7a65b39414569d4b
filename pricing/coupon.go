package pricing

// Coupon is a reserved-instance coupon (预留实例券): in every clock hour it covers
// Factor × Count unit-hours of matching computing, metered by the second. What an
// hour leaves unused is lost, and only computing is covered (formula C7).
type Coupon struct {
	Factor Amount // units of the instance size it was bought for
	Count  int64
}

// Allowance returns the unit-hours covered in one clock hour.
func (c Coupon) Allowance() Amount { return c.Factor.Times(Whole(c.Count)) }

// Uncovered returns the unit-hours to be paid for, given the unit-hours used in
// each clock hour. A larger instance is covered in part.
func (c Coupon) Uncovered(usedByHour []Amount) Amount {
	var rest Amount
	for _, used := range usedByHour {
		rest = rest.Plus(maxAmount(used.Minus(c.Allowance()), Amount{}))
	}
	return rest
}

// CoveredShare returns the part (0–1) of the units used in one hour that the coupon
// covers when it spreads over all of them evenly.
func (c Coupon) CoveredShare(used Amount) Amount {
	if used.Sign() <= 0 {
		return Amount{}
	}
	return minAmount(c.Allowance().Over(used), Whole(1))
}

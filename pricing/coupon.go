package pricing

import (
	"slices"
	"time"
)

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

// CouponValidity returns when a coupon bought at a moment for whole years counts:
// from the full hour of the purchase to midnight after the day it expires.
func CouponValidity(bought time.Time, years int) (from, to time.Time) {
	expiry := addMonths(bought, 12*years)
	y, m, d := expiry.Date()
	return bought.Truncate(time.Hour), time.Date(y, m, d+1, 0, 0, 0, 0, bought.Location())
}

// PlanUse is a use that a savings plan can cover: what it costs on demand and at
// the plan's rate, per hour and unit.
type PlanUse struct {
	Units, OnDemand, Plan Amount
}

// SavingsPlan returns the hourly cost of uses under an hourly commitment: the plan
// is applied where it saves the highest share first, equal shares from the lowest
// plan rate on; the rest is paid on demand, and the commitment is always paid.
func SavingsPlan(commitment Amount, uses []PlanUse) Amount {
	order := slices.Clone(uses)
	slices.SortStableFunc(order, func(a, b PlanUse) int {
		if c := a.Plan.Times(b.OnDemand).Cmp(b.Plan.Times(a.OnDemand)); c != 0 {
			return c
		}
		return a.Plan.Cmp(b.Plan)
	})
	total, left := commitment, commitment
	for _, use := range order {
		atPlan := use.Plan.Times(use.Units)
		covered := minAmount(left, atPlan)
		left = left.Minus(covered)
		if atPlan.Sign() > 0 {
			rest := Whole(1).Minus(covered.Over(atPlan))
			total = total.Plus(use.OnDemand.Times(use.Units).Times(rest))
		}
	}
	return total
}

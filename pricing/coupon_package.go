package pricing

import "gpuscale/catalog"

// CouponPackage is a package of card-hours bought ahead (预留实例券, 资源包) that pays
// for on-demand card time of one provider until it is used up. What a job leaves
// unused is lost.
type CouponPackage struct {
	CardHours catalog.Decimal // 0–1e9
	Price     catalog.Decimal // in all, in the job's currency
}

// redeem finds the part of the run's card time that the job's coupon pays for.
func (p *plan) redeem() {
	pack, used := p.job.Coupon.Get()
	if !used || p.key.billing != catalog.OnDemand || p.delivered || p.key.unit == catalog.CoreHour {
		return
	}
	coupon := Coupon{Factor: Exactly(pack.CardHours), Count: 1}
	p.covered = coupon.CoveredShare(p.cardHours())
	p.coveredShare = p.covered.Float()
	if p.quiet {
		return
	}
	if rest := coupon.Uncovered([]Amount{p.cardHours()}); rest.Sign() > 0 {
		p.warn(WarnCouponRest, func() map[string]string {
			hours, _ := rest.Round(2) // Check has bounded cards and hours
			return map[string]string{"hours": hours.Trim(0).String()}
		})
	}
}

// cardHours returns the card-hours that are billed for the run.
func (p *plan) cardHours() Amount {
	return ProRata(Whole(p.cards), Whole(p.compute), Whole(microsPerHour))
}

// couponPrice returns what the coupon costs where it pays for anything.
func (p *plan) couponPrice() Amount {
	if p.coveredShare == 0 {
		return Amount{}
	}
	return Exactly(p.job.Coupon.Value.Price)
}

// couponFormula writes the coupon's price less the part it pays of the compute
// formula: "3000.00 − 600 ÷ 800 × (8.00 × 100 h × 8)".
func (p *plan) couponFormula(compute string) string {
	pack := p.job.Coupon.Value
	billed, _ := p.cardHours().Round(6) // Check has bounded cards and hours
	share := pack.CardHours.Trim(0).String() + " ÷ " + billed.Trim(0).String() + " × "
	if p.covered.Cmp(Whole(1)) == 0 {
		share = ""
	}
	return twoDecimals(pack.Price) + " − " + share + "(" + compute + ")"
}

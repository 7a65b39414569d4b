package pricing

import (
	"testing"

	"gpuscale/catalog"
)

func TestACouponPaysForOnDemandCardTime(t *testing.T) {
	m := marketOf(line("hourly", "8.00", catalog.OnDemand, catalog.GPUHour, count(8), offerOf("x")),
		line("machine", "64.00", catalog.OnDemand, catalog.InstanceHour, count(8), provider("q")),
		line("spot", "5.00", catalog.Spot, catalog.GPUHour, count(8), offerOf("x")))
	for _, tt := range []struct {
		name, price, cardHours, cost, want, discount string
	}{
		{"part of the run", "hourly", "600", "3000", "CNY 4600.00", "3000.00 − 600 ÷ 800 × (8.00 × 100 h × 8) = -1800.00"},
		{"a price by the machine", "machine", "600", "3000", "CNY 4600.00", "3000.00 − 600 ÷ 800 × (64.00 × 100 h) = -1800.00"},
		{"more than the run: the rest is lost", "hourly", "1000", "5000", "CNY 5000.00", "5000.00 − (8.00 × 100 h × 8) = -1400.00"},
		{"dearer than what it pays for", "hourly", "100", "1000", "CNY 6600.00", "1000.00 − 100 ÷ 800 × (8.00 × 100 h × 8) = 200.00"},
		{"empty", "hourly", "0", "1000", "CNY 6400.00", ""},
		{"spot is not covered", "spot", "600", "3000", "≥CNY 4000.00", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			job := Job{Cards: 8, Schedule: Schedule{Hours: opt("100")}, Coupon: catalog.Known(CouponPackage{dec(tt.cardHours), dec(tt.cost)})}
			b := billAt(t, m, tt.price, job)
			got := total(b)
			if b.AtLeast {
				got = "≥CNY " + b.Total.Low.String()
			}
			if got != tt.want || b.line(ItemDiscount) != tt.discount {
				t.Errorf("got %s with %q, want %s with %q", got, b.line(ItemDiscount), tt.want, tt.discount)
			}
		})
	}
}

// With a coupon the search for other winners works on the discounted cost.
func TestSensitivityKnowsTheCoupon(t *testing.T) {
	m := marketOf(line("covered", "8.00", catalog.OnDemand, catalog.GPUHour), line("other", "5.00", catalog.BillDay, catalog.GPUHour, provider("q")))
	job := hours("100")
	job.Coupon = catalog.Known(CouponPackage{dec("100"), dec("300")})
	result := everything(t, m, job)
	if got := ids(result); got[0] != "covered" {
		t.Fatalf("order %v: 300.00 with the coupon is below 600.00", got)
	}
	requireRealChanges(t, m, job, result)
	if len(result.Sensitivity) == 0 {
		t.Error("no value at which the other price wins")
	}
}

func TestARunThatMustNotBeInterruptedExcludesSpot(t *testing.T) {
	m := marketOf(line("hourly", "8", catalog.OnDemand, catalog.GPUHour), line("spot", "2", catalog.Spot, catalog.GPUHour))
	job := hours("10")
	job.Uninterruptible = true
	result := everything(t, m, job)
	if len(result.Excluded) != 1 || result.Excluded[0].PriceID() != "spot" || result.Excluded[0].Notice.Code != ExcludedReclaimable {
		t.Errorf("excluded %+v, want spot as reclaimable", result.Excluded)
	}
	for _, c := range result.Sensitivity {
		if c.Winner.Billing() == catalog.Spot {
			t.Errorf("spot is named as cheapest at %s = %s", c.Input, c.At)
		}
	}
}

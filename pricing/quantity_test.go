package pricing

import (
	"strings"
	"testing"

	"gpuscale/catalog"
)

func ruled(words string) func(*catalog.ExtraCost) {
	return func(e *catalog.ExtraCost) { e.Rule = catalog.Words{Zh: words} }
}

func withCosts(costs ...catalog.ExtraCost) *catalog.Market {
	data := testData(line("x", "1", catalog.OnDemand, catalog.GPUHour))
	data.ExtraCosts = costs
	return catalog.NewMarket(data, testMoment)
}

// lineOf returns the formula and amount of the first line of an item, "" without any.
func lineOf(b Bill, item Item) string {
	for _, l := range b.Lines {
		if l.Item == item {
			return l.Formula + " = " + l.Amount.String()
		}
	}
	return ""
}

func TestPricesByQuantity(t *testing.T) {
	month := catalog.Known(dec("1"))
	for _, tt := range []struct {
		name, storage string
		cost          catalog.ExtraCost
		want          string
	}{
		{"graduated", "2000", extra("file-storage", "0.07", catalog.CNY, "GB-month", ruled("超过 1TB 部分 0.05")),
			"(1000 GB × 0.07 + 1000 GB × 0.05) ÷ 730 h × 730 h = 120.00"},
		{"graduated, the boundary is the lower slice", "1000", extra("file-storage", "0.07", catalog.CNY, "GB-month", ruled("超过 1TB 部分 0.05")),
			"1000 GB × 0.07 ÷ 730 h × 730 h = 70.00"},
		{"graduated in three slices", "3000", extra("file-storage", "0.07", catalog.CNY, "GB-month", ruled("超过 1TB 部分 0.05，超过 2TB 部分 0.04")),
			"(1000 GB × 0.07 + 1000 GB × 0.05 + 1000 GB × 0.04) ÷ 730 h × 730 h = 160.00"},
		{"graduated after a free quota", "2000", extra("file-storage", "0.07", catalog.CNY, "GB-month", free("100GB"), ruled("超过 1TB 部分 0.05")),
			"(900 GB × 0.07 + 1000 GB × 0.05) ÷ 730 h × 730 h = 113.00"},
		{"volume", "2000", extra("file-storage", "0.07", catalog.CNY, "GB-month", ruled("超过 1TB 全部按 0.05")),
			"2000 GB × 0.05 ÷ 730 h × 730 h = 100.00"},
		{"volume below the tier", "1000", extra("file-storage", "0.07", catalog.CNY, "GB-month", ruled("超过 1TB 全部按 0.05")),
			"1000 GB × 0.07 ÷ 730 h × 730 h = 70.00"},
		{"cap", "2000", extra("file-storage", "0.07", catalog.CNY, "GB-month", ruled("每月封顶 50")),
			"min(2000 GB × 0.07 ÷ 730 h × 730 h, 50.00 × 1) = 50.00"},
		{"whole steps", "1500", extra("file-storage", "0.5", catalog.CNY, "TB-month", free("1TB"), ruled("不足 1TB 按 1TB")),
			"⌈(1500 − 1000) ÷ 1000⌉ × 1000 GB × 0.50 ÷ 1000 ÷ 730 h × 730 h = 0.50"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := billAt(t, withCosts(tt.cost), "x", Job{Cards: 1, Schedule: Schedule{Months: month}, StorageGB: dec(tt.storage)})
			if got := lineOf(b, ItemStorage); got != tt.want || b.AtLeast {
				t.Errorf("got %s (at least %v), want %s", got, b.AtLeast, tt.want)
			}
			requireSum(t, b)
		})
	}
}

func TestDiscountsThatAreNotPublishedAreTold(t *testing.T) {
	job := hours("730")
	job.StorageGB = dec("20000")
	m := withCosts(extra("file-storage", "2", catalog.CNY, "TB-day", free("12TB"), ruled("12TB 后按量分级打折")))
	if b := billAt(t, m, "x", job); !b.warned(WarnTierUnknown) {
		t.Errorf("no word of the discount: %v", b.Warnings)
	}
	job.StorageGB = dec("12000")
	if b := billAt(t, m, "x", job); b.warned(WarnTierUnknown) || len(b.Free) != 1 || b.Free[0].Item != ItemStorage {
		t.Errorf("within the quota: %v, free %v", b.Warnings, b.Free)
	}
}

// 4500 GB in 100 h is 100 Mbit/s throughout.
func TestTrafficByTheWidthOfALine(t *testing.T) {
	job := hours("100")
	job.EgressGB = dec("4500")
	m := withCosts(extra("egress", "0.05", catalog.CNY, "Mbps-hour"))
	b := billAt(t, m, "x", job)
	if got := lineOf(b, ItemEgress); got != "0.05 × 100 h × 100 Mbps = 500.00" || !b.warned(WarnBandwidth) {
		t.Errorf("got %s, %v", got, b.Warnings)
	}
	job.EgressGB = dec("4500.001")
	if got := lineOf(billAt(t, m, "x", job), ItemEgress); !strings.Contains(got, "101 Mbps") {
		t.Errorf("a little more takes %s, want one Mbps more", got)
	}
	both := withCosts(extra("egress", "0.05", catalog.CNY, "Mbps-hour"), extra("egress", "0.8", catalog.CNY, "GB"))
	if got := lineOf(billAt(t, both, "x", job), ItemEgress); !strings.Contains(got, "GB × 0.80") {
		t.Errorf("with a price of traffic: %s", got)
	}
}

func TestUnlimitedTrafficIsToldAsFree(t *testing.T) {
	job := hours("10")
	job.EgressGB = dec("500")
	b := billAt(t, withCosts(extra("egress", "", "", "", free("不限"))), "x", job)
	if len(b.Free) != 1 || b.Free[0].GB.String() != "500" || b.Free[0].Source != testSource || lineOf(b, ItemEgress) != "" {
		t.Errorf("free %+v", b.Free)
	}
}

// 1.2345 an hour is 1.23 on every hourly bill; half an hour is 0.62.
func TestClockHoursAreSettledOneByOne(t *testing.T) {
	data := testData(line("x", "1.2345", catalog.OnDemand, catalog.GPUHour), line("m", "1.2345", catalog.BillMonth, catalog.GPUMonth))
	fact := catalog.Fact{Provider: "p", Key: "billing_granularity", Value: catalog.Words{Zh: "按秒计量、按小时结算", En: "Settled hourly"}}
	trial := catalog.Fact{Provider: "p", Key: "free_trial", Value: catalog.Words{Zh: "新用户有试用额度", En: "Trial for new users"}}
	data.Facts = []catalog.Fact{fact, trial}
	m := catalog.NewMarket(data, testMoment)
	b := billAt(t, m, "x", hours("100.5"))
	if got := lineOf(b, ItemCompute); got != "(1.2345 → 1.23) × 100 + (1.2345 × 1800 s ÷ 3600 → 0.62) = 123.62" || !b.warned(WarnSettled) {
		t.Errorf("got %s, %v", got, b.Warnings)
	}
	if !b.warned(WarnTrial) {
		t.Error("the trial is not told")
	}
	requireSum(t, b)
	daily := Job{Cards: 1, Schedule: Schedule{HoursPerDay: opt("2.5"), Days: opt("4")}}
	if got := billAt(t, m, "x", daily).Total.Low.String(); got != "12.32" { // (2 × 1.23 + 0.62) × 4
		t.Errorf("four days cost %s, want 12.32", got)
	}
	if b := billAt(t, m, "m", hours("100")); b.warned(WarnSettled) {
		t.Error("prepaid time is settled by the hour")
	}
}

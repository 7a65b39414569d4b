package pricing

import (
	"testing"

	"gpuscale/catalog"
)

// The largest inputs that are accepted give either a total or the reason "too
// large"; nothing wraps around.
func TestTheLargestJobs(t *testing.T) {
	data := testData(line("dear", "9000000000", catalog.OnDemand, catalog.GPUHour, count(8)),
		line("plain", "100", catalog.OnDemand, catalog.GPUHour),
		line("fine", "0.123456789", catalog.OnDemand, catalog.GPUHour, currency(catalog.USD)))
	data.ExtraCosts = []catalog.ExtraCost{extra("data-disk", "0.123456789", catalog.USD, "GiB-month"), extra("egress", "0.123456789", catalog.USD, "TB"),
		extra("public-ip", "0.02", catalog.CNY, "hour"), extra("stopped-rule", "", "", "", whileStopped(true))}
	m := catalog.NewMarket(data, testMoment)
	job := Job{Cards: MaxCards, Schedule: Schedule{HoursPerDay: opt("23.999999"), Days: opt("3650")}, StorageGB: dec("1000000000"),
		EgressGB: dec("1000000000"), PublicIPs: 10_000, StoppedDays: dec("3650"), VATPercent: 6}
	if problems := job.Check(); len(problems) > 0 {
		t.Fatal(problems)
	}
	result := everything(t, m, job)
	if len(result.Results) != 2 || len(result.Excluded) != 1 || result.Excluded[0].PriceID() != "dear" || result.Excluded[0].Notice.Code != ExcludedTooLarge {
		t.Fatalf("results %v, excluded %v", ids(result), result.Excluded)
	}
	for i := range result.Results {
		requireSound(t, result.Results[i].Bill())
	}
	if row := result.Results[1]; row.PriceID() != "plain" || row.Total().Low.Cmp(dec("1000000000000")) < 0 {
		t.Errorf("100,000 cards for twenty years at 100 cost %v", row.Total())
	}
	for _, c := range result.Sensitivity {
		if c.Winner.Total().Low.Sign() <= 0 {
			t.Errorf("%s = %s: %v", c.Input, c.At, c.Winner.Total())
		}
	}
}

// A total above 63 bits of exact factors takes the slow way to the same cents.
func TestFastAndSlowCentsAgree(t *testing.T) {
	third := Whole(1).Over(Whole(3))
	fast := newAffine(cost{perPrice: third}, Amount{})
	odd := Whole(1).Over(Whole(1_000_003)).Over(Whole(1_000_033)).Over(Whole(1_000_037))
	slow := newAffine(cost{perPrice: third}, odd)
	if !fast.fits || slow.fits {
		t.Fatalf("fast fits %v, slow fits %v", fast.fits, slow.fits)
	}
	for _, nano := range []int64{1, 14_999_999, 15_000_000, 15_000_001, 3_000_000_000, 9_000_000_000_000_000_000} {
		a, ok1 := fast.cents(nano)
		b, ok2 := slow.cents(nano)
		if a != b || !ok1 || !ok2 {
			t.Errorf("%d: fast %d %v, slow %d %v", nano, a, ok1, b, ok2)
		}
	}
}

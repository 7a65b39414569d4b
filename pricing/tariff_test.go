package pricing

import (
	"sync"
	"testing"

	"gpuscale/catalog"
)

// Jobs in other currencies and months share a market, and what was read of it for one
// must not show in another, whichever comes first.
func TestJobsThatShareAMarketDoNotMixTheirTerms(t *testing.T) {
	var jobs []Job
	for _, currency := range []catalog.Currency{catalog.CNY, catalog.USD} {
		for _, month := range []catalog.MonthHours{catalog.Month720, catalog.Month730, catalog.Month744} {
			job := benchmarkJob()
			job.Currency, job.Month = currency, month
			jobs = append(jobs, job)
		}
	}
	totals := func(m *catalog.Market, job Job) []int64 {
		result, err := Evaluate(m, catalog.OfferQuery{}, job)
		if err != nil {
			t.Error(err)
		}
		var cents []int64
		for i := range result.Results {
			cents = append(cents, result.Results[i].low)
		}
		return cents
	}
	shared := largeMarket(60)
	got := make([][]int64, 4*len(jobs))
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() { got[i] = totals(shared, jobs[i%len(jobs)]) })
	}
	all.Wait()
	for i := range got {
		job := jobs[i%len(jobs)]
		want := totals(largeMarket(60), job)
		if len(want) == 0 || len(got[i]) != len(want) {
			t.Fatalf("%s, month of %d hours: %d totals, want %d", job.Currency, job.Month, len(got[i]), len(want))
		}
		for j := range want {
			if got[i][j] != want[j] {
				t.Errorf("%s, month of %d hours: total %d is %d, want %d", job.Currency, job.Month, j, got[i][j], want[j])
			}
		}
	}
}

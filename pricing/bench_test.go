package pricing

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
)

// largeMarket returns a market of n offers with one to three modes at 58 providers,
// half of which publish storage, traffic and stop rules.
func largeMarket(n int) *catalog.Market {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	data := testData()
	data.Providers = nil
	for i := range 58 {
		slug := fmt.Sprintf("provider-%02d", i)
		words := [][]string{{"per-second"}, {"per-hour"}, {"on-demand"}}[i%3]
		data.Providers = append(data.Providers, catalog.Provider{Slug: slug, Status: catalog.StatusActive, Kind: catalog.Specialist,
			Market: catalog.MainlandChina, BillingModes: words})
		if i%2 == 0 {
			own := func(e *catalog.ExtraCost) { e.Provider = slug }
			data.ExtraCosts = append(data.ExtraCosts, extra("data-disk", "0.3", catalog.CNY, "GB-month", own),
				extra("egress", "0.8", catalog.CNY, "GB", own), extra("stopped-rule", "", "", "", own, whileStopped(i%4 == 0)))
		}
	}
	modes := []struct {
		billing catalog.BillingMode
		unit    catalog.Unit
		factor  int64
	}{{catalog.OnDemand, catalog.GPUHour, 1}, {catalog.BillMonth, catalog.GPUMonth, 500}, {catalog.Spot, catalog.GPUHour, 1}}
	for i := range n {
		hourly := 300 + r.Int64N(5000)
		slug := data.Providers[r.IntN(len(data.Providers))].Slug
		cards := []int{1, 2, 4, 8}[r.IntN(4)]
		for j := range 1 + r.IntN(3) {
			l := line(fmt.Sprintf("of-%06d-%d", i, j), "1", modes[j].billing, modes[j].unit, count(cards), provider(slug), offerOf(fmt.Sprint("type-", i)))
			l.Amount = catalog.Known(decimal.MustNew(hourly*modes[j].factor*(9-int64(j))/9, 2))
			if i%5 == 0 {
				l.Currency = catalog.USD
			}
			data.Prices = append(data.Prices, l)
		}
	}
	return catalog.NewMarket(data, testMoment)
}

func benchmarkJob() Job {
	job := Job{Cards: 8, Schedule: Schedule{Hours: opt("200")}, StorageGB: dec("500"), EgressGB: dec("100"), StoppedDays: dec("7")}
	job.InterruptionPerHour, job.CheckpointMinutes, job.RestartMinutes = opt("0.05"), opt("2"), dec("5")
	return job
}

func benchmarkEvaluate(b *testing.B, offers int) {
	m, job := largeMarket(offers), benchmarkJob()
	b.ReportAllocs()
	for b.Loop() {
		result, err := Evaluate(m, catalog.OfferQuery{}, job)
		if err != nil || len(result.Results) < offers {
			b.Fatal(len(result.Results), err)
		}
	}
}

func BenchmarkEvaluate100kOffers(b *testing.B) { benchmarkEvaluate(b, 100_000) }
func BenchmarkEvaluateSeedSize(b *testing.B)   { benchmarkEvaluate(b, 160) }

func BenchmarkBill(b *testing.B) {
	result, err := Evaluate(largeMarket(160), catalog.OfferQuery{}, benchmarkJob())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		result.Results[0].Bill()
	}
}

func TestSensitivityHoldsOnALargeMarket(t *testing.T) {
	m, job := largeMarket(300), benchmarkJob()
	result, err := Evaluate(m, catalog.OfferQuery{}, job)
	if err != nil {
		t.Fatal(err)
	}
	requireRealChanges(t, m, job, result)
}

package pricing_test

import (
	"errors"
	"slices"
	"testing"

	"gpuscale/catalog"
	"gpuscale/pricing"
)

// Weighing all accelerators in one pass must give what weighing each alone does.
func TestEveryAcceleratorIsWeighedAtItsOwnPrices(t *testing.T) {
	m := seedMarket(t)
	query := catalog.OfferQuery{Billing: catalog.Terms[catalog.BillingMode]{In: []catalog.BillingMode{catalog.OnDemand}}}
	jobs := map[string]pricing.Job{}
	for i, a := range m.Accelerators() {
		jobs[a.Slug] = pricing.Job{Cards: 1 + i%8, Schedule: pricing.Schedule{Hours: known("12.5")}}
	}
	jobs["a100-any"] = pricing.Job{Cards: 4, Schedule: pricing.Schedule{Hours: known("3")}}
	results, err := pricing.ByAccelerator(m, query, jobs)
	if err != nil {
		t.Fatal(err)
	}
	priced := 0
	for slug, got := range results {
		alone := query
		alone.GPU = catalog.Terms[string]{In: []string{slug}}
		want, err := pricing.Evaluate(m, alone, jobs[slug])
		if err != nil {
			t.Fatal(err)
		}
		if a, _ := m.Accelerator(slug); a.Family() { // a family's filter matches its members too
			want.Results = slices.DeleteFunc(want.Results, func(r pricing.Row) bool {
				o, _ := r.Offer()
				return o.Accelerator.Slug != slug
			})
		}
		if len(got.Results) != len(want.Results) {
			t.Fatalf("%s: %d rows, alone %d", slug, len(got.Results), len(want.Results))
		}
		for i := range got.Results {
			if got.Results[i].PriceID() != want.Results[i].PriceID() || got.Results[i].Total() != want.Results[i].Total() {
				t.Errorf("%s row %d: %s, alone %s", slug, i, got.Results[i].PriceID(), want.Results[i].PriceID())
			}
		}
		priced += len(got.Results)
	}
	if priced < 50 {
		t.Errorf("only %d prices were weighed", priced)
	}
}

func TestOneImpossibleJobRefusesAll(t *testing.T) {
	m := seedMarket(t)
	_, err := pricing.ByAccelerator(m, catalog.OfferQuery{}, map[string]pricing.Job{"t4-16gb": {Cards: 1}})
	if !errors.Is(err, pricing.ErrInvalidJob) {
		t.Errorf("got %v", err)
	}
}

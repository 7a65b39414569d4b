package catalog_test

import (
	"slices"
	"testing"

	"gpuscale/catalog"
)

func TestEveryReasonForNotShowingLeadsToThatManyPrices(t *testing.T) {
	m := seedMarket(t)
	hidden := m.Search(catalog.OfferQuery{})
	if len(hidden.NotShown) < 5 {
		t.Fatalf("only %d reasons: %v", len(hidden.NotShown), hidden.NotShown)
	}
	for code, n := range hidden.NotShown {
		q := catalog.OfferQuery{Show: catalog.ShowAll, WhyNot: catalog.Terms[catalog.WhyNot]{In: []catalog.WhyNot{code}}, Per: 200}
		r := m.Search(q)
		if r.PricesTotal != n {
			t.Errorf("%s: %d prices, %d were said to be hidden", code, r.PricesTotal, n)
		}
		for _, o := range r.Offers {
			for _, p := range o.Prices {
				if !slices.Contains(p.WhyNot, code) {
					t.Errorf("%s: price %s has %v", code, p.ID, p.WhyNot)
				}
			}
		}
		q.WhyNot = catalog.Terms[catalog.WhyNot]{Out: []catalog.WhyNot{code}}
		if left := m.Search(q).PricesTotal; left+n != m.PriceCount() {
			t.Errorf("!%s: %d prices of %d, %d have it", code, left, m.PriceCount(), n)
		}
	}
}

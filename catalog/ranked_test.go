package catalog_test

import (
	"testing"

	"gpuscale/catalog"
)

func TestRankedPricesAreThoseOfTheDefaultList(t *testing.T) {
	m := seedMarket(t)
	seen := map[string]bool{}
	for g := range m.RankedPrices() {
		offer, price := m.Resolve(g)
		if !price.Ranked() || offer.Provider != g.Provider || offer.Accelerator != g.Accelerator || price.Billing != g.Billing || seen[price.ID] {
			t.Errorf("%s of %s: %+v", price.ID, offer.ID, g)
		}
		hour := m.Basis(catalog.CNY, catalog.Month730).PerGPUHour(&price)
		nano, err := catalog.Nano(catalog.RoundHalfUp(hour.Low, 9))
		if err != nil || nano != g.HourNano {
			t.Errorf("%s: %d nano-yuan a card-hour, want %s (%v)", price.ID, g.HourNano, hour.Low, err)
		}
		seen[price.ID] = true
	}
	if want := m.Search(catalog.OfferQuery{}).PricesTotal; len(seen) != want {
		t.Errorf("%d prices, the default list has %d", len(seen), want)
	}
	for range m.RankedPrices() {
		break // stopping early is allowed
	}
}

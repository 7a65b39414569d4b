package catalog_test

import (
	"testing"

	"gpuscale/catalog"
)

func TestTheTallyCountsEveryPriceOnce(t *testing.T) {
	m := seedMarket(t)
	tally := m.Tally()
	offers, prices := 0, 0
	for slug, c := range tally.Providers {
		offers += c.Offers
		prices += c.Prices
		if c.RankedOffers > c.Offers || c.Offers > c.Prices {
			t.Errorf("%s: %+v", slug, c)
		}
	}
	if offers != m.OfferCount() || prices != m.PriceCount() || tally.Offers != offers || tally.Prices != prices {
		t.Errorf("%d offers, %d prices; the market has %d and %d", offers, prices, m.OfferCount(), m.PriceCount())
	}
	fresh := 0
	for _, n := range tally.Freshness {
		fresh += n
	}
	if fresh != prices {
		t.Errorf("%d prices have a freshness, of %d", fresh, prices)
	}
}

func TestTheLowestOfATallyIsTheBestPrice(t *testing.T) {
	m := seedMarket(t)
	b := m.Basis(catalog.CNY, catalog.Month730)
	for slug, c := range m.Tally().Accelerators {
		var best *catalog.Price
		for _, area := range []catalog.MarketArea{catalog.MainlandChina, catalog.International} {
			if found, ok := m.Best(slug, area); ok && (best == nil || b.PerGPUHour(&found.Price).Low.Cmp(b.PerGPUHour(best).Low) < 0) {
				best = &found.Price
			}
		}
		if best == nil {
			if c.Lowest != "" {
				t.Errorf("%s: lowest %s, but no best price", slug, c.Lowest)
			}
			continue
		}
		_, lowest, ok := m.Price(c.Lowest)
		if !ok || b.PerGPUHour(&lowest).Low.Cmp(b.PerGPUHour(best).Low) != 0 {
			t.Errorf("%s: lowest %q, best %s", slug, c.Lowest, best.ID)
		}
	}
}

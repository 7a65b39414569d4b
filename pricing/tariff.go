package pricing

import (
	"sync"

	"gpuscale/catalog"
)

// tariff is the terms of a market's providers in one currency and month, each read
// when a job first needs it.
type tariff struct {
	market  *catalog.Market
	basis   catalog.Basis
	byOwner sync.Map // *terms by *catalog.Provider
}

type tariffKey struct {
	currency catalog.Currency
	month    catalog.MonthHours
}

// tariffOf returns the tariff of a market: jobs share it as long as the market lives,
// for reading it takes longer than weighing a job at one offer.
func tariffOf(m *catalog.Market, basis catalog.Basis) *tariff {
	return catalog.Kept(m, tariffKey{basis.Currency, basis.Month}, func() *tariff { return &tariff{market: m, basis: basis} })
}

func (t *tariff) of(p *catalog.Provider) *terms {
	if known, ok := t.byOwner.Load(p); ok {
		return known.(*terms)
	}
	known, _ := t.byOwner.LoadOrStore(p, readTerms(t.market, p, t.basis))
	return known.(*terms)
}

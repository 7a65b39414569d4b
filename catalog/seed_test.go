package catalog_test

import (
	"sync"
	"testing"
	"time"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/seed"
)

// seedDay is the moment at which the seed counts as recorded.
var seedDay = time.Date(2026, 12, 1, 0, 0, 0, 0, catalog.Shanghai)

var loadSeed = sync.OnceValues(func() (catalog.Data, error) {
	set, err := seed.Load()
	if err != nil {
		return catalog.Data{}, err
	}
	data, _ := dataset.Parse(set)
	return data, nil
})

func seedData(t *testing.T) catalog.Data {
	t.Helper()
	d, err := loadSeed()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var buildSeed sync.Map

func seedMarket(t *testing.T) *catalog.Market {
	t.Helper()
	d := seedData(t)
	m, _ := buildSeed.LoadOrStore("market", sync.OnceValue(func() *catalog.Market { return catalog.NewMarket(d, seedDay) }))
	return m.(func() *catalog.Market)()
}

package main

import (
	"fmt"
	"os"
	"testing"
	"time"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/store"
	"gpuscale/store/storetest"
)

// rankedPrices counts the ranked prices of a provider by what a reader would take for
// one price; it fails where there is none.
func rankedPrices(t *testing.T, s *store.Store, provider string, at time.Time) map[string]int {
	t.Helper()
	recorded, err := s.Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	data, problems := dataset.Parse(recorded.Set)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	counts := map[string]int{}
	m := catalog.NewMarket(data, at)
	for row := range m.PriceCount() {
		offer, price := m.PriceAt(uint32(row))
		if offer.Provider.Slug != provider || !price.Ranked() || offer.Accelerator == nil {
			continue
		}
		counts[fmt.Sprint(offer.Accelerator.Slug, " ×", offer.Count, " ", offer.Regions, " ", price.Billing, " ", price.Kind)]++
	}
	if len(counts) == 0 {
		t.Fatalf("%s has no ranked price", provider)
	}
	return counts
}

// TestAPublishedListDoublesNoRankedPrice imports a list whose prices the starting data
// has already, from the same pages but under its own ids, twice.
func TestAPublishedListDoublesNoRankedPrice(t *testing.T) {
	now := time.Date(2026, 8, 23, 12, 0, 0, 0, catalog.Shanghai)
	content, err := os.ReadFile("testdata/gpurentalprices.json")
	if err != nil {
		t.Fatal(err)
	}
	s := storetest.Open(t, store.Config{DSN: seededCopy(t)})
	before := rankedPrices(t, s, "runpod", now)
	for range 2 {
		recorded, err := recordedAt(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		files, _, err := readFiles([]string{write(t, "latest.json", string(content))}, recorded.options)
		if err != nil {
			t.Fatal(err)
		}
		judged := recorded.judge(files, now)
		if read := len(files[0].Records); read != 9 {
			t.Fatalf("%d lines read: %v", read, judged.preview.Counts)
		}
		if ops := judged.admitted(func(int) bool { return false }, ""); len(ops) > 0 {
			if _, err := s.Apply(t.Context(), store.Changeset{Who: "w", Why: "list", Origin: store.OriginImport, Ops: ops}); err != nil {
				t.Fatal(err)
			}
		}
	}
	after := rankedPrices(t, s, "runpod", now)
	for name, n := range after {
		if n > max(1, before[name]) {
			t.Errorf("%s is ranked %d times, %d before", name, n, before[name])
		}
	}
	for name := range before {
		if after[name] == 0 {
			t.Errorf("%s is ranked no more", name)
		}
	}
}

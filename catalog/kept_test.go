package catalog_test

import (
	"sync"
	"testing"
	"time"

	"gpuscale/catalog"
)

type firstKey struct{ n int }

type secondKey struct{ n int }

// What is kept belongs to one market and one key, and everyone gets the same.
func TestWhatIsDerivedIsSharedWithinAMarket(t *testing.T) {
	at := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	m, other := catalog.NewMarket(catalog.Data{}, at), catalog.NewMarket(catalog.Data{}, at)
	of := func(m *catalog.Market, n int) *int {
		return catalog.Kept(m, firstKey{n}, func() *int { return &n })
	}
	var all sync.WaitGroup
	got := make([]*int, 16)
	for i := range got {
		all.Go(func() { got[i] = of(m, 1) })
	}
	all.Wait()
	for i, p := range got {
		if p != got[0] || *p != 1 {
			t.Errorf("reader %d got another value", i)
		}
	}
	if of(m, 2) == got[0] || *of(m, 2) != 2 {
		t.Error("another key got the value of the first")
	}
	if of(other, 1) == got[0] {
		t.Error("another market got the value of the first")
	}
	word := catalog.Kept(m, secondKey{1}, func() string { return "of another type" })
	if word != "of another type" {
		t.Errorf("a key of another type got %q", word)
	}
}

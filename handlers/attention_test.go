package handlers

import (
	"fmt"
	"testing"

	"gpuscale/catalog"
)

func TestLooksAtPricesAreCounted(t *testing.T) {
	m := seedMarket()
	offer := m.Search(catalog.OfferQuery{}).Offers[0]
	for name, row := range map[string]struct {
		path, query string
		want        int
	}{
		"the page of the provider":         {"/providers/" + offer.Provider.Slug, "", 1},
		"the page of the card, in English": {"/en/gpus/" + offer.Accelerator.Slug, "sort=price", 1},
		"a comparison":                     {"/compare", "o=" + offer.Prices[0].ID, 1},
		"a comparison of providers":        {"/en/compare", "p=" + offer.Provider.Slug, 1},
		"a comparison that does not parse": {"/compare", "o=" + offer.ID + ";", 0},
		"a list":                           {"/offers", "", 0},
		"JSON for programs":                {"/providers/" + offer.Provider.Slug + ".json", "", 0},
		"a feed":                           {"/providers/" + offer.Provider.Slug + "/feed.atom", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			a := NewAttention()
			a.Seen(row.path, row.query)
			if got := a.Take(m)[offer.Prices[0].ID]; got != row.want {
				t.Errorf("%d, want %d", got, row.want)
			}
			if again := a.Take(m); len(again) != 0 {
				t.Errorf("counted again: %v", again)
			}
		})
	}
}

func TestCountsAreBounded(t *testing.T) {
	a := NewAttention()
	for i := range maxAttention + 100 {
		a.Seen(fmt.Sprintf("/gpus/no-such-card-%d", i), "")
	}
	if n := len(a.seen); n != maxAttention {
		t.Errorf("%d things are counted", n)
	}
	if views := a.Take(seedMarket()); len(views) != 0 {
		t.Errorf("unknown things have views: %v", views)
	}
}

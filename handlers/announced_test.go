package handlers

import (
	"slices"
	"strings"
	"testing"

	"gpuscale/catalog"
)

func TestAnnouncedPricesStandApartUntilTheyBegin(t *testing.T) {
	data := costWithPrices(t, "of-0049", func(l *catalog.PriceLine) {
		costPriced(catalog.OnDemand, "0.01")(l)
		l.ID, l.ValidFrom = "of-next", catalog.Date{Year: 2026, Month: 12, Day: 24}
	})
	s := newSiteOf(t, data)
	begun := serveMarkets(t, markets{data, catalog.NewMarket(data, catalog.Date{Year: 2026, Month: 12, Day: 24}.Start())})
	for _, path := range []string{"/providers/compshare", "/gpus/rtx-5090-32gb"} {
		page := s.page(t, path)
		rows := texts(page.Find("#a-of-next").Closest("tr"))
		if len(rows) != 1 || !strings.Contains(rows[0], "自 2026-12-24 起") || !strings.Contains(rows[0], "0.01") {
			t.Errorf("%s announces %q", path, rows)
		}
		if page.Find(".rental").Find("#p-of-next").Length() != 0 {
			t.Errorf("%s ranks a price that is not in force", path)
		}
		var answer struct {
			Announced []announcedJSON `json:"announced"`
			Offers    []offerJSON     `json:"offers"`
		}
		s.getJSON(t, path+".json", &answer)
		if len(answer.Announced) != 1 || answer.Announced[0].ID != "of-next" || answer.Announced[0].ValidFrom != "2026-12-24" {
			t.Errorf("%s.json announces %+v", path, answer.Announced)
		}
		for _, o := range answer.Offers {
			if slices.ContainsFunc(o.Prices, func(p priceJSON) bool { return p.ID == "of-next" }) {
				t.Errorf("%s.json offers a price that is not in force", path)
			}
		}
		if later := begun.page(t, path); later.Find("#a-of-next").Length() != 0 {
			t.Errorf("%s still announces the price on its day", path)
		}
	}
}

func TestFactsSayWhenTheyHold(t *testing.T) {
	data := seedData()
	data.Facts = slices.Clone(data.Facts)
	for i := range data.Facts {
		if f := &data.Facts[i]; f.Provider == "autodl" {
			f.ValidFrom, f.ValidTo = catalog.Date{Year: 2026, Month: 11, Day: 1}, catalog.Date{Year: 2026, Month: 12, Day: 31}
			break
		}
	}
	s := newSiteOf(t, data)
	if page := s.page(t, "/providers/autodl"); !strings.Contains(page.Find(".fact").Text(), "2026-11-01 起，至 2026-12-31") {
		t.Error("the page does not say when the fact holds")
	}
	var answer providerJSON
	s.getJSON(t, "/providers/autodl.json", &answer)
	if !slices.ContainsFunc(answer.Facts, func(f factJSON) bool {
		return f.From != nil && *f.From == "2026-11-01" && f.To != nil && *f.To == "2026-12-31"
	}) {
		t.Error("the answer does not say when the fact holds")
	}
}

package handlers

import (
	"slices"
	"testing"

	"gpuscale/catalog"
	"gpuscale/text"
)

// Whatever stands beside whatever, what is not known says why, by code and in words.
func TestEveryUnknownCellOfAComparisonSaysWhy(t *testing.T) {
	m := seedMarket()
	var offers, providers, gpus []string
	m.EachOffer(catalog.OfferQuery{Show: catalog.ShowAll}, func(o *catalog.Offer) bool {
		offers = append(offers, o.ID)
		return true
	})
	for _, p := range m.Providers() {
		providers = append(providers, p.Slug)
	}
	for _, a := range m.Accelerators() {
		gpus = append(gpus, a.Slug)
	}
	for _, a := range m.Families() {
		gpus = append(gpus, a.Slug)
	}
	memo, codes := &compareMemo{}, map[catalog.Reason]int{}
	for kind, ids := range map[catalog.CompareKind][]string{catalog.CompareOffers: offers, catalog.CompareProviders: providers, catalog.CompareAccelerators: gpus} {
		if len(ids) < 20 {
			t.Fatalf("%d %s", len(ids), kind)
		}
		for i := range ids { // each beside two others, so that every cell meets rows that its neighbours bring
			for _, other := range []string{ids[(i+1)%len(ids)], ids[(i*7+3)%len(ids)]} {
				v := newCompared(memo, &compareAsk{market: m, kind: kind, columns: []compareColumn{{id: ids[i]}, {id: other}}, currency: catalog.CNY, month: catalog.Month730})
				requireReasons(t, &v, codes)
			}
		}
	}
	for _, code := range []catalog.Reason{catalog.ReasonCoreHours, catalog.ReasonHostExcluded, catalog.ReasonNoPrice, catalog.ReasonNotStated, catalog.ReasonNotPublished, catalog.ReasonNoneRanked} {
		if codes[code] == 0 {
			t.Errorf("no cell was unknown for %s", code)
		}
	}
}

func requireReasons(t *testing.T, v *compared, codes map[catalog.Reason]int) {
	t.Helper()
	for _, g := range v.Groups {
		for i := range g.Rows {
			for j := range g.Rows[i].Cells {
				c := &g.Rows[i].Cells[j]
				if c.State != catalog.StateUnknown {
					continue
				}
				codes[c.Reason]++
				for _, l := range text.Langs {
					cell := compareCellAnswer(l, &g.Rows[i], c)
					if cell.Reason == nil || cell.ReasonText == nil || *cell.ReasonText == string(c.Reason) {
						t.Errorf("%s of %s is unknown for %q, in words %q", g.Rows[i].Key, v.Columns[j].ID, c.Reason, text.Word(l, "reason", string(c.Reason)))
					}
				}
			}
		}
	}
}

func TestWhatAnOfferIsSoldByTellsWhyItHasNoTotal(t *testing.T) {
	s := newSite(t)
	for id, want := range map[string]string{"of-0003": "core-hours", "of-0248": "host-excluded"} {
		var answer struct {
			Columns []struct{ ID string }
			Groups  []struct {
				Rows []struct {
					Key   string
					Cells []struct {
						State  string
						Reason *string
					}
				}
			}
		}
		s.getJSON(t, "/compare.json?o=of-0022&o="+id, &answer)
		at := slices.IndexFunc(answer.Columns, func(c struct{ ID string }) bool { return c.ID == id })
		found := 0
		for _, g := range answer.Groups {
			for _, r := range g.Rows {
				if !slices.Contains([]string{"cost_month_720h", "cost_short_30h", "cost_stopped_week", "price_per_100_tflops"}, r.Key) {
					continue
				}
				found++
				if c := r.Cells[at]; c.State != "unknown" || c.Reason == nil || *c.Reason != want {
					t.Errorf("%s of %s: %+v, want %s", r.Key, id, c, want)
				}
			}
		}
		if found != 4 {
			t.Errorf("%s: %d rows", id, found)
		}
	}
}

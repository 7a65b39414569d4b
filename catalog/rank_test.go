package catalog_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gpuscale/catalog"
)

func codes[T ~string](list []T) string {
	var s []string
	for _, v := range list {
		s = append(s, string(v))
	}
	return strings.Join(s, " ")
}

func TestWhyAPriceIsNotRanked(t *testing.T) {
	cases := []struct {
		name   string
		change func(*catalog.PriceLine)
		want   string
	}{
		{"a dated list price of a whole card is ranked", nil, ""},
		{"a transcript's grade B is ranked too", func(l *catalog.PriceLine) { l.Grade = catalog.GradeB }, ""},
		{"a note only informs", func(l *catalog.PriceLine) { l.Doubts = []string{"N1"} }, ""},
		{"grade C is not", func(l *catalog.PriceLine) { l.Grade = catalog.GradeC }, "grade"},
		{"180 days are ageing", func(l *catalog.PriceLine) { l.Source.Seen = day("2026-06-04") }, ""},
		{"181 days are stale", func(l *catalog.PriceLine) { l.Source.Seen = day("2026-06-03") }, "stale"},
		{"a year counts as its first day", func(l *catalog.PriceLine) { l.Source.Seen = day("2026") }, "stale"},
		{"no date", func(l *catalog.PriceLine) { l.Source.Seen = catalog.Date{} }, "undated"},
		{"a floor price", func(l *catalog.PriceLine) { l.Kind = catalog.KindFloor }, "kind"},
		{"a slice of a card", func(l *catalog.PriceLine) { l.Share = catalog.Share{Num: 1, Den: 20} }, "share"},
		{"an unknown share", func(l *catalog.PriceLine) { l.Share = catalog.Share{} }, "share no-per-card-price"},
		{"a price without the host", func(l *catalog.PriceLine) { l.Scope = catalog.ScopeGPUPart }, "host-excluded no-per-card-price"},
		{"core-hours", func(l *catalog.PriceLine) { l.Unit = catalog.CoreHour }, "no-per-card-price"},
		{"a preview at zero", func(l *catalog.PriceLine) { l.Amount = known(t, "0") }, "no-per-card-price"},
		{"a provider that left", func(l *catalog.PriceLine) { l.Provider = "gone" }, "provider"},
		{"a price that ended yesterday", func(l *catalog.PriceLine) { l.ValidTo = day("2026-11-30") }, "ended"},
		{"a price on its last day", func(l *catalog.PriceLine) { l.ValidTo = day("2026-12-01") }, ""},
		{"a sold-out offer", func(l *catalog.PriceLine) { l.Availability = catalog.SoldOut }, "sold-out"},
		{"an open doubt", func(l *catalog.PriceLine) { l.Doubts = []string{"N1", "D1"} }, "doubt"},
		{"everything at once, in the fixed order", func(l *catalog.PriceLine) {
			l.Grade, l.Kind, l.Share, l.Scope = catalog.GradeS, catalog.KindPromo, catalog.Share{}, catalog.ScopeGPUPart
			l.Source.Seen, l.Provider, l.ValidTo = catalog.Date{}, "gone", day("2020")
			l.Availability, l.Doubts = catalog.SoldOut, []string{"D1"}
		}, "grade undated kind share host-excluded no-per-card-price provider ended sold-out doubt"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := smallMarket(t, line(t, "of-1", c.change))
			_, p, _ := m.Price("of-1")
			if got := codes(p.WhyNot); got != c.want {
				t.Errorf("why not: %q, want %q", got, c.want)
			}
			if ranked := m.Search(catalog.OfferQuery{}).Total == 1; ranked != (c.want == "") {
				t.Errorf("listed as ranked: %v", ranked)
			}
		})
	}
}

func TestFreshnessTurnsAtMidnightInShanghai(t *testing.T) {
	seen := day("2026-11-01")
	for at, want := range map[string]catalog.Freshness{
		"2026-12-01T23:59:59+08:00": catalog.Fresh, "2026-12-02T00:00:00+08:00": catalog.Ageing, "2026-12-01T15:59:59Z": catalog.Fresh,
		"2026-12-01T16:00:00Z": catalog.Ageing, "2027-04-30T23:59:59+08:00": catalog.Ageing, "2027-05-01T00:00:00+08:00": catalog.Stale,
		"2026-10-01T00:00:00Z": catalog.Fresh,
	} {
		moment, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := catalog.FreshnessOf(seen, moment); got != want {
			t.Errorf("seen 2026-11-01, at %s: %s, want %s", at, got, want)
		}
	}
	if got := catalog.FreshnessOf(catalog.Date{}, testDay); got != catalog.Undated {
		t.Errorf("no date is %s", got)
	}
}

func TestPricesOfOneOfferThatContradictEachOther(t *testing.T) {
	priced := func(mode catalog.BillingMode, unit catalog.Unit, amount string) func(*catalog.PriceLine) {
		return func(l *catalog.PriceLine) { l.Billing, l.Unit, l.Amount = mode, unit, known(t, amount) }
	}
	cases := []struct {
		name   string
		change func(*catalog.PriceLine)
		code   catalog.ContradictionCode
		ranked bool
	}{
		{"spot below on demand", priced(catalog.Spot, catalog.GPUHour, "4"), "", true},
		{"spot above on demand", priced(catalog.Spot, catalog.GPUHour, "8.5104"), catalog.SpotAboveOnDemand, false},
		{"spot equal to on demand claims no discount", priced(catalog.Spot, catalog.GPUHour, "8.00"), catalog.SpotEqualsOnDemand, true},
		{"a feed's zero spot price says nothing", priced(catalog.Spot, catalog.GPUHour, "0.00"), "", false},
		{"a month of 730 hours", priced(catalog.BillMonth, catalog.GPUMonth, "5840"), "", true},
		{"a month above 730 hours", priced(catalog.BillMonth, catalog.GPUMonth, "5840.01"), catalog.MonthAboveOnDemand, false},
		{"a reservation above on demand", priced(catalog.BillReserved, catalog.GPUHour, "9"), catalog.ReservedAboveOnDemand, false},
		{"a year above on demand", priced(catalog.BillYear, catalog.GPUYear, "71000"), catalog.TermAboveOnDemand, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := smallMarket(t, line(t, "of-1", nil), line(t, "of-2", c.change))
			o, p, _ := m.Price("of-2")
			if len(o.Prices) != 2 {
				t.Fatalf("the offer shows %d prices, want both", len(o.Prices))
			}
			var got catalog.ContradictionCode
			for _, x := range p.Contradictions {
				got = x.Code
				if x.Against != "of-1" {
					t.Errorf("against %s, want of-1", x.Against)
				}
			}
			if got != c.code || p.Ranked() != c.ranked {
				t.Errorf("contradiction %q, ranked %v; want %q, %v", got, p.Ranked(), c.code, c.ranked)
			}
			if _, first, _ := m.Price("of-1"); !first.Ranked() {
				t.Errorf("the on-demand price lost its rank: %v", first.WhyNot)
			}
		})
	}
}

func TestAYearAboveTwelveMonthsIsAContradiction(t *testing.T) {
	m := smallMarket(t,
		line(t, "of-1", func(l *catalog.PriceLine) {
			l.Billing, l.Unit, l.Amount = catalog.BillMonth, catalog.GPUMonth, known(t, "4000")
		}),
		line(t, "of-2", func(l *catalog.PriceLine) {
			l.Billing, l.Unit, l.Amount = catalog.BillYear, catalog.GPUYear, known(t, "48000.01")
		}))
	if _, p, _ := m.Price("of-2"); codes(p.WhyNot) != "contradiction" || p.Contradictions[0].Code != catalog.YearAboveMonths {
		t.Errorf("why not %v, contradictions %v", p.WhyNot, p.Contradictions)
	}
}

func TestAHigherPromotionIsNoContradiction(t *testing.T) {
	m := smallMarket(t,
		line(t, "of-1", func(l *catalog.PriceLine) { l.Kind, l.Amount = catalog.KindPromo, known(t, "3") }),
		line(t, "of-2", func(l *catalog.PriceLine) { l.Billing, l.Amount = catalog.Spot, known(t, "4") }))
	if _, p, _ := m.Price("of-2"); !p.Ranked() {
		t.Errorf("spot above a promotional price: %v", p.WhyNot)
	}
}

func TestTheSeedRanksWhatItsReadmeCounts(t *testing.T) {
	m := seedMarket(t)
	counts := map[catalog.MarketArea]int{}
	article := map[string]bool{}
	for o := range m.All(catalog.OfferQuery{}) {
		counts[o.Provider.Market] += len(o.Prices)
		article[o.Provider.Slug] = true
	}
	if fmt.Sprint(counts) != "map[cn:100 intl:58]" {
		t.Errorf("ranked prices %v, want 100 in China and 58 international", counts)
	}
	for _, slug := range []string{"tencent-cloud", "aliyun", "huawei-cloud", "volcengine"} {
		if !article[slug] {
			t.Errorf("%s, which the article names, has no ranked price", slug)
		}
	}
	if m.PriceCount() != 479 {
		t.Errorf("%d prices, want 479", m.PriceCount())
	}
	r := m.Search(catalog.OfferQuery{})
	if r.PricesTotal+r.HiddenPrices != 479 {
		t.Errorf("%d shown and %d hidden prices do not make 479", r.PricesTotal, r.HiddenPrices)
	}
}

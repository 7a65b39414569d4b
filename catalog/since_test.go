package catalog_test

import (
	"strings"
	"testing"

	"gpuscale/catalog"
)

func TestWhatBecameOfAPriceIsTold(t *testing.T) {
	for _, row := range []struct {
		name    string
		change  func(*catalog.PriceLine)
		gone    bool
		kind    catalog.SinceKind
		percent string
	}{
		{"nothing", func(*catalog.PriceLine) {}, false, "", ""},
		{"a rise", func(l *catalog.PriceLine) { l.Amount = known(t, "9") }, false, catalog.SinceChanged, "12.5"},
		{"a fall", func(l *catalog.PriceLine) { l.Amount = known(t, "7.6") }, false, catalog.SinceChanged, "-5.0"},
		{"another unit for the same money", func(l *catalog.PriceLine) { l.Amount, l.Unit = known(t, "192"), catalog.GPUDay }, false, catalog.SinceChanged, "0.0"},
		{"another currency", func(l *catalog.PriceLine) { l.Amount, l.Currency = known(t, "2"), catalog.USD }, false, catalog.SinceChanged, "68.5"},
		{"a price that is not published any more", func(l *catalog.PriceLine) { l.Amount = catalog.Opt[catalog.Decimal]{} }, false, catalog.SinceChanged, ""},
		{"delisted", nil, true, catalog.SinceDelisted, ""},
		{"ended", func(l *catalog.PriceLine) { l.ValidTo = day("2026-11-30") }, false, catalog.SinceEnded, "0.0"},
		{"sold out", func(l *catalog.PriceLine) { l.Availability = catalog.SoldOut }, false, catalog.SinceSoldOut, "0.0"},
		{"doubted", func(l *catalog.PriceLine) { l.Doubts = []string{"D1"} }, false, catalog.SinceUnranked, "0.0"},
	} {
		t.Run(row.name, func(t *testing.T) {
			then := smallMarket(t, line(t, "p-1", nil))
			now := smallMarket(t)
			if !row.gone {
				now = smallMarket(t, line(t, "p-1", row.change))
			}
			s := catalog.ChangesSince(then, now, []string{"p-1", "p-unknown"}, nil)
			if row.kind == "" {
				if !s.Empty() || s.Unchanged != 1 {
					t.Fatalf("got %+v", s)
				}
				return
			}
			if len(s.Prices) != 1 || s.Prices[0].Kind != row.kind || s.Unchanged != 0 {
				t.Fatalf("got %+v", s)
			}
			got := ""
			if p, ok := s.Prices[0].Percent.Get(); ok {
				got = p.String()
			}
			if got != row.percent {
				t.Errorf("percent %q, want %q", got, row.percent)
			}
			if s.Prices[0].Offer.ID != "p-1" || s.Prices[0].Before.Amount.Value.String() != "8" {
				t.Errorf("the price as it was: %+v", s.Prices[0])
			}
		})
	}
}

func TestBestPricesMoveByArea(t *testing.T) {
	then := smallMarket(t, line(t, "p-1", nil))
	now := smallMarket(t, line(t, "p-1", func(l *catalog.PriceLine) { l.Amount = known(t, "10") }), line(t, "p-2", func(l *catalog.PriceLine) {
		l.InstanceType, l.Provider, l.Amount = "beta", "beta", known(t, "6")
	}))
	s := catalog.ChangesSince(then, now, nil, []string{"a100-sxm4-80gb", "t4-16gb"})
	if len(s.Best) != 2 {
		t.Fatalf("got %+v", s.Best)
	}
	mainland, abroad := s.Best[0], s.Best[1]
	if mainland.Area != catalog.MainlandChina || mainland.Percent.Value.String() != "25.0" || mainland.After.Value.String() != "10.0000" {
		t.Errorf("mainland: %+v", mainland)
	}
	if abroad.Area != catalog.International || abroad.Before.Known || abroad.Percent.Known || abroad.Accelerator == nil {
		t.Errorf("abroad: %+v", abroad)
	}
}

func TestReplacedRatesAreTold(t *testing.T) {
	data := smallData(t, line(t, "p-1", nil))
	then := catalog.NewMarket(data, testDay)
	data.Rates = append(data.Rates, catalog.Rate{Date: day("2026-11-30"), Base: catalog.USD, Quote: catalog.CNY, Value: known(t, "7").Value})
	s := catalog.ChangesSince(then, catalog.NewMarket(data, testDay), nil, nil)
	if len(s.Rates) != 1 || !strings.HasPrefix(s.Rates[0].Before.Value.String(), "6.7394") || s.Rates[0].After.Value.String() != "7" {
		t.Errorf("got %+v", s.Rates)
	}
}

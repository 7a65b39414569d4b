package pricing

import (
	"testing"

	"gpuscale/catalog"
)

// Two currencies of one product are two prices: neither replaces the other.
func TestPricesInTwoCurrenciesStandBesideEachOther(t *testing.T) {
	m := marketOf(line("yuan", "10.00", catalog.OnDemand, catalog.GPUHour, offerOf("x")),
		line("dollar", "1.40", catalog.OnDemand, catalog.GPUHour, offerOf("x"), currency(catalog.USD)))
	result := everything(t, m, hours("100"))
	got := map[string]string{}
	for i := range result.Results {
		_, price := result.Results[i].Offer()
		got[result.Results[i].PriceID()] = string(price.Currency) + " " + price.Amount.Value.String() + " → " + result.Results[i].Total().Low.String()
	}
	if len(got) != 2 || got["yuan"] != "CNY 10 → 1000.00" || got["dollar"] != "USD 1.4 → 943.52" {
		t.Errorf("got %v", got)
	}
}

func TestAnOldRateIsFlagged(t *testing.T) {
	m := marketOf(line("dollar", "1.40", catalog.OnDemand, catalog.GPUHour, currency(catalog.USD)))
	rate := everything(t, m, hours("1")).Rates[0]
	if rate.Date.String() != "2026-08-22" || rate.Source.URL == "" {
		t.Fatalf("rate %+v has no date or source", rate)
	}
	for _, tt := range []struct {
		after int
		old   bool
	}{{0, false}, {90, false}, {91, true}, {101, true}} {
		days, old := RateAge(rate, rate.Date.Start().AddDate(0, 0, tt.after))
		if days != tt.after || old != tt.old {
			t.Errorf("after %d days: %d days, old %v", tt.after, days, old)
		}
	}
	if _, old := RateAge(rate, testMoment); !old {
		t.Error("a rate of 2026-08-22 is not old on 2026-12-01")
	}
	if _, old := RateAge(catalog.Rate{Date: catalog.DateOf(testMoment)}, testMoment); old {
		t.Error("a rate of today is old")
	}
}

func TestEveryRateBehindATotalIsNamed(t *testing.T) {
	dollars := line("p-4090", "0.40", catalog.OnDemand, catalog.GPUHour, currency(catalog.USD), func(l *catalog.PriceLine) {
		l.AcceleratorName, l.VRAMGB = "RTX 4090", catalog.Known(24.0)
	})
	m := marketOf(line("a", "10.00", catalog.OnDemand, catalog.GPUHour), dollars)
	job := hours("5")
	job.Basket = []BasketLine{{Accelerator: "rtx-4090", Cards: 1, Hours: dec("5")}}
	result, err := Evaluate(m, catalog.OfferQuery{GPU: catalog.Terms[string]{In: []string{"a100-80gb-sxm"}}}, job)
	if err != nil || len(result.Results) != 1 {
		t.Fatalf("%d results, %v", len(result.Results), err)
	}
	if len(result.Rates) != 1 || result.Rates[0].Base != catalog.USD {
		t.Errorf("rates %+v: the basket is paid in dollars", result.Rates)
	}
}

package catalog_test

import (
	"testing"

	"pgregory.net/rapid"

	"gpuscale/catalog"
)

func TestPricePerCardAndHour(t *testing.T) {
	instance := func(n int, amount string, unit catalog.Unit) func(*catalog.PriceLine) {
		return func(l *catalog.PriceLine) { l.Count, l.Amount, l.Unit = catalog.Known(n), known(t, amount), unit }
	}
	cases := []struct {
		name     string
		change   func(*catalog.PriceLine)
		currency catalog.Currency
		month    catalog.MonthHours
		want     string
	}{
		{"a card-hour is itself", nil, catalog.CNY, 730, "8.0000 CNY"},
		{"four cards of one machine share its price", instance(4, "3.04", catalog.InstanceHour), catalog.CNY, 730, "0.7600 CNY"},
		{"a price per card is not divided, whatever the card count", instance(8, "2", catalog.GPUHour), catalog.CNY, 730, "2.0000 CNY"},
		{"a day has 24 hours", instance(1, "72.6", catalog.GPUDay), catalog.CNY, 730, "3.0250 CNY"},
		{"a week has 168", instance(2, "336", catalog.InstanceWeek), catalog.CNY, 730, "1.0000 CNY"},
		{"a month has 730 hours", instance(1, "7300", catalog.GPUMonth), catalog.CNY, 730, "10.0000 CNY"},
		{"or 720 of 30 days", instance(1, "7200", catalog.GPUMonth), catalog.CNY, 720, "10.0000 CNY"},
		{"or 744 of 31 days", instance(1, "7440", catalog.GPUMonth), catalog.CNY, 744, "10.0000 CNY"},
		{"a year has twelve months", instance(8, "700800", catalog.InstanceYear), catalog.CNY, 730, "10.0000 CNY"},
		{"a year of 30-day months", instance(1, "86400", catalog.GPUYear), catalog.CNY, 720, "10.0000 CNY"},
		{"ties are rounded up", instance(8, "0.0004", catalog.InstanceHour), catalog.CNY, 730, "0.0001 CNY"},
		{"dollars are converted at the newest rate", func(l *catalog.PriceLine) { l.Currency, l.Amount = catalog.USD, known(t, "2") }, catalog.CNY, 730, "13.4788 CNY"},
		{"a price in yuan is not converted again", nil, catalog.CNY, 730, "8.0000 CNY"},
		{"yuan are divided by the rate", func(l *catalog.PriceLine) { l.Amount = known(t, "6.7394") }, catalog.USD, 730, "1.0000 USD"},
		{"both ends of a range are converted", func(l *catalog.PriceLine) {
			l.Currency, l.Amount, l.Max = catalog.USD, known(t, "1"), known(t, "2")
		}, catalog.CNY, 730, "6.7394–13.4788 CNY"},
		{"core-hours are never converted", func(l *catalog.PriceLine) { l.Unit, l.Billing = catalog.CoreHour, catalog.BillCoreHour }, catalog.CNY, 730, "core-hours"},
		{"a machine's price needs its card count", func(l *catalog.PriceLine) { l.Unit, l.Count = catalog.InstanceHour, catalog.Opt[int]{} }, catalog.CNY, 730, "count-unknown"},
		{"a card's price does not", func(l *catalog.PriceLine) { l.Count = catalog.Opt[int]{} }, catalog.CNY, 730, "8.0000 CNY"},
		{"a price without the host is no card-hour", func(l *catalog.PriceLine) { l.Scope = catalog.ScopeGPUPart }, catalog.CNY, 730, "host-excluded"},
		{"nor is that of an unknown share", func(l *catalog.PriceLine) { l.Share = catalog.Share{} }, catalog.CNY, 730, "share-unknown"},
		{"no amount, no price", func(l *catalog.PriceLine) { l.Amount = catalog.Opt[catalog.Decimal]{} }, catalog.CNY, 730, "price-unknown"},
		{"a feed's zero is no price", func(l *catalog.PriceLine) { l.Amount = known(t, "0.00") }, catalog.CNY, 730, "price-unknown"},
		{"a currency without a rate is not guessed", func(l *catalog.PriceLine) { l.Currency = "EUR" }, catalog.CNY, 730, "price-unknown"},
		{"a price by compute has no card-hour", func(l *catalog.PriceLine) { l.Unit = catalog.PFLOPHour }, catalog.CNY, 730, "price-unknown"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := smallMarket(t, line(t, "of-1", c.change))
			if got := hourText(t, m, "of-1", c.currency, c.month); got != c.want {
				t.Errorf("per card and hour: %s, want %s", got, c.want)
			}
		})
	}
}

func TestTheRateIsTheNewestNotLaterThanTheMoment(t *testing.T) {
	dollars := line(t, "of-1", func(l *catalog.PriceLine) { l.Currency, l.Amount = catalog.USD, known(t, "1") })
	cases := []struct{ at, want string }{
		{"2026-08-22", "6.7394 CNY"}, {"2026-08-21", "7.1918 CNY"}, {"2024-11-25", "7.1918 CNY"}, {"2024-11-24", "price-unknown"},
	}
	for _, c := range cases {
		m := catalog.NewMarket(smallData(t, dollars), day(c.at).Start())
		if got := hourText(t, m, "of-1", catalog.CNY, 730); got != c.want {
			t.Errorf("on %s: %s, want %s", c.at, got, c.want)
		}
	}
	m := smallMarket(t, dollars)
	_, p, _ := m.Price("of-1")
	if hour := m.Basis(catalog.CNY, 730).PerGPUHour(&p); hour.Rate == nil || hour.Rate.Date != day("2026-08-22") {
		t.Errorf("the rate used is %+v, want that of 2026-08-22", hour.Rate)
	}
	if hour := m.Basis(catalog.USD, 730).PerGPUHour(&p); hour.Rate != nil {
		t.Errorf("dollars in dollars used rate %+v", hour.Rate)
	}
}

func TestAPriceOfAllCardsIsTheirPriceEach(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cards := rapid.IntRange(1, 64).Draw(rt, "cards")
		each := rapid.Int64Range(1, 1_000_000).Draw(rt, "each, in hundredths")
		m := smallMarket(t,
			line(t, "of-1", func(l *catalog.PriceLine) { l.Amount = catalog.Known(catalog.DecimalFromNano(each * 1e7)) }),
			line(t, "of-2", func(l *catalog.PriceLine) {
				l.Count, l.Unit = catalog.Known(cards), catalog.InstanceMonth
				l.Amount = catalog.Known(catalog.DecimalFromNano(each * 1e7 * int64(cards)))
			}))
		_, a, _ := m.Price("of-1")
		_, b, _ := m.Price("of-2")
		basis := m.Basis(catalog.CNY, 730)
		hours, err := basis.PerGPUHour(&b).Low.Mul(catalog.DecimalFromNano(730 * 1e9))
		if err != nil {
			rt.Fatal(err)
		}
		if got, want := catalog.RoundHalfUp(hours, 6), catalog.RoundHalfUp(basis.PerGPUHour(&a).Low, 6); got.Cmp(want) != 0 {
			rt.Fatalf("%d cards at %d a month: %s a card, want %s", cards, each, got, want)
		}
	})
}

func TestMoneyIsWrittenWithTwoDecimalsAndTwoDigits(t *testing.T) {
	for in, want := range map[string]string{
		"8": "8.00", "0.0084": "0.0084", "0.00123": "0.0012", "1.234567": "1.23", "14.415104": "14.42", "2.285": "2.285", "0": "0.00",
		"0.000000001": "0.000000001",
	} {
		if got := catalog.MoneyText(known(t, in).Value); got != want {
			t.Errorf("%s is written %s, want %s", in, got, want)
		}
	}
}

package catalog_test

import (
	"fmt"
	"testing"

	"gpuscale/catalog"
)

func TestAPriceFilterBeyondEveryPriceKeepsItsMeaning(t *testing.T) {
	m := smallMarket(t, priced(t, "8", "")...)
	for _, c := range []struct {
		min, max string
		want     string
	}{
		{"", "9000000000", "of-1"}, {"", "9999999999999", "of-1"}, {"9999999999999", "", ""},
		{"1", "9999999999999", "of-1"}, {"-9999999999999", "9000", "of-1"}, {"", "-9999999999999", ""},
	} {
		q := catalog.OfferQuery{Show: catalog.ShowAll}
		if c.min != "" {
			q.PriceMin = known(t, c.min)
		}
		if c.max != "" {
			q.PriceMax = known(t, c.max)
		}
		for _, q.Unit = range []catalog.Unit{catalog.GPUHour, catalog.InstanceHour, catalog.GPUMonth} {
			if got := found(m, q); got != c.want {
				t.Errorf("from %q to %q a %s: %q, want %q", c.min, c.max, q.Unit, got, c.want)
			}
		}
	}
}

func TestNothingLiesWithinBoundsThatCannotBeConverted(t *testing.T) {
	d := smallData(t, priced(t, "8")...)
	d.Rates = nil
	m := catalog.NewMarket(d, testDay)
	for _, q := range []catalog.OfferQuery{{PriceMin: known(t, "0")}, {PriceMax: known(t, "100")}} {
		q.Currency = catalog.USD
		if got := found(m, q); got != "" {
			t.Errorf("without an exchange rate %q lies within dollars", got)
		}
	}
}

func TestAPriceTooLargeToConvertIsNeverTheBest(t *testing.T) {
	lines := priced(t, "8", "9000000000")
	lines[1].Currency = catalog.USD
	m := smallMarket(t, lines...)
	best, ok := m.Best("a100-sxm4-80gb", catalog.MainlandChina)
	if !ok || best.Price.ID != "of-1" {
		t.Errorf("the best price is %q", best.Price.ID)
	}
	if _, p, _ := m.Price("of-2"); codes(p.WhyNot) != "no-per-card-price" {
		t.Errorf("why not: %v", p.WhyNot)
	}
	if r := m.Rivals("a100-sxm4-80gb", catalog.MainlandChina); r.Prices != 1 {
		t.Errorf("rivals: %+v", r)
	}
}

func TestManyDifferentSharesStayApart(t *testing.T) {
	var lines []catalog.PriceLine
	for i := range 600 {
		lines = append(lines, line(t, fmt.Sprintf("of-%03d", i), func(l *catalog.PriceLine) { l.Share = catalog.Share{Num: 1, Den: i + 1} }))
	}
	m := smallMarket(t, lines...)
	for i := range lines {
		if o, _ := m.Offer(lines[i].ID); o.Share != lines[i].Share {
			t.Fatalf("%s is sold by %v, read back as %v", lines[i].ID, lines[i].Share, o.Share)
		}
	}
}

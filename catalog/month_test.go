package catalog_test

import (
	"testing"

	"gpuscale/catalog"
)

// A month is what is paid to have a card for it: metered hours, or whole periods.
func TestAMonthIsPaidInWholePeriods(t *testing.T) {
	for _, c := range []struct {
		billing catalog.BillingMode
		unit    catalog.Unit
		amount  string
		cards   int
		month   catalog.MonthHours
		want    string
	}{
		{catalog.OnDemand, catalog.GPUHour, "2", 1, 730, "1460.00"},
		{catalog.OnDemand, catalog.InstanceHour, "16", 8, 720, "1440.00"},
		{catalog.OnDemand, catalog.GPUMonth, "1000", 1, 744, "1000.00"},
		{catalog.BillDay, catalog.GPUDay, "70.53", 1, 730, "2186.43"}, // 31 days
		{catalog.BillDay, catalog.GPUDay, "70.53", 1, 720, "2115.90"}, // 30 days
		{catalog.BillDay, catalog.GPUDay, "70.53", 1, 744, "2186.43"},
		{catalog.BillDay, catalog.GPUHour, "2", 1, 730, "1488.00"},
		{catalog.BillWeek, catalog.InstanceWeek, "800", 8, 730, "500.00"}, // 5 weeks
		{catalog.BillMonth, catalog.GPUMonth, "1000", 1, 720, "1000.00"},
		{catalog.BillYear, catalog.InstanceYear, "24000", 8, 730, "250.00"}, // a twelfth of a year
		{catalog.BillYear, catalog.GPUMonth, "1000", 1, 730, "1000.00"},
		{catalog.BillReserved, catalog.GPUYear, "9000", 1, 730, "750.00"},
		{catalog.BillReserved, catalog.GPUHour, "1", 1, 744, "744.00"},
		{catalog.Spot, catalog.GPUHour, "0.123456789", 1, 730, "90.12"},
	} {
		m := smallMarket(t, line(t, "of-1", func(l *catalog.PriceLine) {
			l.Billing, l.Unit, l.Amount, l.Count = c.billing, c.unit, known(t, c.amount), catalog.Known(c.cards)
		}))
		_, p, _ := m.Price("of-1")
		if got := m.Basis(catalog.CNY, c.month).In(catalog.GPUMonth, &p).RoundedIn(catalog.GPUMonth).Low.String(); got != c.want {
			t.Errorf("%s at %s per %s for %d cards is %s a month of %d hours, want %s", c.billing, c.amount, c.unit, c.cards, got, c.month, c.want)
		}
		exactly := catalog.OfferQuery{Show: catalog.ShowAll, Unit: catalog.GPUMonth, Month: c.month, PriceMin: known(t, c.want), PriceMax: known(t, c.want)}
		if got := found(m, exactly); got != "of-1" {
			t.Errorf("%s per %s: a filter on %s finds %q", c.billing, c.unit, c.want, got)
		}
	}
}

// The day's price is the lower by the hour, and the dearer for a month.
func TestAListOfMonthsIsSortedByMonths(t *testing.T) {
	hour := line(t, "of-1", func(l *catalog.PriceLine) { l.Amount = known(t, "2.95"); l.Regions = []string{"上海"} })
	day := line(t, "of-2", func(l *catalog.PriceLine) {
		l.Billing, l.Unit, l.Amount, l.Count = catalog.BillDay, catalog.GPUDay, known(t, "70.53"), catalog.Known(1)
	})
	hour.Unit = catalog.GPUHour
	m := smallMarket(t, hour, day)
	for unit, want := range map[catalog.Unit]string{catalog.GPUHour: "of-2 of-1", catalog.GPUMonth: "of-1 of-2"} {
		if got := found(m, catalog.OfferQuery{Show: catalog.ShowAll, Unit: unit}); got != want {
			t.Errorf("by %s: %s, want %s", unit, got, want)
		}
	}
}

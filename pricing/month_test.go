package pricing_test

import (
	"strconv"
	"testing"

	"gpuscale/catalog"
	"gpuscale/catalog/catalogtest"
	"gpuscale/pricing"
)

// What lists show for a month is what the bill of a machine's cards comes to, whatever
// unit and mode it is sold in.
func TestAMonthOfAListIsAMonthsBill(t *testing.T) {
	large := catalog.NewMarket(catalogtest.Data(400, 11), catalogtest.Day)
	for name, m := range map[string]*catalog.Market{"starting data": seedMarket(t), "made-up data": large} {
		compared := map[catalog.BillingMode]int{}
		for _, month := range []catalog.MonthHours{730, 720, 744} {
			for _, currency := range catalog.Currencies {
				basis := m.Basis(currency, month)
				m.EachOffer(catalog.OfferQuery{Show: catalog.ShowAll}, func(o *catalog.Offer) bool {
					for i := range o.Prices {
						if p := &o.Prices[i]; sameMonth(t, m, o, p, basis) {
							compared[p.Billing]++
						}
					}
					return true
				})
			}
		}
		for _, mode := range []catalog.BillingMode{catalog.OnDemand, catalog.Spot, catalog.BillMonth, catalog.BillYear} {
			if compared[mode] == 0 {
				t.Errorf("%s: no %s price was compared", name, mode)
			}
		}
	}
}

func sameMonth(t *testing.T, m *catalog.Market, o *catalog.Offer, p *catalog.Price, basis catalog.Basis) bool {
	t.Helper()
	listed := basis.In(catalog.GPUMonth, p)
	if !listed.Known() {
		return false
	}
	cards, months := o.Count.Or(1), 1
	if period, prepaid := p.Billing.Period(p.Unit, basis.Month); prepaid && period > int(basis.Month) {
		months = period / int(basis.Month)
	}
	row, excluded, err := pricing.At(m, p.ID, pricing.Job{Cards: cards, Schedule: pricing.Schedule{Months: known(strconv.Itoa(months))}, Currency: basis.Currency, Month: basis.Month})
	if err != nil || excluded != nil {
		t.Errorf("%s is listed for a month and cannot be billed: %+v %v", p.ID, excluded, err)
		return false
	}
	machine, ok := listed.Times(cards * months)
	if !ok {
		t.Fatalf("%s × %d", p.ID, cards)
	}
	if want := row.Bill().Total.Low; catalog.RoundHalfUp(machine.Low, 2).Cmp(want) != 0 {
		t.Errorf("%s (%s per %s) is listed at %s a month of %d hours, its bill at %s %s", p.ID, p.Billing, p.Unit, machine.Low, basis.Month, want, basis.Currency)
	}
	if want := row.Bill().Total.High; listed.High.Known && (!want.Known || catalog.RoundHalfUp(machine.High.Value, 2).Cmp(want.Value) != 0) {
		t.Errorf("%s is listed up to %s a month, billed up to %v", p.ID, machine.High.Value, want)
	}
	return true
}

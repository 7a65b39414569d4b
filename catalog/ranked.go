package catalog

import "iter"

// RankedPrice is a glimpse of one ranked price and its offer, without copies: what a
// choice among very many prices needs. Its lists must not be changed.
type RankedPrice struct {
	Provider        *Provider
	Accelerator     *Accelerator // nil when the published name fits no part
	AcceleratorName string       // as published
	Vendor          string       // the accelerator's, else as published
	VRAMGB          Number
	Count           Opt[int]
	Regions         []string
	InterconnectGBs Number
	Billing         BillingMode
	Unit            Unit
	HourNano        int64 // CNY × 1e-9 a card and hour, 730 hours a month
	row             uint32
}

// RankedPrices walks over all ranked prices by provider and offer.
func (m *Market) RankedPrices() iter.Seq[RankedPrice] {
	return func(yield func(RankedPrice) bool) {
		b := m.book
		for i := range m.OfferCount() {
			o := &b.offers[i]
			for p := o.first; p < b.offers[i+1].first; p++ {
				if b.class(p).not == 0 && !yield(b.glimpse(o, p)) {
					return
				}
			}
		}
	}
}

func (b *book) glimpse(o *offerRow, row uint32) RankedPrice {
	c := b.card(o)
	return RankedPrice{
		Provider: b.providers.values[o.provider], Accelerator: b.gpus.values[c.gpu],
		AcceleratorName: b.names.values[b.rest[b.offerOf[row]].name], Vendor: b.vendors.values[c.vendor], VRAMGB: b.numbers.values[c.vram], Count: b.counts.values[c.count],
		Regions: b.regions.values[o.regions], InterconnectGBs: b.numbers.values[c.link],
		Billing: b.billings.values[b.class(row).billing], Unit: b.units.values[b.prices[row].unit], HourNano: b.hours[row], row: row,
	}
}

// RankedID returns the id of the price that a glimpse of this market stands for.
func (m *Market) RankedID(p RankedPrice) string { return m.book.id(p.row) }

// Resolve returns the offer, with all its prices, and the price that a glimpse of this
// market stands for.
func (m *Market) Resolve(p RankedPrice) (Offer, Price) {
	return m.book.offer(m.book.offerOf[p.row], nil), m.book.price(p.row)
}

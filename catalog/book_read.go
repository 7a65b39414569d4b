package catalog

import (
	"bytes"
	"slices"
	"strings"
)

// indexIDs prepares rowByID and offerRowOf.
func (b *book) indexIDs() {
	b.byID = make([]uint32, len(b.prices))
	b.offerOf = make([]uint32, len(b.prices))
	for i := range b.byID {
		b.byID[i] = uint32(i)
	}
	slices.SortFunc(b.byID, func(x, y uint32) int { return bytes.Compare(b.idBytes(x), b.idBytes(y)) })
	for o := range len(b.offers) - 1 {
		for p := b.offers[o].first; p < b.offers[o+1].first; p++ {
			b.offerOf[p] = uint32(o)
		}
	}
}

func (b *book) id(row uint32) string { return string(b.idBytes(row)) }

func (b *book) idBytes(row uint32) []byte {
	start := uint32(0)
	if row > 0 {
		start = b.prices[row-1].id
	}
	return b.ids[start:b.prices[row].id]
}

func (b *book) rowByID(id string) (uint32, bool) {
	i, ok := slices.BinarySearchFunc(b.byID, id, func(row uint32, id string) int { return strings.Compare(string(b.idBytes(row)), id) })
	if !ok {
		return 0, false
	}
	return b.byID[i], true
}

// price makes the Price of a row.
func (b *book) price(row uint32) Price {
	r := &b.prices[row]
	c := b.card(&b.offers[b.offerOf[row]])
	note, class := &b.remarks.values[r.remark], b.class(row)
	return Price{
		ID: b.id(row), Billing: b.billings.values[class.billing], Amount: fromNano(r.amount), Max: fromNano(r.max),
		Kind: b.kinds.values[class.kind], Currency: b.currencies.values[r.currency], Unit: b.units.values[r.unit],
		Source: b.sources.values[r.source], Grade: b.grades.values[class.grade], Scope: b.scopes.values[r.scope],
		ValidFrom: r.from.date(), ValidTo: r.to.date(), Availability: b.availabilities.values[r.availability],
		Interconnect: b.interconnects.values[note.interconnect], Doubts: b.doubts.values[note.doubts],
		Exception: note.exception, Freshness: b.freshness.values[class.freshness],
		WhyNot: whyNots(class.not), Contradictions: b.contradictions[row],
		count: b.counts.values[c.count], share: b.shares.values[c.share], hourNano: b.hours[row],
	}
}

func fromNano(n int64) Opt[Decimal] {
	if n == unknownNano {
		return Opt[Decimal]{}
	}
	return Known(DecimalFromNano(n))
}

func whyNots(mask uint16) []WhyNot {
	var codes []WhyNot
	for i, code := range WhyNots {
		if mask&(1<<i) != 0 {
			codes = append(codes, code)
		}
	}
	return codes
}

// offer makes the Offer of a row with the prices that keep lets through; nil keeps
// all.
func (b *book) offer(row uint32, keep func(price uint32) bool) Offer {
	r, c, rest := &b.offers[row], b.card(&b.offers[row]), &b.rest[row]
	o := Offer{
		ID: b.id(rest.id), Provider: b.providers.values[r.provider], InstanceType: b.instances.values[rest.instance],
		Accelerator: b.gpus.values[c.gpu], AcceleratorName: b.names.values[rest.name], Vendor: b.vendors.values[c.vendor],
		FormFactor: b.factors.values[rest.factor], Form: b.forms.values[c.form], VRAMGB: b.numbers.values[c.vram],
		PublishedVRAM: b.numbers.values[rest.published], Count: b.counts.values[c.count], Share: b.shares.values[c.share],
		VCPU: b.numbers.values[rest.vcpu], RAMGiB: b.numbers.values[rest.ram], Regions: b.regions.values[r.regions],
		Interconnect: b.interconnects.values[rest.interconnect], InterconnectGBs: b.numbers.values[c.link],
		Availability: b.availabilities.values[rest.availability],
	}
	for p := r.first; p < b.offers[row+1].first; p++ {
		if keep == nil || keep(p) {
			o.Prices = append(o.Prices, b.price(p))
		}
	}
	return o
}

// Offer returns the offer that holds the price id, with all its prices.
func (m *Market) Offer(id string) (Offer, bool) {
	row, ok := m.book.rowByID(id)
	if !ok {
		return Offer{}, false
	}
	return m.book.offer(m.book.offerOf[row], nil), true
}

// OfferID returns the id of the offer that holds the price id.
func (m *Market) OfferID(id string) (string, bool) {
	row, ok := m.book.rowByID(id)
	if !ok {
		return "", false
	}
	return m.book.id(m.book.rest[m.book.offerOf[row]].id), true
}

// Price returns the price with the id and its offer.
func (m *Market) Price(id string) (Offer, Price, bool) {
	row, ok := m.book.rowByID(id)
	if !ok {
		return Offer{}, Price{}, false
	}
	return m.book.offer(m.book.offerOf[row], nil), m.book.price(row), true
}

// OfferCount returns the number of offers, PriceCount that of their prices.
func (m *Market) OfferCount() int { return len(m.book.offers) - 1 }

// PriceCount returns the number of prices of all offers.
func (m *Market) PriceCount() int { return len(m.book.prices) }

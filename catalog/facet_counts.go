package catalog

import "math/bits"

// facetCounts counts, by the numbers of the dicts, the offers that fail nothing
// (pass) and those that fail just the facet's own condition (only).
type facetCounts struct {
	all []int32 // the columns below, one after another

	// What fold spreads: passing offers by card, and those whose only failure their
	// card or provider decides; by class of their one price the offers that fail
	// nothing but, at most, one condition the class decides.
	card, onlyCard, onlyProvider, class []int32
	hidden                              []int32 // prices that ShowRanked hides, by class

	price []int32 // by place in the book's priceValues
	pass  struct {
		provider, gpu, vendor, share, form, regions, vram, count []int32
	}
	only struct {
		provider, gpu, vendor, kind, market, share, form, regions, vram, count []int32
	}
}

// facetColumn is a column of counts and how many it counts.
type facetColumn struct {
	at   *[]int32
	size int
}

func newFacetCounts(b *book) facetCounts {
	var f facetCounts
	p, o := &f.pass, &f.only
	providers, cards, classes, regions := len(b.providers.values), len(b.cards.values), len(b.classes.values), len(b.regions.values)
	gpus, vendors, shares, forms := len(b.gpus.values), len(b.vendors.values), len(b.shares.values), len(b.forms.values)
	numbers, counts := len(b.numbers.values), len(b.counts.values)
	columns := []facetColumn{
		{&f.card, cards}, {&f.onlyCard, cards}, {&f.onlyProvider, providers},
		{&f.class, classes}, {&f.hidden, classes}, {&f.price, 64},
		{&p.provider, providers}, {&p.gpu, gpus}, {&p.vendor, vendors}, {&p.share, shares}, {&p.form, forms},
		{&p.regions, regions}, {&p.vram, numbers}, {&p.count, counts},
		{&o.provider, providers}, {&o.gpu, gpus}, {&o.vendor, vendors}, {&o.kind, providers}, {&o.market, providers},
		{&o.share, shares}, {&o.form, forms}, {&o.regions, regions}, {&o.vram, numbers}, {&o.count, counts},
	}
	total := 0
	for _, c := range columns {
		total += c.size
	}
	f.all = make([]int32, total)
	rest := f.all
	for _, c := range columns {
		*c.at, rest = rest[:c.size:c.size], rest[c.size:]
	}
	return f
}

func (f *facetCounts) clear() { clear(f.all) }

// join adds the counts of another part of the same book.
func (f *facetCounts) join(other *facetCounts) {
	for i, n := range other.all {
		f.all[i] += n
	}
}

func (f *facetCounts) countOffer(o *offerRow) {
	f.pass.provider[o.provider]++
	f.pass.regions[o.regions]++
	f.card[o.card]++
}

// countOnly adds n for an offer that fails a single condition of offers; an offer
// that fails none changes nothing.
func (f *facetCounts) countOnly(o *offerRow, by *plan, n int32) {
	f.onlyCard[o.card] += n & int32(by.card[o.card].some())
	f.onlyProvider[o.provider] += n & int32(by.provider[o.provider].some())
	f.only.regions[o.regions] += n & int32(by.regions[o.regions].some())
}

// fold spreads what was counted by card, provider and price class over their parts.
func (f *facetCounts) fold(by *plan) {
	b, p := by.book, &f.pass
	for i, n := range f.card {
		c := &b.cards.values[i]
		p.gpu[c.gpu] += n
		p.vendor[c.vendor] += n
		p.share[c.share] += n
		p.form[c.form] += n
		p.vram[c.vram] += n
		p.count[c.count] += n
	}
	for i, n := range f.onlyCard {
		if n != 0 {
			f.addOnlyCard(by.card[i], &b.cards.values[i], n)
		}
	}
	for i, n := range f.onlyProvider {
		f.addOnlyProvider(by.provider[i], i, n)
	}
	for i, n := range f.class {
		for values := by.counted[i]; n != 0 && values != 0; values &= values - 1 {
			f.price[bits.TrailingZeros64(values)] += n
		}
	}
}

// addOnlyCard adds n offers whose cards fail only the condition d.
func (f *facetCounts) addOnlyCard(d dim, c *card, n int32) {
	switch d {
	case dimGPU:
		f.only.gpu[c.gpu] += n
	case dimVendor:
		f.only.vendor[c.vendor] += n
	case dimShare:
		f.only.share[c.share] += n
	case dimForm:
		f.only.form[c.form] += n
	case dimVRAM:
		f.only.vram[c.vram] += n
	case dimCount:
		f.only.count[c.count] += n
	}
}

// addOnlyProvider adds n offers whose provider fails only the condition d.
func (f *facetCounts) addOnlyProvider(d dim, provider int, n int32) {
	switch d {
	case dimProvider:
		f.only.provider[provider] += n
	case dimKind:
		f.only.kind[provider] += n
	case dimMarket:
		f.only.market[provider] += n
	}
}

// countValues counts an offer for each of the values that its prices show.
func (f *facetCounts) countValues(values uint64) {
	for ; values != 0; values &= values - 1 {
		f.price[bits.TrailingZeros64(values)]++
	}
}

// priceValues gives every value of the four facets of prices a place, and thereby a
// bit: these vocabularies are closed and have fewer than 64 words together.
type priceValues struct {
	billing, kind, grade, freshness, end int
	of                                   []uint64 // by number of the price class: the bits of its values
}

func newPriceValues(b *book) priceValues {
	var v priceValues
	v.kind = v.billing + len(b.billings.values)
	v.grade = v.kind + len(b.kinds.values)
	v.freshness = v.grade + len(b.grades.values)
	v.end = v.freshness + len(b.freshness.values)
	v.of = tableOf(b.classes.values, func(c priceClass) uint64 {
		return 1<<(v.billing+int(c.billing)) | 1<<(v.kind+int(c.kind)) | 1<<(v.grade+int(c.grade)) | 1<<(v.freshness+int(c.freshness))
	})
	return v
}

// counted returns which of the values of a class a price counts for when it fails
// f: all when it fits, only the condition's own when it fails a single one.
func (v *priceValues) counted(class int, f dim) uint64 {
	switch f {
	case 0:
		return v.of[class]
	case dimBilling:
		return v.of[class] & span(v.billing, v.kind)
	case dimPriceKind:
		return v.of[class] & span(v.kind, v.grade)
	case dimGrade:
		return v.of[class] & span(v.grade, v.freshness)
	case dimFreshness:
		return v.of[class] & span(v.freshness, v.end)
	}
	return 0
}

// span returns the bits from one place up to another.
func span(from, to int) uint64 { return 1<<to - 1<<from }

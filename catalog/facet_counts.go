package catalog

import "math/bits"

// facetCounts counts, by the numbers of the dicts, the offers that fail nothing
// (pass) and those that fail just the facet's own condition (only).
type facetCounts struct {
	// Counts that fold spreads: of passing offers by card, and by class of the one
	// price of passing offers, of those that fail a single condition of prices, and
	// of prices that ShowRanked hides.
	card, class, onlyClass, hidden []int32
	pass                           struct {
		provider, gpu, vendor, share, form, regions, vram, count []int32
		billing, kind, grade, freshness                          [256]int32
	}
	only struct {
		provider, gpu, vendor, kind, market, share, form, regions, vram, count []int32
	}
}

func newFacetCounts(b *book) facetCounts {
	var f facetCounts
	n := func(size int) []int32 { return make([]int32, size) }
	f.card, f.class = n(len(b.cards.values)), n(len(b.classes.values))
	f.onlyClass, f.hidden = n(len(b.classes.values)), n(len(b.classes.values))
	p, o := &f.pass, &f.only
	p.provider, o.provider = n(len(b.providers.values)), n(len(b.providers.values))
	o.kind, o.market = n(len(b.providers.values)), n(len(b.providers.values))
	p.gpu, o.gpu = n(len(b.gpus.values)), n(len(b.gpus.values))
	p.vendor, o.vendor = n(len(b.vendors.values)), n(len(b.vendors.values))
	p.share, o.share = n(len(b.shares.values)), n(len(b.shares.values))
	p.form, o.form = n(len(b.forms.values)), n(len(b.forms.values))
	p.regions, o.regions = n(len(b.regions.values)), n(len(b.regions.values))
	p.vram, o.vram = n(len(b.numbers.values)), n(len(b.numbers.values))
	p.count, o.count = n(len(b.counts.values)), n(len(b.counts.values))
	return f
}

// columns lists every count, in a fixed order.
func (f *facetCounts) columns() [][]int32 {
	p, o := &f.pass, &f.only
	return [][]int32{
		f.card, f.class, f.onlyClass, f.hidden, p.provider, p.gpu, p.vendor, p.share, p.form, p.regions, p.vram, p.count,
		p.billing[:], p.kind[:], p.grade[:], p.freshness[:],
		o.provider, o.gpu, o.vendor, o.kind, o.market, o.share, o.form, o.regions, o.vram, o.count,
	}
}

// join adds the counts of another part of the same book.
func (f *facetCounts) join(other *facetCounts) {
	from := other.columns()
	for i, column := range f.columns() {
		for j := range column {
			column[j] += from[i][j]
		}
	}
}

func (f *facetCounts) countOffer(o *offerRow) {
	f.pass.provider[o.provider]++
	f.pass.regions[o.regions]++
	f.card[o.card]++
}

// fold spreads what was counted by card and price class over their parts.
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
	for i, n := range f.class {
		c := &b.classes.values[i]
		p.billing[c.billing] += n
		p.kind[c.kind] += n
		p.grade[c.grade] += n
		p.freshness[c.freshness] += n
	}
	for i, n := range f.onlyClass {
		f.addOnlyPrice(by.class[i], &b.classes.values[i], n)
	}
}

// countOnly counts an offer that fails only the condition d of offers.
func (f *facetCounts) countOnly(d dim, o *offerRow, b *book) {
	switch d {
	case dimProvider:
		f.only.provider[o.provider]++
	case dimKind:
		f.only.kind[o.provider]++
	case dimMarket:
		f.only.market[o.provider]++
	case dimGPU:
		f.only.gpu[o.gpu]++
	case dimVendor:
		f.only.vendor[o.vendor]++
	case dimShare:
		f.only.share[o.share]++
	case dimForm:
		f.only.form[o.form]++
	case dimRegion:
		f.only.regions[o.regions]++
	case dimVRAM:
		f.only.vram[o.vram]++
	case dimCount:
		f.only.count[o.count]++
	}
}

// addOnlyPrice adds n offers whose one price fails only the condition d.
func (f *facetCounts) addOnlyPrice(d dim, c *priceClass, n int32) {
	switch d {
	case dimBilling:
		f.pass.billing[c.billing] += n
	case dimPriceKind:
		f.pass.kind[c.kind] += n
	case dimGrade:
		f.pass.grade[c.grade] += n
	case dimFreshness:
		f.pass.freshness[c.freshness] += n
	}
}

// priceValues are the values, as bits, that some price of one offer shows in each
// facet of prices.
type priceValues struct{ billing, kind, grade, freshness uint64 }

func (v *priceValues) addAll(c *priceClass) {
	v.billing |= 1 << c.billing
	v.kind |= 1 << c.kind
	v.grade |= 1 << c.grade
	v.freshness |= 1 << c.freshness
}

func (v *priceValues) addOnly(d dim, c *priceClass) {
	switch d {
	case dimBilling:
		v.billing |= 1 << c.billing
	case dimPriceKind:
		v.kind |= 1 << c.kind
	case dimGrade:
		v.grade |= 1 << c.grade
	case dimFreshness:
		v.freshness |= 1 << c.freshness
	}
}

func (f *facetCounts) countValues(v *priceValues) {
	countBits(&f.pass.billing, v.billing)
	countBits(&f.pass.kind, v.kind)
	countBits(&f.pass.grade, v.grade)
	countBits(&f.pass.freshness, v.freshness)
}

func countBits(counts *[256]int32, set uint64) {
	for ; set != 0; set &= set - 1 {
		counts[bits.TrailingZeros64(set)]++
	}
}

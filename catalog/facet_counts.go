package catalog

import "math/bits"

// facetCounts counts, by the numbers of the dicts, the offers that fail nothing
// (pass) and those that fail just the facet's own condition (only).
type facetCounts struct {
	pass struct {
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

func (f *facetCounts) countOffer(o *offerRow) {
	p := &f.pass
	p.provider[o.provider]++
	p.gpu[o.gpu]++
	p.vendor[o.vendor]++
	p.share[o.share]++
	p.form[o.form]++
	p.regions[o.regions]++
	p.vram[o.vram]++
	p.count[o.count]++
}

func (f *facetCounts) countPrice(r *priceRow) {
	f.pass.billing[r.billing]++
	f.pass.kind[r.kind]++
	f.pass.grade[r.grade]++
	f.pass.freshness[r.freshness]++
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

// countOnlyPrice counts an offer whose one price fails only the condition d.
func (f *facetCounts) countOnlyPrice(d dim, r *priceRow) {
	switch d {
	case dimBilling:
		f.pass.billing[r.billing]++
	case dimPriceKind:
		f.pass.kind[r.kind]++
	case dimGrade:
		f.pass.grade[r.grade]++
	case dimFreshness:
		f.pass.freshness[r.freshness]++
	}
}

// priceValues are the values, as bits, that some price of one offer shows in each
// facet of prices.
type priceValues struct{ billing, kind, grade, freshness uint64 }

func (v *priceValues) addAll(r *priceRow) {
	v.billing |= 1 << r.billing
	v.kind |= 1 << r.kind
	v.grade |= 1 << r.grade
	v.freshness |= 1 << r.freshness
}

func (v *priceValues) addOnly(d dim, r *priceRow) {
	switch d {
	case dimBilling:
		v.billing |= 1 << r.billing
	case dimPriceKind:
		v.kind |= 1 << r.kind
	case dimGrade:
		v.grade |= 1 << r.grade
	case dimFreshness:
		v.freshness |= 1 << r.freshness
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

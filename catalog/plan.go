package catalog

import (
	"slices"
	"strings"
)

// dim is one condition of a query, as a bit: an offer or price that fails exactly
// one is what that condition's facet counts.
type dim uint32

const (
	dimText dim = 1 << iota
	dimProvider
	dimGPU
	dimVendor
	dimKind
	dimMarket
	dimVRAM
	dimCount
	dimShare
	dimForm
	dimLink
	dimRegion
	dimBilling
	dimPriceKind
	dimGrade
	dimFreshness
	dimPrice
	dimRank
)

// plan is a query turned into tables: for every value of every column the
// conditions it fails, so that judging an offer is a handful of look-ups.
type plan struct {
	book  *book
	q     OfferQuery
	hours []int64 // by price row: CNY nano per card-hour, in the query's month
	shown []int64 // by price row: what is filtered and sorted by, hours or CNY nano per card-month

	provider, card, regions []dim    // by number of the provider, card and region list
	class                   []dim    // by number of the price class
	counted                 []uint64 // by number of the price class: the values it counts for

	// What the visitor asked for, without ShowRanked's own values, and what those
	// hide a price class for; empty under ShowAll.
	askedCard   []dim    // by number of the card
	hiddenCodes []uint16 // by number of the price class
	hides       []uint32 // 1 when the price class is hidden and fits what was asked for

	words    uint32 // a bit for every word of the search
	hits     textHits
	textCard []uint32 // hits of the accelerator, by number of the card

	low, high   int64 // bounds of shown or, with perMachine, of the instance-hour
	priced      bool  // a price filter is on
	perMachine  bool
	residual    uint16 // codes that keep a price out whatever is named
	strict      uint16 // codes not widened: those a hidden price counts under
	defaultDims dim    // conditions that are ShowRanked's and not the visitor's
}

func (b *book) plan(q OfferQuery) *plan {
	p := &plan{book: b, q: q, hours: b.hoursOf(q.Month)}
	p.shown = p.hours
	if q.Unit == GPUMonth {
		p.shown = b.monthsOf(q.Month)
	}
	if q.Show != ShowAll {
		p.rank()
		share := p.shareTable(q)
		p.askedCard = tableOf(b.cards.values, func(c card) dim { return share[c.share] })
		p.hiddenCodes = tableOf(b.classes.values, func(c priceClass) uint16 { return c.blockedBy(p.strict) })
		p.hides = make([]uint32, len(p.hiddenCodes))
		for i, f := range p.classTable(q, 0) {
			p.hides[i] = dim(p.hiddenCodes[i]).some() &^ f.some()
		}
	}
	p.class = p.classTable(p.q, p.residual)
	p.counted = make([]uint64, len(p.class))
	for i, f := range p.class {
		p.counted[i] = b.values.counted(i, f)
	}
	p.provider = tableOf(b.providers.values, func(x *Provider) dim {
		return fails(dimProvider, q.Provider, x.Slug) | fails(dimKind, q.Kind, x.Kind) | fails(dimMarket, q.Market, x.Market)
	})
	p.card = p.cardTable()
	p.regions = p.regionTable()
	p.text()
	p.bound()
	return p
}

// classTable judges the price classes; residual are the codes that keep them out.
func (p *plan) classTable(q OfferQuery, residual uint16) []dim {
	b := p.book
	billing := tableOf(b.billings.values, func(x BillingMode) dim { return fails(dimBilling, q.Billing, x) })
	kind := tableOf(b.kinds.values, func(x PriceKind) dim { return fails(dimPriceKind, q.PriceKind, x) })
	grade := tableOf(b.grades.values, func(x Grade) dim { return fails(dimGrade, q.Grade, x) })
	freshness := tableOf(b.freshness.values, func(x Freshness) dim { return fails(dimFreshness, q.Freshness, x) })
	why, whyOut := codeBits(q.WhyNot.In), codeBits(q.WhyNot.Out)
	return tableOf(b.classes.values, func(c priceClass) dim {
		f := billing[c.billing] | kind[c.kind] | grade[c.grade] | freshness[c.freshness]
		if c.blockedBy(residual) != 0 || why != 0 && c.not&why == 0 || c.not&whyOut != 0 {
			f |= dimRank
		}
		return f
	})
}

func (p *plan) shareTable(q OfferQuery) []dim {
	return tableOf(p.book.shares.values, func(x Share) dim { return fails(dimShare, q.Share, x.Word()) })
}

func (p *plan) cardTable() []dim {
	b, q := p.book, &p.q
	gpu, share := p.gpuTable(), p.shareTable(p.q)
	vendor := tableOf(b.vendors.values, func(x string) dim { return fails(dimVendor, q.Vendor, x) })
	form := tableOf(b.forms.values, func(x Form) dim { return fails(dimForm, q.Form, x) })
	return tableOf(b.cards.values, func(c card) dim {
		count := b.counts.values[c.count]
		return gpu[c.gpu] | vendor[c.vendor] | share[c.share] | form[c.form] |
			outside(dimVRAM, q.VRAM, b.numbers.values[c.vram]) |
			outside(dimLink, Bounds{Min: q.InterconnectMin}, b.numbers.values[c.link]) |
			outside(dimCount, q.Count, Number{Value: float64(count.Value), Known: count.Known})
	})
}

func tableOf[T, V any](values []T, judge func(T) V) []V {
	table := make([]V, len(values))
	for i, v := range values {
		table[i] = judge(v)
	}
	return table
}

func fails[T ~string](d dim, t Terms[T], v T) dim {
	if len(t.In) > 0 && !slices.Contains(t.In, v) || slices.Contains(t.Out, v) {
		return d
	}
	return 0
}

func outside(d dim, b Bounds, n Number) dim {
	if b.Empty() || n.Known && (!b.Min.Known || n.Value >= b.Min.Value) && (!b.Max.Known || n.Value <= b.Max.Value) {
		return 0
	}
	return d
}

// rank turns ShowRanked into default values of four filters, which naming any value
// replaces, and a residue that stands whatever is named.
func (p *plan) rank() {
	p.strict = 1<<len(WhyNots) - 1
	if len(p.q.Grade.In) == 0 {
		p.q.Grade.In = []Grade{GradeA, GradeB}
		p.defaultDims |= dimGrade
	} else {
		p.strict &^= codeBit(NotGrade)
	}
	if len(p.q.Freshness.In) == 0 {
		p.q.Freshness.In = []Freshness{Fresh, Ageing}
		p.defaultDims |= dimFreshness
	} else {
		p.strict &^= codeBit(NotStale) | codeBit(NotUndated)
	}
	if len(p.q.PriceKind.In) == 0 {
		p.q.PriceKind.In = slices.DeleteFunc(slices.Clone(PriceKinds), func(k PriceKind) bool { return !k.Rankable() })
		p.defaultDims |= dimPriceKind
	} else {
		p.strict &^= codeBit(NotKind)
	}
	if len(p.q.Share.In) == 0 {
		p.q.Share.In = []ShareWord{ShareWhole}
		p.defaultDims |= dimShare
	} else {
		p.strict &^= codeBit(NotShare)
	}
	p.residual = (1<<len(WhyNots) - 1) &^
		(codeBit(NotGrade) | codeBit(NotStale) | codeBit(NotUndated) | codeBit(NotKind) | codeBit(NotShare))
}

func codeBit(w WhyNot) uint16 { return 1 << slices.Index(WhyNots, w) }

// gpuTable lets a part through when it is named, or a family that it may be; and a
// family when it is named, or one that holds all its parts.
func (p *plan) gpuTable() []dim {
	in, out := p.book.family(p.q.GPU.In), p.book.family(p.q.GPU.Out)
	return tableOf(p.book.gpus.values, func(a *Accelerator) dim {
		if len(p.q.GPU.In) > 0 && !in[a] || out[a] {
			return dimGPU
		}
		return 0
	})
}

// family returns the accelerators that the slugs stand for: parts themselves,
// families with their parts and the families within them.
func (b *book) family(slugs []string) map[*Accelerator]bool {
	all := map[*Accelerator]bool{}
	for _, slug := range slugs {
		named := b.market.gpus[slug]
		for _, a := range b.gpus.values {
			if a != nil && named != nil && named.includes(a) {
				all[a] = true
			}
		}
	}
	return all
}

func (a *Accelerator) includes(other *Accelerator) bool {
	if a.Slug == other.Slug || !a.Family() {
		return a.Slug == other.Slug
	}
	if !other.Family() {
		return slices.Contains(a.Candidates, other.Slug)
	}
	return !slices.ContainsFunc(other.Candidates, func(c string) bool { return !slices.Contains(a.Candidates, c) })
}

func (p *plan) regionTable() []dim {
	t := &p.book.regionTerm
	anyOf := func(values []string, places []int) bool {
		return slices.ContainsFunc(values, func(v string) bool {
			return slices.ContainsFunc(t.find(v), func(n int) bool { return slices.Contains(places, n) })
		})
	}
	return tableOf(t.places, func(places []int) dim {
		if len(p.q.Region.In) > 0 && !anyOf(p.q.Region.In, places) || anyOf(p.q.Region.Out, places) {
			return dimRegion
		}
		return 0
	})
}

// maxWords is how many words of a search count; more than that narrow nothing.
const maxWords = 32

// text looks the typed words up. A word that no text has as it was typed is taken
// apart.
func (p *plan) text() {
	typed := searchWords(p.q.Text)
	if len(typed) == 0 && strings.TrimSpace(p.q.Text) == "" {
		return
	}
	t := &p.book.text
	p.hits = t.newHits()
	n := 0
	mark := func(word string) bool { return n == maxWords || t.mark(&p.hits, word, 1<<n) }
	for _, w := range typed {
		parts := []string{w}
		if !mark(w) {
			parts = scriptParts(w)
		}
		for _, part := range parts {
			if n < maxWords {
				mark(part)
				n++
			}
		}
	}
	// What was typed may hold no word: then nothing that any offer has.
	p.words = 1<<max(n, 1) - 1
	p.textCard = tableOf(p.book.cards.values, func(c card) uint32 { return p.hits.gpus[c.gpu] })
}

package catalog

import (
	"math"
	"math/bits"
	"slices"
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
	book *book
	q    OfferQuery
	hour func(row uint32) int64

	provider, gpu, vendor, share, form, regions, vram, link, count []dim
	billing, kind, grade, freshness                                []dim
	// asked are the tables of the visitor's own values, without ShowRanked's.
	asked                                                     struct{ share, kind, grade, freshness []dim }
	words                                                     uint32 // a bit for every word of the search
	textProvider, textGPU, textName, textInstance, textRegion []uint32

	slugOrder []int64 // by provider number, when sorting by provider
	seen      []int64 // by source number, when sorting by date; undatedSeen where unknown

	low, high   int64 // CNY nano per card-hour or, with perMachine, per instance-hour
	priced      bool  // a price filter is on
	perMachine  bool
	residual    uint16 // codes that keep a price out whatever is named
	strict      uint16 // codes not widened: those a hidden price counts under
	defaultDims dim    // conditions that are ShowRanked's and not the visitor's
	why, whyOut uint16 // codes asked for and refused by the visitor; 0 is any
}

func (b *book) plan(q OfferQuery) *plan {
	p := &plan{book: b, q: q, hour: b.hour(q.Month)}
	p.asked.share, p.asked.kind, p.asked.grade, p.asked.freshness = b.tables(q)
	p.rank()
	q = p.q
	p.share, p.kind, p.grade, p.freshness = b.tables(q)
	p.provider = tableOf(b.providers.values, func(x *Provider) dim {
		return fails(dimProvider, q.Provider, x.Slug) | fails(dimKind, q.Kind, x.Kind) | fails(dimMarket, q.Market, x.Market)
	})
	p.gpu = p.gpuTable()
	p.vendor = tableOf(b.vendors.values, func(x string) dim { return fails(dimVendor, q.Vendor, x) })
	p.form = tableOf(b.forms.values, func(x Form) dim { return fails(dimForm, q.Form, x) })
	p.regions = p.regionTable()
	p.vram = tableOf(b.numbers.values, func(x Number) dim { return outside(dimVRAM, q.VRAM, x) })
	p.link = tableOf(b.numbers.values, func(x Number) dim { return outside(dimLink, Bounds{Min: q.InterconnectMin}, x) })
	p.count = tableOf(b.counts.values, func(x Opt[int]) dim {
		return outside(dimCount, q.Count, Number{Value: float64(x.Value), Known: x.Known})
	})
	p.billing = tableOf(b.billings.values, func(x BillingMode) dim { return fails(dimBilling, q.Billing, x) })
	p.why, p.whyOut = codeBits(q.WhyNot.In), codeBits(q.WhyNot.Out)
	p.text()
	p.bound()
	return p
}

// tables makes the tables of the four conditions that ShowRanked has values for.
func (b *book) tables(q OfferQuery) (share, kind, grade, freshness []dim) {
	return tableOf(b.shares.values, func(x Share) dim { return fails(dimShare, q.Share, x.Word()) }),
		tableOf(b.kinds.values, func(x PriceKind) dim { return fails(dimPriceKind, q.PriceKind, x) }),
		tableOf(b.grades.values, func(x Grade) dim { return fails(dimGrade, q.Grade, x) }),
		tableOf(b.freshness.values, func(x Freshness) dim { return fails(dimFreshness, q.Freshness, x) })
}

func tableOf[T any](values []T, judge func(T) dim) []dim {
	table := make([]dim, len(values))
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
	if p.q.Show == ShowAll {
		return
	}
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

func (p *plan) text() {
	t := &p.book.text
	var words []string
	for _, w := range searchWords(p.q.Text) {
		if t.contains(w) {
			words = append(words, w)
		} else {
			words = append(words, scriptParts(w)...)
		}
	}
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	if len(words) == 0 {
		return
	}
	p.words = uint32(1<<len(words) - 1)
	p.textProvider, p.textGPU = wordHits(t.providers, words), wordHits(t.gpus, words)
	p.textName, p.textInstance = wordHits(t.names, words), wordHits(t.instances, words)
	p.textRegion = wordHits(t.regions, words)
}

// bound turns the price filter into CNY nano-prices.
func (p *plan) bound() {
	p.low, p.high = math.MinInt64, math.MaxInt64
	p.perMachine = p.q.Unit == InstanceHour
	p.priced = p.q.PriceMin.Known || p.q.PriceMax.Known
	if p.q.PriceMin.Known {
		p.low = p.boundNano(p.q.PriceMin.Value, math.MaxInt64)
	}
	if p.q.PriceMax.Known {
		p.high = p.boundNano(p.q.PriceMax.Value, math.MinInt64)
	}
}

// boundNano returns impossible when the bound cannot be converted: then nothing is
// known to lie within it.
func (p *plan) boundNano(bound Decimal, impossible int64) int64 {
	cny := p.book.market.Basis(CNY, p.q.Month)
	hours, _ := p.q.Unit.Hours(p.q.Month)
	rate, ok := cny.Rate(p.q.Currency)
	if !ok {
		return impossible
	}
	hour, err := cny.ratio(bound, rate, int64(max(hours, 1)))
	if err != nil {
		return impossible
	}
	nano, err := Nano(RoundHalfUp(hour, nanoScale))
	if err != nil {
		return impossible
	}
	return nano
}

// judgePrice returns the conditions that the price row fails.
func (p *plan) judgePrice(row uint32, r *priceRow, o *offerRow) dim {
	f := p.billing[r.billing] | p.kind[r.kind] | p.grade[r.grade] | p.freshness[r.freshness] | p.judgeAmount(row, o)
	if r.blockedBy(p.residual) != 0 || p.why != 0 && r.not&p.why == 0 || r.not&p.whyOut != 0 {
		f |= dimRank
	}
	return f
}

func codeBits(codes []WhyNot) uint16 {
	var bits uint16
	for _, c := range codes {
		bits |= codeBit(c)
	}
	return bits
}

func (p *plan) judgeAmount(row uint32, o *offerRow) dim {
	if p.priced && !p.withinBounds(p.hour(row), o) {
		return dimPrice
	}
	return 0
}

// judgeAsked returns the conditions of the visitor's own that the price row fails.
func (p *plan) judgeAsked(row uint32, r *priceRow, o *offerRow) dim {
	return p.billing[r.billing] | p.asked.kind[r.kind] | p.asked.grade[r.grade] | p.asked.freshness[r.freshness] |
		p.asked.share[o.share] | p.judgeAmount(row, o)
}

// shareOnly marks a price that has no per-card figure for no other reason than its
// unknown share: the condition on shares speaks for it, and naming them lets it in.
const shareOnly = 1 << 15

var codeNotPerCard = codeBit(NotPerCard)

// blockedBy returns which of the codes keep the price out.
func (r *priceRow) blockedBy(codes uint16) uint16 {
	if r.not&shareOnly != 0 && codes&codeShare == 0 {
		codes &^= codeNotPerCard
	}
	return r.not & codes
}

var codeShare = codeBit(NotShare)

func (r *priceRow) ranked() bool { return r.not == 0 }

func (p *plan) withinBounds(hour int64, o *offerRow) bool {
	if hour == unknownNano {
		return false
	}
	if !p.perMachine {
		return hour >= p.low && hour <= p.high
	}
	count := p.book.counts.values[o.count]
	if !count.Known || count.Value <= 0 {
		return false
	}
	// The card-hour is rounded: the machine's price lies within half a nano a card.
	hi, total := bits.Mul64(uint64(hour), uint64(count.Value))
	if hi != 0 || total > math.MaxInt64-uint64(count.Value) {
		return p.high == math.MaxInt64
	}
	return int64(total)+int64(count.Value) >= p.low && int64(total)-int64(count.Value) <= p.high
}

// judgeOffer returns the conditions that the offer row fails.
func (p *plan) judgeOffer(o *offerRow) dim {
	f := p.provider[o.provider] | p.gpu[o.gpu] | p.vendor[o.vendor] | p.share[o.share] | p.form[o.form] |
		p.regions[o.regions] | p.vram[o.vram] | p.link[o.link] | p.count[o.count]
	if p.words != 0 {
		hit := p.textProvider[o.provider] | p.textGPU[o.gpu] | p.textName[o.name] | p.textInstance[o.instance] | p.textRegion[o.regions]
		if hit != p.words {
			f |= dimText
		}
	}
	return f
}

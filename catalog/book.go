package catalog

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"
)

// unknownNano stands for money that is not known.
const unknownNano = math.MinInt64

// offerRow is what every search looks at of an offer; every field is a number in a
// dict, save first, the row of its first price. What pages show beside it is in an
// offerRest, so that a walk over all offers stays within the processor's caches.
type offerRow struct {
	card, regions, first uint32
	provider             uint16
}

// offerRest is the rest of an offer: numbers in dicts, save id, the price row whose
// id the offer bears.
type offerRest struct {
	instance, name, interconnect uint32
	published, vcpu, ram, id     uint32
	factor                       uint16
	availability                 uint8
}

// priceRow is one price in the book.
type priceRow struct {
	amount, max                         int64
	id                                  uint32 // end of the id in book.ids
	source, remark                      uint32
	from, to                            packedDate
	currency, unit, scope, availability uint8
}

// priceClass is all that decides, save its amount, whether a price fits a query. A
// catalogue has few: a query judges each once, not every price.
type priceClass struct {
	not                             uint16 // bit i: WhyNots[i]
	billing, kind, grade, freshness uint8
}

// card is what offers of the same cards share; with the provider, regions and words
// it decides whether an offer fits a query.
type card struct {
	vram, link, count  uint32
	gpu, vendor, share uint16
	form               uint8
}

// remark is what few prices have: most share the empty one.
type remark struct {
	doubts, interconnect uint32
	exception            string
}

// book holds the offers in columns: rows of numbers, ordered by provider and id.
type book struct {
	market         *Market
	offers         []offerRow // one more at the end, whose first is len(prices)
	rest           []offerRest
	prices         []priceRow
	classOf        []uint32 // by price row: its number in classes
	hours          []int64  // by price row: CNY nano-price of a card-hour, 730 hours a month
	ids            []byte
	byID           []uint32 // price rows by id
	offerOf        []uint32 // offer row by price row
	contradictions map[uint32][]Contradiction

	providers                          *dict[*Provider]
	gpus                               *dict[*Accelerator] // 0 is nil: none matches
	vendors, instances, names, factors *dict[string]
	remarks                            *dict[remark]
	classes                            *dict[priceClass]
	cards                              *dict[card]
	regions, interconnects, doubts     *lists
	numbers                            *dict[Number]
	counts                             *dict[Opt[int]]
	shares                             *dict[Share]
	forms                              *dict[Form]
	availabilities                     *dict[Availability]
	sources                            *dict[Source]
	billings                           *dict[BillingMode]
	kinds                              *dict[PriceKind]
	currencies                         *dict[Currency]
	units                              *dict[Unit]
	grades                             *dict[Grade]
	scopes                             *dict[Scope]
	freshness                          *dict[Freshness]

	text       searchText
	regionTerm regionTerms
	facets     facetTables
	values     priceValues
	seen       []int32   // by price row: days since 1970, undatedSeen where unknown
	scratch    sync.Pool // of *scratch
	hours720   column
	hours744   column
	months     [3]column // of 730, 720 and 744 hours
}

// column is a figure of every price row that few searches ask for.
type column struct {
	once sync.Once
	nano []int64
}

func newBook(m *Market, offers []Offer) *book {
	b := &book{
		market: m, contradictions: map[uint32][]Contradiction{},
		providers: newDict[*Provider](), gpus: newDict[*Accelerator](nil), vendors: newDict(""), instances: newDict(""),
		names: newDict(""), factors: newDict(""), remarks: newDict[remark](), classes: newDict[priceClass](), cards: newDict[card](), regions: newLists(), interconnects: newLists(),
		doubts: newLists(), numbers: newDict(Number{}), counts: newDict(Opt[int]{}), shares: newDict(Share{}),
		forms: newDict(Forms...), availabilities: newDict[Availability](""), sources: newDict[Source](),
		billings: newDict(BillingModes...), kinds: newDict(PriceKinds...), currencies: newDict(Currencies...),
		units: newDict(Units...), grades: newDict(Grades...), scopes: newDict(ScopeWhole, ScopeGPUPart),
		freshness: newDict(FreshnessWords...),
	}
	b.reserve(offers)
	for _, i := range byProvider(offers) {
		b.addOffer(&offers[i])
	}
	b.offers = append(b.offers, offerRow{first: uint32(len(b.prices))})
	b.indexIDs()
	b.seal()
	b.text = newSearchText(b)
	b.regionTerm = newRegionTerms(b)
	b.facets = newFacetTables(b)
	b.values = newPriceValues(b)
	b.scratch.New = func() any { return newScratch(b) }
	return b
}

// byProvider returns the numbers of the offers in the order of ties: provider, id.
func byProvider(offers []Offer) []int32 {
	order := make([]int32, len(offers))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(x, y int32) int {
		a, b := &offers[x], &offers[y]
		return cmp.Or(strings.Compare(a.Provider.Slug, b.Provider.Slug), strings.Compare(a.ID, b.ID))
	})
	return order
}

// reserve makes room for exactly these offers.
func (b *book) reserve(offers []Offer) {
	prices, ids := 0, 0
	for i := range offers {
		prices += len(offers[i].Prices)
		for j := range offers[i].Prices {
			ids += len(offers[i].Prices[j].ID)
		}
	}
	b.offers = make([]offerRow, 0, len(offers)+1)
	b.rest = make([]offerRest, 0, len(offers))
	b.prices = make([]priceRow, 0, prices)
	b.classOf = make([]uint32, 0, prices)
	b.hours = make([]int64, 0, prices)
	b.seen = make([]int32, 0, prices)
	b.ids = make([]byte, 0, ids)
}

func (b *book) seal() {
	for _, d := range []interface{ seal() }{b.providers, b.gpus, b.vendors, b.instances, b.names, b.factors,
		b.remarks, b.classes, b.cards, b.regions, b.interconnects, b.doubts, b.numbers, b.counts, b.shares, b.forms, b.availabilities,
		b.sources, b.billings, b.kinds, b.currencies, b.units, b.grades, b.scopes, b.freshness} {
		d.seal()
	}
}

func (b *book) addOffer(o *Offer) {
	row := offerRow{
		regions: b.regions.add(o.Regions), first: uint32(len(b.prices)), provider: uint16(b.providers.add(o.Provider)),
		card: b.cards.add(card{
			vram: b.numbers.add(o.VRAMGB), link: b.numbers.add(o.InterconnectGBs), count: b.counts.add(o.Count),
			gpu: uint16(b.gpus.add(o.Accelerator)), vendor: uint16(b.vendors.add(o.Vendor)),
			form: uint8(b.forms.add(o.Form)), share: uint16(b.shares.add(o.Share)),
		}),
	}
	rest := offerRest{
		instance: b.instances.add(o.InstanceType), name: b.names.add(o.AcceleratorName),
		interconnect: b.interconnects.add(o.Interconnect), published: b.numbers.add(o.PublishedVRAM),
		vcpu: b.numbers.add(o.VCPU), ram: b.numbers.add(o.RAMGiB),
		factor: uint16(b.factors.add(o.FormFactor)), availability: uint8(b.availabilities.add(o.Availability)),
	}
	for i := range o.Prices {
		if o.Prices[i].ID == o.ID {
			rest.id = uint32(len(b.prices))
		}
		b.addPrice(&o.Prices[i])
	}
	b.offers = append(b.offers, row)
	b.rest = append(b.rest, rest)
}

func (b *book) addPrice(p *Price) {
	b.ids = append(b.ids, p.ID...)
	row := priceRow{
		amount: optNano(p.Amount), max: optNano(p.Max), id: uint32(len(b.ids)),
		source: b.sources.add(p.Source), remark: b.remarks.add(remark{b.doubts.add(p.Doubts), b.interconnects.add(p.Interconnect), p.Exception}),
		from: packDate(p.ValidFrom), to: packDate(p.ValidTo),
		currency: uint8(b.currencies.add(p.Currency)), unit: uint8(b.units.add(p.Unit)),
		scope: uint8(b.scopes.add(p.Scope)), availability: uint8(b.availabilities.add(p.Availability)),
	}
	if len(p.Contradictions) > 0 {
		b.contradictions[uint32(len(b.prices))] = p.Contradictions
	}
	b.prices = append(b.prices, row)
	b.seen = append(b.seen, seenDay(p.Source))
	b.classOf = append(b.classOf, b.classes.add(b.newClass(p)))
	b.hours = append(b.hours, p.hourNano)
}

func (b *book) newClass(p *Price) priceClass {
	c := priceClass{
		billing: uint8(b.billings.add(p.Billing)), kind: uint8(b.kinds.add(p.Kind)), grade: uint8(b.grades.add(p.Grade)),
		freshness: uint8(b.freshness.add(p.Freshness)), not: codeBits(p.WhyNot),
	}
	if _, reason := p.cardHours(Month730); reason == ReasonShareUnknown {
		c.not |= shareOnly
	}
	return c
}

func (b *book) class(row uint32) *priceClass { return &b.classes.values[b.classOf[row]] }

// optNano packs money; the store keeps nothing that does not fit.
func optNano(d Opt[Decimal]) int64 {
	if !d.Known {
		return unknownNano
	}
	n, err := Nano(d.Value)
	if err != nil {
		return unknownNano
	}
	return n
}

// hourNano returns what sorting and price filters go by.
func hourNano(basis Basis, p *Price) int64 { return shownNano(basis, GPUHour, p) }

func shownNano(basis Basis, u Unit, p *Price) int64 {
	shown := basis.In(u, p)
	if !shown.Known() {
		return unknownNano
	}
	return optNano(Known(RoundHalfUp(shown.Low, nanoScale)))
}

// card returns what decides of an offer's cards.
func (b *book) card(o *offerRow) *card { return &b.cards.values[o.card] }

// gpu returns the accelerator of an offer, nil when none matches.
func (b *book) gpu(o *offerRow) *Accelerator { return b.gpus.values[b.card(o).gpu] }

// hoursOf returns the card-hour column under a month convention.
func (b *book) hoursOf(month MonthHours) []int64 {
	switch month {
	case Month720:
		return b.columnOf(&b.hours720, GPUHour, month)
	case Month744:
		return b.columnOf(&b.hours744, GPUHour, month)
	}
	return b.hours
}

// monthsOf returns the column of what a card costs for a month of a convention.
func (b *book) monthsOf(month MonthHours) []int64 {
	at := max(slices.Index([]MonthHours{Month730, Month720, Month744}, month), 0)
	return b.columnOf(&b.months[at], GPUMonth, month)
}

func (b *book) columnOf(c *column, u Unit, month MonthHours) []int64 {
	c.once.Do(func() {
		basis := b.market.Basis(CNY, month)
		c.nano = make([]int64, len(b.prices))
		for i := range b.prices {
			p := b.price(uint32(i))
			c.nano[i] = shownNano(basis, u, &p)
			if c.nano[i] == unknownNano && b.hours[i] != unknownNano {
				c.nano[i] = math.MaxInt64 - 1 // known, and beyond what the column holds
			}
		}
	})
	return c.nano
}

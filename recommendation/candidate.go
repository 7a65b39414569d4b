package recommendation

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/pricing"
)

// candidate is one option before it has a place.
type candidate struct {
	provider    *catalog.Provider
	accelerator *catalog.Accelerator
	cardSource  *catalog.Source // where the card's figures were read; nil without a card
	name        string          // of the card as published
	glimpse     catalog.RankedPrice
	offered     bool
	article     *Platform
	vram        catalog.Number
	count       catalog.Opt[int]
	link        catalog.Number
	regions     []string
	billing     catalog.BillingMode
	cards       int
	effective   catalog.Number // CNY a useful card-hour, commitments rounded up
	onDemand    float64        // lowest CNY card-hour of the same provider and card, 0 unknown
	spot        float64

	offer  catalog.Offer // resolved for listed candidates only
	price  catalog.Price
	bill   *pricing.Bill
	noBill *Notice
}

// cardKey groups offers of the same card at one provider.
type cardKey struct {
	provider *catalog.Provider
	part     *catalog.Accelerator
	name     string // only where no part matches
}

// pick is the best price of a group so far.
type pick struct {
	glimpse        catalog.RankedPrice
	fails          int
	effective      float64
	onDemand, spot float64
}

// candidates returns the best ranked price of every provider and card, then the
// article's platforms that have none.
func (e *engine) candidates() []*candidate {
	groups := map[cardKey]*pick{}
	var order []cardKey
	for g := range e.market.RankedPrices() {
		key := cardKey{provider: g.Provider, part: g.Accelerator}
		if g.Accelerator == nil {
			key.name = g.AcceleratorName
		}
		p := groups[key]
		if p == nil {
			p = &pick{fails: math.MaxInt}
			groups[key] = p
			order = append(order, key)
		}
		e.consider(p, g)
	}
	var out []*candidate
	for _, key := range order {
		if p := groups[key]; p.fails < math.MaxInt {
			out = append(out, e.newCandidate(key, p))
		}
	}
	return append(out, e.articleOnly(out)...)
}

// consider keeps g when it fails fewer of the reader's limits than what was kept, or
// as many at a lower cost for the job's length.
func (e *engine) consider(p *pick, g catalog.RankedPrice) {
	hour := float64(g.HourNano) / 1e9
	switch g.Billing {
	case catalog.OnDemand:
		p.onDemand = lowest(p.onDemand, hour)
	case catalog.Spot:
		p.spot = lowest(p.spot, hour)
	}
	effective, ok := e.effective(g, hour)
	if !ok {
		return
	}
	fails := e.shortcomings(g)
	if fails < p.fails || fails == p.fails && effective < p.effective {
		p.glimpse, p.fails, p.effective = g, fails, effective
	}
}

func lowest(known, x float64) float64 {
	if known == 0 {
		return x
	}
	return min(known, x)
}

// effective spreads whole billing periods and whole machines over the useful
// card-hours of the job. A commitment of
// unstated length cannot be spread, so it is no option for a job of less than a year.
func (e *engine) effective(g catalog.RankedPrice, hour float64) (float64, bool) {
	if g.Billing == catalog.BillReserved && e.answers.Days < 365 {
		return 0, false
	}
	period, ok := g.Unit.Hours(catalog.Month730)
	if !ok {
		return 0, false
	}
	hours := float64(e.answers.Days) * 24
	periods := math.Ceil(hours / float64(period))
	return hour * periods * float64(period) / hours * e.idleFactor(g), true
}

// idleFactor is the cards paid for by the cards needed: machines are rented whole.
func (e *engine) idleFactor(g catalog.RankedPrice) float64 {
	perMachine, known := g.Count.Get()
	if !known || perMachine <= 1 {
		return 1
	}
	cards := e.cardsFor(g.Accelerator)
	machines := (cards + perMachine - 1) / perMachine
	return float64(machines*perMachine) / float64(cards)
}

// shortcomings counts what depends on the offer rather than on the card or the
// provider: a lost region, an interruptible price, a slow link.
func (e *engine) shortcomings(g catalog.RankedPrice) int {
	n := 0
	if g.Billing == catalog.Spot && !e.answers.Interruptible {
		n++
	}
	if len(g.Regions) > 0 && e.regionOf(&g) == Fail {
		n++
	}
	if need := e.linkNeeded; need > 0 && (g.InterconnectGBs.Known && g.InterconnectGBs.Value < need || e.oneByOne(g)) {
		n++
	}
	return n
}

// oneByOne reports whether the job's several cards stand in machines of one card.
func (e *engine) oneByOne(g catalog.RankedPrice) bool {
	perMachine, known := g.Count.Get()
	return known && perMachine <= 1 && e.cardsFor(g.Accelerator) > 1
}

func (e *engine) newCandidate(key cardKey, p *pick) *candidate {
	g := p.glimpse
	c := &candidate{
		provider: g.Provider, accelerator: g.Accelerator, name: g.AcceleratorName, glimpse: g, offered: true,
		vram: g.VRAMGB, count: g.Count, link: g.InterconnectGBs, regions: g.Regions, billing: g.Billing,
		effective: catalog.Known(p.effective), onDemand: p.onDemand, spot: p.spot,
	}
	c.cards, c.cardSource = e.cardsFor(c.accelerator), e.cardSource(c.accelerator)
	c.article = e.platformFor(c)
	return c
}

// cardSource is where the figures of a card were read; those of a family were read
// where its candidates' were.
func (e *engine) cardSource(a *catalog.Accelerator) *catalog.Source {
	if a == nil {
		return nil
	}
	if a.Source.URL == "" && a.Family() {
		if part, ok := e.market.Accelerator(a.Candidates[0]); ok {
			return &part.Source
		}
	}
	return &a.Source
}

// platformFor returns the article's recommendation that the candidate fulfils: same
// provider and, where the product names cards, one of those cards.
func (e *engine) platformFor(c *candidate) *Platform {
	for i := range e.products {
		p := &e.products[i]
		if p.Provider == c.provider.Slug && (len(p.parts) == 0 || c.accelerator != nil && sameCard(p.parts, c.accelerator)) {
			return &p.Platform
		}
	}
	return nil
}

// sameCard reports whether the card is, or may be, one of the named ones.
func sameCard(named []*catalog.Accelerator, a *catalog.Accelerator) bool {
	return slices.ContainsFunc(named, func(n *catalog.Accelerator) bool {
		return n.Slug == a.Slug || slices.Contains(n.Candidates, a.Slug) || slices.Contains(a.Candidates, n.Slug) ||
			slices.ContainsFunc(n.Candidates, func(s string) bool { return slices.Contains(a.Candidates, s) })
	})
}

// product is a recommendation of the article with the cards that its words name.
type product struct {
	Platform
	parts []*catalog.Accelerator
}

func (e *engine) readProducts() {
	for _, p := range e.scenario.Platforms {
		e.products = append(e.products, product{Platform: p, parts: e.cardsIn(p.Product.Zh)})
	}
}

// cardsIn finds the card names in words such as "A100/H100 集群": each part between
// separators, less a trailing Chinese word.
func (e *engine) cardsIn(words string) []*catalog.Accelerator {
	var parts []*catalog.Accelerator
	for _, field := range strings.FieldsFunc(words, func(r rune) bool { return strings.ContainsRune("/、，, ；;", r) }) {
		for _, name := range []string{field, strings.TrimRightFunc(field, func(r rune) bool { return r > 0x7f })} {
			if name == "" {
				continue
			}
			slug := e.market.Matcher().Match(catalog.Published{AcceleratorName: name}).Slug
			if a := e.market.Matcher().Accelerator(slug); a != nil {
				parts = append(parts, a)
				break
			}
		}
	}
	return parts
}

// articleOnly returns a candidate without an offer for every recommended product of
// which the provider has no ranked price: one a card, or one for the provider where
// the product names no card and nothing of the provider is ranked.
func (e *engine) articleOnly(have []*candidate) []*candidate {
	var out []*candidate
	for i := range e.products {
		p := &e.products[i]
		provider, ok := e.market.Provider(p.Provider)
		if !ok {
			continue
		}
		if len(p.parts) == 0 {
			if !slices.ContainsFunc(have, func(c *candidate) bool { return c.provider == provider }) {
				out = append(out, e.unoffered(provider, nil, p))
			}
			continue
		}
		for _, part := range p.parts {
			covered := func(c *candidate) bool {
				return c.provider == provider && c.accelerator != nil && sameCard([]*catalog.Accelerator{part}, c.accelerator)
			}
			if !slices.ContainsFunc(have, covered) {
				out = append(out, e.unoffered(provider, part, p))
			}
		}
	}
	return out
}

func (e *engine) unoffered(provider *catalog.Provider, part *catalog.Accelerator, p *product) *candidate {
	c := &candidate{provider: provider, accelerator: part, article: &p.Platform, cards: e.cardsFor(part), cardSource: e.cardSource(part)}
	if part != nil {
		c.name, c.vram = part.Label().Zh, part.MemoryGB
	}
	return c
}

// id orders candidates that nothing else tells apart.
func (c *candidate) id() string {
	if c.offered && c.offer.ID != "" {
		return c.provider.Slug + " " + c.offer.ID
	}
	if c.accelerator != nil {
		return c.provider.Slug + " " + c.accelerator.Slug
	}
	return c.provider.Slug + " " + c.name
}

func compareIDs(a, b *candidate) int { return cmp.Compare(a.id(), b.id()) }

package catalog

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// Market is everything the public pages are answered from, as it stands at one
// moment. It never changes; all methods may be called at the same time, and what
// they return must not be changed, save for offers, which are copies.
type Market struct {
	at         time.Time
	data       Data // without prices
	rates      []Rate
	providers  map[string]*Provider
	matcher    *Matcher
	gpus       map[string]*Accelerator // parts and families
	families   []*Accelerator
	doubts     map[string]*Doubt
	facts      map[string][]Fact
	factKeys   map[string]*FactKey
	costs      map[string][]ExtraCost
	benchmarks map[string][]Benchmark
	coming     []Offer
	history    map[string][]OldPrice
	nextChange time.Time
	book       *book
	best       map[bestKey]uint32 // row of book.prices
	comparing  compareIndex
	kept       keeper
	rivals     map[bestKey]Rivals
}

// NewMarket builds the market of d at a moment. It keeps d's slices save Prices and
// does not change them.
func NewMarket(d Data, at time.Time) *Market {
	recorded := d.Facts
	d.Facts = factsAt(recorded, at)
	m := &Market{
		at:        at,
		rates:     ratesAt(d.Rates, at),
		providers: index(d.Providers, func(p *Provider) string { return p.Slug }),
		matcher:   NewMatcher(d),
		doubts:    index(d.Doubts, func(x *Doubt) string { return x.ID }),
		factKeys:  index(d.FactKeys, func(k *FactKey) string { return k.Key }),
		facts:     group(d.Facts, func(f *Fact) string { return f.Provider }),
		costs:     group(d.ExtraCosts, func(c *ExtraCost) string { return c.Provider }),
	}
	times := sortInTime(d.Prices, at)
	b := &builder{at: at, providers: m.providers, matcher: m.matcher, open: openDoubts(d.Doubts), basis: m.Basis(CNY, Month730)}
	offers := b.offers(times.current)
	m.matchBenchmarks(d.Benchmarks)
	m.keepHistory(d.OldPrices, times.replaced)
	m.coming = b.offers(times.coming)
	m.nextChange = nextChange(d.Rates, recorded, times, at)
	m.families = m.matcher.families.all()
	m.gpus = maps.Clone(m.matcher.parts)
	for _, f := range m.families {
		m.gpus[f.Slug] = f
	}
	m.book = newBook(m, offers)
	m.best = m.book.bestPrices()
	m.rivals = m.book.rivals(m.best)
	m.data = d
	m.data.Prices = nil
	return m
}

func index[T any](items []T, key func(*T) string) map[string]*T {
	byKey := make(map[string]*T, len(items))
	for i := range items {
		byKey[key(&items[i])] = &items[i]
	}
	return byKey
}

func group[T any](items []T, key func(*T) string) map[string][]T {
	byKey := map[string][]T{}
	for i := range items {
		k := key(&items[i])
		byKey[k] = append(byKey[k], items[i])
	}
	return byKey
}

func openDoubts(doubts []Doubt) map[string]bool {
	open := map[string]bool{}
	for _, d := range doubts {
		open[d.ID] = d.Open()
	}
	return open
}

// At returns the moment the market stands at.
func (m *Market) At() time.Time { return m.at }

// Revision returns the number of the last changeset in the market.
func (m *Market) Revision() int64 { return m.data.Revision }

// Basis returns the basis for showing money in a currency and month convention at
// the market's exchange rates; zero values mean CNY and 730 hours.
func (m *Market) Basis(c Currency, month MonthHours) Basis {
	if c == "" {
		c = CNY
	}
	if month == 0 {
		month = Month730
	}
	return Basis{Currency: c, Month: month, rates: m.rates}
}

// Rates returns the exchange rates in force, one a pair.
func (m *Market) Rates() []Rate { return m.rates }

// RateHistory returns every recorded exchange rate.
func (m *Market) RateHistory() []Rate { return m.data.Rates }

// Providers returns all providers in the order of the data.
func (m *Market) Providers() []Provider { return m.data.Providers }

// Provider returns the provider with the slug.
func (m *Market) Provider(slug string) (*Provider, bool) {
	p, ok := m.providers[slug]
	return p, ok
}

// Accelerators returns all parts in the order of the data, without families.
func (m *Market) Accelerators() []Accelerator { return m.data.Accelerators }

// Families returns the entries for names that fit several parts, by slug.
func (m *Market) Families() []*Accelerator { return m.families }

// Accelerator returns the part or family with the slug.
func (m *Market) Accelerator(slug string) (*Accelerator, bool) {
	a, ok := m.gpus[slug]
	return a, ok
}

// FamiliesOf returns the families that a part may belong to.
func (m *Market) FamiliesOf(slug string) []*Accelerator {
	return slices.DeleteFunc(slices.Clone(m.families), func(f *Accelerator) bool {
		return !slices.Contains(f.Candidates, slug)
	})
}

// Matcher returns the matcher of the market's names, for imports and previews.
func (m *Market) Matcher() *Matcher { return m.matcher }

// Doubt returns the doubt with the id.
func (m *Market) Doubt(id string) (*Doubt, bool) {
	d, ok := m.doubts[id]
	return d, ok
}

// Doubts returns all doubts in the order of the data.
func (m *Market) Doubts() []Doubt { return m.data.Doubts }

// Facts returns what holds of a provider at the market's moment, in the order of the
// data.
func (m *Market) Facts(provider string) []Fact { return m.facts[provider] }

// FactKeys returns all kinds of facts.
func (m *Market) FactKeys() []FactKey { return m.data.FactKeys }

// FactKey returns the description of a kind of fact.
func (m *Market) FactKey(key string) (*FactKey, bool) {
	k, ok := m.factKeys[key]
	return k, ok
}

// ExtraCosts returns the costs beside the card's price of a provider; "" gives the
// general claims.
func (m *Market) ExtraCosts(provider string) []ExtraCost { return m.costs[provider] }

// Scenarios returns the rows of the article's decision tree.
func (m *Market) Scenarios() []ScenarioRow { return m.data.Scenarios }

// Pitfalls returns the article's warnings.
func (m *Market) Pitfalls() []Pitfall { return m.data.Pitfalls }

// Trends returns the article's trends, conclusions and background.
func (m *Market) Trends() []Trend { return m.data.Trends }

// Dimensions returns the article's four selection dimensions.
func (m *Market) Dimensions() []Dimension { return m.data.Dimensions }

// Changes returns the public log of data changes as recorded.
func (m *Market) Changes() []Change { return m.data.Changes }

// Text returns an editable passage of the guide.
func (m *Market) Text(key string) (Words, bool) {
	for _, t := range m.data.Texts {
		if t.Key == key {
			return t.Body, true
		}
	}
	return Words{}, false
}

// Benchmarks returns the market quotes that match an accelerator or family exactly;
// "" gives those that match none.
func (m *Market) Benchmarks(slug string) []Benchmark { return m.benchmarks[slug] }

// Coming returns the announced prices, those whose validity has not begun, by offer.
// No search finds them and no ranking counts them.
func (m *Market) Coming() []Offer { return m.coming }

// NextChange returns the next moment at which the validity of a price or fact, a
// freshness or a rate changes by itself; zero when nothing will.
func (m *Market) NextChange() time.Time { return m.nextChange }

func (m *Market) matchBenchmarks(quotes []Benchmark) {
	m.benchmarks = map[string][]Benchmark{}
	for _, q := range quotes {
		match := m.matcher.Match(Published{AcceleratorName: q.AcceleratorName, VRAMGB: q.VRAMGB})
		m.benchmarks[match.Slug] = append(m.benchmarks[match.Slug], q)
	}
}

// all returns the families by slug.
func (f *families) all() []*Accelerator {
	return slices.SortedFunc(maps.Values(f.bySlug), func(a, b *Accelerator) int {
		return strings.Compare(a.Slug, b.Slug)
	})
}

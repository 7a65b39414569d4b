package views

import (
	"cmp"
	"slices"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/ui"
)

// boardSize is how many cards the home page shows before the rest is folded away.
const boardSize = 12

// HomeModel is the home page.
type HomeModel struct {
	View       *Viewpoint
	Unit       string
	Yard       *Yard // nil when too few prices can be compared
	Popular    []Quote
	Scenarios  []HomeScenario
	Board      []Quote // parts, those with the most ranked prices first
	Rest       []Quote
	Families   []Quote
	Credits    []Credit
	Dimensions []HomeDimension
	Fresh      FreshSummary
	Pitfalls   []HomePitfall
	Benchmarks []BenchmarkRow
	Doubts     []DoubtLine
	Tally      catalog.Tally
}

// HomeScenario is an entry to the wizard.
type HomeScenario struct{ Key, Href, Title, Text string }

// HomeDimension is one of the article's selection dimensions and what is compared.
type HomeDimension struct {
	Name, Aspects, Text string
	Cite                Citation
}

// HomePitfall is one of the article's warnings.
type HomePitfall struct {
	Title, Text, Advice, Figure string
	Cite                        Citation
}

// Scenarios are the wizard's scenarios in display order.
var Scenarios = []string{"training", "inference", "research", "finetune", "rendering"}

// NewHome prepares the home page.
func NewHome(f Frame, v *Viewpoint) HomeModel {
	m := HomeModel{View: v, Unit: v.unit(f), Tally: v.Market.Tally()}
	m.Yard = newYard(f, v)
	for _, key := range Scenarios {
		m.Scenarios = append(m.Scenarios, HomeScenario{key, f.Href("/wizard/" + key), f.T("home.scenario." + key), f.T("home.scenario.look." + key)})
	}
	m.boards(f, v)
	for _, d := range v.Market.Dimensions() {
		m.Dimensions = append(m.Dimensions, HomeDimension{
			Name: In(f.Lang, d.Name), Aspects: joinIn(f.Lang, d.Aspects), Text: f.T("home.dimension." + string(d.Group)),
			Cite: Cite(f.Lang, d.Source, v.Market.At()),
		})
	}
	for _, p := range v.Market.Pitfalls() {
		m.Pitfalls = append(m.Pitfalls, newHomePitfall(f, v, &p))
	}
	m.Fresh = newFreshSummary(f, v, m.Tally)
	m.Benchmarks = benchmarkRows(f, v, AllSlugs(v.Market)...)
	var cited []Citation
	for i := range m.Pitfalls {
		cited = append(cited, m.Pitfalls[i].Cite)
	}
	for i := range m.Benchmarks {
		cited = append(cited, m.Benchmarks[i].Cite)
	}
	m.Doubts = allDoubts(cited...)
	return m
}

// boards make the tiles of every card with a best price, families apart.
func (m *HomeModel) boards(f Frame, v *Viewpoint) {
	all := bestQuotes(f, v, m.Tally)
	for _, q := range all {
		if a, _ := v.Market.Accelerator(q.Slug); a.Family() {
			m.Families = append(m.Families, q)
		} else {
			m.Board = append(m.Board, q)
		}
	}
	shown := min(boardSize, len(m.Board))
	m.Board, m.Rest = m.Board[:shown], m.Board[shown:]
	for i := range m.Board {
		m.Board[i] = m.Board[i].withSpark(f, v)
	}
	for i := range m.Rest {
		m.Rest[i] = m.Rest[i].withSpark(f, v)
	}
	m.Popular = all[:min(4, len(all))]
	m.Credits = quoteCredits(m.Board, m.Rest, m.Families)
}

// bestQuotes makes a tile for every card or family with a best price, the most
// offered first.
func bestQuotes(f Frame, v *Viewpoint, t catalog.Tally) []Quote {
	var all []Quote
	for slug := range t.Accelerators {
		if a, ok := v.Market.Accelerator(slug); ok {
			if q := newQuote(f, v, a); len(q.Sides) > 0 {
				all = append(all, q)
			}
		}
	}
	slices.SortFunc(all, func(a, b Quote) int {
		return cmp.Or(cmp.Compare(b.ranked, a.ranked), cmp.Compare(a.Slug, b.Slug))
	})
	return all
}

func newHomePitfall(f Frame, v *Viewpoint, p *catalog.Pitfall) HomePitfall {
	h := HomePitfall{Title: In(f.Lang, p.Title), Text: In(f.Lang, p.Description), Advice: In(f.Lang, p.Advice), Cite: Cite(f.Lang, p.Source, v.Market.At())}
	h.Cite.Doubts = DoubtLines(f.Lang, v.Market, p.Doubts)
	if value, ok := p.Value.Get(); ok {
		h.Figure = f.T("home.pitfall.figure", "value", plainAmount(value)+text.Word(f.Lang, "pitfall_unit", p.Unit))
	}
	return h
}

// AllSlugs are all entries that a market quote may fit, and "" for none.
func AllSlugs(m *catalog.Market) []string {
	var slugs []string
	for _, family := range m.Families() {
		slugs = append(slugs, family.Slug)
	}
	for i := range m.Accelerators() {
		slugs = append(slugs, m.Accelerators()[i].Slug)
	}
	return append(slugs, "")
}

// joinIn lists words of the data in the page's language.
func joinIn(l text.Lang, list []catalog.Words) string {
	joined := ""
	for i, w := range list {
		if i > 0 {
			joined += text.T(l, "list.separator")
		}
		joined += In(l, w)
	}
	return joined
}

// FreshSummary says how new the data is.
type FreshSummary struct {
	Offers, Prices, Ranked, Providers string
	Counts                            []FreshCount
	Newest, Next                      string
	Rows                              []FreshRow
}

// FreshCount is how many prices have one freshness.
type FreshCount struct {
	Mark        ui.FreshnessMark
	Word, Limit string
	Count       string
	Share       string
}

// FreshRow is one provider's last check.
type FreshRow struct {
	Name, Href, Offers string
	Cite               Citation // mark and age of the newest price
	Sources            string
}

// freshRows is how many providers the home page lists.
const freshRows = 8

func newFreshSummary(f Frame, v *Viewpoint, t catalog.Tally) FreshSummary {
	s := FreshSummary{
		Offers: text.Count(t.Offers), Prices: text.Count(t.Prices), Ranked: text.Count(t.Ranked), Providers: text.Count(len(t.Providers)),
		Newest: f.T("value.unknown"), Next: f.T("home.fresh.next.none"),
	}
	if t.Newest.Known() {
		s.Newest = t.Newest.String()
	}
	if next := v.Market.NextChange(); !next.IsZero() {
		s.Next = text.Date(next)
	}
	for _, word := range catalog.FreshnessWords {
		n := t.Freshness[word]
		s.Counts = append(s.Counts, FreshCount{
			freshnessMark(word), text.Word(f.Lang, "freshness", string(word)), f.T("home.fresh.limit." + string(word)),
			text.Count(n), text.Percent(float64(n)/float64(max(t.Prices, 1)), 0),
		})
	}
	s.Rows = freshProviders(f, v, t)
	return s
}

// freshProviders lists the providers with the most offers and their last check.
func freshProviders(f Frame, v *Viewpoint, t catalog.Tally) []FreshRow {
	providers := slices.Clone(v.Market.Providers())
	slices.SortStableFunc(providers, func(a, b catalog.Provider) int {
		return cmp.Compare(t.Providers[b.Slug].Offers, t.Providers[a.Slug].Offers)
	})
	var rows []FreshRow
	for _, p := range providers[:min(freshRows, len(providers))] {
		c, ok := t.Providers[p.Slug]
		if !ok {
			break
		}
		rows = append(rows, FreshRow{
			Name: In(f.Lang, p.Name), Href: v.Href(f, "/providers/"+p.Slug), Offers: text.Count(c.Offers),
			Cite: Cite(f.Lang, catalog.Source{Seen: c.Newest}, v.Market.At()), Sources: sourcesText(f, c),
		})
	}
	return rows
}

// sourcesText counts the prices by where they were read: 官 3 · 转 9.
func sourcesText(f Frame, c catalog.Count) string {
	joined := ""
	for _, word := range []struct {
		confidence catalog.Confidence
		glyph      string
	}{{catalog.OfficialPage, "figure.glyph.official"}, {catalog.ThirdParty, "figure.glyph.report"}, {catalog.SeedArticle, "figure.glyph.article"}} {
		if n := c.Confidence[word.confidence]; n > 0 {
			if joined != "" {
				joined += " · "
			}
			joined += f.T(word.glyph) + " " + text.Count(n)
		}
	}
	return joined
}

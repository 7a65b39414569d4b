package handlers

import (
	"context"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// guidePages are the guide and nothing else.
func (p *Portal) guidePages() []web.Page {
	return []web.Page{{Path: "/guide", Reps: web.JSON, Params: []string{"as_of"}, Handler: p.guide}}
}

func (p *Portal) guide(ctx context.Context, r *web.Request) (web.Result, error) {
	q := newQuery(r)
	m, err := p.market(ctx, q)
	if err != nil {
		return web.Result{}, err
	}
	if wrong := q.err(); wrong != nil {
		return web.Result{Err: wrong}, nil
	}
	f := p.Frame(r).Titled(text.T(q.lang, "guide.title"), text.T(q.lang, "guide.lead"))
	return web.Result{
		Page: views.Guide(f, guideModel(f, m, q.typed("as_of"))),
		JSON: func() any { return guideJSON(q.lang, m) },
	}, nil
}

func guideModel(f views.Frame, m *catalog.Market, asOf string) views.GuideModel {
	l, trends := f.Lang, views.NewTrends(f, m, asOf)
	model := views.GuideModel{Doubts: doubtsOf(l, m), Credits: views.MarketCredits(m), Passages: map[string]string{}}
	for _, x := range bySort(m.Pitfalls(), func(x catalog.Pitfall) int { return x.Sort }) {
		model.Pitfalls = append(model.Pitfalls, views.GuidePitfall{
			Slug: x.Slug, Title: views.In(l, x.Title), Text: views.In(l, x.Description), Claim: claim(l, x),
			Advice: views.In(l, x.Advice), CheckPath: pitfallCheck(x.Slug), Source: cited(l, m, x.Source, x.Doubts),
		})
	}
	for _, x := range bySort(m.Trends(), func(x catalog.Trend) int { return x.Sort }) {
		model.Trends = append(model.Trends, views.GuideTrend{
			Kind: x.Kind, Title: views.In(l, x.Title), Text: views.In(l, x.Description), Implication: views.In(l, x.Implication),
			Links: trends.Links(x.Slug), Source: cited(l, m, x.Source, x.Doubts),
		})
	}
	for _, x := range bySort(m.Dimensions(), func(x catalog.Dimension) int { return x.Sort }) {
		model.Dimensions = append(model.Dimensions, views.GuideDimension{Name: views.In(l, x.Name), Aspects: joined(l, x.Aspects)})
	}
	for _, x := range m.RateHistory() {
		model.Rates = append(model.Rates, views.GuideRate{
			Words: text.T(l, "guide.rate", "base", x.Base, "rate", x.Value, "quote", x.Quote), Date: x.Date.String(), Source: views.Cite(l, x.Source, m.At()),
		})
	}
	for _, key := range catalog.GuideTexts {
		if w, ok := m.Text(key); ok {
			model.Passages[strings.TrimPrefix(key, "guide.")] = views.In(l, w)
		}
	}
	return model
}

// bySort returns a copy of a list in the order of its sort numbers.
func bySort[T any](list []T, number func(T) int) []T {
	return slices.SortedStableFunc(slices.Values(list), func(a, b T) int { return number(a) - number(b) })
}

func cited(l text.Lang, m *catalog.Market, s catalog.Source, doubts []string) views.Citation {
	c := views.Cite(l, s, m.At())
	c.Doubts = views.DoubtLines(l, m, doubts)
	return c
}

func doubtsOf(l text.Lang, m *catalog.Market) []views.DoubtLine {
	ids := make([]string, len(m.Doubts()))
	for i, d := range m.Doubts() {
		ids[i] = d.ID
	}
	return views.DoubtLines(l, m, ids)
}

func joined(l text.Lang, words []catalog.Words) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = views.In(l, w)
	}
	return strings.Join(parts, text.T(l, "list.separator"))
}

// claim prints the figure of a pitfall as the article states it.
func claim(l text.Lang, x catalog.Pitfall) string {
	if !x.Value.Known {
		return ""
	}
	figure := x.Value.Value.Trim(0).String()
	switch x.Unit {
	case "percent":
		return figure + "%"
	case "x":
		return figure + " ×"
	}
	return figure + " " + x.Unit
}

// pitfallCheck is the page on which a reader checks a pitfall on a job of their own.
func pitfallCheck(slug string) string {
	switch slug {
	case "overbuying-high-end":
		return "/compare?g=t4-16gb&g=a100-pcie-80gb"
	case "hidden-costs":
		return "/calculator/cost"
	case "ignoring-framework-compat":
		return "/wizard/training"
	}
	return "/wizard/inference"
}

// The JSON of the guide: the article's pitfalls and trends, and the doubts.
type (
	guideAnswer struct {
		AsOf     string           `json:"as_of"`
		Pitfalls []guideItemJSON  `json:"pitfalls"`
		Trends   []guideItemJSON  `json:"trends"`
		Doubts   []guideDoubtJSON `json:"doubts"`
	}
	guideItemJSON struct {
		Slug      string   `json:"slug"`
		Title     string   `json:"title"`
		Text      string   `json:"text"`
		Advice    string   `json:"advice"`
		SourceURL *string  `json:"source_url"` // null for the article, which has no address
		Doubts    []string `json:"doubts"`
	}
	guideDoubtJSON struct {
		ID        string  `json:"id"`
		Verdict   string  `json:"verdict"`
		Text      string  `json:"text"`
		SourceURL *string `json:"source_url"`
	}
)

func guideJSON(l text.Lang, m *catalog.Market) guideAnswer {
	out := guideAnswer{AsOf: moment(m.At()), Pitfalls: []guideItemJSON{}, Trends: []guideItemJSON{}, Doubts: []guideDoubtJSON{}}
	for _, x := range m.Pitfalls() {
		out.Pitfalls = append(out.Pitfalls, guideItemJSON{x.Slug, views.In(l, x.Title), views.In(l, x.Description), views.In(l, x.Advice), orNull(x.Source.Link()), orEmpty(x.Doubts)})
	}
	for _, x := range m.Trends() {
		out.Trends = append(out.Trends, guideItemJSON{x.Slug, views.In(l, x.Title), views.In(l, x.Description), views.In(l, x.Implication), orNull(x.Source.Link()), orEmpty(x.Doubts)})
	}
	for _, x := range m.Doubts() {
		out.Doubts = append(out.Doubts, guideDoubtJSON{x.ID, string(x.Verdict), views.In(l, x.Text), orNull(x.Source.Link())})
	}
	return out
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

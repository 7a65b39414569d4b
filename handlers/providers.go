package handlers

import (
	"context"
	"io"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// providersParams are the parameters of the list, in the order of links.
var providersParams = listParams("kind", "market", "status", "free_trial", "whitepaper", "cases", "heterogeneous", "latency")

var (
	providerStatuses = []catalog.ProviderStatus{catalog.StatusActive, catalog.StatusThin, catalog.StatusUnverified, catalog.StatusWithdrawn, catalog.StatusBulletin}
	yes              = []string{"yes"}
)

func (p *Portal) providersPages() []web.Page {
	return []web.Page{
		{Path: "/providers", Reps: web.JSON | web.CSV, Params: providersParams, Handler: p.providers},
		{Path: "/providers/:slug", Reps: web.JSON, Params: viewpointParams, Handler: p.provider},
	}
}

// providers lists the providers that fit the filters, in the order of the data.
func (p *Portal) providers(ctx context.Context, r *web.Request) (web.Result, error) {
	q := newQuery(r)
	v, err := p.viewpoint(ctx, q)
	if err != nil {
		return web.Result{}, err
	}
	f := p.Frame(r).Titled(text.T(q.lang, "providers.title"), text.T(q.lang, "providers.description"))
	f.Nav = "providers"
	list := readProviders(q, v)
	filters := list.filters(f)
	v.Keep = keptConditions(q, filters)
	tools := listFilters(q, f, providersParams, filters)
	if q.err() != nil {
		model := views.NewProviders(f, v, tools, nil)
		return web.Result{Err: q.err(), Page: views.Providers(f, &model), Fragments: providersFragments}, nil
	}
	model := views.NewProviders(f, v, tools, list.rows(f))
	return web.Result{
		Page: views.Providers(f, &model), Fragments: providersFragments,
		JSON: func() any { return providersAnswer(f, v, &model) },
		CSV:  func(w io.Writer) error { return writeProvidersCSV(w, f, v, &model) },
	}, nil
}

var providersFragments = []string{views.ProvidersList}

// providerList is what the address asks to list.
type providerList struct {
	view                 *views.Viewpoint
	tally                catalog.Tally
	kind                 catalog.Terms[catalog.ProviderKind]
	market               catalog.Terms[catalog.MarketArea]
	status               catalog.Terms[catalog.ProviderStatus]
	trial, papers, cases catalog.Terms[string]
	mixed, latency       catalog.Terms[string]
}

func readProviders(q *query, v *views.Viewpoint) *providerList {
	return &providerList{
		view: v, tally: v.Market.Tally(), kind: terms(q, "kind", kinds), market: terms(q, "market", areas), status: terms(q, "status", providerStatuses),
		trial: terms(q, "free_trial", yes), papers: terms(q, "whitepaper", yes), cases: terms(q, "cases", yes),
		mixed: terms(q, "heterogeneous", yes), latency: terms(q, "latency", yes),
	}
}

// fits reports whether a provider meets every condition but the skipped one.
func (l *providerList) fits(p *catalog.Provider, skip string) bool {
	t := views.TraitsOf(l.view.Market, p)
	return (skip == "kind" || passes(l.kind, p.Kind)) &&
		(skip == "market" || passes(l.market, p.Market)) &&
		(skip == "status" || passes(l.status, p.Status)) &&
		(skip == "free_trial" || passes(l.trial, published(t.Trial))) &&
		(skip == "whitepaper" || passes(l.papers, published(t.Whitepaper))) &&
		(skip == "cases" || passes(l.cases, published(t.Cases))) &&
		(skip == "heterogeneous" || passes(l.mixed, published(t.Heterogeneous))) &&
		(skip == "latency" || passes(l.latency, published(t.Latency)))
}

// published is "yes" for a text that is there; what is not published is unknown.
func published(w catalog.Words) string {
	if w == (catalog.Words{}) {
		return ""
	}
	return "yes"
}

func (l *providerList) rows(f views.Frame) []views.ProviderRow {
	var rows []views.ProviderRow
	all := l.view.Market.Providers()
	for i := range all {
		if l.fits(&all[i], "") {
			rows = append(rows, views.NewProviderRow(f, l.view, &all[i], l.tally.Providers[all[i].Slug]))
		}
	}
	return rows
}

// count counts the providers that one filter would leave beside the others.
func (l *providerList) count(skip string, is func(*catalog.Provider) bool) int {
	n := 0
	all := l.view.Market.Providers()
	for i := range all {
		if is(&all[i]) && l.fits(&all[i], skip) {
			n++
		}
	}
	return n
}

func (l *providerList) filters(f views.Frame) []filter {
	named := func(name, family string, values []string, value func(*catalog.Provider) string) filter {
		return filter{
			name: name, title: f.T("providers.facet." + name), values: values,
			label: func(v string) string { return text.Word(f.Lang, family, v) },
			count: func(v string) int {
				return l.count(name, func(p *catalog.Provider) bool { return value(p) == v })
			},
		}
	}
	trait := func(name, title string, of func(views.Traits) catalog.Words) filter {
		return filter{
			name: name, title: f.T(title), values: yes, label: func(string) string { return f.T("providers.yes") },
			count: func(string) int {
				return l.count(name, func(p *catalog.Provider) bool { return published(of(views.TraitsOf(l.view.Market, p))) != "" })
			},
		}
	}
	return []filter{
		named("kind", "provider_kind", wordsOf(kinds), func(p *catalog.Provider) string { return string(p.Kind) }),
		named("market", "market", wordsOf(areas), func(p *catalog.Provider) string { return string(p.Market) }),
		named("status", "provider_status", wordsOf(providerStatuses), func(p *catalog.Provider) string { return string(p.Status) }),
		trait("free_trial", "providers.trial", func(t views.Traits) catalog.Words { return t.Trial }),
		trait("whitepaper", "providers.whitepaper", func(t views.Traits) catalog.Words { return t.Whitepaper }),
		trait("cases", "providers.cases", func(t views.Traits) catalog.Words { return t.Cases }),
		trait("heterogeneous", "providers.heterogeneous", func(t views.Traits) catalog.Words { return t.Heterogeneous }),
		trait("latency", "providers.latency", func(t views.Traits) catalog.Words { return t.Latency }),
	}
}

// wordsOf are the values of a vocabulary as plain strings.
func wordsOf[T ~string](vocabulary []T) []string {
	words := make([]string, len(vocabulary))
	for i, w := range vocabulary {
		words[i] = string(w)
	}
	return words
}

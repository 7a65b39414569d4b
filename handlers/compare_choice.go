package handlers

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/ui"
	"gpuscale/web"
)

// suggested is how many things the empty state offers to add.
const suggested = 6

// emptyChoice is the page with nothing to put beside a column.
func (a *compareAsk) emptyChoice(f views.Frame) views.CompareChoice {
	c := views.CompareChoice{
		Title: f.T("compare.empty.title"), Text: f.T("compare.empty.none"), Action: f.Href("/compare"), Name: a.name, Keep: a.keep(false), Legend: f.T("compare.empty.pick"),
		Choices: a.suggestions(f.Lang), Links: []views.CompareLink{{Href: f.Href(a.offersPath()), Label: f.T("compare.empty.offers")}},
	}
	for _, w := range a.missingWarnings() {
		c.Notes = append(c.Notes, views.CompareNote{Text: views.In(f.Lang, w.Text)})
	}
	if len(a.columns) == 0 {
		c.Links = append(c.Links, views.CompareLink{Href: f.Href(a.articlePath()), Label: f.T("compare.empty.article")})
		return c
	}
	c.Text = f.T("compare.empty.one", "name", views.In(f.Lang, a.columns[0].label))
	if ids := a.sameCard(); len(ids) > 0 {
		all := append(a.ids(), ids[:min(len(ids), catalog.MaxColumns-1)]...)
		c.Links = append(c.Links, views.CompareLink{Href: f.Href(a.path(all, a.base)), Label: f.T("compare.empty.same", "n", len(all))})
	}
	return c
}

// offersPath leads to the offers with the chosen ones in the tray.
func (a *compareAsk) offersPath() string {
	if a.kind != catalog.CompareOffers || len(a.columns) == 0 {
		return "/offers"
	}
	return "/offers?" + web.Encode(url.Values{"pick": a.ids()}, []string{"pick"})
}

// articlePath compares the providers whose prices the article states.
func (a *compareAsk) articlePath() string {
	var slugs []string
	for _, p := range a.market.Providers() {
		if p.NamedInSeed && len(slugs) < 4 {
			slugs = append(slugs, p.Slug)
		}
	}
	return "/compare?" + web.Encode(url.Values{"p": slugs}, compareParams)
}

// sameCard lists offers of the chosen card at other providers, the cheapest first.
func (a *compareAsk) sameCard() []string {
	if a.kind != catalog.CompareOffers || len(a.columns) != 1 {
		return nil
	}
	o, ok := a.market.Offer(a.columns[0].id)
	if !ok || o.Accelerator == nil {
		return nil
	}
	seen := []string{o.Provider.Slug}
	var ids []string
	for _, other := range a.market.Search(catalog.OfferQuery{GPU: catalog.Terms[string]{In: []string{o.Accelerator.Slug}}}).Offers {
		if !slices.Contains(seen, other.Provider.Slug) && len(ids) < suggested {
			seen, ids = append(seen, other.Provider.Slug), append(ids, other.ID)
		}
	}
	return ids
}

// suggestions are things of the kind to put beside what is chosen.
func (a *compareAsk) suggestions(l text.Lang) []views.CompareOption {
	ids := a.sameCard()
	switch {
	case a.kind == catalog.CompareProviders:
		ids = a.otherProviders()
	case len(ids) == 0:
		for _, best := range a.bestPrices() {
			id := best.Offer.ID
			if a.kind == catalog.CompareAccelerators {
				id = best.Accelerator.Slug
			}
			ids = append(ids, id)
		}
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return slices.Contains(a.ids(), id) })
	var options []views.CompareOption
	for _, id := range ids[:min(len(ids), suggested)] {
		if c, ok := lookUp(a.market, a.kind, id); ok {
			options = append(options, views.CompareOption{Value: c.id, Label: views.In(l, c.label), Detail: a.detail(l, c.id)})
		}
	}
	return options
}

// bestPrices are the best prices at home, and abroad where there are none.
func (a *compareAsk) bestPrices() []catalog.Best {
	for _, area := range []catalog.MarketArea{catalog.MainlandChina, catalog.International} {
		if parts, families := a.market.BestPrices(area); len(parts)+len(families) > 0 {
			return append(parts, families...)
		}
	}
	return nil
}

func (a *compareAsk) otherProviders() []string {
	var named, others []string
	for _, p := range a.market.Providers() {
		switch {
		case p.NamedInSeed:
			named = append(named, p.Slug)
		case p.Ranked():
			others = append(others, p.Slug)
		}
	}
	return append(named, others...)
}

// detail is the price of a suggested offer or card.
func (a *compareAsk) detail(l text.Lang, id string) string {
	basis := a.market.Basis(a.currency, a.month)
	var price *catalog.Price
	switch a.kind {
	case catalog.CompareOffers:
		if o, ok := a.market.Offer(id); ok {
			price = o.Standing(catalog.OnDemand, basis)
		}
	case catalog.CompareAccelerators:
		if best, ok := a.market.Best(id, catalog.MainlandChina); ok {
			price = &best.Price
		}
	}
	if price == nil {
		return ""
	}
	hour := basis.PerGPUHour(price)
	if !hour.Known() {
		return ""
	}
	return text.T(l, "compare.money."+string(basis.Currency), "amount", views.HourlyRange(hour.Range))
}

// wrong is the page of an address that cannot be compared: what is wrong, and what
// can be chosen from it.
func (a *compareAsk) wrong(f views.Frame, q *query) views.CompareChoice {
	c := views.CompareChoice{
		Title: f.N("compare.wrong.title", len(q.problems)), Text: f.T("error.invalid-query"), Action: f.Href("/compare"), Name: a.name,
		Legend: f.T("compare.many.pick"),
		Links:  []views.CompareLink{{Href: f.Href(a.path(a.ids(), a.base)), Label: f.T("error.retry")}},
	}
	many := len(a.columns) > catalog.MaxColumns
	switch {
	case a.mixed():
		c.Title, c.Text, c.Links = f.T("compare.mixed.title"), f.T("compare.mixed.text"), a.kindLinks(f)
	case many:
		c.Title, c.Text = f.T("compare.many.title"), f.T("compare.many.text", "n", len(a.columns))
		c.Links = []views.CompareLink{{Href: f.Href(a.path(a.ids()[:catalog.MaxColumns], a.base)), Label: f.T("compare.many.first", "n", catalog.MaxColumns)}}
	}
	for _, name := range slices.Sorted(maps.Keys(q.problems)) {
		c.Problems = append(c.Problems, name+" — "+q.problems[name]+a.typedText(q, name))
	}
	for i := range a.columns {
		if !a.mixed() {
			col := a.columns[i]
			c.Choices = append(c.Choices, views.CompareOption{Value: col.id, Label: views.In(f.Lang, col.label), Detail: a.detail(f.Lang, col.id), Chosen: i < catalog.MaxColumns})
		}
	}
	return c
}

// typedText repeats what was typed where the message does not.
func (a *compareAsk) typedText(q *query, name string) string {
	typed := strings.Join(q.values[name], ", ")
	if strings.Contains(q.problems[name], typed) || len(typed) > 200 {
		return ""
	}
	return "（" + typed + "）"
}

// kindLinks lead to the comparison of each kind that the address names.
func (a *compareAsk) kindLinks(f views.Frame) []views.CompareLink {
	labels := map[string]string{"o": "compare.mixed.offers", "p": "compare.mixed.providers", "g": "compare.mixed.gpus"}
	var links []views.CompareLink
	for _, k := range compareKinds {
		if ids := a.typed[k.name]; len(ids) > 0 {
			href := f.Href("/compare?" + web.Encode(url.Values{k.name: ids}, compareParams))
			links = append(links, views.CompareLink{Href: href, Label: f.N(labels[k.name], len(ids))})
		}
	}
	return links
}

// compareAdd is the way to a further column.
func compareAdd(f views.Frame, a *compareAsk) views.CompareAdd {
	if len(a.columns) >= catalog.MaxColumns {
		return views.CompareAdd{}
	}
	add := views.CompareAdd{Label: f.T("compare.add"), Name: a.name, Keep: a.keep(false), Action: f.Href("/compare")}
	switch a.kind {
	case catalog.CompareOffers:
		add.Href = f.Href(a.offersPath())
	case catalog.CompareProviders:
		add.Label = f.T("compare.add.providers")
		for _, p := range a.market.Providers() {
			add.Options = append(add.Options, ui.Option{Value: p.Slug, Label: views.In(f.Lang, p.Name)})
		}
	default:
		add.Label = f.T("compare.add.gpus")
		for _, g := range a.market.Accelerators() {
			add.Options = append(add.Options, ui.Option{Value: g.Slug, Label: g.Model})
		}
		for _, g := range a.market.Families() {
			add.Options = append(add.Options, ui.Option{Value: g.Slug, Label: views.In(f.Lang, g.Label())})
		}
	}
	add.Options = slices.DeleteFunc(add.Options, func(o ui.Option) bool { return slices.Contains(a.ids(), o.Value) })
	return add
}

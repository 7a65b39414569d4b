package handlers

import (
	"maps"
	"strconv"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/ui"
)

// model computes the page: the results, or the form with its messages.
func (o *offersPage) model() views.OffersModel {
	result := o.market.Search(o.query)
	list := o.conditions()
	m := views.OffersModel{
		HX: o.frame.HX, Typed: o.typed.values, Problems: o.typed.problems, UnitLabel: o.look.UnitLabel(),
		PerHour: o.t("offers.per-hour." + string(o.query.Currency)), Chips: o.chips(list), Facets: o.facets(&result),
		Tray: o.tray(), TrayNotes: o.trayNotes(), Share: o.share(), GoText: o.frame.N("offers.filter.go", result.Total),
	}
	o.choices(&m)
	if n := applied(list); n > 0 {
		m.Applied, m.ClearHref = strconv.Itoa(n), o.cleared(list)
	}
	if len(o.typed.problems) > 0 {
		m.GoText = o.t("offers.apply")
		m.Hidden = o.hiddenInputs(m.Facets, nil)
		return m
	}
	o.summary(&m, &result)
	m.Rows = o.entries(result.Offers)
	m.Hidden = o.hiddenInputs(m.Facets, m.Rows)
	m.Why = o.why(&result)
	if len(m.Rows) == 0 {
		m.Empty = o.empty(&result, list)
		return m
	}
	o.table(&m, &result)
	return m
}

// cleared is the list without any condition; how it is shown stays.
func (o *offersPage) cleared(list []condition) string {
	change := map[string][]string{"show": nil}
	for _, c := range list {
		change[c.name] = nil
	}
	return o.links.changed(change)
}

func (o *offersPage) summary(m *views.OffersModel, r *catalog.OfferResult) {
	m.Total = text.Count(r.Total)
	m.CountText = o.t("offers.count", "all", text.Count(o.market.OfferCount()), "providers", o.providersIn(r), "prices", text.Count(r.PricesTotal))
	if o.typed.typed("as_of") != "" && o.typed.problems["as_of"] == "" {
		m.Updated = o.t("offers.as-of", "date", text.Minute(o.market.At()))
	} else if !o.frame.DataDate.IsZero() {
		m.Updated = o.t("offers.updated", "date", text.Ago(o.frame.Lang, o.frame.DataDate, o.market.At()))
	}
}

// providersIn counts the providers of the offers found. The facet counts providers
// under the other conditions, so the provider condition itself is applied here.
func (o *offersPage) providersIn(r *catalog.OfferResult) string {
	n := 0
	facet, _ := r.Facet("provider")
	for _, v := range facet.Values {
		if v.Count > 0 && !v.Excluded && (v.Selected || len(o.query.Provider.In) == 0) {
			n++
		}
	}
	return text.Count(n)
}

// why says what fits but is not listed. Each reason leads to the prices it keeps out.
func (o *offersPage) why(r *catalog.OfferResult) views.HiddenPrices {
	if r.HiddenPrices == 0 {
		return views.HiddenPrices{}
	}
	all := []string{string(catalog.ShowAll)}
	h := views.HiddenPrices{Text: o.frame.N("offers.hidden", r.HiddenPrices), AllHref: o.links.with("show", all...)}
	sum := 0
	base := o.links.changed(map[string][]string{"show": all, "why_not": nil})
	for _, code := range catalog.WhyNots {
		if n := r.NotShown[code]; n > 0 {
			sum += n
			h.Reasons = append(h.Reasons, views.OfferLink{
				Label: text.Word(o.frame.Lang, "why_not", string(code)), Count: text.Count(n),
				Href: extended(base, "why_not="+string(code)),
			})
		}
	}
	h.Several = sum > r.HiddenPrices
	return h
}

// empty says why there are no rows, and which condition to drop for how many.
func (o *offersPage) empty(r *catalog.OfferResult, list []condition) *views.OffersEmpty {
	if r.Total > 0 {
		pages := (r.Total + r.Per - 1) / r.Per
		return &views.OffersEmpty{
			Title: o.t("offers.beyond"), Text: o.t("offers.beyond.text", "n", text.Count(r.Total), "pages", text.Count(pages)),
			ClearHref: o.links.with("page"), ClearText: o.t("offers.beyond.first"),
		}
	}
	e := &views.OffersEmpty{
		Title: o.t("offers.empty.plain"), Text: o.t("offers.empty.none"), Wizard: true,
		ClearHref: o.cleared(list), ClearText: o.t("offers.empty.clear"),
	}
	if len(list) > 0 {
		e.Title = o.frame.N("offers.empty", len(list))
	}
	for _, c := range list {
		if n := o.countWithout(c); n > 0 {
			e.Text = o.t("offers.empty.drop")
			e.Links = append(e.Links, views.OfferLink{Label: o.frame.N("offers.empty.without", n, "label", c.label), Href: c.href})
		}
	}
	return e
}

// countWithout counts the offers that would be found without one condition.
func (o *offersPage) countWithout(c condition) int {
	rest := *o.typed
	rest.values = maps.Clone(o.typed.values)
	if c.name == "show" {
		rest.values["show"] = []string{string(catalog.ShowAll)}
	} else {
		rest.values[c.name] = dropped(rest.values[c.name], c.value)
	}
	return o.market.Search(parseOffers(&rest, o.market)).Total
}

// share is the menu that passes the page on.
func (o *offersPage) share() ui.ShareProps {
	f := o.frame
	return ui.ShareProps{
		Label: o.t("offers.share"), CopyLabel: o.t("offers.share.copy"), CopyDone: o.t("offers.share.copied"), Link: f.Absolute(),
		CSVLabel: o.t("offers.share.csv"), CSVHref: f.As(".csv"), MarkdownLabel: o.t("offers.share.md"), MDHref: f.As(".md"),
		JSONLabel: o.t("offers.share.json"), JSONHref: f.As(".json"), PrintLabel: o.t("offers.share.print"),
		ShortLabel: o.t("offers.share.short"), FrozenLabel: o.t("offers.share.frozen"), Path: f.Self(),
	}
}

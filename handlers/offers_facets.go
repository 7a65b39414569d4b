package handlers

import (
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
)

// facetShown is how many values of a facet are seen before the rest is folded.
const facetShown = 8

// facetPlace is a facet of the form: its text, and whether it starts open.
type facetPlace struct {
	name, title string
	open        bool
}

var facetPlaces = []facetPlace{
	{"vram", "offers.facet.vram", true}, {"gpu", "offers.facet.gpu", true}, {"billing", "offers.facet.billing", true},
	{"provider", "offers.facet.provider", true}, {"price", "offers.facet.price", true}, {"count", "offers.facet.count", false},
	{"interconnect", "offers.facet.link", false}, {"region", "offers.facet.region", false}, {"market", "offers.facet.market", false},
	{"kind", "offers.facet.kind", false}, {"vendor", "offers.facet.vendor", false}, {"form", "offers.facet.form", false},
	{"share", "offers.facet.share", false}, {"price_kind", "offers.facet.kinds", false}, {"grade", "offers.facet.grade", false},
	{"freshness", "offers.facet.fresh", false},
}

// facets makes the groups of conditions from the counts of a search.
func (o *offersPage) facets(r *catalog.OfferResult) []views.OfferFacet {
	list := make([]views.OfferFacet, 0, len(facetPlaces))
	unit := o.look.UnitLabel()
	for _, place := range facetPlaces {
		f := views.OfferFacet{Name: place.name, Title: o.t(place.title, "unit", unit), Open: place.open}
		found, _ := r.Facet(place.name)
		switch place.name {
		case "vram", "count":
			f.Bounds = o.bounds(place.name+"_min", place.name+"_max")
			f.Exact = o.exact(place.name, found.Values)
		case "price":
			f.Bounds = o.bounds("price_min", "price_max")
		case "interconnect":
			f.Bounds = o.bounds("interconnect_min", "")
		default:
			o.fillOptions(&f, found.Values)
		}
		for _, b := range f.Bounds {
			f.Open = f.Open || o.typed.shown(b.Name) != ""
		}
		f.Open = f.Open || o.typed.problems[place.name] != ""
		list = append(list, f)
	}
	return list
}

func (o *offersPage) bounds(low, high string) []views.BoundField {
	fields := []views.BoundField{{Name: low, Label: o.t("offers.filter.min")}}
	if high != "" {
		fields = append(fields, views.BoundField{Name: high, Label: o.t("offers.filter.max")})
	}
	return fields
}

// exact are the values that occur, each as a link to exactly that value.
func (o *offersPage) exact(name string, values []catalog.FacetValue) []views.OfferLink {
	low, high := name+"_min", name+"_max"
	links := make([]views.OfferLink, len(values))
	base := o.links.changed(map[string][]string{low: nil, high: nil})
	for i, v := range values {
		chosen := o.typed.shown(low) == v.Value && o.typed.shown(high) == v.Value
		links[i] = views.OfferLink{
			Label: v.Value, Count: text.Count(v.Count), Current: chosen,
			Href: extended(base, low+"="+v.Value+"&"+high+"="+v.Value),
		}
	}
	return links
}

func (o *offersPage) fillOptions(f *views.OfferFacet, values []catalog.FacetValue) {
	options := make([]views.FacetOption, len(values))
	for i, v := range values {
		options[i] = views.FacetOption{Value: v.Value, Label: o.facetLabel(f.Name, &v), Count: text.Count(v.Count), Chosen: v.Selected}
		f.Open = f.Open || v.Selected || v.Excluded
		f.MoreOpen = f.MoreOpen || i >= facetShown && v.Selected
	}
	f.Options = options
	if len(options) > facetShown+1 {
		f.Options, f.More = options[:facetShown], options[facetShown:]
		f.MoreText = o.frame.N("offers.filter.more", len(f.More))
	}
}

func (o *offersPage) facetLabel(name string, v *catalog.FacetValue) string {
	if v.Label != (catalog.Words{}) {
		return views.In(o.frame.Lang, v.Label)
	}
	return o.valueLabel(name, v.Value)
}

// hiddenInputs keep what no control of the page shows: excluded values, values that are
// not on offer, and the picks whose rows are on other pages. Wrong values are dropped:
// sent again, they would be refused again.
func (o *offersPage) hiddenInputs(facets []views.OfferFacet, rows []views.OfferEntry) []views.HiddenInput {
	var hidden []views.HiddenInput
	keep := func(name string, values []string) {
		for _, v := range values {
			hidden = append(hidden, views.HiddenInput{Name: name, Value: v})
		}
	}
	for i := range facets {
		f := &facets[i]
		keep(f.Name, slices.DeleteFunc(slices.Clone(o.links.values[f.Name]), func(v string) bool { return chosen(f, v) }))
	}
	keep("why_not", o.links.values["why_not"])
	keep("per", o.links.values["per"])
	for _, id := range o.picks.ids() {
		if !slices.ContainsFunc(rows, func(r views.OfferEntry) bool { return r.ID == id }) {
			keep("pick", []string{id})
		}
	}
	return hidden
}

// chosen reports whether a value is a ticked option of the facet.
func chosen(f *views.OfferFacet, value string) bool {
	is := func(option views.FacetOption) bool {
		return option.Chosen && strings.EqualFold(option.Value, strings.TrimSpace(value))
	}
	return slices.ContainsFunc(f.Options, is) || slices.ContainsFunc(f.More, is)
}

package views

import (
	"net/url"

	"github.com/a-h/templ"

	"gpuscale/views/ui"
)

// facetList is the groups of conditions, written by hand: the page has hundreds of
// ticks. For htmx it is the lists and messages alone, each out of band, so that what
// is typed and what is folded open stay as they are.
func facetList(f Frame, m OffersModel) templ.Component {
	return handWritten(func(b *markup) {
		for i := range m.Facets {
			facet := &m.Facets[i]
			if m.HX {
				facetValues(b, f, &m, facet)
				for _, bound := range facet.Bounds {
					problemSlot(b, &m, bound.Name)
				}
				continue
			}
			b.raw(`<details class="facet"`)
			if facet.Open {
				b.raw(` open`)
			}
			b.between(`><summary>`, facet.Title, `</summary>`)
			for _, bound := range facet.Bounds {
				boundInput(b, &m, bound)
				problemSlot(b, &m, bound.Name)
			}
			facetValues(b, f, &m, facet)
			b.raw(`</details>`)
		}
	})
}

func outOfBand(b *markup, m *OffersModel) {
	if m.HX {
		b.raw(` hx-swap-oob="true"`)
	}
}

// facetValues is the list of one facet: exact choices, or ticks of which the rarer
// ones are folded.
func facetValues(b *markup, f Frame, m *OffersModel, facet *OfferFacet) {
	b.between(`<fieldset id="fo-`, facet.Name, `"`)
	outOfBand(b, m)
	b.between(`><legend class="vh">`, facet.Title, `</legend>`)
	exactChoices(b, f, facet)
	facetOptions(b, facet.Name, facet.Options)
	if len(facet.More) > 0 {
		b.raw(`<details class="more"`)
		if facet.MoreOpen {
			b.raw(` open`)
		}
		b.between(`><summary>`, facet.MoreText, `</summary>`)
		facetOptions(b, facet.Name, facet.More)
		b.raw(`</details>`)
	}
	b.between(`<p class="err" id="err-`, facet.Name, `">`)
	b.between(``, m.Problems[facet.Name], `</p></fieldset>`)
}

func facetOptions(b *markup, name string, options []FacetOption) {
	for i := range options {
		o := &options[i]
		b.between(`<label class="opt"><input type="checkbox" name="`, name, `" id="f-`)
		b.between(``, name, `-`)
		b.between(``, url.PathEscape(o.Value), `" value="`)
		b.text(o.Value)
		if o.Chosen {
			b.raw(`" checked>`)
		} else {
			b.raw(`">`)
		}
		b.between(`<span>`, o.Label, `</span><span class="nums">`)
		b.between(``, o.Count, `</span></label>`)
	}
}

// exactChoices are the values of a numeric condition that occur.
func exactChoices(b *markup, f Frame, facet *OfferFacet) {
	if len(facet.Exact) == 0 {
		return
	}
	b.between(`<p class="exact"><span class="mut">`, f.T("offers.filter.exact"), `</span>`)
	for i := range facet.Exact {
		x := &facet.Exact[i]
		b.between(` <a href="`, x.Href, `"`)
		if x.Current {
			b.raw(` aria-current="true"`)
		}
		b.between(`>`, x.Label, `<small>`)
		b.between(``, x.Count, `</small></a>`)
	}
	b.raw(`</p>`)
}

// boundInput is one typed value.
func boundInput(b *markup, m *OffersModel, bound BoundField) {
	b.between(`<div class="bound"><label for="`, bound.Name, `">`)
	b.between(``, bound.Label, `</label><input class="in" inputmode="decimal" id="`)
	b.between(``, bound.Name, `" name="`)
	b.between(``, bound.Name, `" value="`)
	b.text(m.typed(bound.Name))
	if m.Problems[bound.Name] != "" {
		b.raw(`" aria-invalid="true`)
	}
	b.between(`" aria-describedby="err-`, bound.Name, `"></div>`)
}

// problemSlot is the place for the message at a field.
func problemSlot(b *markup, m *OffersModel, name string) {
	b.between(`<p class="err" id="err-`, name, `"`)
	outOfBand(b, m)
	b.between(`>`, m.Problems[name], `</p>`)
}

// linkList are links one after another; a count stands behind its label.
func linkList(links []OfferLink) templ.Component {
	return handWritten(func(b *markup) {
		for i := range links {
			l := &links[i]
			b.between(`<a href="`, l.Href, `"`)
			if l.Current {
				b.raw(` aria-current="true"`)
			}
			b.between(`>`, l.Label, ``)
			if l.Count != "" {
				b.between(`<b>`, l.Count, `</b>`)
			}
			b.raw(`</a> `)
		}
	})
}

// selectOptions are the choices of a select.
func selectOptions(options []ui.Option) templ.Component {
	return handWritten(func(b *markup) {
		for i := range options {
			o := &options[i]
			b.between(`<option value="`, o.Value, `"`)
			if o.Chosen {
				b.raw(` selected`)
			}
			b.between(`>`, o.Label, `</option>`)
		}
	})
}

// formRadios are the choices of a segmented control outside of the form.
func formRadios(name string, options []ui.Option) templ.Component {
	return handWritten(func(b *markup) {
		for i := range options {
			o := &options[i]
			b.between(`<label><input type="radio" form="`+offersForm+`" name="`, name, `" value="`)
			b.between(``, o.Value, `"`)
			if o.Chosen {
				b.raw(` checked`)
			}
			b.between(`>`, o.Label, `</label>`)
		}
	})
}

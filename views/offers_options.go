package views

import (
	"github.com/a-h/templ"

	"gpuscale/views/ui"
)

// facetOptions are the ticks of one facet, written by hand: the page has hundreds.
func facetOptions(name string, options []ui.Option) templ.Component {
	return handWritten(func(b *markup) {
		for i := range options {
			o := &options[i]
			b.between(`<label class="opt"><input type="checkbox" name="`, name, `" id="`)
			b.between(``, o.ID, `" value="`)
			b.text(o.Value)
			if o.Chosen {
				b.raw(`" checked>`)
			} else {
				b.raw(`">`)
			}
			b.between(`<span>`, o.Label, `</span><span class="nums">`)
			b.between(``, o.Count, `</span></label>`)
		}
	})
}

// exactChoices are the values of a numeric condition that occur.
func exactChoices(f Frame, facet OfferFacet) templ.Component {
	return handWritten(func(b *markup) {
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
	})
}

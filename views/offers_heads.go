package views

import (
	"github.com/a-h/templ"

	"gpuscale/views/chart"
)

// offerHeads are the heads of the columns after the first.
func offerHeads(m *OffersModel) templ.Component {
	return handWritten(func(b *markup) {
		for i := range m.Heads {
			h := &m.Heads[i]
			b.between(`<th role="columnheader" scope="col" class="`, h.Class, `"`)
			if h.Sorted != "" {
				b.between(` aria-sort="`, h.Sorted, `"`)
			}
			b.raw(`>`)
			switch {
			case h.Href != "":
				sortLink(b, h)
				if h.Second != nil {
					b.raw(`<br>`)
					sortLink(b, h.Second)
				}
			case h.Key == "beam":
				b.text(h.Label)
				*b = chart.AppendSharedTrack(chart.AppendBeamScale(*b, m.Axis), m.Axis)
			default:
				headText(b, h)
			}
			b.raw(`</th>`)
		}
	})
}

func headText(b *markup, h *OfferHead) {
	b.text(h.Label)
	if h.Sub != "" {
		b.between(`<br><span class="mut">`, h.Sub, `</span>`)
	}
}

// sortLink sorts the list by a column.
func sortLink(b *markup, h *OfferHead) {
	b.between(`<a class="sort" id="sort-`, h.Key, `" href="`)
	b.between(``, h.Href, `" hx-get="`)
	b.between(``, h.Href, `" hx-target="#`+OffersResults+`" hx-swap="outerHTML" hx-push-url="true" hx-indicator="#`+OffersCount+`"><span>`)
	headText(b, h)
	b.raw(`</span><svg viewBox="0 0 8 10" aria-hidden="true"><path class="sa" d="M4 0l3.4 4H.6z"/><path class="sd" d="M4 10L.6 6h6.8z"/></svg></a>`)
}

package handlers

import (
	"net/url"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/ui"
	"gpuscale/web"
)

// picks are the offers in the compare tray, in the order in which they were picked.
type picks struct {
	offers  []catalog.Offer
	typed   []string        // the id in the address, by place in offers
	refused []catalog.Offer // beyond the limit
	gone    []string        // ids that are not in the market
}

// pickOffers reads the tray. Any price's id stands for its offer; repeated ones
// count once.
func pickOffers(m *catalog.Market, ids []string) picks {
	var p picks
	seen := map[string]bool{}
	for _, id := range ids {
		id = strings.TrimSpace(id)
		offer, ok := m.Offer(strings.ToLower(id))
		switch {
		case !ok:
			p.gone = append(p.gone, id)
		case seen[offer.ID]:
		case len(p.offers) == catalog.MaxColumns:
			p.refused = append(p.refused, offer)
		default:
			p.offers, p.typed = append(p.offers, offer), append(p.typed, id)
		}
		seen[offer.ID] = ok
	}
	return p
}

func (p picks) has(id string) bool {
	return slices.ContainsFunc(p.offers, func(o catalog.Offer) bool { return o.ID == id })
}

func (p picks) ids() []string {
	ids := make([]string, len(p.offers))
	for i := range p.offers {
		ids[i] = p.offers[i].ID
	}
	return ids
}

// tray is the compare tray with its links.
func (o *offersPage) tray() ui.TrayProps {
	n := len(o.picks.offers)
	t := ui.TrayProps{
		ID: views.OffersTray, Label: o.t("offers.tray"), OutOfBand: o.frame.HX,
		Title: o.t("offers.tray.title", "n", n, "max", catalog.MaxColumns), Free: o.t("offers.tray.full"),
		ClearLabel: o.t("offers.tray.clear"), ClearHref: o.here("pick"), CompareLabel: o.t("offers.tray.go"),
		CompareHref: o.compareHref(), TooFew: n == 1, TooFewExplanation: o.t("offers.tray.few"),
	}
	if n < catalog.MaxColumns {
		t.Free = o.t("offers.tray.free", "n", catalog.MaxColumns-n)
	}
	for i := range o.picks.offers {
		offer := &o.picks.offers[i]
		t.Slots = append(t.Slots, ui.Slot{
			Title: views.In(o.frame.Lang, offer.Provider.Name), Detail: views.OfferCard(offer),
			Remove: o.t("offers.tray.remove", "offer", views.In(o.frame.Lang, offer.Label())),
			Href:   o.here("pick", slices.Delete(o.picks.ids(), i, i+1)...),
		})
	}
	return t
}

// here is the same page of the list with another value of a parameter.
func (o *offersPage) here(name string, values ...string) string {
	return o.links.changed(map[string][]string{name: values, "page": o.links.values["page"]})
}

func (o *offersPage) compareHref() string {
	values := url.Values{"o": o.picks.ids()}
	names := []string{"o", "currency", "month", "as_of"}
	for _, name := range names[1:] {
		values[name] = o.links.values[name]
	}
	return o.frame.Href("/compare?" + web.Encode(values, names))
}

// trayNotes tells what of the tray could not be shown.
func (o *offersPage) trayNotes() []string {
	var notes []string
	if len(o.picks.refused) > 0 {
		labels := make([]string, len(o.picks.refused))
		for i := range o.picks.refused {
			labels[i] = views.In(o.frame.Lang, o.picks.refused[i].Label())
		}
		notes = append(notes, o.t("offers.tray.refused", "max", catalog.MaxColumns, "offers", strings.Join(labels, o.t("offers.comma"))))
	}
	if len(o.picks.gone) > 0 {
		notes = append(notes, text.T(o.frame.Lang, "offers.tray.gone", "ids", strings.Join(o.picks.gone, ", ")))
	}
	return notes
}

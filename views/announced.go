package views

import (
	"cmp"
	"slices"

	"gpuscale/catalog"
	"gpuscale/text"
)

// announce lists the prices that are announced for offers that keep lets through,
// the next to begin first.
func (r *Rentals) announce(k *OfferLook, keep func(*catalog.Offer) bool) {
	coming := k.Market.Coming()
	for i := range coming {
		if keep(&coming[i]) {
			r.Announced = append(r.Announced, lonePrices(k, &coming[i], func(p *catalog.Price) []string {
				return []string{Validity(k.Lang, p.ValidFrom, p.ValidTo)}
			})...)
		}
	}
	slices.SortStableFunc(r.Announced, func(a, b LonePrice) int {
		return cmp.Or(a.Price.Price.ValidFrom.Start().Compare(b.Price.Price.ValidFrom.Start()), cmp.Compare(a.Price.Price.ID, b.Price.Price.ID))
	})
}

// Validity words from when and until when something holds; "" where neither day is
// known.
func Validity(l text.Lang, from, to catalog.Date) string {
	switch {
	case from.Known() && to.Known():
		return text.T(l, "validity.span", "from", from, "to", to)
	case from.Known():
		return text.T(l, "offers.detail.from", "date", from)
	case to.Known():
		return text.T(l, "offers.detail.until", "date", to)
	}
	return ""
}

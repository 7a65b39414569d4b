package review

import "gpuscale/catalog"

// offered is the offer judged last: files list the prices of an offer one after the
// other, and gathering thousands of them anew for each takes their square.
type offered struct {
	market *catalog.Market
	offer  catalog.Offer
	places map[string]int // of its prices, by id
}

// offered returns a price of a market and its offer; both are nil for an id it has not.
func (r *Review) offered(m *catalog.Market, id string) (*catalog.Offer, *catalog.Price) {
	of, ok := m.OfferID(id)
	if !ok {
		return nil, nil
	}
	last := &r.last
	if last.market != m || last.offer.ID != of {
		last.market, last.places = m, map[string]int{}
		last.offer, _ = m.Offer(id)
		for i := range last.offer.Prices {
			last.places[last.offer.Prices[i].ID] = i
		}
	}
	return &last.offer, &last.offer.Prices[last.places[id]]
}

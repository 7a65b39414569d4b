package review

import (
	"slices"

	"gpuscale/catalog"
)

// rivals are what a market pays for each card, and which of its prices cannot both
// be right: gathered once, however many prices are judged by it.
type rivals struct {
	paid     map[string][]rival
	quarrels map[string][]quarrel
}

// rival is a ranked on-demand price of a card and hour, in 1e-9 CNY.
type rival struct {
	nano int64
	id   string
}

// quarrel is a contradiction between a price and another one of its offer.
type quarrel struct {
	code  Code
	other string
}

func (r *Review) rivals(m *catalog.Market) *rivals {
	if known := r.rivalsOf[m]; known != nil {
		return known
	}
	all := &rivals{paid: map[string][]rival{}, quarrels: map[string][]quarrel{}}
	for ranked := range m.RankedPrices() {
		if ranked.Billing == catalog.OnDemand && ranked.Accelerator != nil {
			slug := ranked.Accelerator.Slug
			all.paid[slug] = append(all.paid[slug], rival{ranked.HourNano, m.RankedID(ranked)})
		}
	}
	for _, list := range all.paid {
		slices.SortFunc(list, func(a, b rival) int {
			switch {
			case a.nano < b.nano:
				return -1
			case a.nano > b.nano:
				return 1
			}
			return 0
		})
	}
	for offer := range m.All(catalog.OfferQuery{Show: catalog.ShowAll}) {
		all.quarrel(offer.Prices)
	}
	if r.rivalsOf == nil {
		r.rivalsOf = map[*catalog.Market]*rivals{}
	}
	r.rivalsOf[m] = all
	return all
}

// quarrel notes both sides of what contradicts each other within an offer.
func (a *rivals) quarrel(prices []catalog.Price) {
	for i := range prices {
		for _, found := range prices[i].Contradictions {
			if code := contradictionCodes[found.Code]; code != "" {
				a.quarrels[prices[i].ID] = append(a.quarrels[prices[i].ID], quarrel{code, found.Against})
				a.quarrels[found.Against] = append(a.quarrels[found.Against], quarrel{code, prices[i].ID})
			}
		}
	}
}

// span adds what others than a price ask for a card; they are sorted, so that the
// ends tell.
func (a *rivals) span(slug, except string) span {
	list := a.paid[slug]
	var s span
	s.n = len(list)
	low, high := 0, len(list)-1
	for low <= high && list[low].id == except {
		low, s.n = low+1, s.n-1
	}
	for high > low && list[high].id == except {
		high, s.n = high-1, s.n-1
	}
	if low > high {
		return span{}
	}
	s.low, s.high = catalog.DecimalFromNano(list[low].nano), catalog.DecimalFromNano(list[high].nano)
	return s
}

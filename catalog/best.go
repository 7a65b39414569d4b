package catalog

import "slices"

type bestKey struct {
	gpu  string
	area MarketArea
}

// Best is the lowest ranked on-demand price of an accelerator or family in one
// market area.
type Best struct {
	Accelerator *Accelerator
	Area        MarketArea
	Offer       Offer
	Price       Price
}

// bestPrices finds, per accelerator and area, the price row with the lowest
// card-hour; ties go to the first by provider and id.
func (b *book) bestPrices() map[bestKey]uint32 {
	best := map[bestKey]uint32{}
	for i := range len(b.offers) - 1 {
		o := &b.offers[i]
		gpu := b.gpu(o)
		if gpu == nil {
			continue
		}
		key := bestKey{gpu.Slug, b.providers.values[o.provider].Market}
		for p := o.first; p < b.offers[i+1].first; p++ {
			if c := b.class(p); c.not != 0 || b.billings.values[c.billing] != OnDemand {
				continue
			}
			if old, ok := best[key]; !ok || b.hours[p] < b.hours[old] {
				best[key] = p
			}
		}
	}
	return best
}

// Best returns the best price of an accelerator, or of a family on its own: the
// lowest ranked on-demand card-hour in the area. A family's is never a member's.
func (m *Market) Best(slug string, area MarketArea) (Best, bool) {
	row, ok := m.best[bestKey{slug, area}]
	if !ok {
		return Best{}, false
	}
	return Best{
		Accelerator: m.gpus[slug], Area: area,
		Offer: m.book.offer(m.book.offerOf[row], nil), Price: m.book.price(row),
	}, true
}

// BestPrices returns the best prices of one area, the cheapest card first; families
// of several parts are in their own list.
func (m *Market) BestPrices(area MarketArea) (parts, families []Best) {
	var rows []uint32
	for key, row := range m.best {
		if key.area == area {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(x, y uint32) int {
		if a, b := m.book.hours[x], m.book.hours[y]; a != b {
			return int(min(max(a-b, -1), 1))
		}
		return int(x) - int(y)
	})
	for _, row := range rows {
		gpu := m.book.gpu(&m.book.offers[m.book.offerOf[row]])
		best, _ := m.Best(gpu.Slug, area)
		if gpu.Family() {
			families = append(families, best)
		} else {
			parts = append(parts, best)
		}
	}
	return parts, families
}

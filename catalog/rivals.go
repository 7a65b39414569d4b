package catalog

// Rivals tells how many ranked on-demand prices an accelerator has in one area and
// how many of them are the lowest: where most are, or only one price stands, the
// word "lowest" says nothing.
type Rivals struct {
	Prices, Lowest int
}

// Telling reports whether calling a price the lowest tells it from most others.
func (r Rivals) Telling() bool { return r.Lowest*2 <= r.Prices }

// rivals counts, per accelerator and area, the ranked on-demand prices.
func (b *book) rivals(best map[bestKey]uint32) map[bestKey]Rivals {
	all := make(map[bestKey]Rivals, len(best))
	for i := range len(b.offers) - 1 {
		o := &b.offers[i]
		gpu := b.gpu(o)
		if gpu == nil {
			continue
		}
		key := bestKey{gpu.Slug, b.providers.values[o.provider].Market}
		r := all[key]
		for p := o.first; p < b.offers[i+1].first; p++ {
			if c := b.class(p); c.not != 0 || b.billings.values[c.billing] != OnDemand {
				continue
			}
			r.Prices++
			if b.hours[p] == b.hours[best[key]] {
				r.Lowest++
			}
		}
		all[key] = r
	}
	return all
}

// Rivals returns the count of ranked on-demand prices of an accelerator or family.
func (m *Market) Rivals(slug string, area MarketArea) Rivals { return m.rivals[bestKey{slug, area}] }

// IsLowest reports whether a price of the offer is the lowest ranked on-demand one
// of its accelerator in its provider's area, where that tells it from most others.
func (m *Market) IsLowest(o *Offer, p *Price) bool {
	if o.Accelerator == nil || !p.Ranked() || p.Billing != OnDemand {
		return false
	}
	key := bestKey{o.Accelerator.Slug, o.Provider.Market}
	best, ok := m.best[key]
	if !ok || !m.rivals[key].Telling() {
		return false
	}
	row, ok := m.book.rowByID(p.ID)
	return ok && m.book.hours[row] == m.book.hours[best]
}

package catalog

// Tally counts what a market holds at its moment.
type Tally struct {
	Offers, Prices, Ranked int               // Ranked: prices that may be ranked
	Freshness              map[Freshness]int // prices
	Newest                 Date              // the latest day a price was read
	Providers              map[string]Count  // by slug; absent: none
	Accelerators           map[string]Count  // by slug; a family's are its own only
}

// Count is a part of a Tally.
type Count struct {
	Offers, RankedOffers, Prices int
	Newest                       Date
	Lowest                       string             // id of the lowest ranked on-demand price, "" for none
	Confidence                   map[Confidence]int // prices by how near to the operator they were read
	lowest                       Decimal
}

// Tally counts the offers and prices of all providers and accelerators in one walk.
func (m *Market) Tally() Tally {
	t := Tally{Freshness: map[Freshness]int{}, Providers: map[string]Count{}, Accelerators: map[string]Count{}}
	basis := m.Basis(CNY, Month730)
	m.EachOffer(OfferQuery{Show: ShowAll}, func(o *Offer) bool {
		t.Offers++
		one := countOffer(o, basis)
		for i := range o.Prices {
			t.Prices++
			t.Freshness[o.Prices[i].Freshness]++
			if o.Prices[i].Ranked() {
				t.Ranked++
			}
		}
		t.Newest = laterDate(t.Newest, one.Newest)
		t.Providers[o.Provider.Slug] = t.Providers[o.Provider.Slug].plus(one)
		if o.Accelerator != nil {
			t.Accelerators[o.Accelerator.Slug] = t.Accelerators[o.Accelerator.Slug].plus(one)
		}
		return true
	})
	return t
}

func countOffer(o *Offer, basis Basis) Count {
	c := Count{Offers: 1, Prices: len(o.Prices), Confidence: map[Confidence]int{}}
	for i := range o.Prices {
		p := &o.Prices[i]
		c.Newest = laterDate(c.Newest, p.Source.Seen)
		c.Confidence[p.Source.Confidence]++
		if !p.Ranked() {
			continue
		}
		c.RankedOffers = 1
		hour := basis.PerGPUHour(p)
		if p.Billing == OnDemand && hour.Known() && (c.Lowest == "" || hour.Low.Cmp(c.lowest) < 0) {
			c.Lowest, c.lowest = p.ID, hour.Low
		}
	}
	return c
}

func (c Count) plus(d Count) Count {
	if c.Offers == 0 {
		return d
	}
	c.Offers += d.Offers
	c.RankedOffers += d.RankedOffers
	c.Prices += d.Prices
	c.Newest = laterDate(c.Newest, d.Newest)
	for word, n := range d.Confidence {
		c.Confidence[word] += n
	}
	if d.Lowest != "" && (c.Lowest == "" || d.lowest.Cmp(c.lowest) < 0) {
		c.Lowest, c.lowest = d.Lowest, d.lowest
	}
	return c
}

// laterDate returns the later of two dates; a partial date counts as its first day
// and an unknown one as before all others.
func laterDate(a, b Date) Date {
	if !a.Known() || b.Known() && a.Start().Before(b.Start()) {
		return b
	}
	return a
}

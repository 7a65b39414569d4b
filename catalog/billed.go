package catalog

// BilledPrice is what a bill needs of one price and its offer, without copies: it
// serves computing over very many prices.
type BilledPrice struct {
	Provider    *Provider
	Accelerator *Accelerator // nil when the published name fits no part
	Count       Opt[int]
	VCPU        Number
	Share       Share
	Billing     BillingMode
	Unit        Unit
	Currency    Currency
	Kind        PriceKind
	Scope       Scope
	AmountNano  Opt[int64] // as published, × 1e-9
	MaxNano     Opt[int64]
	Row         uint32 // its place in the market, by provider and offer
}

// EachBilled calls visit with every price that fits a query, by provider and offer,
// until it returns false. The price is reused for the next call.
func (m *Market) EachBilled(q OfferQuery, visit func(*BilledPrice) bool) {
	plan, b := m.book.plan(q.withDefaults()), m.book
	var billed BilledPrice
	for i := range len(b.offers) - 1 {
		o := &b.offers[i]
		if plan.judgeOffer(uint32(i)) != 0 {
			continue
		}
		for row := o.first; row < b.offers[i+1].first; row++ {
			if plan.judgePrice(row, o) != 0 {
				continue
			}
			if b.bill(o, row, &billed); !visit(&billed) {
				return
			}
		}
	}
}

// Billed returns the price with the id.
func (m *Market) Billed(priceID string) (BilledPrice, bool) {
	row, ok := m.book.rowByID(priceID)
	if !ok {
		return BilledPrice{}, false
	}
	var billed BilledPrice
	m.book.bill(&m.book.offers[m.book.offerOf[row]], row, &billed)
	return billed, true
}

// PriceAt returns the price in a row, and its offer with all prices.
func (m *Market) PriceAt(row uint32) (Offer, Price) {
	return m.book.offer(m.book.offerOf[row], nil), m.book.price(row)
}

// PriceID returns the id of the price in a row.
func (m *Market) PriceID(row uint32) string { return m.book.id(row) }

func (b *book) bill(o *offerRow, row uint32, into *BilledPrice) {
	r, c := &b.prices[row], b.card(o)
	*into = BilledPrice{
		Provider: b.providers.values[o.provider], Accelerator: b.gpus.values[c.gpu], Count: b.counts.values[c.count],
		VCPU: b.numbers.values[b.rest[b.offerOf[row]].vcpu], Share: b.shares.values[c.share], Billing: b.billings.values[b.class(row).billing],
		Unit: b.units.values[r.unit], Currency: b.currencies.values[r.currency], Kind: b.kinds.values[b.class(row).kind],
		Scope: b.scopes.values[r.scope], AmountNano: knownNano(r.amount), MaxNano: knownNano(r.max), Row: row,
	}
}

func knownNano(n int64) Opt[int64] { return Opt[int64]{Value: n, Known: n != unknownNano} }

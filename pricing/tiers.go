package pricing

import "gpuscale/catalog"

// Tier is one step of a price by quantity: units up to and including UpTo cost
// Price each. The last tier has no UpTo.
type Tier struct {
	UpTo  catalog.Opt[catalog.Decimal]
	Price catalog.Decimal
}

// Graduated returns what a quantity costs when each slice has its own price
// (formula C3). A boundary belongs to the lower slice.
func Graduated(quantity Amount, tiers []Tier) Amount {
	var total, from Amount
	for _, t := range tiers {
		to := quantity
		if limit, ok := t.UpTo.Get(); ok {
			to = minAmount(quantity, Exactly(limit))
		}
		if to.Cmp(from) <= 0 {
			break
		}
		total = total.Plus(to.Minus(from).Times(Exactly(t.Price)))
		from = to
	}
	return total
}

// Volume returns what a quantity costs when all of it has the price of the tier it
// reaches (formula C4). The total can fall where a tier begins.
func Volume(quantity Amount, tiers []Tier) Amount {
	for _, t := range tiers {
		limit, bounded := t.UpTo.Get()
		if !bounded || quantity.Cmp(Exactly(limit)) <= 0 {
			return quantity.Times(Exactly(t.Price))
		}
	}
	return Amount{}
}

package catalog

import "strings"

// Reasons of unknown cells beside those of prices.
const (
	ReasonNotStated    Reason = "not-stated"    // of a provider, in the sources read
	ReasonNotPublished Reason = "not-published" // of a card, or the variant is not known
	ReasonNoPrice      Reason = "no-price"      // in the billing mode
	ReasonNoneRanked   Reason = "none-ranked"
	ReasonNoTotal      Reason = "no-total" // no price that the job can be computed with
	ReasonSlice        Reason = "slice"    // what a slice has of the card's speed is not known
)

// explain gives every unknown cell that has no reason of its own the one of its row.
func (c *Comparison) explain(r *CompareRow) {
	for i := range r.Cells {
		if cell := &r.Cells[i]; cell.State == StateUnknown && cell.Reason == "" {
			cell.Reason = c.reasonOf(r.Key)
		}
	}
}

func (c *Comparison) reasonOf(key string) Reason {
	fact := false
	if c.market != nil {
		_, fact = c.market.FactKey(strings.TrimPrefix(key, ProviderRow))
	}
	switch {
	case fact, strings.HasPrefix(key, ProviderRow), key == "sla", key == "article_price", key == "market_quote":
		return ReasonNotStated
	case strings.HasPrefix(key, "price_per_"):
		return ReasonNotPublished
	case strings.HasPrefix(key, "price_"):
		return ReasonNoPrice
	case strings.HasPrefix(key, "best_price"):
		return ReasonNoneRanked
	case strings.HasPrefix(key, "cost_"):
		return ReasonNoTotal
	}
	return ReasonNotPublished
}

// withoutHour says why an offer has no price of a mode: its prices are not by the card
// and hour, or none is published.
func (o *Offer) withoutHour(b Basis) Reason {
	for i := range o.Prices {
		if hour := b.PerGPUHour(&o.Prices[i]); !hour.Known() {
			return hour.Reason
		}
	}
	return ReasonNoPrice
}

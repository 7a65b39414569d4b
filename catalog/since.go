package catalog

// SinceKind says what became of a price after an earlier moment.
type SinceKind string

// What can become of a price.
const (
	SinceChanged  SinceKind = "changed"  // another amount, currency or unit
	SinceDelisted SinceKind = "delisted" // no longer recorded
	SinceEnded    SinceKind = "ended"    // its validity is over
	SinceSoldOut  SinceKind = "sold-out"
	SinceUnranked SinceKind = "unranked" // no longer ranked, for another reason than these
)

// PriceSince is what became of one price between two markets. After is the zero
// Price when the price was delisted. Percent is the change of the published amount,
// or of the card-hour where currency or unit differ; one decimal, half-up.
type PriceSince struct {
	Kind    SinceKind
	Offer   Offer // as it was
	Before  Price
	After   Price
	Percent Opt[Decimal]
}

// BestSince is how the best price of an accelerator in one area moved between two
// markets, in CNY a card and hour at each market's rates. A side without a best
// price is unknown.
type BestSince struct {
	Accelerator   *Accelerator
	Area          MarketArea
	Before, After Opt[Decimal]
	Percent       Opt[Decimal]
}

// RateSince is an exchange rate that another has replaced.
type RateSince struct{ Before, After Rate }

// Since is what changed between two markets for the things on a page.
type Since struct {
	Prices    []PriceSince // in the order of the ids
	Best      []BestSince  // in the order of the slugs, the mainland first
	Rates     []RateSince
	Unchanged int // prices of the ids that stand as they stood
}

// Empty reports whether nothing changed.
func (s Since) Empty() bool { return len(s.Prices)+len(s.Best)+len(s.Rates) == 0 }

// ChangesSince tells what became of prices, by id, and of the best prices of
// accelerators, by slug, from the market then to the market now. Ids that then did
// not know are left out.
func ChangesSince(then, now *Market, ids, slugs []string) Since {
	var s Since
	for _, id := range ids {
		offer, before, ok := then.Price(id)
		if !ok {
			continue
		}
		if change, changed := priceSince(now, offer, before); changed {
			s.Prices = append(s.Prices, change)
		} else {
			s.Unchanged++
		}
	}
	for _, slug := range slugs {
		for _, area := range []MarketArea{MainlandChina, International} {
			if change, changed := bestSince(then, now, slug, area); changed {
				s.Best = append(s.Best, change)
			}
		}
	}
	for _, before := range then.Rates() {
		for _, after := range now.Rates() {
			if before.Base == after.Base && before.Quote == after.Quote && !before.Value.Equal(after.Value) {
				s.Rates = append(s.Rates, RateSince{before, after})
			}
		}
	}
	return s
}

func priceSince(now *Market, offer Offer, before Price) (PriceSince, bool) {
	change := PriceSince{Offer: offer, Before: before}
	_, after, there := now.Price(before.ID)
	if !there {
		change.Kind = SinceDelisted
		return change, true
	}
	change.After = after
	change.Percent = changeOf(now, &before, &after)
	switch {
	case after.Ended() && !before.Ended():
		change.Kind = SinceEnded
	case after.Availability == SoldOut && before.Availability != SoldOut:
		change.Kind = SinceSoldOut
	case !sameAmounts(&before, &after):
		change.Kind = SinceChanged
	case before.Ranked() && !after.Ranked():
		change.Kind = SinceUnranked
	default:
		return change, false
	}
	return change, true
}

func sameAmounts(a, b *Price) bool {
	return a.Currency == b.Currency && a.Unit == b.Unit && sameAmount(a.Amount, b.Amount) && sameAmount(a.Max, b.Max)
}

func sameAmount(a, b Opt[Decimal]) bool {
	return a.Known == b.Known && (!a.Known || a.Value.Equal(b.Value))
}

// changeOf compares as published where that is possible, else by the card-hour at
// one market's rates, so that a change of the rate is no change of the price.
func changeOf(m *Market, before, after *Price) Opt[Decimal] {
	if before.Currency == after.Currency && before.Unit == after.Unit {
		if before.Amount.Known && after.Amount.Known {
			return PercentChange(before.Amount.Value, after.Amount.Value)
		}
		return Opt[Decimal]{}
	}
	basis := m.Basis(CNY, Month730)
	old, now := basis.PerGPUHour(before), basis.PerGPUHour(after)
	if !old.Known() || !now.Known() {
		return Opt[Decimal]{}
	}
	return PercentChange(old.Low, now.Low)
}

func bestSince(then, now *Market, slug string, area MarketArea) (BestSince, bool) {
	old, had := then.Best(slug, area)
	best, has := now.Best(slug, area)
	if !had && !has {
		return BestSince{}, false
	}
	change := BestSince{Accelerator: old.Accelerator, Area: area}
	if had {
		change.Before = hourOf(then, &old.Price)
	} else {
		change.Accelerator = best.Accelerator
	}
	if has {
		change.After = hourOf(now, &best.Price)
	}
	if sameAmount(change.Before, change.After) {
		return BestSince{}, false
	}
	if had && has {
		change.Percent = PercentChange(change.Before.Value, change.After.Value)
	}
	return change, true
}

func hourOf(m *Market, p *Price) Opt[Decimal] {
	hour := m.Basis(CNY, Month730).PerGPUHour(p)
	if !hour.Known() {
		return Opt[Decimal]{}
	}
	return Known(hour.Rounded().Low)
}

// PercentChange returns (after − before) ÷ |before| in percent, half-up at one
// decimal; unknown when before is zero or the figure is too large.
func PercentChange(before, after Decimal) Opt[Decimal] {
	if before.IsZero() {
		return Opt[Decimal]{}
	}
	percent, err := percentOver(after, before)
	if err != nil {
		return Opt[Decimal]{}
	}
	return Known(percent)
}

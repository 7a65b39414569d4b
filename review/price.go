package review

import (
	"gpuscale/catalog"
	"gpuscale/dataset"
)

// staleDays is from how many days on a source is too old to enter a price from.
const staleDays = 180

// sameReadingDays is for how many days a reading may be corrected under its own day.
const sameReadingDays = 7

// Bounds of a plausible card-hour, as multiples of what the market pays: a third to
// three times for on-demand, down to a tenth for prices that are meant to be lower.
const (
	aboveTimes  = 3
	belowTimes  = 3
	reducedDown = 10
	// fewestRivals is how many other prices say what the market pays.
	fewestRivals = 2
)

// priced are the columns that a card-hour is computed from or compared by.
var priced = []string{"accelerator", "form_factor", "vram_gb", "gpu_count", "region", "billing_mode", "price_amount", "price_max", "price_tier",
	"currency", "unit", "scope", "share", "valid_from", "valid_to"}

// price judges one line of offers.
func (c *change) price() {
	line, problems := dataset.ParsePrice(c.after)
	if len(problems) > 0 {
		return
	}
	c.source(line)
	c.card(line)
	c.twin(line)
	if c.before.Values != nil && unchanged(c.before, c.after, priced...) {
		// What was kept before, with or without a reason, does not hold up an edit of
		// something else.
		return
	}
	if line.Amount.Known && line.Amount.Value.IsZero() {
		c.object("price_amount", Zero)
	}
	m := c.review.marketAt(line.ValidFrom)
	offer, price := c.review.offered(m, line.ID)
	if offer == nil {
		return
	}
	c.contradictions(m, line.ID)
	c.total(m, offer, price)
	c.plausible(m, offer, price)
}

func (c *change) source(line catalog.PriceLine) {
	c.renewed(line)
	if !line.Source.Seen.Known() || c.before.Values != nil && c.before.Get("source_date") == c.after.Get("source_date") {
		return
	}
	if days := catalog.DaysBetween(line.Source.Seen, catalog.DateOf(c.review.now)); days > staleDays {
		c.object("source_date", ExpiredSource, "days", days)
	}
}

// renewed objects to another amount from the same page on the day of the old one: it
// would be published as what was seen then.
func (c *change) renewed(line catalog.PriceLine) {
	if c.before.Values == nil || unchanged(c.before, c.after, "price_amount", "price_max") || !unchanged(c.before, c.after, "source_url", "source_date") {
		return
	}
	if line.Source.Seen.Known() && catalog.DaysBetween(line.Source.Seen, catalog.DateOf(c.review.now)) > sameReadingDays {
		c.object("source_date", NotRenewed, "date", line.Source.Seen.String())
	}
}

// contradictionCodes says contradictions in the words of objections.
var contradictionCodes = map[catalog.ContradictionCode]Code{
	catalog.SpotAboveOnDemand: SpotAbove, catalog.ReservedAboveOnDemand: ReservedAbove, catalog.TermAboveOnDemand: TermAbove,
	catalog.MonthAboveOnDemand: MonthAbove, catalog.YearAboveMonths: YearAbove,
}

// contradictions objects where this price and another of its offer cannot both be
// right.
func (c *change) contradictions(m *catalog.Market, id string) {
	said := map[Code]bool{}
	for _, q := range c.review.rivals(m).quarrels[id] {
		if !said[q.code] {
			said[q.code] = true
			c.object("price_amount", q.code, "other", q.other)
		}
	}
}

// total holds the price of a card and that of its machine to each other.
func (c *change) total(m *catalog.Market, offer *catalog.Offer, price *catalog.Price) {
	basis := m.Basis(catalog.CNY, catalog.Month730)
	own := basis.PerGPUHour(price)
	if !own.Known() {
		return
	}
	for i := range offer.Prices {
		other := &offer.Prices[i]
		if other.ID == price.ID || other.Billing != price.Billing || other.Kind != price.Kind || other.Unit.PerMachine() == price.Unit.PerMachine() {
			continue
		}
		theirs := basis.PerGPUHour(other)
		if !theirs.Known() {
			continue
		}
		if percent, ok := percentChange(theirs.Low, own.Low); ok && percent.Abs().Cmp(catalog.WholeDecimal(1)) > 0 {
			c.object("price_amount", NotTotal, "value", hourly(own.Low), "other", hourly(theirs.Low))
			return
		}
	}
}

func hourly(d catalog.Decimal) string { return catalog.RoundHalfUp(d, 4).Trim(2).String() }

// plausible holds a card-hour to what others ask for the same card.
func (c *change) plausible(m *catalog.Market, offer *catalog.Offer, price *catalog.Price) {
	if offer.Accelerator == nil {
		return
	}
	own := m.Basis(catalog.CNY, catalog.Month730).PerGPUHour(price)
	if !own.Known() {
		return
	}
	low, high, ok := c.review.paid(m, offer.Accelerator.Slug, price.ID)
	if !ok {
		return
	}
	divisor := int64(belowTimes)
	if price.Billing != catalog.OnDemand {
		divisor = reducedDown
	}
	least, leastErr := low.Quo(catalog.WholeDecimal(divisor))
	most, mostErr := high.Mul(catalog.WholeDecimal(aboveTimes))
	if leastErr != nil || mostErr != nil {
		return
	}
	if own.Low.Cmp(least) < 0 || own.Low.Cmp(most) > 0 {
		c.object("price_amount", Implausible, "value", hourly(own.Low), "low", hourly(low), "high", hourly(high))
	}
}

// paid is the span of what the market pays for a card and hour in CNY: ranked
// on-demand prices of others, and market quotes. ok is false where too little is
// known to judge by.
func (r *Review) paid(m *catalog.Market, slug, except string) (low, high catalog.Decimal, ok bool) {
	s := r.rivals(m).span(slug, except)
	enough := s.n >= fewestRivals
	basis := m.Basis(catalog.CNY, catalog.Month730)
	for _, quote := range m.Benchmarks(slug) {
		for _, amount := range []catalog.Opt[catalog.Decimal]{quote.Low, quote.High} {
			if hour, known := quoted(basis, quote, amount); known {
				s.add(hour)
				enough = true
			}
		}
	}
	return s.low, s.high, enough
}

type span struct {
	low, high catalog.Decimal
	n         int
}

func (s *span) add(d catalog.Decimal) {
	if s.n == 0 || d.Cmp(s.low) < 0 {
		s.low = d
	}
	if s.n == 0 || d.Cmp(s.high) > 0 {
		s.high = d
	}
	s.n++
}

// quoted is a market quote for a card and hour in the basis' currency.
func quoted(b catalog.Basis, q catalog.Benchmark, amount catalog.Opt[catalog.Decimal]) (catalog.Decimal, bool) {
	hours, ok := q.Unit.Hours(b.Month)
	if !ok || !amount.Known || amount.Value.Sign() <= 0 {
		return catalog.Decimal{}, false
	}
	if q.Unit.PerMachine() {
		if !q.Count.Known || q.Count.Value <= 0 {
			return catalog.Decimal{}, false
		}
		hours *= q.Count.Value
	}
	converted, ok := b.Convert(catalog.Money{Amount: amount.Value, Currency: q.Currency})
	if !ok {
		return catalog.Decimal{}, false
	}
	hour, err := converted.Amount.Quo(catalog.WholeDecimal(int64(hours)))
	return hour, err == nil
}

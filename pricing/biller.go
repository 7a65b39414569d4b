package pricing

import (
	"fmt"

	"gpuscale/catalog"
)

// Biller makes bills of single prices of one market, where a choice has been made
// already and each price may have a job of its own. It reads a provider's terms once
// and is not for use by several goroutines at the same time.
type Biller struct {
	market *catalog.Market
	terms  map[termsKey]map[*catalog.Provider]*terms
}

type termsKey struct {
	currency catalog.Currency
	month    catalog.MonthHours
}

// NewBiller returns a Biller for a market.
func NewBiller(m *catalog.Market) *Biller {
	return &Biller{market: m, terms: map[termsKey]map[*catalog.Provider]*terms{}}
}

// Bill returns what a job without a basket costs at a price of an offer of the market,
// or the reason why that cannot be computed. The error is ErrInvalidJob for a job that
// Check objects to.
func (b *Biller) Bill(job Job, o *catalog.Offer, p *catalog.Price) (*Bill, *Notice, error) {
	if problems := job.Check(); len(problems) > 0 {
		return nil, nil, fmt.Errorf("%w: %s: %w", ErrInvalidJob, problems[0].Field, problems[0].Err)
	}
	job.Basket = nil
	e := newEvaluation(b.market, catalog.OfferQuery{}, job)
	key := termsKey{e.planner.job.Currency, e.planner.job.Month}
	if b.terms[key] == nil {
		b.terms[key] = e.terms
	}
	e.terms = b.terms[key]
	c, reason := newCandidate(o, p)
	if reason == nil {
		reason = e.weigh(c)
	}
	if reason != nil {
		return nil, reason, nil
	}
	bill := e.result.Results[0].Bill()
	return &bill, nil, nil
}

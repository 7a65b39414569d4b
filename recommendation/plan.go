package recommendation

import (
	"fmt"
	"slices"

	"gpuscale/catalog"
	"gpuscale/pricing"
)

// resolve looks up the candidate's offer where that has not been done.
func (e *engine) resolve(c *candidate) {
	if c.offered && c.offer.ID == "" {
		c.offer, c.price = e.market.Resolve(c.glimpse)
	}
}

// bill resolves the candidate's offer and computes what the job costs there.
func (e *engine) bill(c *candidate) {
	if !c.offered || c.offer.ID != "" {
		return
	}
	e.resolve(c)
	row, reason, err := pricing.At(e.market, c.price.ID, e.job(c))
	switch {
	case err != nil:
		c.noBill = &Notice{Code: UnknownBill, Params: map[string]string{"error": err.Error()}}
	case reason != nil:
		c.noBill = reason
	default:
		bill := row.Bill()
		c.bill = &bill
	}
}

func (e *engine) result(in, out []*scored, beyond, excluded int) Result {
	r := Result{
		Scenario: e.scenario, Answers: e.answers, At: e.market.At(), Need: e.need, Beyond: beyond, Excluded: excluded,
		CardsFrom: e.cardsFrom(), IdleMust: e.idleMust(), Firmness: e.firmness(in),
	}
	for j, w := range e.answers.Weights.list() {
		r.Weights = append(r.Weights, DimensionWeight{Dimension: Dimensions[j], Weight: w, Share: e.weights[j]})
	}
	r.Ranked = e.plans(in)
	r.Article = e.articlePicks(in, out)
	r.Advice = e.liveAdvice(in)
	r.Pitfalls = e.pitfalls(in)
	return r
}

// idleMust returns the hard limits that the scenario has no check for.
func (e *engine) idleMust() []string {
	var idle []string
	for _, key := range e.answers.Must {
		if !e.checks(key) {
			idle = append(idle, key)
		}
	}
	return idle
}

func (e *engine) plans(in []*scored) []Plan {
	totals := make([]Interval, len(in))
	for i, s := range in {
		totals[i] = s.total
	}
	ranges := RankRanges(totals)
	plans := make([]Plan, len(in))
	for i, s := range in {
		plans[i] = e.plan(s)
		plans[i].Rank = i + 1
		plans[i].Places = ranges[i]
	}
	for i := range plans {
		plans[i].Reasons = e.reasons(in, i)
	}
	return plans
}

func (e *engine) plan(s *scored) Plan {
	p := Plan{
		Provider: s.provider, Accelerator: s.accelerator, Cards: s.cards, Bill: s.bill, NoBill: s.noBill,
		Article: s.article, Score: hundred(s.total), PerGPUHour: catalog.PerHour{Reason: catalog.ReasonPriceUnknown},
	}
	if s.offered {
		p.Offer, p.Price = &s.offer, &s.price
		p.PerGPUHour = e.basis.PerGPUHour(&s.price)
	} else {
		p.Quoted = e.quoted(s.candidate)
	}
	for j, d := range Dimensions {
		p.Parts = append(p.Parts, DimensionScore{Dimension: d, Share: e.weights[j], Score: hundred(s.dimensions[j]), Parts: e.parts(s, d)})
	}
	p.Checks = e.planChecks(s)
	p.Warnings = e.warnings(s, p.Checks)
	return p
}

func hundred(v Interval) Interval {
	return Interval{Low: 100 * v.Low, High: 100 * v.High, Coverage: v.Coverage}
}

// parts lists what a dimension's score is made of.
func (e *engine) parts(s *scored, d catalog.Group) []Part {
	var parts []Part
	for i := range e.criteria {
		k, r := &e.criteria[i], &s.readings[i]
		if k.dimension != d {
			continue
		}
		part := Part{Key: k.key, IsCheck: k.metric != nil, Stated: r.stated, Low: r.low, High: r.high, Share: k.share,
			Utility: s.utilities[i], Reason: r.reason}
		if r.source != nil {
			part.Source = *r.source
		}
		if k.figure != nil {
			part.Unit, part.Scale = k.figure.unit, k.figure.scale
		} else {
			part.Unit = k.metric.Unit
		}
		if part.Utility.Known {
			part.Reason = ""
		}
		parts = append(parts, part)
	}
	return parts
}

func (e *engine) planChecks(s *scored) []Check {
	var checks []Check
	for i := range e.criteria {
		if m := e.criteria[i].metric; m != nil {
			checks = append(checks, checkOf(m, &s.readings[i]))
		}
	}
	return checks
}

func checkOf(m *metric, r *reading) Check {
	c := Check{
		Key: m.Key, Label: m.Label, Operator: m.Operator, Threshold: m.Threshold, Unit: m.Unit, Origin: m.Origin,
		Why: m.Why, Advised: m.Advised, Hard: m.hard, Value: r.words, State: r.state, Subject: r.subject, Doubts: r.doubts,
	}
	if r.source != nil {
		c.Source = *r.source
	}
	if c.State == Unknown {
		c.Reason = r.reason
	}
	if r.stated {
		if r.low == r.high {
			c.Number = catalog.Known(r.low)
		}
		if c.Value == (catalog.Words{}) {
			c.Value = figureWords(r.low, r.high)
		}
	}
	return c
}

// quoted returns the prices of a recommended product that may not be ranked, which
// are shown with the reason and never counted.
func (e *engine) quoted(c *candidate) []catalog.Offer {
	query := catalog.OfferQuery{Show: catalog.ShowAll, Provider: catalog.Terms[string]{In: []string{c.provider.Slug}}}
	var found []catalog.Offer
	e.market.EachOffer(query, func(o *catalog.Offer) bool {
		if c.accelerator != nil && o.Accelerator != nil && sameCard([]*catalog.Accelerator{c.accelerator}, o.Accelerator) {
			kept := *o
			kept.Prices = slices.Clone(o.Prices)
			found = append(found, kept)
		}
		return true
	})
	return found
}

func percent(share float64) string { return fmt.Sprintf("%.1f", 100*share) }

func points(share float64) string { return fmt.Sprintf("%.1f", 100*share) }

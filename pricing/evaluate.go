package pricing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"gpuscale/catalog"
)

// ErrInvalidJob is returned for a job that Job.Check objects to.
var ErrInvalidJob = errors.New("invalid job")

// Result answers a job over many offers. Results are sorted by the low end of the
// total, complete before at-least on a tie, then by provider and price.
type Result struct {
	Results     []Row
	Excluded    []Exclusion
	Sensitivity []Change
	Searched    []Reach        // how far the inputs were moved for Sensitivity
	Rates       []catalog.Rate // the exchange rates used
	Basket      []BasketChoice // the cheapest price of every further line, whoever rents it
}

// Best returns the answer: the cheapest row whose cost is fully known, else the first;
// nil without any.
func (r *Result) Best() *Row {
	for i := range r.Results {
		if !r.Results[i].AtLeast {
			return &r.Results[i]
		}
	}
	if len(r.Results) > 0 {
		return &r.Results[0]
	}
	return nil
}

// Exclusion is a price that the job cannot be computed for.
type Exclusion struct {
	Provider *catalog.Provider
	Billing  catalog.BillingMode
	Notice   Notice

	row    uint32
	market *catalog.Market
}

// PriceID returns the id of the price.
func (x *Exclusion) PriceID() string { return x.market.PriceID(x.row) }

// Offer returns the offer of the price with all its prices, and the price.
func (x *Exclusion) Offer() (catalog.Offer, catalog.Price) { return x.market.PriceAt(x.row) }

// evaluation is one job over the prices that fit a query.
type evaluation struct {
	market  *catalog.Market
	query   catalog.OfferQuery
	planner *planner
	tariff  *tariff
	groups  map[groupKey]*group
	order   []*group // as first met
	last    *group
	result  Result
	baskets map[*catalog.Provider]*basketCost
}

// group is a plan with what totals are computed by, and its cheapest price.
type group struct {
	run       *evaluation
	plan      *plan
	low, high affine
	champion  candidate
	complete  candidate // the cheapest that is no lower bound, without a provider: none
	used      bool      // there is a champion

	incomplete, ranged bool // the plan's
}

// Evaluate weighs a job over every offer that fits the query and every billing mode
// of it. It returns ErrInvalidJob for a job that Check objects to.
func Evaluate(m *catalog.Market, q catalog.OfferQuery, job Job) (Result, error) {
	e, err := evaluate(m, q, job)
	if err != nil {
		return Result{}, err
	}
	e.result.Sensitivity, e.result.Searched = e.sensitivity()
	return e.result, nil
}

func evaluate(m *catalog.Market, q catalog.OfferQuery, job Job) (*evaluation, error) {
	if err := job.invalid(); err != nil {
		return nil, err
	}
	e := newEvaluation(m, q, job)
	if err := e.buyBasket(); err != nil {
		return nil, err
	}
	e.collect()
	e.sort()
	e.result.Rates = e.ratesUsed()
	return e, nil
}

func (j *Job) invalid() error {
	if problems := j.Check(); len(problems) > 0 {
		return fmt.Errorf("%w: %s: %w", ErrInvalidJob, problems[0].Field, problems[0].Err)
	}
	return nil
}

func newEvaluation(m *catalog.Market, q catalog.OfferQuery, job Job) *evaluation {
	job = job.withDefaults()
	basis := m.Basis(job.Currency, job.Month)
	e := &evaluation{market: m, query: q, tariff: tariffOf(m, basis), groups: map[groupKey]*group{}}
	e.planner = newPlanner(job, basis)
	return e
}

// offerQuery adds the job's filter of modes to the query.
func (e *evaluation) offerQuery() catalog.OfferQuery {
	q := e.query
	if modes := e.planner.job.Billing; len(modes) > 0 {
		q.Billing.In = modes
	}
	return q
}

func (e *evaluation) collect() {
	var c candidate
	e.market.EachBilled(e.offerQuery(), func(p *catalog.BilledPrice) bool {
		e.add(&c, p)
		return true
	})
}

// add appends the row of a price or its exclusion; c is space to work in.
func (e *evaluation) add(c *candidate, p *catalog.BilledPrice) {
	var reason *Notice
	if code := e.read(c, p); code != "" {
		reason = &Notice{Code: code}
	} else {
		reason = e.weigh(c)
	}
	if reason != nil {
		e.result.Excluded = append(e.result.Excluded, Exclusion{Provider: p.Provider, Billing: p.Billing, Notice: *reason, row: p.Row, market: e.market})
	}
}

// weigh appends the row of a price, or returns why there is none.
func (e *evaluation) weigh(c *candidate) *Notice {
	g := e.group(&c.key)
	if g.plan.excluded != nil {
		return g.plan.excluded
	}
	row, ok := g.row(c)
	if !ok {
		return &Notice{Code: ExcludedTooLarge}
	}
	if !g.used || c.beats(&g.champion) {
		g.champion, g.used = *c, true
	}
	if !c.floor && (g.complete.key.provider == nil || c.beats(&g.complete)) {
		g.complete = *c
	}
	e.result.Results = append(e.result.Results, row)
	return nil
}

func (e *evaluation) group(key *groupKey) *group {
	if g := e.last; g != nil && g.plan.key == *key {
		return g
	}
	g, ok := e.groups[*key]
	if !ok {
		g = e.newGroup(e.planner, key)
		e.groups[*key] = g
		e.order = append(e.order, g)
	}
	e.last = g
	return g
}

func (e *evaluation) newGroup(pl *planner, key *groupKey) *group {
	g := &group{run: e, plan: &plan{}}
	pl.fill(g.plan, key, e.tariff.of(key.provider))
	e.addBasket(g.plan)
	if g.plan.excluded == nil {
		c := g.plan.cost()
		g.low = newAffine(c, c.fixed)
		g.high = g.low
		g.incomplete, g.ranged = g.plan.incomplete(), g.plan.ranged()
		if g.ranged {
			g.high = newAffine(c, c.high)
		}
	}
	return g
}

// row returns the row of a price; ok is false when its total is out of range.
func (g *group) row(c *candidate) (Row, bool) {
	r := Row{AtLeast: g.incomplete || c.floor, row: c.row, nano: c.nano, highest: c.highest, group: g}
	var ok bool
	if r.low, ok = g.low.cents(c.nano); !ok {
		return r, false
	}
	if c.highest > c.nano || g.ranged {
		r.high, ok = g.high.cents(max(c.nano, c.highest))
	}
	return r, ok
}

// incomplete reports whether a part of the cost is unknown.
func (p *plan) incomplete() bool {
	return p.atLeast || p.extras.atLeast || p.basket != nil && p.basket.atLeast
}

// ranged reports whether something beside the price spans a range.
func (p *plan) ranged() bool {
	return p.extras.hasRange() || p.basket != nil && p.basket.ranged
}

// sort orders the rows; halves are sorted at the same time, for a list can be long.
func (e *evaluation) sort() {
	rows := e.result.Results
	if len(rows) < 4096 {
		slices.SortFunc(rows, compareRows)
		return
	}
	left, right := slices.Clone(rows[:len(rows)/2]), slices.Clone(rows[len(rows)/2:])
	var both sync.WaitGroup
	both.Go(func() { slices.SortFunc(left, compareRows) })
	slices.SortFunc(right, compareRows)
	both.Wait()
	for i := range rows {
		if len(right) == 0 || len(left) > 0 && compareRows(left[0], right[0]) <= 0 {
			rows[i], left = left[0], left[1:]
		} else {
			rows[i], right = right[0], right[1:]
		}
	}
}

// compareRows orders rows of one market, whose rows go by provider and offer.
func compareRows(a, b Row) int {
	if c := cmp.Compare(a.low, b.low); c != 0 {
		return c
	}
	if a.AtLeast != b.AtLeast {
		if b.AtLeast {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.row, b.row)
}

func (e *evaluation) ratesUsed() []catalog.Rate {
	var used []catalog.Rate
	add := func(rate *catalog.Rate) {
		if rate != nil && !slices.ContainsFunc(used, func(r catalog.Rate) bool { return r.Date == rate.Date && r.Base == rate.Base && r.Quote == rate.Quote }) {
			used = append(used, *rate)
		}
	}
	for _, g := range e.order {
		if g.plan.excluded == nil {
			g.plan.eachRate(add)
		}
	}
	return used
}

// eachRate calls use with the exchange rates behind a plan's totals; nil for none.
func (p *plan) eachRate(use func(*catalog.Rate)) {
	use(p.rate)
	for i := range p.extras.charges {
		use(p.extras.charges[i].price.rate)
	}
	if p.terms.minimum != nil {
		use(p.terms.minimum.rate)
	}
	if p.basket != nil {
		for _, row := range p.basket.rows {
			row.group.plan.eachRate(use)
		}
	}
}

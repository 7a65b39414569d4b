package pricing

import (
	"github.com/govalues/decimal"

	"gpuscale/catalog"
)

// Row is one price with what the job costs at it. Bill, Offer and HoursWithin work
// on demand, so that long results stay cheap.
type Row struct {
	AtLeast bool // a part of the cost is unknown

	row           uint32 // of the price in the market
	low, high     int64  // cents; high is 0 without a range
	nano, highest int64  // the price in 1e-9 and the upper end of its range, 0: none
	group         *group
}

// PriceID returns the id of the price.
func (r *Row) PriceID() string { return r.group.run.market.PriceID(r.row) }

// Provider returns who rents it.
func (r *Row) Provider() *catalog.Provider { return r.group.plan.key.provider }

// Billing returns the billing mode of the price.
func (r *Row) Billing() catalog.BillingMode { return r.group.plan.key.billing }

// Total returns the total in the job's currency with two decimals; High is known
// for ranges.
func (r *Row) Total() catalog.Range {
	total := catalog.Range{Low: centsOf(r.low), Currency: r.group.run.planner.job.Currency}
	if r.ranged() {
		total.High = catalog.Known(centsOf(r.high))
	}
	return total
}

func (r *Row) ranged() bool { return r.high > r.low }

// OverBudget reports whether the low end of the total exceeds the job's budget.
func (r *Row) OverBudget() bool {
	budget, known := r.group.run.planner.job.Budget.Get()
	return known && centsOf(r.low).Cmp(budget) > 0
}

// Offer returns the offer of the row with all its prices, and the price.
func (r *Row) Offer() (catalog.Offer, catalog.Price) {
	return r.group.run.market.PriceAt(r.row)
}

func centsOf(cents int64) catalog.Decimal { return decimal.MustNew(cents, 2) }

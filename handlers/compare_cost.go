package handlers

import (
	"strings"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/text"
	"gpuscale/views"
)

// costRows are the totals of the standard jobs, the same for every column: as many
// cards as the largest machine has, so that no column pays for idle ones.
type costRows struct {
	cards int
	rows  []catalog.CompareRow
	modes [][]catalog.BillingMode // by row and column: how the cheapest is paid; "" for none
}

// costTotal is the cheapest total of one job at one offer.
type costTotal struct {
	cell    catalog.Cell
	billing catalog.BillingMode
	atLeast bool // a part of the cost is unknown
}

// newCostRows weighs the standard jobs at every offer of a comparison.
func newCostRows(memo *compareMemo, m *catalog.Market, c *catalog.Comparison) costRows {
	rows := costRows{cards: 1}
	for i := range c.Columns {
		rows.cards = max(rows.cards, c.Columns[i].Offer.Count.Or(1))
	}
	for _, std := range pricing.StandardJobs(rows.cards, c.Basis.Currency, c.Basis.Month) {
		row := catalog.CompareRow{
			Key: costKey(std.Key), Label: inBoth("compare.cost." + std.Key), Unit: string(c.Basis.Currency), Better: catalog.BetterLower,
			Cells: make([]catalog.Cell, len(c.Columns)),
		}
		modes := make([]catalog.BillingMode, len(c.Columns))
		lowest := lowestTotals{}
		for i := range c.Columns {
			total := memo.total(m, c.Columns[i].Offer, std)
			lowest.add(&total.cell, total.atLeast)
			row.Cells[i], modes[i] = total.cell, total.billing
		}
		if lowest.open() {
			row.Better = catalog.BetterNone
		}
		rows.rows, rows.modes = append(rows.rows, row), append(rows.modes, modes)
	}
	return rows
}

func costKey(job string) string { return "cost_" + strings.ReplaceAll(job, "-", "_") }

// lowestTotals tells whether the lowest complete total is sure to be the lowest: a
// total of which a part is unknown may be anything above what is known.
type lowestTotals struct{ complete, atLeast catalog.Opt[catalog.Decimal] }

func (t *lowestTotals) add(c *catalog.Cell, atLeast bool) {
	into := &t.complete
	if atLeast {
		into = &t.atLeast
	} else if c.Unranked {
		return
	}
	if c.Value.Known && (!into.Known || c.Value.Value.Cmp(into.Value) < 0) {
		*into = c.Value
	}
}

func (t *lowestTotals) open() bool {
	return t.atLeast.Known && t.complete.Known && t.atLeast.Value.Cmp(t.complete.Value) <= 0
}

// newCostTotal weighs a job at one offer: at the ranked prices that cannot be
// reclaimed, else at all.
func newCostTotal(m *catalog.Market, o *catalog.Offer, job pricing.Job) costTotal {
	none := costTotal{cell: catalog.Cell{State: catalog.StateUnknown}}
	result, err := pricing.Modes(m, o.ID, job)
	if err != nil {
		return none
	}
	if len(result.Results) == 0 && len(result.Excluded) > 0 {
		none.cell.Reason = whyNoTotal(o, &result.Excluded[0], m.Basis(job.Currency, job.Month))
	}
	best := -1
	var price *catalog.Price
	for i := range result.Results {
		p, _ := o.Price(result.Results[i].PriceID())
		if best < 0 || costRank(p) < costRank(price) {
			best, price = i, p
		}
	}
	if best < 0 {
		return none
	}
	row := &result.Results[best]
	total := row.Total()
	words := views.Amount(total.Low)
	if total.High.Known {
		words += "–" + views.Amount(total.High.Value)
	}
	cell := catalog.Cell{
		State: catalog.StateKnown, Value: catalog.Known(total.Low), Text: catalog.Words{Zh: words, En: words}, Source: price.Source,
		Doubts: price.Doubts, Article: price.Source.IsArticle(), Unranked: !price.Ranked() || row.AtLeast,
		Exception: price.Exception,
	}
	if total.High.Known {
		cell.Range = catalog.Known(catalog.CellRange{Low: total.Low, High: total.High.Value})
	}
	if row.AtLeast {
		least := inBoth("compare.at-least")
		cell.Text = catalog.Words{Zh: least.Zh + " " + words, En: least.En + " " + words}
	}
	return costTotal{cell, price.Billing, row.AtLeast}
}

// whyNoTotal is why a price is none for a job: that its card-hour is not known, as the
// rows of prices say, else what the bill objects to.
func whyNoTotal(o *catalog.Offer, x *pricing.Exclusion, b catalog.Basis) catalog.Reason {
	if p, ok := o.Price(x.PriceID()); ok {
		if hour := b.PerGPUHour(p); !hour.Known() {
			return hour.Reason
		}
	}
	return catalog.Reason(x.Notice.Code)
}

// costRank orders the prices a job may be computed at; among equals the cheaper one
// comes first already.
func costRank(p *catalog.Price) int {
	switch {
	case p.Ranked() && p.Billing != catalog.Spot:
		return 0
	case p.Billing != catalog.Spot:
		return 1
	}
	return 2
}

// below names the billing mode behind each total.
func (r *costRows) below(l text.Lang) map[string][]views.CompareBelow {
	all := map[string][]views.CompareBelow{}
	for i, row := range r.rows {
		lines := make([]views.CompareBelow, len(row.Cells))
		for j, mode := range r.modes[i] {
			if mode != "" {
				lines[j].Plain = text.T(l, "compare.by", "billing", text.Word(l, "billing", string(mode)))
			}
		}
		all[row.Key] = lines
	}
	return all
}

// how says what each job is.
func (r *costRows) how(l text.Lang) map[string]string {
	all := map[string]string{}
	for i, row := range r.rows {
		key := "compare.cost.disk"
		if i == 0 {
			key = "compare.cost.cards"
		}
		all[row.Key] = text.N(l, key, r.cards)
	}
	return all
}

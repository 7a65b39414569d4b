package handlers

import (
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
)

// finding is the sentence above the table, computed from the row of prices: which
// column is lowest, and by how much against the base, which it names. Only ranked
// prices speak; a missing one is never a saving.
func (v *compared) finding(l text.Lang) string {
	row, what := v.priceRow(l)
	sentence := text.T(l, "compare.find.none")
	if row != nil {
		sentence = v.lowest(l, row, what)
	}
	if n := v.doubtCount(); n > 0 {
		sentence = joinSentences(l, sentence, text.N(l, "compare.find.doubts", n))
	}
	return sentence
}

func joinSentences(l text.Lang, a, b string) string {
	if l == text.EN {
		return a + " " + b
	}
	return a + b
}

// priceRow picks the row of on-demand prices that says most, and what it is about;
// nil when no column has a ranked price.
func (v *compared) priceRow(l text.Lang) (best *catalog.CompareRow, what string) {
	most := 0
	for _, g := range v.Groups {
		for i := range g.Rows {
			r := &g.Rows[i]
			if !strings.HasPrefix(r.Key, "best_price") && r.Key != priceKey(catalog.OnDemand) {
				continue
			}
			columns := ranked(r)
			n := 2 * len(columns)
			if v.Base >= 0 && slices.Contains(columns, v.Base) {
				n++ // of rows with as many prices, one in which the base has a price
			}
			if len(columns) > 0 && n > most {
				most, best, what = n, r, v.about(l, r)
			}
		}
	}
	return best, what
}

// about names what a row of on-demand prices is about.
func (v *compared) about(l text.Lang, r *catalog.CompareRow) string {
	switch {
	case r.Key == priceKey(catalog.OnDemand):
		return text.T(l, "compare.what.offers")
	case r.Key == "best_price_"+string(catalog.MainlandChina):
		return text.T(l, "compare.what.cn")
	case r.Key == "best_price_"+string(catalog.International):
		return text.T(l, "compare.what.intl")
	}
	name := views.In(l, r.Label)
	for _, c := range []string{" 最低按需价", ", lowest on demand"} {
		name = strings.TrimSuffix(name, c)
	}
	return text.T(l, "compare.what.card", "card", name)
}

// ranked lists the columns whose price is known and ranked, the lowest first.
func ranked(r *catalog.CompareRow) []int {
	var columns []int
	for i := range r.Cells {
		if c := &r.Cells[i]; c.State == catalog.StateKnown && c.Value.Known && !c.Unranked {
			columns = append(columns, i)
		}
	}
	slices.SortStableFunc(columns, func(a, b int) int { return r.Cells[a].Value.Value.Cmp(r.Cells[b].Value.Value) })
	return columns
}

// lowest words what a row of prices shows.
func (v *compared) lowest(l text.Lang, r *catalog.CompareRow, what string) string {
	order := ranked(r)
	first := order[0]
	args := []any{"what", what, "best", v.label(l, first), "price", v.money(l, &r.Cells[first])}
	base := v.Base
	if base >= 0 {
		args = append(args, "base", v.label(l, base))
	}
	switch {
	case len(order) == 1:
		return text.T(l, "compare.find.one", args...)
	case !r.Cells[first].Best && slices.ContainsFunc(order, func(i int) bool { return r.Cells[i].Range.Known }):
		return text.T(l, "compare.find.range", args...)
	case !r.Cells[first].Best:
		return text.T(l, "compare.find.tie", args...)
	case base == first || base < 0:
		return v.baseLowest(l, r, order, args)
	case !slices.Contains(order, base) && r.Cells[base].Value.Known:
		return text.T(l, "compare.find.base-doubted", args...)
	case !slices.Contains(order, base):
		return text.T(l, "compare.find.base-unknown", args...)
	}
	delta, _ := r.Cells[first].DeltaPercent.Get()
	return text.T(l, "compare.find.below", append(args, "percent", sizeOf(delta))...)
}

// baseLowest says by how much the next one is above the base.
func (v *compared) baseLowest(l text.Lang, r *catalog.CompareRow, order []int, args []any) string {
	next := order[1]
	delta, ok := r.Cells[next].DeltaPercent.Get()
	if !ok || delta.IsZero() {
		return text.T(l, "compare.find.tie", args...)
	}
	return text.T(l, "compare.find.base", append(args, "next", v.label(l, next), "percent", sizeOf(delta))...)
}

func (v *compared) label(l text.Lang, i int) string { return views.In(l, v.Columns[i].Label) }

func (v *compared) money(l text.Lang, c *catalog.Cell) string {
	return text.T(l, "compare.money."+string(v.Basis.Currency), "amount", views.In(l, c.Text))
}

// sizeOf prints the size of a difference; the sentence says its direction.
func sizeOf(d catalog.Decimal) string { return text.Group(d.Abs().Trim(0).String()) + "%" }

// doubtCount counts the doubts that are objections.
func (v *compared) doubtCount() int {
	n := 0
	for _, w := range v.Warnings {
		if w.Code == catalog.WarnDoubt {
			n++
		}
	}
	return n
}

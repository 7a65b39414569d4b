package handlers

import (
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
)

// below lists, by row and column, the small lines under prices: what the source
// publishes where that differs, why a price is not ranked, and contradictions.
func (v *compared) below(l text.Lang) map[string][]views.CompareBelow {
	all := map[string][]views.CompareBelow{}
	for _, mode := range catalog.BillingModes {
		if row, ok := v.Row(priceKey(mode)); ok && v.Kind == catalog.CompareOffers {
			lines := make([]views.CompareBelow, len(row.Cells))
			for i := range row.Cells {
				if p := v.Columns[i].Offer.Standing(mode, v.Basis); p != nil {
					lines[i] = belowPrice(l, p, v.Basis.Currency)
				}
			}
			all[row.Key] = lines
		}
	}
	for _, g := range v.Groups {
		for _, r := range g.Rows {
			if strings.HasPrefix(r.Key, "best_price") {
				all[r.Key] = belowBest(l, &r)
			}
		}
	}
	for key, lines := range v.costs.below(l) {
		all[key] = lines
	}
	return all
}

// belowPrice says what stands behind a price per card-hour.
func belowPrice(l text.Lang, p *catalog.Price, shown catalog.Currency) views.CompareBelow {
	var b views.CompareBelow
	var plain, warn []string
	if p.Amount.Known && (p.Unit != catalog.GPUHour || p.Currency != shown) {
		plain = append(plain, text.T(l, "compare.original", "price", views.PublishedPrice(l, p)))
	}
	if p.Kind != catalog.KindList {
		plain = append(plain, text.Word(l, "price_kind", string(p.Kind)))
	}
	for _, c := range p.Contradictions {
		warn = append(warn, text.Word(l, "contradiction", string(c.Code)))
	}
	if len(p.WhyNot) > 0 {
		plain = append(plain, text.T(l, "compare.unranked", "why", strings.Join(views.WhyNot(l, p.WhyNot), text.T(l, "list.separator"))))
	}
	b.Plain, b.Warn = strings.Join(plain, " · "), strings.Join(warn, " · ")
	return b
}

// belowBest says whose the best prices are, and what is published where it was
// converted.
func belowBest(l text.Lang, r *catalog.CompareRow) []views.CompareBelow {
	lines := make([]views.CompareBelow, len(r.Cells))
	for i := range r.Cells {
		c := &r.Cells[i]
		if c.State != catalog.StateKnown || len(c.Statements) == 0 {
			continue
		}
		var plain []string
		s := c.Statements[0]
		if name := views.In(l, s.Subject); name != "" {
			plain = append(plain, name)
		}
		if !strings.HasPrefix(s.Text.En, c.Text.En+" "+strings.Replace(r.Unit, "gpu-hour", "GPU-hour", 1)) {
			plain = append(plain, text.T(l, "compare.original", "price", views.In(l, s.Text)))
		}
		lines[i].Plain = strings.Join(plain, " · ")
	}
	return lines
}

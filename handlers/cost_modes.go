package handlers

import (
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/text"
	"gpuscale/views"
)

// modeRow is one price of an offer under the job: weighed, or left out with a reason.
type modeRow struct {
	price  catalog.Price
	row    *pricing.Row
	reason pricing.Notice
}

// modes weighs the job at every price of an offer, ranked or not.
func (c *costPage) modes(o *catalog.Offer) []modeRow {
	job := c.ask.job
	job.Billing = nil
	among := c.ask.offers
	among.Billing = catalog.Terms[catalog.BillingMode]{}
	result, err := pricing.ModesAmong(c.ask.market, among, o.ID, job)
	if err != nil { // the offer comes from this market and the job has been checked
		return nil
	}
	var rows []modeRow
	for i := range result.Results {
		_, price := result.Results[i].Offer()
		rows = append(rows, modeRow{price: price, row: &result.Results[i]})
	}
	for i := range result.Excluded {
		_, price := result.Excluded[i].Offer()
		rows = append(rows, modeRow{price: price, reason: result.Excluded[i].Notice})
	}
	return rows
}

// tabledModes are the modes that the table names even where the provider publishes
// no price.
var tabledModes = []catalog.BillingMode{catalog.OnDemand, catalog.Spot, catalog.BillMonth, catalog.BillYear, catalog.BillReserved}

func (c *costPage) modesTable(o *catalog.Offer, best *pricing.Row, modes []modeRow) views.CostModes {
	table := views.CostModes{Of: c.t("cost.modes.of", "name", c.name(o), "currency", text.Word(c.lang(), "currency", string(c.ask.job.Currency)))}
	highest := 0.0
	for i := range modes {
		if r := modes[i].row; r != nil {
			highest = max(highest, costFloat(r.Total().Low))
		}
	}
	for i := range modes {
		table.Rows = append(table.Rows, c.modeRow(&modes[i], best, highest))
	}
	for _, mode := range tabledModes {
		if !slices.ContainsFunc(modes, func(m modeRow) bool { return m.price.Billing == mode }) {
			table.Rows = append(table.Rows, views.CostMode{Mode: c.mode(mode), Why: c.t("cost.fits.unpublished", "mode", c.mode(mode)) + c.elsewhere(mode)})
		}
	}
	return table
}

// elsewhere names the lowest total of a mode at another offer; "" without any.
func (c *costPage) elsewhere(mode catalog.BillingMode) string {
	for i := range c.weighed.Results {
		if row := &c.weighed.Results[i]; row.Billing() == mode {
			offer, _ := row.Offer()
			return c.t("cost.fits.elsewhere", "name", c.name(&offer), "total", c.totalWords(row.Total(), row.AtLeast))
		}
	}
	return ""
}

// barWidth is the width of the longest bar of the table.
const barWidth = 160

func (c *costPage) modeRow(m *modeRow, best *pricing.Row, highest float64) views.CostMode {
	v := views.CostMode{Mode: c.mode(m.price.Billing), BarClass: "f-3"}
	if m.price.Kind != catalog.KindList {
		v.Kind = text.Word(c.lang(), "price_kind", string(m.price.Kind))
	}
	if m.row == nil {
		v.Why = c.reason(m.reason)
		return v
	}
	bill := m.row.Bill()
	v.Total, v.Effective = shownTotal(m.row), costHourly(bill.EffectivePerGPUHour)
	v.Bar = barWidth * costFloat(bill.Total.Low) / highest
	if !m.price.Ranked() {
		v.Why = c.t("cost.fits.unranked", "why", strings.Join(views.WhyNot(c.lang(), m.price.WhyNot), c.t("list.separator")))
		return v
	}
	v.Fits, v.Why, v.BarClass = true, c.fits(m.price.Billing, &bill), "f-ink"
	if m.price.ID == best.PriceID() {
		v.Best, v.BarClass = !bill.AtLeast, "f-ac"
	}
	return v
}

// fits says under what terms a mode is feasible: its most telling warning, else the
// nature of the mode.
func (c *costPage) fits(mode catalog.BillingMode, b *pricing.Bill) string {
	for _, code := range []string{pricing.WarnOverBudget, pricing.WarnCommitmentIdle, pricing.WarnTermUnknown, pricing.WarnReleased, pricing.WarnExpires} {
		for _, w := range b.Warnings {
			if w.Code == code {
				return c.warning(w)
			}
		}
	}
	switch mode {
	case catalog.OnDemand:
		return c.t("cost.fits.on-demand")
	case catalog.Spot:
		return c.t("cost.fits.spot")
	case catalog.BillDay, catalog.BillWeek, catalog.BillMonth, catalog.BillYear:
		return c.t("cost.fits.prepaid")
	}
	return c.t("cost.fits.other")
}

// costFloat places an amount on an axis.
func costFloat(d catalog.Decimal) float64 {
	f, _ := d.Float64()
	return f
}

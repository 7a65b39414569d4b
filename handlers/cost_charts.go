package handlers

import (
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/chart"
)

// breakEven draws what the modes of one offer cost by hours of use: of the cheapest
// offer that has an on-demand and a monthly or yearly price that agree.
func (c *costPage) breakEven() *chart.BreakEven {
	for i := range c.weighed.Results[:min(len(c.weighed.Results), costScannedRows)] {
		row := &c.weighed.Results[i]
		offer, price := row.Offer()
		if even, known := row.Bill().BreakEven.Get(); known && (even.Period == catalog.BillMonth || even.Period == catalog.BillYear) {
			return c.drawEven(&offer, &price, even)
		}
	}
	return nil
}

func (c *costPage) drawEven(o *catalog.Offer, p *catalog.Price, even pricing.BreakEven) *chart.BreakEven {
	month := float64(c.ask.job.Month)
	hours := costFloat(even.Hours)
	if even.Period == catalog.BillYear {
		hours /= 12
	}
	prepaid := even.Against
	if p.Billing != catalog.OnDemand {
		prepaid = p.Billing
	}
	shown := text.Float(hours, 0)
	b := &chart.BreakEven{
		HoursLabel: c.t("cost.even.hours"), MaxHours: month, Now: chart.At(c.hoursPerMonth()),
		CostLabel: c.t("cost.even.cost", "unit", text.Word(c.lang(), "currency", string(c.ask.job.Currency))),
	}
	now := text.Float(c.hoursPerMonth(), 0)
	b.NowText = c.t("cost.even.now", "hours", now)
	b.Finding = c.t("cost.even.finding", "hours", shown, "mode", c.mode(prepaid))
	b.Note = c.t("cost.even.note", "name", c.name(o))
	b.Name = c.t("cost.even.name", "hours", shown, "mode", c.mode(prepaid), "now", now)
	b.Lines = c.evenLines(o, prepaid)
	for _, l := range b.Lines {
		if l.Style == chart.Accent {
			b.Crossings = []chart.Crossing{{Hours: hours, Cost: l.Points[0].Cost, Short: c.t("cost.even.short", "hours", shown),
				Text: c.t("cost.even.cross", "hours", shown, "share", text.Percent(hours/month, 0))}}
		}
	}
	return b
}

// evenLines are the modes of an offer by hours a month; of several prices of a mode
// the first ranked one is drawn. Prepaid fees are level, hourly prices rise.
func (c *costPage) evenLines(o *catalog.Offer, prepaid catalog.BillingMode) []chart.CostLine {
	basis, month := c.ask.market.Basis(c.ask.job.Currency, c.ask.job.Month), float64(c.ask.job.Month)
	drawn := map[catalog.BillingMode]bool{}
	var lines []chart.CostLine
	for i := range o.Prices {
		p := &o.Prices[i]
		hour := basis.PerGPUHour(p)
		if !hour.Known() || !p.Ranked() || drawn[p.Billing] {
			continue
		}
		per := costFloat(hour.Low)
		line := chart.CostLine{Name: c.mode(p.Billing), Figure: text.Float(per*month, 0), Points: chart.Rate(per, month), Style: chart.Solid}
		switch p.Billing {
		case catalog.OnDemand:
		case catalog.Spot:
			line.Style = chart.Dotted
		case catalog.BillMonth, catalog.BillYear:
			line.Points, line.Style = chart.Fee(per*month, month), chart.Dashed
			if p.Billing == prepaid {
				line.Style = chart.Accent
			}
		default:
			continue
		}
		drawn[p.Billing] = true
		lines = append(lines, line)
	}
	return lines
}

// hoursPerMonth is how long a card runs in a month of the job's span, at most all of
// it.
func (c *costPage) hoursPerMonth() float64 {
	job, month := &c.ask.job, float64(c.ask.job.Month)
	total, _ := job.Schedule.HoursPerCard(job.Month)
	hours := costFloat(total)
	if days := costFloat(job.Schedule.Days.Value); c.ask.way == "daily" && days*24 > month {
		return hours / (days * 24) * month
	}
	return min(hours, month)
}

// parts draws what the total is made of, with the finding first.
func (c *costPage) parts(best *pricing.Row, bill *pricing.Bill) *chart.StackedBill {
	total := costFloat(bill.Total.Low)
	if total <= 0 {
		return nil
	}
	b := &chart.StackedBill{ID: "cost-parts"}
	var said []string
	useful := 0.0
	for _, part := range best.Parts() {
		amount := costFloat(part.Amount)
		kind := chart.Extra
		switch part.Kind {
		case pricing.PartUseful:
			kind, useful = chart.Useful, amount
		case pricing.PartIdle, pricing.PartInterruption:
			kind = chart.Wasted
		}
		name := c.t("cost.part." + string(part.Kind))
		b.Parts = append(b.Parts, chart.BillPart{Kind: kind, Name: name, Amount: amount, Accent: part.Kind == pricing.PartTraffic,
			Figure: views.Whole(part.Amount) + " · " + text.Percent(amount/total, 1)})
		said = append(said, name+" "+views.Amount(part.Amount))
	}
	sum := c.totalWords(bill.Total, bill.AtLeast)
	b.Finding = c.t("cost.parts.finding", "n", text.Float(100*max(0, 1-useful/total), 0))
	b.Note = c.t("cost.parts.note", "mode", c.mode(best.Billing()), "total", sum)
	b.Name = c.t("cost.parts.name", "total", sum, "parts", strings.Join(said, c.t("list.separator")))
	return b
}

// hidden holds the share of what is no card time against the article's warning.
func (c *costPage) hidden(bill *pricing.Bill) views.CostHidden {
	for _, p := range c.ask.market.Pitfalls() {
		claimed, known := p.Value.Get()
		if p.Metric != "data_transfer_share_max" || !known {
			continue
		}
		h := views.CostHidden{Cite: views.Cite(c.lang(), p.Source, c.ask.market.At())}
		h.Cite.Doubts = views.DoubtLines(c.lang(), c.ask.market, p.Doubts)
		if !c.asksExtras() {
			h.Text = c.t("cost.hidden.none", "claimed", claimed.String()+"%")
			return h
		}
		share, known := bill.HiddenShare().Get()
		if !known {
			h.Text = c.t("cost.hidden.unknown", "claimed", claimed.String()+"%")
			return h
		}
		against := map[int]string{-1: "below", 0: "equal", 1: "above"}[share.Cmp(claimed)]
		h.Text = c.t("cost.hidden", "share", share.String()+"%", "against", c.t("cost.hidden."+against), "claimed", claimed.String()+"%")
		return h
	}
	return views.CostHidden{}
}

// asksExtras reports whether the job has anything beside the cards to pay for.
func (c *costPage) asksExtras() bool {
	j := &c.ask.job
	return j.PublicIPs > 0 || slices.ContainsFunc([]catalog.Decimal{j.StorageGB, j.SnapshotGB, j.ImageGB, j.EgressGB, j.UploadGB},
		func(d catalog.Decimal) bool { return d.Sign() > 0 })
}

// forgotten says what a weekend left running costs at the offer; "" where it has no
// ranked on-demand price.
func (c *costPage) forgotten(o *catalog.Offer) string {
	result, err := pricing.Modes(c.ask.market, o.ID, pricing.ForgottenShutdown(c.ask.job.Cards, c.ask.job.Currency))
	if err != nil {
		return ""
	}
	ranked := slices.IndexFunc(result.Results, func(r pricing.Row) bool { _, p := r.Offer(); return p.Ranked() })
	if ranked < 0 {
		return ""
	}
	bill := result.Results[ranked].Bill()
	key := "cost.forgotten.text"
	if bill.AtLeast {
		key = "cost.forgotten.at-least"
	}
	return c.t(key, "formula", bill.Lines[0].Formula, "total", costMoney(bill.Total))
}

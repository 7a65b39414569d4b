package handlers

import (
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/text"
	"gpuscale/views"
)

// How many offers are listed, how many more are folded behind them, and how many
// rows are looked at for them and for the chart. The files hold everything.
const (
	costShownRows   = 50
	costFoldedRows  = 200
	costScannedRows = 5000
	comparedRows    = 6
)

// offers lists every offer once, in the mode that is cheapest for the job, with its
// other modes beside it.
func (c *costPage) offers(best *pricing.Row) views.CostOffers {
	list := views.CostOffers{Count: c.n("cost.offers.count", len(c.weighed.Results)), Budget: c.ask.job.Budget.Known}
	place := map[string]int{}
	var rows []views.CostRow
	for i := range c.weighed.Results[:min(len(c.weighed.Results), costScannedRows)] {
		row := &c.weighed.Results[i]
		offer, price := row.Offer()
		if n, listed := place[offer.ID]; listed {
			rows[n].Also = append(rows[n].Also, c.mode(price.Billing)+" "+c.totalWords(row.Total(), row.AtLeast))
			continue
		}
		if len(rows) == costShownRows+costFoldedRows {
			list.More = true
			continue
		}
		place[offer.ID] = len(rows)
		v := c.offerRow(row, &offer, &price)
		v.Rank, v.Best = strconv.Itoa(len(rows)+1), price.ID == best.PriceID() && !row.AtLeast
		rows = append(rows, v)
	}
	list.Rows = rows[:min(len(rows), costShownRows)]
	list.Rest = rows[len(list.Rows):]
	if len(list.Rest) > 0 {
		list.RestText = c.n("cost.rest", len(list.Rest))
	}
	list.TopHref = c.compareHref(list.Rows)
	return list
}

// compareHref compares the first offers; "" where there are not two.
func (c *costPage) compareHref(rows []views.CostRow) string {
	if len(rows) < 2 {
		return ""
	}
	ids := make([]string, 0, comparedRows)
	for i := range rows[:min(len(rows), comparedRows)] {
		ids = append(ids, rows[i].ID)
	}
	a := address{frame: c.frame, path: "/compare", names: compareParams, values: c.typed.values}
	return a.changed(map[string][]string{"o": ids, "p": nil, "g": nil})
}

func (c *costPage) offerRow(r *pricing.Row, o *catalog.Offer, p *catalog.Price) views.CostRow {
	bill := r.Bill()
	v := views.CostRow{
		ID: o.ID, Provider: views.In(c.lang(), o.Provider.Name), Href: c.frame.Href("/providers/" + o.Provider.Slug + c.carried()),
		Name: c.name(o), Card: o.AcceleratorName, Detail: c.detail(o), Mode: c.mode(p.Billing), Total: shownTotal(r),
		Effective: costHourly(bill.EffectivePerGPUHour), Published: views.PublishedPrice(c.lang(), p), Cite: views.CitePrice(c.lang(), c.ask.market, p),
		Over: r.OverBudget(), Lines: c.billLines(&bill), Even: c.even(p.Billing, bill.BreakEven), Warnings: c.warnings(&bill),
		SourceURL: p.Source.Link(), SourceL: c.t("cost.open.label", "name", c.name(o)),
	}
	if o.Accelerator != nil {
		v.Card, v.CardHref = views.CardName(o.Accelerator), c.frame.Href("/gpus/"+o.Accelerator.Slug+c.carried())
	}
	if o.Count.Known {
		v.Card += " ×" + strconv.Itoa(o.Count.Value)
	}
	v.CompareHref = address{frame: c.frame, path: "/compare", names: compareParams, values: c.typed.values}.with("o", o.ID)
	v.Billed = strings.Join([]string{c.n("cost.machines", bill.Machines), c.n("cost.cards", bill.Cards),
		c.t("cost.billed", "hours", text.Group(bill.HoursBilled.String()))}, " · ")
	if day, prepaid := bill.LastDay.Get(); prepaid {
		v.Billed += " · " + c.t("cost.last-day", "date", day.String())
	}
	if budget, asked := c.ask.job.Budget.Get(); asked {
		hours, ok := r.HoursWithin(budget)
		if v.Within = c.t("cost.hours", "n", text.Count(hours)); !ok {
			v.Within = c.t("cost.budget.none")
		} else if r.AtLeast {
			v.Within = c.t("cost.hours.at-most", "n", text.Count(hours))
		}
	}
	return v
}

// billLines are the lines of a bill with their formula and amount.
func (c *costPage) billLines(b *pricing.Bill) []views.CostStep {
	var lines []views.CostStep
	for _, line := range b.Lines {
		lines = append(lines, c.billLine(&line, b.Total.Currency))
	}
	return append(lines, c.freeLines(b)...)
}

// freeLines name what was stated and costs nothing here, which a bill leaves out.
func (c *costPage) freeLines(b *pricing.Bill) []views.CostStep {
	var lines []views.CostStep
	for _, f := range b.Free {
		step := views.CostStep{Label: c.t("cost.item." + string(f.Item)), Formula: c.t("cost.free", "gb", text.Group(f.GB.Trim(0).String()))}
		if f.Source.URL != "" || f.Source.Confidence != "" {
			cite := views.Cite(c.lang(), f.Source, c.ask.market.At())
			step.Source = &cite
		}
		lines = append(lines, step)
	}
	return lines
}

func (c *costPage) billLine(line *pricing.Line, currency catalog.Currency) views.CostStep {
	step := views.CostStep{Label: c.item(line)}
	amount := views.Symbol(currency) + views.Amount(line.Amount)
	if step.Formula = amount; line.Formula != "" {
		step.Formula = line.Formula + " = " + amount
	}
	if line.Source.URL != "" || line.Source.Confidence != "" {
		cite := views.Cite(c.lang(), line.Source, c.ask.market.At())
		step.Source = &cite
	}
	return step
}

// item names a line, one of a further line of the basket with its card.
func (c *costPage) item(line *pricing.Line) string {
	name := c.t("cost.item." + string(line.Item))
	if line.For != "" {
		name += " · " + c.valueLabel("gpu", line.For) + " · " + c.mode(line.Billing)
	}
	return name
}

// basket says where each further line alone is cheapest.
func (c *costPage) basket() []views.CostBasketLine {
	var lines []views.CostBasketLine
	for _, choice := range c.weighed.Basket {
		l := views.CostBasketLine{Best: c.t("cost.basket.none"),
			Line: c.lineWords(c.valueLabel("gpu", choice.Line.Accelerator), text.Count(choice.Line.Cards), text.Group(choice.Line.Hours.String()))}
		if choice.Row != nil {
			offer, _ := choice.Row.Offer()
			l.Best = c.t("cost.answer.what", "name", c.name(&offer), "mode", c.mode(choice.Row.Billing()))
			l.Total = c.totalWords(choice.Row.Total(), choice.Row.AtLeast)
		}
		lines = append(lines, l)
	}
	return lines
}

package handlers

import (
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/text"
	"gpuscale/views"
)

// maths is the arithmetic of the answer, step by step, with the visitor's numbers.
func (c *costPage) maths(o *catalog.Offer, best *pricing.Row, b *pricing.Bill) []views.CostStep {
	job, symbol := &c.ask.job, views.Symbol(b.Total.Currency)
	steps := []views.CostStep{{Label: c.t("cost.maths.use"), Formula: c.useFormula()}}
	if per := o.Count.Or(1); per > 1 || b.Machines > 1 {
		steps = append(steps, views.CostStep{Label: c.t("cost.maths.machines"),
			Formula: "⌈" + text.Count(job.Cards) + " ÷ " + text.Count(per) + "⌉ = " + text.Count(b.Machines)})
	}
	steps = append(steps, c.billLines(b)...)
	steps = append(steps, views.CostStep{Label: c.t("cost.maths.total"), Formula: c.totalWords(b.Total, b.AtLeast)})
	if effective, known := b.EffectivePerGPUHour.Get(); known {
		steps = append(steps, views.CostStep{Label: c.t("cost.maths.effective"),
			Formula: symbol + views.Amount(b.Total.Low) + " ÷ " + c.usefulFormula() + " = " + symbol + views.HourlyRange(effective)})
	}
	return steps
}

// useFormula is how the card-hours come about: 1 × 8 h × 22 = 176.
func (c *costPage) useFormula() string {
	s, cards := c.ask.job.Schedule, text.Count(c.ask.job.Cards)
	total, _ := s.HoursPerCard(c.ask.job.Month)
	f := cards + " × "
	switch c.ask.way {
	case "daily":
		f += s.HoursPerDay.Value.Trim(0).String() + " h × " + s.Days.Value.Trim(0).String()
	case "months":
		f += s.Months.Value.Trim(0).String() + " × " + strconv.Itoa(int(c.ask.job.Month)) + " h"
	default:
		f += s.Hours.Value.Trim(0).String() + " h"
	}
	sum, err := pricing.Exactly(total).Times(pricing.Whole(int64(c.ask.job.Cards))).Round(6)
	if err != nil {
		return f
	}
	return f + " = " + text.Group(sum.Trim(0).String()) + " " + c.t("cost.maths.card-hours")
}

// usefulFormula is what the total is spread over.
func (c *costPage) usefulFormula() string {
	total, _ := c.ask.job.Schedule.HoursPerCard(c.ask.job.Month)
	f := text.Group(total.String()) + " h"
	if c.ask.job.Cards > 1 {
		f = text.Count(c.ask.job.Cards) + " × " + f
	}
	if lines := c.ask.job.Basket; len(lines) > 0 {
		for _, line := range lines {
			f += " + " + text.Count(line.Cards) + " × " + text.Group(line.Hours.Trim(0).String()) + " h"
		}
		f = "(" + f + ")"
	}
	if used := c.ask.job.Utilisation.Trim(0); used.String() != "100" {
		f += " × " + used.String() + "%"
	}
	if f != text.Group(total.String())+" h" && !(strings.HasPrefix(f, "(") && strings.HasSuffix(f, ")")) {
		f = "(" + f + ")"
	}
	return f
}

// inputs are the fields of the job with the values that were used.
func (c *costPage) inputs() []views.CostStep {
	var steps []views.CostStep
	add := func(name, value string) {
		steps = append(steps, views.CostStep{Label: c.label(name), Formula: value})
	}
	gpu := c.t("cost.field.gpu.any")
	if chosen := c.ask.offers.GPU; !chosen.Empty() {
		gpu = joinTerms(c, "gpu", chosen)
	}
	add("gpu", gpu)
	add("gpus", text.Count(c.ask.job.Cards))
	steps = append(steps, views.CostStep{Label: c.t("cost.maths.use"), Formula: c.useFormula()})
	for _, name := range costNumbers {
		way := costWayOf[name]
		typed := c.typed.shown(name)
		if way != "" || slices.Contains(costFormOnly, name) || name == "gpus" || typed == "" || typed == costDefaults[name] {
			continue
		}
		add(name, typed)
	}
	if c.ask.job.Uninterruptible {
		steps = append(steps, views.CostStep{Label: c.t("cost.field.interruptible"), Formula: c.t("cost.field.interruptible.no")})
	}
	for name, chosen := range map[string]catalog.Terms[string]{"provider": c.ask.offers.Provider, "region": c.ask.offers.Region} {
		if !chosen.Empty() {
			add(name, joinTerms(c, name, chosen))
		}
	}
	if len(c.ask.job.Billing) > 0 {
		add("billing", joinTerms(c, "billing", catalog.Terms[string]{In: billingWords(c.ask.job.Billing)}))
	}
	for _, line := range c.weighed.Basket {
		steps = append(steps, views.CostStep{Label: c.t("cost.form.basket"), Formula: c.lineWords(c.valueLabel("gpu", line.Line.Accelerator),
			text.Count(line.Line.Cards), text.Group(line.Line.Hours.String()))})
	}
	return steps
}

func joinTerms(c *costPage, name string, t catalog.Terms[string]) string {
	s := ""
	for i, v := range append(slices.Clone(t.In), t.Out...) {
		if i > 0 {
			s += c.t("list.separator")
		}
		if i >= len(t.In) {
			s += "!"
		}
		s += c.valueLabel(name, v)
	}
	return s
}

// rates are the exchange rates used, with date, source and age.
func (c *costPage) rates() []views.CostRate {
	var list []views.CostRate
	for _, r := range c.weighed.Rates {
		cite := views.Cite(c.lang(), r.Source, c.ask.market.At())
		rate := views.CostRate{Cite: &cite, Text: c.t("cost.rate", "base", r.Base, "rate", r.Value.Trim(0).String(), "quote", r.Quote, "date", r.Date.String())}
		if days, old := pricing.RateAge(r, c.ask.market.At()); old {
			rate.Old = c.n("cost.rate.old", days)
		}
		list = append(list, rate)
	}
	if len(list) == 0 && len(c.weighed.Results) > 0 {
		list = append(list, views.CostRate{Text: c.t("cost.rate.none", "currency", text.Word(c.lang(), "currency", string(c.ask.job.Currency)))})
	}
	return list
}

// assumptions say by what rules the figures were made.
func (c *costPage) assumptions() []string {
	tax := c.t("cost.assume.vat.none")
	if n := c.ask.job.VATPercent; n > 0 {
		tax = c.t("cost.assume.vat", "n", n)
	}
	return []string{c.t("cost.assume.ranked"), c.t("cost.assume.month", "n", int(c.ask.job.Month)), tax, c.t("cost.assume.step"),
		c.t("cost.assume.round"), c.t("cost.assume.single")}
}

// sheetOthers is how many alternatives the sheet names.
const sheetOthers = 3

// sheet is the procurement sheet of the answer.
func (c *costPage) sheet(o *catalog.Offer, p *catalog.Price, best *pricing.Row, b *pricing.Bill) views.CostSheet {
	s := views.CostSheet{
		Made: c.t("cost.sheet.made", "time", text.Minute(c.ask.market.At()), "revision", strconv.FormatInt(c.ask.market.Revision(), 10)),
		Name: c.name(o) + " · " + c.detail(o), Mode: c.mode(best.Billing()), Total: c.totalWords(b.Total, b.AtLeast),
		Inputs: c.inputs(), Address: c.frame.Absolute(), Doubts: views.DoubtLines(c.lang(), c.ask.market, p.Doubts),
	}
	var cited []views.Citation
	for i := range b.Lines {
		line := &b.Lines[i]
		cite := views.Cite(c.lang(), line.Source, c.ask.market.At())
		l := views.CostSheetLine{Item: c.item(line), Formula: line.Formula, Amount: views.Symbol(b.Total.Currency) + views.Amount(line.Amount)}
		if line.Source.URL != "" || line.Source.Confidence != "" {
			l.Seen, l.Cite = cite.Seen, &cite
			cited = append(cited, cite)
		}
		s.Lines = append(s.Lines, l)
	}
	for i := range c.weighed.Results {
		row := &c.weighed.Results[i]
		if len(s.Others) == sheetOthers {
			break
		}
		offer, price := row.Offer()
		if price.ID == p.ID {
			continue
		}
		cite := views.CitePrice(c.lang(), c.ask.market, &price)
		cited = append(cited, cite)
		s.Others = append(s.Others, views.CostSheetLine{Item: c.t("cost.answer.what", "name", c.name(&offer), "mode", c.mode(price.Billing)),
			Formula: views.PublishedPrice(c.lang(), &price), Amount: c.totalWords(row.Total(), row.AtLeast), Seen: cite.Seen, Cite: &cite})
	}
	s.Credits = views.Credits(cited)
	return s
}

package handlers

import (
	"maps"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/ui"
)

// model computes the page: the results, or the form with its messages.
func (c *costPage) model() views.CostModel {
	m := views.CostModel{Form: c.form(), Share: c.share()}
	if len(c.typed.problems) > 0 {
		for _, name := range slices.Sorted(maps.Keys(c.typed.problems)) {
			m.Wrong = append(m.Wrong, views.CostProblem{FieldID: "c-" + name, Label: c.label(name), Text: c.typed.problems[name]})
		}
		return m
	}
	if c.ask.example {
		m.Example = c.example()
	}
	m.Rates, m.Assumed = c.rates(), c.assumptions()
	m.Left, m.LeftText = c.left()
	m.NotShown = c.notShown()
	m.Basket = c.basket()
	best := c.weighed.Best()
	if best == nil {
		m.Said = c.t("cost.said.none")
		m.Empty = c.waysOut()
		return m
	}
	c.answer(&m, best)
	m.Offers = c.offers(best)
	m.Changes, m.Searched = c.changes(), c.searched()
	return m
}

// answer fills what is said of the cheapest offer.
func (c *costPage) answer(m *views.CostModel, best *pricing.Row) {
	offer, price := best.Offer()
	bill := best.Bill()
	modes := c.modes(&offer)
	m.Said = c.t("cost.said", "name", c.name(&offer), "mode", c.mode(best.Billing()), "total", c.totalWords(bill.Total, bill.AtLeast))
	key := "cost.bar"
	if bill.AtLeast {
		key = "cost.bar.at-least"
	}
	m.Bar = views.CostBar{Text: c.t(key, "mode", c.mode(best.Billing())), Figure: costMoney(bill.Total)}
	m.Figures = c.figures(best, &bill, modes)
	m.Lower = c.lower(best)
	m.Warnings = c.warnings(&bill)
	m.Modes = c.modesTable(&offer, best, modes)
	m.Even = c.breakEven()
	m.Parts = c.parts(best, &bill)
	m.Hidden = c.hidden(&bill)
	m.Forgotten = c.forgotten(&offer)
	m.Maths = c.maths(&offer, best, &bill)
	m.Sheet = c.sheet(&offer, &price, best, &bill)
}

// figures are the three figures of the answer.
func (c *costPage) figures(best *pricing.Row, bill *pricing.Bill, modes []modeRow) []views.CostFigure {
	offer, price := best.Offer()
	total := views.CostFigure{Label: c.t("cost.answer.total"), Big: costMoney(bill.Total), Seal: c.t("cost.cheapest"),
		Note: c.t("cost.answer.what", "name", c.name(&offer), "mode", c.mode(best.Billing()))}
	if bill.AtLeast {
		total.Label, total.Seal = c.t("cost.answer.at-least"), c.t("cost.at-least")
	}
	figures := []views.CostFigure{total}
	if within := c.longest(); within != nil {
		figures = append(figures, *within)
	} else {
		figures = append(figures, c.saving(best, bill, modes))
	}
	if effective := costHourly(bill.EffectivePerGPUHour); effective != "" {
		figures = append(figures, views.CostFigure{Label: c.t("cost.answer.effective"), Big: effective,
			Note: c.t("cost.answer.list", "price", views.PublishedPrice(c.lang(), &price))})
	}
	return figures
}

// saving compares with the ranked on-demand price of the same offer. Nothing is
// claimed where one side is incomplete or the prices contradict each other.
func (c *costPage) saving(best *pricing.Row, bill *pricing.Bill, modes []modeRow) views.CostFigure {
	f := views.CostFigure{Label: c.t("cost.answer.saving"), Big: "—"}
	if best.Billing() == catalog.OnDemand {
		f.Note = c.t("cost.answer.hourly") + c.t("cost.and") + c.t("cost.answer.hourly.what")
		return f
	}
	var hour *pricing.Row
	for i := range modes {
		if r := modes[i].row; r != nil && hour == nil && r.Billing() == catalog.OnDemand && modes[i].price.Ranked() {
			hour = r
		}
	}
	why := c.noSaving(bill, hour)
	if why != "" {
		f.Note = c.t("cost.answer.unknown") + c.t("cost.and") + why
		return f
	}
	other := hour.Total().Low
	share := pricing.Exactly(other).Minus(pricing.Exactly(bill.Total.Low)).Over(pricing.Exactly(other)).Float()
	f.Big = text.Percent(share, 1)
	f.Note = c.t("cost.answer.saving.what", "other", costMoney(hour.Total()), "mode", c.mode(best.Billing()), "total", costMoney(bill.Total))
	return f
}

func (c *costPage) noSaving(bill *pricing.Bill, hour *pricing.Row) string {
	for _, w := range bill.Warnings {
		switch {
		case w.Code == string(catalog.SpotEqualsOnDemand):
			return c.t("cost.why.equal")
		case text.Has("contradiction." + w.Code):
			return c.t("cost.why.contradiction")
		}
	}
	switch {
	case hour == nil:
		return c.t("cost.why.no-hourly")
	case bill.AtLeast || hour.AtLeast:
		return c.t("cost.why.at-least")
	}
	return ""
}

// longest is the offer on which the budget lasts for most hours, of those whose cost is
// known whole; an incomplete one that may last longer is told as that. nil without a
// budget.
func (c *costPage) longest() *views.CostFigure {
	budget, asked := c.ask.job.Budget.Get()
	if !asked {
		return nil
	}
	amount := views.Symbol(c.ask.job.Currency) + views.Amount(budget)
	f := &views.CostFigure{Label: c.t("cost.answer.budget", "budget", amount), Big: c.t("cost.hours", "n", "0"), Note: c.t("cost.budget.none")}
	whole, wholeHours := c.lasting(budget, false)
	open, openHours := c.lasting(budget, true)
	if whole != nil {
		f.Big, f.Note = c.t("cost.hours", "n", text.Count(wholeHours)), c.lastingWords("cost.answer.budget.what", whole, wholeHours)
	}
	if open == nil || openHours <= wholeHours {
		return f
	}
	more := c.lastingWords("cost.answer.budget.at-most", open, openHours)
	if whole == nil {
		f.Big, f.Note = c.t("cost.hours.at-most", "n", text.Count(openHours)), more
	} else {
		f.Note += c.t("cost.and") + more
	}
	return f
}

func (c *costPage) lastingWords(key string, r *pricing.Row, hours int) string {
	offer, _ := r.Offer()
	return c.t(key, "name", c.name(&offer), "mode", c.mode(r.Billing()), "n", text.Count(hours))
}

// lasting returns the row on which the budget lasts longest among the first that are
// complete or, for atLeast, that are not; nil where it pays for no hour.
func (c *costPage) lasting(budget catalog.Decimal, atLeast bool) (longest *pricing.Row, most int) {
	left := costShownRows
	for i := range c.weighed.Results {
		row := &c.weighed.Results[i]
		if row.AtLeast != atLeast {
			continue
		}
		if left--; left < 0 {
			break
		}
		if hours, ok := row.HoursWithin(budget); ok && hours > most {
			longest, most = row, hours
		}
	}
	return longest, most
}

// lower says how many prices have a lower known part than the answer.
func (c *costPage) lower(best *pricing.Row) string {
	n := 0
	for i := range c.weighed.Results {
		if c.weighed.Results[i].PriceID() == best.PriceID() {
			break
		}
		n++
	}
	if n == 0 {
		return ""
	}
	return c.n("cost.answer.lower", n)
}

// changes words when another price becomes the cheapest.
func (c *costPage) changes() []string {
	var lines []string
	for _, change := range c.weighed.Sensitivity {
		lines = append(lines, c.change(change))
	}
	return lines
}

// searched words how far changes were looked for.
func (c *costPage) searched() string {
	var list []string
	for _, r := range c.weighed.Searched {
		list = append(list, c.t("cost.reach."+r.Input, "min", text.Count(int(r.Min)), "max", text.Count(int(r.Max))))
	}
	return c.t("cost.changes.reach", "list", strings.Join(list, c.t("cost.and")))
}

func (c *costPage) change(change pricing.Change) string {
	offer, _ := change.Winner.Offer()
	lever := c.t("cost.lever."+change.Input, "from", text.Group(change.From.String()), "at", text.Group(change.At.String()))
	key := "cost.changes.line"
	if change.Winner.AtLeast || c.weighed.Best().AtLeast { // the order goes by what is known
		key = "cost.changes.known"
	}
	return c.t(key, "lever", lever, "name", c.name(&offer), "mode", c.mode(change.Winner.Billing()),
		"total", c.totalWords(change.Winner.Total(), change.Winner.AtLeast))
}

// left gathers the prices without a total by reason.
func (c *costPage) left() (reasons []views.CostReason, count string) {
	place := map[string]int{}
	for i := range c.weighed.left {
		x := &c.weighed.left[i]
		words := c.reason(x.Notice)
		n, ok := place[words]
		if !ok {
			n = len(reasons)
			place[words] = n
			reasons = append(reasons, views.CostReason{Text: words})
		}
		if len(reasons[n].Names) < costShownRows {
			offer, _ := x.Offer()
			label := c.name(&offer) + " · " + c.mode(x.Billing)
			reasons[n].Names = append(reasons[n].Names, views.CostLink{Label: label, Href: c.frame.Href("/providers/" + x.Provider.Slug + c.carried())})
		}
	}
	if len(reasons) == 0 {
		return nil, ""
	}
	return reasons, c.n("cost.excluded.n", len(c.weighed.left))
}

// notShown counts what is not ranked, by reason, with the list that shows it.
func (c *costPage) notShown() views.CostNotShown {
	r := &c.weighed.notShown
	if r.HiddenPrices == 0 {
		return views.CostNotShown{}
	}
	shown := views.CostNotShown{Text: c.n("cost.not-shown", r.HiddenPrices), Href: c.offersHref("show", "all")}
	for _, code := range catalog.WhyNots {
		if n := r.NotShown[code]; n > 0 {
			shown.Reasons = append(shown.Reasons, views.CostLink{Label: text.Word(c.lang(), "why_not", string(code)) + " " + text.Count(n), Href: c.offersHref("why_not", string(code))})
		}
	}
	return shown
}

// offersHref is the list of offers under the calculator's conditions.
func (c *costPage) offersHref(name, value string) string {
	a := address{frame: c.frame, path: "/offers", names: offersParams, values: c.typed.values}
	return a.changed(map[string][]string{name: {value}, "billing": billingWords(c.ask.job.Billing)})
}

func billingWords(modes []catalog.BillingMode) []string {
	var list []string
	for _, m := range modes {
		list = append(list, string(m))
	}
	return list
}

// carried is the query that links to other pages keep.
func (c *costPage) carried() string {
	return address{frame: c.frame, values: c.typed.values}.carried("as_of")
}

func (c *costPage) waysOut() []views.CostLink {
	links := []views.CostLink{{Label: c.t("cost.none.offers"), Href: c.offersHref("show", "all")}}
	if len(c.typed.values["gpu"]) > 0 {
		any := c.address()
		any.Del("gpu")
		a := address{frame: c.frame, path: "/calculator/cost", names: costParams, values: any}
		links = append(links, views.CostLink{Label: c.t("cost.none.any"), Href: a.of(any)})
	}
	return links
}

func (c *costPage) share() ui.ShareProps {
	f := c.frame
	return ui.ShareProps{
		Label: c.t("cost.share"), CopyLabel: c.t("cost.share.copy"), CopyDone: c.t("cost.share.copied"), Link: f.Absolute(),
		CSVLabel: c.t("cost.share.csv"), CSVHref: f.As(".csv"), MarkdownLabel: c.t("cost.share.md"), MDHref: f.As(".md"),
		JSONLabel: c.t("cost.share.json"), JSONHref: f.As(".json"), PrintLabel: c.t("cost.share.print"),
		ShortLabel: c.t("cost.share.short"), FrozenLabel: c.t("cost.share.frozen"), Path: f.Self(),
	}
}

func (c *costPage) example() string {
	return strings.Join([]string{c.valueLabel("gpu", c.typed.values.Get("gpu")), c.n("cost.cards", c.ask.job.Cards), c.jobHint()}, c.t("list.separator"))
}

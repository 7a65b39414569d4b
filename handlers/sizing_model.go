package handlers

import (
	"strings"

	"gpuscale/catalog"
	"gpuscale/sizing"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/chart"
	"gpuscale/views/ui"
)

// model is the page, ready to print; with problems it is the form alone.
func (s *sizingPage) model() views.SizingModel {
	m := views.SizingModel{Form: s.form(), Accuracy: s.accuracy()}
	if len(s.typed.problems) > 0 {
		m.Wrong = s.wrong(&m.Form)
		return m
	}
	r := &s.result
	name := s.modelName()
	if s.ask.example {
		m.Example = s.t("sizing.example", "model", name, "task", s.task(r.Request.Task), "precision", s.precision())
	}
	m.Said = s.t("sizing.said", "model", name, "task", s.task(r.Request.Task), "precision", s.precision(), "gb", gigabyteText(r.Memory.TotalGB))
	m.Figures, m.Bar = s.figures(), s.bar()
	for _, n := range r.Notices {
		m.Notices = append(m.Notices, s.notice("sizing.note.", n))
	}
	m.Memory, m.Claims = s.memoryBar(), s.claimViews()
	m.Table, m.Rest, m.Providers = s.table(), s.rest(), s.providers()
	for _, p := range r.Memory.Parts {
		m.Steps = append(m.Steps, views.SizingStep{
			Label: text.Word(s.lang(), "sizing_item", p.Item), Formula: s.t("sizing.step", "formula", p.Formula, "gb", gigabyteText(p.GB)),
		})
	}
	m.Opinions, m.Rates, m.Share, m.Empty = s.opinions(), s.rateViews(), s.share(), s.waysOut()
	m.Credits = creditsOf(&m)
	m.EmptyText = s.t("sizing.nothing.text")
	if r.Request.Task != sizing.Inference {
		m.EmptyText = s.t("sizing.nothing.train")
	}
	return m
}

// creditsOf are the credits of all prices on the page, each once.
func creditsOf(m *views.SizingModel) []views.Credit {
	var cited []views.Citation
	for i := range m.Table.Rows {
		cited = append(cited, m.Table.Rows[i].Cite)
	}
	for i := range m.Providers.Rows {
		cited = append(cited, m.Providers.Rows[i].Cite)
	}
	return views.Credits(cited)
}

// modelName is the model sized: its name, or its size for own numbers.
func (s *sizingPage) modelName() string { return s.result.Model.Name }

func (s *sizingPage) precision() string { return strings.ToUpper(string(s.result.Request.Precision)) }

// wrong lists the problems in the order of the form.
func (s *sizingPage) wrong(f *views.SizingForm) []views.SizingProblem {
	var list []views.SizingProblem
	for _, name := range sizingParams {
		problem := s.typed.problems[name]
		if problem == "" {
			continue
		}
		p := views.SizingProblem{FieldID: sizingFieldID + strings.TrimPrefix(name, sizingConstant), Text: problem}
		if key, constant := strings.CutPrefix(name, sizingConstant); constant {
			p.Label = s.t("sizing.constant." + key)
		} else {
			p.Label = s.t("sizing." + name)
		}
		if name == "sort" || name == "as_of" || name == "currency" || name == "task" || name == "precision" {
			p.FieldID = "err-" + name
		}
		list = append(list, p)
	}
	return list
}

// best is the cheapest fit with a price in one area: by the whole run where any has
// a total, else by the hour; nil without any.
func (s *sizingPage) best(area catalog.MarketArea) (*sizing.Fit, *sizingCost) {
	var fit *sizing.Fit
	var cost *sizingCost
	for i := range s.result.Fits {
		f := &s.result.Fits[i]
		c := s.costs.cards[f.Device.Slug]
		if c != nil && c.offer.Provider.Market != area {
			c = c.abroad
		}
		if c == nil || c.offer.Provider.Market != area {
			continue
		}
		if cost == nil || c.below(cost) {
			fit, cost = f, c
		}
	}
	return fit, cost
}

// below reports whether c is cheaper; a run with a total comes before one without.
func (c *sizingCost) below(other *sizingCost) bool {
	switch {
	case c.run != nil && other.run != nil:
		return c.run.mid.Cmp(other.run.mid) < 0
	case c.run != nil || other.run != nil:
		return c.run != nil
	}
	return c.hour.Cmp(other.hour) < 0
}

// focus is the fit that the page speaks of: the card asked for, else the cheapest,
// else the first that fits; nil when nothing does.
func (s *sizingPage) focus() *sizing.Fit {
	if len(s.ask.cards.In) == 1 {
		for i := range s.result.Fits {
			if f := &s.result.Fits[i]; f.Device.Slug == s.ask.cards.In[0] && f.State == sizing.Fits {
				return f
			}
		}
	}
	for _, area := range areas {
		if fit, _ := s.best(area); fit != nil {
			return fit
		}
	}
	if len(s.result.Fits) > 0 && s.result.Fits[0].State == sizing.Fits {
		return &s.result.Fits[0]
	}
	return nil
}

// cardName is an accelerator's name; a family's says so.
func (s *sizingPage) cardName(slug string) string {
	card, _ := s.ask.market.Accelerator(slug)
	if card.Family() {
		return views.In(s.lang(), card.Label())
	}
	return views.CardName(card)
}

// money prints an amount with its sign, in full below a thousand.
func (s *sizingPage) money(d catalog.Decimal) string {
	if d.Cmp(catalog.WholeDecimal(1000)) >= 0 {
		return views.Symbol(s.ask.currency) + views.Whole(d)
	}
	return views.Symbol(s.ask.currency) + views.Hourly(d)
}

// moneyRange prints an estimate by its bounds.
func (s *sizingPage) moneyRange(r *decimalRange) string {
	low, high := s.money(r.low), s.money(r.high)
	if low == high {
		return low
	}
	return low + "–" + strings.TrimPrefix(high, views.Symbol(s.ask.currency))
}

// opinions are the figures of other formulas.
func (s *sizingPage) opinions() []views.SizingOpinion {
	var list []views.SizingOpinion
	for _, o := range s.result.Opinions {
		list = append(list, views.SizingOpinion{
			Label: s.t("sizing.opinion." + o.Code), Formula: o.Formula,
			Value: bigText(o.Value) + " " + text.Word(s.lang(), "sizing_unit", o.Unit),
		})
	}
	return list
}

// accuracy is the table of errors.
func (s *sizingPage) accuracy() views.SizingAccuracy {
	var a views.SizingAccuracy
	rows, published := 0, 0
	for _, r := range sizing.Accuracy() {
		rows, published = rows+r.Rows, published+r.Published
		if n := len(a.Parts); n == 0 || a.Parts[n-1].Title != s.t("sizing.part."+r.Part) {
			a.Parts = append(a.Parts, views.SizingAccuracyPart{Title: s.t("sizing.part." + r.Part)})
		}
		part := &a.Parts[len(a.Parts)-1]
		row := views.SizingAccuracyRow{Group: text.Word(s.lang(), "sizing_group", r.Group), Formula: r.Formula, Rows: text.Count(r.Rows)}
		if r.Median.Known {
			row.Median, row.P90, row.Worst = text.Percent(r.Median.Value, 2), text.Percent(r.P90.Value, 2), text.Percent(r.Worst.Value, 2)
		}
		part.Rows = append(part.Rows, row)
	}
	a.Lead = s.t("sizing.accuracy.lead", "rows", text.Count(rows), "published", text.Count(published))
	return a
}

// rates are the exchange rates that the costs were computed with.
func (s *sizingPage) rates() []catalog.Rate {
	var rates []catalog.Rate
	seen := map[string]bool{}
	for _, run := range s.costs.runs {
		for _, rate := range run.Rates {
			if key := string(rate.Base + rate.Quote); !seen[key] {
				seen[key] = true
				rates = append(rates, rate)
			}
		}
	}
	return rates
}

func (s *sizingPage) rateViews() []views.SizingRate {
	var list []views.SizingRate
	for _, r := range s.rates() {
		list = append(list, views.SizingRate{
			Text: s.t("sizing.rate", "pair", string(r.Base)+"/"+string(r.Quote), "rate", r.Value.String(), "date", r.Date.String()),
			Cite: views.Cite(s.lang(), r.Source, s.ask.market.At()),
		})
	}
	return list
}

func (s *sizingPage) share() ui.ShareProps {
	f := s.frame
	return ui.ShareProps{
		Label: s.t("offers.share"), CopyLabel: s.t("offers.share.copy"), CopyDone: s.t("offers.share.copied"), Link: f.Absolute(),
		CSVLabel: s.t("offers.share.csv"), CSVHref: f.As(".csv"), JSONLabel: s.t("offers.share.json"), JSONHref: f.As(".json"),
		PrintLabel: s.t("offers.share.print"), ShortLabel: s.t("offers.share.short"), FrozenLabel: s.t("offers.share.frozen"), Path: f.Self(),
	}
}

// waysOut are the changes that help when nothing fits.
func (s *sizingPage) waysOut() []views.SizingLink {
	var list []views.SizingLink
	links := s.links()
	if task := s.result.Request.Task; s.result.Request.Precision != sizing.INT4 && task == sizing.Inference {
		list = append(list, views.SizingLink{Label: s.t("sizing.nothing.int4"), Href: links.with("precision", "int4")})
	}
	if s.result.Request.GPUs > 0 {
		list = append(list, views.SizingLink{Label: s.t("sizing.nothing.gpus"), Href: links.with("gpus")})
	}
	return list
}

// links are links to this page with something changed.
func (s *sizingPage) links() address {
	return address{frame: s.frame, path: "/calculator/sizing", names: sizingParams, values: s.ask.address(s.typed)}
}

// memoryBar draws the memory against the nominal memory of some cards.
func (s *sizingPage) memoryBar() chart.MemoryBar {
	r := &s.result
	accent := sizing.ItemCache
	if r.Request.Task != sizing.Inference {
		accent = sizing.ItemActivations
	}
	bar := chart.MemoryBar{TotalText: s.t("sizing.figure.total", "gb", gigabyteText(r.Memory.TotalGB))}
	var parts []string
	for _, p := range r.Memory.Parts {
		part := chart.MemoryPart{
			Name: text.Word(s.lang(), "sizing_item", p.Item), Figure: gigabyteText(p.GB) + " GB", Size: p.GB, Accent: p.Item == accent,
		}
		parts = append(parts, part.Name+" "+part.Figure)
		bar.Parts = append(bar.Parts, part)
	}
	bar.Capacities, bar.Finding = s.capacities()
	bar.Note = s.t("sizing.figure.note")
	bar.Name = s.t("sizing.figure.name", "gb", gigabyteText(r.Memory.TotalGB), "parts", strings.Join(parts, s.t("list.separator")), "finding", bar.Finding)
	return bar
}

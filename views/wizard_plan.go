package views

import (
	"net/url"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/recommendation"
	"gpuscale/text"
	"gpuscale/views/chart"
)

// WizardPlan is one plan in full.
type WizardPlan struct {
	Rank                        int
	ID                          string
	Place                       string // read out before the name
	Provider, ProviderHref      string
	Card, CardHref              string
	Named                       bool // the article recommends it
	Total, TotalFor, TotalNote  string
	Hourly, Rate                string
	Quote                       Citation // of the price
	Priced                      bool
	CostHref, CompareHref       string
	Score, Range, Places, Known string
	Bars                        []chart.Score
	Reasons                     []string
	Lost                        string
	Checks                      []WizardCheckLine
	Warnings                    []string
	Marks                       []WizardMark
	Quoted                      []WizardQuote
	Parts                       []WizardPartGroup
	Siblings                    []WizardRow
	PartsLabel, SiblingsLabel   string // name the tables for assistive technology
}

// WizardCheckLine is a check of one plan.
type WizardCheckLine struct {
	Key         string
	State       recommendation.State
	StateWord   string
	Text        string
	Cite        Citation
	Cited, Hard bool
	Doubts      []DoubtLine
}

// WizardMark is something that makes trying a platform easier.
type WizardMark struct {
	Label, Text string
	Known       bool
}

// WizardQuote is a price that may not be ranked, with the reasons.
type WizardQuote struct {
	Text, Why string
	Cite      Citation
}

// WizardRow is one plan in a table.
type WizardRow struct {
	place          int
	Rank, ID       string
	Plan           string
	Score          string
	Total          string
	Checks, Spoken string
	Lost           string
}

// planCard names the card of a plan.
func planCard(p *recommendation.Plan) string {
	switch {
	case p.Accelerator != nil:
		return CardName(p.Accelerator)
	case p.Offer != nil:
		return p.Offer.AcceleratorName
	}
	return ""
}

func (b *resultBuilder) cardOf(p *recommendation.Plan) string {
	name := orElse(planCard(p), b.f.T("wizard.plan.no-card"))
	return b.f.T("wizard.plan.cards", "card", name, "n", p.Cards)
}

func (b *resultBuilder) plan(p *recommendation.Plan) WizardPlan {
	m := WizardPlan{
		Rank: p.Rank, ID: "plan-" + strconv.Itoa(p.Rank), Place: b.f.T("wizard.plan.place", "n", p.Rank),
		Provider: In(b.f.Lang, p.Provider.Name), ProviderHref: b.f.Href("/providers/" + p.Provider.Slug + b.asOf("?")),
		Card: b.cardOf(p), Named: p.Article != nil, Lost: b.lost[p.Rank], Checks: b.planChecks(p), Marks: b.marks(p), Quoted: b.quoted(p), Parts: b.parts(p),
	}
	m.PartsLabel = b.f.T("wizard.parts") + b.f.T("wizard.colon") + m.Provider + " " + m.Card
	m.SiblingsLabel = b.f.T("wizard.ranked.table") + b.f.T("wizard.colon") + m.Provider
	if p.Accelerator != nil {
		m.CardHref = b.f.Href("/gpus/" + p.Accelerator.Slug + b.asOf("?"))
	}
	b.price(&m, p)
	b.score(&m, p)
	for _, n := range p.Reasons {
		m.Reasons = append(m.Reasons, b.w.Reason(n))
	}
	for _, n := range p.Warnings {
		m.Warnings = append(m.Warnings, b.w.Warning(n))
	}
	if first := b.r.Ranked[0].Offer; p.Rank > 1 && first != nil && p.Offer != nil {
		m.CompareHref = b.f.Href("/compare?o=" + first.ID + "&o=" + p.Offer.ID + b.asOf("&"))
	}
	return m
}

func (b *resultBuilder) price(m *WizardPlan, p *recommendation.Plan) {
	m.Total = b.total(p)
	if p.Bill != nil {
		m.TotalFor = b.f.T("wizard.plan.for", "days", b.s.Answers.Days)
	}
	if p.NoBill != nil {
		m.TotalNote = b.w.Bill(*p.NoBill)
	}
	if p.Price == nil {
		return
	}
	m.Priced, m.Quote = true, CitePrice(b.f.Lang, b.s.Market, p.Price)
	m.CostHref = b.costHref(p)
	if p.PerGPUHour.Known() {
		m.Hourly = b.f.T("wizard.plan.hourly", "price", HourlyRange(p.PerGPUHour.Rounded()), "billing", text.Word(b.f.Lang, "billing", string(p.Price.Billing)))
	}
	if r := p.PerGPUHour.Rate; r != nil {
		m.Rate = b.f.T("wizard.plan.rate", "pair", string(r.Base)+"/"+string(r.Quote), "rate", r.Value.String(), "date", r.Date.String())
	}
}

func (b *resultBuilder) total(p *recommendation.Plan) string {
	if p.Bill == nil {
		return b.f.T("wizard.plan.no-total")
	}
	total := Amount(p.Bill.Total.Low)
	if p.Bill.Total.High.Known {
		total += "–" + Amount(p.Bill.Total.High.Value)
	}
	if p.Bill.AtLeast {
		return b.f.T("wizard.plan.at-least", "total", total)
	}
	return b.f.T("wizard.plan.total", "total", total)
}

// costHref leads to the cost calculator with the job that the total was computed for.
func (b *resultBuilder) costHref(p *recommendation.Plan) string {
	a := &b.s.Answers
	q := "?gpu="
	switch {
	case p.Accelerator != nil:
		q += p.Accelerator.Slug
	case p.Offer != nil && p.Offer.VRAMGB.Known:
		q = "?vram_min=" + strconv.FormatFloat(p.Offer.VRAMGB.Value, 'f', -1, 64)
	default:
		return ""
	}
	q += "&gpus=" + strconv.Itoa(p.Cards) + "&hours=" + strconv.Itoa(24*a.Days)
	if !a.UploadGB.IsZero() {
		q += "&storage_gb=" + a.UploadGB.String() + "&upload_gb=" + a.UploadGB.String()
	}
	if a.Budget.Known {
		q += "&budget=" + a.Budget.Value.String()
	}
	q += "&provider=" + url.QueryEscape(p.Provider.Slug) + "&billing=" + string(p.Price.Billing)
	return b.f.Href("/calculator/cost" + q + b.asOf("&"))
}

func points(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

func (b *resultBuilder) score(m *WizardPlan, p *recommendation.Plan) {
	m.Score, m.Range = points(p.Score.Low), b.f.T("wizard.plan.exact")
	if p.Score.Unsure() {
		m.Range = b.f.T("wizard.plan.range", "low", points(p.Score.Low), "high", points(p.Score.High))
	}
	m.Places = b.f.T("wizard.plan.places", "best", p.Places.Best, "worst", p.Places.Worst)
	if p.Places.Best == p.Places.Worst {
		m.Places = b.f.T("wizard.plan.place-firm")
	}
	m.Known = b.f.T("wizard.plan.coverage", "percent", text.Percent(p.Score.Coverage, 0))
	for _, d := range p.Parts {
		m.Bars = append(m.Bars, chart.Score{Name: b.f.T("wizard.short." + string(d.Dimension)), Text: strconv.FormatFloat(d.Score.Low, 'f', 0, 64),
			Value: chart.At(d.Score.Low), Low: chart.At(d.Score.Low), High: chart.At(d.Score.High)})
	}
}

func (b *resultBuilder) planChecks(p *recommendation.Plan) []WizardCheckLine {
	out := make([]WizardCheckLine, len(p.Checks))
	for i := range p.Checks {
		out[i] = b.checkLine(&p.Checks[i])
	}
	return out
}

func (b *resultBuilder) checkLine(c *recommendation.Check) WizardCheckLine {
	line := WizardCheckLine{Key: c.Key, State: c.State, StateWord: b.f.T("wizard.state." + string(c.State)), Hard: c.Hard, Doubts: DoubtLines(b.f.Lang, b.s.Market, c.Doubts)}
	notes := []string{}
	value := In(b.f.Lang, c.Value)
	switch {
	case value == "" && c.Reason != "":
		value = b.w.Blank(c.Reason)
	case c.Reason != "":
		value = b.w.Value(c.Key, value, c.Unit)
		notes = append(notes, b.w.Blank(c.Reason))
	default:
		value = b.w.Value(c.Key, value, c.Unit)
	}
	if subject := In(b.f.Lang, c.Subject); subject != "" {
		notes = append(notes, b.f.T("wizard.plan.subject", "subject", subject))
	}
	notes = append(notes, b.required(c))
	line.Text = b.w.Key(c.Key) + b.f.T("wizard.colon") + value + b.f.T("wizard.bracket", "words", strings.Join(notes, b.f.T("wizard.semicolon")))
	if c.Source != (catalog.Source{}) && In(b.f.Lang, c.Value) != "" {
		line.Cite, line.Cited = Cite(b.f.Lang, c.Source, b.s.Market.At()), true
	}
	return line
}

// required is what a check asks for, in a phrase that stands alone.
func (b *resultBuilder) required(c *recommendation.Check) string {
	if c.Key == recommendation.KeyInterruptible || c.Threshold.Zh == "true" {
		return b.need(c)
	}
	return b.f.T("wizard.plan.need", "need", b.need(c))
}

func (b *resultBuilder) marks(p *recommendation.Plan) []WizardMark {
	unknown := b.f.T("value.unknown")
	trial, paper := In(b.f.Lang, p.Provider.FreeTrial), In(b.f.Lang, p.Provider.Whitepaper)
	return []WizardMark{
		{Label: b.f.T("wizard.plan.trial"), Text: orElse(trial, unknown), Known: trial != ""},
		{Label: b.f.T("wizard.plan.paper"), Text: orElse(paper, unknown), Known: paper != ""},
	}
}

// shownQuotes is how many unranked prices stand beside a recommended product.
const shownQuotes = 3

func (b *resultBuilder) quoted(p *recommendation.Plan) []WizardQuote {
	var out []WizardQuote
	for i := range p.Quoted {
		for k := range p.Quoted[i].Prices {
			price := &p.Quoted[i].Prices[k]
			if len(out) == shownQuotes {
				return out
			}
			out = append(out, WizardQuote{
				Text: strings.TrimSpace(p.Quoted[i].InstanceType+" "+p.Quoted[i].AcceleratorName) + b.f.T("wizard.colon") + PublishedPrice(b.f.Lang, price),
				Why:  strings.Join(WhyNot(b.f.Lang, price.WhyNot), b.f.T("list.separator")), Cite: CitePrice(b.f.Lang, b.s.Market, price),
			})
		}
	}
	return out
}

func (b *resultBuilder) row(p *recommendation.Plan) WizardRow {
	r := WizardRow{place: p.Rank, Rank: strconv.Itoa(p.Rank), ID: "plan-" + strconv.Itoa(p.Rank), Plan: In(b.f.Lang, p.Provider.Name) + " " + b.cardOf(p),
		Score: points(p.Score.Low), Total: b.total(p), Lost: b.lost[p.Rank]}
	if p.Score.Unsure() {
		r.Score += "–" + points(p.Score.High)
	}
	count := map[recommendation.State]int{}
	for i := range p.Checks {
		count[p.Checks[i].State]++
	}
	args := []any{"pass", count[recommendation.Pass], "fail", count[recommendation.Fail], "unknown", count[recommendation.Unknown]}
	r.Checks, r.Spoken = b.f.T("wizard.row.counts", args...), b.f.T("wizard.limits.counts", args...)
	return r
}

func (b *resultBuilder) reasonOnly(l *recommendation.Lost) WizardRow {
	card := ""
	switch {
	case l.Accelerator != nil:
		card = CardName(l.Accelerator)
	case l.Offer != nil:
		card = l.Offer.AcceleratorName
	}
	rank := ""
	if l.Rank > 0 {
		rank = strconv.Itoa(l.Rank)
	}
	return WizardRow{Rank: rank, Plan: strings.TrimSpace(In(b.f.Lang, l.Provider.Name) + " " + card), Lost: b.w.Lost(l.Reason)}
}

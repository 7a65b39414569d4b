package views

import (
	"net/url"
	"slices"
	"strings"

	"gpuscale/recommendation"
	"gpuscale/text"
	"gpuscale/views/ui"
)

// The parts of the result that htmx gets: the ranking, whose name is the id of its
// element, the heading above it, and what names the address and the weights.
const (
	WizardResultFragment = "result"
	WizardHead           = "wizard-head"
	WizardAddress        = "wizard-address"
)

// WizardResult is the result of a wizard ready to print.
type WizardResult struct {
	Title, Summary string
	Missed         []WizardMissed // answers that most plans fail
	ChangeHref     string
	CompareHref    string // "" with fewer than two offers
	CompareLabel   string
	Share          ui.ShareProps
	Weights        WizardWeights
	Ranked         string // by which weights, one line
	Need, NeedHref string // what the model takes; "" without one
	Cards          string
	Limits         WizardLimits
	Plans          []WizardPlan // best of each platform, in full
	Rest           []WizardRow  // best of the further platforms
	RestHref       string
	Beyond         WizardUnlisted // with lower scores
	Excluded       WizardUnlisted // by a hard limit
	Instead        []CompareLink  // when nothing is left: limits to drop
	Firm           []string
	Said           WizardSaid
	Pitfalls       []WizardPitfall
	Trends         []WizardTrend
	Proof          WizardProof
}

// fullPlans is how many platforms are shown with the make-up of their score; the others
// are rows until the reader asks for all.
const fullPlans = 8

// WizardUnlisted are plans of which only the reason is told. The page holds the first
// of them; the JSON, under All, holds every one.
type WizardUnlisted struct {
	ID, Title, Head string // Head names the column of the reasons
	Rows            []WizardRow
	Cut, All        string // "" where Rows is all of them
}

// listedReasons is how many plans are listed with their reason only.
const listedReasons = 60

// resultBuilder builds the parts of one result.
type resultBuilder struct {
	f    Frame
	s    *WizardState
	r    *recommendation.Result
	w    WizardWords
	lost map[int]string // by rank
}

// NewWizardResult builds the result page; all shows every platform in full.
func NewWizardResult(f Frame, s *WizardState, r *recommendation.Result, all bool) WizardResult {
	b := &resultBuilder{f: f, s: s, r: r, w: s.Words, lost: map[int]string{}}
	for _, l := range r.Lost {
		if l.Rank > 0 {
			b.lost[l.Rank] = b.w.Lost(l.Reason)
		}
	}
	m := WizardResult{
		Title: b.title(), Missed: b.missed(), Summary: b.summary(), ChangeHref: s.link(f, wizardCheck), Share: wizardShare(f), Weights: b.weights(),
		Ranked: b.rankedBy(), Limits: b.limits(), Cards: f.T("wizard.result.cards." + r.CardsFrom), Firm: b.firm(), Said: b.said(),
		Pitfalls: b.pitfalls(), Trends: b.trends(), Proof: b.proof(),
	}
	m.CompareHref, m.CompareLabel = b.compareFirst()
	if r.Need != nil {
		m.Need = f.T("wizard.result.need", "model", r.Need.Model, "task", b.w.Option("task", r.Need.Task), "gb", text.Float(r.Need.TotalGB, 0))
		m.NeedHref = f.Href("/calculator/sizing?model=" + url.QueryEscape(r.Need.Model) + "&task=" + r.Need.Task)
	}
	m.Excluded = b.unlisted("excluded", r.Excluded, func(l *recommendation.Lost) bool { return l.Rank == 0 })
	m.Beyond = b.unlisted("beyond", r.Beyond, func(l *recommendation.Lost) bool { return l.Rank > len(r.Ranked) })
	b.list(&m, all)
	if len(r.Ranked) == 0 {
		m.Instead = b.instead()
	}
	return m
}

// list splits the plans by platform: the best of each in full or as a row.
func (b *resultBuilder) list(m *WizardResult, all bool) {
	best := map[string]int{}
	var order []int
	siblings := map[int][]WizardRow{}
	for i := range b.r.Ranked {
		p := &b.r.Ranked[i]
		if at, seen := best[p.Provider.Slug]; seen {
			siblings[at] = append(siblings[at], b.row(p))
			continue
		}
		best[p.Provider.Slug] = i
		order = append(order, i)
	}
	for n, i := range order {
		if n < fullPlans || all {
			plan := b.plan(&b.r.Ranked[i])
			plan.Siblings = siblings[i]
			m.Plans = append(m.Plans, plan)
			continue
		}
		m.Rest = append(m.Rest, b.row(&b.r.Ranked[i]))
		m.Rest = append(m.Rest, siblings[i]...)
	}
	if len(m.Rest) > 0 {
		m.RestHref = b.s.link(b.f, wizardResult, "show", "all")
		slices.SortFunc(m.Rest, func(x, y WizardRow) int { return x.place - y.place })
	}
}

// unlisted lists plans by their reason; id is also the last part of their title's key.
func (b *resultBuilder) unlisted(id string, count int, belongs func(*recommendation.Lost) bool) WizardUnlisted {
	m := WizardUnlisted{ID: id, Title: b.f.N("wizard.ranked."+id, count), Head: b.f.T("wizard.row.stuck")}
	if id == "beyond" {
		m.Head = b.f.T("wizard.row.lost")
	}
	for i := range b.r.Lost {
		if l := &b.r.Lost[i]; belongs(l) && len(m.Rows) < listedReasons {
			m.Rows = append(m.Rows, b.reasonOnly(l))
		}
	}
	if count > len(m.Rows) {
		m.Cut, m.All = b.f.T("wizard.ranked.cut", "n", len(m.Rows)), b.f.As(".json")
	}
	return m
}

func (b *resultBuilder) title() string {
	n := len(b.r.Ranked) + b.r.Beyond
	if n == 0 {
		return b.f.T("wizard.result.title-none")
	}
	first := &b.r.Ranked[0]
	provider, card := In(b.f.Lang, first.Provider.Name), planCard(first)
	switch {
	case b.r.Meeting == 0:
		return b.f.T("wizard.result.title-no-match", "provider", b.spaced(provider), "card", card)
	case !first.Meets(b.r.Soft):
		return b.f.N("wizard.result.title-not-first", b.r.Meeting, "plans", text.Count(b.r.Meeting), "provider", b.spaced(provider), "card", card)
	case b.r.Meeting == 1:
		return b.f.T("wizard.result.title-one", "provider", provider, "card", card)
	}
	return b.f.T("wizard.result.title", "plans", text.Count(b.r.Meeting), "provider", b.spaced(provider), "card", card)
}

// spaced keeps a Latin name apart from Chinese words before it.
func (b *resultBuilder) spaced(name string) string {
	if b.f.Lang == text.ZH && name != "" && name[0] < 0x80 {
		return " " + name
	}
	return name
}

func (b *resultBuilder) summary() string {
	parts := []string{b.w.Scenario(&b.s.Scenario)}
	for _, key := range []string{"model", "task", "gpus", "days", "interruptible", "region", "framework", "budget"} {
		q, ok := b.s.question(key)
		if ok && (q.Default != "" && b.asks(key) || b.s.Answers.Given(key)) {
			parts = append(parts, b.s.Answer(key))
		}
	}
	return strings.Join(parts, " · ")
}

func (b *resultBuilder) asks(key string) bool {
	return slices.ContainsFunc(b.s.questions(), func(q recommendation.Question) bool { return q.Key == key })
}

// compareFirst leads to the first offers side by side.
func (b *resultBuilder) compareFirst() (href, label string) {
	var ids []string
	for i := range b.r.Ranked {
		if o := b.r.Ranked[i].Offer; o != nil && len(ids) < recommendation.AgreeWithin {
			ids = append(ids, o.ID)
		}
	}
	if len(ids) < 2 {
		return "", ""
	}
	return b.f.Href("/compare?o=" + strings.Join(ids, "&o=") + b.asOf("&")), b.f.T("wizard.result.compare", "n", len(ids))
}

// asOf keeps the moment of the data in links to other pages.
func (b *resultBuilder) asOf(before string) string {
	if at := b.s.typed("as_of"); at != "" {
		return before + "as_of=" + url.QueryEscape(at)
	}
	return ""
}

// wizardShare is the share menu of the result.
func wizardShare(f Frame) ui.ShareProps {
	return ui.ShareProps{
		Label: f.T("wizard.result.share"), CopyLabel: f.T("wizard.result.copy"), CopyDone: f.T("wizard.result.copied"), Link: f.Absolute(),
		JSONLabel: f.T("wizard.result.json"), JSONHref: f.As(".json"), PrintLabel: f.T("wizard.result.print"),
		ShortLabel: f.T("wizard.result.short"), FrozenLabel: f.T("wizard.result.frozen"), Path: f.Self(),
	}
}

// checks lists the checks of the scenario and the answers; without any plan those of
// the scenario.
func (b *resultBuilder) checks() []recommendation.Check {
	if len(b.r.Ranked) > 0 {
		return b.r.Ranked[0].Checks
	}
	var out []recommendation.Check
	for _, m := range b.s.Scenario.Metrics {
		out = append(out, recommendation.Check{Key: m.Key, Label: m.Label, Operator: m.Operator, Threshold: m.Threshold, Unit: m.Unit,
			Origin: m.Origin, Why: m.Why, Hard: slices.Contains(b.s.Answers.Must, m.Key)})
	}
	return out
}

// instead says for each hard limit how many plans there are without it.
func (b *resultBuilder) instead() []CompareLink {
	var out []CompareLink
	for _, key := range b.s.Answers.Must {
		rest := b.s.without(key)
		answers := b.s.Answers
		answers.Must = rest
		r, err := recommendation.Decide(b.s.Market, answers)
		if err != nil {
			continue
		}
		out = append(out, CompareLink{Href: b.s.withMust(b.f, wizardResult, rest), Label: b.f.T("wizard.ranked.without", "key", b.w.Key(key), "n", len(r.Ranked)+r.Beyond)})
	}
	return out
}

func (b *resultBuilder) need(c *recommendation.Check) string {
	switch {
	case c.Key == recommendation.KeyInterruptible:
		return b.f.T("wizard.plan.need.firm")
	case c.Threshold.Zh == "true":
		return b.f.T("wizard.plan.need.yes")
	}
	return b.w.Need(c.Key, c.Operator, c.Threshold, c.Unit)
}

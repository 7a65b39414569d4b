package views

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
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
	Beyond         string
	Excluded       []WizardRow
	ExcludedCount  int
	Instead        []CompareLink // when nothing is left: limits to drop
	Firm           []string
	Said           WizardSaid
	Pitfalls       []WizardPitfall
	Trends         []WizardTrend
	Proof          WizardProof
}

// WizardWeights is the form beside the ranking.
type WizardWeights struct {
	Action  string
	Hidden  []WizardHidden // of the sliders
	Kept    []WizardHidden // of the numbers
	Sliders []WizardSlider
	Presets []WizardPreset
	Must    []ui.Option
}

// WizardSlider is the weight of one dimension.
type WizardSlider struct{ ID, Name, Label, Value, Share string }

// WizardPreset is a usual distribution of weights.
type WizardPreset struct {
	Href, Label string
	Current     bool
}

// WizardLimits is the table of the checks.
type WizardLimits struct {
	Lede, Idle string
	Rows       []WizardLimit
}

// WizardLimit is one check over all listed plans.
type WizardLimit struct {
	Key, Label, Need string
	Origin           recommendation.Origin
	From             string
	Why              string
	Counts           string
	Hard             bool
	Href, Verb       string // makes it hard or soft
}

// fullPlans is how many platforms are shown with the make-up of their score; the others
// are rows until the reader asks for all.
const fullPlans = 8

// listedExcluded is how many excluded plans are listed.
const listedExcluded = 60

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
		Title: b.title(), Summary: b.summary(), ChangeHref: s.link(f, wizardCheck), Share: wizardShare(f), Weights: b.weights(),
		Ranked: b.rankedBy(), Limits: b.limits(), Cards: f.T("wizard.result.cards." + r.CardsFrom), Firm: b.firm(), Said: b.said(),
		Pitfalls: b.pitfalls(), Trends: b.trends(), Proof: b.proof(), ExcludedCount: r.Excluded,
	}
	m.CompareHref, m.CompareLabel = b.compareFirst()
	if r.Need != nil {
		m.Need = f.T("wizard.result.need", "model", r.Need.Model, "task", b.w.Option("task", r.Need.Task), "gb", text.Float(r.Need.TotalGB, 0))
		m.NeedHref = f.Href("/calculator/sizing?model=" + url.QueryEscape(r.Need.Model) + "&task=" + r.Need.Task)
	}
	if r.Beyond > 0 {
		m.Beyond = f.N("wizard.ranked.beyond", r.Beyond)
	}
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
	for _, l := range b.r.Lost {
		if l.Rank == 0 && len(m.Excluded) < listedExcluded {
			m.Excluded = append(m.Excluded, b.excluded(&l))
		}
	}
}

func (b *resultBuilder) title() string {
	n := len(b.r.Ranked) + b.r.Beyond
	if n == 0 {
		return b.f.T("wizard.result.title-none")
	}
	first := &b.r.Ranked[0]
	provider, card := In(b.f.Lang, first.Provider.Name), planCard(first)
	if n == 1 {
		return b.f.T("wizard.result.title-one", "provider", provider, "card", card)
	}
	return b.f.T("wizard.result.title", "plans", text.Count(n), "provider", spaced(provider), "card", card)
}

// spaced keeps a Latin name apart from Chinese words before it.
func spaced(name string) string {
	if name != "" && name[0] < 0x80 {
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

var presets = []struct {
	name   string
	values recommendation.DimensionWeights
}{
	{"cost", recommendation.DimensionWeights{Performance: 20, Cost: 50, Stability: 15, Ecosystem: 15}},
	{"performance", recommendation.DimensionWeights{Performance: 50, Cost: 20, Stability: 15, Ecosystem: 15}},
	{"even", recommendation.DimensionWeights{Performance: 25, Cost: 25, Stability: 25, Ecosystem: 25}},
}

func (b *resultBuilder) weights() WizardWeights {
	names := []string{"w_performance", "w_cost", "w_stability", "w_ecosystem"}
	m := WizardWeights{Action: b.f.Href(b.s.path(wizardResult)), Hidden: b.s.hidden(append(slices.Clone(names), "must")...), Kept: b.s.hidden(names...)}
	for j, w := range b.r.Weights {
		m.Sliders = append(m.Sliders, WizardSlider{ID: "w-" + string(w.Dimension), Name: names[j], Label: text.Word(b.f.Lang, "group", string(w.Dimension)),
			Value: strconv.FormatFloat(w.Weight, 'f', -1, 64), Share: text.Percent(w.Share, 0)})
	}
	m.Presets = []WizardPreset{{Href: b.s.link(b.f, wizardResult, "w_performance", "", "w_cost", "", "w_stability", "", "w_ecosystem", ""),
		Label: b.f.T("wizard.weights.default"), Current: !b.s.reweighted()}}
	for _, p := range presets {
		whole := func(x float64) string { return strconv.FormatFloat(x, 'f', 0, 64) }
		m.Presets = append(m.Presets, WizardPreset{Label: b.f.T("wizard.weights." + p.name), Current: p.values == b.s.Answers.Weights,
			Href: b.s.link(b.f, wizardResult, "w_performance", whole(p.values.Performance), "w_cost", whole(p.values.Cost),
				"w_stability", whole(p.values.Stability), "w_ecosystem", whole(p.values.Ecosystem))})
	}
	for _, c := range b.checks() {
		m.Must = append(m.Must, ui.Option{Value: c.Key, Label: b.w.metric(c.Key, c.Operator, c.Threshold, c.Unit), Chosen: c.Hard})
	}
	for _, key := range b.r.IdleMust {
		m.Must = append(m.Must, ui.Option{Value: key, Label: b.w.Key(key), Chosen: true})
	}
	return m
}

func (b *resultBuilder) rankedBy() string {
	args := make([]any, 0, 2*len(b.r.Weights))
	for _, w := range b.r.Weights {
		args = append(args, string(w.Dimension), text.Percent(w.Share, 0))
	}
	return b.f.T("wizard.result.updated", args...)
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

func (b *resultBuilder) limits() WizardLimits {
	m := WizardLimits{Lede: b.f.T("wizard.limits.none")}
	if len(b.s.Answers.Must) > 0 {
		m.Lede = b.f.N("wizard.limits.some", b.r.Excluded)
	}
	if len(b.r.IdleMust) > 0 {
		m.Idle = b.f.T("wizard.limits.idle", "keys", b.w.each(strings.Join(b.r.IdleMust, ";"), b.w.Key))
	}
	for i, c := range b.checks() {
		m.Rows = append(m.Rows, b.limit(i, &c))
	}
	slices.SortStableFunc(m.Rows, func(x, y WizardLimit) int {
		switch {
		case x.Hard == y.Hard:
			return 0
		case x.Hard:
			return -1
		}
		return 1
	})
	return m
}

func (b *resultBuilder) limit(i int, c *recommendation.Check) WizardLimit {
	l := WizardLimit{Key: c.Key, Label: b.w.Key(c.Key), Need: b.need(c), Origin: c.Origin, From: b.f.T("wizard.origin." + string(c.Origin)), Hard: c.Hard}
	if c.Why != "" {
		l.Why = b.f.T("wizard.metric-why." + c.Why)
	}
	count := map[recommendation.State]int{}
	for k := range b.r.Ranked {
		count[b.r.Ranked[k].Checks[i].State]++
	}
	if len(b.r.Ranked) > 0 {
		l.Counts = b.f.T("wizard.limits.counts", "pass", count[recommendation.Pass], "fail", count[recommendation.Fail], "unknown", count[recommendation.Unknown])
	}
	must, verb := append(slices.Clone(b.s.Answers.Must), c.Key), "make-hard"
	if c.Hard {
		must, verb = slices.DeleteFunc(slices.Clone(b.s.Answers.Must), func(k string) bool { return k == c.Key }), "soften"
	}
	l.Href, l.Verb = b.withMust(must), b.f.T("wizard.limits."+verb)
	return l
}

// withMust is the result under other hard limits.
func (b *resultBuilder) withMust(must []string) string {
	changed := *b.s
	changed.Query = maps.Clone(b.s.Query)
	delete(changed.Query, "must")
	if len(must) > 0 {
		changed.Query["must"] = must
	}
	return changed.link(b.f, wizardResult)
}

// instead says for each hard limit how many plans there are without it.
func (b *resultBuilder) instead() []CompareLink {
	var out []CompareLink
	for _, key := range b.s.Answers.Must {
		rest := slices.DeleteFunc(slices.Clone(b.s.Answers.Must), func(k string) bool { return k == key })
		answers := b.s.Answers
		answers.Must = rest
		r, err := recommendation.Decide(b.s.Market, answers)
		if err != nil {
			continue
		}
		out = append(out, CompareLink{Href: b.withMust(rest), Label: b.f.T("wizard.ranked.without", "key", b.w.Key(key), "n", len(r.Ranked)+r.Beyond)})
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

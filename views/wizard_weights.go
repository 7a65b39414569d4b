package views

import (
	"slices"
	"strconv"
	"strings"

	"gpuscale/recommendation"
	"gpuscale/text"
	"gpuscale/views/ui"
)

// WizardWeights is the form beside the ranking.
type WizardWeights struct {
	Action  string
	Hidden  []WizardHidden // of the sliders
	Kept    []WizardHidden // of the numbers
	Sliders []WizardSlider
	Presets []WizardPreset
	Must    []ui.Option
}

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

// WizardSlider is the weight of one dimension.
type WizardSlider struct{ ID, Name, Label, Value, Share string }

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

func (b *resultBuilder) limits() WizardLimits {
	m := WizardLimits{Lede: b.f.T("wizard.limits.none")}
	if len(b.s.Answers.Must) > len(b.r.IdleMust) {
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
	must, verb := b.s.with(c.Key), "make-hard"
	if c.Hard {
		must, verb = b.s.without(c.Key), "soften"
	}
	l.Href, l.Verb = b.s.withMust(b.f, wizardResult, must), b.f.T("wizard.limits."+verb)
	return l
}

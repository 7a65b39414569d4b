package views

import (
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/recommendation"
	"gpuscale/text"
)

// WizardSaid is the article beside the portal's own answer.
type WizardSaid struct {
	Own     bool // the article does not treat the scenario
	Picks   []WizardPick
	Metrics []WizardMetric
	Advice  []WizardAdvice
}

// WizardPick is a recommendation of the article with where it stands here and why.
type WizardPick struct {
	Slug, Provider, Href, Product string
	Agrees                        bool
	Here, HereHref                string
	Why                           []string
}

// WizardMetric is a key metric exactly as it was set.
type WizardMetric struct {
	Key, Label                         string
	RawOperator, RawThreshold, RawUnit string // as the data has them
	Operator, Threshold, Unit          string
	Advised                            bool
	Why                                string
	Cite                               Citation
	Cited                              bool
	Doubts                             []DoubtLine
}

// WizardAdvice is a piece of advice with what the market says about it.
type WizardAdvice struct {
	Text, Live string
	Cite       Citation
	Cited      bool
	Doubts     []DoubtLine
}

// WizardPitfall is one of the article's warnings, checked.
type WizardPitfall struct {
	Slug                          string
	State                         recommendation.PitfallState
	StateWord, Title, Description string
	Finding, Advice               string
	Cite                          Citation
	Doubts                        []DoubtLine
	CostHref                      string
}

// WizardTrend is one of the article's trends or conclusions.
type WizardTrend struct {
	Kind, Title, Text string
	Links             []TrendLink
	Cite              Citation
	Doubts            []DoubtLine
}

// WizardProof is the list for trying the first plan out; empty without one.
type WizardProof struct {
	Lede  string
	Items []string
}

func (b *resultBuilder) said() WizardSaid {
	m := WizardSaid{Own: b.s.Scenario.Origin != recommendation.FromArticle}
	for i := range b.r.Article {
		m.Picks = append(m.Picks, b.pick(&b.r.Article[i]))
	}
	for i := range b.s.Scenario.Metrics {
		m.Metrics = append(m.Metrics, b.metric(&b.s.Scenario.Metrics[i]))
	}
	for i := range b.r.Advice {
		a := &b.r.Advice[i]
		line := WizardAdvice{Text: b.w.Advice(&a.Advice), Doubts: DoubtLines(b.f.Lang, b.s.Market, a.Doubts)}
		line.Cite, line.Cited = b.cited(a.Source)
		if a.Live != nil {
			line.Live = b.w.Live(*a.Live)
		}
		m.Advice = append(m.Advice, line)
	}
	return m
}

func (b *resultBuilder) cited(s catalog.Source) (Citation, bool) {
	if s == (catalog.Source{}) {
		return Citation{}, false
	}
	return Cite(b.f.Lang, s, b.s.Market.At()), true
}

func (b *resultBuilder) pick(p *recommendation.ArticlePick) WizardPick {
	m := WizardPick{Slug: p.Provider, Provider: b.w.Provider(p.Provider), Href: b.f.Href("/providers/" + p.Provider + b.asOf("?")), Product: In(b.f.Lang, p.Product),
		Agrees: p.Agrees, Here: b.f.T("wizard.said.not-here")}
	if p.Rank > 0 {
		m.Here, m.HereHref = b.f.T("wizard.said.here", "rank", p.Rank), "#plan-"+strconv.Itoa(p.Rank)
	}
	for _, n := range p.Why {
		m.Why = append(m.Why, b.w.Article(n))
	}
	return m
}

func (b *resultBuilder) metric(k *recommendation.Metric) WizardMetric {
	threshold := In(b.f.Lang, k.Threshold)
	m := WizardMetric{Key: k.Key, Label: b.w.Key(k.Key), RawOperator: k.Operator, RawThreshold: k.Threshold.Zh, RawUnit: k.Unit,
		Operator: b.w.word("wizard.operator.", k.Operator), Threshold: b.w.Value(k.Key, threshold, ""), Unit: b.w.Unit(k.Unit),
		Advised: k.Advised, Doubts: DoubtLines(b.f.Lang, b.s.Market, k.Doubts)}
	m.Cite, m.Cited = b.cited(k.Source)
	if k.Why != "" {
		m.Why = b.f.T("wizard.metric-why." + k.Why)
	}
	return m
}

func (b *resultBuilder) pitfalls() []WizardPitfall {
	var out []WizardPitfall
	for i := range b.r.Pitfalls {
		p := &b.r.Pitfalls[i]
		m := WizardPitfall{Slug: p.Pitfall.Slug, State: p.State, StateWord: b.f.T("wizard.pitfall." + string(p.State)),
			Title: In(b.f.Lang, p.Pitfall.Title), Description: In(b.f.Lang, p.Pitfall.Description), Finding: b.w.Finding(p),
			Advice: b.f.T("wizard.pitfall.do", "advice", In(b.f.Lang, p.Pitfall.Advice)), Cite: Cite(b.f.Lang, p.Pitfall.Source, b.s.Market.At()),
			Doubts: DoubtLines(b.f.Lang, b.s.Market, p.Pitfall.Doubts)}
		if p.Pitfall.Slug == recommendation.PitfallHidden && len(b.r.Ranked) > 0 && b.r.Ranked[0].Price != nil {
			m.CostHref = b.costHref(&b.r.Ranked[0])
		}
		out = append(out, m)
	}
	return out
}

func (b *resultBuilder) trends() []WizardTrend {
	var out []WizardTrend
	links := NewTrends(b.f, b.s.Market, b.s.typed("as_of"))
	for _, t := range b.s.Market.Trends() {
		words := In(b.f.Lang, t.Description)
		if implication := In(b.f.Lang, t.Implication); implication != "" {
			words += b.f.T("wizard.semicolon") + implication
		}
		out = append(out, WizardTrend{Kind: b.w.word("wizard.trend.", t.Kind), Title: In(b.f.Lang, t.Title), Text: words,
			Links: links.Links(t.Slug), Cite: Cite(b.f.Lang, t.Source, b.s.Market.At()), Doubts: DoubtLines(b.f.Lang, b.s.Market, t.Doubts)})
	}
	return out
}

// firm says in words how firm the first place is.
func (b *resultBuilder) firm() []string {
	switch {
	case len(b.r.Ranked) == 0:
		return nil
	case len(b.r.Ranked) == 1:
		return []string{b.f.T("wizard.firm.alone")}
	}
	out := b.switching()
	out = append(out, b.shares()...)
	out = append(out, b.methods()...)
	first := b.r.Ranked[0].Places
	if first.Best != first.Worst {
		out = append(out, b.f.T("wizard.firm.unknowns", "best", first.Best, "worst", first.Worst))
	}
	return out
}

func (b *resultBuilder) switching() []string {
	var out, never []string
	for j, at := range b.r.Firmness.Switching {
		w := b.r.Weights[j]
		name := text.Word(b.f.Lang, "group", string(w.Dimension))
		if !at.Known {
			never = append(never, name)
			continue
		}
		args := []any{"dimension", name, "now", text.Percent(w.Share, 1), "at", text.Percent(at.Value, 1), "second", b.named(1)}
		if at.Value > w.Share {
			out = append(out, b.f.T("wizard.firm.up", args...))
		} else {
			out = append(out, b.f.T("wizard.firm.down", args...))
		}
	}
	if len(never) > 0 {
		out = append(out, b.f.T("wizard.firm.never", "dimensions", strings.Join(never, b.f.T("list.separator"))))
	}
	return out
}

// named is the name of the plan at an index of the ranking.
func (b *resultBuilder) named(i int) string {
	p := &b.r.Ranked[i]
	return strings.TrimSpace(In(b.f.Lang, p.Provider.Name) + " " + planCard(p))
}

// otherWinners is how many plans are named that win under other weights.
const otherWinners = 3

func (b *resultBuilder) shares() []string {
	first := 0.0
	var others []string
	for _, s := range b.r.Firmness.Shares {
		switch {
		case s.Rank == 1:
			first = s.Share
		case len(others) < otherWinners:
			others = append(others, b.f.T("wizard.firm.other", "rank", s.Rank, "plan", b.named(s.Rank-1), "percent", text.Percent(s.Share, 1)))
		}
	}
	out := []string{b.f.T("wizard.firm.share", "draws", text.Count(b.r.Firmness.Draws), "percent", text.Percent(first, 1))}
	if len(others) > 0 {
		out = append(out, b.f.T("wizard.firm.others", "plans", strings.Join(others, b.f.T("list.separator"))))
	}
	return out
}

func (b *resultBuilder) methods() []string {
	var agree, out []string
	for _, m := range b.r.Firmness.Methods {
		name := b.f.T("wizard.method." + m.Method)
		if m.Rank == 1 {
			agree = append(agree, name)
			continue
		}
		out = append(out, b.f.T("wizard.firm.methods-differ", "method", name, "rank", m.Rank, "plan", b.named(m.Rank-1)))
	}
	if len(agree) > 0 {
		out = append([]string{b.f.T("wizard.firm.methods-agree", "methods", strings.Join(agree, b.f.T("list.separator")))}, out...)
	}
	return out
}

// proof lists what to try before signing: what nothing public settles first.
func (b *resultBuilder) proof() WizardProof {
	if len(b.r.Ranked) == 0 {
		return WizardProof{}
	}
	p := &b.r.Ranked[0]
	m := WizardProof{Lede: b.f.T("wizard.proof.lede", "plan", b.named(0))}
	if trial := In(b.f.Lang, p.Provider.FreeTrial); trial != "" {
		m.Items = append(m.Items, b.f.T("wizard.proof.trial", "trial", trial))
	} else {
		m.Items = append(m.Items, b.f.T("wizard.proof.no-trial"))
	}
	known := b.f.T("wizard.proof.paper-not")
	if paper := In(b.f.Lang, p.Provider.Whitepaper); paper != "" {
		known = b.f.T("wizard.bracket", "words", paper)
	}
	m.Items = append(m.Items, b.f.T("wizard.proof.paper", "known", known))
	for i := range p.Checks {
		c := &p.Checks[i]
		check := b.w.metric(c.Key, c.Operator, c.Threshold, c.Unit)
		switch c.State {
		case recommendation.Unknown:
			m.Items = append(m.Items, b.f.T("wizard.proof.confirm", "check", check))
		case recommendation.Fail:
			m.Items = append(m.Items, b.f.T("wizard.proof.fails", "check", check))
		}
	}
	for _, item := range []string{"variant", "version", b.s.Scenario.Slug, "transfer", "stop", "bill"} {
		m.Items = append(m.Items, b.f.T("wizard.proof."+item))
	}
	return m
}

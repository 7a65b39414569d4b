package views

import (
	"slices"

	"gpuscale/catalog"
	"gpuscale/recommendation"
)

// WizardCheck is the list of answers before the result.
type WizardCheck struct {
	Beam WizardBeam
	Back string
	Rows []WizardCheckRow
	// More are the optional questions without an answer; MoreHref asks them in turn.
	More     []WizardCheckRow
	MoreHref string
	Note     string
	Action   string
	Hidden   []WizardHidden
}

// WizardCheckRow is an answer with the way to change it, or to remove one that the
// scenario does not ask for.
type WizardCheckRow struct {
	Key, Label, Text string
	Assumed          bool   // the default, not an answer
	Hard             string // that it is a hard limit, or the way to make it one
	HardHref         string // "" where it is one
	Href, Verb       string
}

// NewWizardCheck builds the list of answers; r is what they lead to.
func NewWizardCheck(f Frame, s *WizardState, r *recommendation.Result) WizardCheck {
	questions := s.questions()
	steps := coreSteps(recommendation.Steps(s.Scenario.Slug)) + 1
	m := WizardCheck{Beam: drawBeam(steps, steps-1), Back: s.link(f, wizardAsk, "step", s.lastAsked()),
		Action: f.Href(s.path(wizardResult)), Hidden: s.hidden(), Note: s.beforehand(f, r)}
	m.Beam.Text = f.T("wizard.position.last")
	m.Rows = append(m.Rows, WizardCheckRow{Key: "scenario", Label: f.T("wizard.check.what"), Text: s.Words.Scenario(&s.Scenario),
		Href: s.task(f, "check"), Verb: f.T("wizard.check.change")})
	asked, told := map[string]bool{}, map[string]bool{}
	for i, q := range questions {
		asked[q.Key] = true
		row := WizardCheckRow{Key: q.Key, Label: f.T("wizard.label." + q.Key), Text: s.Answer(q.Key), Assumed: !s.Answers.Given(q.Key),
			Href: s.link(f, wizardAsk, "step", q.Key, "return", "check"), Verb: f.T("wizard.check.change")}
		if row.Hard, row.HardHref = s.hardness(f, q.Key); row.Hard != "" {
			key, _ := recommendation.CheckOf(q.Key)
			told[key] = true
		}
		if i < s.core() || len(s.Query[q.Key]) > 0 {
			m.Rows = append(m.Rows, row)
			continue
		}
		row.Verb = f.T("wizard.check.add")
		if m.More = append(m.More, row); m.MoreHref == "" {
			m.MoreHref = s.link(f, wizardAsk, "step", q.Key)
		}
	}
	for _, key := range recommendation.QuestionKeys() {
		if !asked[key] && s.Answers.Given(key) {
			m.Rows = append(m.Rows, s.extra(f, key, s.Answer(key)))
		}
	}
	for _, key := range s.Answers.Must {
		if told[key] {
			continue
		}
		row := s.extra(f, "must", s.Words.Key(key))
		row.Href = s.withMust(f, wizardCheck, s.without(key))
		if slices.Contains(r.IdleMust, key) {
			row.Hard = f.T("wizard.hard.idle")
		}
		m.Rows = append(m.Rows, row)
	}
	if s.reweighted() {
		m.Rows = append(m.Rows, s.weights(f))
	}
	return m
}

// lastAsked is the question before the list: the last one that was answered, optional
// ones included, else the last that is not optional.
func (s *WizardState) lastAsked() string {
	questions, last := s.questions(), s.core()-1
	for i := last; i < len(questions); i++ {
		if len(s.Query[questions[i].Key]) > 0 {
			last = i
		}
	}
	return questions[last].Key
}

func (s *WizardState) extra(f Frame, key, words string) WizardCheckRow {
	return WizardCheckRow{Key: key, Label: f.T("wizard.label." + key), Text: words, Href: s.link(f, wizardCheck, key, ""), Verb: f.T("wizard.check.drop")}
}

// hardness says of an answer that asks something that it is a hard limit, or how to
// make it one.
func (s *WizardState) hardness(f Frame, question string) (words, href string) {
	key, ok := recommendation.CheckOf(question)
	switch {
	case !ok || !s.Answers.Requires(question):
		return "", ""
	case s.isHard(key):
		return f.T("wizard.hard.on"), ""
	}
	return f.T("wizard.limits.make-hard"), s.withMust(f, wizardCheck, s.with(key))
}

func (s *WizardState) reweighted() bool {
	return s.Answers.Weights != recommendation.DefaultWeights(s.Scenario.Slug)
}

func (s *WizardState) weights(f Frame) WizardCheckRow {
	w := s.Answers.Weights
	return WizardCheckRow{Key: "weights", Label: f.T("wizard.check.weights"), Verb: f.T("wizard.check.drop"),
		Text: f.T("wizard.check.weights-at", "performance", w.Performance, "cost", w.Cost, "stability", w.Stability, "ecosystem", w.Ecosystem),
		Href: s.link(f, wizardCheck, "w_performance", "", "w_cost", "", "w_stability", "", "w_ecosystem", "")}
}

// beforehand says what the answers come to before the result is opened.
func (s *WizardState) beforehand(f Frame, r *recommendation.Result) string {
	plans := len(r.Ranked) + r.Beyond
	lowest, known := lowestComplete(r)
	if !known {
		return f.N("wizard.check.no-bill", plans, "plans", plans)
	}
	note := f.N("wizard.check.from", plans, "total", Amount(lowest), "plans", plans)
	budget, limited := s.Answers.Budget.Get()
	switch {
	case !limited:
		return note
	case lowest.Cmp(budget) > 0:
		return note + SentenceGap(f.Lang) + f.T("wizard.check.over", "budget", Amount(budget))
	}
	return note + SentenceGap(f.Lang) + f.T("wizard.check.within", "budget", Amount(budget))
}

func lowestComplete(r *recommendation.Result) (lowest catalog.Decimal, known bool) {
	for i := range r.Ranked {
		b := r.Ranked[i].Bill
		if b != nil && !b.AtLeast && (!known || b.Total.Low.Cmp(lowest) < 0) {
			lowest, known = b.Total.Low, true
		}
	}
	return lowest, known
}

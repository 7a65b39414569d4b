package views

import (
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/recommendation"
	"gpuscale/text"
)

// WizardStart is the page that asks for the task.
type WizardStart struct {
	Beam     WizardBeam
	Back     string
	Radios   []WizardRadio
	Links    []CompareLink
	Hidden   []WizardHidden
	Error    string // of the task
	Errors   []WizardError
	Fields   []WizardField // answers carried here that are wrong
	Answered []WizardAnswer
	Submit   string
}

// NewWizardStart builds the choice of the task. The answers of the state are carried
// through it; chosen is the task that was chosen before, "" for none.
func NewWizardStart(f Frame, s *WizardState, chosen string) WizardStart {
	steps := coreSteps(recommendation.Steps(s.Scenario.Slug)) + 1
	m := WizardStart{Beam: drawBeam(steps, 0), Back: f.Href("/"), Error: s.Problems["scenario"], Answered: s.answered(f), Submit: f.T("wizard.continue")}
	m.Beam.Text = f.T("wizard.position", "step", 1, "steps", steps, "name", f.T("wizard.position.first"))
	m.Errors, m.Fields = s.wrong(f, wizardAsk)
	m.Hidden = s.carried(append(sortedProblems(s.Problems), "scenario")...)
	if s.Return {
		m.Hidden = append(m.Hidden, WizardHidden{"return", "check"})
		m.Back, m.Submit = s.link(f, wizardCheck), f.T("wizard.save")
	}
	unknown := WizardRadio{ID: "f-scenario-unknown", Value: recommendation.DontKnow, Chosen: chosen == ""}
	for i, slug := range recommendation.Scenarios {
		one, ok := recommendation.ScenarioOf(s.Market.Scenarios(), slug)
		if !ok {
			continue
		}
		w := NewWizardWords(f.Lang, s.Market, &one)
		m.Radios = append(m.Radios, WizardRadio{
			ID: "f-scenario-" + strconv.Itoa(i), Value: slug, Label: w.Scenario(&one), Note: f.N("wizard.start.steps", coreSteps(recommendation.Steps(slug))),
			Hint: f.T("wizard.about."+slug) + SentenceGap(f.Lang) + f.T("wizard.start.article", "metrics", w.metrics(&one)), Chosen: slug == chosen,
		})
		m.Links = append(m.Links, CompareLink{Href: s.linkTo(f, "/wizard/"+slug+wizardResult), Label: w.Scenario(&one)})
		if slug == recommendation.DefaultScenario {
			unknown.Label = f.T("wizard.unknown.take", "default", f.T("wizard.quoted", "words", w.Scenario(&one)))
		}
	}
	m.Radios = append(m.Radios, unknown)
	return m
}

// First is where the choice of the task leads to: the list of answers for who came from
// there, else the first question without an answer.
func (s *WizardState) First(f Frame) string {
	if s.Return {
		return s.link(f, wizardCheck)
	}
	return s.link(f, wizardAsk)
}

// metrics lists what a scenario is judged by: 单卡显存 ≥ 80 GB、….
func (w WizardWords) metrics(s *recommendation.Scenario) string {
	var out []string
	for _, m := range s.Metrics {
		if !m.Advised {
			out = append(out, w.metric(m.Key, m.Operator, m.Threshold, m.Unit))
		}
	}
	return strings.Join(out, text.T(w.l, "list.separator"))
}

// metric is a check with what it requires in one phrase; a requirement that is just
// yes needs no more than its name.
func (w WizardWords) metric(key, operator string, threshold catalog.Words, unit string) string {
	if threshold.Zh == "true" || key == recommendation.KeyInterruptible {
		return w.Key(key)
	}
	return w.Key(key) + " " + w.Need(key, operator, threshold, unit)
}

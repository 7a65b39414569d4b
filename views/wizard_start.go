package views

import (
	"net/url"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/recommendation"
	"gpuscale/text"
)

// WizardStart is the page that asks for the task.
type WizardStart struct {
	Beam   WizardBeam
	Radios []WizardRadio
	Links  []CompareLink
	Hidden []WizardHidden
	Error  string
}

// NewWizardStart builds the choice of the task. asOf is kept in the links.
func NewWizardStart(f Frame, m *catalog.Market, asOf, problem string) WizardStart {
	start := WizardStart{Beam: drawBeam(5, 0), Error: problem}
	start.Beam.Text = f.T("wizard.position", "step", 1, "steps", 5, "name", f.T("wizard.position.first"))
	query := ""
	if asOf != "" {
		start.Hidden = []WizardHidden{{"as_of", asOf}}
		query = "as_of=" + url.QueryEscape(asOf)
	}
	for i, slug := range recommendation.Scenarios {
		s, ok := recommendation.ScenarioOf(m.Scenarios(), slug)
		if !ok {
			continue
		}
		w := NewWizardWords(f.Lang, m, &s)
		start.Radios = append(start.Radios, WizardRadio{
			ID: "f-scenario-" + strconv.Itoa(i), Value: slug, Label: w.Scenario(&s), Note: f.N("wizard.start.steps", len(recommendation.Steps(slug))),
			Hint: f.T("wizard.about."+slug) + SentenceGap(f.Lang) + f.T("wizard.start.article", "metrics", w.metrics(&s)), Chosen: i == 0,
		})
		start.Links = append(start.Links, CompareLink{Href: f.Href(withQuery("/wizard/"+slug+wizardResult, query)), Label: w.Scenario(&s)})
	}
	return start
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

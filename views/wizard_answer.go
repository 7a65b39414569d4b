package views

import (
	"net/url"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/recommendation"
	"gpuscale/text"
)

// WizardState is what every page of a wizard is drawn from.
type WizardState struct {
	Market   *catalog.Market
	Scenario recommendation.Scenario
	Words    WizardWords
	Answers  recommendation.Answers
	Query    url.Values        // as typed, declared parameters only
	Problems map[string]string // message by parameter
	Step     string            // key of the question asked for
	Return   bool              // the page after this one is the list of answers
	// Encode writes parameters in their order.
	Encode func(url.Values) string
}

// Pages of a wizard.
const (
	wizardAsk    = ""
	wizardCheck  = "/check"
	wizardResult = "/result"
)

// path is the address of a page of the wizard without a query.
func (s *WizardState) path(page string) string { return "/wizard/" + s.Scenario.Slug + page }

// link is the address of a page with the answers, changed by edits: pairs of name and
// value, an empty value removes the name. step, return and show are not kept.
func (s *WizardState) link(f Frame, page string, edits ...string) string {
	return s.linkTo(f, s.path(page), edits...)
}

// linkTo is the same for an address of the wizard outside of the scenario.
func (s *WizardState) linkTo(f Frame, path string, edits ...string) string {
	values := url.Values{}
	for name, list := range s.Query {
		if !isPosition(name) {
			values[name] = list
		}
	}
	for i := 0; i+1 < len(edits); i += 2 {
		if edits[i+1] == "" {
			values.Del(edits[i])
		} else {
			values.Set(edits[i], edits[i+1])
		}
	}
	return f.Href(withQuery(path, s.Encode(values)))
}

// isPosition tells parameters that say where the reader is rather than what was
// answered.
func isPosition(name string) bool {
	return name == "step" || name == "return" || name == "show" || name == "asked" || name == "scenario"
}

// task leads to the choice of the task with every answer carried on, the task of now
// chosen. back is "check" where the answer leads on to the list of answers.
func (s *WizardState) task(f Frame, back string) string {
	return s.linkTo(f, "/wizard", "scenario", s.Scenario.Slug, "step", "scenario", "return", back)
}

// WizardHidden is an answer that a form carries on.
type WizardHidden struct{ Name, Value string }

// hidden carries every answer but those of the named parameters.
func (s *WizardState) hidden(without ...string) []WizardHidden {
	names := make([]string, 0, len(s.Query))
	for name := range s.Query {
		if !isPosition(name) && !slices.Contains(without, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var out []WizardHidden
	for _, name := range names {
		for _, value := range s.Query[name] {
			out = append(out, WizardHidden{name, value})
		}
	}
	return out
}

// questions of the scenario in order.
func (s *WizardState) questions() []recommendation.Question {
	return recommendation.Questions(s.Scenario.Slug)
}

// core is how many questions come before the optional ones.
func (s *WizardState) core() int {
	n := 0
	for _, step := range recommendation.Steps(s.Scenario.Slug) {
		if !step.Optional {
			n += len(step.Questions)
		}
	}
	return n
}

// question returns a question by key. One that the scenario does not ask, but whose
// answer an address may carry, is formed as in the scenario that asks it.
func (s *WizardState) question(key string) (recommendation.Question, bool) {
	for _, slug := range append([]string{s.Scenario.Slug}, recommendation.Scenarios...) {
		for _, q := range recommendation.Questions(slug) {
			if q.Key == key {
				return q, true
			}
		}
	}
	return recommendation.Question{}, false
}

// Default is what an unanswered question takes, in words.
func (s *WizardState) Default(key string) string {
	a := recommendation.DefaultAnswers(s.Scenario.Slug)
	if key == "gpus" && s.Answers.Model != "" {
		return text.T(s.Words.l, "wizard.answer.gpus.sized")
	}
	return s.Words.answer(&a, key)
}

// Answer is an answer in words, the default where none is given.
func (s *WizardState) Answer(key string) string {
	if key == "gpus" && !s.Answers.Given("gpus") {
		return s.Default(key)
	}
	return s.Words.answer(&s.Answers, key)
}

// answer words one answer.
func (w WizardWords) answer(a *recommendation.Answers, key string) string {
	switch key {
	case "model":
		return orElse(a.Model, text.T(w.l, "wizard.answer.model.none"))
	case "gpus":
		return text.N(w.l, "wizard.answer.gpus", a.GPUs)
	case "days":
		return text.N(w.l, "wizard.answer.days", a.Days)
	case "latency_ms":
		if !a.LatencyMS.Known {
			return text.T(w.l, "wizard.answer.latency.none")
		}
		return text.T(w.l, "wizard.answer.latency", "ms", text.Float(a.LatencyMS.Value, 2))
	case "budget":
		if !a.Budget.Known {
			return text.T(w.l, "wizard.answer.budget.none")
		}
		return text.T(w.l, "wizard.answer.budget", "amount", Amount(a.Budget.Value))
	case "upload_gb":
		if a.UploadGB.IsZero() {
			return text.T(w.l, "wizard.answer.upload.none")
		}
		return text.T(w.l, "wizard.answer.upload", "gb", text.Group(a.UploadGB.String()))
	}
	return w.Option(key, a.Written(key))
}

func orElse(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

// Option words an option of a question; one that is a name stands for itself.
func (w WizardWords) Option(key, option string) string {
	switch {
	case key == "region" && !text.Has("wizard.option.region."+option):
		return w.place(option)
	case text.Has("wizard.option." + key + "." + option):
		return text.T(w.l, "wizard.option."+key+"."+option)
	case key == "cuda" && strings.Contains(option, "."):
		return text.T(w.l, "wizard.option.cuda.version", "version", option)
	}
	return option
}

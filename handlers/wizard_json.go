package handlers

import (
	"slices"

	"gpuscale/catalog"
	"gpuscale/recommendation"
	"gpuscale/text"
	"gpuscale/views"
)

// The JSON of the wizard's pages before the result.
type (
	wizardStartData struct {
		AsOf      string               `json:"as_of"`
		Default   string               `json:"default"` // for who does not know the task
		Scenarios []wizardScenarioData `json:"scenarios"`
	}
	wizardScenarioData struct {
		Slug      string               `json:"slug"`
		Title     string               `json:"title"`
		Origin    string               `json:"origin"`
		Platforms []wizardPlatformData `json:"platforms"`
		Metrics   []wizardMetricData   `json:"metrics"`
		Advice    []string             `json:"advice"`
	}
	wizardPlatformData struct {
		Provider string `json:"provider"`
		Product  string `json:"product"`
	}
	wizardMetricData struct {
		Key       string `json:"key"`
		Label     string `json:"label"`
		Operator  string `json:"operator"`
		Threshold string `json:"threshold"`
		Unit      string `json:"unit"`
		Origin    string `json:"origin"`
	}
	wizardQuestionData struct {
		AsOf     string           `json:"as_of"`
		Scenario string           `json:"scenario"`
		Step     string           `json:"step"`
		Steps    []wizardStepData `json:"steps"`
	}
	wizardStepData struct {
		Code      string          `json:"code"`
		Title     string          `json:"title"`
		Optional  bool            `json:"optional"`
		Questions []wizardAskData `json:"questions"`
	}
	wizardAskData struct {
		Key     string   `json:"key"`
		Title   string   `json:"title"`
		Kind    string   `json:"kind"`
		Options []string `json:"options"`
		Default string   `json:"default"`
		Unit    string   `json:"unit"`
		Why     string   `json:"why"`
		Answer  string   `json:"answer"`
		Given   bool     `json:"given"`
	}
	wizardCheckData struct {
		AsOf     string             `json:"as_of"`
		Scenario string             `json:"scenario"`
		Answers  []wizardAnswerData `json:"answers"`
		Result   string             `json:"result"`
	}
	wizardAnswerData struct {
		Key   string `json:"key"`
		Label string `json:"label"`
		Text  string `json:"text"`
		Given bool   `json:"given"`
	}
)

func wizardStartJSON(l text.Lang, m *catalog.Market) wizardStartData {
	data := wizardStartData{AsOf: moment(m.At()), Default: recommendation.DefaultScenario}
	for _, slug := range recommendation.Scenarios {
		if s, ok := recommendation.ScenarioOf(m.Scenarios(), slug); ok {
			data.Scenarios = append(data.Scenarios, wizardScenario(l, m, &s))
		}
	}
	return data
}

func wizardScenario(l text.Lang, m *catalog.Market, s *recommendation.Scenario) wizardScenarioData {
	w := views.NewWizardWords(l, m, s)
	data := wizardScenarioData{Slug: s.Slug, Title: w.Scenario(s), Origin: string(s.Origin), Platforms: []wizardPlatformData{},
		Metrics: []wizardMetricData{}, Advice: []string{}}
	for _, p := range s.Platforms {
		data.Platforms = append(data.Platforms, wizardPlatformData{p.Provider, views.In(l, p.Product)})
	}
	for _, k := range s.Metrics {
		data.Metrics = append(data.Metrics, wizardMetricData{k.Key, w.Key(k.Key), k.Operator, k.Threshold.Zh, k.Unit, string(k.Origin)})
	}
	for i := range s.Advice {
		data.Advice = append(data.Advice, w.Advice(&s.Advice[i]))
	}
	return data
}

func wizardQuestionJSON(f views.Frame, s *views.WizardState) wizardQuestionData {
	data := wizardQuestionData{AsOf: moment(s.Market.At()), Scenario: s.Scenario.Slug, Step: s.Step}
	for _, step := range recommendation.Steps(s.Scenario.Slug) {
		one := wizardStepData{Code: step.Code, Title: f.T("wizard.step." + step.Code), Optional: step.Optional}
		for _, q := range step.Questions {
			one.Questions = append(one.Questions, wizardAskData{
				Key: q.Key, Title: f.T("wizard.q." + q.Key), Kind: string(q.Kind), Options: q.Options, Default: q.Default, Unit: q.Unit,
				Why: f.T("wizard.q-why." + q.Why), Answer: s.Answer(q.Key), Given: s.Answers.Given(q.Key),
			})
		}
		data.Steps = append(data.Steps, one)
	}
	return data
}

func wizardCheckJSON(f views.Frame, s *views.WizardState) wizardCheckData {
	data := wizardCheckData{AsOf: moment(s.Market.At()), Scenario: s.Scenario.Slug,
		Result: f.Href("/wizard/" + s.Scenario.Slug + "/result.json" + questionMark(s.Encode(s.Query)))}
	asked := questionKeys(s.Scenario.Slug)
	for _, key := range recommendation.QuestionKeys() {
		if slices.Contains(asked, key) || s.Answers.Given(key) {
			data.Answers = append(data.Answers, wizardAnswerData{key, f.T("wizard.label." + key), s.Answer(key), s.Answers.Given(key)})
		}
	}
	return data
}

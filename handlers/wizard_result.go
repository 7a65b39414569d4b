package handlers

import (
	"context"

	"gpuscale/catalog"
	"gpuscale/recommendation"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

var wizardResultFragments = []string{views.WizardAddress, views.WizardHead, views.WizardResultFragment}

// wizardResult ranks the plans for the answers; questions without one take their
// default.
func (p *Portal) wizardResult(ctx context.Context, r *web.Request) (web.Result, error) {
	s, q, err := p.wizardState(ctx, r)
	if err != nil {
		return web.Result{}, err
	}
	all := word(q, "show", []string{"all"}, "") != ""
	f := p.wizardFrame(r, s)
	if q.err() != nil {
		return wizardFix(f, s, q, "/result"), nil
	}
	decided, err := recommendation.Decide(s.Market, s.Answers)
	if err != nil {
		return web.Result{}, err
	}
	m := views.NewWizardResult(f, s, &decided, all)
	f = f.Titled(m.Title, wizardDescription(f, s, &decided))
	return web.Result{
		Page: views.WizardOutcome(f, &m), Fragments: wizardResultFragments,
		JSON: func() any { return wizardResultJSON(f.Lang, s, &decided) },
	}, nil
}

func wizardDescription(f views.Frame, s *views.WizardState, r *recommendation.Result) string {
	if len(r.Ranked) == 0 {
		return f.T("wizard.description")
	}
	return f.T("wizard.result.description", "scenario", s.Words.Scenario(&s.Scenario), "plans", len(r.Ranked)+r.Beyond,
		"provider", views.In(f.Lang, r.Ranked[0].Provider.Name))
}

// wizardResultJSON is the result in the contract's names; what more is told has names
// of its own.
func wizardResultJSON(l text.Lang, s *views.WizardState, r *recommendation.Result) wizardResultData {
	j := wizardEncoder{l: l, w: s.Words}
	data := wizardResultData{Scenario: s.Scenario.Slug, AsOf: moment(r.At), Answers: map[string]string{}, Weights: map[string]float64{}, Must: orEmpty(r.Answers.Must),
		Plans: len(r.Ranked) + r.Beyond, Meeting: r.Meeting, Idle: orEmpty(r.IdleMust), Excluded: r.Excluded, Article: []wizardPickData{}, Ranked: []wizardPlanData{}, Lost: []wizardLostData{},
		Advice: []wizardAdviceData{}, Pitfalls: []wizardPitfallData{}, Firmness: j.firmness(r)}
	for _, key := range recommendation.QuestionKeys() {
		data.Answers[key] = s.Answer(key)
	}
	for _, w := range r.Weights {
		data.Weights[string(w.Dimension)] = w.Weight
	}
	for i := range r.Article {
		data.Article = append(data.Article, j.pick(&r.Article[i]))
	}
	for i := range r.Ranked {
		data.Ranked = append(data.Ranked, j.plan(&r.Ranked[i]))
	}
	for i := range r.Lost {
		data.Lost = append(data.Lost, j.lost(&r.Lost[i]))
	}
	for i := range r.Advice {
		data.Advice = append(data.Advice, j.advice(&r.Advice[i]))
	}
	for i := range r.Pitfalls {
		p := &r.Pitfalls[i]
		data.Pitfalls = append(data.Pitfalls, wizardPitfallData{p.Pitfall.Slug, string(p.State), s.Words.Finding(p), p.Finding.Code})
	}
	return data
}

// cardSlug is null for a card that is not known.
func cardSlug(a *catalog.Accelerator) *string {
	if a == nil {
		return nil
	}
	return &a.Slug
}

package handlers

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/recommendation"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// wizardAnswers are the parameters that hold answers, in the order of links.
var wizardAnswers = slices.Concat(recommendation.QuestionKeys(),
	[]string{"w_performance", "w_cost", "w_stability", "w_ecosystem", "must"})

func wizardParams(more ...string) []string {
	return slices.Concat(wizardAnswers, more, []string{"as_of"})
}

func (p *Portal) wizardPages() []web.Page {
	return []web.Page{
		{Path: "/wizard", Reps: web.JSON, Params: wizardParams("scenario", "step", "return", "asked"), Handler: p.wizardStart},
		{Path: "/wizard/:scenario", Reps: web.JSON, Params: wizardParams("step", "return", "asked"), Handler: p.wizardQuestion},
		{Path: "/wizard/:scenario/check", Reps: web.JSON, Params: wizardParams("asked"), Handler: p.wizardCheck},
		{Path: "/wizard/:scenario/result", Reps: web.JSON, Params: wizardParams("show", "asked"), Handler: p.wizardResult},
	}
}

// wizardStart asks for the task and leads to its first open question, or back to the
// list of answers. Answers given before are carried through.
func (p *Portal) wizardStart(ctx context.Context, r *web.Request) (web.Result, error) {
	q := newQuery(r)
	market, err := p.market(ctx, q)
	if err != nil {
		return web.Result{}, err
	}
	chosen := word(q, "scenario", append([]string{recommendation.DontKnow}, recommendation.Scenarios...), "")
	task := chosen
	if task == recommendation.DontKnow || task == "" {
		chosen, task = "", recommendation.DefaultScenario
	}
	scenario, _ := recommendation.ScenarioOf(market.Scenarios(), task)
	s := newWizardState(q, market, scenario)
	asks := word(q, "step", []string{"scenario"}, "") != "" || q.shown("scenario") == ""
	f := p.Frame(r).Titled(text.T(lang(r), "wizard.title"), text.T(lang(r), "wizard.description"))
	f.Nav = "wizard"
	start := views.NewWizardStart(f, s, chosen)
	result := web.Result{Page: views.WizardChoose(f, &start), JSON: func() any { return wizardStartJSON(f.Lang, market) }}
	switch {
	case q.err() != nil:
		result.Err = q.err()
	case !asks:
		result.Redirect = s.First(f)
	}
	return result, nil
}

// questionMark puts the mark before a query that is not empty.
func questionMark(query string) string {
	if query == "" {
		return ""
	}
	return "?" + query
}

// wizardQuestion asks one question: the one named by step, else the first that has no
// answer yet.
func (p *Portal) wizardQuestion(ctx context.Context, r *web.Request) (web.Result, error) {
	s, q, err := p.wizardState(ctx, r)
	if err != nil {
		return web.Result{}, err
	}
	f := p.wizardFrame(r, s)
	if q.err() != nil {
		return wizardFix(f, s, q, ""), nil
	}
	if s.Step == "" {
		return web.Result{Redirect: f.Href("/wizard/" + s.Scenario.Slug + "/check" + questionMark(s.Encode(s.Query)))}, nil
	}
	m := views.NewWizardQuestion(f, s)
	return web.Result{
		Page: views.Wizard(f.Titled(m.Title, text.T(f.Lang, "wizard.description")), &m), Fragments: []string{views.WizardFragment},
		JSON: func() any { return wizardQuestionJSON(f, s) }, Header: wizardFocus(r.HX, views.WizardHeading),
	}, nil
}

// wizardCheck lists the answers before the result.
func (p *Portal) wizardCheck(ctx context.Context, r *web.Request) (web.Result, error) {
	s, q, err := p.wizardState(ctx, r)
	if err != nil {
		return web.Result{}, err
	}
	f := p.wizardFrame(r, s)
	if q.err() != nil {
		return wizardFix(f, s, q, "/check"), nil
	}
	decided, err := recommendation.Decide(s.Market, s.Answers)
	if err != nil {
		return web.Result{}, err
	}
	m := views.NewWizardCheck(f, s, &decided)
	return web.Result{
		Page:      views.WizardAnswers(f.Titled(text.T(f.Lang, "wizard.check.title"), text.T(f.Lang, "wizard.description")), &m),
		Fragments: []string{views.WizardFragment},
		JSON:      func() any { return wizardCheckJSON(f, s) }, Header: wizardFocus(r.HX, views.WizardHeading),
	}, nil
}

// wizardFix answers wrong values with their fields, the messages beside them.
func wizardFix(f views.Frame, s *views.WizardState, q *query, page string) web.Result {
	m := views.NewWizardFix(f, s, page)
	return web.Result{Err: q.err(), Page: views.Wizard(f.Titled(m.Title, ""), &m), Fragments: []string{views.WizardFragment},
		Header: wizardFocus(f.HX, views.WizardErrors)}
}

func (p *Portal) wizardFrame(r *web.Request, s *views.WizardState) views.Frame {
	f := p.Frame(r)
	f.Nav = "wizard"
	return f.Titled(s.Words.Scenario(&s.Scenario), "")
}

// wizardFocus sends the focus to an element after a swap.
func wizardFocus(swapped bool, id string) http.Header {
	if !swapped {
		return nil
	}
	return http.Header{"Hx-Trigger-After-Settle": {`{"focus":"#` + id + `"}`}}
}

// wizardState reads the answers of a request.
func (p *Portal) wizardState(ctx context.Context, r *web.Request) (*views.WizardState, *query, error) {
	q := newQuery(r)
	market, err := p.market(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	scenario, ok := recommendation.ScenarioOf(market.Scenarios(), r.Param("scenario"))
	if !ok {
		return nil, nil, web.NotFound()
	}
	s := newWizardState(q, market, scenario)
	s.Step = wizardStep(q, scenario.Slug)
	return s, q, nil
}

// newWizardState reads the answers to a scenario and notes what is wrong with them.
// Where nothing is, they are written into links and forms in their plainest form.
func newWizardState(q *query, market *catalog.Market, scenario recommendation.Scenario) *views.WizardState {
	settle(q.values)
	s := &views.WizardState{Market: market, Scenario: scenario, Words: views.NewWizardWords(q.lang, market, &scenario), Query: q.values,
		Problems: q.problems, Encode: func(v url.Values) string {
			return web.Encode(v, append([]string{"scenario"}, wizardParams("step", "return", "show", "asked")...))
		}}
	var problems []recommendation.Problem
	s.Answers, problems = recommendation.ParseAnswers(market, scenario.Slug, q.values)
	for _, problem := range problems {
		q.fail(problem.Field, wizardProblem(q.lang, problem))
	}
	if dropEmptyLimits(q, &s.Answers) {
		s.Answers, _ = recommendation.ParseAnswers(market, scenario.Slug, q.values)
	}
	s.Return = word(q, "return", []string{"check"}, "") != ""
	if len(problems) == 0 {
		plain(q.values, &s.Answers)
	}
	return s
}

// plain writes the answers as they were understood: half-width digits for full-width
// ones, 300000 for 30万, the words of options in their own case.
func plain(values url.Values, a *recommendation.Answers) {
	for _, key := range recommendation.QuestionKeys() {
		if written := a.Written(key); a.Given(key) && written != "" {
			values[key] = []string{written}
		}
	}
	for i, w := range []float64{a.Weights.Performance, a.Weights.Cost, a.Weights.Stability, a.Weights.Ecosystem} {
		if name := "w_" + string(recommendation.Dimensions[i]); strings.TrimSpace(values.Get(name)) != "" {
			values[name] = []string{strconv.FormatFloat(w, 'f', -1, 64)}
		}
	}
	if len(a.Must) > 0 {
		values["must"] = a.Must
	}
}

// settle drops "unknown" beside a real answer: what was typed or chosen counts.
func settle(values url.Values) {
	for _, key := range recommendation.QuestionKeys() {
		list := slices.DeleteFunc(slices.Clone(values[key]), func(v string) bool { return strings.EqualFold(strings.TrimSpace(v), recommendation.DontKnow) })
		if len(list) > 0 {
			values[key] = list
		}
	}
}

// dropEmptyLimits drops the hard limits of the questions that were just answered with
// nothing that a plan could fail: the box is ticked before the answer is known. It
// reports whether there were any.
func dropEmptyLimits(q *query, a *recommendation.Answers) bool {
	dropped := false
	for _, question := range q.values["asked"] {
		key, ok := recommendation.CheckOf(question)
		if !ok || q.problems[question] != "" || a.Requires(question) {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(q.values["must"]), func(v string) bool { return strings.EqualFold(strings.TrimSpace(v), key) })
		dropped = dropped || len(rest) < len(q.values["must"])
		q.values["must"] = rest
	}
	delete(q.values, "asked")
	return dropped
}

// wizardStep returns the key of the question to show, "" when all are answered.
func wizardStep(q *query, scenario string) string {
	typed := q.typed("step")
	for _, step := range recommendation.Steps(scenario) {
		for _, question := range step.Questions {
			named := strings.EqualFold(question.Key, typed) || strings.EqualFold(step.Code, typed)
			if typed != "" && named || typed == "" && !step.Optional && len(q.values[question.Key]) == 0 {
				return question.Key
			}
		}
	}
	if typed != "" {
		q.fail("step", text.T(q.lang, "wizard.fix.step", "value", typed))
	}
	return ""
}

func questionKeys(scenario string) []string {
	var keys []string
	for _, question := range recommendation.Questions(scenario) {
		keys = append(keys, question.Key)
	}
	return keys
}

// wizardProblem words what is wrong with an answer.
func wizardProblem(l text.Lang, p recommendation.Problem) string {
	if text.Has("number." + p.Code) {
		return typedProblem(l, &catalog.TypedError{Code: p.Code, Limit: p.Params["limit"]})
	}
	return text.T(l, "wizard.problem."+p.Code, "value", p.Params["value"], "allowed", allowedAnswers(l, p))
}

// suggestedNames is how many names a message offers.
const suggestedNames = 8

func allowedAnswers(l text.Lang, p recommendation.Problem) string {
	switch p.Field {
	case "must":
		return strings.Join(recommendation.CheckKeys(), ", ")
	case "region", "cuda":
		return text.T(l, "wizard.allowed."+p.Field)
	}
	for _, scenario := range recommendation.Scenarios {
		for _, question := range recommendation.Questions(scenario) {
			if question.Key == p.Field {
				return someOf(l, question.Options, p.Params["value"])
			}
		}
	}
	return ""
}

// someOf lists all of a few options; of many it lists those that contain the typed
// words, else the first.
func someOf(l text.Lang, options []string, typed string) string {
	if len(options) <= suggestedNames {
		return strings.Join(options, ", ")
	}
	near := slices.DeleteFunc(slices.Clone(options), func(o string) bool {
		return !strings.Contains(catalog.Fold(o), catalog.Fold(typed))
	})
	if len(near) == 0 {
		near = options
	}
	if len(near) <= suggestedNames {
		return strings.Join(near, ", ")
	}
	return text.T(l, "wizard.allowed.more", "names", strings.Join(near[:suggestedNames], ", "))
}

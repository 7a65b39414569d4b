package views

import (
	"slices"
	"strconv"
	"strings"

	"gpuscale/recommendation"
	"gpuscale/views/ui"
)

// WizardFragment is the part of a question page that htmx swaps, and the id of its
// element. The focus goes to its h1, or to the list of what is wrong.
const (
	WizardFragment = "wizard"
	WizardHeading  = "wizard-q"
	WizardErrors   = "wizard-errors"
)

// WizardQuestion is a page with one question, or with every answer that is wrong.
type WizardQuestion struct {
	Title    string
	Lone     bool // Title is the question of the only field
	Beam     WizardBeam
	Back     string
	Action   string
	Hidden   []WizardHidden
	Errors   []WizardError
	Fields   []WizardField
	Submit   string
	Skip     string // to the result; "" on the way back to the answers
	Whys     []string
	Answered []WizardAnswer
}

// WizardError is a message in the summary; Href is "" where no field can mend it.
type WizardError struct{ Href, Text string }

// WizardField is one question of a form: options, something to type, or both.
type WizardField struct {
	Key, Title, Hint, Error string
	Radios                  []WizardRadio
	Checks                  []ui.Option
	Typed                   *ui.FieldProps
	Names                   []string // offered while typing
	Unknown, UnknownHref    string   // the way on for who does not know
	Must                    string   // check that the answer may make a hard limit, "" for none
	Hard                    bool     // it is one
}

// WizardRadio is an option of a question.
type WizardRadio struct {
	ID, Value, Label string
	Note, Hint       string
	Chosen           bool
}

// WizardAnswer is an answer as printed.
type WizardAnswer struct{ Label, Text string }

// NewWizardQuestion builds the page of the question that the state asks for.
func NewWizardQuestion(f Frame, s *WizardState) WizardQuestion {
	questions := s.questions()
	at := max(0, slices.IndexFunc(questions, func(q recommendation.Question) bool { return q.Key == s.Step }))
	q := questions[at]
	m := WizardQuestion{
		Lone: true, Title: f.T("wizard.q." + q.Key), Beam: s.beam(f, at), Back: s.task(f, ""), Action: f.Href(s.path(wizardAsk)),
		Hidden: s.carried(q.Key), Submit: f.T("wizard.continue"), Skip: s.link(f, wizardResult),
		Whys: []string{f.T("wizard.q-why." + q.Why)}, Answered: s.answered(f),
	}
	next := s.link(f, wizardCheck, q.Key, recommendation.DontKnow, "asked", askedOf(q.Key))
	switch {
	case s.Return:
		m.Action, m.Back, m.Submit, m.Skip = f.Href(s.path(wizardCheck)), s.link(f, wizardCheck), f.T("wizard.save"), ""
	case at+1 == len(questions) || at+1 == s.core():
		m.Action = f.Href(s.path(wizardCheck))
	default:
		m.Hidden = append(m.Hidden, WizardHidden{"step", questions[at+1].Key})
		next = s.link(f, wizardAsk, q.Key, recommendation.DontKnow, "step", questions[at+1].Key, "asked", askedOf(q.Key))
	}
	switch {
	case s.Return || at == 0:
	case at == s.core():
		m.Back = s.link(f, wizardCheck)
	default:
		m.Back = s.link(f, wizardAsk, "step", questions[at-1].Key)
	}
	m.Fields = []WizardField{s.field(f, q, next)}
	return m
}

// NewWizardFix builds the page of everything that is wrong in the address of a page:
// with the messages at the fields and what was typed kept.
func NewWizardFix(f Frame, s *WizardState, page string) WizardQuestion {
	if text := s.Problems["step"]; text != "" && len(s.Problems) == 1 {
		m := NewWizardQuestion(f, s)
		m.Errors = []WizardError{{Text: text}}
		return m
	}
	m := WizardQuestion{Back: s.backFromFix(f, page), Action: f.Href(s.path(page)), Submit: f.T("wizard.continue"), Answered: s.answered(f)}
	m.Errors, m.Fields = s.wrong(f, page)
	for _, field := range m.Fields {
		if q, ok := s.question(field.Key); ok {
			m.Whys = append(m.Whys, f.T("wizard.q-why."+q.Why))
		}
	}
	m.Beam, m.Hidden = s.beam(f, s.firstWrong()), s.carried(sortedProblems(s.Problems)...)
	if page == wizardAsk && s.Problems["step"] == "" && s.Step != "" {
		m.Hidden = append(m.Hidden, WizardHidden{"step", s.Step})
	}
	m.Title = f.N("wizard.fix.title", len(s.Problems))
	if len(m.Fields) == 1 && len(s.Problems) == 1 {
		m.Title, m.Lone = m.Fields[0].Title, true
	}
	return m
}

// wrong lists what is wrong and the fields to mend it in.
func (s *WizardState) wrong(f Frame, page string) (errors []WizardError, fields []WizardField) {
	for _, key := range sortedProblems(s.Problems) {
		e := WizardError{Text: f.T("wizard.label."+key) + f.T("wizard.colon") + s.Problems[key]}
		if field, ok := s.fixed(f, key, page); ok {
			e.Href = "#f-" + key
			fields = append(fields, field)
		}
		errors = append(errors, e)
	}
	return errors, fields
}

// backFromFix leads to the question before the first wrong one, or to the page itself,
// without what is wrong.
func (s *WizardState) backFromFix(f Frame, page string) string {
	var edits []string
	for key := range s.Problems {
		edits = append(edits, key, "")
	}
	if page != wizardAsk {
		return s.link(f, page, edits...)
	}
	at := s.firstWrong()
	if at == 0 {
		return s.linkTo(f, "/wizard", append(edits, "scenario", s.Scenario.Slug, "step", "scenario")...)
	}
	return s.link(f, wizardAsk, append(edits, "step", s.questions()[at-1].Key)...)
}

// firstWrong is the place of the first question with a problem.
func (s *WizardState) firstWrong() int {
	return max(0, slices.IndexFunc(s.questions(), func(q recommendation.Question) bool { return s.Problems[q.Key] != "" }))
}

// sortedProblems lists the parameters in the order of the questions, the others after
// them by name.
func sortedProblems(problems map[string]string) []string {
	order := recommendation.QuestionKeys()
	keys := make([]string, 0, len(problems))
	for key := range problems {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		x, y := slices.Index(order, a), slices.Index(order, b)
		switch {
		case x < 0 && y < 0:
			return strings.Compare(a, b)
		case x < 0:
			return 1
		case y < 0:
			return -1
		}
		return x - y
	})
	return keys
}

// fixed is the field of a wrong parameter; false where nothing can be typed instead.
func (s *WizardState) fixed(f Frame, key, page string) (WizardField, bool) {
	if q, ok := s.question(key); ok {
		step := ""
		if page == wizardAsk {
			step = s.Step
		}
		return s.field(f, q, s.link(f, page, key, recommendation.DontKnow, "step", step)), true
	}
	field := WizardField{Key: key, Title: f.T("wizard.label." + key), Error: s.Problems[key]}
	typed := ui.FieldProps{ID: "f-" + key, Name: key, Label: field.Title, Value: s.typed(key), Error: field.Error, Hidden: true}
	switch {
	case strings.HasPrefix(key, "w_"):
		typed.Kind, typed.Hint = ui.NumberField, f.T("wizard.weights.range")
	case key == "as_of":
		typed.Hint = f.T("wizard.as-of.hint")
	case key == "must":
		for _, metric := range s.Scenario.Metrics {
			field.Checks = append(field.Checks, ui.Option{Value: metric.Key, Label: s.Words.Key(metric.Key), Chosen: slices.Contains(s.Answers.Must, metric.Key)})
		}
		return field, true
	default:
		return WizardField{}, false
	}
	field.Typed = &typed
	return field, true
}

func (s *WizardState) typed(key string) string {
	for _, v := range s.Query[key] {
		if v = strings.TrimSpace(v); v != "" {
			return v
		}
	}
	return ""
}

// shortList is how many options are shown as radios; more are offered while typing.
const shortList = 8

// field builds the form of a question. next is where "I don't know" leads when there
// are no options to choose it from.
func (s *WizardState) field(f Frame, q recommendation.Question, next string) WizardField {
	field := WizardField{Key: q.Key, Title: f.T("wizard.q." + q.Key), Hint: f.T("wizard.hint." + q.Key), Error: s.Problems[q.Key]}
	field.Must, field.Hard = s.mayBeHard(q.Key)
	unknown := f.T("wizard.unknown.take", "default", s.quoted(f, q.Key))
	typed := ui.FieldProps{ID: "f-" + q.Key, Name: q.Key, Label: field.Title, Kind: ui.TextField, Hidden: true, Error: field.Error, Autocomplete: "off"}
	options := len(q.Options) > 1 && len(q.Options) <= shortList
	value, matched := s.chosen(q)
	if options {
		field.Radios = s.radios(q, unknown, value, matched)
	} else if next != "" {
		field.Unknown, field.UnknownHref = unknown, next
	}
	switch {
	case q.Kind == recommendation.Choice:
		return field
	case q.Kind == recommendation.Figure:
		typed.Kind, typed.Unit = ui.NumberField, s.Words.Unit(q.Unit)
	case options:
		typed.Label, typed.Hidden = f.T("wizard.choose-or-type"), false
	default:
		typed.List, field.Names = "f-"+q.Key+"-names", q.Options[:len(q.Options)-1]
	}
	if (!matched || !options) && !strings.EqualFold(value, recommendation.DontKnow) {
		typed.Value = value
	} else if options {
		typed.Value = s.typedBeside(q)
	}
	if options {
		typed.Hint, field.Hint = field.Hint, ""
	}
	field.Typed = &typed
	return field
}

func (s *WizardState) quoted(f Frame, key string) string {
	return f.T("wizard.quoted", "words", s.Default(key))
}

// chosen is what was typed for a question, and whether it is one of its options.
func (s *WizardState) chosen(q recommendation.Question) (value string, matched bool) {
	value = s.typed(q.Key)
	for _, o := range q.Options {
		if strings.EqualFold(o, value) {
			return o, q.Kind != recommendation.Figure
		}
	}
	return value, false
}

// typedBeside is what was typed beside a chosen option.
func (s *WizardState) typedBeside(q recommendation.Question) string {
	for _, v := range s.Query[q.Key] {
		v = strings.TrimSpace(v)
		if v != "" && !slices.ContainsFunc(q.Options, func(o string) bool { return strings.EqualFold(o, v) }) {
			return v
		}
	}
	return ""
}

func (s *WizardState) radios(q recommendation.Question, unknown, value string, matched bool) []WizardRadio {
	out := make([]WizardRadio, len(q.Options))
	for i, o := range q.Options {
		out[i] = WizardRadio{ID: "f-" + q.Key + "-" + strconv.Itoa(i), Value: o, Label: s.Words.Option(q.Key, o), Chosen: matched && o == value}
		if o == recommendation.DontKnow {
			out[i].Label = unknown
			out[i].Chosen = out[i].Chosen || value == ""
		}
	}
	return out
}

// answered lists what the reader has answered so far.
func (s *WizardState) answered(f Frame) []WizardAnswer {
	var out []WizardAnswer
	for _, key := range recommendation.QuestionKeys() {
		if s.Answers.Given(key) && s.Problems[key] == "" {
			out = append(out, WizardAnswer{f.T("wizard.label." + key), s.Answer(key)})
		}
	}
	return out
}

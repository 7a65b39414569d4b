package handlers

import (
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/sizing"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/ui"
)

// fieldIDs begin the ids of the form's fields.
const sizingFieldID = "f-"

// form is the form as it was filled in.
func (s *sizingPage) form() views.SizingForm {
	q := s.typed
	f := views.SizingForm{
		Action: s.frame.Href("/calculator/sizing"), Fields: map[string]views.SizingField{}, Models: s.presets(),
		OwnChosen: s.ask.request.Model == "" && s.ask.request.Own != nil, ModelError: q.problems["model"],
		Tasks: s.taskOptions(), Precisions: s.precisionOptions(), Currencies: s.currencyOptions(), Version: sizing.AssumptionsVersion,
		Sort: q.typed("sort"), AsOf: q.typed("as_of"), Errors: q.problems,
	}
	for _, name := range slices.Concat(sizingOwn, []string{"context", "batch", "tokens", "mfu", "gpus", "gpu", "assume"}) {
		f.Fields[name] = s.field(name)
	}
	f.Shape, f.Source = s.shape()
	f.Cards, f.CardKept = s.cardOptions()
	s.addConstants(&f)
	return f
}

// sizingFieldUnits are the units shown in the fields, by key of their text.
var sizingFieldUnits = map[string]string{
	"params_b": "sizing.unit.billion", "layers": "sizing.unit.layers", "context": "sizing_unit.tokens", "batch": "sizing.unit.batch",
	"gpus": "sizing.cards",
}

// sizingFieldHints are the fields with a hint.
var sizingFieldHints = []string{"batch", "tokens", "mfu", "gpus"}

func (s *sizingPage) field(name string) views.SizingField {
	f := views.SizingField{
		ID: sizingFieldID + name, Name: name, Label: s.t("sizing." + name), Value: s.typed.shown(name), Placeholder: s.standard(name),
		Error: s.typed.problems[name],
	}
	if unit := sizingFieldUnits[name]; unit != "" {
		f.Unit = s.t(unit)
	}
	if name == "mfu" {
		f.Unit = "%"
	}
	if slices.Contains(sizingFieldHints, name) {
		f.Hint = s.t("sizing." + name + ".hint")
	}
	if tokens := s.ask.request.Tokens; name == "tokens" && tokens.Known && f.Error == "" {
		f.Hint = s.t("sizing.tokens.read", "n", text.Float(tokens.Value, 0))
	}
	return f
}

// standard is the value that an empty field takes; "" where there is none.
func (s *sizingPage) standard(name string) string {
	switch name {
	case "context":
		if s.result.Request.Context > 0 {
			return text.Count(s.result.Request.Context)
		}
		return text.Count(sizingClaimContext)
	case "batch":
		return sizingDefaults["batch"]
	case "params_b", "layers", "hidden", "heads", "kv_heads", "head_dim", "vocab":
		return s.shapeOf(name)
	}
	return ""
}

// shapeOf is a figure of the model that was sized, as an example of what to type.
func (s *sizingPage) shapeOf(name string) string {
	m := &s.result.Model
	if m.Layers == 0 {
		return ""
	}
	figures := map[string]int{
		"layers": m.Layers, "hidden": m.Hidden, "heads": m.Heads, "kv_heads": m.KVHeads, "head_dim": m.HeadDim, "vocab": m.Vocab,
	}
	if name == "params_b" {
		return text.Float(float64(s.result.Parameters.Total())/1e9, 2)
	}
	return text.Count(figures[name])
}

// presets are the built-in models by family.
func (s *sizingPage) presets() []views.SizingModelGroup {
	chosen := s.ask.request.Model
	var groups []views.SizingModelGroup
	for _, family := range sizing.Families() {
		group := views.SizingModelGroup{Label: family.Name}
		for _, m := range family.Models {
			group.Options = append(group.Options, ui.Option{Value: m.Name, Label: m.Name, Chosen: m.Name == chosen})
		}
		groups = append(groups, group)
	}
	if _, known := sizing.LookupModel(chosen); !known && chosen != "" {
		unknown := views.SizingModelGroup{Label: "?", Options: []ui.Option{{Value: chosen, Label: chosen, Chosen: true}}}
		groups = slices.Insert(groups, 0, unknown)
	}
	return groups
}

// shape is the model in one line, and where it is taken from.
func (s *sizingPage) shape() (line, source string) {
	r := &s.result
	if r.Model.Layers == 0 {
		return "", ""
	}
	parts := []string{s.t("sizing.shape", "params", s.params(r.Parameters.Total()), "layers", r.Model.Layers, "hidden", text.Count(r.Model.Hidden),
		"heads", r.Model.Heads, "kv", r.Model.KVHeads)}
	if active := r.Active.Total(); active != r.Parameters.Total() {
		parts = append(parts, s.t("sizing.shape.active", "params", s.params(active)))
	}
	if r.Model.MaxContext > 0 {
		parts = append(parts, s.t("sizing.shape.context", "context", text.Count(r.Model.MaxContext)))
	}
	return strings.Join(parts, s.t("list.separator")), r.Model.Source
}

// params prints a number of parameters: 70.55B, 124M.
func (s *sizingPage) params(n int64) string {
	if n >= 1e9 {
		return text.Float(float64(n)/1e9, 2) + "B"
	}
	return text.Float(float64(n)/1e6, 0) + "M"
}

func (s *sizingPage) taskOptions() []ui.Option {
	var options []ui.Option
	for _, task := range sizing.Tasks() {
		label := s.task(task)
		if short := "sizing.task.s." + string(task); text.Has(short) {
			label = s.t(short)
		}
		options = append(options, ui.Option{Value: string(task), Label: label, Chosen: task == s.ask.request.Task})
	}
	return options
}

func (s *sizingPage) task(task sizing.Task) string { return s.t("sizing.task." + string(task)) }

func (s *sizingPage) precisionOptions() []ui.Option {
	var options []ui.Option
	for _, p := range sizing.Precisions() {
		options = append(options, ui.Option{Value: string(p), Label: strings.ToUpper(string(p)), Chosen: p == s.ask.request.Precision})
	}
	return options
}

func (s *sizingPage) currencyOptions() []ui.Option {
	var options []ui.Option
	for _, c := range catalog.Currencies {
		options = append(options, ui.Option{Value: string(c), Label: text.Word(s.lang(), "currency", string(c)), Chosen: c == s.ask.currency})
	}
	return options
}

// cardOptions are the cards to choose from: those with a comparable price, and the
// one asked for. Further values of the parameter are kept hidden.
func (s *sizingPage) cardOptions() (options []ui.Option, kept []views.HiddenInput) {
	values := s.typed.values["gpu"]
	if len(values) > 1 || len(values) == 1 && s.typed.problems["gpu"] != "" {
		for _, v := range values {
			kept = append(kept, views.HiddenInput{Name: "gpu", Value: v})
		}
		return nil, kept
	}
	chosen := strings.ToLower(s.typed.shown("gpu"))
	options = []ui.Option{{Value: "", Label: s.t("sizing.gpu.any")}}
	found := chosen == ""
	for _, slug := range s.pricedCards() {
		card, _ := s.ask.market.Accelerator(slug)
		found = found || slug == chosen
		options = append(options, ui.Option{Value: slug, Label: views.In(s.lang(), card.Label()), Chosen: slug == chosen})
	}
	if !found {
		label := chosen
		if card, ok := s.ask.market.Accelerator(chosen); ok {
			label = views.In(s.lang(), card.Label())
		}
		options = append(options, ui.Option{Value: chosen, Label: label, Chosen: true})
	}
	return options, nil
}

// pricedCards are the cards with a best price, by name.
func (s *sizingPage) pricedCards() []string {
	var slugs []string
	for _, area := range areas {
		parts, families := s.ask.market.BestPrices(area)
		for _, best := range append(parts, families...) {
			if !slices.Contains(slugs, best.Accelerator.Slug) {
				slugs = append(slugs, best.Accelerator.Slug)
			}
		}
	}
	slices.Sort(slugs)
	return slugs
}

// addConstants adds the constants with their fields.
func (s *sizingPage) addConstants(f *views.SizingForm) {
	changed := 0
	for _, c := range s.ask.request.Assumptions.List() {
		field := views.SizingField{
			ID: sizingFieldID + c.Key, Name: sizingConstant + c.Key, Label: s.t("sizing.constant." + c.Key),
			Value: s.typed.shown(sizingConstant + c.Key), Placeholder: text.Float(c.Default, 3), Error: s.typed.problems[sizingConstant+c.Key],
		}
		if no, ok := s.ask.refused[c.Key]; ok {
			field.Value, field.Error = no.typed, no.why
		}
		if c.Edited() {
			changed++
			if field.Value == "" {
				field.Value = text.Float(c.Value, 6)
			}
		}
		f.Constants = append(f.Constants, views.SizingConstant{
			Field: field, Unit: text.Word(s.lang(), "sizing_unit", c.Unit), Bounds: text.Float(c.Min, 3) + "–" + text.Float(c.Max, 3),
			Source: s.t("sizing.source." + c.Key),
		})
	}
	if changed > 0 {
		f.Changed = text.N(s.lang(), "sizing.constants.n", changed)
	}
}

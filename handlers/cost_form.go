package handlers

import (
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/ui"
)

// costNumbers are the number fields of the form, in its order.
var costNumbers = []string{"vram_min", "gpus", "budget", "hours", "hours_per_day", "days", "months", "utilisation",
	"storage_gb", "egress_gb", "upload_gb", "public_ip", "stopped_days", "interruption_per_hour", "checkpoint_minutes",
	"restart_minutes", "snapshot_gb", "image_gb", "coupon_card_hours", "coupon_price", "line_gpus", "line_hours"}

// costFolded are the fields in the folded part of the form.
var costFolded = []string{"provider", "market", "region", "billing", "currency", "month", "vat", "interruption_per_hour",
	"checkpoint_minutes", "restart_minutes", "snapshot_gb", "image_gb", "coupon_card_hours", "coupon_price"}

var costHints = map[string]string{"storage_gb": "cost.hint.storage", "interruption_per_hour": "cost.hint.interruption",
	"checkpoint_minutes": "cost.hint.checkpoint", "coupon_price": "cost.hint.coupon", "utilisation": "cost.hint.utilisation", "gpus": "cost.hint.number"}

func (c *costPage) form() views.CostForm {
	f := views.CostForm{
		Action: c.frame.Href("/calculator/cost"), Fields: map[string]views.CostField{}, JobHint: c.jobHint(),
		AsOf: c.typed.typed("as_of"), Errors: c.typed.problems,
	}
	for _, name := range costNumbers {
		f.Fields[name] = c.numberField(name)
		f.Order = append(f.Order, name)
	}
	for name, options := range c.selects() {
		field := c.selectField(name, options)
		f.Fields[name] = field
		f.Order = append(f.Order, name)
	}
	slices.Sort(f.Order)
	for _, way := range costWays {
		f.Ways = append(f.Ways, ui.Option{ID: "c-by-" + way, Value: way, Label: c.t("cost.field.by." + way), Chosen: way == c.ask.way})
	}
	for _, word := range []string{"yes", "no"} {
		f.Breaks = append(f.Breaks, ui.Option{Value: word, Label: c.t("cost.field.interruptible." + word), Chosen: (word == "no") == c.ask.job.Uninterruptible})
	}
	f.Lines = c.formLines()
	f.More = slices.ContainsFunc(costFolded, func(name string) bool {
		return c.typed.problems[name] != "" || c.typed.shown(name) != "" && c.typed.shown(name) != costDefaults[name]
	})
	return f
}

func (c *costPage) numberField(name string) views.CostField {
	typed := c.typed.values.Get(name)
	if c.typed.shown(name) == "" {
		typed = costDefaults[name]
	}
	if slices.Contains(costFormOnly, name) && c.typed.problems[name] == "" {
		typed = costDefaults[name] // the line has been added
	}
	field := views.CostField{
		ID: "c-" + name, Name: name, Value: typed, Error: c.typed.problems[name],
		Label: c.t("cost.field."+name, "currency", text.Word(c.lang(), "currency", string(c.ask.job.Currency))),
	}
	if hint := costHints[name]; hint != "" {
		field.Hint = c.t(hint)
	}
	slider := map[string][3]string{"hours_per_day": {"1", "24", "0.5"}, "utilisation": {"1", "100", "1"}}
	if bounds, ok := slider[name]; ok {
		field.Slider = &views.CostSlider{Min: bounds[0], Max: bounds[1], Step: bounds[2], Value: typed, Label: c.t("cost.field.slider", "label", field.Label)}
	}
	return field
}

// selects lists the choices of every select; what is chosen is marked later.
func (c *costPage) selects() map[string][]ui.Option {
	l := c.lang()
	facets := c.ask.market.Search(catalog.OfferQuery{Per: 1})
	words := func(family string, list ...string) []ui.Option {
		var options []ui.Option
		for _, w := range list {
			options = append(options, ui.Option{Value: w, Label: text.Word(l, family, w)})
		}
		return options
	}
	first := func(key string, options []ui.Option) []ui.Option {
		return append([]ui.Option{{Label: c.t(key)}}, options...)
	}
	var modes, monthly []ui.Option
	for _, b := range catalog.BillingModes {
		modes = append(modes, words("billing", string(b))...)
	}
	for _, m := range months {
		monthly = append(monthly, ui.Option{Value: monthText(m), Label: c.t("cost.field.month.hours", "n", monthText(m))})
	}
	gpus := c.facetOptions(&facets, "gpu")
	return map[string][]ui.Option{
		"gpu": first("cost.field.gpu.any", gpus), "line_gpu": first("cost.field.line_gpu.none", slices.Clone(gpus)),
		"provider": first("cost.field.provider.any", c.facetOptions(&facets, "provider")),
		"region":   first("cost.field.region.any", c.facetOptions(&facets, "region")),
		"market":   first("cost.field.market.any", words("market", "cn", "intl")),
		"billing":  first("cost.field.billing.any", modes), "currency": words("currency", "CNY", "USD"), "month": monthly,
		"vat": {{Value: "0", Label: c.t("cost.field.vat.0")}, {Value: "6", Label: c.t("cost.field.vat.6")}},
	}
}

func (c *costPage) facetOptions(r *catalog.OfferResult, name string) []ui.Option {
	facet, _ := r.Facet(name)
	var options []ui.Option
	for _, v := range facet.Values {
		if v.Count > 0 {
			options = append(options, ui.Option{Value: v.Value, Label: c.valueLabel(name, v.Value)})
		}
	}
	return options
}

// valueLabel names a value of a filter for readers.
func (c *costPage) valueLabel(name, value string) string {
	m := c.ask.market
	switch name {
	case "gpu", "line_gpu":
		if a, ok := m.Accelerator(strings.ToLower(value)); ok {
			return views.CardName(a)
		}
	case "provider":
		if p, ok := m.Provider(strings.ToLower(value)); ok {
			return views.In(c.lang(), p.Name)
		}
	}
	return text.Word(c.lang(), name, value)
}

// selectField marks the typed value as chosen; further values of the parameter are
// kept beside the select.
func (c *costPage) selectField(name string, options []ui.Option) views.CostField {
	field := views.CostField{ID: "c-" + name, Name: name, Label: c.t("cost.field." + name), Options: options, Error: c.typed.problems[name]}
	typed := slices.Clone(c.typed.values[name])
	if name == "line_gpu" && field.Error == "" && c.typed.problems["line_hours"] == "" && c.typed.problems["line_gpus"] == "" {
		typed = nil
	}
	if len(typed) == 0 && costDefaults[name] != "" {
		typed = []string{costDefaults[name]}
	}
	chosen := slices.IndexFunc(typed, func(v string) bool { return !strings.HasPrefix(strings.TrimSpace(v), "!") })
	if chosen >= 0 {
		field.Value = strings.TrimSpace(typed[chosen])
		field.Options = costChoose(options, field.Value, c.valueLabel(name, field.Value))
		typed = slices.Delete(typed, chosen, chosen+1)
	}
	field.Kept = typed
	if len(typed) > 0 {
		names := make([]string, len(typed))
		for i, v := range typed {
			value, out := strings.CutPrefix(strings.TrimSpace(v), "!")
			if names[i] = c.valueLabel(name, value); out {
				names[i] = "!" + names[i]
			}
		}
		field.KeptText = c.t("cost.field.kept", "values", strings.Join(names, c.t("list.separator")))
	}
	return field
}

// costChoose marks an option as chosen, and adds it where the list lacks it: what was
// asked for stays visible.
func costChoose(options []ui.Option, value, label string) []ui.Option {
	i := slices.IndexFunc(options, func(o ui.Option) bool { return strings.EqualFold(o.Value, value) })
	if i < 0 {
		return append(options, ui.Option{Value: value, Label: label, Chosen: true})
	}
	options[i].Chosen = true
	return options
}

func (c *costPage) formLines() []views.CostLine {
	var lines []views.CostLine
	for i, typed := range c.ask.lines {
		n := text.Count(i + 1)
		line := views.CostLine{ID: "c-line-" + n, Value: typed, Label: c.t("cost.field.line", "n", n), Drop: n,
			Remove: c.t("cost.field.drop", "n", n)}
		if parts := basketLine.FindStringSubmatch(typed); parts != nil {
			line.Words = c.lineWords(c.valueLabel("gpu", parts[1]), parts[2], parts[3])
		}
		lines = append(lines, line)
	}
	return lines
}

func (c *costPage) lineWords(card, cards, hours string) string {
	return c.t("cost.basket.line", "card", card, "cards", cards, "hours", hours)
}

// jobHint says how long each card runs in all, "" while the time is wrong.
func (c *costPage) jobHint() string {
	s := c.ask.job.Schedule
	hours, ok := s.HoursPerCard(c.ask.job.Month)
	if !ok || c.typed.problems["hours_per_day"] != "" || c.typed.problems["days"] != "" {
		return ""
	}
	if c.ask.way != "daily" {
		return c.t("cost.hint.job", "hours", text.Group(hours.String()))
	}
	daily, _ := s.HoursPerDay.Value.Float64()
	return c.t("cost.hint.job.daily", "hours", text.Group(hours.String()), "share", text.Percent(daily/24, 0))
}

// label names a field for messages about it.
func (c *costPage) label(name string) string {
	if name == "line" || name == "drop" {
		return c.t("cost.form.basket")
	}
	if name == "as_of" || name == "by" || name == "interruptible" {
		return name
	}
	return c.t("cost.field."+name, "currency", text.Word(c.lang(), "currency", string(c.ask.job.Currency)))
}

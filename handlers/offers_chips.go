package handlers

import (
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/ui"
)

// conditions are the parameters that narrow the list, in the order of their chips.
var conditions = []string{"q", "provider", "gpu", "vendor", "kind", "market", "vram_min", "vram_max", "count_min",
	"count_max", "share", "form", "interconnect_min", "region", "billing", "price_kind", "grade", "freshness", "why_not",
	"price_min", "price_max", "as_of"}

// condition is one applied condition with the address of the list without it.
type condition struct {
	name, value, label string
	href               string
}

// conditions lists what narrows the list, the default included, and every value that
// is wrong, so that each can be taken away.
func (o *offersPage) conditions() []condition {
	var list []condition
	if o.query.Show == catalog.ShowRanked && o.typed.problems["show"] == "" {
		list = append(list, condition{"show", "", o.t("offers.chip.ranked"), o.links.with("show", string(catalog.ShowAll))})
	}
	for _, name := range offersParams {
		if !narrows(name) && o.typed.problems[name] == "" {
			continue
		}
		for _, value := range o.typed.values[name] {
			list = append(list, condition{name, value, o.conditionLabel(name, strings.TrimSpace(value)), o.links.without(name, value)})
		}
	}
	return list
}

func narrows(name string) bool {
	for _, c := range conditions {
		if c == name {
			return true
		}
	}
	return false
}

func (o *offersPage) conditionLabel(name, value string) string {
	if o.typed.problems[name] != "" {
		return name + " = " + value
	}
	bare, excluded := strings.CutPrefix(value, "!")
	switch name {
	case "q":
		return o.t("offers.chip.q", "value", value)
	case "vram_min", "vram_max", "count_min", "count_max", "interconnect_min":
		return o.t("offers.chip."+name, "value", value)
	case "as_of":
		if strings.Contains(value, "T") { // a moment in any zone, else a day
			value = text.Minute(o.market.At())
		}
		return o.t("offers.chip.as_of", "value", value)
	case "price_min", "price_max":
		return o.t("offers.chip."+name, "value", value, "unit", o.look.UnitLabel())
	case "why_not":
		bare = o.t("offers.chip.why_not", "value", o.valueLabel(name, bare))
	default:
		bare = o.valueLabel(name, bare)
	}
	if excluded {
		return o.t("offers.chip.not", "label", bare)
	}
	return bare
}

// valueLabel is what people call a value of a filter.
func (o *offersPage) valueLabel(name, value string) string {
	l := o.frame.Lang
	switch name {
	case "provider":
		if p, ok := o.market.Provider(strings.ToLower(value)); ok {
			return views.In(l, p.Name)
		}
	case "gpu":
		if a, ok := o.market.Accelerator(strings.ToLower(value)); ok {
			return views.In(l, a.Label())
		}
	case "kind":
		return text.Word(l, "provider_kind", strings.ToLower(value))
	case "grade":
		return text.Word(l, "grade", strings.ToUpper(value))
	case "market", "share", "form", "billing", "price_kind", "freshness", "why_not":
		return text.Word(l, name, strings.ToLower(value))
	}
	return value
}

func (o *offersPage) chips(list []condition) []ui.ChipProps {
	chips := make([]ui.ChipProps, len(list))
	for i, c := range list {
		long := c.label
		if c.name == "show" {
			long = o.t("offers.chip.ranked-long")
		}
		chips[i] = ui.ChipProps{Label: c.label, Remove: o.t("offers.chip.remove", "label", long), Href: c.href, ID: views.ChipID(i), Target: views.OffersResults}
	}
	return chips
}

// applied counts the conditions that the visitor set.
func applied(list []condition) int {
	n := 0
	for _, c := range list {
		if c.name != "show" {
			n++
		}
	}
	return n
}

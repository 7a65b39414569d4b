package views

import (
	"gpuscale/recommendation"
	"gpuscale/text"
)

// place names a market or a region; a published place that is one of the wizard's
// options is told in the page's language.
func (w WizardWords) place(value string) string {
	if name, ok := recommendation.AreaName(value); ok && w.l == text.EN {
		return name
	}
	for _, option := range []string{"cn", "intl"} {
		if value == text.T(text.ZH, "wizard.option.region."+option) {
			return text.T(w.l, "wizard.option.region."+option)
		}
	}
	return text.Word(w.l, "market", value)
}

package views

import (
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/recommendation"
	"gpuscale/text"
)

// WizardWords puts the wizard's codes, keys and values into words.
type WizardWords struct {
	l      text.Lang
	market *catalog.Market
	labels map[string]catalog.Words // of the metrics of the data, by key
}

// NewWizardWords returns the words of a scenario on a market.
func NewWizardWords(l text.Lang, m *catalog.Market, s *recommendation.Scenario) WizardWords {
	w := WizardWords{l: l, market: m, labels: map[string]catalog.Words{}}
	for _, metric := range s.Metrics {
		if metric.Label != (catalog.Words{}) {
			w.labels[metric.Key] = metric.Label
		}
	}
	return w
}

// Scenario names a scenario: the article's title, or the portal's.
func (w WizardWords) Scenario(s *recommendation.Scenario) string {
	if s.Title != (catalog.Words{}) {
		return In(w.l, s.Title)
	}
	return text.T(w.l, "wizard.scenario."+s.Slug)
}

// Reason says what stands behind a plan's place.
func (w WizardWords) Reason(n recommendation.Notice) string { return w.notice("wizard.reason.", n) }

// Warning says what to mind about a plan; notices of its bill are warnings too.
func (w WizardWords) Warning(n recommendation.Notice) string {
	if text.Has("wizard.warning." + n.Code) {
		return w.notice("wizard.warning.", n)
	}
	return w.Bill(n)
}

// Bill words a notice of a bill, or why there is none, as the cost calculator does.
func (w WizardWords) Bill(n recommendation.Notice) string {
	said := ""
	switch {
	case text.Has("cost.warn." + n.Code):
		said = w.notice("cost.warn.", n)
	case text.Has("cost.excluded." + n.Code):
		said = w.notice("cost.excluded.", n)
	case text.Has("contradiction." + n.Code):
		said = text.T(w.l, "cost.warn.contradiction", "what", text.Word(w.l, "contradiction", n.Code))
	default:
		said = w.Blank(recommendation.UnknownBill)
	}
	return text.T(w.l, "wizard.sentence", "words", said)
}

// Lost says why a plan is not the first.
func (w WizardWords) Lost(n recommendation.Notice) string { return w.notice("wizard.lost.", n) }

// Article says why the portal agrees with the article or does not.
func (w WizardWords) Article(n recommendation.Notice) string { return w.notice("wizard.article.", n) }

// Live says what the market says about a piece of advice.
func (w WizardWords) Live(n recommendation.Notice) string { return w.notice("wizard.live.", n) }

// Advice is the article's words, or the portal's own.
func (w WizardWords) Advice(a *recommendation.Advice) string {
	if a.Code != "" {
		return text.T(w.l, "wizard.advice."+a.Code)
	}
	return In(w.l, a.Text)
}

// Finding says what a pitfall comes to for the first plan, with the article's own claim
// beside it.
func (w WizardWords) Finding(p *recommendation.PitfallCheck) string {
	said := w.notice("wizard.finding.", p.Finding)
	switch {
	case p.Pitfall.Slug == recommendation.PitfallOverbuying && p.Finding.Params["claimed"] != "":
		return said + SentenceGap(w.l) + w.t4AgainstA100(p.Finding)
	case p.Pitfall.Slug == recommendation.PitfallLatency && p.Finding.Params["claimed"] != "":
		return said + SentenceGap(w.l) + w.notice("wizard.finding.", recommendation.Notice{Code: "claimed-loss", Params: p.Finding.Params})
	}
	return said
}

func (w WizardWords) t4AgainstA100(n recommendation.Notice) string {
	if n.Params["ratio"] == "" {
		return w.notice("wizard.finding.", recommendation.Notice{Code: "t4-a100-unknown", Params: n.Params})
	}
	return w.notice("wizard.finding.", recommendation.Notice{Code: "t4-a100", Params: n.Params})
}

// Blank says why a figure or a check is unknown; "" when it is known.
func (w WizardWords) Blank(reason string) string {
	if reason == "" {
		return ""
	}
	return text.T(w.l, "wizard.blank."+reason)
}

func (w WizardWords) notice(family string, n recommendation.Notice) string {
	args := make([]any, 0, 2*len(n.Params))
	for name := range n.Params {
		if !strings.HasSuffix(name, "_en") {
			args = append(args, name, w.param(n.Params, name))
		}
	}
	code := n.Code
	if code == recommendation.WarnNoOffer && n.Params["quoted"] == "0" {
		code = "no-offer"
	}
	for _, name := range countParams {
		if n, err := strconv.Atoi(n.Params[name]); err == nil {
			return text.N(w.l, family+code, n, args...)
		}
	}
	return text.T(w.l, family+code, args...)
}

// countParams are the parameters that a sentence counts, of which it has one at most.
var countParams = []string{"count", "machines", "quoted", "cards"}

// param words one parameter of a notice by its name.
func (w WizardWords) param(params map[string]string, name string) string {
	value := params[name]
	if english := params[name+"_en"]; w.l == text.EN && english != "" {
		value = english
	}
	switch name {
	case "key":
		return w.Key(value)
	case "keys":
		return w.each(value, w.part)
	case "provider", "winner", "best_provider", "t4_provider", "a100_provider":
		return w.Provider(value)
	case "providers":
		return w.each(value, w.Provider)
	case "regions":
		return w.each(value, func(s string) string { return s })
	case "missing":
		return w.each(value, func(code string) string { return text.T(w.l, "wizard.missing."+code) })
	case "best_card":
		return w.card(value)
	case "name":
		return w.familyName(value)
	case "id":
		return w.doubt(value)
	}
	return w.plain(params, name, value)
}

func (w WizardWords) plain(params map[string]string, name, value string) string {
	switch name {
	case "dimension":
		return text.Word(w.l, "group", value)
	case "operator":
		return w.word("wizard.operator.", value)
	case "value":
		if params["operator"] == "" {
			return value
		}
		return w.Value(params["key"], value, params["unit"])
	case "threshold":
		return w.Value(params["key"], value, params["unit"])
	case "total", "budget":
		return amountText(value)
	case "currency":
		return text.Word(w.l, "currency", value)
	}
	return value
}

func amountText(value string) string {
	d, err := catalog.ParseDecimal(value)
	if err != nil {
		return value
	}
	return Amount(d)
}

func (w WizardWords) each(list string, word func(string) string) string {
	parts := strings.Split(list, ";")
	kept := parts[:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, word(p))
		}
	}
	return strings.Join(kept, text.T(w.l, "list.separator"))
}

// Provider is a provider's name by its slug.
func (w WizardWords) Provider(slug string) string {
	if p, ok := w.market.Provider(slug); ok {
		return In(w.l, p.Name)
	}
	return slug
}

func (w WizardWords) card(slug string) string {
	if a := w.market.Matcher().Accelerator(slug); a != nil {
		return CardName(a)
	}
	return slug
}

// familyName tells a name that fits several cards in the page's language.
func (w WizardWords) familyName(name string) string {
	for _, f := range w.market.Families() {
		if label := f.Label(); label.Zh == name {
			return In(w.l, label)
		}
	}
	return name
}

func (w WizardWords) doubt(id string) string {
	if d, ok := w.market.Doubt(id); ok {
		return text.Word(w.l, "verdict", string(d.Verdict)) + " " + In(w.l, d.Text)
	}
	return id
}

// Key names a check.
func (w WizardWords) Key(key string) string {
	if label, ok := w.labels[key]; ok {
		return In(w.l, label)
	}
	if text.Has("wizard.check-key." + key) {
		return text.T(w.l, "wizard.check-key."+key)
	}
	if k, ok := w.market.FactKey(key); ok {
		return In(w.l, k.Label)
	}
	return key
}

// part names a part of a score: a check or a figure.
func (w WizardWords) part(key string) string {
	if _, check := w.labels[key]; !check && text.Has("wizard.figure."+key) {
		return w.Figure(key)
	}
	return w.Key(key)
}

// Figure names a figure that scores are made of.
func (w WizardWords) Figure(key string) string { return text.T(w.l, "wizard.figure."+key) }

// word is a word with a text under prefix, or itself.
func (w WizardWords) word(prefix, word string) string {
	if text.Has(prefix + word) {
		return text.T(w.l, prefix+word)
	}
	return word
}

// SentenceGap parts two sentences: a space in English, nothing in Chinese.
func SentenceGap(l text.Lang) string {
	if l == text.EN {
		return " "
	}
	return ""
}

// Unit is a unit in words; those that are the same in both languages stand for
// themselves.
func (w WizardWords) Unit(unit string) string { return w.word("wizard.unit.", unit) }

// Need is what a metric requires: "≥ 80 GB", "= 等保三级".
func (w WizardWords) Need(key, operator string, threshold catalog.Words, unit string) string {
	return w.word("wizard.operator.", operator) + " " + w.Value(key, In(w.l, threshold), unit)
}

// Value puts a stated value of a check into words, with its unit where it is a number.
func (w WizardWords) Value(key, value, unit string) string {
	switch {
	case value == "":
		return text.T(w.l, "value.unknown")
	case text.Has("wizard.truth." + value):
		return text.T(w.l, "wizard.truth."+value)
	case key == recommendation.KeyRegion:
		return w.place(value)
	case key == recommendation.KeyInterruptible:
		return w.mode(value)
	}
	if x, err := strconv.ParseFloat(value, 64); err == nil {
		if key == recommendation.KeyCUDA {
			return value
		}
		return w.Number(x, unit)
	}
	if strings.Contains(value, ";") {
		return w.each(value, func(s string) string { return s })
	}
	if unit != "" && strings.ContainsFunc(value, func(r rune) bool { return r >= '0' && r <= '9' }) && !strings.ContainsFunc(value, isLetter) {
		return value + " " + w.Unit(unit)
	}
	return value
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x2fff }

func (w WizardWords) mode(value string) string {
	if text.Has("wizard.mode." + value) {
		return text.T(w.l, "wizard.mode."+value)
	}
	return text.Word(w.l, "billing", value)
}

// Number prints a figure with its unit; steps of an hour or more are told in hours.
func (w WizardWords) Number(x float64, unit string) string {
	switch {
	case unit == "second" && x >= 3600:
		x, unit = x/3600, "hour"
	case unit == "percent":
		return text.Float(x, 2) + "%"
	case unit == "CNY" || unit == "CNY/h":
		return text.Group(strconv.FormatFloat(x, 'f', 2, 64)) + " " + w.Unit(unit)
	case unit == "":
		return text.Float(x, 2)
	}
	return text.Float(x, 2) + " " + w.Unit(unit)
}

// truthFigures are figures that are yes or no.
var truthFigures = []string{recommendation.FigureComplete, recommendation.FigureStopped, recommendation.FigureCUDA,
	recommendation.FigureImages, recommendation.FigureTrial, recommendation.FigureEvidence}

func isTruth(key string) bool { return slices.Contains(truthFigures, key) }

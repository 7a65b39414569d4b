package views

import (
	"strconv"

	"gpuscale/catalog"
	"gpuscale/recommendation"
	"gpuscale/text"
)

// WizardPartGroup is what the score of one dimension is made of.
type WizardPartGroup struct {
	Caption string
	Rows    []WizardPart
}

// WizardPart is one figure or check of a dimension.
type WizardPart struct {
	Label, Value, Scale, Utility, Share string
	Known                               bool
	Cite                                Citation
	Cited                               bool
}

func (b *resultBuilder) parts(p *recommendation.Plan) []WizardPartGroup {
	out := make([]WizardPartGroup, len(p.Parts))
	for i := range p.Parts {
		d := &p.Parts[i]
		args := []any{"dimension", text.Word(b.f.Lang, "group", string(d.Dimension)), "low", points(d.Score.Low), "high", points(d.Score.High), "share", text.Percent(d.Share, 0)}
		out[i].Caption = b.f.T("wizard.parts.caption", args...)
		if d.Score.Unsure() {
			out[i].Caption = b.f.T("wizard.parts.caption-to", args...)
		}
		for k := range d.Parts {
			out[i].Rows = append(out[i].Rows, b.part(&d.Parts[k], p.Checks))
		}
	}
	return out
}

func (b *resultBuilder) part(part *recommendation.Part, checks []recommendation.Check) WizardPart {
	m := WizardPart{Share: text.Percent(part.Share, 0), Utility: utilityText(part.Utility), Known: part.Utility.Known}
	if part.IsCheck {
		m.Label, m.Scale, m.Value = b.w.Key(part.Key), b.f.T("wizard.parts.check"), b.checkValue(part, checks)
	} else {
		m.Label, m.Scale, m.Value = b.w.Figure(part.Key), b.scale(part), b.figureValue(part)
	}
	if part.Source != (catalog.Source{}) {
		m.Cite, m.Cited = Cite(b.f.Lang, part.Source, b.s.Market.At()), true
	}
	return m
}

func utilityText(u recommendation.Utility) string {
	s := strconv.FormatFloat(u.Low, 'f', 2, 64)
	if u.High > u.Low {
		s += "–" + strconv.FormatFloat(u.High, 'f', 2, 64)
	}
	return s
}

func (b *resultBuilder) checkValue(part *recommendation.Part, checks []recommendation.Check) string {
	for i := range checks {
		if c := &checks[i]; c.Key == part.Key {
			value := b.f.T("wizard.state." + string(c.State))
			if words := In(b.f.Lang, c.Value); words != "" {
				value += b.f.T("wizard.bracket", "words", b.w.Value(c.Key, words, c.Unit))
			} else if c.Reason != "" {
				value += b.f.T("wizard.bracket", "words", b.w.Blank(c.Reason))
			}
			return value
		}
	}
	return ""
}

func (b *resultBuilder) figureValue(part *recommendation.Part) string {
	switch {
	case !part.Stated:
		return b.w.Blank(orElse(part.Reason, recommendation.UnknownUnpublished))
	case isTruth(part.Key) && part.Low == part.High:
		return b.f.T("wizard.truth." + strconv.FormatBool(part.Low == 1))
	case part.Low == part.High:
		return b.w.Number(part.Low, part.Unit)
	}
	return b.w.Number(part.Low, part.Unit) + "–" + b.w.Number(part.High, part.Unit) + b.f.T("wizard.bracket", "words", b.w.Blank(orElse(part.Reason, recommendation.UnknownSeveral)))
}

// scale says how a figure becomes its worth.
func (b *resultBuilder) scale(part *recommendation.Part) string {
	better := "higher"
	if part.Scale.Better == catalog.BetterLower {
		better = "lower"
	}
	if isTruth(part.Key) {
		if better == "lower" {
			return b.f.T("wizard.parts.no")
		}
		return b.f.T("wizard.parts.yes")
	}
	scale := b.f.T("wizard.parts."+better, "low", b.w.Number(part.Scale.Low, part.Unit), "high", b.w.Number(part.Scale.High, part.Unit))
	if part.Scale.Log {
		return b.f.T("wizard.parts.log", "scale", scale)
	}
	return scale
}

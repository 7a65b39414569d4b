package views

import (
	"maps"
	"slices"
	"strings"

	"gpuscale/recommendation"
	"gpuscale/text"
)

// mayBeHard is the check that an answer may make a hard limit, "" for none, and whether
// it is one. Who answers for the first time is offered it ticked.
func (s *WizardState) mayBeHard(question string) (key string, hard bool) {
	key, ok := recommendation.CheckOf(question)
	if !ok {
		return "", false
	}
	if typed := s.typed(question); typed == "" || strings.EqualFold(typed, recommendation.DontKnow) {
		return key, true
	}
	return key, s.isHard(key)
}

func (s *WizardState) isHard(key string) bool { return slices.Contains(s.Answers.Must, key) }

// askedOf is the question itself where its form has a box for a hard limit.
func askedOf(question string) string {
	if _, ok := recommendation.CheckOf(question); ok {
		return question
	}
	return ""
}

// carried are the answers that the form of the named parameters carries on. Hard
// limits with a box in the form are left to the box, and the form names the question
// of the box, so that an answer that asks for nothing is no limit.
func (s *WizardState) carried(parameters ...string) []WizardHidden {
	var boxes []string
	var asked []WizardHidden
	for _, name := range parameters {
		if key, ok := recommendation.CheckOf(name); ok {
			boxes = append(boxes, key)
			asked = append(asked, WizardHidden{"asked", name})
		}
	}
	list := slices.DeleteFunc(s.hidden(parameters...), func(h WizardHidden) bool {
		return h.Name == "must" && slices.Contains(boxes, strings.ToLower(strings.TrimSpace(h.Value)))
	})
	return append(list, asked...)
}

// withMust is a page under other hard limits.
func (s *WizardState) withMust(f Frame, page string, must []string) string {
	changed := *s
	changed.Query = maps.Clone(s.Query)
	delete(changed.Query, "must")
	if len(must) > 0 {
		changed.Query["must"] = must
	}
	return changed.link(f, page)
}

// without are the hard limits less one, with are those and one more.
func (s *WizardState) without(key string) []string {
	return slices.DeleteFunc(slices.Clone(s.Answers.Must), func(k string) bool { return k == key })
}

func (s *WizardState) with(key string) []string { return append(s.without(key), key) }

// WizardMissed tells of an answer that most plans fail because it is no hard limit.
type WizardMissed struct{ Text, Href, Key string }

// missed lists the answers that most of the listed plans fail.
func (b *resultBuilder) missed() []WizardMissed {
	plans := len(b.r.Ranked) + b.r.Beyond
	var out []WizardMissed
	for _, soft := range b.r.Soft {
		if 2*soft.Plans > plans {
			out = append(out, WizardMissed{Key: b.w.Key(soft.Key), Href: b.s.withMust(b.f, wizardResult, b.s.with(soft.Key)),
				Text: b.f.T("wizard.result.missed", "fails", text.Count(soft.Plans), "plans", text.Count(plans), "key", b.w.Key(soft.Key))})
		}
	}
	return out
}

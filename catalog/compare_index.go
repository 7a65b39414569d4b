package catalog

import (
	"slices"
	"sync"
)

// compareIndex is what comparisons look up again and again; it is made at the first
// one.
type compareIndex struct {
	once   sync.Once
	keys   []*FactKey // in display order
	facts  map[factID][]Fact
	claims []claim
}

type factID struct{ provider, key string }

// claim is something the article says of a provider's card by its model, and an
// objection. OfCard tells that the objection is to a figure or trait of the card, not
// to what the provider offers, asks or measured.
type claim struct {
	provider string
	models   []string // as named in the text: A800, 910B
	doubts   []string
	ofCard   bool
}

func (m *Market) compareIndex() *compareIndex {
	m.comparing.once.Do(func() {
		x := &m.comparing
		for i := range m.data.FactKeys {
			x.keys = append(x.keys, &m.data.FactKeys[i])
		}
		slices.SortStableFunc(x.keys, func(a, b *FactKey) int { return a.Sort - b.Sort })
		x.facts = map[factID][]Fact{}
		for i := range m.data.Facts {
			f := &m.data.Facts[i]
			id := factID{f.Provider, f.Key}
			x.facts[id] = append(x.facts[id], *f)
		}
		x.claims = m.claims()
	})
	return &m.comparing
}

// claims lists what the article says of cards: that one loads a model alone, reaches
// a rate, or suits a scenario whose threshold it fails.
func (m *Market) claims() []claim {
	var claims []claim
	add := func(provider, text string, doubts []string) {
		models := modelNames(text)
		for _, id := range doubts {
			if m.isOpen(id) && len(models) > 0 {
				claims = append(claims, claim{provider, models, []string{id}, m.ofCard(id)})
			}
		}
	}
	for i := range m.data.Facts {
		if f := &m.data.Facts[i]; f.Source.IsArticle() && f.Key != "recommended_for" {
			add(f.Provider, f.Subject.Zh, f.Doubts)
		}
	}
	for i := range m.data.Scenarios {
		if s := &m.data.Scenarios[i]; s.Type == "provider" {
			add(s.Provider, s.Product.Zh, s.Doubts)
		}
	}
	return claims
}

// ofCard reports whether a doubt objects to what a card can do: its rate, the model
// it holds, or a scenario whose threshold it fails.
func (m *Market) ofCard(doubt string) bool {
	d := m.doubts[doubt]
	if d.TargetType == "scenario" {
		return true
	}
	return d.TargetType == "fact" && (slices.Contains(d.Targets, "card_tflops") || slices.Contains(d.Targets, "single_card_model"))
}

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

// claim is something the article says of a card by its model, and the objections.
type claim struct {
	models []string // as named in the text: A800, 910B
	doubts []string
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
	add := func(text string, doubts []string) {
		doubts = slices.DeleteFunc(slices.Clone(doubts), func(id string) bool { return !m.isOpen(id) })
		if models := modelNames(text); len(models) > 0 && len(doubts) > 0 {
			claims = append(claims, claim{models, doubts})
		}
	}
	for i := range m.data.Facts {
		if f := &m.data.Facts[i]; f.Source.IsArticle() && f.Key != "recommended_for" {
			add(f.Subject.Zh, f.Doubts)
		}
	}
	for i := range m.data.Scenarios {
		if s := &m.data.Scenarios[i]; s.Type == "provider" {
			add(s.Product.Zh, s.Doubts)
		}
	}
	return claims
}

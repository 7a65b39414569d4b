package recommendation

import (
	"slices"
	"strings"

	"gpuscale/catalog"
)

// factIndex finds what is recorded of a provider under a key.
type factIndex map[string]map[string][]*catalog.Fact

func indexFacts(m *catalog.Market) factIndex {
	index := factIndex{}
	for _, p := range m.Providers() {
		facts := m.Facts(p.Slug)
		byKey := make(map[string][]*catalog.Fact, len(facts))
		for i := range facts {
			byKey[facts[i].Key] = append(byKey[facts[i].Key], &facts[i])
		}
		index[p.Slug] = byKey
	}
	return index
}

// open reports whether one of the doubts keeps a figure from counting.
func (e *engine) open(doubts []string) bool {
	return slices.ContainsFunc(doubts, func(id string) bool {
		d, ok := e.market.Doubt(id)
		return ok && d.Open()
	})
}

// stated reads the fact of a key that counts for the whole provider, else one that
// does not, as unknown with the reason: a doubt, or a value about something else.
func (e *engine) stated(c *candidate, key string) reading {
	best := unread(UnknownUnpublished)
	for _, f := range e.facts[c.provider.Slug][key] {
		r := e.readFact(f)
		if r.reason == "" {
			return r
		}
		if best.reason == UnknownUnpublished {
			best = r
		}
	}
	return best
}

// readFact reads one fact. A fact whose key depends on its subject does not count for
// the provider as a whole, neither does one with an open doubt.
func (e *engine) readFact(f *catalog.Fact) reading {
	r := reading{words: f.Value, unit: f.Unit, source: &f.Source, subject: f.Subject, doubts: f.Doubts}
	if x := parseFigure(f.Value.Zh); x.Known {
		r.stated, r.low, r.high = true, x.Value, x.Value
	}
	key, described := e.market.FactKey(f.Key)
	switch {
	case e.open(f.Doubts):
		return r.doubted()
	case described && !key.Comparable && f.Subject != (catalog.Words{}):
		r.stated, r.state, r.reason = false, Unknown, UnknownOtherScope
	}
	return r
}

// listing is something of which a provider states a list.
type listing struct {
	words   []string // from the provider's own record
	source  *catalog.Source
	factKey string
}

// listed looks for any of the wanted words in a provider's list and in its facts. A
// list that does not name them refutes nothing: what is not listed is unknown.
func (e *engine) listed(c *candidate, l listing, wanted []string) reading {
	for _, w := range l.words {
		if containsAny(w, wanted) {
			return reading{state: Pass, words: catalog.Words{Zh: w, En: w}, source: l.source}
		}
	}
	elsewhere := unread(UnknownUnpublished)
	for _, f := range e.facts[c.provider.Slug][l.factKey] {
		if !containsAny(f.Value.Zh, wanted) && !containsAny(f.Value.En, wanted) {
			continue
		}
		r := reading{state: Pass, words: f.Value, source: &f.Source, subject: f.Subject, doubts: f.Doubts}
		if e.open(f.Doubts) {
			r = r.doubted()
		} else if !aboutWhole(f) {
			r.state, r.reason = Unknown, UnknownOtherScope
		}
		if r.state == Pass {
			return r
		}
		elsewhere = r
	}
	if elsewhere.reason == UnknownUnpublished && len(l.words) > 0 {
		joined := strings.Join(l.words, "、")
		elsewhere = reading{state: Unknown, reason: UnknownNotListed, source: l.source,
			words: catalog.Words{Zh: joined, En: strings.Join(l.words, ", ")}}
	}
	return elsewhere
}

// aboutWhole reports whether a certificate or the like counts for the rented cards: one
// that is stated about another product does not.
func aboutWhole(f *catalog.Fact) bool {
	return f.Key != "certificate" || f.Subject == (catalog.Words{})
}

func containsAny(text string, wanted []string) bool {
	if text == "" {
		return false
	}
	folded := catalog.Fold(text)
	return slices.ContainsFunc(wanted, func(w string) bool { return strings.Contains(folded, catalog.Fold(w)) })
}

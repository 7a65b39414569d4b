package handlers

import (
	"sync"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/chart"
)

// compareWords keeps what the page says of one comparison, made once a language. It
// goes with the comparison in the memo.
type compareWords struct{ zh, en languageWords }

// languageWords are the words and figures of a comparison that depend on nothing but
// the comparison and the language.
type languageWords struct {
	once           sync.Once
	finding        string
	below          map[string][]views.CompareBelow
	how            map[string]string
	beams          []chart.Beam
	profiles       []profile
	doubts, claims []views.CompareNote
	foot           []string
}

// words returns what the page says of a comparison in a language.
func (v *compared) words(l text.Lang, m *catalog.Market) *languageWords {
	w := &v.said.zh
	if l == text.EN {
		w = &v.said.en
	}
	w.once.Do(func() {
		w.finding, w.below, w.how = v.finding(l), v.below(l), v.costs.how(l)
		w.beams, w.profiles, w.foot = v.beams(l), v.profiles(l), compareFoot(l, *v)
		w.doubts, w.claims = compareDoubts(l, m, *v)
	})
	return w
}

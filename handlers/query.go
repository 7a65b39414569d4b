package handlers

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/web"
)

// query reads the parameters of one request and gathers, by parameter, what is
// wrong with them, in the language of the page. What was typed stays in values.
type query struct {
	lang     text.Lang
	values   url.Values
	problems map[string]string
	wrong    map[string][]string // the wrong values of parameters that may be repeated
}

func newQuery(r *web.Request) *query {
	return &query{lang: lang(r), values: r.Query, problems: map[string]string{}, wrong: map[string][]string{}}
}

// fail notes a problem; the first one of a parameter is kept.
func (q *query) fail(name, message string) {
	if _, known := q.problems[name]; !known {
		q.problems[name] = message
	}
}

// err is the 400 answer for the problems found, or nil.
func (q *query) err() *web.Error {
	if len(q.problems) == 0 {
		return nil
	}
	return web.InvalidQuery(q.problems)
}

// typed is the one value that was typed for a parameter, trimmed. Several different
// values are a problem of the query: which of them counts is not for us to choose.
func (q *query) typed(name string) string {
	typed := q.shown(name)
	for _, other := range q.values[name] {
		if !strings.EqualFold(strings.TrimSpace(other), typed) {
			q.fail(name, text.T(q.lang, "query.once"))
		}
	}
	return typed
}

// shown is what was typed first for a parameter, trimmed, also for one that may be
// repeated: what a field of a form shows.
func (q *query) shown(name string) string { return strings.TrimSpace(q.values.Get(name)) }

// right is what was typed without what is wrong with it: what links from a page of
// wrong values keep, so that they lead to an answer.
func (q *query) right() url.Values {
	if len(q.problems) == 0 {
		return q.values
	}
	right := maps.Clone(q.values)
	for name := range q.problems {
		wrong := q.wrong[name]
		right[name] = slices.DeleteFunc(slices.Clone(q.values[name]), func(v string) bool { return len(wrong) == 0 || slices.Contains(wrong, v) })
	}
	return right
}

// word reads one word of a vocabulary, case-insensitively; absent gives fallback.
func word[T ~string](q *query, name string, vocabulary []T, fallback T) T {
	typed := q.typed(name)
	if typed == "" {
		return fallback
	}
	if w, ok := fold(typed, vocabulary); ok {
		return w
	}
	q.failWord(name, typed, vocabularyText(vocabulary))
	return fallback
}

func fold[T ~string](typed string, vocabulary []T) (T, bool) {
	i := slices.IndexFunc(vocabulary, func(w T) bool { return strings.EqualFold(string(w), typed) })
	if i < 0 {
		return "", false
	}
	return vocabulary[i], true
}

func (q *query) failWord(name, typed, allowed string) {
	q.fail(name, text.T(q.lang, "query.word", "value", typed, "allowed", allowed))
}

func vocabularyText[T ~string](vocabulary []T) string {
	words := make([]string, len(vocabulary))
	for i, w := range vocabulary {
		words[i] = string(w)
	}
	return strings.Join(words, ", ")
}

// terms reads a repeatable filter over a vocabulary; "!value" excludes.
func terms[T ~string](q *query, name string, vocabulary []T) catalog.Terms[T] {
	return termsBy(q, name, func(typed string) (T, bool) { return fold(typed, vocabulary) },
		func() string { return vocabularyText(vocabulary) })
}

// termsBy is terms with a look-up of its own, e.g. for slugs; allowed describes
// the values for the message.
func termsBy[T ~string](q *query, name string, find func(string) (T, bool), allowed func() string) catalog.Terms[T] {
	var t catalog.Terms[T]
	for _, whole := range q.values[name] {
		typed, excluded := strings.CutPrefix(strings.TrimSpace(whole), "!")
		value, ok := find(typed)
		switch {
		case !ok:
			q.failWord(name, typed, allowed())
			q.wrong[name] = append(q.wrong[name], whole)
		case excluded:
			t.Out = append(t.Out, value)
		default:
			t.In = append(t.In, value)
		}
	}
	return t
}

// whole reads a whole number within bounds; absent gives fallback.
func (q *query) whole(name string, low, high, fallback int) int {
	typed := q.typed(name)
	if typed == "" {
		return fallback
	}
	n, err := strconv.Atoi(catalog.Fold(typed)) // full-width digits are digits
	if err != nil || n < low || n > high {
		q.fail(name, text.T(q.lang, "query.whole", "low", text.Count(low), "high", text.Count(high)))
		return fallback
	}
	return n
}

// moment reads an RFC 3339 time, or a date meaning the end of that day in
// Shanghai. It may not lie beyond the end of today.
func (q *query) moment(name string, now time.Time) (at time.Time, asked bool) {
	typed := q.typed(name)
	if typed == "" {
		return time.Time{}, false
	}
	today := catalog.DateOf(now).End()
	at, err := time.Parse(time.RFC3339, plusInZone(typed))
	if err != nil {
		d, dateErr := catalog.ParseDate(typed)
		if dateErr != nil || d.Day == 0 {
			q.fail(name, text.T(q.lang, "query.moment"))
			return time.Time{}, false
		}
		at = d.End().Add(-time.Millisecond)
	}
	if at.After(today) {
		q.fail(name, text.T(q.lang, "query.future"))
		return time.Time{}, false
	}
	return at, true
}

// plusInZone gives back the plus of a zone that was written as it is into an address,
// where a plus means a space: 2026-12-01T00:00:00 08:00.
func plusInZone(typed string) string {
	if i := strings.LastIndexByte(typed, ' '); i > 0 && strings.Contains(typed[:i], "T") {
		return typed[:i] + "+" + typed[i+1:]
	}
	return typed
}

// providerTerms reads a repeatable filter over the providers' slugs.
func (q *query) providerTerms(name string, m *catalog.Market) catalog.Terms[string] {
	return termsBy(q, name, func(typed string) (string, bool) {
		slug := strings.ToLower(typed)
		_, ok := m.Provider(slug)
		return slug, ok
	}, func() string { return text.T(q.lang, "query.slug") })
}

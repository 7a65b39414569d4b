// Package text holds every word of the interface in Chinese and English, side by
// side, by key. One file per page family registers one Table.
package text

import (
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
)

// Lang is a language of the interface.
type Lang string

// The two languages; Chinese is the default.
const (
	ZH Lang = "zh"
	EN Lang = "en"
)

// Langs lists the languages, the default first.
var Langs = []Lang{ZH, EN}

// Tag is the BCP 47 tag for lang attributes and hreflang.
func (l Lang) Tag() string {
	if l == EN {
		return "en"
	}
	return "zh-CN"
}

// Words is one text in both languages. Values are filled in at {name}. English
// may give the singular and the plural as "one|many", chosen by N.
type Words struct{ ZH, EN string }

// In returns the words of one language.
func (w Words) In(l Lang) string {
	if l == EN {
		return w.EN
	}
	return w.ZH
}

// Table holds texts by key. A key is "family.name", e.g. "offers.title".
type Table map[string]Words

var catalogue = Table{}

// register adds a family's texts; a key used twice is a mistake of the program.
func register(t Table) bool {
	for key, words := range t {
		if _, taken := catalogue[key]; taken {
			panic("text: key registered twice: " + key)
		}
		catalogue[key] = words
	}
	return true
}

// T returns the text of key in l. args are pairs of placeholder name and value:
// T(l, "error.id", "id", 7) fills {id}. An unknown key panics in tests; in
// production the key itself is shown and logged.
func T(l Lang, key string, args ...any) string {
	words, ok := catalogue[key]
	if !ok {
		missing(key)
		return key
	}
	return fill(words.In(l), args)
}

// N is T for a counted thing: {n} becomes the grouped count, and English takes
// the part before "|" for exactly one and the part after it for any other count.
func N(l Lang, key string, n int, args ...any) string {
	words, ok := catalogue[key]
	if !ok {
		missing(key)
		return key
	}
	s := words.In(l)
	if one, many, split := strings.Cut(s, "|"); split {
		s = many
		if n == 1 {
			s = one
		}
	}
	return fill(s, append([]any{"n", Count(n)}, args...))
}

// Has reports whether key is registered.
func Has(key string) bool {
	_, ok := catalogue[key]
	return ok
}

// Keys lists the registered keys in order.
func Keys() []string { return slices.Sorted(maps.Keys(catalogue)) }

func missing(key string) {
	if testing.Testing() {
		panic("text: no key " + key)
	}
	slog.Error("text: no such key", "key", key)
}

// fill puts values into their places in one pass; a place without a value stays.
func fill(s string, args []any) string {
	if len(args) == 0 || strings.IndexByte(s, '{') < 0 {
		return s
	}
	b := make([]byte, 0, len(s)+48)
	for {
		from := strings.IndexByte(s, '{')
		if from < 0 {
			return string(append(b, s...))
		}
		b, s = append(b, s[:from]...), s[from:]
		name, rest, closed := strings.Cut(s[1:], "}")
		value, given := argument(args, name)
		if !closed || !given {
			b, s = append(b, '{'), s[1:]
			continue
		}
		if words, ok := value.(string); ok {
			b = append(b, words...)
		} else {
			b = fmt.Append(b, value)
		}
		s = rest
	}
}

func argument(args []any, name string) (any, bool) {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == name {
			return args[i+1], true
		}
	}
	return nil, false
}

package catalog

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s as searches compare it: NFKC, lower case.
func Fold(s string) string { return strings.ToLower(norm.NFKC.String(s)) }

// NormaliseName returns a product name as aliases are compared: NFKC, lower case,
// without spaces, "_", "-", "/", "·", "," and brackets.
func NormaliseName(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("_-/·,()[]{}【】", r) {
			return -1
		}
		return r
	}, Fold(s))
}

// searchWords splits a typed search into folded words. Chinese characters and
// Latin ones part company, so that 腾讯云A100 asks for both.
func searchWords(s string) []string {
	var words []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	wasHan := false
	for _, r := range Fold(s) {
		han := unicode.Is(unicode.Han, r)
		switch {
		case unicode.IsSpace(r) || strings.ContainsRune(",，、;；|", r):
			flush()
			continue
		case word.Len() > 0 && han != wasHan:
			flush()
		}
		word.WriteRune(r)
		wasHan = han
	}
	flush()
	return words
}

// searchable is a text prepared for searchWords: as folded, and without the
// separators that people leave out ("rtx4090").
func searchable(texts ...string) string {
	folded := Fold(strings.Join(texts, " "))
	return folded + "\n" + NormaliseName(folded)
}

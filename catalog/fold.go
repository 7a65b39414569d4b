package catalog

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s as searches and names of accounts compare it, across case and width:
// NFKC, lower case. ＲｕｎＰｏｄ equals runpod.
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

// searchWords splits a typed search into normalised words.
func searchWords(s string) []string {
	words := strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",，、;；|", r)
	})
	for i, w := range words {
		words[i] = NormaliseName(w)
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// scriptParts parts Chinese characters and Latin ones: 腾讯云a100 asks for both.
func scriptParts(word string) []string {
	var parts []string
	start, wasHan := 0, false
	for i, r := range word {
		han := unicode.Is(unicode.Han, r)
		if i > start && han != wasHan {
			parts = append(parts, word[start:i])
			start = i
		}
		wasHan = han
	}
	return append(parts, word[start:])
}

// searchable returns texts as searchWords are looked for in them: "rtx4090" finds
// RTX 4090. No word reaches from one text into the next.
func searchable(texts ...string) string {
	for i, t := range texts {
		texts[i] = NormaliseName(t)
	}
	return strings.Join(texts, "\n")
}

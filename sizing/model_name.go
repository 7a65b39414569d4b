package sizing

import (
	"strings"
	"unicode"
)

// FindModel finds a built-in model by a name as people type it: "LLaMA-2 70B",
// "llama2-70b-chat", "meta-llama/Llama-2-70b-hf", "DeepSeek R1". Spaces, signs,
// case, the account before a slash and endings for variants of equal shape do not
// matter; anything else must agree, so that a size is never guessed.
func FindModel(name string) (Model, bool) {
	if m, ok := LookupModel(name); ok {
		return m, true
	}
	wanted := []string{foldModel(name)}
	if _, repository, ok := strings.Cut(name, "/"); ok {
		wanted = append(wanted, foldModel(repository))
	}
	for _, m := range catalogue() {
		for _, known := range m.names() {
			for _, w := range wanted {
				if w != "" && w == foldModel(known) {
					return m, true
				}
			}
		}
	}
	return Model{}, false
}

// names are the model's names; "DeepSeek-V3/R1" stands for two models of one shape.
func (m *Model) names() []string {
	first, second, two := strings.Cut(m.Name, "/")
	if !two {
		return []string{m.Name}
	}
	series, _, _ := strings.Cut(first, "-")
	return []string{m.Name, first, series + "-" + second}
}

// equalShapes are endings of names whose models have the shape of the base.
var equalShapes = []string{"hf", "chat", "instruct", "base", "it", "v01", "v03"}

func foldModel(name string) string {
	folded := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	for cut := true; cut; {
		cut = false
		for _, ending := range equalShapes {
			if rest, ok := strings.CutSuffix(folded, ending); ok && rest != "" {
				folded, cut = rest, true
			}
		}
	}
	return folded
}

// FindModelIn finds the built-in model that a sentence names: "LLaMA-2 70B loads on
// one card". Of several names the longest counts.
func FindModelIn(sentence string) (Model, bool) {
	folded := foldModel(sentence)
	var found Model
	longest := 0
	for _, m := range catalogue() {
		for _, name := range m.names() {
			if f := foldModel(name); len(f) > longest && strings.Contains(folded, f) {
				found, longest = m, len(f)
			}
		}
	}
	return found, longest > 0
}

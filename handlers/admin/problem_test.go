package admin

import (
	"strings"
	"testing"
	"unicode"

	"gpuscale/dataset"
	"gpuscale/text"
)

// TestEveryProblemIsSaidInBothLanguages holds the words of problems to the codes and
// reasons of the readers: none prints the other language, none leaves out what was
// found.
func TestEveryProblemIsSaidInBothLanguages(t *testing.T) {
	chinese := func(s string) bool {
		return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	}
	for _, code := range dataset.Codes() {
		zh, en := problemText(text.ZH, dataset.Offers, code, dataset.Detail{A: "xyz"}), problemText(text.EN, dataset.Offers, code, dataset.Detail{A: "xyz"})
		if !chinese(zh) || chinese(en) || !strings.Contains(zh, "xyz") || !strings.Contains(en, "xyz") {
			t.Errorf("%s: %q, %q", code, zh, en)
		}
		for _, s := range []string{problemText(text.ZH, "", code, dataset.Detail{}), problemText(text.EN, "", code, dataset.Detail{})} {
			if strings.Contains(s, "（）") || strings.Contains(s, "()") {
				t.Errorf("%s without a detail: %q", code, s)
			}
		}
	}
	for _, reason := range dataset.Reasons() {
		d := dataset.Detail{Reason: reason, A: "17", B: "23", C: "29"}
		english := d.String()
		zh, en := detailText(text.ZH, dataset.Offers, d), detailText(text.EN, dataset.Offers, d)
		if !chinese(zh) && reason != dataset.ReasonThanColumn || chinese(en) || strings.ContainsAny(zh+en, "{}") {
			t.Errorf("%s: %q, %q", reason, zh, en)
		}
		for _, found := range []string{"17", "23", "29"} {
			if n := strings.Contains(english, found); strings.Contains(zh, found) != n || strings.Contains(en, found) != n {
				t.Errorf("%s: %q and %q do not say what %q says", reason, zh, en, english)
			}
		}
	}
}

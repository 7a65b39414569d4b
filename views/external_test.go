package views_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	anchor   = regexp.MustCompile(`<a\s[^\n]*?href=(?:\{ [^\n]*? \}|"[^"\n]*")[^\n>]*>`)
	rel      = regexp.MustCompile(`\srel="([^"]*)"`)
	external = regexp.MustCompile(`href="https?:|href=\{ (?:templ\.URL\()?(?:\w+\.)*(?:\w*URL|sourceURL|Source)\)? \}|noopener|noreferrer`)
)

func TestLinksToOtherSitesVouchForNothingAndTellNothing(t *testing.T) {
	found := 0
	for path, source := range templates(t) {
		for _, tag := range anchor.FindAllString(source, -1) {
			if !external.MatchString(tag) {
				continue
			}
			found++
			var words []string
			if m := rel.FindStringSubmatch(tag); m != nil {
				words = strings.Fields(m[1])
			}
			for _, want := range []string{"nofollow", "noopener", "noreferrer"} {
				if !slices.Contains(words, want) {
					t.Errorf("%s lacks %s: %s", path, want, tag)
				}
			}
		}
	}
	if found < 12 {
		t.Errorf("only %d links to other sites were found", found)
	}
}

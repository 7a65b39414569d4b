package views_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// forbidden is markup that the content policy refuses in silence, or that htmx
// would run as code.
var forbidden = []struct {
	name    string
	pattern *regexp.Regexp
}{
	{"an inline style", regexp.MustCompile(`[\s"]style\s*=`)},
	{"a style element", regexp.MustCompile(`<style`)},
	{"an inline script", regexp.MustCompile(`<script(?:\s[^>]*)?>[^<]`)},
	{"a script without an address", regexp.MustCompile(`<script>`)},
	{"an event handler", regexp.MustCompile(`\son[a-z]+\s*=`)},
	{"hx-on", regexp.MustCompile(`hx-on`)},
	{"a value that is code", regexp.MustCompile(`(?:js|javascript):`)},
	{"a trigger filter", regexp.MustCompile(`hx-trigger="[^"]*\[`)},
	{"an extension", regexp.MustCompile(`hx-ext`)},
	{"raw HTML", regexp.MustCompile(`templ\.Raw|@templ\.JSFuncCall|templ\.JSUnsafeFuncCall`)},
	{"an unchecked address", regexp.MustCompile(`templ\.SafeURL`)},
	{"a css or script block", regexp.MustCompile(`(?m)^(?:css|script) \w+\(`)},
	{"a referral", regexp.MustCompile(`[?&](?:ref|aff|utm_source)=`)},
}

func templates(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".templ") {
			return err
		}
		content, err := os.ReadFile(path)
		found[path] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 5 {
		t.Fatalf("only %d templates found", len(found))
	}
	return found
}

func TestTemplatesHoldNoCodeForTheBrowser(t *testing.T) {
	for path, source := range templates(t) {
		for _, rule := range forbidden {
			if at := rule.pattern.FindStringIndex(source); at != nil {
				line := 1 + strings.Count(source[:at[0]], "\n")
				t.Errorf("%s:%d: %s: %s", path, line, rule.name, source[at[0]:at[1]])
			}
		}
	}
}

func TestTheRulesRecogniseWhatTheyForbid(t *testing.T) {
	for _, sample := range []string{
		`<p style="color:red">`, `<style>`, `<script>alert(1)</script>`, `<script src="x">a`, `<a onclick="x()">`, `<a hx-on:click="x">`,
		`<a href="javascript:x">`, `<a hx-vals='js:{a:1}'>`, `<a hx-trigger="click[ctrlKey]">`, `@templ.Raw(name)`, "css red() {", "script x() {", `<a href="https://x/?ref=us">`,
	} {
		known := false
		for _, rule := range forbidden {
			known = known || rule.pattern.MatchString(sample)
		}
		if !known {
			t.Errorf("nothing forbids %s", sample)
		}
	}
}

func TestTemplatesAreShort(t *testing.T) {
	for path, source := range templates(t) {
		if lines := strings.Count(source, "\n"); lines > 250 {
			t.Errorf("%s has %d lines", path, lines)
		}
	}
}

// words tells Chinese text, which belongs into package text, not into a template.
var words = regexp.MustCompile(`\p{Han}+`)

func TestTemplatesHoldNoWords(t *testing.T) {
	comment := regexp.MustCompile(`(?m)//.*$`)
	for path, source := range templates(t) {
		if found := words.FindString(comment.ReplaceAllString(source, "")); found != "" {
			t.Errorf("%s: %s", path, found)
		}
	}
}

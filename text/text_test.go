package text

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var placeholder = regexp.MustCompile(`\{[a-z0-9_]+\}`)

func placeholders(s string) []string {
	list := placeholder.FindAllString(s, -1)
	slices.Sort(list)
	return slices.Compact(list)
}

func TestNoLanguageLacksAText(t *testing.T) {
	for _, key := range Keys() {
		words := catalogue[key]
		if strings.TrimSpace(words.ZH) == "" || strings.TrimSpace(words.EN) == "" {
			t.Errorf("%s: zh %q, en %q", key, words.ZH, words.EN)
		}
	}
}

func TestBothLanguagesFillTheSamePlaces(t *testing.T) {
	for _, key := range Keys() {
		words := catalogue[key]
		want := placeholders(words.ZH)
		one, _, plural := strings.Cut(words.EN, "|")
		for form := range strings.SplitSeq(words.EN, "|") {
			got := placeholders(form)
			// "this condition" needs no count where "these {n} conditions" does.
			if plural && form == one && !slices.Contains(got, "{n}") && slices.Contains(want, "{n}") {
				got = append(got, "{n}")
				slices.Sort(got)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: English has %v, Chinese %v", key, got, want)
			}
		}
	}
}

func TestKeysNameTheirFamily(t *testing.T) {
	shape := regexp.MustCompile(`^[a-z0-9_-]+\.[^{}|"]+$`)
	for _, key := range Keys() {
		if !shape.MatchString(key) {
			t.Errorf("%q is not family.name", key)
		}
	}
}

// sources returns every handwritten source that may name a key.
func sources(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, root := range []string{"../views", "../handlers", ".", ".."} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() && path != root && (root == ".." || root == ".") {
				return fs.SkipDir
			}
			name := entry.Name()
			source := strings.HasSuffix(name, ".templ") || strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_templ.go") && !strings.HasSuffix(name, "_test.go")
			if entry.IsDir() || !source {
				return nil
			}
			content, err := os.ReadFile(path)
			all.Write(withoutTables(content))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}

// withoutTables drops the lines that register keys: being registered is no use.
func withoutTables(content []byte) []byte {
	return tableLine.ReplaceAll(content, nil)
}

var (
	tableLine = regexp.MustCompile(`(?m)^\s*"[^"]+":\s*\{"[^"]*", *".*$`)
	literal   = regexp.MustCompile(`"([a-z0-9_-]+\.[^"{}|]*)"`)
	family    = regexp.MustCompile(`\b(?:Word|[wW]ord)\((?:[\w.()]+,\s*)?"([a-z_]+)",`)
	call      = regexp.MustCompile(`(?:\.|\b)[TN]\((?:[\w.()]+,\s*)?"([^"]+)"`)
)

func TestEveryKeyIsUsed(t *testing.T) {
	named := map[string]bool{}
	var prefixes []string
	for _, match := range literal.FindAllStringSubmatch(sources(t), -1) {
		named[match[1]] = true
		if strings.HasSuffix(match[1], ".") {
			prefixes = append(prefixes, match[1])
		}
	}
	for _, match := range family.FindAllStringSubmatch(sources(t), -1) {
		prefixes = append(prefixes, match[1]+".")
	}
	for _, key := range Keys() {
		used := named[key] || slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(key, p) })
		if !used {
			t.Errorf("nothing uses %s", key)
		}
	}
}

func TestEveryKeyThatIsAskedForExists(t *testing.T) {
	calls := call.FindAllStringSubmatch(sources(t), -1)
	if len(calls) < 10 {
		t.Fatalf("only %d calls found: the pattern no longer fits the sources", len(calls))
	}
	for _, match := range calls {
		key := match[1]
		if strings.HasSuffix(key, ".") {
			if !slices.ContainsFunc(Keys(), func(k string) bool { return strings.HasPrefix(k, key) }) {
				t.Errorf("no key begins with %s", key)
			}
			continue
		}
		if !Has(key) {
			t.Errorf("no key %s", key)
		}
	}
}

func TestAMissingKeyStopsATest(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("T went on")
		}
	}()
	T(ZH, "no.such.key")
}

func TestTextsAreFilledByName(t *testing.T) {
	for _, row := range []struct{ name, got, want string }{
		{"Chinese", T(ZH, "foot.data", "date", "2026-12-01"), "数据截至 2026-12-01（UTC+8）"},
		{"English", T(EN, "foot.data", "date", "2026-12-01"), "Data as of 2026-12-01 (UTC+8)"},
		{"one", N(EN, "date.ago", 1), "1 day ago"},
		{"many", N(EN, "date.ago", 2), "2 days ago"},
		{"none", N(EN, "date.ago", 0), "0 days ago"},
		{"thousands", N(ZH, "date.ago", 1234), "1,234 天前"},
		{"a value that looks like a placeholder", T(EN, "foot.data", "date", "{date}"), "Data as of {date} (UTC+8)"},
	} {
		if row.got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, row.got, row.want)
		}
	}
}

func TestNumbersArePrintedAsTheStyleSays(t *testing.T) {
	for _, row := range []struct{ name, got, want string }{
		{"a small count", Count(7), "7"},
		{"a large count", Count(1234567), "1,234,567"},
		{"a negative count", Count(-1234), "−1,234"},
		{"decimals stay", Group("141000.50"), "141,000.50"},
		{"three digits", Group("-100.00"), "−100.00"},
		{"a percentage", Percent(0.1254, 1), "12.5%"},
		{"a fall", Percent(-0.3, 0), "−30%"},
		{"a whole figure", Float(2, 3), "2"},
		{"a figure", Float(1335.350, 3), "1,335.35"},
		{"a tiny negative figure is zero", Float(-0.0001, 2), "0"},
	} {
		if row.got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, row.got, row.want)
		}
	}
}

func TestDaysAreCountedInShanghai(t *testing.T) {
	now := time.Date(2026, 12, 1, 0, 30, 0, 0, Shanghai)
	for _, row := range []struct {
		name string
		day  time.Time
		want string
	}{
		{"the same night", now, "今天"},
		{"half an hour before midnight", time.Date(2026, 11, 30, 23, 30, 0, 0, Shanghai), "1 天前"},
		{"late UTC is the next day", time.Date(2026, 11, 30, 17, 0, 0, 0, time.UTC), "今天"},
		{"60 days", time.Date(2026, 10, 2, 12, 0, 0, 0, Shanghai), "60 天前"},
		{"61 days", time.Date(2026, 10, 1, 12, 0, 0, 0, Shanghai), "2026-10-01"},
		{"a day ahead", time.Date(2026, 12, 2, 12, 0, 0, 0, Shanghai), "2026-12-02"},
		{"over a leap day", time.Date(2024, 2, 28, 0, 0, 0, 0, Shanghai), "2024-02-28"},
	} {
		if got := Ago(ZH, row.day, now); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
	if days := DaysBetween(time.Date(2024, 2, 28, 0, 0, 0, 0, Shanghai), time.Date(2024, 3, 1, 0, 0, 0, 0, Shanghai)); days != 2 {
		t.Errorf("over a leap day: %d", days)
	}
}

func TestFillPutsValuesIntoTheirPlaces(t *testing.T) {
	for _, row := range []struct {
		name, text, want string
		args             []any
	}{
		{"nothing to fill", "a {b}", "a {b}", nil},
		{"values of several kinds", "{n} of {all}: {what}{what}", "3 of 7: xx", []any{"n", 3, "all", int64(7), "what", "x"}},
		{"a place without a value", "{a} {b}", "1 {b}", []any{"a", 1}},
		{"a value that looks like a place", "{a} {b}", "{b} 2", []any{"a", "{b}", "b", 2}},
		{"a bracket that opens nothing", "{ {a} {", "{ 1 {", []any{"a", 1}},
		{"a name without a value", "{a}", "{a}", []any{"a"}},
	} {
		if got := fill(row.text, row.args); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

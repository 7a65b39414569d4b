package dataset

import (
	"strings"
	"testing"
)

// canonicalCases are spellings of offers columns and what becomes of them.
var canonicalCases = []struct {
	what, column, in, want string
	code                   Code
}{
	{"needless zeros go", "price_amount", "8.00", "8", ""},
	{"nine decimals are money", "price_amount", "9.796550569", "9.796550569", ""},
	{"ten decimals are not", "price_amount", "0.1234567891", "0.1234567891", CodeRange},
	{"a price beyond the range", "price_amount", "10000000000", "10000000000", CodeRange},
	{"a discount is negative", "price_amount", "-5.00", "-5", ""},
	{"zero is a value", "price_amount", "0.000", "0", ""},
	{"minus zero is zero", "price_amount", "-0.0", "0", ""},
	{"leading zeros", "price_amount", "007.50", "7.5", ""},
	{"decimal comma", "price_amount", "12,5", "12,5", CodeNumber},
	{"thousands separator", "price_amount", "1,250.50", "1,250.50", CodeNumber},
	{"exponent", "price_amount", "1e309", "1e309", CodeNumber},
	{"not a number", "vram_gb", "NaN", "NaN", CodeNumber},
	{"hexadecimal", "vram_gb", "0x1p4", "0x1p4", CodeNumber},
	{"underscore", "vram_gb", "1_000", "1_000", CodeNumber},
	{"floating residue", "vcpu", "5.8854999999999995", "5.8854999999999995", ""},
	{"a whole figure with a point", "vram_gb", "80.0", "80", ""},
	{"a figure beyond the range", "vram_gb", "1000000000000000", "1000000000000000", CodeRange},
	{"a count with a point", "gpu_count", "8.0", "8", ""},
	{"a fractional count", "gpu_count", "0.5", "0.5", CodeInteger},
	{"year", "source_date", "2026", "2026", ""},
	{"month", "source_date", "2026-09", "2026-09", ""},
	{"a day that does not exist", "source_date", "2026-02-30", "2026-02-30", CodeDay},
	{"another order", "source_date", "01/02/2026", "01/02/2026", CodeDay},
	{"year nought", "source_date", "0000", "0000", CodeDay},
	{"upper-case address", "source_url", "HTTPS://Example.com/Path", "https://example.com/Path", ""},
	{"script address", "source_url", "javascript:alert(1)", "javascript:alert(1)", CodeAddress},
	{"data address", "source_url", "data:text/html,x", "data:text/html,x", CodeAddress},
	{"address without scheme", "source_url", "//x", "//x", CodeAddress},
	{"address with a password", "source_url", "https://a:b@x/", "https://a:b@x/", CodeAddress},
	{"article", "source_url", "seed:000_e1303a8f02566a9f.txt", "seed:000_e1303a8f02566a9f.txt", ""},
	{"word in other case", "currency", "cny", "CNY", ""},
	{"unknown word", "currency", "EUR", "EUR", CodeWord},
	{"required", "currency", " ", "", CodeRequired},
	{"unknown is empty", "interconnect", "", "", ""},
	{"list", "region", " 北京 ; 上海;;", "北京;上海", ""},
	{"fraction in lowest terms", "share", "2/8", "1/4", ""},
	{"whole", "share", "4/4", "1", ""},
	{"more than whole", "share", "3/2", "3/2", CodeFraction},
	{"composed characters", "note", "e\u0301", "é", ""},
	{"space of any width", "note", "\u3000\u00a0x\ufeff ", "x", ""},
	{"line break in text", "note", "a\r\nb\rc", "a\nb\nc", ""},
	{"line break elsewhere", "region", "a\nb", "a\nb", CodeControl},
	{"nul", "note", "a\x00b", "a\x00b", CodeControl},
	{"reversal", "note", "a\u202eb", "a\u202eb", CodeBidi},
	{"isolate", "note", "a\u2066b", "a\u2066b", CodeBidi},
	{"replacement character", "note", "a\ufffdb", "a\ufffdb", CodeUnreadable},
	{"broken bytes", "note", "a\xffb", "a\xffb", CodeUnreadable},
	{"slug with a slash", "offer_id", "a/b", "a/b", CodeSlug},
}

func TestCanonicalSpellings(t *testing.T) {
	for _, c := range canonicalCases {
		t.Run(c.what, func(t *testing.T) {
			_, column, ok := SchemaOf(Offers).Column(c.column)
			if !ok {
				t.Fatal("no such column")
			}
			got, code := column.Canonical(c.in)
			if got != c.want || code != c.code {
				t.Errorf("%q: got %q %q, want %q %q", c.in, got, code, c.want, c.code)
			}
		})
	}
}

func TestATextIsLimitedInCharacters(t *testing.T) {
	_, note, _ := SchemaOf(Offers).Column("note")
	if _, code := note.Canonical(strings.Repeat("字", MaxText)); code != "" {
		t.Errorf("as long as allowed: %s", code)
	}
	if _, code := note.Canonical(strings.Repeat("字", MaxText+1)); code != CodeTooLong {
		t.Errorf("one too many: %q", code)
	}
}

// FuzzCanonical checks that canonical spellings are stable and hold nothing that
// no value may hold.
func FuzzCanonical(f *testing.F) {
	for _, s := range []string{"8.00", "-0", "1e9", "１２", "a;b", "=1+1", "\ufeff x", "1/2", "2026-09", "https://Ex.com/%zz", "é\u202e"} {
		for i := range SchemaOf(Offers).Columns {
			f.Add(i, s)
		}
	}
	f.Fuzz(func(t *testing.T, at int, s string) {
		columns := SchemaOf(Offers).Columns
		c := columns[uint(at)%uint(len(columns))]
		once, code := c.Canonical(s)
		if code != "" {
			return
		}
		if twice, code := c.Canonical(once); twice != once || code != "" {
			t.Fatalf("%s: %q -> %q -> %q %s", c.Name, s, once, twice, code)
		}
		if strings.ContainsAny(once, "\x00\r\t\u202e") {
			t.Fatalf("%s: %q kept in %q", c.Name, s, once)
		}
	})
}

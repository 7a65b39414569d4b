package dataset

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestFormulasAreMadeHarmlessAndNumbersStayNumbers(t *testing.T) {
	hostile := []string{"=1+1", "+49 30", "-x", "@SUM(A1)", "＝1", "＋1", "－1", "＠x", "'=quoted", "''=twice", "'plain", "-5", "=cmd|'/C calc'!A0"}
	for _, s := range hostile {
		r := offerRow(map[string]string{"note": s, "instance_type": s, "region": s, "price_amount": "-5", "exception": s})
		text := offersText(t, r)
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for i, cell := range rows[1] {
			if strings.ContainsAny(cell[:min(1, len(cell))], "=+-@\t\r") && cell != "-5" {
				t.Errorf("%s is written as a formula: %q", rows[0][i], cell)
			}
		}
		at, _, _ := SchemaOf(Offers).Column("price_amount")
		if rows[1][at] != "-5" {
			t.Errorf("a negative price is written %q", rows[1][at])
		}
		f := readOffers(t, text)
		if diff := cmp.Diff([]Record{r}, f.Records); diff != "" || len(f.Problems) > 0 {
			t.Errorf("%q changed:\n%s%v", s, diff, f.Problems)
		}
		if d := DiffFile([]Record{r}, f); d[0].Action != ActionUnchanged {
			t.Errorf("%q: re-import would change %v", s, d[0].Changes)
		}
	}
}

func TestEveryRowHasAsManyCellsAsTheHeader(t *testing.T) {
	r := offerRow(map[string]string{"note": "comma, \"quote\"\nbreak {\"json\": [1]}", "instance_type": `=HYPERLINK("x","y")`})
	rows, err := csv.NewReader(strings.NewReader(offersText(t, r, r))).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatal(err, len(rows))
	}
}

func TestTheByteOrderMarkIsWrittenOnDemand(t *testing.T) {
	var b bytes.Buffer
	if err := WriteCSV(&b, Offers, []Record{offerRow(nil)}, WithBOM()); err != nil {
		t.Fatal(err)
	}
	f, err := ReadCSV(&b, Options{})
	if err != nil || f.Format.Encoding != UTF8BOM || len(f.Records) != 1 {
		t.Error(err, f)
	}
}

func TestAnExportThatFailsLeavesNoFileUnderItsName(t *testing.T) {
	dir := t.TempDir()
	bad := Set{Offers: {{Kind: Offers, Key: "short", Values: []string{"x"}}}}
	if err := WriteDir(dir, bad); err == nil {
		t.Fatal("a record without its columns was written")
	}
	if _, err := os.Stat(filepath.Join(dir, "offers.csv")); !os.IsNotExist(err) {
		t.Errorf("offers.csv is there: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.tmp")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// anyRecord draws a record of any kind with canonical values.
func anyRecord(t *rapid.T) Record {
	kind := rapid.SampledFrom(Kinds).Draw(t, "kind")
	s := SchemaOf(kind)
	r := Record{Kind: kind, Values: make([]string, len(s.Columns))}
	for i, c := range s.Columns {
		v, code := c.Canonical(anyValue(c).Draw(t, c.Name))
		if code != "" {
			v = requiredValue(c)
		}
		r.Values[i] = v
	}
	r.Key = s.Key(r.Values)
	return r
}

func anyValue(c Column) *rapid.Generator[string] {
	switch c.Type {
	case Word:
		return rapid.SampledFrom(c.Words)
	case Money, Number:
		return rapid.StringMatching(`-?[0-9]{1,9}(\.[0-9]{1,9})?`)
	case Integer:
		return rapid.StringMatching(`-?[0-9]{1,9}`)
	case Day:
		return rapid.StringMatching(`20[0-9]{2}(-0[1-9](-[012][1-8])?)?`)
	case Address:
		return rapid.StringMatching(`https://[a-z]{1,8}\.example/[a-z,;?=]{0,9}`)
	case Fraction:
		return rapid.StringMatching(`1/[1-9]`)
	}
	text := rapid.StringMatching(`['=+@＝-]{0,3}[a-z ,;"\n{}《》京]{0,12}`)
	return rapid.OneOf(text, rapid.String(), rapid.StringMatching(`[a-z][a-z0-9.-]{0,9}`))
}

func requiredValue(c Column) string {
	if !c.Required {
		return ""
	}
	if c.Type == Word {
		return c.Words[0]
	}
	return map[Type]string{Money: "1", Number: "1", Integer: "1", Day: "2026", Address: "https://a.example/", Fraction: "1"}[c.Type] +
		map[bool]string{true: "x"}[c.Type == Text || c.Type == List]
}

func TestWhatIsWrittenReadsBackEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRecord(t)
		var b bytes.Buffer
		if err := WriteCSV(&b, r.Kind, []Record{r}); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		f, err := ReadCSV(&b, Options{Kind: r.Kind})
		if err != nil || len(f.Problems) > 0 {
			t.Fatalf("%v %v\n%s", err, f.Problems, text)
		}
		if diff := cmp.Diff([]Record{r}, f.Records); diff != "" {
			t.Fatalf("%s\n%s", diff, text)
		}
	})
}

// FuzzReadCSV feeds arbitrary bytes: no panic, and what is accepted survives a
// round trip.
func FuzzReadCSV(f *testing.F) {
	var b bytes.Buffer
	if err := WriteCSV(&b, ExchangeRates, []Record{record(ExchangeRates, map[string]string{"date": "2026-08-22", "base": "USD",
		"quote": "CNY", "rate": "6.7394", "confidence": "third-party report", "note": "=x"})}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("\xff\xfed\x00a\x00"))
	f.Add([]byte("sep=;\ndate;base"))
	f.Add([]byte("date,base,quote,rate,confidence\n2026,\"USD\nCNY"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := ReadCSV(bytes.NewReader(data), Options{Kind: ExchangeRates})
		if err != nil || len(file.Records) == 0 {
			return
		}
		var out bytes.Buffer
		if err := WriteCSV(&out, ExchangeRates, file.Records); err != nil {
			t.Fatal(err)
		}
		again, err := ReadCSV(&out, Options{Kind: ExchangeRates})
		if err != nil || len(again.Problems) > 0 {
			t.Fatal(err, again)
		}
		if diff := cmp.Diff(file.Records, again.Records); diff != "" {
			t.Fatal(diff)
		}
	})
}

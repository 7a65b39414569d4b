package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

func TestTheSameRowsReadEqualInEveryEncoding(t *testing.T) {
	want := []Record{offerRow(map[string]string{"instance_type": "8×RTX 4090 裸金属", "region": "北京;上海", "note": "价格含税，“8 元/时”"})}
	text := offersText(t, want...)
	crlf := strings.ReplaceAll(text, "\n", "\r\n")
	quoted := strings.Replace(text, "offer_id", `"offer_id"`, 1)
	semicolons := strings.ReplaceAll(strings.ReplaceAll(text, "北京;上海", `"北京;上海"`), ",", ";")
	encode := func(e encoding.Encoding, s string) string {
		out, err := e.NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	cases := map[string]struct {
		text string
		want Format
	}{
		"plain UTF-8":                  {text, Format{UTF8, ','}},
		"CRLF line ends":               {crlf, Format{UTF8, ','}},
		"with a byte-order mark":       {"\ufeff" + text, Format{UTF8BOM, ','}},
		"mark before a quoted header":  {"\ufeff" + quoted, Format{UTF8BOM, ','}},
		"UTF-16LE with a mark":         {encode(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), crlf), Format{UTF16LE, ','}},
		"UTF-16BE with a mark":         {encode(unicode.UTF16(unicode.BigEndian, unicode.UseBOM), text), Format{UTF16BE, ','}},
		"UTF-16LE without a mark":      {encode(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), text), Format{UTF16LE, ','}},
		"GBK from Chinese Excel":       {encode(simplifiedchinese.GBK, crlf), Format{GB18030, ','}},
		"GB18030":                      {encode(simplifiedchinese.GB18030, text), Format{GB18030, ','}},
		"semicolons":                   {semicolons, Format{UTF8, ';'}},
		"tabs":                         {strings.ReplaceAll(text, ",", "\t"), Format{UTF8, '\t'}},
		"a line that names semicolons": {"sep=;\n" + semicolons, Format{UTF8, ';'}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(c.text), io.MultiReader(strings.NewReader(c.text))} {
				f, err := ReadCSV(r, Options{Name: "upload.csv"})
				if err != nil {
					t.Fatal(err)
				}
				if len(f.Problems) > 0 {
					t.Fatal(Problems(f.Problems))
				}
				if f.Kind != Offers || f.Format != c.want {
					t.Errorf("recognised %s, %+v", f.Kind, f.Format)
				}
				if diff := cmp.Diff(want, f.Records); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestAGBKSheetWithChineseHeadersAndWordsIsImportedRight(t *testing.T) {
	text := "编号,供应商,型号,价格,币种,单位,计费方式,价格类型,可信度,证据等级,范围\r\n" +
		"of-9,腾讯云,A100,8.50,人民币,卡时,按量,目录价,官方页面,A,整机\r\n"
	gbk, err := simplifiedchinese.GBK.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	names := ProviderNames([]Record{record(Providers, map[string]string{"slug": "tencent-cloud", "name_zh": "腾讯云", "name_en": "Tencent Cloud"})})
	f, err := ReadCSV(strings.NewReader(gbk), Options{Name: "报价.csv", Names: names})
	if err != nil || len(f.Problems) > 0 {
		t.Fatal(err, f.Problems)
	}
	r := f.Records[0]
	got := []string{f.Format.Encoding, r.Get("provider"), r.Get("price_amount"), r.Get("currency"), r.Get("unit"), r.Get("billing_mode"), r.Get("scope")}
	if want := []string{GB18030, "tencent-cloud", "8.5", "CNY", "gpu-hour", "on-demand", "whole"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestColumnsAreTakenByNameInAnyOrder(t *testing.T) {
	want := offerRow(nil)
	s := SchemaOf(Offers)
	var head, cells []string
	for i := len(s.Columns) - 1; i >= 0; i-- {
		head, cells = append(head, strings.ToUpper(s.Columns[i].Name)), append(cells, want.Values[i])
	}
	f := readOffers(t, strings.Join(head, ",")+"\n"+strings.Join(cells, ",")+"\n")
	if diff := cmp.Diff([]Record{want}, f.Records); diff != "" || len(f.Problems) > 0 {
		t.Error(diff, f.Problems)
	}
}

func TestAHeaderThatDoesNotFitIsNamed(t *testing.T) {
	good := offersText(t, offerRow(nil))
	cases := map[string]struct {
		text string
		code Code
		col  string
	}{
		"unknown column":          {strings.Replace(good, "interconnect", "colour", 1), CodeUnknownColumn, "colour"},
		"missing required column": {strings.Replace(strings.Replace(good, ",currency", "", 1), ",CNY", "", 1), CodeMissingColumn, "currency"},
		"column twice":            {strings.Replace(good, "interconnect", "region", 1), CodeRepeatedColumn, "region"},
		"nothing at all":          {"", CodeUnknownKind, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f := readOffers(t, c.text)
			if len(f.Problems) != 1 || f.Problems[0].Code != c.code || f.Problems[0].Column != c.col || f.Problems[0].Line != 1 {
				t.Errorf("got %+v", f.Problems)
			}
			if len(f.Records) != 0 {
				t.Error("rows were taken under a header that does not fit")
			}
		})
	}
}

func TestEveryBadRowIsListedAndTheGoodOnesKept(t *testing.T) {
	lines := strings.Split(offersText(t,
		offerRow(map[string]string{"offer_id": "ok-1"}),
		offerRow(map[string]string{"offer_id": "bad", "price_amount": "8,5"}),
		offerRow(map[string]string{"offer_id": "bad2", "currency": "EUR", "scope": ""}),
		offerRow(map[string]string{"offer_id": "ok-2", "note": "two\nlines"})), "\n")
	text := strings.Join(append(lines[:3], append([]string{"a,b,c", `x"y`, ""}, lines[3:]...)...), "\n")
	f := readOffers(t, text)
	var got []string
	for _, p := range f.Problems {
		got = append(got, fmt.Sprintf("%d %s %s", p.Line, p.Code, p.Column))
	}
	want := []string{"3 number price_amount", "4 ragged ", "5 quote ", "7 word currency", "7 required scope"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if len(f.Records) != 2 || f.Records[0].Key != "ok-1" || f.Records[1].Get("note") != "two\nlines" || f.Lines[1] != 8 {
		t.Errorf("kept %v at lines %v", f.Records, f.Lines)
	}
	if s := f.Problems[0].Error(); s != `offers.csv:3: price_amount: "8,5" not a plain decimal number (use a point, no thousands separator, no exponent)` {
		t.Error(s)
	}
}

func TestLinesEqualInAllColumnsAreOneRecord(t *testing.T) {
	a, b := offerRow(nil), offerRow(map[string]string{"note": "other"})
	text := offersText(t, a, a, b, a, b)
	f := readOffers(t, strings.Replace(text, ",8,", ",8.00,", 1))
	if len(f.Records) != 2 || !slices.Equal(f.Duplicates, []int{3, 5, 6}) || f.Records[1].Key != "of-1#2" {
		t.Errorf("%d records, duplicates at %v", len(f.Records), f.Duplicates)
	}
}

func TestDamagedUTF8IsRefusedByCellAndNotReadAsAnotherEncoding(t *testing.T) {
	text := offersText(t, offerRow(map[string]string{"note": strings.Repeat("北京上海广州", 20)}), offerRow(map[string]string{"offer_id": "of-2", "via": "坏"}))
	f := readOffers(t, strings.Replace(text, "坏", "\xe5\x9d", 1))
	if f.Format.Encoding != UTF8 || len(f.Records) != 1 || len(f.Problems) != 1 || f.Problems[0].Code != CodeUnreadable {
		t.Errorf("%+v, %d records, %v", f.Format, len(f.Records), f.Problems)
	}
}

// endless repeats a line for ever.
type endless struct {
	line string
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		c := copy(p[n:], e.line[e.at:])
		n, e.at = n+c, (e.at+c)%len(e.line)
	}
	return n, nil
}

func TestLimitsAreEnforcedWhileReading(t *testing.T) {
	head, _, _ := strings.Cut(offersText(t), "\n")
	row := strings.TrimPrefix(offersText(t, offerRow(nil)), head+"\n")
	rows := strings.Repeat(row, MaxRows+1)
	cases := map[string]io.Reader{
		"too many bytes": io.MultiReader(strings.NewReader(head+"\n"), &endless{line: row}),
		"too many rows":  bytes.NewReader([]byte(head + "\n" + rows)),
	}
	for name, r := range cases {
		if _, err := ReadCSV(r, Options{Name: "offers.csv"}); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	f, err := ReadCSV(strings.NewReader(head+"\n"+rows[:len(row)*MaxRows]), Options{Name: "offers.csv"})
	if err != nil || f.Rows != MaxRows {
		t.Errorf("exactly as many rows as allowed: %v", err)
	}
}

package dataset

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

// workbook builds a file with one sheet per name; cells keep their Go types.
func workbook(t *testing.T, sheets map[string][][]any) *bytes.Reader {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for name, rows := range sheets {
		if _, err := f.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			if err := f.SetSheetRow(name, fmt.Sprintf("A%d", i+1), &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := f.DeleteSheet("Sheet1"); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(b.Bytes())
}

func asCells(values []string) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}

func TestAWorkbookGivesTheSameRowsAsCSV(t *testing.T) {
	names := SchemaOf(Offers).Names()
	want := offerRow(map[string]string{"price_amount": "8.1", "gpu_count": "8", "vram_gb": "80", "source_date": "2026-09-24", "region": "北京;上海",
		"note": "=1+1", "valid_to": "2026"})
	cells := asCells(want.Values)
	set := func(column string, v any) {
		at, _, _ := SchemaOf(Offers).Column(column)
		cells[at] = v
	}
	set("price_amount", 8.1)
	set("gpu_count", 8)
	set("vram_gb", 80.0)
	set("source_date", 46289) // day number of 2026-09-24
	set("valid_to", 2026)
	set("note", "'=1+1")
	trimmed := cells[:len(cells)-2] // sheets do not store empty cells at the end
	r := workbook(t, map[string][][]any{
		"offers":          {asCells(names), nil, trimmed},
		"汇率":              {asCells(SchemaOf(ExchangeRates).Names()), {"2026-08-22", "USD", "CNY", 6.7394, "", "", "third-party report"}},
		"nothing in here": nil,
	})
	files, err := ReadXLSX(r, r.Size(), Options{Name: "报价.xlsx"})
	if err != nil {
		t.Fatal(err)
	}
	got := map[Kind]*File{}
	for _, f := range files {
		if len(f.Problems) > 0 {
			t.Fatal(Problems(f.Problems))
		}
		got[f.Kind] = f
	}
	if len(files) != 2 || got[Offers] == nil || got[ExchangeRates] == nil {
		t.Fatalf("sheets: %v", got)
	}
	if diff := cmp.Diff([]Record{want}, got[Offers].Records); diff != "" {
		t.Error(diff)
	}
	if got[Offers].Lines[0] != 3 || got[Offers].Format.Encoding != XLSX || got[ExchangeRates].Records[0].Get("rate") != "6.7394" {
		t.Errorf("%+v", got[Offers].Lines)
	}
}

func TestSheetNumbersAreRoundedAsASpreadsheetShowsThem(t *testing.T) {
	for in, want := range map[string]string{"8.0999999999999996": "8.1", "1.0E-3": "0.001", "9.796550569": "9.796550569",
		"12,5": "12,5", "NaN": "NaN", "1e400": "1e400", "-5": "-5"} {
		if got := sheetNumber(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

func archive(t *testing.T, entries map[string]string) *bytes.Reader {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range entries {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(b.Bytes())
}

func TestHostileWorkbooksAreRefusedBeforeUnpacking(t *testing.T) {
	many := map[string]string{"xl/workbook.xml": "x"}
	for i := range maxEntries {
		many[fmt.Sprintf("xl/%d.xml", i)] = "x"
	}
	cases := map[string]struct {
		file *bytes.Reader
		want error
	}{
		"a page instead of a workbook": {bytes.NewReader([]byte("<html><body>报价</body></html>")), ErrFormat},
		"an archive of other things":   {archive(t, map[string]string{"a.txt": "x"}), ErrFormat},
		"a bomb":                       {archive(t, map[string]string{"xl/workbook.xml": strings.Repeat("0", maxUnzipped+1)}), ErrTooLarge},
		"a bomb in parts": {archive(t, map[string]string{"xl/workbook.xml": "x", "a": strings.Repeat("0", maxUnzipped/2),
			"b": strings.Repeat("0", maxUnzipped/2)}), ErrTooLarge},
		"too many entries": {archive(t, many), ErrTooLarge},
		"an empty file":    {bytes.NewReader(nil), ErrFormat},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if _, err := ReadXLSX(c.file, c.file.Size(), Options{Name: "x.xlsx"}); !errors.Is(err, c.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

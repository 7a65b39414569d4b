package dataset

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"
)

func writtenWorkbook(t testing.TB, set Set) *bytes.Reader {
	t.Helper()
	var b bytes.Buffer
	if err := WriteXLSX(&b, set); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(b.Bytes())
}

func TestAWorkbookOfTheSetRoundTrips(t *testing.T) {
	set := smallSet()
	set[Offers] = append(set[Offers],
		offerRow(map[string]string{"offer_id": "of-7", "price_amount": "123456789.123456789", "note": "_x0041_ 一行\n二行", "source_date": "2026"}),
		offerRow(map[string]string{"offer_id": "of-8", "price_amount": "0.000000001", "vram_gb": "79.6", "source_date": "2026-11", "region": "北京;上海"}),
		offerRow(map[string]string{"offer_id": "of-9", "instance_type": "=cmd|'/C calc'!A0", "note": "'-x", "price_amount": "-5", "exception": "代金券"}))
	r := writtenWorkbook(t, set)
	files, err := ReadUpload(r, r.Size(), Options{Name: "gpuscale.xlsx"})
	if err != nil || len(files) != len(Kinds) {
		t.Fatalf("%d files, %v", len(files), err)
	}
	p := NewPreview(set, files)
	if !p.Empty() || p.Counts[ActionRefused] != 0 || p.Counts[ActionUnchanged] != 7 {
		t.Errorf("counts %v: %+v", p.Counts, p.Rows)
	}
}

// TestAWorkbookHoldsNumbersAsNumbersAndFormulasAsText looks at the cells as a
// spreadsheet does.
func TestAWorkbookHoldsNumbersAsNumbersAndFormulasAsText(t *testing.T) {
	set := Set{Offers: {offerRow(map[string]string{"price_amount": "-5", "instance_type": "=cmd|'/C calc'!A0", "note": "+1", "region": "@x", "exception": "\t-1"})}}
	book, err := excelize.OpenReader(writtenWorkbook(t, set))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	cell := func(column string) (string, excelize.CellType) {
		at, _, _ := SchemaOf(Offers).Column(column)
		name, err := excelize.CoordinatesToCellName(at+1, 2)
		if err != nil {
			t.Fatal(err)
		}
		kind, err := book.GetCellType(string(Offers), name)
		if err != nil {
			t.Fatal(err)
		}
		value, err := book.GetCellValue(string(Offers), name)
		if formula, e := book.GetCellFormula(string(Offers), name); err != nil || e != nil || formula != "" {
			t.Fatalf("%s: formula %q, %v, %v", column, formula, err, e)
		}
		return value, kind
	}
	if value, kind := cell("price_amount"); value != "-5" || kind != excelize.CellTypeNumber && kind != excelize.CellTypeUnset {
		t.Errorf("the price is %q of type %v", value, kind)
	}
	for _, column := range []string{"instance_type", "note", "region"} {
		if value, kind := cell(column); !strings.HasPrefix(value, "'") || kind != excelize.CellTypeInlineString && kind != excelize.CellTypeSharedString {
			t.Errorf("%s is %q of type %v", column, value, kind)
		}
	}
}

func TestWhatAWorkbookHoldsReadsBackEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRecord(t)
		var b bytes.Buffer
		if err := WriteXLSX(&b, Set{r.Kind: {r}}); err != nil {
			t.Fatal(err)
		}
		files, err := ReadUpload(bytes.NewReader(b.Bytes()), int64(b.Len()), Options{Name: "a.xlsx"})
		if err != nil || len(files) != len(Kinds) {
			t.Fatalf("%d files, %v", len(files), err)
		}
		f := files[slices.Index(Kinds, r.Kind)]
		if diff := cmp.Diff([]Record{r}, f.Records); diff != "" || len(f.Problems) > 0 {
			t.Fatalf("%v %s", f.Problems, diff)
		}
	})
}

func TestAWorkbookThatFailsLeavesNoFileUnderItsName(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "set.xlsx")
	bad := Set{Offers: {{Kind: Offers, Key: "short", Values: []string{"x"}}}}
	if err := WriteFile(name, func(w io.Writer) error { return WriteXLSX(w, bad) }); err == nil {
		t.Fatal("a record without its columns was written")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

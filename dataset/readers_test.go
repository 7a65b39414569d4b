package dataset

import (
	"bytes"
	"testing"
)

func TestAFileForReadersLacksWhatIsForEditorsAndKeepsItOnImport(t *testing.T) {
	schema := SchemaOf(Offers)
	record := Record{Kind: Offers, Key: "of-1", Values: make([]string, len(schema.Columns))}
	for column, value := range map[string]string{
		"offer_id": "of-1", "provider": "autodl", "accelerator": "A100", "billing_mode": "on-demand", "price_amount": "2", "price_tier": "list",
		"currency": "CNY", "unit": "gpu-hour", "scope": "whole", "confidence": "official page", "evidence_grade": "A", "note": "read by hand",
	} {
		record = record.With(column, value)
	}
	var b bytes.Buffer
	if err := WriteCSV(&b, Offers, []Record{record}, ForReaders()); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(b.Bytes(), []byte("read by hand")) || bytes.Contains(b.Bytes(), []byte("note")) {
		t.Fatalf("the file tells what is for editors: %s", b.Bytes())
	}
	file, err := ReadCSV(&b, Options{Kind: Offers})
	if err != nil || len(file.Problems) > 0 {
		t.Fatal(err, file.Problems)
	}
	for _, d := range DiffFile([]Record{record}, file) {
		if d.Action != ActionUnchanged {
			t.Errorf("re-importing the file is %v: %+v", d.Action, d)
		}
	}
}

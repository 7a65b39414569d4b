package dataset

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func fact(key, value string) Record {
	return record(ProviderFacts, map[string]string{"provider": "acme", "dimension": "hardware", "key": key, "value": value,
		"confidence": "official page"})
}

func numbered(records ...Record) []Record {
	var keys Keys
	for i := range records {
		records[i].Key = keys.Assign(records[i].Key)
	}
	return records
}

func actions(differences []Difference) []string {
	out := make([]string, len(differences))
	for i, d := range differences {
		out[i] = string(d.Action) + " " + d.Record.Key
	}
	return out
}

func TestAnImportSaysWhatItWouldDo(t *testing.T) {
	current := []Record{offerRow(map[string]string{"offer_id": "of-1"}), offerRow(map[string]string{"offer_id": "of-2"})}
	incoming := []Record{offerRow(map[string]string{"offer_id": "of-3"}),
		offerRow(map[string]string{"offer_id": "of-2", "price_amount": "9", "note": "raised"}),
		offerRow(map[string]string{"offer_id": "of-1"}),
		offerRow(map[string]string{"offer_id": "of-3"})}
	d := Diff(current, incoming)
	want := []string{"new of-3", "changed of-2", "unchanged of-1", "duplicate of-3"}
	if got := actions(d); !slices.Equal(got, want) {
		t.Fatalf("got %q", got)
	}
	if got := fmt.Sprint(d[1].Changes); got != "[{price_amount 8 9} {note  raised}]" {
		t.Error(got)
	}
	after := Apply(current, d)
	if len(after) != 3 || after[1].Get("price_amount") != "9" || current[1].Get("price_amount") != "8" {
		t.Errorf("applied: %v", after)
	}
}

func TestAnInsertedLineIsOneAdditionAndNotManyChanges(t *testing.T) {
	current := numbered(fact("accelerator_model", "A100"), fact("accelerator_model", "H100"), fact("accelerator_model", "A40"))
	incoming := numbered(fact("accelerator_model", "L40S"), fact("accelerator_model", "A100"), fact("accelerator_model", "H100"), fact("accelerator_model", "A40"))
	want := []string{"new acme/accelerator_model#4", "unchanged acme/accelerator_model", "unchanged acme/accelerator_model#2", "unchanged acme/accelerator_model#3"}
	if got := actions(Diff(current, incoming)); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestAChangedLineAmongEqualIdentitiesIsPairedWithTheOneLeft(t *testing.T) {
	current := numbered(fact("accelerator_model", "A100"), fact("accelerator_model", "H100"))
	incoming := numbered(fact("accelerator_model", "H200"), fact("accelerator_model", "A100"))
	d := Diff(current, incoming)
	if got := actions(d); !slices.Equal(got, []string{"changed acme/accelerator_model#2", "unchanged acme/accelerator_model"}) {
		t.Errorf("got %q", got)
	}
}

func TestARecordKeepsItsKeyWhenItsIdentityWasEdited(t *testing.T) {
	renamed := offerRow(map[string]string{"offer_id": "of-9"})
	renamed.Key = "of-1"
	d := Diff([]Record{renamed}, []Record{offerRow(map[string]string{"offer_id": "of-9", "price_amount": "7"}), offerRow(map[string]string{"offer_id": "of-1"})})
	if got := actions(d); !slices.Equal(got, []string{"changed of-1", "new of-1#2"}) {
		t.Errorf("got %q", got)
	}
}

func TestColumnsThatAFileLacksKeepTheirValues(t *testing.T) {
	current := []Record{offerRow(map[string]string{"note": "kept", "vram_gb": "80"})}
	f := &File{Kind: Offers, Columns: []string{"offer_id", "price_amount"}, Records: []Record{offerRow(map[string]string{"price_amount": "9"})}}
	d := DiffFile(current, f)
	if d[0].Action != ActionChanged || d[0].Record.Get("note") != "kept" || d[0].Record.Get("price_amount") != "9" || len(d[0].Changes) != 1 {
		t.Errorf("%+v", d[0])
	}
	f.Records[0] = offerRow(nil)
	if d := DiffFile(current, f); d[0].Action != ActionUnchanged {
		t.Errorf("%+v", d[0])
	}
}

func TestImportingTheResultOfAnImportChangesNothing(t *testing.T) {
	values := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 6)
	rapid.Check(t, func(t *rapid.T) {
		build := func(name string) []Record {
			var records []Record
			for _, v := range values.Draw(t, name) {
				records = append(records, fact(rapid.SampledFrom([]string{"k", "l"}).Draw(t, "key"), v))
			}
			return numbered(records...)
		}
		current, incoming := build("current"), build("incoming")
		after := Apply(current, Diff(current, incoming))
		if len(after) < len(current) {
			t.Fatal("a record was lost")
		}
		seen := map[string]bool{}
		for _, r := range after {
			if seen[r.Key] {
				t.Fatalf("key %s twice", r.Key)
			}
			seen[r.Key] = true
		}
		for _, d := range Diff(after, incoming) {
			if d.Action != ActionUnchanged && d.Action != ActionDuplicate {
				t.Fatalf("second import: %s %s", d.Action, d.Record.Key)
			}
		}
	})
}

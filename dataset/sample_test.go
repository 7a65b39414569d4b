package dataset

import (
	"strings"
	"testing"
)

// offerRow is a complete price line; tests change single cells of it.
func offerRow(cells map[string]string) Record {
	values := map[string]string{
		"offer_id": "of-1", "provider": "acme", "accelerator": "A100", "gpu_count": "1", "billing_mode": "on-demand",
		"price_amount": "8", "price_tier": "list", "currency": "CNY", "unit": "gpu-hour", "confidence": "official page",
		"evidence_grade": "A", "scope": "whole", "share": "1",
	}
	for name, v := range cells {
		values[name] = v
	}
	return record(Offers, values)
}

func record(kind Kind, cells map[string]string) Record {
	s := SchemaOf(kind)
	r := Record{Kind: kind, Values: make([]string, len(s.Columns))}
	for name, v := range cells {
		i, _, ok := s.Column(name)
		if !ok {
			panic("no column " + name)
		}
		r.Values[i] = v
	}
	r.Key = s.Key(r.Values)
	return r
}

// offersText is the CSV text of records as the writer writes it.
func offersText(t *testing.T, records ...Record) string {
	t.Helper()
	var b strings.Builder
	if err := WriteCSV(&b, Offers, records); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func readOffers(t *testing.T, text string) *File {
	t.Helper()
	f, err := ReadCSV(strings.NewReader(text), Options{Name: "offers.csv"})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

package catalog_test

import (
	"testing"

	"gpuscale/catalog"
)

func TestBeingTheLowestSaysNothingWhereMostAre(t *testing.T) {
	for _, row := range []struct {
		name           string
		prices, lowest int
		want           bool
	}{
		{"a single price", 1, 1, false},
		{"one of two", 2, 1, true},
		{"two of three", 3, 2, false},
		{"two of four", 4, 2, true},
	} {
		if got := (catalog.Rivals{Prices: row.prices, Lowest: row.lowest}).Telling(); got != row.want {
			t.Errorf("%s: %t, want %t", row.name, got, row.want)
		}
	}
}

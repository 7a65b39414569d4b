package catalog_test

import (
	"testing"
	"time"

	"gpuscale/catalog"
)

// fact is a statement of alpha that holds within two days; "" leaves an end open.
func fact(from, to string) catalog.Fact {
	return catalog.Fact{Provider: "alpha", Key: "framework", Value: catalog.Words{Zh: "PyTorch"}, ValidFrom: day(from), ValidTo: day(to)}
}

func TestFactsHoldWithinTheirValidity(t *testing.T) {
	cases := []struct {
		name, from, to, at string
		holds              bool
	}{
		{"without ends it always holds", "", "", "2026-12-01T12:00:00+08:00", true},
		{"the moment before its first day", "2026-12-02", "", "2026-12-01T23:59:59+08:00", false},
		{"its first moment", "2026-12-02", "", "2026-12-02T00:00:00+08:00", true},
		{"its last day still counts", "", "2026-12-02", "2026-12-02T23:59:59+08:00", true},
		{"the moment after its last day", "", "2026-12-02", "2026-12-03T00:00:00+08:00", false},
		{"a month counts as its first day", "", "2026-12", "2026-12-02T00:00:00+08:00", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			at, err := time.Parse(time.RFC3339, c.at)
			if err != nil {
				t.Fatal(err)
			}
			d := smallData(t)
			d.Facts = []catalog.Fact{fact(c.from, c.to)}
			d.FactKeys = []catalog.FactKey{{Key: "framework", Group: catalog.Ecosystem, Type: "text", Better: catalog.BetterNone, Comparable: true}}
			m := catalog.NewMarket(d, at)
			if got := len(m.Facts("alpha")) == 1; got != c.holds {
				t.Errorf("stated of the provider: %v, want %v", got, c.holds)
			}
			comparison := m.Compare(catalog.CompareQuery{Kind: catalog.CompareProviders, IDs: []string{"alpha", "beta"}})
			if _, compared := comparison.Row("framework"); compared != c.holds {
				t.Errorf("compared: %v, want %v", compared, c.holds)
			}
			if len(d.Facts) != 1 {
				t.Error("the data that the market was built of has changed")
			}
		})
	}
}

func TestTheNextChangeSeesFactsBeginAndEnd(t *testing.T) {
	d := smallData(t)
	d.Facts = []catalog.Fact{fact("2026-12-09", ""), fact("2026-11-01", "2026-12-04"), fact("2026-10-01", "2026-11-01")}
	m := catalog.NewMarket(d, testDay)
	for _, want := range []string{"2026-12-05", "2026-12-09", ""} {
		var next time.Time
		if want != "" {
			next = day(want).Start()
		}
		if got := m.NextChange(); !got.Equal(next) {
			t.Fatalf("next change %s, want %q", got, want)
		}
		m = catalog.NewMarket(d, next)
	}
}

func TestThereIsNoYearZero(t *testing.T) {
	for _, text := range []string{"0000", "0000-01", "0000-02-03"} {
		if d, err := catalog.ParseDate(text); err == nil {
			t.Errorf("%q is read as %v, which would count as unknown", text, d)
		}
	}
}

package store_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpuscale/dataset"
	"gpuscale/seed"
	"gpuscale/store"
	"gpuscale/store/storetest"
)

func TestAdminTablesAreFilteredSearchedAndSorted(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		ctx := seeded(t, s)
		apply(t, s,
			edit("", 0, price("of-3", "10", "instance_type", "ＲＴＸ 4090 独享", "vram_gb", "24")),
			edit("", 0, price("of-4", "9.5", "provider", "runpod", "instance_type", "100%_off")),
			edit("", 0, price("of-5", "")))
		apply(t, s, edit("of-1", 1, price("of-1", "100")))
		for name, c := range map[string]struct {
			query store.ListQuery
			want  string
		}{
			"in the order of recording, edits in place":    {store.ListQuery{}, "of-1 of-2 of-3 of-4 of-5"},
			"by price as a number, unknown last":           {store.ListQuery{Sort: "price_amount"}, "of-2 of-4 of-3 of-1 of-5"},
			"by price falling, unknown last":               {store.ListQuery{Sort: "-price_amount"}, "of-1 of-3 of-4 of-2 of-5"},
			"one provider":                                 {store.ListQuery{Filter: map[string][]string{"provider": {"runpod"}}}, "of-4"},
			"either of two prices":                         {store.ListQuery{Filter: map[string][]string{"price_amount": {"10.00", "9.5"}}}, "of-3 of-4"},
			"unknown or one value, and another condition":  {store.ListQuery{Filter: map[string][]string{"vram_gb": {"", "24"}, "provider": {"autodl"}}}, "of-1 of-3 of-5"},
			"unknown only":                                 {store.ListQuery{Filter: map[string][]string{"price_amount": {""}}}, "of-5"},
			"words in any width, case and order":           {store.ListQuery{Search: "独享 rtx"}, "of-3"},
			"wildcards are ordinary letters":               {store.ListQuery{Search: "100%_"}, "of-4"},
			"a lone wildcard finds only itself":            {store.ListQuery{Search: "_"}, "of-4"},
			"a word that does not occur":                   {store.ListQuery{Search: "h100"}, ""},
			"the second page":                              {store.ListQuery{Page: store.Page{Number: 2, Per: 2}}, "of-3 of-4"},
			"a page beyond the last":                       {store.ListQuery{Page: store.Page{Number: 9, Per: 2}}, ""},
			"a value with quotes":                          {store.ListQuery{Filter: map[string][]string{"provider": {`x' OR '1'='1`}}}, ""},
			"a search with quotes and a statement's end":   {store.ListQuery{Search: `'; DROP TABLE offers; --`}, ""},
			"a column that is a word of SQL as sort key":   {store.ListQuery{Sort: "unit"}, "of-1 of-2 of-3 of-4 of-5"},
			"a column that is a word of SQL as a filter":   {store.ListQuery{Filter: map[string][]string{"scope": {"gpu-part"}}}, ""},
			"a search that is only space finds everything": {store.ListQuery{Search: "  "}, "of-1 of-2 of-3 of-4 of-5"},
		} {
			list, total, err := s.List(ctx, dataset.Offers, c.query)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			var got []string
			for _, r := range list {
				got = append(got, r.Record.Key)
			}
			if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
			if c.query.Page.Per > 0 && total != 5 {
				t.Errorf("%s: %d in all", name, total)
			}
		}
		first, _, err := s.List(ctx, dataset.Offers, store.ListQuery{})
		if err != nil || first[0].Version != 2 || first[0].Who != "an editor" || first[0].Since.IsZero() {
			t.Errorf("a row says %+v, %v", first[0], err)
		}
	})
}

func TestOnlyColumnsOfTheKindReachSQL(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		ctx := seeded(t, s)
		for name, q := range map[string]store.ListQuery{
			"a statement as sort key": {Sort: "price_amount;--"},
			"bookkeeping as sort key": {Sort: "row_id"},
			"two columns":             {Sort: "provider, price_amount"},
			"a statement as filter":   {Filter: map[string][]string{"1=1; --": {"x"}}},
			"a number that is none":   {Filter: map[string][]string{"price_amount": {"cheap"}}},
			"too many rows":           {Page: store.Page{Per: 201}},
			"page 0 backwards":        {Page: store.Page{Number: -1}},
		} {
			if _, _, err := s.List(ctx, dataset.Offers, q); !errors.Is(err, store.ErrInvalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, _, err := s.List(ctx, "users", store.ListQuery{}); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("a table of accounts: %v", err)
		}
	})
}

func TestTheStartingDataComesBackAsItIs(t *testing.T) {
	set, err := seed.Load()
	if err != nil {
		t.Fatal(err)
	}
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		if err := s.Seed(context.Background(), set, store.SeedMoment); err != nil {
			t.Fatal(err)
		}
		got := load(t, s, nil)
		for kind, records := range set {
			if len(records) == 0 && len(got.Set[kind]) == 0 {
				continue
			}
			if diff := cmp.Diff(records, got.Set[kind]); diff != "" {
				t.Errorf("%s: %s", kind, diff)
			}
			if len(got.Versions[kind]) != len(records) {
				t.Errorf("%s: %d versions for %d records", kind, len(got.Versions[kind]), len(records))
			}
		}
		if problems, err := s.Check(context.Background()); err != nil || len(problems) > 0 {
			t.Errorf("check: %v, %v", problems, err)
		}
	})
}

package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gpuscale/dataset"
	"gpuscale/store"
	"gpuscale/store/storetest"
)

// record returns a record of kind with the given columns, all others as empty as
// the schema allows.
func record(kind dataset.Kind, key string, columns map[string]string) dataset.Record {
	s := dataset.SchemaOf(kind)
	r := dataset.Record{Kind: kind, Key: key, Values: make([]string, len(s.Columns))}
	for i, c := range s.Columns {
		if value, ok := columns[c.Name]; ok {
			r.Values[i] = value
		} else if c.Required {
			r.Values[i] = requiredValue(c)
		}
	}
	return r
}

func requiredValue(c dataset.Column) string {
	switch {
	case len(c.Words) > 0:
		return c.Words[0]
	case c.Type == dataset.Day:
		return "2026-11-01"
	case c.Type == dataset.Money, c.Type == dataset.Number, c.Type == dataset.Integer:
		return "1"
	}
	return "x"
}

func price(id, amount string, more ...string) dataset.Record {
	columns := map[string]string{"offer_id": id, "provider": "autodl", "accelerator": "A100", "price_amount": amount, "currency": "CNY"}
	for i := 0; i+1 < len(more); i += 2 {
		columns[more[i]] = more[i+1]
	}
	return record(dataset.Offers, id, columns)
}

func seedSet() dataset.Set {
	return dataset.Set{
		dataset.Providers: {record(dataset.Providers, "autodl", map[string]string{"slug": "autodl", "name_zh": "AutoDL 算力云"})},
		dataset.Offers:    {price("of-1", "2"), price("of-2", "0.0084", "vram_gb", "40.5", "gpu_count", "8", "note", "seen")},
	}
}

func seeded(t *testing.T, s *store.Store) context.Context {
	t.Helper()
	ctx := context.Background()
	if err := s.Seed(ctx, seedSet(), store.SeedMoment); err != nil {
		t.Fatal(err)
	}
	return ctx
}

func apply(t *testing.T, s *store.Store, ops ...store.Op) store.Applied {
	t.Helper()
	done, err := s.Apply(context.Background(), store.Changeset{Who: "an editor", Why: "a reason", Origin: store.OriginForm, Ops: ops})
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func edit(key string, version int64, r dataset.Record) store.Op {
	return store.Op{Kind: r.Kind, Key: key, ExpectVersion: version, New: &r}
}

func load(t *testing.T, s *store.Store, at *time.Time) store.Snapshot {
	t.Helper()
	snapshot, err := s.Load(context.Background(), at)
	if err != nil {
		t.Fatal(err)
	}
	return snapshot
}

func TestWhatIsSeededIsLoaded(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		seeded(t, s)
		got := load(t, s, nil)
		if diff := cmp.Diff(seedSet(), got.Set); diff != "" {
			t.Error(diff)
		}
		if got.Revision != 1 || !got.At.Equal(store.SeedMoment) {
			t.Errorf("revision %d recorded at %v", got.Revision, got.At)
		}
		if ok, err := s.Initialised(context.Background()); err != nil || !ok {
			t.Errorf("initialised: %v, %v", ok, err)
		}
		if err := s.Seed(context.Background(), seedSet(), store.SeedMoment); !errors.Is(err, store.ErrConflict) {
			t.Errorf("a second seeding: %v", err)
		}
	})
}

func TestTheSecondOfTwoEditorsIsToldBothValues(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		ctx := seeded(t, s)
		apply(t, s, edit("of-1", 1, price("of-1", "2.5")))
		_, err := s.Apply(ctx, store.Changeset{Who: "b", Origin: store.OriginForm, Ops: []store.Op{edit("of-1", 1, price("of-1", "1.9"))}})
		var conflict *store.ConflictError
		if !errors.As(err, &conflict) || !errors.Is(err, store.ErrConflict) || len(conflict.Conflicts) != 1 {
			t.Fatalf("got %v", err)
		}
		c := conflict.Conflicts[0]
		if c.Clash != store.ClashChanged || c.Theirs.Get("price_amount") != "2.5" || c.Yours.Get("price_amount") != "1.9" ||
			c.Current != 2 || c.Who != "an editor" {
			t.Errorf("conflict says %+v", c)
		}
		apply(t, s, edit("of-1", c.Current, price("of-1", "1.9")))
		if got := load(t, s, nil).Set[dataset.Offers][0].Get("price_amount"); got != "1.9" {
			t.Errorf("re-applied on the new version: %s", got)
		}
	})
}

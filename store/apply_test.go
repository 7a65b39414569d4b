package store_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
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

func TestZeroNoAndEmptyAreKeptAsTheyAreEntered(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		seeded(t, s)
		emptied := price("of-2", "0", "gpu_count", "0", "vram_gb", "0")
		apply(t, s, edit("of-2", 1, emptied))
		created := price("of-9", "0", "gpu_count", "0", "availability", "sold-out")
		apply(t, s, edit("", 0, created))
		offers := load(t, s, nil).Set[dataset.Offers]
		if diff := cmp.Diff([]dataset.Record{price("of-1", "2"), emptied, created}, offers); diff != "" {
			t.Error(diff)
		}
		unknown := price("of-2", "")
		apply(t, s, edit("of-2", 2, unknown))
		if got := load(t, s, nil).Set[dataset.Offers][1]; got.Get("price_amount") != "" || got.Get("gpu_count") != "" {
			t.Errorf("unknown came back as %q and %q", got.Get("price_amount"), got.Get("gpu_count"))
		}
	})
}

func TestMoneyIsExact(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		seeded(t, s)
		for i, amount := range []string{"0.000000001", "123456789.123456789", "-5", "1999999999.999999999", "0.1"} {
			apply(t, s, edit("of-1", int64(i+1), price("of-1", amount)))
			if got := load(t, s, nil).Set[dataset.Offers][0].Get("price_amount"); got != amount {
				t.Errorf("%s came back as %s", amount, got)
			}
		}
	})
}

func TestAllConflictsAreNamedAndNothingIsApplied(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		ctx := seeded(t, s)
		apply(t, s, edit("of-1", 1, price("of-1", "3")), store.Op{Kind: dataset.Offers, Key: "of-2", ExpectVersion: 1})
		_, err := s.Apply(ctx, store.Changeset{Who: "b", Origin: store.OriginImport, Ops: []store.Op{
			edit("", 0, price("of-new", "1")),
			edit("of-1", 1, price("of-1", "4")),
			edit("of-2", 1, price("of-2", "5")),
			edit("of-7", 3, price("of-7", "6")),
			edit("of-1x", 0, price("of-1x", "6")),
			edit("", 0, record(dataset.Providers, "", map[string]string{"slug": "autodl", "name_zh": "另一个"})),
		}})
		var conflict *store.ConflictError
		if !errors.As(err, &conflict) {
			t.Fatalf("got %v", err)
		}
		var got []store.Clash
		var ops []int
		for _, c := range conflict.Conflicts {
			got, ops = append(got, c.Clash), append(ops, c.Op)
		}
		want := []store.Clash{store.ClashChanged, store.ClashEnded, store.ClashMissing, store.ClashTaken}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]int{1, 2, 3, 5}, ops); diff != "" {
			t.Error(diff)
		}
		if taken := conflict.Conflicts[3]; taken.Theirs.Get("name_zh") != "AutoDL 算力云" || taken.Yours.Get("name_zh") != "另一个" {
			t.Errorf("the taken name shows %+v", taken)
		}
		after := load(t, s, nil)
		if after.Revision != 2 || len(after.Set[dataset.Offers]) != 1 {
			t.Errorf("revision %d with %d offers: something was applied", after.Revision, len(after.Set[dataset.Offers]))
		}
	})
}

func TestNewRecordsGetTheKeysOfTheirIdentity(t *testing.T) {
	fact := func(value string) dataset.Record {
		return record(dataset.ProviderFacts, "", map[string]string{"provider": "autodl", "key": "framework", "value": value})
	}
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		seeded(t, s)
		done := apply(t, s, edit("", 0, fact("PyTorch")), edit("", 0, fact("JAX")), edit("", 0, fact("JAX")))
		if diff := cmp.Diff([]string{"autodl/framework", "autodl/framework#2", "autodl/framework#2"}, done.Keys); diff != "" {
			t.Error(diff)
		}
		if done.Added != 2 || done.Unchanged != 1 {
			t.Errorf("identical lines: added %d, unchanged %d", done.Added, done.Unchanged)
		}
		if again := apply(t, s, edit("", 0, fact("PyTorch"))); again.Changeset != 0 || again.Revision != 2 {
			t.Errorf("the same line again made changeset %d", again.Changeset)
		}
		apply(t, s, store.Op{Kind: dataset.ProviderFacts, Key: "autodl/framework", ExpectVersion: 1})
		if next := apply(t, s, edit("", 0, fact("vLLM"))); next.Keys[0] != "autodl/framework#3" {
			t.Errorf("an ended fact's key was given to another: %s", next.Keys[0])
		}
		future := apply(t, s, edit("", 0, price("of-1", "9", "valid_from", "2027-01-01")))
		if future.Keys[0] != "of-1/2027-01-01" {
			t.Errorf("a future price has the key %s", future.Keys[0])
		}
	})
}

func TestPricesInTwoCurrenciesNeverOverwriteEachOther(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		ctx := seeded(t, s)
		apply(t, s, edit("", 0, price("of-cn", "20")), edit("", 0, price("of-us", "3", "currency", "USD")))
		clashing := []store.Op{edit("", 0, price("of-x", "20")), edit("", 0, price("of-x", "3", "currency", "USD"))}
		if _, err := s.Apply(ctx, store.Changeset{Who: "b", Origin: store.OriginImport, Ops: clashing}); !errors.Is(err, store.ErrConflict) {
			t.Errorf("one key for two prices: %v", err)
		}
		if n := len(load(t, s, nil).Set[dataset.Offers]); n != 4 {
			t.Errorf("%d offers", n)
		}
	})
}

func TestWhatCannotBeStoredIsRefused(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		ctx := seeded(t, s)
		short := price("of-1", "2")
		short.Values = short.Values[:3]
		for name, c := range map[string]store.Changeset{
			"a price that is no number":       {Who: "a", Ops: []store.Op{edit("of-1", 1, price("of-1", "cheap"))}},
			"a price with ten decimals":       {Who: "a", Ops: []store.Op{edit("of-1", 1, price("of-1", "0.0000000001"))}},
			"a figure in exponent form":       {Who: "a", Ops: []store.Op{edit("of-1", 1, price("of-1", "1", "vram_gb", "1e3"))}},
			"a figure that is none":           {Who: "a", Ops: []store.Op{edit("of-1", 1, price("of-1", "1", "vram_gb", "NaN"))}},
			"a count with decimals":           {Who: "a", Ops: []store.Op{edit("of-1", 1, price("of-1", "1", "gpu_count", "1.5"))}},
			"a required value left out":       {Who: "a", Ops: []store.Op{edit("of-1", 1, price("of-1", "1", "accelerator", ""))}},
			"text with NUL":                   {Who: "a", Ops: []store.Op{edit("of-1", 1, price("of-1", "1", "note", "a\x00b"))}},
			"text that is no UTF-8":           {Who: "a", Ops: []store.Op{edit("of-1", 1, price("of-1", "1", "note", "\xff"))}},
			"a record with too few values":    {Who: "a", Ops: []store.Op{edit("of-1", 1, short)}},
			"nobody's change":                 {Who: " ", Ops: []store.Op{edit("of-1", 1, price("of-1", "1"))}},
			"a kind that does not exist":      {Who: "a", Ops: []store.Op{{Kind: "users", Key: "1", New: &short}}},
			"a record twice in one changeset": {Who: "a", Ops: []store.Op{edit("of-1", 1, price("of-1", "1")), edit("of-1", 1, price("of-1", "4"))}},
			"ending without a version":        {Who: "a", Ops: []store.Op{{Kind: dataset.Offers, Key: "of-1"}}},
			"an unknown origin":               {Who: "a", Origin: "magic", Ops: []store.Op{edit("of-1", 1, price("of-1", "1"))}},
		} {
			if c.Origin == "" {
				c.Origin = store.OriginForm
			}
			if _, err := s.Apply(ctx, c); !errors.Is(err, store.ErrInvalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := load(t, s, nil); got.Revision != 1 {
			t.Errorf("revision %d: something was recorded", got.Revision)
		}
	})
}

// conflictingSaves is how many saves the race makes on each database.
func conflictingSaves() int64 {
	if testing.Short() {
		return 1_000
	}
	return 10_000
}

func TestOfConflictingSavesExactlyOneWinsEachVersion(t *testing.T) {
	storetest.EachMigrated(t, func(t *testing.T, dsn string) {
		s := storetest.Open(t, store.Config{DSN: dsn, WriteWait: time.Minute})
		ctx := seeded(t, s)
		saves := conflictingSaves()
		var next, wins atomic.Int64
		var group sync.WaitGroup
		for writer := range 8 {
			group.Go(func() {
				for next.Add(1) <= saves {
					now, err := s.Record(ctx, dataset.Offers, "of-1")
					if err != nil {
						t.Error(err)
						return
					}
					amount := strconv.FormatInt(now.Version, 10) + "." + strconv.Itoa(writer+1)
					_, err = s.Apply(ctx, store.Changeset{Who: strconv.Itoa(writer), Origin: store.OriginForm,
						Ops: []store.Op{edit("of-1", now.Version, price("of-1", amount))}})
					if err == nil {
						wins.Add(1)
					} else if !errors.Is(err, store.ErrConflict) {
						t.Error(err)
						return
					}
				}
			})
		}
		group.Wait()
		history, err := s.History(ctx, dataset.Offers, "of-1")
		if err != nil {
			t.Fatal(err)
		}
		if int64(len(history)) != wins.Load()+1 || history[0].Number != wins.Load()+1 {
			t.Errorf("%d versions up to %d for %d acknowledged saves", len(history), history[0].Number, wins.Load())
		}
		if problems, err := s.Check(ctx); err != nil || len(problems) > 0 {
			t.Errorf("check: %v, %v", problems, err)
		}
		if revision, err := s.Revision(ctx); err != nil || revision != wins.Load()+1 {
			t.Errorf("revision %d, %v", revision, err)
		}
	})
}

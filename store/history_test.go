package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/store"
	"gpuscale/store/storetest"
)

// clock is a time that tests set.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func shanghai(text string) time.Time {
	at, err := time.ParseInLocation("2006-01-02 15:04", text, catalog.Shanghai)
	if err != nil {
		panic(err)
	}
	return at
}

// eachWithClock runs f on both databases with a seeded store whose clock the test sets.
func eachWithClock(t *testing.T, f func(t *testing.T, s *store.Store, c *clock)) {
	t.Helper()
	storetest.EachMigrated(t, func(t *testing.T, dsn string) {
		c := &clock{at: shanghai("2026-12-02 09:00")}
		s := storetest.Open(t, store.Config{DSN: dsn, Now: c.now})
		seeded(t, s)
		f(t, s, c)
	})
}

func TestHistoryTellsWhoChangedWhatWhenAndWhy(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		ctx := context.Background()
		_, err := s.Apply(ctx, store.Changeset{Who: "li", Why: "官网已改价", Origin: store.OriginImport,
			File: store.File{Name: "价格.csv", SHA: "ab12"}, Ops: []store.Op{edit("of-1", 1, price("of-1", "2.5"))}})
		if err != nil {
			t.Fatal(err)
		}
		c.at = c.at.Add(time.Hour)
		apply(t, s, store.Op{Kind: dataset.Offers, Key: "of-1", ExpectVersion: 2})
		history, err := s.History(ctx, dataset.Offers, "of-1")
		if err != nil || len(history) != 2 {
			t.Fatalf("%d versions, %v", len(history), err)
		}
		newest, first := history[0], history[1]
		if newest.Record.Get("price_amount") != "2.5" || newest.Number != 2 || newest.Opened.Who != "li" || newest.Opened.Why != "官网已改价" ||
			newest.Opened.File.Name != "价格.csv" || newest.Closed == nil || !newest.Closed.At.Equal(c.at) {
			t.Errorf("newest: %+v", newest)
		}
		if first.Record.Get("price_amount") != "2" || first.Opened.Origin != store.OriginSeed || first.Closed.ID != newest.Opened.ID {
			t.Errorf("first: %+v", first)
		}
		if _, err := s.Record(ctx, dataset.Offers, "of-1"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("an ended record: %v", err)
		}
		if _, err := s.History(ctx, dataset.Offers, "never"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a key never used: %v", err)
		}
	})
}

func TestAPastMomentShowsWhatWasRecordedThen(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		apply(t, s, edit("of-1", 1, price("of-1", "2.5")))
		changed := c.at
		c.at = c.at.Add(24 * time.Hour)
		apply(t, s, store.Op{Kind: dataset.Offers, Key: "of-1", ExpectVersion: 2}, edit("", 0, price("of-3", "7")))
		amounts := func(at time.Time) (got []string) {
			for _, r := range load(t, s, &at).Set[dataset.Offers] {
				got = append(got, r.Get("price_amount"))
			}
			return got
		}
		for _, c := range []struct {
			at   time.Time
			want []string
		}{
			{store.SeedMoment, []string{"2", "0.0084"}},
			{changed.Add(-time.Millisecond), []string{"2", "0.0084"}},
			{changed, []string{"2.5", "0.0084"}},
			{c.at, []string{"0.0084", "7"}},
			{c.at.AddDate(10, 0, 0), []string{"0.0084", "7"}},
		} {
			if diff := cmp.Diff(c.want, amounts(c.at)); diff != "" {
				t.Errorf("%v: %s", c.at, diff)
			}
		}
		early := store.SeedMoment.Add(-time.Millisecond)
		if _, err := s.Load(context.Background(), &early); !errors.Is(err, store.ErrBeforeRecords) {
			t.Errorf("before the first changeset: %v", err)
		}
		at := changed
		past := load(t, s, &at)
		if len(past.OldPrices) != 1 || past.OldPrices[0].Record.Get("price_amount") != "2" || past.Revision != 2 {
			t.Errorf("history as of then: %+v", past.OldPrices)
		}
		now := load(t, s, nil).OldPrices
		if len(now) != 2 || !now[1].Recorded.From.Equal(changed) || !now[1].Recorded.To.Equal(c.at) {
			t.Errorf("old prices: %+v", now)
		}
	})
}

func TestAClockThatIsSetBackKeepsTheOrderOfChanges(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		apply(t, s, edit("of-1", 1, price("of-1", "3")))
		c.at = c.at.Add(-10 * 365 * 24 * time.Hour)
		apply(t, s, edit("of-1", 2, price("of-1", "4")))
		history, err := s.History(context.Background(), dataset.Offers, "of-1")
		if err != nil {
			t.Fatal(err)
		}
		if !history[0].Opened.At.After(history[1].Opened.At) {
			t.Errorf("the later change is dated %v, the earlier %v", history[0].Opened.At, history[1].Opened.At)
		}
	})
}

func TestAChangeBelongsToItsDayInShanghai(t *testing.T) {
	for at, want := range map[string]string{"2027-03-01 00:30": "2027-03-01", "2027-02-28 23:59": "2027-02-28", "2028-02-29 07:30": "2028-02-29"} {
		eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
			c.at = shanghai(at).UTC()
			apply(t, s, edit("of-1", 1, price("of-1", "3")))
			snapshot := load(t, s, nil)
			if got := catalog.DateOf(snapshot.Changes[0].At).String(); got != want {
				t.Errorf("%s is logged under %s", at, got)
			}
			if got := catalog.DateOf(snapshot.OldPrices[0].Recorded.To).String(); got != want {
				t.Errorf("the old price of %s ends on %s", at, got)
			}
		})
	}
}

func TestTheRevisionGrowsWithEveryChangeAndOnlyThen(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, _ *clock) {
		revision := func() int64 {
			r, err := s.Revision(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		before := revision()
		if apply(t, s, edit("of-1", 1, price("of-1", "2"))); revision() != before {
			t.Error("a save without a change raised the revision")
		}
		if done := apply(t, s, edit("of-1", 1, price("of-1", "2.1"))); revision() != before+1 || done.Revision != before+1 {
			t.Errorf("revision %d after a change from %d", revision(), before)
		}
	})
}

func TestThePublicLogNamesChangedColumns(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		apply(t, s, edit("of-1", 1, price("of-1", "2.5", "region", "北京", "note", "for editors")))
		apply(t, s, edit("of-1", 2, price("of-1", "2.5", "region", "北京", "note", "again")))
		apply(t, s, edit("", 0, price("of-3", "7")), store.Op{Kind: dataset.Offers, Key: "of-2", ExpectVersion: 1})
		var got []catalog.Change
		for _, change := range load(t, s, nil).Changes {
			change.At, change.Reason = time.Time{}, ""
			got = append(got, change)
		}
		want := []catalog.Change{
			{Changeset: 4, Kind: "offers", Key: "of-2", Action: "removed", Provider: "autodl", Field: "price_amount", Old: "0.0084"},
			{Changeset: 4, Kind: "offers", Key: "of-3", Action: "added", Provider: "autodl", Field: "price_amount", New: "7"},
			{Changeset: 2, Kind: "offers", Key: "of-1", Action: "changed", Provider: "autodl", Field: "region", New: "北京"},
			{Changeset: 2, Kind: "offers", Key: "of-1", Action: "changed", Provider: "autodl", Field: "price_amount", Old: "2", New: "2.5"},
			{Changeset: 1, Kind: "providers", Key: "autodl", Action: "added", Provider: "autodl"},
			{Changeset: 1, Kind: "offers", Key: "of-1", Action: "added", Provider: "autodl", Field: "price_amount", New: "2"},
			{Changeset: 1, Kind: "offers", Key: "of-2", Action: "added", Provider: "autodl", Field: "price_amount", New: "0.0084"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestALargeImportIsOneLinePerProviderInThePublicLog(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, _ *clock) {
		ops := []store.Op{{Kind: dataset.Offers, Key: "of-1", ExpectVersion: 1}}
		for i := range 150 {
			ops = append(ops, edit("", 0, price("bulk-a"+time.Duration(i).String(), "1")), edit("", 0, price("bulk-b"+time.Duration(i).String(), "1", "provider", "runpod")))
		}
		apply(t, s, ops...)
		var got []catalog.Change
		for _, change := range load(t, s, nil).Changes {
			if change.Changeset == 2 {
				change.At, change.Reason = time.Time{}, ""
				got = append(got, change)
			}
		}
		want := []catalog.Change{
			{Changeset: 2, Kind: "offers", Action: "imported", Provider: "autodl", New: "150"},
			{Changeset: 2, Kind: "offers", Action: "imported", Provider: "runpod", New: "150"},
			{Changeset: 2, Kind: "offers", Action: "removed", Provider: "autodl", Old: "1"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestAChangesetIsTakenBackAsAWhole(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, _ *clock) {
		ctx := context.Background()
		before := load(t, s, nil).Set
		done := apply(t, s, edit("of-1", 1, price("of-1", "9")), store.Op{Kind: dataset.Offers, Key: "of-2", ExpectVersion: 1}, edit("", 0, price("of-3", "7")))
		back, err := s.Revert(ctx, store.Reversal{Changeset: done.Changeset, Who: "b", Why: "wrong file"})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, load(t, s, nil).Set); diff != "" {
			t.Error(diff)
		}
		detail, err := s.ChangesetDetail(ctx, back.Changeset)
		if err != nil || detail.Reverts != done.Changeset || detail.Origin != store.OriginRevert || len(detail.Records) != 3 {
			t.Errorf("the reversal is recorded as %+v, %v", detail, err)
		}
		if _, err := s.Revert(ctx, store.Reversal{Changeset: done.Changeset, Who: "b"}); !errors.Is(err, store.ErrConflict) {
			t.Errorf("taken back twice: %v", err)
		}
		if _, err := s.Revert(ctx, store.Reversal{Changeset: 1, Who: "b"}); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("the seed: %v", err)
		}
		if _, err := s.Revert(ctx, store.Reversal{Changeset: 99, Who: "b"}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("no such changeset: %v", err)
		}
	})
}

func TestOneRecordOfAChangesetIsTakenBack(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, _ *clock) {
		done := apply(t, s, edit("of-1", 1, price("of-1", "9")), edit("of-2", 1, price("of-2", "8")))
		if _, err := s.Revert(context.Background(), store.Reversal{Changeset: done.Changeset, Kind: dataset.Offers, Key: "of-2", Who: "b"}); err != nil {
			t.Fatal(err)
		}
		offers := load(t, s, nil).Set[dataset.Offers]
		if offers[0].Get("price_amount") != "9" || offers[1].Get("price_amount") != "0.0084" {
			t.Errorf("prices are %s and %s", offers[0].Get("price_amount"), offers[1].Get("price_amount"))
		}
		if _, err := s.Revert(context.Background(), store.Reversal{Changeset: done.Changeset, Kind: dataset.Offers, Key: "of-9", Who: "b"}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a record the changeset did not touch: %v", err)
		}
	})
}

func TestTakingBackNeverUndoesLaterEdits(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, _ *clock) {
		ctx := context.Background()
		done := apply(t, s, edit("of-1", 1, price("of-1", "9")), store.Op{Kind: dataset.Offers, Key: "of-2", ExpectVersion: 1})
		apply(t, s, edit("of-1", 2, price("of-1", "10")))
		_, err := s.Revert(ctx, store.Reversal{Changeset: done.Changeset, Who: "b"})
		var conflict *store.ConflictError
		if !errors.As(err, &conflict) || len(conflict.Conflicts) != 1 || conflict.Conflicts[0].Theirs.Get("price_amount") != "10" {
			t.Fatalf("a later edit: %v", err)
		}
		again := apply(t, s, edit("of-2", 0, price("of-2", "4")))
		apply(t, s, store.Op{Kind: dataset.Offers, Key: "of-2", ExpectVersion: 2})
		_, err = s.Revert(ctx, store.Reversal{Changeset: done.Changeset, Kind: dataset.Offers, Key: "of-2", Who: "b"})
		if !errors.As(err, &conflict) || again.Added != 1 {
			t.Errorf("added and ended again since: %v", err)
		}
	})
}

// TestAChangeIsTakenBackWhateverWasUndoneSince undoes each kind of change after a later
// change of the record was undone: the record holds what the first change left.
func TestAChangeIsTakenBackWhateverWasUndoneSince(t *testing.T) {
	end := func(version int64) store.Op {
		return store.Op{Kind: dataset.Offers, Key: "of-1", ExpectVersion: version}
	}
	for name, c := range map[string]struct{ first, later store.Op }{
		"an edit, ended since":  {edit("of-1", 1, price("of-1", "9")), end(2)},
		"an edit, edited since": {edit("of-1", 1, price("of-1", "9")), edit("of-1", 2, price("of-1", "10"))},
		"an end, used again":    {end(1), edit("of-1", 0, price("of-1", "2"))},
		"an addition, ended":    {edit("", 0, price("of-9", "7")), store.Op{Kind: dataset.Offers, Key: "of-9", ExpectVersion: 1}},
		"an addition, edited":   {edit("", 0, price("of-9", "7")), edit("of-9", 1, price("of-9", "8"))},
		"an edit of another":    {edit("of-1", 1, price("of-1", "9")), edit("of-2", 1, price("of-2", "9"))},
	} {
		t.Run(name, func(t *testing.T) {
			eachWithClock(t, func(t *testing.T, s *store.Store, _ *clock) {
				before := load(t, s, nil).Set
				first := apply(t, s, c.first, edit("of-2", 1, price("of-2", "8.5")))
				if c.later.Key == "of-2" {
					c.later.ExpectVersion = 2
				}
				later := apply(t, s, c.later)
				for _, id := range []int64{later.Changeset, first.Changeset} {
					if _, err := s.Revert(t.Context(), store.Reversal{Changeset: id, Who: "b", Why: "undo"}); err != nil {
						t.Fatalf("taking %d back: %v", id, err)
					}
				}
				if diff := cmp.Diff(before, load(t, s, nil).Set); diff != "" {
					t.Error(diff)
				}
			})
		})
	}
}

func TestChangesetsAreListedNewestFirst(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, _ *clock) {
		ctx := context.Background()
		apply(t, s, edit("of-1", 1, price("of-1", "9")))
		apply(t, s, edit("of-1", 2, price("of-1", "8")), edit("", 0, price("of-3", "1")))
		list, total, err := s.Changesets(ctx, store.ChangesetFilter{}, store.Page{Number: 1, Per: 2})
		if err != nil || total != 3 || len(list) != 2 || list[0].ID != 3 || list[0].Opened != 2 || list[0].Closed != 1 {
			t.Errorf("%+v of %d, %v", list, total, err)
		}
		list, total, err = s.Changesets(ctx, store.ChangesetFilter{Origin: store.OriginSeed, Who: "gpuscale"}, store.Page{})
		if err != nil || total != 1 || len(list) != 1 || list[0].ID != 1 {
			t.Errorf("filtered: %+v of %d, %v", list, total, err)
		}
		if _, _, err := s.Changesets(ctx, store.ChangesetFilter{}, store.Page{Number: -1}); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("page -1: %v", err)
		}
		if _, err := s.ChangesetDetail(ctx, 77); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("no such changeset: %v", err)
		}
	})
}

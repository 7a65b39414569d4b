package snapshot_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"gpuscale/catalog"
	"gpuscale/snapshot"
)

var shanghai = time.FixedZone("UTC+8", 8*60*60)

// records stand for the store: a revision, how often they were read, a failure.
type records struct {
	mutex    sync.Mutex
	revision int64
	loads    int
	asOf     []time.Time
	failure  error
	now      time.Time
}

func (r *records) load(_ context.Context, at *time.Time) (catalog.Data, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.loads++
	if at != nil {
		r.asOf = append(r.asOf, *at)
	}
	return catalog.Data{Revision: r.revision}, r.failure
}

func (r *records) newest(context.Context) (int64, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.revision, r.failure
}

func (r *records) set(change func(*records)) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	change(r)
}

func (r *records) clock() time.Time {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.now
}

func newSnapshot(t *testing.T) (*snapshot.Snapshot, *records) {
	t.Helper()
	r := &records{revision: 1, now: time.Date(2026, 12, 1, 12, 0, 0, 0, shanghai)}
	return snapshot.New(snapshot.Config{Load: r.load, Revision: r.newest, Now: r.clock, Log: slog.New(slog.DiscardHandler), Zone: shanghai}), r
}

func TestNothingIsShownBeforeTheFirstMarket(t *testing.T) {
	s, _ := newSnapshot(t)
	if s.Current() != nil || s.Version() != "" || !s.NewestSeen().IsZero() {
		t.Error("an empty snapshot claims a market")
	}
}

func TestTheMarketIsBuiltAnewWhenRecordsOrTheDayChange(t *testing.T) {
	s, r := newSnapshot(t)
	for _, row := range []struct {
		name    string
		change  func(*records)
		loads   int
		version string
	}{
		{"at the start", func(*records) {}, 1, "1-2026-12-01"},
		{"nothing changed", func(*records) {}, 1, "1-2026-12-01"},
		{"a change of the records", func(r *records) { r.revision = 2 }, 2, "2-2026-12-01"},
		{"a minute before midnight", func(r *records) { r.now = time.Date(2026, 12, 1, 15, 59, 0, 0, time.UTC) }, 2, "2-2026-12-01"},
		{"midnight in Shanghai", func(r *records) { r.now = time.Date(2026, 12, 1, 16, 0, 0, 0, time.UTC) }, 3, "2-2026-12-02"},
		{"a clock that went back a day", func(r *records) { r.now = time.Date(2026, 12, 1, 12, 0, 0, 0, shanghai) }, 4, "2-2026-12-01"},
	} {
		r.set(row.change)
		if err := s.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		if r.loads != row.loads || s.Version() != row.version || s.Current() == nil || s.Current().Revision() != r.revision {
			t.Errorf("%s: loaded %d times, version %s; want %d, %s", row.name, r.loads, s.Version(), row.loads, row.version)
		}
	}
}

func TestAStateIsNotTakenForAnotherOfItsNumber(t *testing.T) {
	versions := map[string]bool{}
	for _, at := range []time.Time{{}, time.UnixMilli(1), time.UnixMilli(2)} {
		data := catalog.Data{Revision: 5}
		if !at.IsZero() {
			data.Changes = []catalog.Change{{Changeset: 5, At: at, Kind: "offers"}}
		}
		load := func(context.Context, *time.Time) (catalog.Data, error) { return data, nil }
		s := snapshot.New(snapshot.Config{Load: load, Revision: func(context.Context) (int64, error) { return 5, nil },
			Now: func() time.Time { return time.Unix(1e9, 0) }, Log: slog.New(slog.DiscardHandler), Zone: shanghai})
		if err := s.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		versions[s.Version()] = true
	}
	if len(versions) != 3 {
		t.Errorf("three histories have the versions %v", versions)
	}
}

func TestAFailureKeepsTheLastMarket(t *testing.T) {
	s, r := newSnapshot(t)
	if err := s.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := s.Current()
	failure := errors.New("disk")
	r.set(func(r *records) { r.revision, r.failure = 2, failure })
	if err := s.Refresh(t.Context()); !errors.Is(err, failure) || s.Current() != before || s.Version() != "1-2026-12-01" {
		t.Errorf("got %v, version %s", err, s.Version())
	}
}

func TestChangesOfOtherInstancesAreFollowed(t *testing.T) {
	s, r := newSnapshot(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { s.Follow(ctx, time.Millisecond); close(done) }()
	r.set(func(r *records) { r.revision = 5 })
	for deadline := time.Now().Add(10 * time.Second); s.Version() != "5-2026-12-01"; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("version %q", s.Version())
		}
	}
	cancel()
	<-done
}

func TestPastMomentsAreBuiltOnceAndTheLastFewKept(t *testing.T) {
	s, r := newSnapshot(t)
	r.set(func(r *records) { r.now = time.Date(2026, 12, 31, 12, 0, 0, 0, shanghai) })
	day := func(d int) time.Time { return time.Date(2026, 12, d, 23, 59, 59, 0, shanghai) }
	for _, d := range []int{1, 2, 1, 3, 4, 1, 5, 1, 2} {
		m, err := s.AsOf(t.Context(), day(d))
		if err != nil || !m.At().Equal(day(d)) {
			t.Fatalf("%d: %v at %v", d, err, m.At())
		}
	}
	// 1 stays because it is used; 2 is the one forgotten when 5 comes.
	want := []time.Time{day(1), day(2), day(3), day(4), day(5), day(2)}
	if len(r.asOf) != len(want) {
		t.Fatalf("built %v", r.asOf)
	}
	for i := range want {
		if !r.asOf[i].Equal(want[i]) {
			t.Errorf("built %v", r.asOf)
		}
	}
}

func TestTheEndOfTodayFollowsTheRecords(t *testing.T) {
	s, r := newSnapshot(t)
	tonight := time.Date(2026, 12, 1, 23, 59, 59, 0, shanghai)
	for _, row := range []struct {
		name   string
		change func(*records)
		built  int
	}{
		{"the first time", func(*records) {}, 1},
		{"nothing changed", func(*records) {}, 1},
		{"a change in the afternoon", func(r *records) { r.revision = 2 }, 2},
		{"after midnight it is read once more", func(r *records) { r.now = tonight.Add(time.Hour); r.revision = 3 }, 3},
		{"and never again", func(r *records) { r.revision = 4 }, 3},
	} {
		r.set(row.change)
		if err := s.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		m, err := s.AsOf(t.Context(), tonight)
		if err != nil || len(r.asOf) != row.built {
			t.Errorf("%s: built %d times, want %d; revision %d, %v", row.name, len(r.asOf), row.built, m.Revision(), err)
		}
	}
}

func TestAMomentBeforeTheRecordsFailsAsLoadDoes(t *testing.T) {
	s, r := newSnapshot(t)
	failure := errors.New("before")
	r.set(func(r *records) { r.failure = failure })
	if _, err := s.AsOf(t.Context(), time.Unix(0, 0)); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
}

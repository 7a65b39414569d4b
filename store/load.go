package store

import (
	"context"
	"fmt"
	"time"

	"gpuscale/catalog"
	"gpuscale/dataset"
)

// Snapshot is everything recorded up to one revision.
type Snapshot struct {
	Revision  int64
	At        time.Time                // when that revision was recorded
	Set       dataset.Set              // records open at the revision, in the order of their first versions
	Versions  map[dataset.Kind][]int64 // beside Set: the version of each record
	OldPrices []OldVersion             // versions of offers that had been replaced or ended, by key and version
	Changes   []catalog.Change
}

// OldVersion is a replaced or ended version of a record and the time during which
// it was the recorded one.
type OldVersion struct {
	Record   dataset.Record
	Recorded catalog.Period
}

// Revision returns the id of the newest changeset, 0 when there is none. It grows
// with every change of data, on whichever instance.
func (s *Store) Revision(ctx context.Context) (int64, error) {
	return reading(ctx, s, func(ctx context.Context) (int64, error) {
		var id int64
		err := s.read.WithContext(ctx).Raw("SELECT COALESCE(MAX(id), 0) FROM changesets").Scan(&id).Error
		return id, err
	})
}

// Load reads what is recorded now, or what was recorded by the moment at. It
// returns ErrBeforeRecords for a moment before the first changeset. No
// transaction is held: versions up to a revision never change, so reading table
// by table is consistent and never keeps the write-ahead log from being cut.
func (s *Store) Load(ctx context.Context, at *time.Time) (Snapshot, error) {
	return within(ctx, s.config.BulkWait, func(ctx context.Context) (Snapshot, error) {
		instants, err := s.instants(ctx, at)
		if err != nil {
			return Snapshot{}, err
		}
		last := instants[len(instants)-1]
		snapshot := Snapshot{Revision: last.ID, At: instant(last.At), Set: dataset.Set{}, Versions: map[dataset.Kind][]int64{}}
		for _, kind := range dataset.Kinds {
			if err := s.loadKind(ctx, tables[kind], &snapshot); err != nil {
				return Snapshot{}, fmt.Errorf("store: load %s: %w", kind, err)
			}
		}
		if snapshot.OldPrices, err = s.oldPrices(ctx, instants); err != nil {
			return Snapshot{}, err
		}
		snapshot.Changes, err = s.changes(ctx, instants)
		return snapshot, err
	})
}

// instants returns the changesets up to the moment at, the newest last.
func (s *Store) instants(ctx context.Context, at *time.Time) ([]changesetRow, error) {
	query := s.read.WithContext(ctx).Order("id")
	if at != nil {
		query = query.Where("at <= ?", at.UnixMilli())
	}
	var rows []changesetRow
	if err := query.Find(&rows).Error; err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, ErrBeforeRecords
	}
	return rows, nil
}

func (s *Store) loadKind(ctx context.Context, t *table, into *Snapshot) error {
	query := s.versions(ctx, t).
		Where("from_cs <= ? AND (to_cs IS NULL OR to_cs > ?)", into.Revision, into.Revision).
		Order(t.position())
	return t.each(query, func(v version) {
		into.Set[t.kind] = append(into.Set[t.kind], v.record)
		into.Versions[t.kind] = append(into.Versions[t.kind], v.number)
	})
}

func (s *Store) oldPrices(ctx context.Context, instants []changesetRow) ([]OldVersion, error) {
	at := make(map[int64]time.Time, len(instants))
	for _, c := range instants {
		at[c.ID] = instant(c.At)
	}
	t := tables[dataset.Offers]
	query := s.versions(ctx, t).Where("to_cs <= ?", instants[len(instants)-1].ID).Order("record_key, version")
	var old []OldVersion
	err := t.each(query, func(v version) {
		old = append(old, OldVersion{Record: v.record, Recorded: catalog.Period{From: at[v.from], To: at[v.to]}})
	})
	return old, err
}

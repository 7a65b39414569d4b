package store

import (
	"context"
	"fmt"
	"time"

	"gpuscale/dataset"
)

// SeedMoment is when the starting data counts as recorded.
var SeedMoment = time.Date(2026, 12, 1, 0, 0, 0, 0, time.FixedZone("Asia/Shanghai", 8*60*60))

// Seed records the starting data as the first changeset, at the given moment, and
// marks the database as initialised. It returns ErrConflict when the database
// holds data already, also when another instance is quicker.
func (s *Store) Seed(ctx context.Context, set dataset.Set, at time.Time) error {
	_, err := within(ctx, s.config.BulkWait, func(ctx context.Context) (struct{}, error) {
		err := s.inTransaction(ctx, func(tx *transaction) error { return s.seed(ctx, tx, set, at) })
		if err == nil {
			err = s.keepMark(ctx)
		}
		if err == nil {
			err = s.truncateLog(ctx)
		}
		return struct{}{}, err
	})
	return err
}

func (s *Store) seed(ctx context.Context, tx *transaction, set dataset.Set, at time.Time) error {
	r, err := s.newRecorder(ctx, tx)
	if err != nil {
		return err
	}
	if last, _, err := r.last(); err != nil || last != 0 {
		if err == nil {
			err = fmt.Errorf("%w: the database holds data already", ErrConflict)
		}
		return err
	}
	first := Changeset{Who: "gpuscale", Why: "初始数据 / starting data", Origin: OriginSeed}
	if err := r.begin(first, at, 0); err != nil {
		return err
	}
	for _, kind := range dataset.Kinds {
		if err := r.seedKind(tables[kind], set[kind]); err != nil {
			return err
		}
	}
	_, err = r.exec("INSERT INTO meta (name, value) VALUES ("+r.dialect.params(2)+")", initialisedMark,
		s.config.Now().UTC().Format(time.RFC3339Nano))
	return err
}

func (r *recorder) seedKind(t *table, records []dataset.Record) error {
	for _, record := range records {
		if record.Key == "" {
			return fmt.Errorf("%w: a record of %s has no key", ErrInvalid, t.kind)
		}
		if err := r.open(t, 1, record); err != nil {
			return fmt.Errorf("%s %s: %w", t.kind, record.Key, err)
		}
	}
	return nil
}

// truncateLog cuts the write-ahead log back after a large transaction. A reader
// that is in the way only postpones that.
func (s *Store) truncateLog(ctx context.Context) error {
	if s.onPostgres() {
		return nil
	}
	var busy, log, done int
	return s.write.WithContext(ctx).Raw("PRAGMA wal_checkpoint(TRUNCATE)").Row().Scan(&busy, &log, &done)
}

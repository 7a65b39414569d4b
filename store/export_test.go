package store

import (
	"context"
	"database/sql"
	"time"
)

// MigrateTo lets tests stop at an older schema.
func (s *Store) MigrateTo(ctx context.Context, version int64) error { return s.migrateTo(ctx, version) }

// LatestVersion is the schema version of this program.
func (s *Store) LatestVersion() (int64, error) {
	p, err := s.migrationProvider()
	if err != nil {
		return 0, err
	}
	return latestVersion(p), nil
}

// Pools are the connection pools, the writing one first.
func (s *Store) Pools() (write, read *sql.DB, err error) {
	if write, err = s.write.DB(); err != nil {
		return nil, nil, err
	}
	read, err = s.read.DB()
	return write, read, err
}

// Within runs f as every call to the database is run.
func Within(ctx context.Context, limit time.Duration, f func(context.Context) (int, error)) (int, error) {
	return within(ctx, limit, f)
}

// Bookkeeping are the columns that every table of versions has of its own.
var Bookkeeping = bookkeeping

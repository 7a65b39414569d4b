package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"gorm.io/gorm"
)

// Config says which database to open and how long callers wait for it.
type Config struct {
	DSN       string           // path of a SQLite file, or a postgres:// URL
	Now       func() time.Time // the clock; time.Now when nil
	ReadWait  time.Duration    // longest wait for a read; 2 s when 0
	WriteWait time.Duration    // longest wait for a write; 6 s when 0
	BulkWait  time.Duration    // longest wait for an import, load or backup; 5 min when 0
}

func (c Config) withDefaults() Config {
	if c.Now == nil {
		c.Now = time.Now
	}
	for _, d := range []struct {
		set     *time.Duration
		initial time.Duration
	}{{&c.ReadWait, 2 * time.Second}, {&c.WriteWait, 6 * time.Second}, {&c.BulkWait, 5 * time.Minute}} {
		if *d.set == 0 {
			*d.set = d.initial
		}
	}
	return c
}

// Store is an open database. Its methods may be used from many goroutines.
type Store struct {
	config  Config
	address address
	write   *gorm.DB // SQLite: one connection, so writers queue instead of failing
	read    *gorm.DB // SQLite: four read-only connections; PostgreSQL: same as write
}

// Close releases the connections.
func (s *Store) Close() error {
	writer, err := s.write.DB()
	if err != nil {
		return err
	}
	if s.read == nil || s.read == s.write {
		return writer.Close()
	}
	reader, err := s.read.DB()
	if err != nil {
		return err
	}
	return errors.Join(reader.Close(), writer.Close())
}

// Ping reports whether the database answers within the time a page may wait.
func (s *Store) Ping(ctx context.Context) error {
	_, err := reading(ctx, s, func(ctx context.Context) (int, error) {
		var one int
		err := s.read.WithContext(ctx).Raw("SELECT 1").Scan(&one).Error
		return one, err
	})
	return err
}

// now is the present in milliseconds since 1970, UTC: the form of every instant here.
func (s *Store) now() int64 { return s.config.Now().UnixMilli() }

func instant(milliseconds int64) time.Time { return time.UnixMilli(milliseconds).UTC() }

func (s *Store) onPostgres() bool { return s.address.dialect == postgresDialect }

// writer returns the pool for transactions with prepared statements, which cost
// half of what GORM's own inserts do.
func (s *Store) writer() (*sql.DB, error) { return s.write.DB() }

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

const (
	readerConnections   = 4
	postgresConnections = 16
)

// Open connects to the database and checks that it is sound, that its settings
// took hold, and that it is neither newer than this program nor emptied since it
// was initialised. It changes no schema: call Migrate before anything else on a
// new or older database. A refusal is one of the errors Err… at start, and names
// the command that helps.
func Open(ctx context.Context, config Config) (*Store, error) {
	where, err := parseDSN(config.DSN)
	if err != nil {
		return nil, err
	}
	s := &Store{config: config.withDefaults(), address: where}
	return within(ctx, s.config.BulkWait, func(ctx context.Context) (*Store, error) {
		if err := s.connect(); err != nil {
			return nil, err
		}
		if err := s.checkAtStart(ctx); err != nil {
			return nil, errors.Join(err, s.Close())
		}
		return s, nil
	})
}

func (s *Store) connect() error {
	if s.onPostgres() {
		return s.connectPostgres()
	}
	return s.connectSQLite()
}

func (s *Store) connectPostgres() error {
	db, err := gorm.Open(postgres.New(postgres.Config{DSN: s.address.writer}), gormConfig())
	if err != nil {
		return err
	}
	pool, err := db.DB()
	if err != nil {
		return err
	}
	pool.SetMaxOpenConns(postgresConnections)
	pool.SetMaxIdleConns(postgresConnections)
	s.write, s.read = db, db
	return nil
}

func (s *Store) connectSQLite() error {
	if err := s.refuseLostFile(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.address.path), 0o750); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	var err error
	if s.write, err = openSQLite(s.address.writer, 1); err != nil {
		return s.explain(err)
	}
	if s.read, err = openSQLite(s.address.readers, readerConnections); err != nil {
		return errors.Join(s.explain(err), s.Close())
	}
	return nil
}

func openSQLite(dsn string, connections int) (*gorm.DB, error) {
	pool := sql.OpenDB(sqliteConnector{dsn: dsn})
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	db, err := gorm.Open(sqlite.New(sqlite.Config{Conn: pool}), gormConfig())
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return db, nil
}

func gormConfig() *gorm.Config {
	return &gorm.Config{TranslateError: true, Logger: logger.Discard, SkipDefaultTransaction: true}
}

// explain adds the file and the repairing command to an error of opening it.
func (s *Store) explain(err error) error {
	if classified := classify(err); errors.Is(classified, ErrDamaged) {
		return fmt.Errorf("%w: %s: restore a backup with: %s", classified, s.address.path, s.restoreCommand())
	}
	return fmt.Errorf("%s: %w", s.address.path, err)
}

func (s *Store) restoreCommand() string {
	if s.onPostgres() {
		return "pg_restore (see the manual of PostgreSQL)"
	}
	return "gpuscale restore -db " + s.address.path + " FILE"
}

func (s *Store) checkAtStart(ctx context.Context) error {
	checks := []func(context.Context) error{s.checkEncoding, s.refuseNewerSchema, s.refuseEmptied}
	if !s.onPostgres() {
		checks = []func(context.Context) error{s.checkEngine, s.checkSettings, s.checkFile, s.refuseForeignFile,
			s.refuseNewerSchema, s.refuseEmptied, s.keepMark}
	}
	for _, check := range checks {
		if err := check(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) checkEncoding(ctx context.Context) error {
	var encoding string
	if err := s.read.WithContext(ctx).Raw("SHOW server_encoding").Scan(&encoding).Error; err != nil {
		return err
	}
	if encoding != "UTF8" {
		return fmt.Errorf("%w: the PostgreSQL database must use UTF8, not %s", ErrInvalid, encoding)
	}
	return nil
}

// checkEngine refuses SQLite releases in which resetting the write-ahead log can
// lose pages under several connections.
func (s *Store) checkEngine(ctx context.Context) error {
	var version string
	if err := s.write.WithContext(ctx).Raw("SELECT sqlite_version()").Scan(&version).Error; err != nil {
		return s.explain(err)
	}
	if !atLeast(version, [3]int{3, 51, 3}) {
		return fmt.Errorf("%w: built with SQLite %s, which can corrupt files; 3.51.3 or later is needed", ErrInvalid, version)
	}
	return nil
}

func atLeast(version string, want [3]int) bool {
	parts := strings.Split(version, ".")
	for i, w := range want {
		got := 0
		if i < len(parts) {
			got, _ = strconv.Atoi(parts[i])
		}
		if got != w {
			return got > w
		}
	}
	return true
}

// checkFile looks for damaged pages. On a 100 MB file this takes well below a second.
func (s *Store) checkFile(ctx context.Context) error {
	var problems []string
	if err := s.read.WithContext(ctx).Raw("PRAGMA quick_check(5)").Scan(&problems).Error; err != nil {
		return s.explain(err)
	}
	if len(problems) != 1 || problems[0] != "ok" {
		return fmt.Errorf("%w: %s: %s; restore a backup with: %s", ErrDamaged, s.address.path,
			strings.Join(problems, "; "), s.restoreCommand())
	}
	return nil
}

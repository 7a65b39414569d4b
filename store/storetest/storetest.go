// Package storetest gives tests fresh databases: SQLite in a folder of the test,
// and PostgreSQL in a server that is started once per test process.
//
// PostgreSQL is taken from GPUSCALE_TEST_PG (the URL of a server on which databases
// may be created), else from installed binaries. Without either the PostgreSQL half
// of a test is skipped with the reason, or fails when CI is "true".
package storetest

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx" of Raw
	_ "github.com/mattn/go-sqlite3"    // the driver "sqlite3" of Raw

	"gpuscale/store"
)

// Each runs f as one subtest per database, with the DSN of a fresh, empty one.
func Each(t *testing.T, f func(t *testing.T, dsn string)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { f(t, SQLite(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { f(t, PostgreSQL(t)) })
}

// EachMigrated is Each with databases that may be migrated already, which saves
// time for tests that are not about migrations.
func EachMigrated(t *testing.T, f func(t *testing.T, dsn string)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { f(t, SQLite(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { f(t, database(t, (*server).createMigrated)) })
}

// EachStore runs f as one subtest per database, with a migrated, empty store.
func EachStore(t *testing.T, f func(t *testing.T, s *store.Store)) {
	t.Helper()
	EachMigrated(t, func(t *testing.T, dsn string) { f(t, Open(t, store.Config{DSN: dsn})) })
}

// New returns a migrated, empty store on SQLite, for tests of other packages.
func New(t testing.TB) *store.Store {
	t.Helper()
	return Open(t, store.Config{DSN: SQLite(t)})
}

// SQLite returns the path of a database file that does not exist yet, in a folder
// that is removed with the test.
func SQLite(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "gpuscale.db")
}

// PostgreSQL returns the URL of a fresh database, dropped with the test.
func PostgreSQL(t testing.TB) string {
	t.Helper()
	return database(t, func(s *server) (string, func() error, error) { return s.createDatabase("template0") })
}

func database(t testing.TB, create func(*server) (string, func() error, error)) string {
	t.Helper()
	server, err := sharedServer()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("PostgreSQL is needed: %v", err)
		}
		t.Skipf("PostgreSQL is left out: %v", err)
	}
	dsn, drop, err := create(server)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := drop(); err != nil {
			t.Error(err)
		}
	})
	return dsn
}

// Open opens and migrates the store that config describes and closes it with the
// test.
func Open(t testing.TB, config store.Config) *store.Store {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s, err := store.Open(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := s.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	return s
}

// Raw opens the database beside the store, for tests that look behind it or try
// what the store never does.
func Raw(t testing.TB, dsn string) *sql.DB {
	t.Helper()
	driver := "sqlite3"
	if strings.HasPrefix(dsn, "postgres") {
		driver = "pgx"
	}
	db, err := sql.Open(driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

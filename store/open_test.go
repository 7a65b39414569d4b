package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gpuscale/store"
	"gpuscale/store/storetest"
)

func TestEveryPooledConnectionHasItsSettings(t *testing.T) {
	s := storetest.New(t)
	write, read, err := s.Pools()
	if err != nil {
		t.Fatal(err)
	}
	held := 0
	for _, pool := range []*sql.DB{write, read} {
		for range pool.Stats().MaxOpenConnections {
			c, err := pool.Conn(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			held++
			for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1",
				"busy_timeout": "5000", "journal_size_limit": "67108864"} {
				var got string
				if err := c.QueryRowContext(context.Background(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
					t.Errorf("connection %d: %s is %q (%v), want %s", held, pragma, got, err, want)
				}
			}
		}
	}
	if held != 5 {
		t.Errorf("%d connections, want one writer and four readers", held)
	}
	var version string
	if err := storetest.Raw(t, ":memory:").QueryRow("SELECT sqlite_version()").Scan(&version); err != nil {
		t.Fatal(err)
	}
	var major, minor, patch int
	if _, err := fmt.Sscanf(version, "%d.%d.%d", &major, &minor, &patch); err != nil || major*1e6+minor*1e3+patch < 3051003 {
		t.Errorf("SQLite %s can corrupt files", version)
	}
}

func TestReadersCannotWrite(t *testing.T) {
	s := storetest.New(t)
	_, read, err := s.Pools()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read.Exec("INSERT INTO meta (name, value) VALUES ('a', 'b')"); err == nil {
		t.Error("a reading connection wrote")
	}
}

func TestAFileNameMayHoldAnything(t *testing.T) {
	for _, name := range []string{"with space.db", "100%.db", "a?mode=memory", "a#b.db", "算力.db", "new/folder/x.db"} {
		path := filepath.Join(t.TempDir(), name)
		s := storetest.Open(t, store.Config{DSN: path})
		seeded(t, s)
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// refusal opens a database that must be refused and returns the error.
func refusal(t *testing.T, dsn string, want error) string {
	t.Helper()
	s, err := store.Open(context.Background(), store.Config{DSN: dsn})
	if err == nil {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %v", err, want)
	}
	return err.Error()
}

func closedSQLite(t *testing.T) string {
	t.Helper()
	path := storetest.SQLite(t)
	s, err := store.Open(context.Background(), store.Config{DSN: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	seeded(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestALostSQLiteFileIsNotServedAsANewSite(t *testing.T) {
	t.Run("deleted", func(t *testing.T) {
		path := closedSQLite(t)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if text := refusal(t, path, store.ErrEmptied); !strings.Contains(text, "gpuscale restore -db "+path) {
			t.Errorf("no way out is named: %s", text)
		}
		if _, err := os.Stat(path); err == nil {
			t.Error("a new file was made")
		}
	})
	t.Run("emptied", func(t *testing.T) {
		path := closedSQLite(t)
		if err := os.Truncate(path, 0); err != nil {
			t.Fatal(err)
		}
		refusal(t, path, store.ErrEmptied)
	})
	t.Run("replaced by a fresh one", func(t *testing.T) {
		path := closedSQLite(t)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		fresh := storetest.Raw(t, "file:"+path+"?_journal_mode=WAL")
		if _, err := fresh.Exec("CREATE TABLE goose_db_version (version_id INTEGER, is_applied INTEGER)"); err != nil {
			t.Fatal(err)
		}
		refusal(t, path, store.ErrEmptied)
	})
}

func TestALostMarkIsWrittenAgain(t *testing.T) {
	path := closedSQLite(t)
	if err := os.Remove(path + ".initialised"); err != nil {
		t.Fatal(err)
	}
	storetest.Open(t, store.Config{DSN: path})
	if _, err := os.Stat(path + ".initialised"); err != nil {
		t.Error(err)
	}
}

func TestANewerSchemaIsRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		storetest.Open(t, store.Config{DSN: dsn})
		if _, err := storetest.Raw(t, dsn).Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)"); err != nil {
			t.Fatal(err)
		}
		if text := refusal(t, dsn, store.ErrNewerSchema); !strings.Contains(text, "9999") {
			t.Errorf("the version is not named: %s", text)
		}
	})
}

func TestADamagedFileIsRefusedWithTheWayOut(t *testing.T) {
	for name, spoil := range map[string]struct{ offset, length int }{"header": {0, 100}, "pages": {4096 * 3, 4096 * 40}} {
		t.Run(name, func(t *testing.T) {
			path := closedSQLite(t)
			f, err := os.OpenFile(path, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteAt([]byte(strings.Repeat("\xa5", spoil.length)), int64(spoil.offset)); err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			if text := refusal(t, path, store.ErrDamaged); !strings.Contains(text, path) || !strings.Contains(text, "gpuscale restore") {
				t.Errorf("file and command are not named: %s", text)
			}
		})
	}
}

func TestAnotherProgramsDatabaseIsLeftAlone(t *testing.T) {
	path := storetest.SQLite(t)
	if _, err := storetest.Raw(t, path).Exec("CREATE TABLE notes (body TEXT)"); err != nil {
		t.Fatal(err)
	}
	refusal(t, path, store.ErrInvalid)
}

func TestAnAddressThatNamesNoDatabaseIsRefused(t *testing.T) {
	for _, dsn := range []string{"", ":memory:", "postgres://user:secret@%zz/"} {
		if text := refusal(t, dsn, store.ErrInvalid); strings.Contains(text, "secret") {
			t.Errorf("the password is shown: %s", text)
		}
	}
}

func TestALockedDatabaseIsReadAndReportsWritesAsUnavailable(t *testing.T) {
	path := storetest.SQLite(t)
	s := storetest.Open(t, store.Config{DSN: path, WriteWait: 300 * time.Millisecond})
	ctx := seeded(t, s)
	other := storetest.Raw(t, "file:"+path+"?_txlock=immediate")
	lock, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Apply(ctx, store.Changeset{Who: "a", Origin: store.OriginForm, Ops: []store.Op{edit("of-1", 1, price("of-1", "3"))}})
	if !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a write under a foreign lock: %v", err)
	}
	if _, err := s.Record(ctx, "offers", "of-1"); err != nil {
		t.Errorf("a read under a foreign lock: %v", err)
	}
	if err := lock.Rollback(); err != nil {
		t.Fatal(err)
	}
	apply(t, s, edit("of-1", 1, price("of-1", "3")))
}

func TestACallEndsByItsOwnDeadline(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	begin := time.Now()
	_, err := store.Within(context.Background(), 50*time.Millisecond, func(context.Context) (int, error) { <-hang; return 1, nil })
	if !errors.Is(err, store.ErrUnavailable) || time.Since(begin) > time.Second {
		t.Errorf("a call that ignores its context: %v after %v", err, time.Since(begin))
	}
	_, err = store.Within(context.Background(), 50*time.Millisecond, func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
	if !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a call that heeds its context: %v", err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = store.Within(cancelled, time.Minute, func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
	if !errors.Is(err, context.Canceled) || errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a caller that left: %v", err)
	}
	if _, err = store.Within(context.Background(), time.Minute, func(context.Context) (int, error) { panic("out of range") }); err == nil {
		t.Error("a panic was lost")
	}
}

func TestADatabaseIsKeptBeforeItsSchemaChanges(t *testing.T) {
	path, ctx := storetest.SQLite(t), context.Background()
	s, err := store.Open(ctx, store.Config{DSN: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.MigrateTo(ctx, 5); err != nil {
		t.Fatal(err)
	}
	seeded(t, s)
	if err := errors.Join(s.Migrate(ctx), s.Close()); err != nil {
		t.Fatal(err)
	}
	if ids := texts(t, storetest.Raw(t, "file:"+path+".before-5?mode=ro"), "SELECT record_key FROM offers ORDER BY 1"); len(ids) != 2 {
		t.Errorf("the copy holds %v", ids)
	}
}

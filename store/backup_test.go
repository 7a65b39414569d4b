package store_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gpuscale/dataset"
	"gpuscale/store"
	"gpuscale/store/storetest"
)

func TestABackupUnderWritersHoldsEveryEarlierEdit(t *testing.T) {
	s := storetest.Open(t, store.Config{DSN: storetest.SQLite(t), WriteWait: time.Minute})
	ctx := seeded(t, s)
	var saved atomic.Int64
	var group sync.WaitGroup
	stop := make(chan struct{})
	for writer := range 8 {
		group.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				key := "w" + strconv.Itoa(writer) + "-" + strconv.Itoa(n)
				done, err := s.Apply(ctx, store.Changeset{Who: "w", Origin: store.OriginForm, Ops: []store.Op{edit("", 0, price(key, "1"))}})
				if err != nil {
					t.Error(err)
					return
				}
				saved.Store(max(saved.Load(), done.Revision))
			}
		})
	}
	for saved.Load() < 50 {
		time.Sleep(time.Millisecond)
	}
	before, err := s.Revision(ctx)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "backup.db")
	info, err := s.Backup(ctx, file)
	close(stop)
	group.Wait()
	if err != nil || info.Revision < before || info.Bytes == 0 {
		t.Fatalf("%+v after revision %d, %v", info, before, err)
	}
	restored := filepath.Join(t.TempDir(), "restored.db")
	if _, err := store.Restore(ctx, store.Config{DSN: restored}, file); err != nil {
		t.Fatal(err)
	}
	copied := storetest.Open(t, store.Config{DSN: restored})
	if got := load(t, copied, nil); got.Revision != info.Revision || int64(len(got.Set[dataset.Offers])) != info.Revision+1 {
		t.Errorf("restored: revision %d with %d offers", got.Revision, len(got.Set[dataset.Offers]))
	}
	if problems, err := copied.Check(ctx); err != nil || len(problems) > 0 {
		t.Errorf("check: %v, %v", problems, err)
	}
}

func TestAFailedBackupLeavesNothingThatLooksLikeOne(t *testing.T) {
	s := storetest.New(t)
	ctx := seeded(t, s)
	folder := t.TempDir()
	existing := filepath.Join(folder, "there.db")
	if err := os.WriteFile(existing, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"no such folder": filepath.Join(folder, "none", "b.db"),
		"a file in the place of the folder": filepath.Join(existing, "b.db"), "a file that exists": existing} {
		if _, err := s.Backup(ctx, target); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if body, err := os.ReadFile(existing); err != nil || string(body) != "precious" {
		t.Errorf("the existing file holds %q, %v", body, err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// fullDisk tells the re-run test binary to back up under a file size limit.
const fullDisk = "GPUSCALE_TEST_FULL_DISK"

func TestABackupOntoAFullDiskFailsCleanly(t *testing.T) {
	if path := os.Getenv(fullDisk); path != "" {
		backUpWithoutSpace(t, path)
		return
	}
	path, folder := closedSQLite(t), t.TempDir()
	run := exec.Command(os.Args[0], "-test.run=^TestABackupOntoAFullDiskFailsCleanly$", "-test.v")
	run.Env = append(os.Environ(), fullDisk+"="+path, fullDisk+"_TARGET="+filepath.Join(folder, "b.db"))
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func backUpWithoutSpace(t *testing.T, path string) {
	s := storetest.Open(t, store.Config{DSN: path})
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: 64 << 10, Max: 64 << 10}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Backup(context.Background(), os.Getenv(fullDisk+"_TARGET")); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("got %v", err)
	}
}

func TestOnlyABackupIsRestored(t *testing.T) {
	folder, ctx := t.TempDir(), context.Background()
	good := closedSQLite(t)
	bytes, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(folder, "foreign.db")
	if _, err := storetest.Raw(t, foreign).Exec("CREATE TABLE notes (body TEXT)"); err != nil {
		t.Fatal(err)
	}
	write := func(name string, body []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, body, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	spoilt := append([]byte(nil), bytes...)
	copy(spoilt[4096*4:], strings.Repeat("\xa5", 4096*20))
	unused := storetest.SQLite(t)
	storetest.Open(t, store.Config{DSN: unused})
	for name, file := range map[string]string{
		"missing":                           filepath.Join(folder, "none.db"),
		"empty":                             write("empty.db", nil),
		"text":                              write("text.db", []byte(strings.Repeat("no database ", 1000))),
		"cut short":                         write("short.db", bytes[:len(bytes)/2]),
		"damaged":                           write("damaged.db", spoilt),
		"another program's database":        foreign,
		"a database that was never started": unused,
	} {
		target := closedSQLite(t)
		if _, err := store.Restore(ctx, store.Config{DSN: target}, file); !errors.Is(err, store.ErrNoBackup) {
			t.Errorf("%s: %v", name, err)
		}
		if got := load(t, storetest.Open(t, store.Config{DSN: target}), nil); got.Revision != 1 {
			t.Errorf("%s: the database was touched", name)
		}
	}
}

func TestRestoringKeepsTheOldFileAside(t *testing.T) {
	ctx := context.Background()
	backup := closedSQLite(t)
	path := closedSQLite(t)
	s := storetest.Open(t, store.Config{DSN: path})
	apply(t, s, edit("of-1", 1, price("of-1", "99")))
	if _, err := store.Restore(ctx, store.Config{DSN: path}, backup); !errors.Is(err, store.ErrInUse) {
		t.Errorf("restored under a running program: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	done, err := store.Restore(ctx, store.Config{DSN: path}, backup)
	if err != nil {
		t.Fatal(err)
	}
	if got := load(t, storetest.Open(t, store.Config{DSN: path}), nil); got.Revision != 1 {
		t.Errorf("revision %d after restoring", got.Revision)
	}
	if amounts := texts(t, storetest.Raw(t, done.Aside), "SELECT price_amount / 1000000000 FROM offers WHERE record_key = 'of-1' AND to_cs IS NULL"); amounts[0] != "99" {
		t.Errorf("the file aside holds %v", amounts)
	}
}

func TestALostDatabaseIsRestored(t *testing.T) {
	backup, path := closedSQLite(t), closedSQLite(t)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	done, err := store.Restore(context.Background(), store.Config{DSN: path}, backup)
	if err != nil || done.Aside != "" {
		t.Fatalf("%+v, %v", done, err)
	}
	storetest.Open(t, store.Config{DSN: path})
}

func TestPostgreSQLIsBackedUpByItsOwnTools(t *testing.T) {
	dsn, ctx := storetest.PostgreSQL(t), context.Background()
	s := storetest.Open(t, store.Config{DSN: dsn})
	if _, err := s.Backup(ctx, "b.db"); !errors.Is(err, store.ErrUnsupported) || !strings.Contains(err.Error(), "pg_dump") {
		t.Errorf("backup: %v", err)
	}
	if _, err := store.Restore(ctx, store.Config{DSN: dsn}, "b.db"); !errors.Is(err, store.ErrUnsupported) || !strings.Contains(err.Error(), "pg_restore") {
		t.Errorf("restore: %v", err)
	}
}

func TestCheckFindsVersionsThatContradictEachOther(t *testing.T) {
	storetest.EachMigrated(t, func(t *testing.T, dsn string) {
		s := storetest.Open(t, store.Config{DSN: dsn})
		ctx := seeded(t, s)
		apply(t, s, edit("of-1", 1, price("of-1", "3")))
		if problems, err := s.Check(ctx); err != nil || len(problems) != 0 {
			t.Fatalf("a sound database: %v, %v", problems, err)
		}
		gap := strings.Replace(insertion(t, storetest.Raw(t, dsn), dsn, "offers", 1), `'t1', 1,`, `'t1', 5,`, 1)
		if _, err := storetest.Raw(t, dsn).Exec(gap); err != nil {
			t.Fatal(err)
		}
		if problems, err := s.Check(ctx); err != nil || len(problems) != 1 || !strings.Contains(problems[0], "offers: 1 keys") {
			t.Errorf("a gap: %v, %v", problems, err)
		}
	})
}

package store_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"gpuscale/store"
	"gpuscale/store/storetest"
)

func TestAnEmptiedPostgreSQLDatabaseIsRefused(t *testing.T) {
	dsn := storetest.PostgreSQL(t)
	seeded(t, storetest.Open(t, store.Config{DSN: dsn}))
	if _, err := storetest.Raw(t, dsn).Exec("DROP TABLE changesets CASCADE"); err != nil {
		t.Fatal(err)
	}
	if text := refusal(t, dsn, store.ErrEmptied); !strings.Contains(text, "pg_restore") {
		t.Errorf("no way out is named: %s", text)
	}
}

func TestInstancesThatStartTogetherMigrateOnce(t *testing.T) {
	dsn := storetest.PostgreSQL(t)
	const instances = 4
	results := make(chan error, instances)
	for range instances {
		go func() {
			s, err := store.Open(context.Background(), store.Config{DSN: dsn})
			if err == nil {
				err = s.Migrate(context.Background())
				if err == nil {
					if err = s.Seed(context.Background(), seedSet(), store.SeedMoment); errors.Is(err, store.ErrConflict) {
						err = nil
					}
				}
				err = errors.Join(err, s.Close())
			}
			results <- err
		}()
	}
	for range instances {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	db := storetest.Raw(t, dsn)
	twice := texts(t, db, "SELECT version_id::text FROM goose_db_version WHERE version_id > 0 GROUP BY 1 HAVING COUNT(*) > 1")
	if len(twice) > 0 {
		t.Errorf("applied twice: %v", twice)
	}
	if n := texts(t, db, "SELECT COUNT(*)::text FROM changesets"); n[0] != "1" {
		t.Errorf("seeded %s times", n[0])
	}
}

func TestLostConnectionsToPostgreSQLHealAlone(t *testing.T) {
	dsn := storetest.PostgreSQL(t)
	s := storetest.Open(t, store.Config{DSN: dsn})
	ctx := seeded(t, s)
	db := storetest.Raw(t, dsn)
	version := int64(1)
	for range 3 {
		if _, err := db.Exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"); err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		for {
			done, err := s.Apply(ctx, store.Changeset{Who: "a", Origin: store.OriginForm,
				Ops: []store.Op{edit("of-1", version, price("of-1", fmt.Sprint(version+9)))}})
			if err == nil {
				version += int64(done.Changed)
				break
			}
			if !errors.Is(err, store.ErrUnavailable) || time.Since(begin) > 5*time.Second {
				t.Fatalf("after %v: %v", time.Since(begin), err)
			}
		}
	}
	if now, err := s.Record(ctx, "offers", "of-1"); err != nil || now.Version != version {
		t.Errorf("version %d of %d, %v", now.Version, version, err)
	}
}

func TestAServerThatNeverAnswersIsUnavailable(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	begin := time.Now()
	text := refusal(t, "postgres://editor:secret@"+silent.Addr().String()+"/gpuscale?connect_timeout=1&sslmode=disable", store.ErrUnavailable)
	if time.Since(begin) > 5*time.Second || strings.Contains(text, "secret") {
		t.Errorf("after %v: %s", time.Since(begin), text)
	}
}

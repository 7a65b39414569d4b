package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// STRICT tables, triggers and identity columns are spelled differently, so each
// database has its own folder; a test holds both to the same columns.
//
//go:embed migrations
var migrations embed.FS

const versionTable = "goose_db_version"

// Migrate brings the schema up to this program's. On SQLite a database that holds
// data is backed up beside itself first, as FILE.before-N, where N is the schema
// version it had. Instances that start together on PostgreSQL take turns.
func (s *Store) Migrate(ctx context.Context) error {
	_, err := within(ctx, s.config.BulkWait, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, s.migrateTo(ctx, 0)
	})
	return err
}

// migrateTo applies pending migrations up to version, or all when it is 0.
func (s *Store) migrateTo(ctx context.Context, version int64) error {
	provider, err := s.migrationProvider()
	if err != nil {
		return err
	}
	current, err := s.schemaVersion(ctx)
	if err != nil {
		return err
	}
	if version == 0 {
		version = latestVersion(provider)
	}
	if current >= version {
		return nil
	}
	if err := s.keepBeforeMigration(ctx, current); err != nil {
		return err
	}
	if _, err := provider.UpTo(ctx, version); err != nil {
		return fmt.Errorf("store: migrate from version %d: %w", current, err)
	}
	return nil
}

func (s *Store) migrationProvider() (*goose.Provider, error) {
	db, err := s.writer()
	if err != nil {
		return nil, err
	}
	files, err := fs.Sub(migrations, "migrations/"+string(s.address.dialect))
	if err != nil {
		return nil, err
	}
	options := []goose.ProviderOption{goose.WithLogger(goose.NopLogger()), goose.WithDisableGlobalRegistry(true)}
	if !s.onPostgres() {
		return goose.NewProvider(goose.DialectSQLite3, db, files, options...)
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, files, append(options, goose.WithSessionLocker(locker))...)
}

func latestVersion(p *goose.Provider) int64 {
	sources := p.ListSources()
	return sources[len(sources)-1].Version
}

// schemaVersion returns the newest applied migration, 0 for a new database.
func (s *Store) schemaVersion(ctx context.Context) (int64, error) {
	exists, err := s.hasTable(ctx, versionTable)
	if err != nil || !exists {
		return 0, err
	}
	var version int64
	err = s.read.WithContext(ctx).Raw("SELECT COALESCE(MAX(version_id), 0) FROM " + versionTable + " WHERE is_applied").
		Scan(&version).Error
	return version, err
}

func (s *Store) refuseNewerSchema(ctx context.Context) error {
	provider, err := s.migrationProvider()
	if err != nil {
		return err
	}
	version, err := s.schemaVersion(ctx)
	if err != nil {
		return s.explain(err)
	}
	if latest := latestVersion(provider); version > latest {
		return fmt.Errorf("%w: it is at version %d, this program knows %d; run the newer release, or: %s",
			ErrNewerSchema, version, latest, s.restoreCommand())
	}
	return nil
}

func (s *Store) hasTable(ctx context.Context, name string) (bool, error) {
	query := "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = ?"
	if s.onPostgres() {
		query = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = ANY (current_schemas(false)) AND tablename = ?"
	}
	var n int
	err := s.read.WithContext(ctx).Raw(query, name).Scan(&n).Error
	return n > 0, err
}

// keepBeforeMigration copies a SQLite database that a migration is about to change.
func (s *Store) keepBeforeMigration(ctx context.Context, version int64) error {
	if version == 0 || s.onPostgres() {
		return nil
	}
	target := fmt.Sprintf("%s.before-%d", s.address.path, version)
	if _, err := os.Stat(target); err == nil {
		return nil // an earlier, interrupted start has kept it
	}
	if _, err := s.backup(ctx, target); err != nil {
		return fmt.Errorf("store: back up before migrating: %w", err)
	}
	return nil
}

package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gpuscale/dataset"
)

// applicationID is written into the header of this program's SQLite files.
const applicationID = 1196447059

// BackupInfo says what a verified backup holds.
type BackupInfo struct {
	Revision int64
	Versions int64 // rows of all tables of records
	Bytes    int64
}

// Backup writes a consistent copy of a SQLite database to file, which must not
// exist, while editing goes on. The copy is opened, checked and counted before it
// gets its name; on failure nothing is left that looks like a backup. A PostgreSQL
// database is backed up by its own tools: then the error is ErrUnsupported.
func (s *Store) Backup(ctx context.Context, file string) (BackupInfo, error) {
	if s.onPostgres() {
		return BackupInfo{}, fmt.Errorf("%w: use pg_dump --format=custom --file=%s with the address of the database, "+
			"and pg_restore to bring it back", ErrUnsupported, file)
	}
	return within(ctx, s.config.BulkWait, func(ctx context.Context) (BackupInfo, error) {
		return s.backup(ctx, file)
	})
}

func (s *Store) backup(ctx context.Context, target string) (info BackupInfo, err error) {
	if _, err := os.Stat(target); err == nil {
		return info, fmt.Errorf("%w: %s exists already", ErrInvalid, target)
	}
	partial, err := os.CreateTemp(filepath.Dir(target), ".partial-*")
	if err != nil {
		return info, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(partial.Name()))
		}
	}()
	if err := partial.Close(); err != nil {
		return info, err
	}
	before, err := s.count(ctx)
	if err != nil {
		return info, err
	}
	if err := s.vacuumInto(ctx, partial.Name()); err != nil {
		return info, err
	}
	if info, err = verifyBackup(ctx, partial.Name()); err != nil {
		return info, err
	}
	if info.Revision < before.Revision || info.Versions < before.Versions {
		return info, fmt.Errorf("%w: it holds %d rows up to revision %d, the database held %d up to %d", ErrNoBackup,
			info.Versions, info.Revision, before.Versions, before.Revision)
	}
	return info, place(partial.Name(), target)
}

// vacuumInto reads through a connection of its own, so that writers need not wait.
func (s *Store) vacuumInto(ctx context.Context, target string) error {
	db, err := openSQLite(s.address.writer, 1)
	if err != nil {
		return err
	}
	pool, err := db.DB()
	if err != nil {
		return err
	}
	return errors.Join(db.WithContext(ctx).Exec("VACUUM INTO ?", target).Error, pool.Close())
}

// count says what the database holds; both figures only ever grow.
func (s *Store) count(ctx context.Context) (BackupInfo, error) {
	var info BackupInfo
	exists, err := s.hasTable(ctx, "changesets")
	if err != nil || !exists {
		return info, err
	}
	db := s.read.WithContext(ctx)
	if err := db.Raw("SELECT COALESCE(MAX(id), 0) FROM changesets").Scan(&info.Revision).Error; err != nil {
		return info, err
	}
	for _, kind := range dataset.Kinds {
		var n int64
		if exists, err := s.hasTable(ctx, string(kind)); err != nil {
			return info, err
		} else if !exists {
			continue
		}
		if err := db.Table(string(kind)).Count(&n).Error; err != nil {
			return info, err
		}
		info.Versions += n
	}
	return info, nil
}

// verifyBackup opens a copy, checks every page and counts its rows.
func verifyBackup(ctx context.Context, file string) (BackupInfo, error) {
	stat, err := os.Stat(file)
	if err != nil {
		return BackupInfo{}, fmt.Errorf("%w: %w", ErrNoBackup, err)
	}
	where := sqliteAddress(file)
	db, err := openSQLite(where.readers+"&immutable=1", 1)
	if err != nil {
		return BackupInfo{}, fmt.Errorf("%w: %s: %w", ErrNoBackup, file, err)
	}
	copied := &Store{config: Config{}.withDefaults(), address: where, write: db, read: db}
	info, err := copied.verify(ctx)
	info.Bytes = stat.Size()
	if err = errors.Join(err, copied.Close()); err != nil {
		return info, fmt.Errorf("%w: %s: %w", ErrNoBackup, file, err)
	}
	return info, nil
}

func (s *Store) verify(ctx context.Context) (BackupInfo, error) {
	var id int64
	if err := s.read.WithContext(ctx).Raw("PRAGMA application_id").Scan(&id).Error; err != nil {
		return BackupInfo{}, err
	}
	if id != applicationID {
		return BackupInfo{}, errors.New("it was not written by this program")
	}
	for _, check := range []func(context.Context) ([]string, error){s.checkPages, s.checkForeignKeys} {
		problems, err := check(ctx)
		if err != nil {
			return BackupInfo{}, err
		}
		if len(problems) > 0 {
			return BackupInfo{}, errors.New(problems[0])
		}
	}
	if err := s.refuseNewerSchema(ctx); err != nil {
		return BackupInfo{}, err
	}
	return s.count(ctx)
}

// place gives a finished file its name and makes both last through a power cut.
func place(from, to string) error {
	if err := syncPath(from, os.O_RDWR); err != nil {
		return err
	}
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncPath(filepath.Dir(to), os.O_RDONLY)
}

func syncPath(name string, flag int) error {
	f, err := os.OpenFile(name, flag, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

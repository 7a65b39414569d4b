package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// applicationID is written into the header of this program's SQLite files.
const applicationID = 1196447059

// copyInto writes a consistent copy of a SQLite database to target, which must not
// exist. The copy appears under its name only once it is complete and synced.
func (s *Store) copyInto(ctx context.Context, target string) (err error) {
	if _, err := os.Stat(target); err == nil {
		return fmt.Errorf("%w: %s exists", ErrInvalid, target)
	}
	partial, err := os.CreateTemp(filepath.Dir(target), ".partial-*")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(partial.Name()))
		}
	}()
	if err := partial.Close(); err != nil {
		return err
	}
	if err := s.vacuumInto(ctx, partial.Name()); err != nil {
		return err
	}
	if err := syncFile(partial.Name()); err != nil {
		return err
	}
	return os.Rename(partial.Name(), target)
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

func syncFile(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

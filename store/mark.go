package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

const initialisedMark = "initialised_at"

// markPath is the file beside a SQLite database which says that it was initialised
// here once. It outlives the database file, so a wrong mount or a deleted file is
// noticed instead of being served as a fresh, empty site.
func (a address) markPath() string { return a.path + ".initialised" }

// Initialised reports whether the database holds its starting data.
func (s *Store) Initialised(ctx context.Context) (bool, error) {
	return reading(ctx, s, s.initialised)
}

func (s *Store) initialised(ctx context.Context) (bool, error) {
	exists, err := s.hasTable(ctx, "meta")
	if err != nil || !exists {
		return false, err
	}
	var n int
	err = s.read.WithContext(ctx).Raw("SELECT COUNT(*) FROM meta WHERE name = ?", initialisedMark).Scan(&n).Error
	return n > 0, err
}

func (s *Store) refuseLostFile() error {
	if _, err := os.Stat(s.address.markPath()); err != nil {
		return nil
	}
	info, err := os.Stat(s.address.path)
	switch {
	case errors.Is(err, os.ErrNotExist), err == nil && info.Size() == 0:
		return s.emptied()
	case err != nil:
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

func (s *Store) emptied() error {
	if s.onPostgres() {
		return fmt.Errorf("%w: restore a backup with %s", ErrEmptied, s.restoreCommand())
	}
	return fmt.Errorf("%w: %s; restore a backup with: %s (or delete %s to start afresh)", ErrEmptied,
		s.address.path, s.restoreCommand(), s.address.markPath())
}

// refuseEmptied finds databases whose file or schema is there but whose records
// are gone.
func (s *Store) refuseEmptied(ctx context.Context) error {
	initialised, err := s.initialised(ctx)
	if err != nil {
		return s.explain(err)
	}
	if !initialised {
		if _, err := os.Stat(s.address.markPath()); err == nil && !s.onPostgres() {
			return s.emptied()
		}
		return nil
	}
	exists, err := s.hasTable(ctx, "changesets")
	if err != nil {
		return s.explain(err)
	}
	var changesets int
	if exists {
		err = s.read.WithContext(ctx).Raw("SELECT COUNT(*) FROM changesets").Scan(&changesets).Error
	}
	if err == nil && changesets == 0 {
		return s.emptied()
	}
	return err
}

// refuseForeignFile keeps the program from adding its tables to another
// program's database.
func (s *Store) refuseForeignFile(ctx context.Context) error {
	var id, tables int64
	db := s.read.WithContext(ctx)
	if err := db.Raw("PRAGMA application_id").Scan(&id).Error; err != nil {
		return s.explain(err)
	}
	err := db.Raw("SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name <> ?", versionTable).Scan(&tables).Error
	if err != nil {
		return s.explain(err)
	}
	if id != applicationID && tables > 0 {
		return fmt.Errorf("%w: %s belongs to another program", ErrInvalid, s.address.path)
	}
	return nil
}

// keepMark writes the mark of a database that has lost it, or whose first start
// was interrupted between loading the data and writing the mark.
func (s *Store) keepMark(ctx context.Context) error {
	initialised, err := s.initialised(ctx)
	if err != nil || !initialised || s.onPostgres() {
		return err
	}
	if _, err := os.Stat(s.address.markPath()); err == nil {
		return nil
	}
	text := "This database was initialised by " + s.config.Now().UTC().Format(time.RFC3339) +
		". Delete this file only to start afresh with an empty site.\n"
	return os.WriteFile(s.address.markPath(), []byte(text), 0o640)
}

package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Restored says what Restore did. Aside is where the database that was there
// before is kept, "" when there was none.
type Restored struct {
	BackupInfo
	Aside string
}

// Restore puts a backup in the place of the SQLite database that config names,
// which must not be in use (ErrInUse). A file that is no sound, initialised backup
// is refused with ErrNoBackup and changes nothing.
func Restore(ctx context.Context, config Config, file string) (Restored, error) {
	where, err := parseDSN(config.DSN)
	if err != nil {
		return Restored{}, err
	}
	if where.dialect == postgresDialect {
		return Restored{}, fmt.Errorf("%w: use pg_restore --clean --if-exists with the address of the database", ErrUnsupported)
	}
	config = config.withDefaults()
	return within(ctx, config.BulkWait, func(ctx context.Context) (Restored, error) {
		return restore(ctx, config, where, file)
	})
}

func restore(ctx context.Context, config Config, where address, file string) (done Restored, err error) {
	if done.BackupInfo, err = verifyBackup(ctx, file); err != nil {
		return done, err
	}
	if done.Revision == 0 {
		return done, fmt.Errorf("%w: %s holds no data", ErrNoBackup, file)
	}
	if err := refuseInUse(ctx, where); err != nil {
		return done, err
	}
	if err := os.MkdirAll(filepath.Dir(where.path), 0o750); err != nil {
		return done, err
	}
	fresh := where.path + ".restoring"
	if err := copyFile(file, fresh); err != nil {
		return done, errors.Join(err, os.Remove(fresh))
	}
	aside := where.path + ".replaced-" + config.Now().UTC().Format("20060102T150405.000")
	if done.Aside, err = moveAside(where.path, aside); err != nil {
		return done, err
	}
	return done, place(fresh, where.path)
}

// refuseInUse asks for the whole file: SQLite grants that only to the one process
// that has it open. Closing the connection also moves the log into the file.
func refuseInUse(ctx context.Context, where address) error {
	if info, err := os.Stat(where.path); err != nil || info.Size() == 0 {
		return nil
	}
	impatient := strings.Replace(where.writer, "_busy_timeout=5000", "_busy_timeout=100", 1)
	db, err := openSQLite(impatient+"&_locking_mode=EXCLUSIVE", 1)
	if err == nil {
		pool, poolErr := db.DB()
		if poolErr != nil {
			return poolErr
		}
		err = errors.Join(db.WithContext(ctx).Exec("BEGIN EXCLUSIVE").Error, db.WithContext(ctx).Exec("ROLLBACK").Error, pool.Close())
	}
	if errors.Is(classify(err), ErrUnavailable) {
		return fmt.Errorf("%w: stop the program that uses %s first", ErrInUse, where.path)
	}
	return nil // a damaged file is what a restore is for
}

// moveAside renames a database with its log.
func moveAside(path, aside string) (string, error) {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(path+suffix, aside+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return aside, nil
}

func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	target, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o640)
	if err != nil {
		return errors.Join(err, source.Close())
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close(), source.Close())
}

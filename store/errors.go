package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/mattn/go-sqlite3"
	"gorm.io/gorm"
)

// Errors that callers tell apart; the text of the cause is for the log only.
var (
	// ErrNotFound means that nothing is recorded under the name asked for.
	ErrNotFound = errors.New("store: not found")
	// ErrConflict means that somebody else's change, or a name already taken,
	// stands in the way; ConflictError says which.
	ErrConflict = errors.New("store: conflict")
	// ErrInvalid means that the request cannot be stored as it is: a value of the
	// wrong type, an unknown column, a record twice in one changeset.
	ErrInvalid = errors.New("store: invalid")
	// ErrUnavailable means that the database did not answer in time or refuses
	// work (full or hung disk, lock, lost connection). After a write it is not
	// known whether the change was kept: read it again before saying either.
	ErrUnavailable = errors.New("store: unavailable")
	// ErrBeforeRecords means that a moment before the first changeset was asked for.
	ErrBeforeRecords = errors.New("store: nothing was recorded at that time")
	// ErrTooLarge means that an upload exceeds its limit.
	ErrTooLarge = errors.New("store: too large")
)

// Refusals at start. Their messages name the command that repairs the damage.
var (
	// ErrEmptied means that the database was initialised once and is now missing
	// or empty; starting would show an empty site as if it were the real one.
	ErrEmptied = errors.New("store: the database is missing or empty although it was initialised before")
	// ErrNewerSchema means that a newer release has changed the schema.
	ErrNewerSchema = errors.New("store: the schema is newer than this program")
	// ErrDamaged means that the file is no sound database.
	ErrDamaged = errors.New("store: the database is damaged")
	// ErrNoBackup means that a file is no complete backup of this program.
	ErrNoBackup = errors.New("store: not a backup")
	// ErrInUse means that another process has the database open.
	ErrInUse = errors.New("store: the database is in use")
	// ErrUnsupported means that the operation belongs to the database's own tools.
	ErrUnsupported = errors.New("store: not supported on this database")
)

// classify maps what drivers and GORM report to the errors above and keeps the
// cause for the log.
func classify(err error) error {
	switch {
	case err == nil, known(err):
		return err
	case errors.Is(err, gorm.ErrRecordNotFound), errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	case errors.Is(err, gorm.ErrDuplicatedKey):
		return fmt.Errorf("%w: %w", ErrConflict, err)
	}
	if kind := driverKind(err); kind != nil {
		return fmt.Errorf("%w: %w", kind, err)
	}
	return err
}

func known(err error) bool {
	for _, k := range []error{ErrNotFound, ErrConflict, ErrInvalid, ErrUnavailable, ErrBeforeRecords, ErrTooLarge,
		ErrEmptied, ErrNewerSchema, ErrDamaged, ErrNoBackup, ErrInUse, ErrUnsupported, context.Canceled} {
		if errors.Is(err, k) {
			return true
		}
	}
	return false
}

func driverKind(err error) error {
	var lite sqlite3.Error
	var pg *pgconn.PgError
	var network net.Error
	switch {
	case errors.As(err, &lite):
		return sqliteKind(lite)
	case errors.As(err, &pg):
		return postgresKind(pg.Code)
	case errors.As(err, &network),
		errors.As(err, new(*pgconn.ConnectError)),
		errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, driver.ErrBadConn),
		errors.Is(err, sql.ErrConnDone),
		errors.Is(err, sql.ErrTxDone),
		errors.Is(err, io.ErrUnexpectedEOF),
		errors.Is(err, io.EOF):
		return ErrUnavailable
	}
	return nil
}

func sqliteKind(err sqlite3.Error) error {
	switch err.ExtendedCode {
	case sqlite3.ErrConstraintUnique, sqlite3.ErrConstraintPrimaryKey:
		return ErrConflict
	}
	switch err.Code {
	case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrIoErr, sqlite3.ErrFull, sqlite3.ErrReadonly,
		sqlite3.ErrCantOpen, sqlite3.ErrNomem, sqlite3.ErrProtocol, sqlite3.ErrInterrupt, sqlite3.ErrPerm:
		return ErrUnavailable
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
		return ErrDamaged
	case sqlite3.ErrConstraint, sqlite3.ErrMismatch, sqlite3.ErrTooBig:
		return ErrInvalid
	}
	return nil
}

// postgresKind goes by the classes of SQLSTATE: 08 connection, 25006 read-only,
// 40 rollback, 53 resources, 57 operator, 58 system, 22 data, 23 constraint.
func postgresKind(code string) error {
	if len(code) != 5 {
		return nil
	}
	switch {
	case code == "23505":
		return ErrConflict
	case code == "25006":
		return ErrUnavailable
	}
	switch code[:2] {
	case "08", "40", "53", "57", "58":
		return ErrUnavailable
	case "22", "23":
		return ErrInvalid
	}
	return nil
}

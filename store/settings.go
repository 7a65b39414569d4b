package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"
	"gorm.io/gorm"
)

// walLimit is the size in bytes to which the write-ahead log is cut back.
const walLimit = 64 << 20

// sqliteConnector opens connections that carry the settings no DSN key exists for.
type sqliteConnector struct{ dsn string }

var sqliteDriver = &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
	_, err := c.Exec(fmt.Sprintf("PRAGMA journal_size_limit = %d", walLimit), nil)
	return err
}}

// Connect opens one connection.
func (c sqliteConnector) Connect(context.Context) (driver.Conn, error) {
	return sqliteDriver.Open(c.dsn)
}

// Driver returns the SQLite driver.
func (c sqliteConnector) Driver() driver.Driver { return sqliteDriver }

// sqliteSettings are read back on every connection: a driver ignores DSN keys
// that it does not know without a word.
var sqliteSettings = map[string]string{
	"journal_mode":       "wal",
	"synchronous":        "2", // FULL: an acknowledged edit survives a power cut
	"foreign_keys":       "1",
	"busy_timeout":       "5000",
	"journal_size_limit": fmt.Sprint(walLimit),
}

// checkSettings holds all connections of both pools at once and reads their
// settings back.
func (s *Store) checkSettings(ctx context.Context) error {
	if err := checkPool(ctx, s.write, 1, "0"); err != nil {
		return s.explain(err)
	}
	if err := checkPool(ctx, s.read, readerConnections, "1"); err != nil {
		return s.explain(err)
	}
	return nil
}

func checkPool(ctx context.Context, db *gorm.DB, connections int, queryOnly string) (err error) {
	pool, err := db.DB()
	if err != nil {
		return err
	}
	var held []*sql.Conn
	defer func() {
		for _, c := range held {
			err = errors.Join(err, c.Close())
		}
	}()
	for range connections {
		c, err := pool.Conn(ctx)
		if err != nil {
			return err
		}
		held = append(held, c)
		if err := checkConnection(ctx, c, queryOnly); err != nil {
			return err
		}
	}
	return nil
}

func checkConnection(ctx context.Context, c *sql.Conn, queryOnly string) error {
	for name, want := range sqliteSettings {
		if err := checkSetting(ctx, c, name, want); err != nil {
			return err
		}
	}
	return checkSetting(ctx, c, "query_only", queryOnly)
}

func checkSetting(ctx context.Context, c *sql.Conn, name, want string) error {
	var got string
	if err := c.QueryRowContext(ctx, "PRAGMA "+name).Scan(&got); err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("%w: SQLite setting %s is %s, not %s", ErrInvalid, name, got, want)
	}
	return nil
}

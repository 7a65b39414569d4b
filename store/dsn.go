package store

import (
	"fmt"
	"net/url"
	"strings"
)

// sqliteCache is the page cache of the writing connection in KiB: imports into
// indexed tables take a third less time with it than with the default.
const sqliteCache = 64 * 1024

// address is what the DSN names: a SQLite file or a PostgreSQL database.
type address struct {
	dialect dialect
	path    string // SQLite: the file
	writer  string // SQLite: DSN of the single writing connection; else the URL
	readers string // SQLite: DSN of the reading connections
}

// parseDSN reads a file path or a postgres:// URL and builds the drivers' DSNs.
// It is the only place that spells connection settings: drivers ignore unknown
// keys in silence, so Open reads the settings back.
func parseDSN(dsn string) (address, error) {
	switch {
	case dsn == "" || strings.HasPrefix(dsn, ":memory:"):
		return address{}, fmt.Errorf("%w: the database must be a file path or a postgres:// URL", ErrInvalid)
	case strings.HasPrefix(dsn, "postgres://"), strings.HasPrefix(dsn, "postgresql://"):
		return postgresAddress(dsn)
	}
	return sqliteAddress(strings.TrimPrefix(dsn, "file:")), nil
}

func sqliteAddress(path string) address {
	const common = "?_busy_timeout=5000&_foreign_keys=1&_synchronous=FULL"
	file := "file:" + (&url.URL{Path: path}).EscapedPath()
	return address{
		dialect: sqliteDialect,
		path:    path,
		writer:  file + common + fmt.Sprintf("&_journal_mode=WAL&_txlock=immediate&_cache_size=-%d", sqliteCache),
		readers: file + common + "&mode=ro&_query_only=1",
	}
}

func postgresAddress(dsn string) (address, error) {
	u, err := url.Parse(dsn)
	if err != nil {
		// The cause would repeat the URL with its password.
		return address{}, fmt.Errorf("%w: the PostgreSQL URL cannot be read", ErrInvalid)
	}
	q := u.Query()
	for key, value := range map[string]string{"connect_timeout": "5", "application_name": "gpuscale"} {
		if !q.Has(key) {
			q.Set(key, value)
		}
	}
	u.RawQuery = q.Encode()
	return address{dialect: postgresDialect, writer: u.String()}, nil
}

package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
)

// transaction is a transaction with the connection it runs on.
type transaction struct {
	*sql.Tx
	conn       *sql.Conn
	statements []driver.Stmt
}

// inTransaction runs f in one transaction on the writing side and commits when it
// returns nil.
func (s *Store) inTransaction(ctx context.Context, f func(*transaction) error) (err error) {
	db, err := s.writer()
	if err != nil {
		return err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if closing := conn.Close(); err == nil && !errors.Is(closing, sql.ErrConnDone) {
			err = closing
		}
	}()
	tx, err := conn.BeginTx(s.statementContext(ctx), nil)
	if err != nil {
		return err
	}
	t := &transaction{Tx: tx, conn: conn}
	err = errors.Join(f(t), t.closeStatements())
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return errors.Join(err, ignoreDone(tx.Rollback()))
	}
	return tx.Commit()
}

// statementContext is what statements of a transaction run under. On SQLite the end
// of ctx stops none of them: the driver would start a goroutine for each, and
// database/sql would end the transaction beneath the statements that bypass it. The
// recorder looks at ctx between statements, and within does not wait for them.
func (s *Store) statementContext(ctx context.Context) context.Context {
	if s.onPostgres() {
		return ctx
	}
	return context.WithoutCancel(ctx)
}

func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// inserter adds one row to a table; it keeps no reference to the values.
type inserter func(ctx context.Context, values []any) error

// inserter returns an INSERT whose statement the driver keeps, as PostgreSQL's does.
func (t *transaction) inserter(statement string) inserter {
	return func(ctx context.Context, values []any) error {
		_, err := t.ExecContext(ctx, statement, values...)
		return err
	}
}

// directInserter prepares an INSERT on SQLite's driver itself. An import adds a
// hundred thousand rows of forty values: database/sql copies and checks every value,
// and the driver's Exec crosses into C for each, whereas its Query crosses once a row.
// The values must be int64, float64, string or nil.
func (t *transaction) directInserter(statement string) (inserter, error) {
	var query driver.StmtQueryContext
	err := t.conn.Raw(func(raw any) error {
		prepared, err := raw.(driver.Conn).Prepare(statement)
		if err == nil {
			t.statements = append(t.statements, prepared)
			query = prepared.(driver.StmtQueryContext)
		}
		return err
	})
	var args []driver.NamedValue
	return func(ctx context.Context, values []any) error {
		args = args[:0]
		for i, v := range values {
			args = append(args, driver.NamedValue{Ordinal: i + 1, Value: v})
		}
		return t.conn.Raw(func(any) error {
			rows, err := query.QueryContext(ctx, args)
			if err != nil {
				return err
			}
			return rows.Close()
		})
	}, err
}

// closeStatements closes what was prepared on the driver itself.
func (t *transaction) closeStatements() error {
	if len(t.statements) == 0 {
		return nil
	}
	return t.conn.Raw(func(any) error {
		var all error
		for _, s := range t.statements {
			all = errors.Join(all, s.Close())
		}
		return all
	})
}

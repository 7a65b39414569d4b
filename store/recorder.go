package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"gpuscale/dataset"
)

// recordsLock serialises changesets on PostgreSQL, so that ids are handed out in
// the order of commits and an instance that has read revision n misses nothing
// below it. SQLite has one writer anyway.
const recordsLock = 7190435

// recorder writes one changeset in one transaction with prepared statements.
type recorder struct {
	ctx        context.Context // asked between statements
	run        context.Context // of statements: see statementContext
	tx         *transaction
	dialect    dialect
	id         int64
	newest     struct{ id, at int64 } // changeset, once read
	statements map[string]*sql.Stmt
	writers    map[dataset.Kind]*tableWriter
}

func (s *Store) newRecorder(ctx context.Context, tx *transaction) (*recorder, error) {
	r := &recorder{ctx: ctx, run: s.statementContext(ctx), tx: tx, dialect: s.address.dialect, statements: map[string]*sql.Stmt{},
		writers: map[dataset.Kind]*tableWriter{}}
	if !s.onPostgres() {
		return r, nil
	}
	_, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", recordsLock)
	return r, err
}

// last returns the newest changeset's id and instant, zeros when there is none.
// Nobody adds one while the transaction lasts, so it is read once.
func (r *recorder) last() (id, at int64, err error) {
	if r.newest.id == 0 {
		err = r.queryRow("SELECT COALESCE(MAX(id), 0), COALESCE(MAX(at), 0) FROM changesets", nil, &r.newest.id, &r.newest.at)
	}
	return r.newest.id, r.newest.at, err
}

// begin records the changeset itself. Its instant is later than any before it,
// even when the clock was set back, so that a moment always maps to one revision.
func (r *recorder) begin(c Changeset, at time.Time, reverts int64) error {
	last, lastAt, err := r.last()
	if err != nil {
		return err
	}
	r.id = last + 1
	var undone any
	if reverts != 0 {
		undone = reverts
	}
	_, err = r.exec("INSERT INTO changesets (id, at, who, why, origin, file_name, file_sha, reverts) VALUES ("+r.dialect.params(8)+")",
		r.id, max(at.UnixMilli(), lastAt+1), c.Who, c.Why, string(c.Origin), c.File.Name, c.File.SHA, undone)
	return err
}

// open adds a version of a record.
func (r *recorder) open(t *table, number int64, record dataset.Record) error {
	w, err := r.writerOf(t)
	if err != nil {
		return err
	}
	if err := w.encode(record.Key, record.Values); err != nil {
		return err
	}
	w.args = append(w.args[:0], record.Key, number, r.id, w.search())
	w.args = append(w.args, w.values...)
	if err := r.ctx.Err(); err != nil {
		return err
	}
	return w.insert(r.run, w.args)
}

// tableWriter adds rows to one table.
type tableWriter struct {
	*encoder
	insert inserter
	args   []any
}

func (r *recorder) writerOf(t *table) (*tableWriter, error) {
	if w, ok := r.writers[t.kind]; ok {
		return w, nil
	}
	insert, err := r.inserter(t.insert[r.dialect])
	if err != nil {
		return nil, err
	}
	r.writers[t.kind] = &tableWriter{encoder: t.encoder(), insert: insert}
	return r.writers[t.kind], nil
}

func (r *recorder) inserter(statement string) (inserter, error) {
	if r.dialect == sqliteDialect {
		return r.tx.directInserter(statement)
	}
	return r.tx.inserter(statement), nil
}

// close ends the open version in the given row.
func (r *recorder) close(t *table, rowID int64) error {
	statement := "UPDATE " + t.name() + " SET to_cs = " + r.dialect.param(1) + " WHERE row_id = " + r.dialect.param(2) +
		" AND to_cs IS NULL"
	result, err := r.exec(statement, r.id, rowID)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n != 1 {
		return errors.Join(fmt.Errorf("%w: the version was closed meanwhile", ErrConflict), err)
	}
	return nil
}

func (r *recorder) exec(statement string, args ...any) (sql.Result, error) {
	if r.dialect == postgresDialect {
		return r.tx.ExecContext(r.run, statement, args...)
	}
	prepared, err := r.prepare(statement)
	if err != nil {
		return nil, err
	}
	return prepared.ExecContext(r.run, args...)
}

// queryRow reads the one row that a statement gives.
func (r *recorder) queryRow(statement string, args []any, into ...any) error {
	if r.dialect == postgresDialect {
		return r.tx.QueryRowContext(r.run, statement, args...).Scan(into...)
	}
	prepared, err := r.prepare(statement)
	if err != nil {
		return err
	}
	return prepared.QueryRowContext(r.run, args...).Scan(into...)
}

// prepare keeps each statement for the length of the transaction, which closes them.
// PostgreSQL's driver keeps them itself, for the life of the connection: preparing
// and closing them here would cost two journeys more for each.
func (r *recorder) prepare(statement string) (*sql.Stmt, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	if prepared, ok := r.statements[statement]; ok {
		return prepared, nil
	}
	prepared, err := r.tx.PrepareContext(r.run, statement)
	if err != nil {
		return nil, err
	}
	r.statements[statement] = prepared
	return prepared, nil
}

// state is what a table holds under one key: its highest version, and the row of
// that version while it is open.
type state struct {
	last  int64
	rowID int64 // 0 when no version is open
}

// state looks up one key. Its last version alone tells: a record that is edited every
// day has many.
func (r *recorder) state(t *table, key string) (state, error) {
	var found state
	err := r.queryRow("SELECT version, CASE WHEN to_cs IS NULL THEN row_id ELSE 0 END FROM "+t.name()+
		" WHERE record_key = "+r.dialect.param(1)+" ORDER BY version DESC LIMIT 1", []any{key}, &found.last, &found.rowID)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return found, err
}

// states reads every key of a table, for imports.
func (r *recorder) states(t *table) (all map[string]state, err error) {
	rows, err := r.tx.QueryContext(r.run, "SELECT record_key, MAX(version), COALESCE(MAX(CASE WHEN to_cs IS NULL THEN row_id END), 0) FROM "+
		t.name()+" GROUP BY record_key")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	all = map[string]state{}
	for rows.Next() {
		var key string
		var found state
		if err := rows.Scan(&key, &found.last, &found.rowID); err != nil {
			return nil, err
		}
		all[key] = found
	}
	return all, rows.Err()
}

// version reads the version in the given row.
func (r *recorder) version(t *table, rowID int64) (version, error) {
	return newScanner(t).read(func(into ...any) error {
		return r.queryRow("SELECT "+t.selected()+" FROM "+t.name()+" WHERE row_id = "+r.dialect.param(1), []any{rowID}, into...)
	})
}

// validate refuses changesets that say too little about themselves.
func (c Changeset) validate() error {
	if strings.TrimSpace(c.Who) == "" {
		return fmt.Errorf("%w: a changeset needs to say who made it", ErrInvalid)
	}
	for _, op := range c.Ops {
		if _, err := tableOf(op.Kind); err != nil {
			return err
		}
		if op.New == nil && (op.Key == "" || op.ExpectVersion == 0) {
			return fmt.Errorf("%w: ending a record of %s needs its key and version", ErrInvalid, op.Kind)
		}
		if op.New != nil && op.New.Kind != "" && op.New.Kind != op.Kind {
			return fmt.Errorf("%w: a record of %s cannot be kept among %s", ErrInvalid, op.New.Kind, op.Kind)
		}
	}
	return nil
}

var repeating = map[dataset.Kind]bool{
	dataset.ProviderFacts: true, dataset.ExtraCosts: true, dataset.Benchmarks: true, dataset.Scenarios: true,
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"gorm.io/gorm"

	"gpuscale/dataset"
)

// version is one row of a table of versions.
type version struct {
	rowID   int64
	number  int64 // 1, 2, … per key
	from    int64 // changeset that opened it
	to      int64 // changeset that closed it, 0 while open
	record  dataset.Record
	present bool // false for "no such version"
}

// scanner reads rows of one table; its buffers are reused from row to row.
type scanner struct {
	table   *table
	targets []any
	texts   []sql.NullString
	wholes  []sql.NullInt64
	figures []sql.NullFloat64
	head    version
	to      sql.NullInt64
}

func newScanner(t *table) *scanner {
	n := len(t.columns)
	s := &scanner{table: t, texts: make([]sql.NullString, n), wholes: make([]sql.NullInt64, n), figures: make([]sql.NullFloat64, n)}
	s.targets = []any{&s.head.rowID, &s.head.record.Key, &s.head.number, &s.head.from, &s.to}
	for i, c := range t.schema.Columns {
		switch c.Type {
		case dataset.Money, dataset.Integer:
			s.targets = append(s.targets, &s.wholes[i])
		case dataset.Number:
			s.targets = append(s.targets, &s.figures[i])
		default:
			s.targets = append(s.targets, &s.texts[i])
		}
	}
	return s
}

// read scans the current row.
func (s *scanner) read(scan func(...any) error) (version, error) {
	if err := scan(s.targets...); err != nil {
		return version{}, err
	}
	v := s.head
	v.present = true
	v.to = s.to.Int64 // 0 when NULL: changeset ids start at 1
	v.record.Kind = s.table.kind
	v.record.Values = make([]string, len(s.table.columns))
	for i, c := range s.table.schema.Columns {
		v.record.Values[i] = s.text(i, c.Type)
	}
	return v, nil
}

func (s *scanner) text(i int, of dataset.Type) string {
	switch of {
	case dataset.Money:
		if s.wholes[i].Valid {
			return formatMoney(s.wholes[i].Int64)
		}
	case dataset.Integer:
		if s.wholes[i].Valid {
			return strconv.FormatInt(s.wholes[i].Int64, 10)
		}
	case dataset.Number:
		if s.figures[i].Valid {
			return formatNumber(s.figures[i].Float64)
		}
	default:
		return s.texts[i].String
	}
	return ""
}

// versions starts a query for versions of a table on the reading side.
func (s *Store) versions(ctx context.Context, t *table) *gorm.DB {
	return s.read.WithContext(ctx).Table(string(t.kind)).Select(t.selected())
}

// each calls f for every version that query finds.
func (t *table) each(query *gorm.DB, f func(version)) (err error) {
	rows, err := query.Rows()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	scan := newScanner(t)
	for rows.Next() {
		v, err := scan.read(rows.Scan)
		if err != nil {
			return err
		}
		f(v)
	}
	return rows.Err()
}

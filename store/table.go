package store

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"gpuscale/catalog"
	"gpuscale/dataset"
)

// bookkeeping are the columns that every table of versions has before those of
// its kind.
var bookkeeping = []string{"row_id", "record_key", "version", "from_cs", "to_cs", "search"}

// table is the SQL side of one kind of record.
type table struct {
	kind    dataset.Kind
	schema  dataset.Schema
	columns []string // as in schema
	insert  map[dialect]string
}

var tables = func() map[dataset.Kind]*table {
	all := make(map[dataset.Kind]*table, len(dataset.Kinds))
	for _, kind := range dataset.Kinds {
		schema := dataset.SchemaOf(kind)
		t := &table{kind: kind, schema: schema, columns: schema.Names(), insert: map[dialect]string{}}
		for _, d := range []dialect{sqliteDialect, postgresDialect} {
			names := append([]string{"record_key", "version", "from_cs", "search"}, t.columns...)
			t.insert[d] = "INSERT INTO " + t.name() + " (" + quoteAll(names) + ") VALUES (" + d.params(len(names)) + ")"
		}
		all[kind] = t
	}
	return all
}()

func tableOf(kind dataset.Kind) (*table, error) {
	t, ok := tables[kind]
	if !ok {
		return nil, fmt.Errorf("%w: %q is no kind of record", ErrInvalid, kind)
	}
	return t, nil
}

func (t *table) name() string { return quote(string(t.kind)) }

// selected is the column list that scanner reads.
func (t *table) selected() string {
	return `row_id, record_key, version, from_cs, to_cs, ` + quoteAll(t.columns)
}

// position orders records as they were first recorded: an edited record stays in
// its place.
func (t *table) position() string {
	return "CASE WHEN version = 1 THEN row_id ELSE (SELECT first.row_id FROM " + t.name() +
		" first WHERE first.record_key = " + t.name() + ".record_key AND first.version = 1) END"
}

// encoder turns records of one table into what is written; its buffers are reused
// from record to record, since imports encode very many.
type encoder struct {
	table     *table
	values    []any    // one per column of the kind
	canonical []string // the values as they will be read back
	text      []byte   // what is searched in
}

func (t *table) encoder() *encoder {
	return &encoder{table: t, values: make([]any, len(t.columns)), canonical: make([]string, len(t.columns))}
}

// encode fills the buffers from a record, and refuses values that the column's
// type cannot hold.
func (e *encoder) encode(key string, values []string) error {
	t := e.table
	if len(values) != len(t.columns) {
		return fmt.Errorf("%w: %s %s has %d values for %d columns", ErrInvalid, t.kind, key, len(values), len(t.columns))
	}
	e.text = append(e.text[:0], key...)
	for i, c := range t.schema.Columns {
		value, canonical, err := encodeValue(c, values[i])
		if err != nil {
			return fmt.Errorf("%w: %s %s: %s: %w", ErrInvalid, t.kind, key, c.Name, err)
		}
		e.values[i], e.canonical[i] = value, canonical
		if canonical != "" && searched(c.Type) {
			e.text = append(append(e.text, '\n'), canonical...)
		}
	}
	return nil
}

// searched says which columns the admin search looks in: words, not figures and
// addresses.
func searched(of dataset.Type) bool {
	return of == dataset.Text || of == dataset.Word || of == dataset.List
}

// search returns the text of the encoded record as catalog.Fold makes it.
func (e *encoder) search() string {
	ascii := true
	for i, c := range e.text {
		switch {
		case c >= utf8.RuneSelf:
			ascii = false
		case 'A' <= c && c <= 'Z':
			e.text[i] = c + 'a' - 'A'
		}
	}
	if ascii || plainHan(e.text) {
		return string(e.text)
	}
	return catalog.Fold(string(e.text))
}

// plainHan reports whether text has nothing beyond ASCII but the unified Chinese
// characters, which catalog.Fold leaves alone. Most records are such.
func plainHan(text []byte) bool {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r >= utf8.RuneSelf && (r < 0x4E00 || r > 0x9FFF) {
			return false
		}
		text = text[size:]
	}
	return true
}

// record returns the encoded record with its canonical values.
func (e *encoder) record(key string) dataset.Record {
	return dataset.Record{Kind: e.table.kind, Key: key, Values: append([]string(nil), e.canonical...)}
}

// encodeValue returns the SQL value and the canonical text of one value; an empty
// text is unknown, NULL.
func encodeValue(c dataset.Column, text string) (value any, canonical string, err error) {
	if text == "" {
		if c.Required {
			return nil, "", fmt.Errorf("a value is required")
		}
		return nil, "", nil
	}
	switch c.Type {
	case dataset.Money:
		return encodeMoney(text)
	case dataset.Number:
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || strings.Trim(text, "-0123456789.") != "" {
			return nil, "", fmt.Errorf("%q is not a plain number", text)
		}
		return v, formatNumber(v), nil
	case dataset.Integer:
		v, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, "", fmt.Errorf("%q is not a whole number", text)
		}
		return v, strconv.FormatInt(v, 10), nil
	}
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return nil, "", fmt.Errorf("the text is not valid UTF-8 without NUL")
	}
	return text, text, nil
}

func encodeMoney(text string) (any, string, error) {
	d, err := catalog.ParseDecimal(text)
	if err != nil {
		return nil, "", err
	}
	nano, err := catalog.Nano(d)
	if err != nil {
		return nil, "", err
	}
	return nano, formatMoney(nano), nil
}

func formatMoney(nano int64) string { return catalog.DecimalFromNano(nano).String() }

func formatNumber(v float64) string {
	if v == 0 {
		return "0"
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

package store

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

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
}

var tables = func() map[dataset.Kind]*table {
	all := make(map[dataset.Kind]*table, len(dataset.Kinds))
	for _, kind := range dataset.Kinds {
		schema := dataset.SchemaOf(kind)
		all[kind] = &table{kind: kind, schema: schema, columns: schema.Names()}
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

// row is a record in the form in which it is written.
type row struct {
	record dataset.Record // with canonical values, as they will be read back
	values []any          // one per column of the kind
	search string
}

// encode turns a record into what is written, and refuses values that the
// column's type cannot hold.
func (t *table) encode(r dataset.Record) (row, error) {
	if len(r.Values) != len(t.columns) {
		return row{}, fmt.Errorf("%w: %s %s has %d values for %d columns", ErrInvalid, t.kind, r.Key, len(r.Values), len(t.columns))
	}
	out := row{
		record: dataset.Record{Kind: t.kind, Key: r.Key, Values: make([]string, len(t.columns))},
		values: make([]any, len(t.columns)),
	}
	for i, c := range t.schema.Columns {
		value, canonical, err := encodeValue(c, r.Values[i])
		if err != nil {
			return row{}, fmt.Errorf("%w: %s %s: %s: %w", ErrInvalid, t.kind, r.Key, c.Name, err)
		}
		out.values[i], out.record.Values[i] = value, canonical
	}
	out.search = t.searchText(out.record)
	return out, nil
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

// searchText is what the admin search looks in: the words of the record, not its
// figures and addresses.
func (t *table) searchText(r dataset.Record) string {
	var b strings.Builder
	b.WriteString(r.Key)
	for i, c := range t.schema.Columns {
		switch c.Type {
		case dataset.Text, dataset.Word, dataset.List:
			if r.Values[i] != "" {
				b.WriteByte('\n')
				b.WriteString(r.Values[i])
			}
		}
	}
	return fold(b.String())
}

// fold makes texts comparable across case and width: ＲｕｎＰｏｄ equals runpod.
func fold(text string) string { return strings.ToLower(norm.NFKC.String(text)) }

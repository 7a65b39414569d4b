package dataset

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WriteOption changes how a CSV file is written.
type WriteOption func(*writeOptions)

type writeOptions struct{ bom, readers bool }

// WithBOM puts a byte-order mark first; Excel needs it to read Chinese as UTF-8.
func WithBOM() WriteOption { return func(o *writeOptions) { o.bom = true } }

// ForReaders leaves out the columns that are for editors only. Importing such a file
// keeps what those columns hold.
func ForReaders() WriteOption { return func(o *writeOptions) { o.readers = true } }

// WriteCSV writes records of one kind with a header: UTF-8, LF, RFC 4180, text cells
// guarded against formulas. What it writes ReadCSV reads back equal.
func WriteCSV(w io.Writer, kind Kind, records []Record, options ...WriteOption) error {
	var o writeOptions
	for _, set := range options {
		set(&o)
	}
	schema := SchemaOf(kind)
	if !kind.Known() {
		return fmt.Errorf("write: unknown kind %q", kind)
	}
	bw := bufio.NewWriter(w)
	if o.bom {
		if _, err := bw.WriteString("\ufeff"); err != nil {
			return fmt.Errorf("write %s: %w", kind, err)
		}
	}
	cw := csv.NewWriter(bw)
	if err := writeRows(cw, schema, records, o); err != nil {
		return fmt.Errorf("write %s: %w", kind, err)
	}
	if err := bw.Flush(); err != nil {
		return fmt.Errorf("write %s: %w", kind, err)
	}
	return nil
}

func writeRows(cw *csv.Writer, schema Schema, records []Record, o writeOptions) error {
	columns := writtenColumns(schema, o)
	cells := make([]string, len(columns))
	for i, c := range columns {
		cells[i] = schema.Columns[c].Name
	}
	if err := cw.Write(cells); err != nil {
		return err
	}
	for _, r := range records {
		if err := schema.whole(r); err != nil {
			return err
		}
		for i, c := range columns {
			cells[i] = r.Values[c]
			if t := schema.Columns[c].Type; t == Text || t == List {
				cells[i] = Guard(cells[i])
			}
		}
		if err := cw.Write(cells); err != nil {
			return err
		}
	}
	cw.Flush()
	return cw.Error()
}

// whole refuses a record that lacks columns.
func (s Schema) whole(r Record) error {
	if len(r.Values) != len(s.Columns) {
		return fmt.Errorf("%s has %d values, not %d", r.Key, len(r.Values), len(s.Columns))
	}
	return nil
}

// writtenColumns lists the positions of the columns that a file gets.
func writtenColumns(schema Schema, o writeOptions) []int {
	var columns []int
	for i, c := range schema.Columns {
		if !o.readers || !c.EditorOnly {
			columns = append(columns, i)
		}
	}
	return columns
}

// WriteDir writes one file per kind into dir, which it creates; kinds without
// records get a file with a header only, so that a set is always complete. A failure
// never leaves half a file under its name.
func WriteDir(dir string, set Set, options ...WriteOption) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	for _, kind := range Kinds {
		write := func(w io.Writer) error { return WriteCSV(w, kind, set[kind], options...) }
		if err := WriteFile(filepath.Join(dir, kind.Filename()), write); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	return nil
}

// WriteFile writes a file beside its name and then puts it in place: a failure leaves
// what was there before.
func WriteFile(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+"-*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails when the file is in place: that is the good end
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

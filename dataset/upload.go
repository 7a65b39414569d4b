package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Upload is a file that can be read from any place, as uploads and files on disk
// can.
type Upload interface {
	io.ReadSeeker
	io.ReaderAt
}

// oleMagic begins the workbooks of old spreadsheets, and encrypted new ones.
var oleMagic = []byte{0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1}

// ReadUpload reads any file that can be imported: a CSV file of the set, an archive
// of them, a workbook with one kind a sheet, or a published catalogue, told by its
// first bytes and its header. A name that ends in .xlsx must hold a workbook and one
// in .zip an archive, and only then.
func ReadUpload(r Upload, size int64, o Options) ([]*File, error) {
	if _, code := (Column{Type: Day}).Canonical(o.Foreign.Seen); code != "" {
		return nil, fmt.Errorf("%s: %q is not a date", o.Name, o.Foreign.Seen)
	}
	if size > MaxBytes {
		return nil, fmt.Errorf("%s: %w", o.Name, errTooManyBytes())
	}
	head := make([]byte, 512)
	n, err := r.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	head = head[:n]
	name := strings.ToLower(o.Name)
	set := strings.HasSuffix(name, ".zip")
	named := strings.HasSuffix(name, ".xlsx") || set
	switch zipped := bytes.HasPrefix(head, zipMagic); {
	case bytes.HasPrefix(head, oleMagic):
		return nil, fmt.Errorf("%s: %w", o.Name, wrongFormat(nil, ReasonOldWorkbook))
	case zipped != named:
		return nil, fmt.Errorf("%s: %w", o.Name, wrongFormat(nil, ReasonOtherName))
	case set:
		return ReadZip(r, size, o)
	case zipped:
		return ReadXLSX(r, size, o)
	}
	file, err := readTextUpload(r, head, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	return []*File{file}, nil
}

func readTextUpload(r io.Reader, head []byte, o Options) (*File, error) {
	if bytes.HasPrefix(bytes.TrimLeft(head, "\ufeff \t\r\n"), []byte("{")) {
		return readRentalPrices(r, o)
	}
	text, err := openText(r)
	if err != nil {
		return nil, err
	}
	c := &chooser{o: o, format: text.format}
	if err := eachRow(text, c); err != nil {
		return nil, err
	}
	return c.finish(), nil
}

// chooser decides by the header whether a text file is one of the set or a
// published catalogue.
type chooser struct {
	o       Options
	format  Format
	rows    rowSink
	foreign *foreignSink
	own     *builder
}

func (c *chooser) header(line int, cells []string) bool {
	if found := catalogueOf(cells); found != "" && c.o.Kind == "" {
		c.foreign = newForeignSink(c.o, found, c.format)
		c.rows = c.foreign
	} else {
		c.rows = c.set()
	}
	return c.rows.header(line, cells)
}

func (c *chooser) set() *builder {
	if c.own == nil {
		c.own = newBuilder(c.o)
		c.own.file.Format = c.format
	}
	return c.own
}

func (c *chooser) row(line int, cells []string) error { return c.rows.row(line, cells) }

func (c *chooser) problem(line int, p Problem) {
	if c.rows == nil {
		c.rows = c.set()
	}
	c.rows.problem(line, p)
}

func (c *chooser) finish() *File {
	if c.foreign != nil {
		return c.foreign.finish()
	}
	return c.set().file
}

package dataset

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Limits of a workbook. The directory of the archive is held against them before
// anything is unpacked; the unpacker keeps to the sizes the directory states.
const (
	maxUnzipped   = 50 << 20
	maxEntries    = 200
	unzipToMemory = 8 << 20 // larger sheets go through a temporary file
)

var zipMagic = []byte("PK\x03\x04")

// ReadXLSX reads a workbook: one kind a sheet, told by the sheet's name or else by
// its header; o.Kind decides when there is one sheet only. Empty sheets are left
// out. The rows are the same as those of a CSV file.
func ReadXLSX(r io.ReaderAt, size int64, o Options) ([]*File, error) {
	if err := inspectArchive(r, size); err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	book, err := excelize.OpenReader(io.NewSectionReader(r, 0, size), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: maxUnzipped, UnzipXMLSizeLimit: unzipToMemory})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, wrongFormat(err, ReasonBrokenArchive))
	}
	defer book.Close()
	var files []*File
	sheets := book.GetSheetList()
	for _, sheet := range sheets {
		so := o
		so.Name = o.Name + "/" + sheet
		if k := Kind(strings.ToLower(strings.TrimSpace(sheet))); k.Known() {
			so.Kind = k
		} else if len(sheets) > 1 {
			so.Kind = ""
		}
		f, err := readSheet(book, sheet, so)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", so.Name, err)
		}
		if f != nil {
			files = append(files, f)
		}
	}
	return files, nil
}

func inspectArchive(r io.ReaderAt, size int64) error {
	if size > MaxBytes {
		return errTooManyBytes()
	}
	head := make([]byte, len(zipMagic))
	if _, err := r.ReadAt(head, 0); err != nil || !bytes.Equal(head, zipMagic) {
		return wrongFormat(nil, ReasonNoWorkbook)
	}
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return wrongFormat(err, ReasonBrokenArchive)
	}
	if len(archive.File) > maxEntries {
		return fmt.Errorf("%w: more than %d entries", ErrTooLarge, maxEntries)
	}
	var total uint64
	workbook := false
	for _, f := range archive.File {
		if f.UncompressedSize64 > maxUnzipped {
			return fmt.Errorf("%w: %s unpacks to more than %d MiB", ErrTooLarge, f.Name, maxUnzipped>>20)
		}
		total += f.UncompressedSize64
		workbook = workbook || strings.EqualFold(f.Name, "xl/workbook.xml")
	}
	switch {
	case total > maxUnzipped:
		return fmt.Errorf("%w: unpacks to more than %d MiB", ErrTooLarge, maxUnzipped>>20)
	case !workbook:
		return wrongFormat(nil, ReasonNoWorkbook)
	}
	return nil
}

// readSheet returns nil for a sheet without any row.
func readSheet(book *excelize.File, sheet string, o Options) (*File, error) {
	rows, err := book.Rows(sheet)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	b := newBuilder(o)
	b.file.Format = Format{Encoding: XLSX}
	started := false
	for line := 1; rows.Next(); line++ {
		cells, err := rows.Columns()
		if err != nil {
			return nil, err
		}
		if blank(cells) {
			continue
		}
		if !started {
			started = true
			if !b.header(line, cells) {
				return b.file, nil
			}
			continue
		}
		if err := b.row(line, b.sheetCells(cells)); err != nil {
			return nil, err
		}
	}
	if err := rows.Error(); err != nil {
		return nil, err
	}
	if !started {
		return nil, nil
	}
	return b.file, nil
}

func blank(cells []string) bool {
	for _, c := range cells {
		if c != "" {
			return false
		}
	}
	return true
}

// sheetCells fills up the empty cells that a sheet does not store at the end of a
// row, and undoes how a sheet stores numbers and dates.
func (b *builder) sheetCells(cells []string) []string {
	for len(cells) < b.width {
		cells = append(cells, "")
	}
	for i := range min(len(cells), b.width) {
		if b.places[i] < 0 || cells[i] == "" {
			continue
		}
		switch c := b.schema.Columns[b.places[i]]; {
		case c.numeric():
			if exact, marked := strings.CutPrefix(cells[i], "'"); marked {
				cells[i] = exact
			} else {
				cells[i] = sheetNumber(cells[i])
			}
		case c.Type == Day:
			cells[i] = sheetDay(cells[i])
		}
	}
	return cells
}

// sheetNumber rounds to the 15 digits that a spreadsheet shows: files hold 8.1 as
// 8.0999999999999996, and small numbers with an exponent.
func sheetNumber(cell string) string {
	if digits(cell) <= sheetDigits && !strings.ContainsAny(cell, "eE") {
		return cell
	}
	f, err := strconv.ParseFloat(cell, 64)
	if err != nil || f >= maxFigure || f <= -maxFigure || strings.ContainsAny(cell, "xX_nNiI") {
		return cell
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', sheetDigits, 64), 64)
	if err != nil {
		return cell
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// sheetDay turns the day numbers of a spreadsheet into dates. Numbers below 20000
// (the year 1954) are years as typed.
func sheetDay(cell string) string {
	n, err := strconv.ParseFloat(cell, 64)
	if err != nil || n < 20_000 || n > 100_000 {
		return cell
	}
	t, err := excelize.ExcelDateToTime(n, false)
	if err != nil {
		return cell
	}
	return t.Format("2006-01-02")
}

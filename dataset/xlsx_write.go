package dataset

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// sheetDigits is how many digits of a number a spreadsheet keeps. Longer numbers are
// written as text behind an apostrophe, which reads back exactly.
const sheetDigits = 15

// WriteXLSX writes the whole set as one workbook, a sheet per kind: numbers as
// numbers, everything else as text that no spreadsheet runs. What it writes ReadXLSX
// reads back equal.
func WriteXLSX(w io.Writer, set Set) (err error) {
	book := excelize.NewFile()
	defer book.Close()
	const first = "Sheet1" // every new workbook has it
	for i, kind := range Kinds {
		name := string(kind)
		if i == 0 {
			err = book.SetSheetName(first, name)
		} else {
			_, err = book.NewSheet(name)
		}
		if err == nil {
			err = writeSheet(book, kind, set[kind])
		}
		if err != nil {
			return fmt.Errorf("workbook: %s: %w", kind, err)
		}
	}
	if err := book.Write(w); err != nil {
		return fmt.Errorf("workbook: %w", err)
	}
	return nil
}

func writeSheet(book *excelize.File, kind Kind, records []Record) error {
	sheet, err := book.NewStreamWriter(string(kind))
	if err != nil {
		return err
	}
	schema := SchemaOf(kind)
	cells := make([]any, len(schema.Columns))
	for i, c := range schema.Columns {
		cells[i] = c.Name
	}
	if err := sheet.SetRow("A1", cells); err != nil {
		return err
	}
	for n, r := range records {
		if err := schema.whole(r); err != nil {
			return err
		}
		for i, c := range schema.Columns {
			cells[i] = sheetCell(c, r.Values[i])
		}
		if err := sheet.SetRow("A"+strconv.Itoa(n+2), cells); err != nil {
			return err
		}
	}
	return sheet.Flush()
}

// sheetCell is a value as a spreadsheet should hold it.
func sheetCell(c Column, value string) any {
	switch {
	case value == "":
		return nil
	case c.numeric() && digits(value) > sheetDigits:
		return "'" + value
	case c.numeric():
		if f, err := strconv.ParseFloat(value, 64); err == nil {
			return f
		}
	case c.Type == Text || c.Type == List:
		return Guard(value)
	}
	return value
}

// digits counts the significant digits of a plain number.
func digits(s string) int { return len(strings.Trim(strings.ReplaceAll(s, ".", ""), "-0")) }

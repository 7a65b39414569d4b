package dataset

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
)

// ReadCSV reads one CSV file (RFC 4180; comma, semicolon or tab; UTF-8, UTF-16 or
// GB18030) by header name. Rows that cannot be taken are listed as problems with
// their line; the error is for a file that cannot be read at all, ErrTooLarge among
// others. A header with an unknown, repeated or missing required column gives
// problems and no records.
func ReadCSV(r io.Reader, o Options) (*File, error) {
	text, err := openText(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	b := newBuilder(o)
	b.file.Format = text.format
	if err := eachRow(text, b); err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	return b.file, nil
}

// rowSink takes the rows of a file, whatever the file is.
type rowSink interface {
	header(line int, cells []string) bool
	row(line int, cells []string) error
	problem(line int, p Problem)
}

func eachRow(text *textFile, sink rowSink) error {
	cr := csv.NewReader(text)
	cr.Comma = text.format.Delimiter
	cr.FieldsPerRecord = -1
	cr.ReuseRecord = true
	started := false
	for {
		cells, err := cr.Read()
		var bad *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			if !started {
				sink.problem(1, Problem{Code: CodeUnknownKind})
			}
			return nil
		case errors.As(err, &bad):
			sink.problem(bad.StartLine+text.skipped, Problem{Code: CodeQuote})
			if !started {
				return nil
			}
			continue
		case err != nil:
			return err
		}
		line, _ := cr.FieldPos(0)
		line += text.skipped
		if !started {
			started = true
			if !sink.header(line, cells) {
				return nil
			}
			continue
		}
		if err := sink.row(line, cells); err != nil {
			return err
		}
	}
}

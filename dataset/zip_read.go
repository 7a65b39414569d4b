package dataset

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"
)

// ReadZip reads an archive of CSV files as WriteZip writes it. Together the files
// keep to the limits of one file, and their names to one folder; what is no CSV file
// is refused by name.
func ReadZip(r io.ReaderAt, size int64, o Options) ([]*File, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, wrongFormat(err, ReasonBrokenArchive))
	}
	if len(archive.File) > maxEntries {
		return nil, fmt.Errorf("%s: %w: more than %d entries", o.Name, ErrTooLarge, maxEntries)
	}
	var files []*File
	left, rows := int64(MaxBytes), 0
	for _, entry := range archive.File {
		if entry.FileInfo().IsDir() {
			continue
		}
		if !strings.HasSuffix(strings.ToLower(entry.Name), ".csv") {
			return nil, fmt.Errorf("%s: %w", o.Name, wrongFormat(nil, ReasonNoCSV, path.Base(entry.Name)))
		}
		f, used, err := readEntry(entry, left, o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.Name, err)
		}
		if left -= used; rows+f.Rows > MaxRows {
			return nil, fmt.Errorf("%s: %w", o.Name, errTooManyRows())
		}
		rows += f.Rows
		files = append(files, f)
	}
	return files, nil
}

// readEntry reads one file of an archive, of at most left bytes: what its directory
// claims is not believed.
func readEntry(entry *zip.File, left int64, o Options) (file *File, used int64, err error) {
	content, err := entry.Open()
	if err != nil {
		return nil, 0, wrongFormat(err, ReasonBrokenArchive)
	}
	defer content.Close()
	body, err := io.ReadAll(io.LimitReader(content, left+1))
	if err != nil {
		return nil, 0, wrongFormat(err, ReasonBrokenArchive)
	}
	if int64(len(body)) > left {
		return nil, 0, errTooManyBytes()
	}
	o.Name, o.Kind = path.Base(strings.ReplaceAll(entry.Name, `\`, "/")), ""
	files, err := ReadUpload(bytes.NewReader(body), int64(len(body)), o)
	if err != nil {
		return nil, 0, err
	}
	return files[0], int64(len(body)), nil
}

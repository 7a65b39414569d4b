package dataset

import (
	"archive/zip"
	"fmt"
	"io"
)

// WriteZip writes the whole set as one archive, a CSV file per kind. Equal sets
// give equal bytes.
func WriteZip(w io.Writer, set Set, options ...WriteOption) error {
	archive := zip.NewWriter(w)
	for _, kind := range Kinds {
		f, err := archive.Create(kind.Filename())
		if err != nil {
			return fmt.Errorf("archive %s: %w", kind, err)
		}
		if err := WriteCSV(f, kind, set[kind], options...); err != nil {
			return fmt.Errorf("archive: %w", err)
		}
	}
	if err := archive.Close(); err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	return nil
}

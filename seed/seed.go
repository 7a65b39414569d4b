// Package seed holds the data that a new portal starts with, one CSV file per kind
// of record, embedded in the binary.
package seed

import (
	"embed"
	"fmt"
	"io/fs"

	"gpuscale/dataset"
)

//go:embed data/*.csv
var files embed.FS

// Load reads the embedded set. A mistake in a file is an error that names every
// file, line and reason.
func Load() (dataset.Set, error) {
	data, err := fs.Sub(files, "data")
	if err != nil {
		return nil, fmt.Errorf("seed: %w", err)
	}
	return load(data)
}

func load(data fs.FS) (dataset.Set, error) {
	set, err := dataset.ReadFS(data)
	if err != nil {
		return nil, fmt.Errorf("seed: %w", err)
	}
	for _, kind := range dataset.Kinds {
		if _, ok := set[kind]; !ok {
			return nil, fmt.Errorf("seed: %s is missing", kind.Filename())
		}
	}
	return set, nil
}

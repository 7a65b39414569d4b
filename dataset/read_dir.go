package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
)

// ReadFS reads every CSV file of the set from the root of fsys; kinds without a
// file are left out, and references to them are not checked. It reads all files
// before it fails: the error is then Problems, or the first file that could not be
// read at all.
func ReadFS(fsys fs.FS) (Set, error) {
	set := Set{}
	var problems Problems
	files := map[Kind]*File{}
	incomplete := map[Kind]bool{}
	for _, kind := range Kinds {
		file, err := readNamed(fsys, kind)
		if errors.Is(err, fs.ErrNotExist) {
			incomplete[kind] = true
			continue
		}
		if err != nil {
			return nil, err
		}
		problems = append(problems, file.Problems...)
		incomplete[kind] = len(file.Problems) > 0
		set[kind], files[kind] = file.Records, file
	}
	problems = append(problems, locate(check(set, incomplete), files)...)
	if len(problems) > 0 {
		return set, problems
	}
	return set, nil
}

func readNamed(fsys fs.FS, kind Kind) (*File, error) {
	f, err := fsys.Open(kind.Filename())
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	defer f.Close()
	return ReadCSV(f, Options{Name: path.Base(kind.Filename()), Kind: kind})
}

// locate turns problems of records into problems of lines.
func locate(problems []Problem, files map[Kind]*File) []Problem {
	lines := map[Kind]map[string]int{}
	for i, p := range problems {
		if lines[p.Kind] == nil {
			lines[p.Kind] = files[p.Kind].linesByKey()
		}
		problems[i].File, problems[i].Line = files[p.Kind].Name, lines[p.Kind][p.Key]
	}
	return problems
}

func (f *File) linesByKey() map[string]int {
	lines := make(map[string]int, len(f.Records))
	for i, r := range f.Records {
		lines[r.Key] = f.Lines[i]
	}
	return lines
}

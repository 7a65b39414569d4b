package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/store"
)

// recordedSet is what is recorded at one moment, ready to be compared with files.
type recordedSet struct {
	store.Snapshot
	options dataset.Options // names and cards that the readers may know
}

// recordedAt loads what is recorded now, or was by the moment at.
func recordedAt(ctx context.Context, s *store.Store, at *time.Time) (recordedSet, error) {
	snapshot, err := s.Load(ctx, at)
	if err != nil {
		return recordedSet{}, err
	}
	data, problems := dataset.Parse(dataset.Set{
		dataset.Accelerators: snapshot.Set[dataset.Accelerators], dataset.Aliases: snapshot.Set[dataset.Aliases],
		dataset.Ambiguous: snapshot.Set[dataset.Ambiguous], dataset.ProviderAliases: snapshot.Set[dataset.ProviderAliases],
		dataset.MemoryReported: snapshot.Set[dataset.MemoryReported],
	})
	if len(problems) > 0 {
		return recordedSet{}, dataset.Problems(problems)
	}
	return recordedSet{snapshot, dataset.Options{
		Names: dataset.ProviderNames(snapshot.Set[dataset.Providers]), Mapped: dataset.MappedNames(snapshot.Set[dataset.SourceNames], snapshot.Set[dataset.Providers]),
		Foreign: dataset.ForeignOptions{Matcher: catalog.NewMatcher(data)},
	}}, nil
}

// operations turns a preview against r into what the store is asked for: each record
// in place of the version that the preview was compared with.
func (r recordedSet) operations(p *dataset.Preview) []store.Op {
	records := p.Records()
	versions := r.versions(records)
	ops := make([]store.Op, len(records))
	for i := range records {
		record := &records[i]
		ops[i] = store.Op{Kind: record.Kind, Key: record.Key, ExpectVersion: versions[record.Kind][record.Key], New: record}
	}
	return ops
}

func (r recordedSet) versions(wanted []dataset.Record) map[dataset.Kind]map[string]int64 {
	found := map[dataset.Kind]map[string]int64{}
	for i := range wanted {
		found[wanted[i].Kind] = nil
	}
	for kind := range found {
		found[kind] = make(map[string]int64, len(r.Set[kind]))
		for i, record := range r.Set[kind] {
			found[kind][record.Key] = r.Versions[kind][i]
		}
	}
	return found
}

// filesOf lists the files to import: those named, and the CSV files of folders.
func filesOf(names []string) ([]string, error) {
	var files []string
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, name)
			continue
		}
		inside, err := filepath.Glob(filepath.Join(name, "*.csv"))
		if err != nil || len(inside) == 0 {
			return nil, errors.Join(err, fmt.Errorf("%s holds no CSV files", name))
		}
		files = append(files, inside...)
	}
	return files, nil
}

// readFile reads one file of a disk; sum is that of its bytes.
func readFile(name string, o dataset.Options) (files []*dataset.File, sum string, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, "", err
	}
	o.Name = name
	if files, err = dataset.ReadUpload(f, info.Size(), o); err != nil {
		return nil, "", err
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, io.NewSectionReader(f, 0, info.Size())); err != nil {
		return nil, "", err
	}
	return files, hex.EncodeToString(hash.Sum(nil)), nil
}

// readFiles reads several files; the sum of several is that of their sums.
func readFiles(names []string, o dataset.Options) ([]*dataset.File, store.File, error) {
	var all []*dataset.File
	var bases, sums []string
	for _, name := range names {
		files, sum, err := readFile(name, o)
		if err != nil {
			return nil, store.File{}, err
		}
		all = append(all, files...)
		bases, sums = append(bases, filepath.Base(name)), append(sums, sum)
	}
	from := store.File{Name: strings.Join(bases, ", "), SHA: strings.Join(sums, "")}
	if len(sums) > 1 {
		slices.Sort(sums)
		together := sha256.Sum256([]byte(strings.Join(sums, "\n")))
		from.SHA = hex.EncodeToString(together[:])
	}
	return all, from, nil
}

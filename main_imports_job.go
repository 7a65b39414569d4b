package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/handlers/admin"
	"gpuscale/store"
)

// importTime bounds the work on one import.
const importTime = 10 * time.Minute

// importJob is the work on one pending import: it is read once, and may be written.
type importJob struct {
	pending       admin.PendingImport
	done          atomic.Int64 // bytes read
	read, written chan struct{}
	idle          *time.Timer // guarded by the mutex of pendingImports

	mutex    sync.Mutex
	judged   judgedFiles // without a preview until the file was read
	from     store.File
	err      error
	writing  bool
	result   int64
	writeErr error
}

func newImportJob(p admin.PendingImport) *importJob {
	return &importJob{pending: p, read: make(chan struct{}), written: make(chan struct{})}
}

// await waits a little for a step to end.
func (j *importJob) await(ctx context.Context, step <-chan struct{}) {
	patience := time.NewTimer(importPatience)
	defer patience.Stop()
	select {
	case <-step:
	case <-patience.C:
	case <-ctx.Done():
	}
}

func (j *importJob) state() admin.ImportState {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	// A text file is read twice: once for its encoding, once for its rows.
	return admin.ImportState{Read: j.done.Load(), Size: 2 * j.pending.Size, Preview: j.judged.preview, Flags: j.judged.flags, Writing: j.writing, Err: j.err, Changeset: j.result, WriteErr: j.writeErr}
}

// step is the work that the job is at: reading, or writing.
func (j *importJob) step() <-chan struct{} {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.writing {
		return j.written
	}
	return j.read
}

// begin marks the job as being written, unless it is or cannot be. The step ends
// with the writing.
func (j *importJob) begin() (step <-chan struct{}, begun bool) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.writing || j.result != 0 || j.judged.preview == nil {
		return j.written, false
	}
	j.writing, j.writeErr, j.written = true, nil, make(chan struct{})
	return j.written, true
}

func (j *importJob) finished() bool {
	select {
	case <-j.read:
		return true
	default:
		return false
	}
}

func (j *importJob) busy() bool {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.writing
}

// breathe gives visitors threads beyond the cores while an import computes, until
// the returned function is called: with a thread a core, a request waits up to ten
// milliseconds for the import's turn to end; with more, the kernel lets it in at
// once. One import runs at a time.
func breathe() (done func()) {
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 2)
	return runtime.SetDefaultGOMAXPROCS
}

// read makes the preview of a job, with its failure in the job.
func (i *pendingImports) read(j *importJob) {
	i.turn <- struct{}{}
	defer func() { <-i.turn }()
	defer close(j.read)
	defer breathe()()
	ctx, cancel := context.WithTimeout(context.Background(), importTime)
	defer cancel()
	judged, from, err := i.compare(ctx, j)
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.judged, j.from, j.err = judged, from, err
}

// compare reads the upload and compares it with what was recorded when it came.
func (i *pendingImports) compare(ctx context.Context, j *importJob) (judgedFiles, store.File, error) {
	kept, err := i.store.PendingImport(ctx, j.pending.ID)
	if err != nil {
		return judgedFiles{}, store.File{}, err
	}
	file, err := os.CreateTemp("", "gpuscale-import-*")
	if err != nil {
		return judgedFiles{}, store.File{}, err
	}
	defer func() { _ = errors.Join(file.Close(), os.Remove(file.Name())) }()
	if err := i.store.WritePendingImport(ctx, kept.ID, file); err != nil {
		return judgedFiles{}, store.File{}, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return judgedFiles{}, store.File{}, err
	}
	recorded, err := recordedAt(ctx, i.store, &kept.At)
	if err != nil {
		return judgedFiles{}, store.File{}, err
	}
	o := j.pending.Options
	files, err := dataset.ReadUpload(&countedFile{file, &j.done}, kept.Size, readingOptions(kept.Name, o, recorded.options))
	if err != nil {
		return judgedFiles{}, store.File{}, err
	}
	files = append(files, chosenNames(files, o.Known)...)
	return recorded.judge(append(files, addedProviders(o.Added)...), kept.At), store.File{Name: kept.Name, SHA: kept.SHA}, nil
}

// countedFile tells how much of a file was read.
type countedFile struct {
	*os.File
	done *atomic.Int64
}

// Read reads the file and counts its bytes.
func (c *countedFile) Read(b []byte) (int, error) {
	n, err := c.File.Read(b)
	c.done.Add(int64(n))
	return n, err
}

func readingOptions(name string, o admin.ImportOptions, known dataset.Options) dataset.Options {
	known.Name, known.Kind = name, o.Kind
	known.Foreign.Provider, known.Foreign.Seen, known.Foreign.SourceURL = o.Provider, o.Seen, o.Source
	known.Mapped = withChosen(known.Mapped, o.Known)
	return known
}

// withChosen adds what the editor of this import chose to what is on record, for every
// source: which one the file is shows only when it is read.
func withChosen(recorded map[string]map[string]string, chosen map[string]string) map[string]map[string]string {
	_, source, _ := dataset.SchemaOf(dataset.SourceNames).Column("source")
	mapped := make(map[string]map[string]string, len(source.Words))
	for _, word := range source.Words {
		mapped[word] = maps.Clone(recorded[word])
		if mapped[word] == nil {
			mapped[word] = map[string]string{}
		}
		for name, slug := range chosen {
			mapped[word][strings.ToLower(name)] = slug
		}
	}
	return mapped
}

// chosenNames is the file of the names that an editor gave a meaning with an import:
// they are recorded with it, and the next file of the source needs no question.
func chosenNames(files []*dataset.File, chosen map[string]string) []*dataset.File {
	if len(chosen) == 0 {
		return nil
	}
	sources := map[string]bool{}
	for _, f := range files {
		sources[f.Source()] = true
	}
	var rows []map[string]string
	for _, source := range slices.Sorted(maps.Keys(sources)) {
		for _, name := range slices.Sorted(maps.Keys(chosen)) {
			rows = append(rows, map[string]string{"source": source, "name": name, "provider": chosen[name]})
		}
	}
	return []*dataset.File{recordFile(dataset.SourceNames, rows)}
}

// addedProviders is the file of the providers that an editor adds with an import.
func addedProviders(added []admin.AddedProvider) []*dataset.File {
	if len(added) == 0 {
		return nil
	}
	rows := make([]map[string]string, len(added))
	for i, p := range added {
		rows[i] = map[string]string{"slug": p.Slug, "name_zh": p.Name, "name_en": p.Name, "kind": p.Kind, "market": p.Market, "status": string(catalog.StatusThin)}
	}
	return []*dataset.File{recordFile(dataset.Providers, rows)}
}

// recordFile is a file as if it had been uploaded beside the editor's; rows have the
// same columns.
func recordFile(kind dataset.Kind, rows []map[string]string) *dataset.File {
	schema := dataset.SchemaOf(kind)
	f := &dataset.File{Name: kind.Filename(), Kind: kind, Rows: len(rows), Columns: slices.Sorted(maps.Keys(rows[0]))}
	for n, row := range rows {
		r := dataset.Record{Kind: kind, Values: make([]string, len(schema.Columns))}
		for name, value := range row {
			r = r.With(name, value)
		}
		r.Key = schema.Key(r.Values)
		f.Records, f.Lines = append(f.Records, r), append(f.Lines, n+1)
	}
	return f
}

// settle lets visitors see what was written. That it was written stands, whether or
// not this works at once: the market follows the records by itself.
func (i *pendingImports) settle(ctx context.Context, id string, result int64) {
	if err := errors.Join(i.refresh(ctx), i.store.EndPendingImport(ctx, id, result)); err != nil {
		slog.Error("after an import", "changeset", result, "error", err.Error())
	}
}

// write records what a job has previewed and lets visitors see it.
func (i *pendingImports) write(j *importJob, d admin.Decision) {
	i.turn <- struct{}{}
	defer func() { <-i.turn }()
	defer breathe()()
	ctx, cancel := context.WithTimeout(context.Background(), importTime)
	defer cancel()
	c := store.Changeset{Who: d.Who, Why: j.judged.explained(d.Why, d.Reason, d.Keeps), Origin: store.OriginImport, File: j.from, Ops: j.judged.admitted(d.Keeps, d.Reason)}
	done, err := i.store.Apply(ctx, c)
	result := done.Changeset
	if err == nil && result == 0 {
		result = -1 // everything was recorded already
	}
	if err == nil {
		i.settle(ctx, j.pending.ID, result)
	}
	j.mutex.Lock()
	j.writing, j.result, j.writeErr = false, result, adminError(err)
	if result != 0 {
		j.judged = judgedFiles{}
	}
	close(j.written)
	j.mutex.Unlock()
	if result != 0 {
		i.drop(j.pending.ID)
		debug.FreeOSMemory()
	}
}

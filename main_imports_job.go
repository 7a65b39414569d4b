package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
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
	preview  *dataset.Preview
	ops      []store.Op
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
	return admin.ImportState{Read: j.done.Load(), Size: 2 * j.pending.Size, Preview: j.preview, Writing: j.writing, Err: j.err, Changeset: j.result, WriteErr: j.writeErr}
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
	if j.writing || j.result != 0 || j.preview == nil {
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
	preview, ops, from, err := i.compare(ctx, j)
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.preview, j.ops, j.from, j.err = preview, ops, from, err
}

// compare reads the upload and compares it with what was recorded when it came.
func (i *pendingImports) compare(ctx context.Context, j *importJob) (*dataset.Preview, []store.Op, store.File, error) {
	kept, err := i.store.PendingImport(ctx, j.pending.ID)
	if err != nil {
		return nil, nil, store.File{}, err
	}
	file, err := os.CreateTemp("", "gpuscale-import-*")
	if err != nil {
		return nil, nil, store.File{}, err
	}
	defer func() { _ = errors.Join(file.Close(), os.Remove(file.Name())) }()
	if err := i.store.WritePendingImport(ctx, kept.ID, file); err != nil {
		return nil, nil, store.File{}, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, nil, store.File{}, err
	}
	recorded, err := recordedAt(ctx, i.store, &kept.At)
	if err != nil {
		return nil, nil, store.File{}, err
	}
	o := j.pending.Options
	files, err := dataset.ReadUpload(&countedFile{file, &j.done}, kept.Size, readingOptions(kept.Name, o, recorded.options))
	if err != nil {
		return nil, nil, store.File{}, err
	}
	rename(files, o.Known)
	preview := dataset.NewPreview(recorded.Set, append(files, addedProviders(o.Added)...))
	return preview, recorded.operations(preview), store.File{Name: kept.Name, SHA: kept.SHA}, nil
}

// countedFile tells how much of a file was read.
type countedFile struct {
	*os.File
	done *atomic.Int64
}

func (c *countedFile) Read(b []byte) (int, error) {
	n, err := c.File.Read(b)
	c.done.Add(int64(n))
	return n, err
}

func readingOptions(name string, o admin.ImportOptions, known dataset.Options) dataset.Options {
	known.Name, known.Kind = name, o.Kind
	known.Foreign.Provider, known.Foreign.Seen, known.Foreign.SourceURL = o.Provider, o.Seen, o.Source
	return known
}

// rename puts the slugs on record in place of what the files call providers.
func rename(files []*dataset.File, known map[string]string) {
	if len(known) == 0 {
		return
	}
	for _, f := range files {
		at, _, ok := dataset.SchemaOf(f.Kind).Column("provider")
		if !ok {
			continue
		}
		for i := range f.Records {
			if slug := known[f.Records[i].Values[at]]; slug != "" {
				f.Records[i].Values = slices.Clone(f.Records[i].Values)
				f.Records[i].Values[at] = slug
			}
		}
	}
}

// addedProviders is the file of the providers that an editor adds with an import.
func addedProviders(added []admin.AddedProvider) []*dataset.File {
	if len(added) == 0 {
		return nil
	}
	schema := dataset.SchemaOf(dataset.Providers)
	f := &dataset.File{Name: dataset.Providers.Filename(), Kind: dataset.Providers, Rows: len(added)}
	for n, p := range added {
		values := map[string]string{"slug": p.Slug, "name_zh": p.Name, "name_en": p.Name, "kind": p.Kind, "market": p.Market, "status": string(catalog.StatusThin)}
		r := dataset.Record{Kind: dataset.Providers, Values: make([]string, len(schema.Columns))}
		for name := range values {
			f.Columns = append(f.Columns, name)
			r = r.With(name, values[name])
		}
		r.Key = schema.Key(r.Values)
		f.Records, f.Lines = append(f.Records, r), append(f.Lines, n+1)
	}
	return []*dataset.File{f}
}

// settle lets visitors see what was written. That it was written stands, whether or
// not this works at once: the market follows the records by itself.
func (i *pendingImports) settle(ctx context.Context, id string, result int64) {
	if err := errors.Join(i.refresh(ctx), i.store.EndPendingImport(ctx, id, result)); err != nil {
		slog.Error("after an import", "changeset", result, "error", err.Error())
	}
}

// write records what a job has previewed and lets visitors see it.
func (i *pendingImports) write(j *importJob, c store.Changeset) {
	i.turn <- struct{}{}
	defer func() { <-i.turn }()
	defer breathe()()
	ctx, cancel := context.WithTimeout(context.Background(), importTime)
	defer cancel()
	c.Ops, c.File = j.ops, j.from
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
		j.preview, j.ops = nil, nil
	}
	close(j.written)
	j.mutex.Unlock()
	if result != 0 {
		i.drop(j.pending.ID)
		debug.FreeOSMemory()
	}
}

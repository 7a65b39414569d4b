package main

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"
	"time"

	"gpuscale/handlers/admin"
	"gpuscale/store"
)

// Times of pending imports.
const (
	// importKept is how long an upload may wait for its editor.
	importKept = 2 * time.Hour
	// importPatience is how long a page waits for work that is usually done at once.
	importPatience = 1500 * time.Millisecond
	// previewKept is how long an unused preview stays in memory; it can be made again.
	previewKept = 15 * time.Minute
	// previewsKept is how many previews are kept in memory at once.
	previewsKept = 3
)

// pendingImports lets editors preview files against the store and write them. Previews are
// made and written one at a time: each may be as large as the whole catalogue.
type pendingImports struct {
	store   *store.Store
	refresh func(context.Context) error

	mutex sync.Mutex
	jobs  map[string]*importJob
	turn  chan struct{}
}

func newPendingImports(s *store.Store, refresh func(context.Context) error) *pendingImports {
	return &pendingImports{store: s, refresh: refresh, jobs: map[string]*importJob{}, turn: make(chan struct{}, 1)}
}

// owner names the account of an upload.
func owner(actor admin.Actor) string { return strconv.FormatInt(actor.ID, 10) }

// Keep stores an upload for two hours and returns its id.
func (i *pendingImports) Keep(ctx context.Context, actor admin.Actor, u admin.Upload) (string, error) {
	options, err := json.Marshal(u.Options)
	if err != nil {
		return "", err
	}
	now := time.Now()
	kept, err := i.store.AddPendingImport(ctx, store.PendingImport{Who: owner(actor), Name: u.Name, Options: string(options), At: now, Expires: now.Add(importKept)}, u.Body)
	return kept.ID, adminError(err)
}

// Pending returns an upload of the actor's; it fails with admin.ErrNotFound for others.
func (i *pendingImports) Pending(ctx context.Context, actor admin.Actor, id string) (admin.PendingImport, error) {
	kept, err := i.store.PendingImport(ctx, id)
	if err != nil {
		return admin.PendingImport{}, adminError(err)
	}
	if kept.Who != owner(actor) {
		return admin.PendingImport{}, admin.ErrNotFound
	}
	p := admin.PendingImport{ID: kept.ID, Name: kept.Name, Size: kept.Size, Changeset: kept.Changeset, Expires: kept.Expires}
	return p, json.Unmarshal([]byte(kept.Options), &p.Options)
}

// Choose keeps other options and drops the preview made with the ones before.
func (i *pendingImports) Choose(ctx context.Context, p admin.PendingImport, o admin.ImportOptions) error {
	options, err := json.Marshal(o)
	if err != nil {
		return err
	}
	if err := i.store.SetPendingImport(ctx, p.ID, string(options), time.Now()); err != nil {
		return adminError(err)
	}
	i.drop(p.ID)
	return nil
}

// Forget deletes an upload and its preview.
func (i *pendingImports) Forget(ctx context.Context, p admin.PendingImport) error {
	i.drop(p.ID)
	return adminError(i.store.DeletePendingImport(ctx, p.ID))
}

// State reports how far the work on an upload is, after a short wait for it.
func (i *pendingImports) State(ctx context.Context, p admin.PendingImport) (admin.ImportState, error) {
	job := i.job(p)
	job.await(ctx, job.step())
	state := job.state()
	if state.Err != nil {
		// The next look tries again: the failure may have been the database's.
		i.drop(p.ID)
	}
	return state, nil
}

// Write begins to write what an editor decided on, unless that is under way.
func (i *pendingImports) Write(ctx context.Context, p admin.PendingImport, d admin.Decision) (admin.ImportState, error) {
	job := i.job(p)
	step, begun := job.begin()
	if begun {
		go i.write(job, d)
	}
	job.await(ctx, step)
	return job.state(), nil
}

// job returns the work on an import, begun when there is none.
func (i *pendingImports) job(p admin.PendingImport) *importJob {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	job := i.jobs[p.ID]
	if job == nil {
		i.makeRoom()
		job = newImportJob(p)
		i.jobs[p.ID] = job
		go i.read(job)
	}
	if job.idle != nil {
		job.idle.Stop()
	}
	job.idle = time.AfterFunc(previewKept, func() { i.drop(p.ID) })
	return job
}

// makeRoom forgets finished previews while too many are kept. The mutex is held.
func (i *pendingImports) makeRoom() {
	for id, job := range i.jobs {
		if len(i.jobs) < previewsKept {
			return
		}
		if job.finished() && !job.busy() {
			job.idle.Stop()
			delete(i.jobs, id)
		}
	}
}

// drop forgets a preview; the upload stays.
func (i *pendingImports) drop(id string) {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	if job := i.jobs[id]; job != nil && !job.busy() {
		job.idle.Stop()
		delete(i.jobs, id)
	}
}

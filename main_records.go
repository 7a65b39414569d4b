package main

import (
	"context"

	"gpuscale/dataset"
	"gpuscale/handlers/admin"
	"gpuscale/store"
)

// edited lets the pages for editors keep records in the store.
type edited struct{ store *store.Store }

// List returns one page of the records of a kind as they stand, and how many there are
// on all pages.
func (e edited) List(ctx context.Context, kind dataset.Kind, q admin.ListQuery) ([]admin.Recorded, int64, error) {
	found, total, err := e.store.List(ctx, kind, store.ListQuery{Filter: q.Filter, Search: q.Search, Sort: q.Sort, Page: store.Page{Number: q.Page, Per: q.Per}})
	rows := make([]admin.Recorded, len(found))
	for i, r := range found {
		rows[i] = admin.Recorded(r)
	}
	return rows, total, adminError(err)
}

// Record returns a record as it stands; admin.ErrNotFound when it has ended or never was.
func (e edited) Record(ctx context.Context, kind dataset.Kind, key string) (admin.Recorded, error) {
	r, err := e.store.Record(ctx, kind, key)
	return admin.Recorded(r), adminError(err)
}

// All returns every record as it stands.
func (e edited) All(ctx context.Context) (dataset.Set, error) {
	recorded, err := e.store.Load(ctx, nil)
	return recorded.Set, adminError(err)
}

// Apply records a change, all of it or nothing; an *admin.ConflictError names what
// somebody else changed meanwhile.
func (e edited) Apply(ctx context.Context, c admin.Changeset) (admin.Applied, error) {
	ops := make([]store.Op, len(c.Ops))
	for i, op := range c.Ops {
		ops[i] = store.Op{Kind: op.Kind, Key: op.Key, ExpectVersion: op.Expect, New: op.New}
	}
	done, err := e.store.Apply(ctx, store.Changeset{Who: c.Who, Why: c.Why, Origin: store.Origin(c.Origin), Ops: ops})
	return admin.Applied{ID: done.Changeset, Keys: done.Keys}, adminError(err)
}

// History returns every version of a record, the newest first; admin.ErrNotFound when its
// key was never used.
func (e edited) History(ctx context.Context, kind dataset.Kind, key string) ([]admin.Version, error) {
	found, err := e.store.History(ctx, kind, key)
	versions := make([]admin.Version, len(found))
	for i, v := range found {
		versions[i] = admin.Version{Number: v.Number, Record: v.Record, Opened: changesetInfo(v.Opened)}
		if v.Closed != nil {
			closed := changesetInfo(*v.Closed)
			versions[i].Closed = &closed
		}
	}
	return versions, adminError(err)
}

func changesetInfo(c store.ChangesetInfo) admin.ChangesetInfo {
	return admin.ChangesetInfo{ID: c.ID, At: c.At, Who: c.Who, Why: c.Why, Origin: admin.Origin(c.Origin), File: c.File.Name, Reverts: c.Reverts, Opened: c.Opened, Closed: c.Closed}
}

// Changesets returns one page of the changes that a query finds, the newest first, and how
// many there are on all pages.
func (e edited) Changesets(ctx context.Context, q admin.ChangesetQuery) ([]admin.ChangesetInfo, int64, error) {
	filter := store.ChangesetFilter{Origin: store.Origin(q.Origin), Who: q.Who, Kind: q.Kind, From: q.From, To: q.To}
	found, total, err := e.store.Changesets(ctx, filter, store.Page{Number: q.Page, Per: q.Per})
	list := make([]admin.ChangesetInfo, len(found))
	for i, c := range found {
		list[i] = changesetInfo(c)
	}
	return list, total, adminError(err)
}

// Changeset returns a change with what it did to each record; admin.ErrNotFound when there
// is none with the id.
func (e edited) Changeset(ctx context.Context, id int64) (admin.ChangesetDetail, error) {
	found, err := e.store.ChangesetDetail(ctx, id)
	detail := admin.ChangesetDetail{ChangesetInfo: changesetInfo(found.ChangesetInfo), Truncated: found.Truncated}
	for _, r := range found.Records {
		detail.Records = append(detail.Records, admin.RecordChange{Kind: r.Kind, Key: r.Key, Before: r.Before, After: r.After, Superseded: r.Superseded})
	}
	return detail, adminError(err)
}

// Revert takes a change back by another one; an *admin.ConflictError names records that
// hold other values by now, admin.ErrRefused is for the starting data.
func (e edited) Revert(ctx context.Context, what admin.Reversal) (admin.Applied, error) {
	done, err := e.store.Revert(ctx, store.Reversal{Changeset: what.Changeset, Kind: what.Kind, Key: what.Key, Who: what.Who, Why: what.Why})
	return admin.Applied{ID: done.Changeset, Keys: done.Keys}, adminError(err)
}

func adminConflict(err *store.ConflictError) error {
	out := &admin.ConflictError{}
	for _, c := range err.Conflicts {
		out.Conflicts = append(out.Conflicts, admin.Conflict{Kind: c.Kind, Key: c.Key, Current: c.Current, Theirs: c.Theirs, Yours: c.Yours, Who: c.Who, At: c.At})
	}
	return out
}

// evidence lets the pages for editors keep files in the store.
type evidence struct{ store *store.Store }

func adminFile(u store.Upload) admin.File {
	return admin.File{SHA: u.SHA, Name: u.Name, MIME: u.MIME, Size: u.Size, Body: u.Body, Who: u.Who, Created: u.Created}
}

// AddFile keeps a file, the same bytes once, and returns it as kept.
func (e evidence) AddFile(ctx context.Context, f admin.File) (admin.File, error) {
	kept, err := e.store.AddUpload(ctx, store.Upload{Name: f.Name, MIME: f.MIME, Body: f.Body, Who: f.Who})
	return adminFile(kept), adminError(err)
}

// File returns a file by the SHA-256 of its bytes; admin.ErrNotFound when there is none.
func (e evidence) File(ctx context.Context, sha string) (admin.File, error) {
	u, err := e.store.Upload(ctx, sha)
	return adminFile(u), adminError(err)
}

// Files lists a page of 200 files without their bytes, the newest first, and how many
// there are in all.
func (e evidence) Files(ctx context.Context, page int) ([]admin.File, int64, error) {
	found, total, err := e.store.Uploads(ctx, store.Page{Number: page, Per: 200})
	files := make([]admin.File, len(found))
	for i, u := range found {
		files[i] = adminFile(u)
	}
	return files, total, adminError(err)
}

package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"gorm.io/gorm"
)

// PendingImport is a file that an editor has uploaded and may still write. At is
// the moment of the records that its preview is compared with; Changeset is what it
// was written as, 0 while it was not.
type PendingImport struct {
	ID        string
	Who       string
	Name      string
	SHA       string // SHA-256 of its bytes in hexadecimal
	Size      int64
	Options   string // as the caller keeps them
	At        time.Time
	Changeset int64
	Created   time.Time
	Expires   time.Time
}

// pendingRow is a row of pending_imports.
type pendingRow struct {
	ID        string `gorm:"primaryKey"`
	Who       string
	Name      string
	SHA       string `gorm:"column:sha"`
	Size      int64
	Options   string
	At        int64
	Changeset *int64
	CreatedAt int64 `gorm:"autoCreateTime:false"`
	ExpiresAt int64
}

// TableName names the table for GORM.
func (pendingRow) TableName() string { return "pending_imports" }

func (r pendingRow) pending() PendingImport {
	p := PendingImport{ID: r.ID, Who: r.Who, Name: r.Name, SHA: r.SHA, Size: r.Size, Options: r.Options, At: instant(r.At),
		Created: instant(r.CreatedAt), Expires: instant(r.ExpiresAt)}
	if r.Changeset != nil {
		p.Changeset = *r.Changeset
	}
	return p
}

// partRow is a row of pending_import_parts.
type partRow struct {
	ImportID string `gorm:"primaryKey"`
	N        int64  `gorm:"primaryKey"`
	Body     []byte
}

// TableName names the table for GORM.
func (partRow) TableName() string { return "pending_import_parts" }

// partSize is how many compressed bytes a part holds.
const partSize = 1 << 20

// AddPendingImport keeps the bytes of body, compressed, under a new id until the
// import expires. Only Who, Name, Options, At and Expires of p are used. Expired
// imports are forgotten first. When body fails nothing is kept.
func (s *Store) AddPendingImport(ctx context.Context, p PendingImport, body io.Reader) (PendingImport, error) {
	if err := s.forgetImports(ctx); err != nil {
		return PendingImport{}, err
	}
	r := pendingRow{ID: rand.Text(), Who: p.Who, Name: p.Name, Options: p.Options, At: p.At.UnixMilli(), CreatedAt: s.now(), ExpiresAt: p.Expires.UnixMilli()}
	if err := writingOnly(ctx, s, func(ctx context.Context) error { return s.write.WithContext(ctx).Create(&r).Error }); err != nil {
		return PendingImport{}, err
	}
	parts := &partWriter{ctx: ctx, store: s, id: r.ID}
	err := parts.copy(body, &r)
	if err == nil {
		err = writingOnly(ctx, s, func(ctx context.Context) error {
			return s.write.WithContext(ctx).Model(&r).Select("sha", "size").Updates(&r).Error
		})
	}
	if err != nil {
		return PendingImport{}, errors.Join(err, s.DeletePendingImport(context.WithoutCancel(ctx), r.ID))
	}
	return r.pending(), nil
}

// partWriter cuts a stream into parts, each written by a transaction of its own.
type partWriter struct {
	ctx    context.Context
	store  *Store
	id     string
	n      int64
	buffer bytes.Buffer
}

func (w *partWriter) copy(body io.Reader, r *pendingRow) error {
	hash := sha256.New()
	squeezed, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	if r.Size, err = io.Copy(io.MultiWriter(squeezed, hash), body); err != nil {
		return err
	}
	if err := squeezed.Close(); err != nil {
		return err
	}
	r.SHA = hex.EncodeToString(hash.Sum(nil))
	return w.flush()
}

// Write gathers bytes and keeps every full part.
func (w *partWriter) Write(b []byte) (int, error) {
	w.buffer.Write(b)
	if w.buffer.Len() >= partSize {
		return len(b), w.flush()
	}
	return len(b), nil
}

func (w *partWriter) flush() error {
	part := partRow{ImportID: w.id, N: w.n, Body: bytes.Clone(w.buffer.Bytes())}
	w.n++
	w.buffer.Reset()
	return writingOnly(w.ctx, w.store, func(ctx context.Context) error { return w.store.write.WithContext(ctx).Create(&part).Error })
}

// PendingImport returns an import that has not expired, ErrNotFound when there is
// none under the id.
func (s *Store) PendingImport(ctx context.Context, id string) (PendingImport, error) {
	return reading(ctx, s, func(ctx context.Context) (PendingImport, error) {
		var r pendingRow
		err := s.read.WithContext(ctx).Where("id = ? AND expires_at > ?", id, s.now()).Take(&r).Error
		return r.pending(), err
	})
}

// WritePendingImport writes the bytes of an import to w.
func (s *Store) WritePendingImport(ctx context.Context, id string, w io.Writer) error {
	parts := &partReader{ctx: ctx, store: s, id: id}
	plain, err := gzip.NewReader(parts)
	if err != nil {
		return fmt.Errorf("store: pending import: %w", err)
	}
	// The bytes were bounded when they were taken in.
	if _, err := io.Copy(w, plain); err != nil {
		return fmt.Errorf("store: pending import: %w", err)
	}
	return plain.Close()
}

// partReader joins parts again.
type partReader struct {
	ctx   context.Context
	store *Store
	id    string
	n     int64
	left  []byte
}

// Read reads from the current part and fetches the next one when it is used up.
func (r *partReader) Read(b []byte) (int, error) {
	if len(r.left) == 0 {
		part, err := reading(r.ctx, r.store, func(ctx context.Context) (partRow, error) {
			var p partRow
			err := r.store.read.WithContext(ctx).Where("import_id = ? AND n = ?", r.id, r.n).Take(&p).Error
			return p, err
		})
		if errors.Is(err, ErrNotFound) {
			return 0, io.EOF
		}
		if err != nil {
			return 0, err
		}
		r.left = part.Body
		r.n++
	}
	n := copy(b, r.left)
	r.left = r.left[n:]
	return n, nil
}

// SetPendingImport stores what an editor has chosen for an import, and the moment
// to compare it with.
func (s *Store) SetPendingImport(ctx context.Context, id, options string, at time.Time) error {
	return s.updateImport(ctx, id, map[string]any{"options": options, "at": at.UnixMilli()})
}

// EndPendingImport notes the changeset as which an import was written; its bytes
// are no longer kept.
func (s *Store) EndPendingImport(ctx context.Context, id string, changeset int64) error {
	if err := s.updateImport(ctx, id, map[string]any{"changeset": changeset}); err != nil {
		return err
	}
	return writingOnly(ctx, s, func(ctx context.Context) error {
		return s.write.WithContext(ctx).Where("import_id = ?", id).Delete(&partRow{}).Error
	})
}

func (s *Store) updateImport(ctx context.Context, id string, values map[string]any) error {
	return writingOnly(ctx, s, func(ctx context.Context) error {
		done := s.write.WithContext(ctx).Model(&pendingRow{}).Where("id = ?", id).Updates(values)
		if done.Error == nil && done.RowsAffected == 0 {
			return gorm.ErrRecordNotFound
		}
		return done.Error
	})
}

// DeletePendingImport forgets an import; one that is not there is no error.
func (s *Store) DeletePendingImport(ctx context.Context, id string) error {
	return writingOnly(ctx, s, func(ctx context.Context) error {
		return s.write.WithContext(ctx).Where("id = ?", id).Delete(&pendingRow{}).Error
	})
}

func (s *Store) forgetImports(ctx context.Context) error {
	return writingOnly(ctx, s, func(ctx context.Context) error {
		return s.write.WithContext(ctx).Where("expires_at <= ?", s.now()).Delete(&pendingRow{}).Error
	})
}

package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"gorm.io/gorm/clause"
)

// Sessions keeps the sessions of signed-in editors for scs. Only the SHA-256 of a
// token is stored, so a stolen database opens no session.
type Sessions struct{ store *Store }

// Sessions returns the session store.
func (s *Store) Sessions() Sessions { return Sessions{s} }

// storedPrefix marks the names under which All lists sessions: hashes, accepted by
// Delete only.
const storedPrefix = "sha256:"

// sessionRow is a row of sessions.
type sessionRow struct {
	TokenHash string `gorm:"primaryKey"`
	Data      []byte
	ExpiresAt int64
}

// TableName names the table for GORM.
func (sessionRow) TableName() string { return "sessions" }

func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// FindCtx returns the data of a session that has not expired.
func (s Sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	data, err = reading(ctx, s.store, func(ctx context.Context) ([]byte, error) {
		var r sessionRow
		err := s.store.read.WithContext(ctx).
			Where("token_hash = ? AND expires_at > ?", hashToken(token), s.store.now()).Take(&r).Error
		return r.Data, err
	})
	if errors.Is(err, ErrNotFound) {
		return nil, false, nil
	}
	return data, err == nil, err
}

// CommitCtx stores the data of a session until it expires.
func (s Sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	return writingOnly(ctx, s.store, func(ctx context.Context) error {
		row := sessionRow{TokenHash: hashToken(token), Data: data, ExpiresAt: expiry.UnixMilli()}
		return s.store.write.WithContext(ctx).Clauses(clause.OnConflict{
			Columns:   []clause.Column{{Name: "token_hash"}},
			DoUpdates: clause.AssignmentColumns([]string{"data", "expires_at"}),
		}).Create(&row).Error
	})
}

// DeleteCtx ends a session, named by its token or as AllCtx lists it.
func (s Sessions) DeleteCtx(ctx context.Context, token string) error {
	hash, listed := strings.CutPrefix(token, storedPrefix)
	if !listed {
		hash = hashToken(token)
	}
	return writingOnly(ctx, s.store, func(ctx context.Context) error {
		return s.store.write.WithContext(ctx).Where("token_hash = ?", hash).Delete(&sessionRow{}).Error
	})
}

// AllCtx returns the data of all sessions that have not expired.
func (s Sessions) AllCtx(ctx context.Context) (map[string][]byte, error) {
	return reading(ctx, s.store, func(ctx context.Context) (map[string][]byte, error) {
		var rows []sessionRow
		err := s.store.read.WithContext(ctx).Where("expires_at > ?", s.store.now()).Find(&rows).Error
		all := make(map[string][]byte, len(rows))
		for _, r := range rows {
			all[storedPrefix+r.TokenHash] = r.Data
		}
		return all, err
	})
}

// Find is FindCtx without a context of the caller.
func (s Sessions) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

// Commit is CommitCtx without a context of the caller.
func (s Sessions) Commit(token string, data []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expiry)
}

// Delete is DeleteCtx without a context of the caller.
func (s Sessions) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }

// All is AllCtx without a context of the caller.
func (s Sessions) All() (map[string][]byte, error) { return s.AllCtx(context.Background()) }

// DeleteExpired removes sessions that have expired.
func (s Sessions) DeleteExpired(ctx context.Context) error {
	return writingOnly(ctx, s.store, func(ctx context.Context) error {
		return s.store.write.WithContext(ctx).Where("expires_at <= ?", s.store.now()).Delete(&sessionRow{}).Error
	})
}

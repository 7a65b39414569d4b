package store

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
	"time"
)

// ShareMode says what a short address shows.
type ShareMode string

// Share modes.
const (
	ShareLive   ShareMode = "live"   // the page as it is when opened
	ShareFrozen ShareMode = "frozen" // the page as it was when shared
)

// Share is a short address of a page. Revision and Created say which data a frozen
// one shows: what was recorded at Created.
type Share struct {
	Code     string
	Path     string
	Mode     ShareMode
	Revision int64
	Created  time.Time
}

// shareRow is a row of shares.
type shareRow struct {
	Code      string `gorm:"primaryKey"`
	Path      string
	Mode      ShareMode
	Revision  int64
	CreatedAt int64 `gorm:"autoCreateTime:false"`
}

// TableName names the table for GORM.
func (shareRow) TableName() string { return "shares" }

func (r shareRow) share() Share {
	return Share{Code: r.Code, Path: r.Path, Mode: r.Mode, Revision: r.Revision, Created: instant(r.CreatedAt)}
}

// maxSharePath is the longest path a short address may stand for, in bytes.
const maxSharePath = 2000

// AddShare returns a short address for a path. A live share of the same path, and
// a frozen one of the same path, revision and hour, is returned again.
func (s *Store) AddShare(ctx context.Context, path string, mode ShareMode) (Share, error) {
	if !strings.HasPrefix(path, "/") || len(path) > maxSharePath || mode != ShareLive && mode != ShareFrozen {
		return Share{}, fmt.Errorf("%w: a share needs a local path of at most %d bytes and a mode", ErrInvalid, maxSharePath)
	}
	return writing(ctx, s, func(ctx context.Context) (Share, error) {
		r := shareRow{Path: path, Mode: mode, CreatedAt: s.now()}
		db := s.write.WithContext(ctx)
		if err := db.Raw("SELECT COALESCE(MAX(id), 0) FROM changesets").Scan(&r.Revision).Error; err != nil {
			return Share{}, err
		}
		same := db.Where("path = ? AND mode = ?", path, mode)
		if mode == ShareFrozen {
			same = same.Where("revision = ? AND created_at > ?", r.Revision, r.CreatedAt-time.Hour.Milliseconds())
		}
		var there []shareRow
		if err := same.Order("created_at").Limit(1).Find(&there).Error; err != nil {
			return Share{}, err
		}
		if len(there) > 0 {
			return there[0].share(), nil
		}
		return s.createShare(ctx, r)
	})
}

// createShare retries the rare code that is taken.
func (s *Store) createShare(ctx context.Context, r shareRow) (Share, error) {
	for range 5 {
		r.Code = newCode()
		err := classify(s.write.WithContext(ctx).Create(&r).Error)
		if err == nil || !errors.Is(err, ErrConflict) {
			return r.share(), err
		}
	}
	return Share{}, fmt.Errorf("%w: no free code was found", ErrUnavailable)
}

// newCode returns ten letters and digits that are not confused with each other:
// 50 random bits, too many to guess one that exists.
func newCode() string {
	var b [10]byte
	_, _ = rand.Read(b[:]) // never fails, see crypto/rand
	return strings.ToLower(base32.NewEncoding("ABCDEFGHJKLMNPQRSTUVWXYZ23456789").EncodeToString(b[:]))[:10]
}

// Share returns the page that a code stands for, ErrNotFound for an unknown code.
func (s *Store) Share(ctx context.Context, code string) (Share, error) {
	return reading(ctx, s, func(ctx context.Context) (Share, error) {
		var r shareRow
		err := s.read.WithContext(ctx).Where("code = ?", strings.ToLower(code)).Take(&r).Error
		return r.share(), err
	})
}

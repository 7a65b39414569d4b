package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"gorm.io/gorm/clause"
)

// MaxUpload is the largest evidence file in bytes.
const MaxUpload = 5 << 20

// Upload is an evidence file, named by the SHA-256 of its bytes in hexadecimal.
// Body is filled by Upload only.
type Upload struct {
	SHA     string
	Name    string
	MIME    string
	Size    int64
	Body    []byte
	Who     string
	Created time.Time
}

// uploadRow is a row of uploads.
type uploadRow struct {
	SHA       string `gorm:"column:sha;primaryKey"`
	Name      string
	MIME      string `gorm:"column:mime"`
	Size      int64
	Body      []byte
	Who       string
	CreatedAt int64 `gorm:"autoCreateTime:false"`
}

// TableName names the table for GORM.
func (uploadRow) TableName() string { return "uploads" }

func (r uploadRow) upload() Upload {
	return Upload{SHA: r.SHA, Name: r.Name, MIME: r.MIME, Size: r.Size, Body: r.Body, Who: r.Who, Created: instant(r.CreatedAt)}
}

// AddUpload stores a file with its Name, MIME, Body and Who. The same bytes are
// stored once. More than MaxUpload bytes are ErrTooLarge.
func (s *Store) AddUpload(ctx context.Context, u Upload) (Upload, error) {
	if len(u.Body) == 0 || u.Name == "" || u.MIME == "" {
		return Upload{}, fmt.Errorf("%w: an upload needs a name, a type and content", ErrInvalid)
	}
	if len(u.Body) > MaxUpload {
		return Upload{}, fmt.Errorf("%w: %d bytes, at most %d", ErrTooLarge, len(u.Body), MaxUpload)
	}
	sum := sha256.Sum256(u.Body)
	return writing(ctx, s, func(ctx context.Context) (Upload, error) {
		r := uploadRow{SHA: hex.EncodeToString(sum[:]), Name: u.Name, MIME: u.MIME, Size: int64(len(u.Body)), Body: u.Body,
			Who: u.Who, CreatedAt: s.now()}
		db := s.write.WithContext(ctx)
		if err := db.Clauses(clause.OnConflict{DoNothing: true}).Create(&r).Error; err != nil {
			return Upload{}, err
		}
		var kept uploadRow
		err := db.Omit("body").Where("sha = ?", r.SHA).Take(&kept).Error
		return kept.upload(), err
	})
}

// Upload returns a file with its bytes, ErrNotFound when there is none.
func (s *Store) Upload(ctx context.Context, sha string) (Upload, error) {
	return reading(ctx, s, func(ctx context.Context) (Upload, error) {
		var r uploadRow
		err := s.read.WithContext(ctx).Where("sha = ?", sha).Take(&r).Error
		return r.upload(), err
	})
}

// Uploads returns one page of the files without their bytes, the newest first,
// and how many there are in all.
func (s *Store) Uploads(ctx context.Context, page Page) ([]Upload, int64, error) {
	limit, offset, err := page.bounds()
	if err != nil {
		return nil, 0, err
	}
	found, err := reading(ctx, s, func(ctx context.Context) (found pageOf[Upload], err error) {
		if err := s.read.WithContext(ctx).Model(&uploadRow{}).Count(&found.total).Error; err != nil {
			return found, err
		}
		var rows []uploadRow
		err = s.read.WithContext(ctx).Omit("body").Order("created_at DESC, sha").Limit(limit).Offset(offset).Find(&rows).Error
		for _, r := range rows {
			found.rows = append(found.rows, r.upload())
		}
		return found, err
	})
	return found.rows, found.total, err
}

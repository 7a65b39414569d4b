package store

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Failures is how often sign-in failed for a subject in a row, and when last.
type Failures struct {
	Count int
	Last  time.Time
}

// failureRow is a row of login_failures.
type failureRow struct {
	Subject  string `gorm:"primaryKey"`
	Failures int64
	LastAt   int64
}

// TableName names the table for GORM.
func (failureRow) TableName() string { return "login_failures" }

// addressRow is a row of login_addresses.
type addressRow struct {
	UserID  int64  `gorm:"primaryKey"`
	Address string `gorm:"primaryKey"`
	LastAt  int64
}

// TableName names the table for GORM.
func (addressRow) TableName() string { return "login_addresses" }

// LoginFailures returns the failures counted for a subject: an account, an address
// or both, as the caller spells it.
func (s *Store) LoginFailures(ctx context.Context, subject string) (Failures, error) {
	return reading(ctx, s, func(ctx context.Context) (Failures, error) {
		var rows []failureRow
		err := s.read.WithContext(ctx).Where("subject = ?", subject).Limit(1).Find(&rows).Error
		if err != nil || len(rows) == 0 {
			return Failures{}, err
		}
		return Failures{Count: int(rows[0].Failures), Last: instant(rows[0].LastAt)}, nil
	})
}

// AddLoginFailure counts one more failure for a subject and returns the count.
func (s *Store) AddLoginFailure(ctx context.Context, subject string) (int, error) {
	return writing(ctx, s, func(ctx context.Context) (int, error) {
		row := failureRow{Subject: subject, Failures: 1, LastAt: s.now()}
		err := s.write.WithContext(ctx).Clauses(clause.OnConflict{
			Columns: []clause.Column{{Name: "subject"}},
			DoUpdates: clause.Assignments(map[string]any{
				"failures": gorm.Expr("login_failures.failures + 1"),
				"last_at":  row.LastAt,
			}),
		}, clause.Returning{Columns: []clause.Column{{Name: "failures"}}}).Create(&row).Error
		return int(row.Failures), err
	})
}

// ForgetLoginFailures starts a subject's count again.
func (s *Store) ForgetLoginFailures(ctx context.Context, subject string) error {
	return writingOnly(ctx, s, func(ctx context.Context) error {
		return s.write.WithContext(ctx).Where("subject = ?", subject).Delete(&failureRow{}).Error
	})
}

// DeleteOldLoginFailures removes counts whose last failure was before the moment.
func (s *Store) DeleteOldLoginFailures(ctx context.Context, before time.Time) error {
	return writingOnly(ctx, s, func(ctx context.Context) error {
		return s.write.WithContext(ctx).Where("last_at < ?", before.UnixMilli()).Delete(&failureRow{}).Error
	})
}

// AddLoginAddress remembers that an account signed in from an address.
func (s *Store) AddLoginAddress(ctx context.Context, userID int64, address string) error {
	return writingOnly(ctx, s, func(ctx context.Context) error {
		return s.write.WithContext(ctx).Clauses(clause.OnConflict{
			Columns:   []clause.Column{{Name: "user_id"}, {Name: "address"}},
			DoUpdates: clause.AssignmentColumns([]string{"last_at"}),
		}).Create(&addressRow{UserID: userID, Address: address, LastAt: s.now()}).Error
	})
}

// KnowsLoginAddress reports whether an account ever signed in from an address; a
// throttle on the account then does not hold there.
func (s *Store) KnowsLoginAddress(ctx context.Context, userID int64, address string) (bool, error) {
	return reading(ctx, s, func(ctx context.Context) (bool, error) {
		var n int64
		err := s.read.WithContext(ctx).Model(&addressRow{}).Where("user_id = ? AND address = ?", userID, address).Count(&n).Error
		return n > 0, err
	})
}

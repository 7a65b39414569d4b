package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"gpuscale/catalog"
)

// Role says what an account may do.
type Role string

// Roles.
const (
	RoleEditor Role = "editor" // edits and imports records
	RoleAdmin  Role = "admin"  // and manages accounts
)

// User is an account. Epoch rises whenever everything the account has open must
// end: on a new password, another role, disabling. A session keeps the epoch it
// was opened in and is void when it differs.
type User struct {
	ID           int64
	Name         string
	Role         Role
	PasswordHash string
	Disabled     bool
	Epoch        int64
	Created      time.Time
}

// userRow is a row of users.
type userRow struct {
	ID           int64
	Name         string
	Folded       string
	Role         Role
	PasswordHash string
	Disabled     bool
	Epoch        int64
	CreatedAt    int64 `gorm:"autoCreateTime:false"`
}

// TableName names the table for GORM.
func (userRow) TableName() string { return "users" }

func (r userRow) user() User {
	return User{ID: r.ID, Name: r.Name, Role: r.Role, PasswordHash: r.PasswordHash, Disabled: r.Disabled, Epoch: r.Epoch,
		Created: instant(r.CreatedAt)}
}

// AddUser creates an account. Names are compared after folding case and width;
// a name in use is ErrConflict.
func (s *Store) AddUser(ctx context.Context, name string, role Role, passwordHash string) (User, error) {
	name = strings.TrimSpace(name)
	if name == "" || passwordHash == "" || role != RoleEditor && role != RoleAdmin {
		return User{}, fmt.Errorf("%w: an account needs a name, a role and a password", ErrInvalid)
	}
	return writing(ctx, s, func(ctx context.Context) (User, error) {
		r := userRow{Name: name, Folded: catalog.Fold(name), Role: role, PasswordHash: passwordHash, Epoch: 1, CreatedAt: s.now()}
		err := s.write.WithContext(ctx).Create(&r).Error
		return r.user(), err
	})
}

// AddFirstAdmin creates an administrator only while there is no account at all;
// of two set-ups that race one gets ErrConflict.
func (s *Store) AddFirstAdmin(ctx context.Context, name, passwordHash string) (User, error) {
	return writing(ctx, s, func(ctx context.Context) (User, error) {
		var r userRow
		err := s.write.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
			if s.onPostgres() {
				if err := tx.Exec("LOCK TABLE users IN EXCLUSIVE MODE").Error; err != nil {
					return err
				}
			}
			var n int64
			if err := tx.Model(&userRow{}).Count(&n).Error; err != nil {
				return err
			}
			if n > 0 {
				return fmt.Errorf("%w: there is an account already", ErrConflict)
			}
			r = userRow{Name: strings.TrimSpace(name), Folded: catalog.Fold(strings.TrimSpace(name)), Role: RoleAdmin,
				PasswordHash: passwordHash, Epoch: 1, CreatedAt: s.now()}
			return tx.Create(&r).Error
		})
		return r.user(), err
	})
}

// User returns the account with the given id, ErrNotFound when there is none.
func (s *Store) User(ctx context.Context, id int64) (User, error) {
	return s.findUser(ctx, "id = ?", id)
}

// UserByName returns the account with the given name, ErrNotFound when there is none.
func (s *Store) UserByName(ctx context.Context, name string) (User, error) {
	return s.findUser(ctx, "folded = ?", catalog.Fold(strings.TrimSpace(name)))
}

func (s *Store) findUser(ctx context.Context, condition string, value any) (User, error) {
	return reading(ctx, s, func(ctx context.Context) (User, error) {
		var r userRow
		err := s.read.WithContext(ctx).Where(condition, value).Take(&r).Error
		return r.user(), err
	})
}

// Users returns every account by name.
func (s *Store) Users(ctx context.Context) ([]User, error) {
	return reading(ctx, s, func(ctx context.Context) ([]User, error) {
		var rows []userRow
		err := s.read.WithContext(ctx).Order("folded").Find(&rows).Error
		users := make([]User, len(rows))
		for i, r := range rows {
			users[i] = r.user()
		}
		return users, err
	})
}

// SetPassword replaces the password and ends everything the account has open.
func (s *Store) SetPassword(ctx context.Context, id int64, passwordHash string) error {
	if passwordHash == "" {
		return fmt.Errorf("%w: an account needs a password", ErrInvalid)
	}
	return s.updateUser(ctx, id, map[string]any{"password_hash": passwordHash, "epoch": gorm.Expr("epoch + 1")})
}

// Rehash stores the same password under stronger parameters; nothing is ended.
func (s *Store) Rehash(ctx context.Context, id int64, passwordHash string) error {
	return s.updateUser(ctx, id, map[string]any{"password_hash": passwordHash})
}

// SetRole gives the account another role and ends everything it has open.
func (s *Store) SetRole(ctx context.Context, id int64, role Role) error {
	if role != RoleEditor && role != RoleAdmin {
		return fmt.Errorf("%w: %q is no role", ErrInvalid, role)
	}
	return s.updateUser(ctx, id, map[string]any{"role": string(role), "epoch": gorm.Expr("epoch + 1")})
}

// SetDisabled closes or reopens an account and ends everything it has open.
func (s *Store) SetDisabled(ctx context.Context, id int64, disabled bool) error {
	return s.updateUser(ctx, id, map[string]any{"disabled": disabled, "epoch": gorm.Expr("epoch + 1")})
}

func (s *Store) updateUser(ctx context.Context, id int64, columns map[string]any) error {
	return writingOnly(ctx, s, func(ctx context.Context) error {
		result := s.write.WithContext(ctx).Model(&userRow{}).Where("id = ?", id).Updates(columns)
		return oneRow(result)
	})
}

// oneRow turns "no such row" into ErrNotFound: an UPDATE that matches nothing is no
// error to SQL.
func oneRow(result *gorm.DB) error {
	if result.Error == nil && result.RowsAffected == 0 {
		return ErrNotFound
	}
	return result.Error
}

package store

import (
	"context"
	"fmt"
	"time"
)

// Scope says what a token of the API may do.
type Scope string

// Scopes.
const (
	ScopeRead  Scope = "read"
	ScopeWrite Scope = "write"
)

// Token is an API token of a user; the token itself is not stored. Used and
// Revoked are zero until it was.
type Token struct {
	ID                     int64
	UserID                 int64
	Name                   string
	Scope                  Scope
	Created, Used, Revoked time.Time
}

// tokenRow is a row of api_tokens.
type tokenRow struct {
	ID        int64
	TokenHash string
	UserID    int64
	Name      string
	Scope     Scope
	CreatedAt int64 `gorm:"autoCreateTime:false"`
	UsedAt    *int64
	RevokedAt *int64
}

// TableName names the table for GORM.
func (tokenRow) TableName() string { return "api_tokens" }

func (r tokenRow) token() Token {
	t := Token{ID: r.ID, UserID: r.UserID, Name: r.Name, Scope: r.Scope, Created: instant(r.CreatedAt)}
	if r.UsedAt != nil {
		t.Used = instant(*r.UsedAt)
	}
	if r.RevokedAt != nil {
		t.Revoked = instant(*r.RevokedAt)
	}
	return t
}

// NewToken describes a token to add: at least 128 random bits in secret.
type NewToken struct {
	UserID int64
	Name   string
	Scope  Scope
	Secret string
}

// AddToken stores the hash of a new token.
func (s *Store) AddToken(ctx context.Context, n NewToken) (Token, error) {
	if n.Scope != ScopeRead && n.Scope != ScopeWrite || len(n.Secret) < 22 {
		return Token{}, fmt.Errorf("%w: a token needs a scope and a long secret", ErrInvalid)
	}
	return writing(ctx, s, func(ctx context.Context) (Token, error) {
		r := tokenRow{TokenHash: hashToken(n.Secret), UserID: n.UserID, Name: n.Name, Scope: n.Scope, CreatedAt: s.now()}
		err := s.write.WithContext(ctx).Create(&r).Error
		return r.token(), err
	})
}

// UseToken returns the token with the given secret and its user, and notes the
// use. Revoked tokens and those of disabled accounts are ErrNotFound.
func (s *Store) UseToken(ctx context.Context, secret string) (Token, User, error) {
	type found struct {
		token tokenRow
		user  userRow
	}
	f, err := writing(ctx, s, func(ctx context.Context) (f found, err error) {
		db := s.write.WithContext(ctx)
		if err := db.Where("token_hash = ? AND revoked_at IS NULL", hashToken(secret)).Take(&f.token).Error; err != nil {
			return f, err
		}
		if err := db.Where("id = ? AND NOT disabled", f.token.UserID).Take(&f.user).Error; err != nil {
			return f, err
		}
		now := s.now()
		f.token.UsedAt = &now
		return f, db.Model(&tokenRow{}).Where("id = ?", f.token.ID).Select("used_at").Updates(tokenRow{UsedAt: &now}).Error
	})
	if err != nil {
		return Token{}, User{}, err
	}
	return f.token.token(), f.user.user(), nil
}

// Tokens returns the tokens of a user, the newest first.
func (s *Store) Tokens(ctx context.Context, userID int64) ([]Token, error) {
	return reading(ctx, s, func(ctx context.Context) ([]Token, error) {
		var rows []tokenRow
		err := s.read.WithContext(ctx).Where("user_id = ?", userID).Order("id DESC").Find(&rows).Error
		tokens := make([]Token, len(rows))
		for i, r := range rows {
			tokens[i] = r.token()
		}
		return tokens, err
	})
}

// RevokeToken ends a token of a user for good; ErrNotFound when there is none.
func (s *Store) RevokeToken(ctx context.Context, userID, id int64) error {
	return writingOnly(ctx, s, func(ctx context.Context) error {
		now := s.now()
		return oneRow(s.write.WithContext(ctx).Model(&tokenRow{}).Where("id = ? AND user_id = ? AND revoked_at IS NULL", id, userID).
			Select("revoked_at").Updates(tokenRow{RevokedAt: &now}))
	})
}

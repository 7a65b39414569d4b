package main

import (
	"context"
	"errors"
	"time"

	"gpuscale/handlers/admin"
	"gpuscale/store"
)

// adminError says an error of the store in the words of the pages for editors.
func adminError(err error) error {
	var conflict *store.ConflictError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &conflict):
		return adminConflict(conflict)
	case errors.Is(err, store.ErrNotFound):
		return errors.Join(admin.ErrNotFound, err)
	case errors.Is(err, store.ErrConflict):
		return errors.Join(admin.ErrConflict, err)
	case errors.Is(err, store.ErrUnavailable):
		return errors.Join(admin.ErrUnavailable, err)
	case errors.Is(err, store.ErrInvalid), errors.Is(err, store.ErrTooLarge):
		return errors.Join(admin.ErrRefused, err)
	}
	return err
}

// accounts lets the pages for editors keep accounts in the store.
type accounts struct{ store *store.Store }

func adminUser(u store.User) admin.User {
	return admin.User{ID: u.ID, Name: u.Name, Role: admin.Role(u.Role), Hash: u.PasswordHash, Disabled: u.Disabled, Epoch: u.Epoch, Created: u.Created}
}

// User returns the account with an id; admin.ErrNotFound when there is none.
func (a accounts) User(ctx context.Context, id int64) (admin.User, error) {
	u, err := a.store.User(ctx, id)
	return adminUser(u), adminError(err)
}

// UserByName returns the account of a name, whatever its case; admin.ErrNotFound when
// there is none.
func (a accounts) UserByName(ctx context.Context, name string) (admin.User, error) {
	u, err := a.store.UserByName(ctx, name)
	return adminUser(u), adminError(err)
}

// Users lists all accounts by name, disabled ones too.
func (a accounts) Users(ctx context.Context) ([]admin.User, error) {
	found, err := a.store.Users(ctx)
	users := make([]admin.User, len(found))
	for i, u := range found {
		users[i] = adminUser(u)
	}
	return users, adminError(err)
}

// AddUser makes an account with the hash of its password; admin.ErrConflict when the
// name is taken.
func (a accounts) AddUser(ctx context.Context, name string, role admin.Role, hash string) (admin.User, error) {
	u, err := a.store.AddUser(ctx, name, store.Role(role), hash)
	return adminUser(u), adminError(err)
}

// AddFirstAdmin makes an administrator while there is no account at all; else it is
// admin.ErrConflict.
func (a accounts) AddFirstAdmin(ctx context.Context, name, hash string) (admin.User, error) {
	u, err := a.store.AddFirstAdmin(ctx, name, hash)
	return adminUser(u), adminError(err)
}

// SetPassword keeps the hash of a new password and ends the sessions of the account.
func (a accounts) SetPassword(ctx context.Context, id int64, hash string) error {
	return adminError(a.store.SetPassword(ctx, id, hash))
}

// Rehash keeps another hash of the same password; sessions go on.
func (a accounts) Rehash(ctx context.Context, id int64, hash string) error {
	return adminError(a.store.Rehash(ctx, id, hash))
}

// SetRole changes the role of an account and ends its sessions; admin.ErrRefused for what
// is no role.
func (a accounts) SetRole(ctx context.Context, id int64, role admin.Role) error {
	return adminError(a.store.SetRole(ctx, id, store.Role(role)))
}

// SetDisabled shuts an account out, or lets it in again, and ends its sessions.
func (a accounts) SetDisabled(ctx context.Context, id int64, disabled bool) error {
	return adminError(a.store.SetDisabled(ctx, id, disabled))
}

func adminToken(t store.Token) admin.Token {
	return admin.Token{ID: t.ID, Name: t.Name, Scope: admin.Scope(t.Scope), Created: t.Created, Used: t.Used, Revoked: t.Revoked}
}

// AddToken keeps a new token of an account; only the hash of its secret is stored.
func (a accounts) AddToken(ctx context.Context, userID int64, n admin.NewToken) (admin.Token, error) {
	t, err := a.store.AddToken(ctx, store.NewToken{UserID: userID, Name: n.Name, Scope: store.Scope(n.Scope), Secret: n.Secret})
	return adminToken(t), adminError(err)
}

// UseToken notes the use of the token with a secret and returns it and its account;
// admin.ErrNotFound for one that is unknown or revoked, or whose account is disabled.
func (a accounts) UseToken(ctx context.Context, secret string) (admin.Token, admin.User, error) {
	t, u, err := a.store.UseToken(ctx, secret)
	return adminToken(t), adminUser(u), adminError(err)
}

// Tokens lists the tokens of an account, revoked ones too, without their secrets.
func (a accounts) Tokens(ctx context.Context, userID int64) ([]admin.Token, error) {
	found, err := a.store.Tokens(ctx, userID)
	tokens := make([]admin.Token, len(found))
	for i, t := range found {
		tokens[i] = adminToken(t)
	}
	return tokens, adminError(err)
}

// RevokeToken ends a token of the account for good; admin.ErrNotFound when it has none
// with the id.
func (a accounts) RevokeToken(ctx context.Context, userID, id int64) error {
	return adminError(a.store.RevokeToken(ctx, userID, id))
}

// attempts lets the pages for editors count failed sign-ins in the store.
type attempts struct{ store *store.Store }

// Failures returns how often sign-in failed for a subject in a row, and when last.
func (a attempts) Failures(ctx context.Context, subject string) (int, time.Time, error) {
	f, err := a.store.LoginFailures(ctx, subject)
	return f.Count, f.Last, adminError(err)
}

// AddFailure counts one more failure for a subject.
func (a attempts) AddFailure(ctx context.Context, subject string) error {
	_, err := a.store.AddLoginFailure(ctx, subject)
	return adminError(err)
}

// Forget starts a subject's count again.
func (a attempts) Forget(ctx context.Context, subject string) error {
	return adminError(a.store.ForgetLoginFailures(ctx, subject))
}

// AddAddress remembers that an account signed in from an address.
func (a attempts) AddAddress(ctx context.Context, userID int64, address string) error {
	return adminError(a.store.AddLoginAddress(ctx, userID, address))
}

// KnowsAddress reports whether an account ever signed in from an address.
func (a attempts) KnowsAddress(ctx context.Context, userID int64, address string) (bool, error) {
	known, err := a.store.KnowsLoginAddress(ctx, userID, address)
	return known, adminError(err)
}

// Sweep removes sessions that have expired and counts whose last failure was before a
// moment.
func (a attempts) Sweep(ctx context.Context, before time.Time) error {
	return errors.Join(a.store.Sessions().DeleteExpired(ctx), a.store.DeleteOldLoginFailures(ctx, before))
}

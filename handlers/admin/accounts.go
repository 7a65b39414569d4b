package admin

import (
	"context"
	"errors"
	"time"
)

// Errors that the interfaces of this package return; others are internal.
var (
	// ErrNotFound means that nothing is kept under the name asked for.
	ErrNotFound = errors.New("admin: not found")
	// ErrConflict means that a name is taken, or that somebody was quicker.
	ErrConflict = errors.New("admin: conflict")
	// ErrUnavailable means that the database did not answer or refuses writes;
	// whether a change was kept is not known.
	ErrUnavailable = errors.New("admin: unavailable")
	// ErrRefused means that the request cannot be carried out as it is.
	ErrRefused = errors.New("admin: refused")
)

// Role says what an account may do.
type Role string

// The roles: editors change records, administrators also manage accounts.
const (
	RoleEditor Role = "editor"
	RoleAdmin  Role = "admin"
)

// Roles lists the roles, the lower first.
var Roles = []Role{RoleEditor, RoleAdmin}

// User is an account. A session is void once its user's Epoch has changed.
type User struct {
	ID       int64
	Name     string
	Role     Role
	Hash     string // argon2id in its encoded form
	Disabled bool
	Epoch    int64
	Created  time.Time
}

// Accounts keeps the accounts. Setting a password, a role or disabling raises the
// epoch; storing the same password under other parameters (Rehash) does not.
type Accounts interface {
	User(ctx context.Context, id int64) (User, error)
	UserByName(ctx context.Context, name string) (User, error)
	Users(ctx context.Context) ([]User, error)
	AddUser(ctx context.Context, name string, role Role, hash string) (User, error)
	// AddFirstAdmin fails with ErrConflict when there is any account.
	AddFirstAdmin(ctx context.Context, name, hash string) (User, error)
	SetPassword(ctx context.Context, id int64, hash string) error
	Rehash(ctx context.Context, id int64, hash string) error
	SetRole(ctx context.Context, id int64, role Role) error
	SetDisabled(ctx context.Context, id int64, disabled bool) error
}

// Scope says what an API token may do.
type Scope string

// The scopes of tokens.
const (
	ScopeRead  Scope = "read"
	ScopeWrite Scope = "write"
)

// Scopes lists the scopes, the smaller first.
var Scopes = []Scope{ScopeRead, ScopeWrite}

// Token is an API token of an account; Used and Revoked are zero until it was.
type Token struct {
	ID                     int64
	Name                   string
	Scope                  Scope
	Created, Used, Revoked time.Time
}

// Tokens keeps the API tokens: their hashes only.
type Tokens interface {
	AddToken(ctx context.Context, userID int64, t NewToken) (Token, error)
	// UseToken fails with ErrNotFound for a revoked token or a disabled account.
	UseToken(ctx context.Context, secret string) (Token, User, error)
	Tokens(ctx context.Context, userID int64) ([]Token, error)
	RevokeToken(ctx context.Context, userID, id int64) error
}

// NewToken describes a token to keep.
type NewToken struct {
	Name   string
	Scope  Scope
	Secret string
}

// Attempts counts failed sign-ins by subject and remembers where accounts signed
// in successfully.
type Attempts interface {
	Failures(ctx context.Context, subject string) (count int, last time.Time, err error)
	AddFailure(ctx context.Context, subject string) error
	Forget(ctx context.Context, subject string) error
	AddAddress(ctx context.Context, userID int64, address string) error
	KnowsAddress(ctx context.Context, userID int64, address string) (bool, error)
	// Sweep removes expired sessions, and counts whose last failure was before the
	// moment.
	Sweep(ctx context.Context, before time.Time) error
}

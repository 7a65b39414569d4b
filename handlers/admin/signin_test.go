package admin

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
)

// noAccounts knows nobody.
type noAccounts struct{ Accounts }

func (noAccounts) UserByName(context.Context, string) (User, error) { return User{}, ErrNotFound }

// TestAnUnknownNameIsCheckedLikeAKnownOne holds the stand-in for unknown names to the
// work that a real hash takes: the same parameters, and a turn at the hashes.
func TestAnUnknownNameIsCheckedLikeAKnownOne(t *testing.T) {
	a := &Admin{Config: Config{Accounts: noAccounts{}}}
	nobody, err := a.candidate(t.Context(), "nobody")
	if err != nil || nobody.ID != 0 {
		t.Fatalf("%+v, %v", nobody, err)
	}
	real, err := HashPassword(t.Context(), "a long sentence of mine")
	if err != nil {
		t.Fatal(err)
	}
	standIn, salt, key, err := argon2id.DecodeHash(nobody.Hash)
	if err != nil {
		t.Fatal(err)
	}
	params, otherSalt, otherKey, err := argon2id.DecodeHash(real)
	if err != nil || *standIn != *params || len(salt) != len(otherSalt) || len(key) != len(otherKey) || *params != *hashing {
		t.Errorf("unknown names take %+v, others %+v, %v", standIn, params, err)
	}
	if match, outdated, err := checkHash(t.Context(), "no account has this password", nobody.Hash); err != nil || !match || outdated {
		t.Errorf("the stand-in: %t, %t, %v", match, outdated, err)
	}
	if err := hashes.Acquire(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	defer hashes.Release(2)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, hash := range []string{nobody.Hash, real} {
		if _, _, err := checkHash(over, "wrong", hash); !errors.Is(err, context.Canceled) {
			t.Errorf("a third hash at once: %v", err)
		}
	}
}

// TestAPauseEndsWithItsVisitor waits a day for a visitor who has left.
func TestAPauseEndsWithItsVisitor(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := New(Config{}).Pause(gone, 24*time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("the pause ended with %v", err)
	}
}

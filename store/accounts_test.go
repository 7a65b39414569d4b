package store_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"

	"gpuscale/store"
	"gpuscale/store/storetest"
)

func addUser(t *testing.T, s *store.Store, name string) store.User {
	t.Helper()
	u, err := s.AddUser(context.Background(), name, store.RoleEditor, "hash of a password")
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestAccountsAreFoundByNameInAnyCaseAndWidth(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		added := addUser(t, s, " Ｌi 明 ")
		for _, name := range []string{"Li 明", "li 明", "ＬＩ 明"} {
			if u, err := s.UserByName(ctx, name); err != nil || u.ID != added.ID {
				t.Errorf("%s: %+v, %v", name, u, err)
			}
		}
		if _, err := s.AddUser(ctx, "LI 明", store.RoleAdmin, "x"); !errors.Is(err, store.ErrConflict) {
			t.Errorf("a name that looks the same: %v", err)
		}
		if _, err := s.UserByName(ctx, "nobody"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("nobody: %v", err)
		}
		for name, u := range map[string]store.User{"no name": {Role: store.RoleAdmin, PasswordHash: "x"},
			"another role": {Name: "a", Role: "owner", PasswordHash: "x"}, "no password": {Name: "a", Role: store.RoleAdmin}} {
			if _, err := s.AddUser(ctx, u.Name, u.Role, u.PasswordHash); !errors.Is(err, store.ErrInvalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestWhatEndsSessionsRaisesTheEpoch(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		u := addUser(t, s, "li")
		for _, c := range []struct {
			name string
			do   func() error
			ends int64
		}{
			{"a stronger hash of the same password", func() error { return s.Rehash(ctx, u.ID, "stronger") }, 0},
			{"a new password", func() error { return s.SetPassword(ctx, u.ID, "other") }, 1},
			{"another role", func() error { return s.SetRole(ctx, u.ID, store.RoleAdmin) }, 1},
			{"disabling", func() error { return s.SetDisabled(ctx, u.ID, true) }, 1},
			{"enabling", func() error { return s.SetDisabled(ctx, u.ID, false) }, 1},
		} {
			before, err := s.User(ctx, u.ID)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.do(); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			if after, err := s.User(ctx, u.ID); err != nil || after.Epoch != before.Epoch+c.ends {
				t.Errorf("%s: epoch %d after %d, %v", c.name, after.Epoch, before.Epoch, err)
			}
		}
		last, err := s.User(ctx, u.ID)
		if err != nil || last.Disabled || last.Role != store.RoleAdmin || last.PasswordHash != "other" {
			t.Errorf("%+v, %v", last, err)
		}
		if err := s.SetDisabled(ctx, 999, true); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("nobody: %v", err)
		}
		if users, err := s.Users(ctx); err != nil || len(users) != 1 {
			t.Errorf("%v, %v", users, err)
		}
	})
}

func TestOfTwoRacingSetUpsOneMakesTheAdmin(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		results := make(chan error, 2)
		for _, name := range []string{"a", "b"} {
			go func() {
				_, err := s.AddFirstAdmin(context.Background(), name, "hash")
				results <- err
			}()
		}
		first, second := <-results, <-results
		if (first == nil) == (second == nil) || !errors.Is(errors.Join(first, second), store.ErrConflict) {
			t.Errorf("%v and %v", first, second)
		}
		if users, err := s.Users(context.Background()); err != nil || len(users) != 1 || users[0].Role != store.RoleAdmin {
			t.Errorf("%v, %v", users, err)
		}
	})
}

func TestSessionsServeScsWithoutKeepingTokens(t *testing.T) {
	storetest.EachMigrated(t, func(t *testing.T, dsn string) {
		c := &clock{at: time.Now()}
		s := storetest.Open(t, store.Config{DSN: dsn, Now: c.now})
		sessions := s.Sessions()
		var _ scs.IterableCtxStore = sessions
		manager := scs.New()
		manager.Store = sessions
		handler := manager.LoadAndSave(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			manager.Put(r.Context(), "visits", manager.GetInt(r.Context(), "visits")+1)
			w.Write([]byte(strings.Repeat("*", manager.GetInt(r.Context(), "visits"))))
		}))
		var cookies []*http.Cookie
		for visit, want := range []string{"*", "**", "***"} {
			request := httptest.NewRequest("GET", "/", nil)
			for _, cookie := range cookies {
				request.AddCookie(cookie)
			}
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, request)
			if answer.Body.String() != want {
				t.Fatalf("visit %d: %q", visit, answer.Body)
			}
			if set := answer.Result().Cookies(); len(set) > 0 {
				cookies = set
			}
		}
		token := cookies[0].Value
		stored := texts(t, storetest.Raw(t, dsn), "SELECT token_hash FROM sessions")
		if len(stored) != 1 || strings.Contains(stored[0], token) {
			t.Errorf("%q is kept for %q", stored, token)
		}
		if _, found, err := sessions.Find("sha256:" + stored[0]); err != nil || found {
			t.Errorf("a stolen hash opens the session: %v", err)
		}
		c.at = c.at.Add(25 * time.Hour)
		if _, found, err := sessions.Find(token); err != nil || found {
			t.Errorf("an expired session: %v, %v", found, err)
		}
		if err := sessions.DeleteExpired(context.Background()); err != nil {
			t.Fatal(err)
		}
		if left := texts(t, storetest.Raw(t, dsn), "SELECT token_hash FROM sessions"); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		ctx, sessions := context.Background(), s.Sessions()
		var encoded bytes.Buffer
		if err := gob.NewEncoder(&encoded).Encode("data"); err != nil {
			t.Fatal(err)
		}
		for _, token := range []string{"one", "two"} {
			if err := sessions.Commit(token, encoded.Bytes(), time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		if err := sessions.Delete("one"); err != nil {
			t.Fatal(err)
		}
		all, err := sessions.All()
		if err != nil || len(all) != 1 {
			t.Fatalf("%v, %v", all, err)
		}
		for name := range all {
			if err := sessions.DeleteCtx(ctx, name); err != nil {
				t.Fatal(err)
			}
		}
		if _, found, err := sessions.Find("two"); err != nil || found {
			t.Errorf("ended by its listed name: %v, %v", found, err)
		}
		if err := sessions.Delete("never"); err != nil {
			t.Errorf("a session that does not exist: %v", err)
		}
	})
}

func TestFailedSignInsAreCountedPerSubject(t *testing.T) {
	storetest.EachMigrated(t, func(t *testing.T, dsn string) {
		c := &clock{at: shanghai("2026-12-02 09:00")}
		s, ctx := storetest.Open(t, store.Config{DSN: dsn, Now: c.now}), context.Background()
		for want := 1; want <= 3; want++ {
			if n, err := s.AddLoginFailure(ctx, "li@1.2.3.4"); err != nil || n != want {
				t.Errorf("failure %d is counted as %d, %v", want, n, err)
			}
		}
		if f, err := s.LoginFailures(ctx, "li@1.2.3.4"); err != nil || f.Count != 3 || !f.Last.Equal(c.at) {
			t.Errorf("%+v, %v", f, err)
		}
		if f, err := s.LoginFailures(ctx, "li@5.6.7.8"); err != nil || f.Count != 0 {
			t.Errorf("another subject: %+v, %v", f, err)
		}
		if err := s.DeleteOldLoginFailures(ctx, c.at); err != nil {
			t.Fatal(err)
		}
		if f, err := s.LoginFailures(ctx, "li@1.2.3.4"); err != nil || f.Count != 3 {
			t.Errorf("a recent count was deleted: %+v, %v", f, err)
		}
		if err := s.ForgetLoginFailures(ctx, "li@1.2.3.4"); err != nil {
			t.Fatal(err)
		}
		if n, err := s.AddLoginFailure(ctx, "li@1.2.3.4"); err != nil || n != 1 {
			t.Errorf("after a success the count is %d, %v", n, err)
		}
	})
}

func TestAnAddressOfAPastSuccessIsKnown(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		ctx, u := context.Background(), addUser(t, s, "li")
		for range 2 {
			if err := s.AddLoginAddress(ctx, u.ID, "1.2.3.4"); err != nil {
				t.Fatal(err)
			}
		}
		for address, want := range map[string]bool{"1.2.3.4": true, "5.6.7.8": false} {
			if known, err := s.KnowsLoginAddress(ctx, u.ID, address); err != nil || known != want {
				t.Errorf("%s: %v, %v", address, known, err)
			}
		}
	})
}

func TestAPITokensWorkUntilTheyAreRevoked(t *testing.T) {
	const secret = "0123456789abcdefghijklmnop"
	storetest.EachMigrated(t, func(t *testing.T, dsn string) {
		s, ctx := storetest.Open(t, store.Config{DSN: dsn}), context.Background()
		u := addUser(t, s, "li")
		added, err := s.AddToken(ctx, store.NewToken{UserID: u.ID, Name: "script", Scope: store.ScopeWrite, Secret: secret})
		if err != nil {
			t.Fatal(err)
		}
		if kept := texts(t, storetest.Raw(t, dsn), "SELECT token_hash FROM api_tokens"); strings.Contains(kept[0], secret) {
			t.Error("the secret is kept")
		}
		token, owner, err := s.UseToken(ctx, secret)
		if err != nil || token.ID != added.ID || token.Scope != store.ScopeWrite || owner.ID != u.ID || token.Used.IsZero() {
			t.Errorf("%+v of %+v, %v", token, owner, err)
		}
		if _, _, err := s.UseToken(ctx, secret+"x"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a wrong secret: %v", err)
		}
		for name, change := range map[string]error{"disable": s.SetDisabled(ctx, u.ID, true)} {
			if _, _, err := s.UseToken(ctx, secret); change != nil || !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s: %v, %v", name, change, err)
			}
		}
		if err := errors.Join(s.SetDisabled(ctx, u.ID, false), s.RevokeToken(ctx, u.ID, added.ID)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.UseToken(ctx, secret); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a revoked token: %v", err)
		}
		if err := s.RevokeToken(ctx, u.ID, added.ID); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("revoked twice: %v", err)
		}
		if list, err := s.Tokens(ctx, u.ID); err != nil || len(list) != 1 || list[0].Revoked.IsZero() || list[0].Name != "script" {
			t.Errorf("%+v, %v", list, err)
		}
		if _, err := s.AddToken(ctx, store.NewToken{UserID: u.ID, Scope: "all", Secret: secret}); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("an unknown scope: %v", err)
		}
	})
}

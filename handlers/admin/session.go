package admin

import (
	"context"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"
)

// How long a session lasts: an hour without a request, half a day in all.
const (
	sessionIdle = 60 * time.Minute
	sessionLife = 12 * time.Hour
	// touchEvery is how often a request extends the session: writing on each would
	// cost a synchronised write for every page.
	touchEvery = time.Minute
)

// The names of the session cookie. Browsers accept the __Host- prefix only with
// Secure and for this host alone; over plain HTTP, as on a developer's machine, the
// other name is used.
const (
	secureCookie  = "__Host-sid"
	plainCookie   = "gpuscale_sid"
	keyUser       = "user"
	keyEpoch      = "epoch"
	keyTouched    = "touched"
	keyOpened     = "opened"
	expiredCookie = -1
)

// sessions reads and writes the sessions of signed-in users. Their data is in the
// database, under the hash of the token that the cookie holds.
type sessions struct {
	manager *scs.SessionManager
	cookie  http.Cookie
}

func newSessions(store scs.CtxStore, secure bool) *sessions {
	m := scs.New()
	m.Store, m.Lifetime = store, sessionLife
	s := &sessions{manager: m, cookie: http.Cookie{Name: plainCookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode}}
	if secure {
		s.cookie.Name, s.cookie.Secure = secureCookie, true
	}
	return s
}

// session is what a session says: whose it is and in which epoch it was opened.
type session struct {
	user, epoch int64
}

// read returns the session of a request, with the context that carries its data;
// found is false without a valid one.
func (s *sessions) read(ctx context.Context, r *http.Request) (loaded context.Context, found session, ok bool, err error) {
	cookie, err := r.Cookie(s.cookie.Name)
	if err != nil || cookie.Value == "" || len(cookie.Value) > 128 {
		return ctx, session{}, false, nil
	}
	loaded, err = s.manager.Load(ctx, cookie.Value)
	if err != nil {
		return ctx, session{}, false, err
	}
	found = session{user: s.manager.GetInt64(loaded, keyUser), epoch: s.manager.GetInt64(loaded, keyEpoch)}
	return loaded, found, found.user != 0, nil
}

// touch extends a session that was not extended for a while.
func (s *sessions) touch(loaded context.Context, now time.Time) error {
	if now.Sub(time.Unix(s.manager.GetInt64(loaded, keyTouched), 0)) < touchEvery {
		return nil
	}
	_, err := s.extend(loaded, now)
	return err
}

// extend keeps a session for another while, but never beyond its whole life: both
// ends are counted by the portal's clock, from which the store tells what is over.
func (s *sessions) extend(loaded context.Context, now time.Time) (token string, err error) {
	end := time.Unix(s.manager.GetInt64(loaded, keyOpened), 0).Add(sessionLife)
	if idle := now.Add(sessionIdle); idle.Before(end) {
		end = idle
	}
	s.manager.Put(loaded, keyTouched, now.Unix())
	s.manager.SetDeadline(loaded, end)
	token, _, err = s.manager.Commit(loaded)
	return token, err
}

// open starts a new session and returns its cookie. A token that the visitor came
// with is never kept: somebody else may know it.
func (s *sessions) open(ctx context.Context, of session, now time.Time) (*http.Cookie, error) {
	fresh, err := s.manager.Load(ctx, "")
	if err != nil {
		return nil, err
	}
	s.manager.Put(fresh, keyUser, of.user)
	s.manager.Put(fresh, keyEpoch, of.epoch)
	s.manager.Put(fresh, keyOpened, now.Unix())
	token, err := s.extend(fresh, now)
	if err != nil {
		return nil, err
	}
	cookie := s.cookie
	cookie.Value, cookie.MaxAge = token, int(sessionLife/time.Second)
	return &cookie, nil
}

// end ends the session of a request on the server and returns a cookie that
// removes the browser's.
func (s *sessions) end(ctx context.Context, r *http.Request) (*http.Cookie, error) {
	loaded, _, _, err := s.read(ctx, r)
	if err != nil {
		return nil, err
	}
	if loaded != ctx {
		if err := s.manager.Destroy(loaded); err != nil {
			return nil, err
		}
	}
	cookie := s.cookie
	cookie.MaxAge = expiredCookie
	return &cookie, nil
}

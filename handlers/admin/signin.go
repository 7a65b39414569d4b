package admin

import (
	"context"
	"errors"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gpuscale/text"
	pages "gpuscale/views/admin"
	"gpuscale/web"
)

const (
	homePath   = "/admin/"
	signInPath = "/admin/login"
	// maxName is the longest name of an account, in characters.
	maxName = 60
)

// registerSignIn registers what strangers may ask for.
func (a *Admin) registerSignIn(s *web.Server) {
	open := func(method, path string, h web.Handler, params ...string) {
		s.Route(web.Route{Method: method, Path: path, Params: append([]string{languageParam}, params...), Handler: func(ctx context.Context, r *web.Request) (web.Result, error) {
			chooseLanguage(r)
			result, err := h(ctx, r)
			return result, known(err)
		}})
	}
	open(http.MethodGet, signInPath, a.showSignIn, "next")
	open(http.MethodPost, signInPath, a.signIn)
	open(http.MethodPost, "/admin/logout", a.signOut)
	open(http.MethodGet, setupPath, a.showSetup)
	open(http.MethodPost, setupPath, a.setUp)
	home := endpoint{method: http.MethodGet, access: editors, handler: a.home}
	for _, path := range []string{"/admin", homePath} {
		home.path = path
		s.Route(a.route(home))
	}
}

// home is where the pages for editors begin.
func (a *Admin) home(_ context.Context, r *web.Request, actor Actor) (web.Result, error) {
	return redirect(a.frame(r, actor, "", ""), entries[0].path), nil
}

// signInPath is where a stranger is sent, with the way back.
func (a *Admin) signInPath(r *web.Request) string {
	next := homePath
	if safe(r.HTTP.Method) && !r.HX {
		next = r.HTTP.URL.RequestURI()
	}
	path := signInPath + "?next=" + url.QueryEscape(next)
	if r.Lang == string(text.EN) {
		path += "&" + languageParam + "=" + r.Lang
	}
	return path
}

func (a *Admin) showSignIn(ctx context.Context, r *web.Request) (web.Result, error) {
	if actor, err := a.identify(ctx, r); err == nil && actor.ID != 0 {
		return web.Result{Redirect: afterSignIn(r.Query.Get("next"))}, nil
	}
	return web.Result{Page: a.signInPage(r, pages.SignInModel{Next: r.Query.Get("next")}).Page}, nil
}

func (a *Admin) signInPage(r *web.Request, m pages.SignInModel) web.Result {
	f := a.publicFrame(r, text.T(text.Lang(r.Lang), "signin.title"))
	return web.Result{Page: pages.SignIn(f, m)}
}

// signIn checks name and password. Whatever is wrong, the answer is the same and
// takes as long.
func (a *Admin) signIn(ctx context.Context, r *web.Request) (web.Result, error) {
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	m := pages.SignInModel{Name: strings.TrimSpace(form.Get("username")), Next: form.Get("next")}
	password := form.Get("password")
	if utf8.RuneCountInString(m.Name) > 4*maxName || utf8.RuneCountInString(password) > 4*MaxPassword {
		return a.refuseSignIn(r, m)
	}
	user, err := a.candidate(ctx, m.Name)
	if err != nil {
		return web.Result{}, err
	}
	try := attempt{name: m.Name, address: r.ClientIP(), user: user.ID}
	rest, slower, err := a.throttle.wait(ctx, try)
	if err != nil {
		return web.Result{}, err
	}
	if rest > 0 {
		a.Log.Warn("sign-in throttled", "user", m.Name, "ip", r.ClientIP(), "id", r.ID, "seconds", math.Ceil(rest.Seconds()))
		return a.tooSoon(r, m, rest)
	}
	if slower > 0 {
		if err := a.Pause(ctx, slower); err != nil {
			return web.Result{}, err
		}
	}
	match, outdated, err := checkHash(ctx, password, user.Hash)
	if err != nil {
		return web.Result{}, err
	}
	if !match || user.ID == 0 || user.Disabled {
		a.Log.Warn("sign-in failed", "user", m.Name, "ip", r.ClientIP(), "id", r.ID)
		if err := a.throttle.failed(ctx, try); err != nil {
			return web.Result{}, err
		}
		return a.refuseSignIn(r, m)
	}
	if outdated {
		a.rehash(ctx, user, password)
	}
	return a.enter(ctx, r, entering{user: user, try: try, next: m.Next})
}

// candidate returns the account of a name, or one that nobody can sign in to.
func (a *Admin) candidate(ctx context.Context, name string) (User, error) {
	user, err := a.Accounts.UserByName(ctx, name)
	if errors.Is(err, ErrNotFound) {
		return User{Hash: dummyHash()}, nil
	}
	return user, err
}

// rehash keeps the password under today's parameters. Failing to is no reason to
// refuse the sign-in.
func (a *Admin) rehash(ctx context.Context, user User, password string) {
	hash, err := HashPassword(ctx, password)
	if err == nil {
		err = a.Accounts.Rehash(ctx, user.ID, hash)
	}
	if err != nil {
		a.Log.Warn("password not rehashed", "user", user.Name, "error", err.Error())
	}
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

func (a *Admin) refuseSignIn(r *web.Request, m pages.SignInModel) (web.Result, error) {
	m.Failed = true
	result := a.signInPage(r, m)
	result.Err = web.InvalidForm(map[string]string{"password": text.T(text.Lang(r.Lang), "signin.wrong")})
	return result, nil
}

func (a *Admin) tooSoon(r *web.Request, m pages.SignInModel, rest time.Duration) (web.Result, error) {
	seconds := int(math.Ceil(rest.Seconds()))
	m.Seconds = seconds
	result := a.signInPage(r, m)
	result.Err = &web.Error{Status: http.StatusTooManyRequests, Code: "too-many-requests", RetryAfter: rest}
	result.Header = http.Header{"Retry-After": {strconv.Itoa(seconds)}}
	return result, nil
}

// entering is a successful sign-in.
type entering struct {
	user User
	try  attempt
	next string
}

// enter opens a session under a new token and leads on.
func (a *Admin) enter(ctx context.Context, r *web.Request, e entering) (web.Result, error) {
	if err := a.throttle.succeeded(ctx, e.try); err != nil {
		return web.Result{}, err
	}
	if _, err := a.sessions.end(ctx, r.HTTP); err != nil {
		return web.Result{}, err
	}
	cookie, err := a.sessions.open(ctx, session{user: e.user.ID, epoch: e.user.Epoch}, a.Now())
	if err != nil {
		return web.Result{}, err
	}
	a.Log.Info("signed in", "user", e.user.Name, "ip", r.ClientIP(), "id", r.ID)
	return web.Result{Redirect: afterSignIn(e.next), Header: http.Header{"Set-Cookie": {cookie.String()}}}, nil
}

// afterSignIn takes only local paths; everything else leads to the first page.
func afterSignIn(next string) string {
	if local, ok := web.LocalPath(next); ok && local != signInPath {
		return local
	}
	return homePath
}

// signOut ends the session on the server.
func (a *Admin) signOut(ctx context.Context, r *web.Request) (web.Result, error) {
	cookie, err := a.sessions.end(ctx, r.HTTP)
	if err != nil {
		return web.Result{}, err
	}
	return web.Result{Redirect: signInPath, Header: http.Header{"Set-Cookie": {cookie.String()}}}, nil
}

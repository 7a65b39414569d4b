package admin

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"gpuscale/text"
	"gpuscale/web"
)

// Actor is who makes a request: a signed-in user, or a program with a user's token.
type Actor struct {
	ID    int64
	Name  string
	Role  Role
	Token Scope // "" for a session
}

// access is who may use an address.
type access int

const (
	editors  access = iota // editors and administrators, signed in
	admins                 // administrators, signed in
	machines               // as editors; also programs with a token
)

// endpoint is one address behind the sign-in.
type endpoint struct {
	method, path string
	params       []string
	access       access
	maxBody      int64
	timeout      time.Duration
	handler      func(context.Context, *web.Request, Actor) (web.Result, error)
}

// languageParam chooses the language of the pages behind the sign-in.
const languageParam = "lang"

// route guards an endpoint.
func (a *Admin) route(e endpoint) web.Route {
	return web.Route{Method: e.method, Path: e.path, Params: append([]string{languageParam}, e.params...), MaxBody: e.maxBody, Timeout: e.timeout,
		Handler: func(ctx context.Context, r *web.Request) (web.Result, error) {
			chooseLanguage(r)
			actor, answer, err := a.authenticate(ctx, r, e.access)
			if err != nil || answer != nil {
				return orEmpty(answer), err
			}
			result, err := e.handler(ctx, r, actor)
			if result.Header == nil {
				result.Header = http.Header{}
			}
			result.Header["X-Robots-Tag"] = robots["X-Robots-Tag"]
			return result, known(err)
		}}
}

func orEmpty(r *web.Result) web.Result {
	if r == nil {
		return web.Result{}
	}
	return *r
}

// chooseLanguage takes the language from the address and keeps the parameter out of
// the page's own.
func chooseLanguage(r *web.Request) {
	if r.Query.Get(languageParam) == string(text.EN) {
		r.Lang = string(text.EN)
	}
	r.Query.Del(languageParam)
}

// SignedIn is the check of an editor's session for addresses that write their own
// answer, such as downloads; admin asks for an administrator.
func (a *Admin) SignedIn(s *web.Server, admin bool) gin.HandlerFunc {
	need := editors
	if admin {
		need = admins
	}
	return func(c *gin.Context) {
		r := web.From(c)
		_, answer, err := a.authenticate(c.Request.Context(), r, need)
		switch {
		case err != nil:
			s.Handle(func(*gin.Context) error { return err })(c)
		case answer != nil:
			s.Answer(c, *answer)
		}
	}
}

// authenticate finds out who asks. A visitor without a session is sent to sign in;
// programs get 401, and 403 is for those who are known but may not.
func (a *Admin) authenticate(ctx context.Context, r *web.Request, need access) (Actor, *web.Result, error) {
	actor, err := a.identify(ctx, r)
	if err != nil {
		return Actor{}, nil, known(err)
	}
	switch {
	case actor.ID == 0:
		if r.Rep == web.JSON || bearer(r) != "" || r.HTTP.Header.Get("Accept") == "application/json" {
			return Actor{}, nil, &web.Error{Status: http.StatusUnauthorized, Code: "unauthorized"}
		}
		return Actor{}, &web.Result{Redirect: a.signInPath(r)}, nil
	case need == admins && actor.Role != RoleAdmin,
		need != machines && actor.Token != "",
		actor.Token == ScopeRead && !safe(r.HTTP.Method):
		a.Log.Warn("access denied", "user", actor.Name, "ip", r.ClientIP(), "id", r.ID, "method", r.HTTP.Method, "path", r.HTTP.URL.Path)
		return Actor{}, nil, &web.Error{Status: http.StatusForbidden, Code: "forbidden"}
	}
	return actor, nil, nil
}

func safe(method string) bool { return method == http.MethodGet || method == http.MethodHead }

// identify returns the actor of a request, the zero one for a stranger.
func (a *Admin) identify(ctx context.Context, r *web.Request) (Actor, error) {
	if secret := bearer(r); secret != "" {
		token, user, err := a.Tokens.UseToken(ctx, secret)
		if errors.Is(err, ErrNotFound) {
			return Actor{}, nil
		}
		return Actor{ID: user.ID, Name: user.Name, Role: user.Role, Token: token.Scope}, err
	}
	loaded, found, ok, err := a.sessions.read(ctx, r.HTTP)
	if err != nil || !ok {
		return Actor{}, err
	}
	user, err := a.Accounts.User(ctx, found.user)
	if errors.Is(err, ErrNotFound) || err == nil && (user.Disabled || user.Epoch != found.epoch) {
		return Actor{}, nil
	}
	if err != nil {
		return Actor{}, err
	}
	if err := a.sessions.touch(loaded, a.Now()); err != nil {
		// Reading goes on while the database takes no writes.
		a.Log.Warn("session not extended", "user", user.Name, "id", r.ID, "error", err.Error())
	}
	return Actor{ID: user.ID, Name: user.Name, Role: user.Role}, nil
}

// bearer returns the API token of a request, "" without one.
func bearer(r *web.Request) string {
	scheme, secret, _ := strings.Cut(r.HTTP.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(secret)
}

// known turns this package's errors into answers; others stay internal.
func known(err error) error {
	switch {
	case errors.Is(err, ErrNotFound):
		return web.NotFound()
	case errors.Is(err, ErrUnavailable):
		return &web.Error{Status: http.StatusServiceUnavailable, Code: "unavailable", Cause: err, RetryAfter: 5 * time.Second}
	}
	return err
}

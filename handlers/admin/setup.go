package admin

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"gpuscale/text"
	pages "gpuscale/views/admin"
	"gpuscale/web"
)

const (
	setupPath = "/admin/setup"
	// SetupLife is how long the code for the first administrator is good for.
	SetupLife = time.Hour
)

// setup holds the hash of the code that lets one person make the first account. It
// is never stored: another start prints another one.
type setup struct {
	mutex   sync.Mutex
	hash    [sha256.Size]byte
	expires time.Time
}

// SetupCode returns a new one-time code for making the first administrator, and
// until when it is good. It is "" when there is an account already.
func (a *Admin) SetupCode(ctx context.Context) (code string, expires time.Time, err error) {
	users, err := a.Accounts.Users(ctx)
	if err != nil || len(users) > 0 {
		return "", time.Time{}, err
	}
	code = rand.Text()
	a.setup.mutex.Lock()
	defer a.setup.mutex.Unlock()
	a.setup.hash, a.setup.expires = sha256.Sum256([]byte(code)), a.Now().Add(SetupLife)
	return code, a.setup.expires, nil
}

// accepts compares a code in constant time.
func (s *setup) accepts(code string, now time.Time) bool {
	hash := sha256.Sum256([]byte(strings.ToUpper(strings.TrimSpace(code))))
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return now.Before(s.expires) && subtle.ConstantTimeCompare(hash[:], s.hash[:]) == 1
}

func (s *setup) close() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.expires = time.Time{}
}

// open reports whether there is a code that may still be used.
func (s *setup) open(now time.Time) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return now.Before(s.expires)
}

func (a *Admin) showSetup(_ context.Context, r *web.Request) (web.Result, error) {
	if !a.setup.open(a.Now()) {
		return web.Result{}, web.NotFound()
	}
	return a.setupPage(r, pages.SetupModel{}), nil
}

func (a *Admin) setupPage(r *web.Request, m pages.SetupModel) web.Result {
	m.MinPassword = MinPassword
	return web.Result{Page: pages.Setup(a.publicFrame(r, text.T(text.Lang(r.Lang), "setup.title")), m)}
}

// setUp makes the first administrator. Of two that race the store lets one through.
func (a *Admin) setUp(ctx context.Context, r *web.Request) (web.Result, error) {
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	if !a.setup.open(a.Now()) {
		return web.Result{}, web.NotFound()
	}
	if rest := a.throttle.take(client(r.ClientIP())); rest > 0 {
		return web.Result{}, &web.Error{Status: http.StatusTooManyRequests, Code: "too-many-requests", RetryAfter: rest}
	}
	m := pages.SetupModel{Name: strings.TrimSpace(form.Get("username"))}
	password := form.Get("password")
	l := text.Lang(r.Lang)
	problems := nameProblems(l, m.Name)
	if !a.setup.accepts(form.Get("code"), a.Now()) {
		problems["code"] = text.T(l, "setup.wrong-code")
	}
	if p := CheckPassword(m.Name, password); p != "" {
		problems["password"] = passwordText(l, p)
	}
	if len(problems) > 0 {
		m.Problems = problems
		result := a.setupPage(r, m)
		result.Err = web.InvalidForm(problems)
		return result, nil
	}
	hash, err := HashPassword(ctx, password)
	if err != nil {
		return web.Result{}, err
	}
	user, err := a.Accounts.AddFirstAdmin(ctx, m.Name, hash)
	if errors.Is(err, ErrConflict) {
		a.setup.close()
		return web.Result{}, &web.Error{Status: http.StatusConflict, Code: "conflict", Message: text.T(l, "setup.taken")}
	}
	if err != nil {
		return web.Result{}, err
	}
	a.setup.close()
	a.Log.Info("first administrator made", "user", user.Name, "ip", r.ClientIP(), "id", r.ID)
	return a.enter(ctx, r, entering{user: user, try: attempt{name: user.Name, address: r.ClientIP(), user: user.ID}})
}

// nameProblems says what is wrong with the name of a new account.
func nameProblems(l text.Lang, name string) map[string]string {
	problems := map[string]string{}
	if n := utf8.RuneCountInString(name); n == 0 || n > maxName || strings.ContainsFunc(name, unprintable) {
		problems["username"] = text.T(l, "users.bad-name", "limit", maxName)
	}
	return problems
}

func unprintable(r rune) bool {
	return r < ' ' || r == 0x7f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

func passwordText(l text.Lang, p PasswordProblem) string {
	return text.T(l, "password."+string(p), "min", MinPassword, "max", MaxPassword)
}

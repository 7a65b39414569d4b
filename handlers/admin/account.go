package admin

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gpuscale/text"
	pages "gpuscale/views/admin"
	"gpuscale/web"
)

const (
	accountPath = "/admin/account"
	// tokenPrefix lets secret scanners and people recognise a token.
	tokenPrefix = "gpuscale_"
	maxTokens   = 50
)

func (a *Admin) accountEndpoints() []endpoint {
	return []endpoint{
		{method: http.MethodGet, path: accountPath, params: []string{"done"}, handler: a.showAccount},
		{method: http.MethodPost, path: accountPath + "/password", handler: a.changePassword},
		{method: http.MethodPost, path: accountPath + "/tokens", handler: a.addToken},
		{method: http.MethodPost, path: accountPath + "/tokens/:id/revoke", handler: a.revokeToken},
		{method: http.MethodGet, path: usersPath, params: []string{"done"}, access: admins, handler: a.showUsers},
		{method: http.MethodPost, path: usersPath, access: admins, handler: a.addUser},
		{method: http.MethodPost, path: usersPath + "/:id/role", access: admins, handler: a.setRole},
		{method: http.MethodPost, path: usersPath + "/:id/disabled", access: admins, handler: a.setDisabled},
		{method: http.MethodPost, path: usersPath + "/:id/password", access: admins, handler: a.resetPassword},
	}
}

func (a *Admin) showAccount(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	return a.accountPage(ctx, r, actor, pages.AccountModel{Done: r.Query.Get("done")})
}

// accountPage fills in the tokens of the actor.
func (a *Admin) accountPage(ctx context.Context, r *web.Request, actor Actor, m pages.AccountModel) (web.Result, error) {
	tokens, err := a.Tokens.Tokens(ctx, actor.ID)
	if err != nil {
		return web.Result{}, err
	}
	l := text.Lang(r.Lang)
	m.MinPassword = MinPassword
	for _, t := range tokens {
		m.Tokens = append(m.Tokens, pages.TokenLine{ID: strconv.FormatInt(t.ID, 10), Name: t.Name, Scope: text.Word(l, "scope", string(t.Scope)),
			Created: text.Minute(t.Created), Used: minuteOr(l, t.Used), Revoked: !t.Revoked.IsZero()})
	}
	for _, s := range Scopes {
		m.Scopes = append(m.Scopes, pages.Choice{Value: string(s), Label: text.Word(l, "scope", string(s)), Chosen: string(s) == m.TokenScope})
	}
	result := web.Result{Page: pages.Account(a.frame(r, actor, "account", text.T(l, "account.title")), m)}
	if len(m.Problems) > 0 {
		result.Err = web.InvalidForm(m.Problems)
	}
	return result, nil
}

func minuteOr(l text.Lang, t time.Time) string {
	if t.IsZero() {
		return text.T(l, "account.never")
	}
	return text.Minute(t)
}

// changePassword needs the current password, ends every session of the account and
// opens a new one for this browser.
func (a *Admin) changePassword(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	l := text.Lang(r.Lang)
	user, err := a.Accounts.User(ctx, actor.ID)
	if err != nil {
		return web.Result{}, err
	}
	try := attempt{name: user.Name, address: r.ClientIP(), user: user.ID}
	problems, err := a.currentPasswordProblems(ctx, l, proof{try, user.Hash, form.Get("current")})
	if err != nil {
		return web.Result{}, err
	}
	if p := CheckPassword(user.Name, form.Get("password")); p != "" {
		problems["password"] = passwordText(l, p)
	}
	if len(problems) > 0 {
		return a.accountPage(ctx, r, actor, pages.AccountModel{Problems: problems})
	}
	if user, err = a.replacePassword(ctx, user, form.Get("password")); err != nil {
		return web.Result{}, err
	}
	a.Log.Info("password changed", "user", user.Name, "ip", r.ClientIP(), "id", r.ID)
	return a.enter(ctx, r, entering{user: user, try: try, next: a.frame(r, actor, "", "").Href(accountPath + "?done=password")})
}

// proof is what shows that an editor owns the account of a session: the current
// password as typed, against the hash of the account.
type proof struct {
	try         attempt
	hash, typed string
}

// currentPasswordProblems checks the current password under the throttle of
// sign-ins: a stolen session must not serve to guess it.
func (a *Admin) currentPasswordProblems(ctx context.Context, l text.Lang, p proof) (map[string]string, error) {
	problems := map[string]string{}
	rest, _, err := a.throttle.wait(ctx, p.try)
	if err != nil {
		return nil, err
	}
	if rest > 0 {
		problems["current"] = text.N(l, "signin.wait", int(rest.Seconds())+1)
		return problems, nil
	}
	match, _, err := checkHash(ctx, p.typed, p.hash)
	if err == nil && !match {
		problems["current"] = text.T(l, "account.wrong-current")
		err = a.throttle.failed(ctx, p.try)
	}
	return problems, err
}

// replacePassword stores a password and returns the account as it is then.
func (a *Admin) replacePassword(ctx context.Context, user User, password string) (User, error) {
	hash, err := HashPassword(ctx, password)
	if err == nil {
		err = a.Accounts.SetPassword(ctx, user.ID, hash)
	}
	if err != nil {
		return User{}, err
	}
	return a.Accounts.User(ctx, user.ID)
}

// addToken makes a token and shows it, this once.
func (a *Admin) addToken(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	l := text.Lang(r.Lang)
	m := pages.AccountModel{TokenName: strings.TrimSpace(form.Get("name")), TokenScope: form.Get("scope"), Problems: map[string]string{}}
	if n := utf8.RuneCountInString(m.TokenName); n == 0 || n > maxName {
		m.Problems["name"] = text.T(l, "users.bad-name", "limit", maxName)
	}
	if m.TokenScope != string(ScopeRead) && m.TokenScope != string(ScopeWrite) {
		m.Problems["scope"] = text.T(l, "query.word", "value", m.TokenScope, "allowed", string(ScopeRead)+", "+string(ScopeWrite))
	}
	if tokens, err := a.Tokens.Tokens(ctx, actor.ID); err != nil {
		return web.Result{}, err
	} else if len(tokens) >= maxTokens {
		m.Problems["name"] = text.N(l, "account.too-many", maxTokens)
	}
	if len(m.Problems) > 0 {
		return a.accountPage(ctx, r, actor, m)
	}
	secret := tokenPrefix + rand.Text()
	if _, err := a.Tokens.AddToken(ctx, actor.ID, NewToken{Name: m.TokenName, Scope: Scope(m.TokenScope), Secret: secret}); err != nil {
		return web.Result{}, err
	}
	a.Log.Info("token made", "user", actor.Name, "scope", m.TokenScope, "ip", r.ClientIP(), "id", r.ID)
	return a.accountPage(ctx, r, actor, pages.AccountModel{Secret: secret})
}

func (a *Admin) revokeToken(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	id, err := idParam(r)
	if err != nil {
		return web.Result{}, err
	}
	if err := a.Tokens.RevokeToken(ctx, actor.ID, id); err != nil {
		return web.Result{}, err
	}
	a.Log.Info("token revoked", "user", actor.Name, "token", id, "ip", r.ClientIP(), "id", r.ID)
	return redirect(a.frame(r, actor, "", ""), accountPath+"?done=token"), nil
}

func idParam(r *web.Request) (int64, error) {
	id, err := strconv.ParseInt(r.Param("id"), 10, 64)
	if err != nil || id <= 0 {
		return 0, errors.Join(ErrNotFound, err)
	}
	return id, nil
}

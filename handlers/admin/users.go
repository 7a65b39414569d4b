package admin

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"gpuscale/text"
	pages "gpuscale/views/admin"
	"gpuscale/web"
)

const usersPath = "/admin/users"

func (a *Admin) showUsers(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	return a.usersPage(ctx, r, actor, pages.UsersModel{Done: r.Query.Get("done")})
}

func (a *Admin) usersPage(ctx context.Context, r *web.Request, actor Actor, m pages.UsersModel) (web.Result, error) {
	users, err := a.Accounts.Users(ctx)
	if err != nil {
		return web.Result{}, err
	}
	l := text.Lang(r.Lang)
	m.MinPassword = MinPassword
	for _, u := range users {
		line := pages.UserLine{ID: strconv.FormatInt(u.ID, 10), Name: u.Name, Role: text.Word(l, "role", string(u.Role)), Disabled: u.Disabled,
			Created: text.Minute(u.Created), Self: u.ID == actor.ID, OtherRole: string(otherRole(u.Role)), OtherRoleLabel: text.Word(l, "role", string(otherRole(u.Role)))}
		m.Users = append(m.Users, line)
	}
	for _, role := range Roles {
		m.Roles = append(m.Roles, pages.Choice{Value: string(role), Label: text.Word(l, "role", string(role)), Chosen: string(role) == m.Role})
	}
	result := web.Result{Page: pages.Users(a.frame(r, actor, "users", text.T(l, "users.title")), m)}
	if len(m.Problems) > 0 {
		result.Err = web.InvalidForm(m.Problems)
	}
	return result, nil
}

func otherRole(r Role) Role {
	if r == RoleAdmin {
		return RoleEditor
	}
	return RoleAdmin
}

func (a *Admin) addUser(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	l := text.Lang(r.Lang)
	m := pages.UsersModel{Name: strings.TrimSpace(form.Get("username")), Role: form.Get("role")}
	m.Problems = nameProblems(l, m.Name)
	if m.Role != string(RoleEditor) && m.Role != string(RoleAdmin) {
		m.Problems["role"] = text.T(l, "query.word", "value", m.Role, "allowed", string(RoleEditor)+", "+string(RoleAdmin))
	}
	if p := CheckPassword(m.Name, form.Get("password")); p != "" {
		m.Problems["password"] = passwordText(l, p)
	}
	if len(m.Problems) > 0 {
		return a.usersPage(ctx, r, actor, m)
	}
	hash, err := HashPassword(ctx, form.Get("password"))
	if err != nil {
		return web.Result{}, err
	}
	_, err = a.Accounts.AddUser(ctx, m.Name, Role(m.Role), hash)
	if errors.Is(err, ErrConflict) {
		m.Problems["username"] = text.T(l, "users.taken", "name", m.Name)
		return a.usersPage(ctx, r, actor, m)
	}
	if err != nil {
		return web.Result{}, err
	}
	return a.userDone(r, actor, "user added", m.Name)
}

func (a *Admin) userDone(r *web.Request, actor Actor, what, name string) (web.Result, error) {
	a.Log.Info(what, "user", actor.Name, "account", name, "ip", r.ClientIP(), "id", r.ID)
	return redirect(a.frame(r, actor, "", ""), usersPath+"?done=1"), nil
}

func (a *Admin) setRole(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	role := Role(form.Get("role"))
	if role != RoleEditor && role != RoleAdmin {
		return web.Result{}, web.InvalidForm(map[string]string{"role": text.T(text.Lang(r.Lang), "query.word", "value", string(role), "allowed", string(RoleEditor)+", "+string(RoleAdmin))})
	}
	user, err := a.namedUser(ctx, r, role != RoleAdmin)
	if err != nil {
		return web.Result{}, err
	}
	if err := a.Accounts.SetRole(ctx, user.ID, role); err != nil {
		return web.Result{}, err
	}
	return a.userDone(r, actor, "role changed", user.Name)
}

func (a *Admin) setDisabled(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	disabled := form.Get("disabled") == "yes"
	user, err := a.namedUser(ctx, r, disabled)
	if err != nil {
		return web.Result{}, err
	}
	if err := a.Accounts.SetDisabled(ctx, user.ID, disabled); err != nil {
		return web.Result{}, err
	}
	return a.userDone(r, actor, "account disabled or enabled", user.Name)
}

// namedUser returns the account of the address. Where the change would leave the
// portal without an administrator it is refused.
func (a *Admin) namedUser(ctx context.Context, r *web.Request, loses bool) (User, error) {
	id, err := idParam(r)
	if err != nil {
		return User{}, err
	}
	user, err := a.Accounts.User(ctx, id)
	if err != nil || !loses || user.Role != RoleAdmin || user.Disabled {
		return user, err
	}
	users, err := a.Accounts.Users(ctx)
	if err != nil {
		return User{}, err
	}
	for _, other := range users {
		if other.ID != user.ID && other.Role == RoleAdmin && !other.Disabled {
			return user, nil
		}
	}
	return User{}, &web.Error{Status: http.StatusConflict, Code: "conflict", Message: text.T(text.Lang(r.Lang), "users.last-admin")}
}

// resetPassword gives another account a new password; the administrator proves who
// they are with their own.
func (a *Admin) resetPassword(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	l := text.Lang(r.Lang)
	user, err := a.namedUser(ctx, r, false)
	if err != nil {
		return web.Result{}, err
	}
	own, err := a.Accounts.User(ctx, actor.ID)
	if err != nil {
		return web.Result{}, err
	}
	problems, err := a.currentPasswordProblems(ctx, l, proof{attempt{name: own.Name, address: r.ClientIP(), user: own.ID}, own.Hash, form.Get("current")})
	if err != nil {
		return web.Result{}, err
	}
	if p := CheckPassword(user.Name, form.Get("password")); p != "" {
		problems["password"] = passwordText(l, p)
	}
	if len(problems) > 0 {
		return a.usersPage(ctx, r, actor, pages.UsersModel{Problems: problems, ResetID: strconv.FormatInt(user.ID, 10)})
	}
	if _, err := a.replacePassword(ctx, user, form.Get("password")); err != nil {
		return web.Result{}, err
	}
	return a.userDone(r, actor, "password reset", user.Name)
}

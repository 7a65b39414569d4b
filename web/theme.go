package web

import (
	"context"
	"net/http"
)

// themeCookie is the only cookie a visitor gets.
const themeCookie = "theme"

func themeOf(r *http.Request) string {
	if r.Header.Get("Cookie") == "" {
		return ""
	}
	cookie, err := r.Cookie(themeCookie)
	if err != nil || cookie.Value != "light" && cookie.Value != "dark" {
		return ""
	}
	return cookie.Value
}

// chooseTheme stores the posted theme and returns to the page it came from.
func chooseTheme(_ context.Context, r *Request) (Result, error) {
	form, err := r.Form()
	if err != nil {
		return Result{}, err
	}
	cookie := &http.Cookie{Name: themeCookie, Value: form.Get("theme"), Path: "/", MaxAge: 365 * 24 * 60 * 60,
		HttpOnly: true, Secure: r.HTTP.TLS != nil || r.context.Writer.Header().Get("Strict-Transport-Security") != "", SameSite: http.SameSiteLaxMode}
	switch cookie.Value {
	case "light", "dark":
	case "auto":
		cookie.Value, cookie.MaxAge = "", -1
	default:
		return Result{}, &Error{Status: http.StatusUnprocessableEntity, Code: "invalid-form", Fields: map[string]string{"theme": "auto, light, dark"}}
	}
	next, local := LocalPath(form.Get("next"))
	if !local {
		next = "/"
	}
	return Result{Redirect: next, Header: http.Header{"Set-Cookie": {cookie.String()}}}, nil
}

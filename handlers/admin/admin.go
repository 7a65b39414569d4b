// Package admin answers the pages behind the sign-in: accounts, sessions and API
// tokens, the tables of all kinds of records, their history, and evidence files.
// What it needs from outside it declares as small interfaces; the program wires
// the store to them.
package admin

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// Config is what the pages for editors need from outside. Functions and
// interfaces must be safe for concurrent use.
type Config struct {
	// Frame is the frame of a page of the site.
	Frame    func(*web.Request) views.Frame
	Accounts Accounts
	Attempts Attempts
	Tokens   Tokens
	Files    Files
	Records  Records
	Imports  Imports
	Visitors Visitors
	Sessions scs.CtxStore
	// Market is the market that visitors see; Refresh rebuilds it after a change,
	// so that the next visitor sees it.
	Market  func() *catalog.Market
	Refresh func(context.Context) error
	Now     func() time.Time
	// Pause slows an answer down by a time, or fails when the visitor leaves; nil is
	// to wait.
	Pause func(context.Context, time.Duration) error
	// Log receives sign-ins, refusals and changes, never secrets.
	Log *slog.Logger
	// Secure says that visitors reach the site by HTTPS: the session cookie then
	// carries the __Host- prefix and is never sent without encryption.
	Secure bool
}

// Admin holds the state of the pages for editors.
type Admin struct {
	Config
	sessions *sessions
	throttle *throttle
	setup    setup
}

// New returns the pages; Register puts them on a server.
func New(c Config) *Admin {
	if c.Pause == nil {
		c.Pause = pause
	}
	a := &Admin{Config: c, sessions: newSessions(c.Sessions, c.Secure)}
	a.throttle = newThrottle(c.Attempts, func() time.Time { return a.Now() })
	return a
}

// entry is a link of the bar above the pages.
type entry struct {
	key, path string
	adminOnly bool
}

// entries are the links of the bar, in order; the text of each is "admin.nav.KEY".
var entries = []entry{
	{"offers", "/admin/offers", false},
	{"providers", "/admin/providers", false},
	{"records", "/admin/records", false},
	{"work", workPath, false},
	{"import", importPath, false},
	{"export", exportPath, false},
	{"history", "/admin/history", false},
	{"account", "/admin/account", false},
	{"users", "/admin/users", true},
}

// Register registers every address below /admin, and the public addresses of
// evidence files.
func (a *Admin) Register(s *web.Server) {
	a.registerSignIn(s)
	for _, list := range [][]endpoint{a.accountEndpoints(), a.recordEndpoints(), a.historyEndpoints(), a.evidenceEndpoints(), a.importEndpoints(), a.exportEndpoints(), a.workEndpoints()} {
		for _, e := range list {
			s.Route(a.route(e))
		}
	}
	a.registerExport(s)
	s.Stream("/evidence/:sha", a.showEvidence)
}

// frame is the frame of a page for an actor; current is the key of its entry.
func (a *Admin) frame(r *web.Request, actor Actor, current, title string) views.Frame {
	f := a.publicFrame(r, title)
	bar := &views.AdminBar{User: actor.Name, Role: text.Word(f.Lang, "role", string(actor.Role)), Current: current}
	for _, e := range entries {
		if !e.adminOnly || actor.Role == RoleAdmin {
			bar.Entries = append(bar.Entries, views.AdminEntry{Key: e.key, Label: f.T("admin.nav." + e.key), Path: e.path})
		}
	}
	f.Admin = bar
	return f
}

// publicFrame is the frame of a page that is shown before the sign-in.
func (a *Admin) publicFrame(r *web.Request, title string) views.Frame {
	f := a.Frame(r).Titled(title, "")
	f.NoIndex = true
	return f
}

// redirect leads to a local path in the language of the request.
func redirect(f views.Frame, path string) web.Result {
	return web.Result{Redirect: f.Href(path)}
}

// robots keeps search engines away also from answers that are no HTML.
var robots = http.Header{"X-Robots-Tag": {"noindex, nofollow"}}

// Sweep removes sessions and counts of failed sign-ins that no longer matter. The
// program calls it now and then.
func (a *Admin) Sweep(ctx context.Context) error {
	return a.Attempts.Sweep(ctx, a.Now().Add(-forgetAfter))
}

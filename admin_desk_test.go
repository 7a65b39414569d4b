package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/prometheus/client_golang/prometheus"

	"gpuscale/dataset"
	"gpuscale/handlers"
	"gpuscale/handlers/admin"
	"gpuscale/seed"
	"gpuscale/snapshot"
	"gpuscale/store"
	"gpuscale/store/storetest"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// deskClock is a clock that tests move; it begins at the real moment, as sessions
// are counted by it.
type deskClock struct {
	mutex sync.Mutex
	ahead time.Duration
	fixed time.Time
}

func (c *deskClock) now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if !c.fixed.IsZero() {
		return c.fixed
	}
	return time.Now().Add(c.ahead)
}

func (c *deskClock) pass(d time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.ahead += d
}

// desk is the pages for editors and for visitors over a real store with the
// starting data.
type desk struct {
	dsn      string
	store    *store.Store
	market   *snapshot.Snapshot
	admin    *admin.Admin
	server   *web.Server
	handler  http.Handler
	clock    *deskClock
	log      *strings.Builder
	password string
	paused   []time.Duration // by how much answers to sign-ins were slowed down, in order
}

// seeded is the bytes of a database with the starting data, made once.
var seeded = sync.OnceValues(func() (content []byte, err error) {
	dir, err := os.MkdirTemp("", "gpuscale-desk-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, "seed.db")
	s, err := openStore(context.Background(), file)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
})

func seededCopy(t testing.TB) string {
	t.Helper()
	content, err := seeded()
	if err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(t.TempDir(), "gpuscale.db")
	if err := os.WriteFile(target, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return target
}

// newDesk opens a desk on SQLite.
func newDesk(t testing.TB) *desk {
	t.Helper()
	return openDesk(t, seededCopy(t), false)
}

// eachDesk runs f with a desk on SQLite and one on PostgreSQL.
func eachDesk(t *testing.T, f func(*testing.T, *desk)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { f(t, newDesk(t)) })
	t.Run("PostgreSQL", func(t *testing.T) {
		dsn := storetest.PostgreSQL(t)
		set, err := seed.Load()
		if err != nil {
			t.Fatal(err)
		}
		s := storetest.Open(t, store.Config{DSN: dsn})
		if err := s.Seed(t.Context(), set, store.SeedMoment); err != nil {
			t.Fatal(err)
		}
		f(t, openDesk(t, dsn, false))
	})
}

func openDesk(t testing.TB, dsn string, secure bool) *desk {
	t.Helper()
	d := &desk{dsn: dsn, clock: &deskClock{}, log: &strings.Builder{}, password: "correct horse battery staple"}
	d.store = storetest.Open(t, store.Config{DSN: dsn, Now: d.clock.now})
	quiet := slog.New(slog.DiscardHandler)
	d.market = snapshot.New(snapshot.Config{Load: loader(d.store, quiet), Revision: d.store.Revision, Now: d.clock.now, Log: quiet, Zone: text.Shanghai})
	if err := d.market.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	around := handlers.Surroundings{Site: views.Site{Base: "https://scale.example"}, DataDate: d.market.NewestSeen}
	var err error
	d.server, err = web.New(web.Config{
		Base: &url.URL{Scheme: "https", Host: "scale.example"}, Log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError})),
		Access: web.NewAccessLog(io.Discard), Build: "test", Version: d.market.Version, Ready: d.store.Ping,
		ErrorPage: around.ErrorPage, ErrorNote: around.ErrorNote, ErrorText: views.ErrorText,
		Sitemap: func() []string { return nil }, Registry: prometheus.NewRegistry(), Limit: web.Limit{PerSecond: 1e9, Burst: 1e9},
	})
	if err != nil {
		t.Fatal(err)
	}
	handlers.Register(d.server, &handlers.Portal{Surroundings: around, Markets: d.market, Shares: shares{d.store}, Reports: reports{d.store}, Records: records(d.store), Now: d.clock.now})
	d.admin = newAdmin(d.store, d.market, adminSurroundings{around, slog.New(slog.NewJSONHandler(d.log, nil)), secure})
	d.admin.Now = d.clock.now
	d.admin.Pause = func(_ context.Context, by time.Duration) error {
		d.paused = append(d.paused, by)
		return nil
	}
	d.admin.Register(d.server)
	d.handler = d.server.Handler()
	return d
}

// deskHash is the hash of the password that all accounts of tests have.
var deskHash = sync.OnceValue(func() string {
	hash, err := admin.HashPassword(context.Background(), "correct horse battery staple")
	if err != nil {
		panic(err)
	}
	return hash
})

func (d *desk) account(t testing.TB, name string, role store.Role) store.User {
	t.Helper()
	user, err := d.store.AddUser(t.Context(), name, role, deskHash())
	if err != nil {
		t.Fatal(err)
	}
	return user
}

// browser is a visitor with cookies and an address.
type browser struct {
	desk    *desk
	cookies map[string]string
	address string
}

func (d *desk) browser(address string) *browser {
	return &browser{desk: d, cookies: map[string]string{}, address: address}
}

// signedIn returns a browser with a session of a new account.
func (d *desk) signedIn(t testing.TB, name string, role store.Role) *browser {
	t.Helper()
	d.account(t, name, role)
	b := d.browser("192.0.2.7:1000")
	if w := b.login(name, d.password); w.Code != http.StatusSeeOther {
		t.Fatalf("%s cannot sign in: %d %s", name, w.Code, w.Body)
	}
	return b
}

func (b *browser) login(name, password string) *httptest.ResponseRecorder {
	return b.post("/admin/login", url.Values{"username": {name}, "password": {password}})
}

func (b *browser) do(method, path, contentType, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.RemoteAddr = b.address
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	w := httptest.NewRecorder()
	b.desk.handler.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		} else {
			b.cookies[c.Name] = c.Value
		}
	}
	return w
}

func (b *browser) get(path string, header ...string) *httptest.ResponseRecorder {
	return b.do(http.MethodGet, path, "", "", header...)
}

func (b *browser) post(path string, form url.Values, header ...string) *httptest.ResponseRecorder {
	return b.do(http.MethodPost, path, "application/x-www-form-urlencoded", form.Encode(), header...)
}

// page returns a page that must be there.
func (b *browser) page(t testing.TB, path string, header ...string) *goquery.Document {
	t.Helper()
	w := b.get(path, header...)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: status %d: %.300s", path, w.Code, w.Body)
	}
	return parsed(t, w)
}

func parsed(t testing.TB, w *httptest.ResponseRecorder) *goquery.Document {
	t.Helper()
	document, err := goquery.NewDocumentFromReader(strings.NewReader(w.Body.String()))
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// form reads what the form of a page would send, as a browser does.
func (b *browser) form(t testing.TB, path string) url.Values {
	t.Helper()
	return fields(b.page(t, path).Find("main form").First())
}

// fields are those of a form as its page fills them, with a reason where one is asked
// for.
func fields(form *goquery.Selection) url.Values {
	values := url.Values{}
	form.Find("input[name], select[name], textarea[name]").Each(func(_ int, s *goquery.Selection) {
		name, _ := s.Attr("name")
		switch {
		case s.Is("select"):
			value, _ := s.Find("option[selected]").Attr("value")
			values.Set(name, value)
		case s.Is("textarea"):
			values.Set(name, s.Text())
		case name == "why" && s.AttrOr("value", "") == "":
			values.Set(name, "checked")
		case s.AttrOr("type", "") != "file":
			values.Set(name, s.AttrOr("value", ""))
		}
	})
	return values
}

// record returns a record as the store has it.
func (d *desk) record(t testing.TB, kind dataset.Kind, key string) store.Recorded {
	t.Helper()
	r, err := d.store.Record(t.Context(), kind, key)
	if err != nil {
		t.Fatalf("%s %s: %v", kind, key, err)
	}
	return r
}

// versions counts the versions of a record.
func (d *desk) versions(t testing.TB, kind dataset.Kind, key string) int {
	t.Helper()
	list, err := d.store.History(t.Context(), kind, key)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

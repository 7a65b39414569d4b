package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/a-h/templ"
	"github.com/prometheus/client_golang/prometheus"

	"gpuscale/web"
)

// site is a server over one small page family, with its log at hand.
type site struct {
	*web.Server
	handler  http.Handler
	log      journal
	access   *web.AccessLog
	version  atomic.Value
	rendered atomic.Int64
}

// journal holds log lines of goroutines and of two loggers.
type journal struct {
	mutex sync.Mutex
	lines bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.lines.Write(p)
}

func (j *journal) String() string {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.lines.String()
}

func html(s string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	})
}

// scalePage is a page with one fragment, long enough to be worth compressing.
func scalePage(r *web.Request) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		if _, err := fmt.Fprintf(w, "<!doctype html><html lang=%q data-theme=%q><h1>scale</h1>", r.Lang, r.Theme); err != nil {
			return err
		}
		inner := html("<div id=results>" + r.Param("slug") + "|" + r.Canonical() + strings.Repeat(" weight", 200) + "</div>")
		if err := templ.Fragment("results").Render(templ.WithChildren(ctx, inner), w); err != nil {
			return err
		}
		_, err := io.WriteString(w, "</html>")
		return err
	})
}

func newSite(t testing.TB, change func(*web.Config)) *site {
	t.Helper()
	s := &site{}
	s.version.Store("7-2026-12-01")
	base, err := url.Parse("https://scale.example")
	if err != nil {
		t.Fatal(err)
	}
	config := web.Config{
		Base: base, Log: slog.New(slog.NewJSONHandler(&s.log, nil)), Access: web.NewAccessLog(&s.log), Build: "test",
		Version:   func() string { return s.version.Load().(string) },
		Ready:     func(context.Context) error { return nil },
		ErrorPage: func(r *web.Request, e *web.Error) templ.Component { return html("<h1>" + e.Code + "</h1>" + r.ID) },
		ErrorNote: func(_ *web.Request, e *web.Error) templ.Component { return html("<b>" + e.Code + "</b>") },
		ErrorText: func(lang, code string) string { return lang + ":" + code },
		Sitemap:   func() []string { return []string{"/", "/scales"} },
		Registry:  prometheus.NewRegistry(),
	}
	if change != nil {
		change(&config)
	}
	s.access = config.Access
	if s.Server, err = web.New(config); err != nil {
		t.Fatal(err)
	}
	s.Page(web.Page{Path: "/", Reps: web.JSON, Handler: s.show})
	s.Page(web.Page{Path: "/scales", Reps: web.JSON | web.CSV | web.MD, Params: []string{"q", "sort"}, Handler: s.show})
	s.Page(web.Page{Path: "/scales/:slug", Reps: web.JSON, Handler: s.show})
	s.Page(web.Page{Path: "/scales/:slug/feed.atom", Handler: func(context.Context, *web.Request) (web.Result, error) {
		return web.Result{ContentType: "application/atom+xml; charset=utf-8", Body: func(w io.Writer) error {
			_, err := io.WriteString(w, "<feed/>")
			return err
		}}, nil
	}})
	s.Route(web.Route{Method: http.MethodPost, Path: "/scales", Handler: s.weigh})
	s.handler = s.Handler()
	return s
}

// show answers by slug: some slugs fail in their own way.
func (s *site) show(ctx context.Context, r *web.Request) (web.Result, error) {
	s.rendered.Add(1)
	switch r.Param("slug") {
	case "missing":
		return web.Result{}, web.NotFound()
	case "broken":
		return web.Result{}, errors.New("secret cause")
	case "panic":
		panic("secret panic")
	case "late":
		return web.Result{}, fmt.Errorf("wait: %w", context.DeadlineExceeded)
	case "half":
		return web.Result{Page: templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
			_, _ = io.WriteString(w, "half a page")
			return errors.New("secret render")
		})}, nil
	case "unnamed":
		return web.Result{Page: scalePage(r), Fragments: []string{"absent"}}, nil
	}
	result := web.Result{
		Page: scalePage(r), Fragments: []string{"results"},
		JSON:     func() any { return map[string]string{"slug": r.Param("slug"), "query": r.Canonical()} },
		CSV:      func(w io.Writer) error { _, err := io.WriteString(w, "id\n1\n"); return err },
		Markdown: func(w io.Writer) error { _, err := io.WriteString(w, "# scale\n"); return err },
	}
	if r.Query.Get("sort") == "wrong" {
		result.Err = web.InvalidQuery(map[string]string{"sort": "must be known"})
	}
	return result, nil
}

func (s *site) weigh(_ context.Context, r *web.Request) (web.Result, error) {
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	if form.Get("kg") == "" {
		return web.Result{Err: web.InvalidForm(map[string]string{"kg": "missing"}), Page: html("<form>kept</form>")}, nil
	}
	return web.Result{Redirect: form.Get("next")}, nil
}

func (s *site) do(r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	s.access.Flush()
	return w
}

// get asks for a path; headers are pairs of name and value.
func (s *site) get(path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Host = "scale.example"
	path, r.URL.RawQuery, _ = strings.Cut(path, "?")
	r.URL.Path = path
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return s.do(r)
}

func (s *site) post(path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Host = "scale.example"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return s.do(r)
}

func decode(t *testing.T, w *httptest.ResponseRecorder) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatalf("%v in %q", err, w.Body)
	}
	return v
}

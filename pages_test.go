package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/static"
	"gpuscale/web"
)

// opened is a portal on a new database, asked without a network.
func opened(t testing.TB) (*portal, http.Handler) {
	t.Helper()
	p, err := openPortal(context.Background(), settings{addr: "localhost:8080", db: filepath.Join(t.TempDir(), "gpuscale.db")}, silent(), "127.0.0.1:8080")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.store.Close(); err != nil {
			t.Error(err)
		}
	})
	return p, p.server.Handler()
}

// addresses lists one address of every public page, in both languages.
func addresses(p *portal) map[string]web.Page {
	market := p.snapshot.Current()
	found := map[string]web.Page{}
	for _, page := range p.server.Pages() {
		path := page.Path
		if strings.HasPrefix(path, "/providers/") {
			path = strings.Replace(path, ":slug", market.Providers()[0].Slug, 1)
		}
		if strings.HasPrefix(path, "/gpus/") {
			path = strings.Replace(path, ":slug", market.Accelerators()[0].Slug, 1)
		}
		path = strings.Replace(path, ":scenario", "training", 1)
		if strings.Contains(path, ":") || path == "/openapi" {
			continue
		}
		found[path], found["/en"+path] = page, page
	}
	return found
}

func answer(h http.Handler, method, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	// Each request comes from another visitor, so that no limit is met.
	r.RemoteAddr = nextVisitor()
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

var visitors atomic.Uint32

func nextVisitor() string {
	n := visitors.Add(1)
	return fmt.Sprintf("198.18.%d.%d:1", n/250%250, n%250)
}

func TestEveryPageAnswersInEveryRepresentationItPromises(t *testing.T) {
	p, h := opened(t)
	for path, page := range addresses(p) {
		w := answer(h, http.MethodGet, path)
		if w.Code != 200 || answer(h, http.MethodHead, path).Code != 200 {
			t.Errorf("%s: %d %.300s", path, w.Code, w.Body)
			continue
		}
		if tag := w.Header().Get("ETag"); tag == "" || answer(h, http.MethodGet, path, "If-None-Match", tag).Code != 304 {
			t.Errorf("%s: not revalidated by %q", path, tag)
		}
		for ending, rep := range map[string]web.Rep{".json": web.JSON, ".csv": web.CSV, ".md": web.MD} {
			address := path + ending
			if strings.HasSuffix(path, "/") {
				address = path + "index" + ending
			}
			want := http.StatusNotFound
			if page.Reps&rep != 0 {
				want = http.StatusOK
			}
			got := answer(h, http.MethodGet, address)
			if got.Code != want || answer(h, http.MethodHead, address).Code != want {
				t.Errorf("%s: got %d, want %d", address, got.Code, want)
			}
			if rep == web.JSON && got.Code == 200 && !json.Valid(got.Body.Bytes()) {
				t.Errorf("%s is no JSON", address)
			}
		}
	}
}

func TestEveryPageIsACompleteDocument(t *testing.T) {
	p, h := opened(t)
	for path, page := range addresses(p) {
		w := answer(h, http.MethodGet, path)
		if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			continue
		}
		if page.Reps&web.JSON == 0 {
			t.Errorf("%s has no JSON", path)
		}
		d, err := goquery.NewDocumentFromReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		if n := d.Find("main h1").Length(); n != 1 {
			t.Errorf("%s has %d h1", path, n)
		}
		if d.Find("title").First().Text() == "" || d.Find("link[rel=canonical]").Length() != 1 || d.Find("link[hreflang]").Length() != 3 {
			t.Errorf("%s lacks title, canonical or hreflang", path)
		}
		d.Find("[style], script:not([src]), [onclick], [hx-on], style").Each(func(_ int, s *goquery.Selection) {
			html, _ := goquery.OuterHtml(s)
			t.Errorf("%s: inline code: %.120s", path, html)
		})
		ids := map[string]bool{}
		d.Find("[id]").Each(func(_ int, s *goquery.Selection) {
			id := s.AttrOr("id", "")
			if ids[id] {
				t.Errorf("%s: id %s twice", path, id)
			}
			ids[id] = true
		})
	}
}

// TestEveryLocalLinkLeadsSomewhere follows every link of every page once.
func TestEveryLocalLinkLeadsSomewhere(t *testing.T) {
	p, h := opened(t)
	asked := map[string]bool{}
	for path := range addresses(p) {
		d, err := goquery.NewDocumentFromReader(answer(h, http.MethodGet, path).Body)
		if err != nil {
			t.Fatal(err)
		}
		d.Find("a[href^='/'], [hx-get^='/']").Each(func(_ int, s *goquery.Selection) {
			target := s.AttrOr("href", s.AttrOr("hx-get", ""))
			target, _, _ = strings.Cut(target, "#")
			if asked[target] || len(asked) > 1500 || strings.HasPrefix(target, "/admin") {
				return
			}
			asked[target] = true
			if w := answer(h, http.MethodGet, target); w.Code >= 400 {
				t.Errorf("%s links to %s, which is %d", path, target, w.Code)
			}
		})
	}
}

// firstVisit is what a first visit of any page may load, compressed, in bytes.
const firstVisit = 60_000

func TestAFirstVisitIsLight(t *testing.T) {
	p, h := opened(t)
	files := 0
	for _, name := range []string{"app.css", "app.js", "htmx.min.js", "favicon.svg"} {
		files += answer(h, http.MethodGet, static.URL(name), "Accept-Encoding", "br").Body.Len()
	}
	heaviest, where := 0, ""
	long := []string{"/offers?show=all&per=200", "/en/offers?show=all&per=200"} // as many rows as a page can show
	for _, path := range append(long, slices.Collect(maps.Keys(addresses(p)))...) {
		w := answer(h, http.MethodGet, path, "Accept-Encoding", "br")
		if strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") && w.Body.Len() > heaviest {
			heaviest, where = w.Body.Len(), path
		}
	}
	if files+heaviest > firstVisit {
		t.Errorf("%s: %d bytes of page and %d of files are over %d", where, heaviest, files, firstVisit)
	}
	t.Logf("files %d bytes, the heaviest page %s %d bytes", files, where, heaviest)
}

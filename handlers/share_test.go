package handlers

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
)

// keptShares keeps short addresses in memory.
type keptShares map[string]Share

func (k keptShares) AddShare(_ context.Context, path string, frozen bool) (Share, error) {
	s := Share{Code: "abc" + strconv.Itoa(len(k)), Path: path, Frozen: frozen, Created: pinned}
	k[s.Code] = s
	return s, nil
}

func (k keptShares) Share(_ context.Context, code string) (Share, error) {
	if s, ok := k[code]; ok {
		return s, nil
	}
	return Share{}, ErrNoShare
}

func (s *site) post(path string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

func TestALiveShareLeadsToItsPage(t *testing.T) {
	s := newSite(t)
	made := s.post("/s", url.Values{"path": {"/en/offers?gpu=h100-any"}, "mode": {"LIVE"}})
	link := made.Header().Get("Location")
	if made.Code != http.StatusSeeOther || link != "/en/s/abc0/link" {
		t.Fatalf("POST /s: %d to %q", made.Code, link)
	}
	if got := s.page(t, link).Find("#share-link").AttrOr("value", ""); got != "https://scale.example/s/abc0" {
		t.Errorf("the short address is shown as %q", got)
	}
	if w := s.do("/s/abc0"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/en/offers?gpu=h100-any" {
		t.Errorf("the share leads to %q with %d", w.Header().Get("Location"), w.Code)
	}
}

func TestAnUnknownShareIsNotFound(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/s/nothing", "/s/nothing/link", "/en/s/nothing/link"} {
		if w := s.do(path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

func TestOnlyPublicLocalPathsAreShared(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"", "//example.com", `/\example.com`, "https://example.com/", "/admin/users", "/admin",
		"/s/abc0", "/%73/abc0", "/en/s/abc0/link", "/%61dmin/users", "/en/%61dmin", "javascript:alert(1)", "/nope", "/metrics", "/healthz",
		"/offers?a=1;b=2", "/offers?q=%zz", "/offers?q=%00", "/offers/x", "/offers.atom", "/offers?q=" + strings.Repeat("x", 2000)} {
		if w := s.post("/s", url.Values{"path": {path}, "mode": {"live"}}); w.Code != http.StatusUnprocessableEntity {
			t.Errorf("sharing %.40q: %d, want 422", path, w.Code)
		}
	}
	if w := s.post("/s", url.Values{"path": {"/offers"}, "mode": {"forever"}}); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("an unknown mode: %d, want 422", w.Code)
	}
}

func TestPublicPagesAreSharedInEveryLanguageAndRepresentation(t *testing.T) {
	for _, path := range []string{"/", "/en/", "/offers.csv?gpu=t4-16gb", "/gpus/t4-16gb", "/en/wizard/training/result?days=3", "/guide#credits"} {
		if w := newSite(t).post("/s", url.Values{"path": {path}}); w.Code != http.StatusSeeOther {
			t.Errorf("sharing %s: %d", path, w.Code)
		}
	}
}

func TestAShareIsEscaped(t *testing.T) {
	s := newSite(t)
	s.post("/s", url.Values{"path": {"/offers?q=北京"}})
	if w := s.do("/s/abc0"); w.Header().Get("Location") != "/offers?q=%E5%8C%97%E4%BA%AC" {
		t.Errorf("the share leads to %q", w.Header().Get("Location"))
	}
}

func TestASharedPageHasItsJSONInEveryLanguage(t *testing.T) {
	s := newSite(t)
	shared := []string{"/offers?gpu=t4-16gb", "/en/offers?gpu=t4-16gb#results", "/", "/en/", "/gpus/t4-16gb", "/offers.json?per=1"}
	for i, path := range shared {
		live := strings.TrimPrefix(s.post("/s", url.Values{"path": {path}}).Header().Get("Location"), "/en")
		frozen := strings.TrimPrefix(s.post("/s", url.Values{"path": {path}, "mode": {"frozen"}}).Header().Get("Location"), "/en")
		for _, prefix := range []string{"", "/en"} {
			live, frozen := prefix+strings.TrimSuffix(live, "/link"), prefix+strings.TrimSuffix(frozen, "/link")
			for _, short := range []string{live, live + ".json"} {
				w := s.do(short)
				page, _, _ := strings.Cut(w.Header().Get("Location"), "#")
				if w.Code != http.StatusSeeOther || s.do(page).Code != http.StatusOK {
					t.Errorf("%s (%s): %d to %q", short, path, w.Code, w.Header().Get("Location"))
				}
			}
			var page struct {
				AsOf string `json:"as_of"`
			}
			if code := s.getJSON(t, frozen+".json", &page); code != http.StatusOK || !strings.HasPrefix(page.AsOf, "2026-12-01") {
				t.Errorf("%s.json of %s: %d as of %q", frozen, path, code, page.AsOf)
			}
			if w := s.do(frozen); w.Code != http.StatusOK {
				t.Errorf("%s: %d", frozen, w.Code)
			}
			var link shareJSON
			if code := s.getJSON(t, frozen+"/link.json", &link); code != http.StatusOK || link.Mode != "frozen" || link.URL != "https://scale.example/s/"+link.Code || link.Created == "" {
				t.Errorf("%d: %s/link.json answers %d %+v", i, frozen, code, link)
			}
			for _, ending := range []string{".csv", ".md", "/link.csv"} {
				if w := s.do(frozen + ending); w.Code != http.StatusNotFound {
					t.Errorf("%s%s: %d", frozen, ending, w.Code)
				}
			}
		}
	}
	short := strings.TrimSuffix(s.post("/s", url.Values{"path": {"/offers.csv"}}).Header().Get("Location"), "/link")
	if w := s.do(short + ".json"); w.Code != http.StatusNotFound {
		t.Errorf("the JSON of a shared file: %d", w.Code)
	}
}

func TestAsOfIsAddedOnce(t *testing.T) {
	at := time.Date(2026, 12, 1, 4, 0, 0, 0, time.UTC)
	for path, want := range map[string]string{
		"/offers":                  "/offers?as_of=2026-12-01T04:00:00.000Z",
		"/offers?gpu=t4-16gb":      "/offers?gpu=t4-16gb&as_of=2026-12-01T04:00:00.000Z",
		"/offers?as_of=2026-12-01": "/offers?as_of=2026-12-01",
		"/offers?as_of=":           "/offers?as_of=&as_of=2026-12-01T04:00:00.000Z",
		"/offers?q=as_of=1":        "/offers?q=as_of=1&as_of=2026-12-01T04:00:00.000Z",
		"/guide#credits":           "/guide?as_of=2026-12-01T04:00:00.000Z",
	} {
		if got := asOf(path, at); got != want {
			t.Errorf("asOf(%q) = %q, want %q", path, got, want)
		}
	}
}

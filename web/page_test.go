package web_test

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"gpuscale/web"
)

func TestOnePathAnswersInEveryRepresentationItHas(t *testing.T) {
	s := newSite(t, nil)
	for _, row := range []struct {
		name, path, kind, body string
		status                 int
	}{
		{"the home page", "/", "text/html; charset=utf-8", `lang="zh"`, 200},
		{"the home page in English", "/en/", "text/html; charset=utf-8", `lang="en"`, 200},
		{"the home page as JSON", "/index.json", "application/json; charset=utf-8", `"slug":""`, 200},
		{"the English home page as JSON", "/en/index.json", "application/json; charset=utf-8", `"slug":""`, 200},
		{"a list", "/scales?sort=kg&q=a", "text/html; charset=utf-8", "|q=a&sort=kg", 200},
		{"a list as JSON", "/scales.json?sort=kg", "application/json; charset=utf-8", `"query":"sort=kg"`, 200},
		{"a list as CSV with a byte order mark", "/en/scales.csv", "text/csv; charset=utf-8; header=present", "\ufeffid\n1", 200},
		{"a list as Markdown", "/scales.md", "text/markdown; charset=utf-8", "# scale", 200},
		{"a record", "/scales/h100", "text/html; charset=utf-8", ">h100|", 200},
		{"a record as JSON", "/en/scales/h100.json", "application/json; charset=utf-8", `"slug":"h100"`, 200},
		{"a feed", "/scales/h100/feed.atom", "application/atom+xml; charset=utf-8", "<feed/>", 200},
		{"a name that ends like a file", "/scales/h100.csv.json", "application/json; charset=utf-8", `"slug":"h100.csv"`, 200},
		{"a record as CSV, which it lacks", "/scales/h100.csv", "text/plain; charset=utf-8", "not-found", 404},
		{"the home page as CSV, which it lacks", "/index.csv", "text/plain; charset=utf-8", "not-found", 404},
		{"an ending nobody has", "/scales.pdf", "text/html; charset=utf-8", "not-found", 404},
		{"an address without a page, as JSON", "/en/nowhere.json", "application/json; charset=utf-8", `"message":"en:not-found"`, 404},
		{"a trailing slash is another address", "/scales/", "text/html; charset=utf-8", "not-found", 404},
		{"another spelling is another address", "/Scales", "text/html; charset=utf-8", "not-found", 404},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := s.get(row.path)
			if w.Code != row.status || w.Header().Get("Content-Type") != row.kind || !strings.Contains(w.Body.String(), row.body) {
				t.Errorf("got %d %s %q, want %d %s with %q", w.Code, w.Header().Get("Content-Type"), w.Body, row.status, row.kind, row.body)
			}
		})
	}
}

func TestHeadAnswersLikeGetWithoutBody(t *testing.T) {
	server := httptest.NewServer(newSite(t, nil).handler)
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	for _, path := range []string{"/", "/en/", "/scales", "/scales.json", "/scales.csv", "/scales.md", "/scales/h100", "/scales/h100.json", "/healthz", "/readyz", "/robots.txt", "/sitemap.xml", "/nowhere"} {
		get, err := client.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		head, err := client.Head(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"Content-Type", "Content-Length", "Cache-Control", "Etag", "Content-Security-Policy"} {
			if head.StatusCode != get.StatusCode || head.Header.Get(name) != get.Header.Get(name) {
				t.Errorf("HEAD %s: %d, %s %q; GET gave %d, %q", path, head.StatusCode, name, head.Header.Get(name), get.StatusCode, get.Header.Get(name))
			}
		}
		_, _ = get.Body.Close(), head.Body.Close()
	}
}

func TestHtmxGetsTheFragmentAndHistoryGetsThePage(t *testing.T) {
	s := newSite(t, nil)
	for _, row := range []struct {
		name    string
		headers []string
		page    bool
	}{
		{"a visitor", nil, true},
		{"htmx", []string{"HX-Request", "true"}, false},
		{"htmx restoring history", []string{"HX-Request", "true", "HX-History-Restore-Request", "true"}, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := s.get("/scales", row.headers...)
			body := w.Body.String()
			if got := strings.Contains(body, "<h1>"); got != row.page || !strings.Contains(body, "id=results") {
				t.Errorf("page %t, want %t: %q", got, row.page, body)
			}
			for _, name := range []string{"HX-Request", "HX-History-Restore-Request", "Accept-Encoding", "Cookie"} {
				if !strings.Contains(w.Header().Get("Vary"), name) {
					t.Errorf("Vary %q lacks %s", w.Header().Get("Vary"), name)
				}
			}
		})
	}
}

func TestAPageWithoutItsFragmentIsAnErrorNotAnEmptyAnswer(t *testing.T) {
	if w := newSite(t, nil).get("/scales/unnamed", "HX-Request", "true"); w.Code != 500 {
		t.Errorf("got %d %q", w.Code, w.Body)
	}
}

func TestWrongValuesKeepThePageAndTellJSONTheFields(t *testing.T) {
	s := newSite(t, nil)
	page := s.get("/scales?sort=wrong")
	if page.Code != 400 || !strings.Contains(page.Body.String(), "<h1>scale") || page.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("page: %d %q", page.Code, page.Body)
	}
	fragment := s.get("/scales?sort=wrong", "HX-Request", "true")
	if fragment.Code != 400 || strings.Contains(fragment.Body.String(), "<h1>") || fragment.Header().Get("HX-Retarget") != "" {
		t.Errorf("fragment: %d %q", fragment.Code, fragment.Body)
	}
	data := s.get("/scales.json?sort=wrong")
	detail := decode(t, data)["error"].(map[string]any)
	fields := detail["fields"].(map[string]any)
	if data.Code != 400 || detail["code"] != "invalid-query" || fields["sort"] != "must be known" {
		t.Errorf("json: %d %v", data.Code, detail)
	}
}

func TestUnknownNamesAndEmptyValuesAreLeftOut(t *testing.T) {
	s := newSite(t, nil)
	first := s.get("/scales?q=a")
	rendered := s.rendered.Load()
	for _, query := range []string{"q=a&utm_source=x", "from=y&q=a&sort=", "sort=%20&q=a"} {
		w := s.get("/scales?" + query)
		if w.Body.String() != first.Body.String() {
			t.Errorf("%s: %q", query, w.Body)
		}
	}
	if got := s.rendered.Load(); got != rendered {
		t.Errorf("the same page was made %d times more", got-rendered)
	}
}

func TestAPageIsMadeOnceForEachStateOfTheData(t *testing.T) {
	s := newSite(t, nil)
	first := s.get("/scales", "Accept-Encoding", "br")
	again := s.get("/scales", "Accept-Encoding", "br")
	if s.rendered.Load() != 1 || first.Body.String() != again.Body.String() || again.Header().Get("Content-Encoding") != "br" {
		t.Errorf("made %d times, encoding %q", s.rendered.Load(), again.Header().Get("Content-Encoding"))
	}
	if length := again.Header().Get("Content-Length"); length != strconv.Itoa(again.Body.Len()) {
		t.Errorf("length %s of %d", length, again.Body.Len())
	}
	tag := first.Header().Get("ETag")
	if w := s.get("/scales", "If-None-Match", tag); w.Code != 304 || w.Body.Len() != 0 || w.Header().Get("ETag") != tag || w.Header().Get("Vary") == "" {
		t.Errorf("not modified: %d %v", w.Code, w.Header())
	}
	s.version.Store("8-2026-12-01")
	if w := s.get("/scales", "If-None-Match", tag, "Accept-Encoding", "br"); w.Code != 200 || s.rendered.Load() != 2 {
		t.Errorf("after a change: %d, made %d times", w.Code, s.rendered.Load())
	}
}

func TestTagsTellVariantsApart(t *testing.T) {
	s := newSite(t, nil)
	seen := map[string]string{}
	for name, w := range map[string]*httptest.ResponseRecorder{
		"page":     s.get("/scales"),
		"english":  s.get("/en/scales"),
		"dark":     s.get("/scales", "Cookie", "theme=dark"),
		"fragment": s.get("/scales", "HX-Request", "true"),
	} {
		tag := w.Header().Get("ETag")
		if other, taken := seen[tag]; taken {
			t.Errorf("%s and %s share %s", name, other, tag)
		}
		seen[tag] = name
	}
	if w := s.get("/scales", "Cookie", "theme=dark", "If-None-Match", s.get("/scales").Header().Get("ETag")); w.Code != 200 {
		t.Errorf("a dark page was taken for the light one: %d", w.Code)
	}
	if w := s.get("/scales", "If-None-Match", "*"); w.Code != 200 {
		t.Errorf("If-None-Match * answered %d", w.Code)
	}
}

func TestEncodingsFollowTheVisitor(t *testing.T) {
	s := newSite(t, nil)
	for _, row := range []struct{ accept, want string }{
		{"", ""}, {"identity", ""}, {"gzip", "gzip"}, {"gzip, deflate, br", "br"}, {"br;q=0, gzip", "gzip"},
		{"br;q=0.0,gzip;q=0.000", ""}, {"BR", "br"}, {"br; q=0.5", "br"}, {"brotli", ""},
	} {
		w := s.get("/scales", "Accept-Encoding", row.accept)
		if got := w.Header().Get("Content-Encoding"); got != row.want {
			t.Errorf("%q: got %q, want %q", row.accept, got, row.want)
		}
	}
	if w := s.get("/scales.md", "Accept-Encoding", "br"); w.Header().Get("Content-Encoding") != "" {
		t.Errorf("a tiny answer was compressed")
	}
}

func TestPagesWaitForTheData(t *testing.T) {
	s := newSite(t, nil)
	s.version.Store("")
	for path, want := range map[string]int{"/": 503, "/scales.json": 503, "/healthz": 200, "/readyz": 503, "/robots.txt": 200} {
		w := s.get(path)
		if w.Code != want || want == 503 && w.Header().Get("Retry-After") == "" {
			t.Errorf("%s: got %d, want %d; %v", path, w.Code, want, w.Header())
		}
	}
	s.version.Store("1")
	if w := s.get("/readyz"); w.Code != 200 {
		t.Errorf("ready: %d", w.Code)
	}
}

func TestOneClientIsSlowedDownOnlyForNewPages(t *testing.T) {
	s := newSite(t, func(c *web.Config) { c.Limit = web.Limit{PerSecond: 0.001, Burst: 3} })
	for i := range 3 {
		if w := s.get("/scales?q=" + strconv.Itoa(i)); w.Code != 200 {
			t.Fatalf("request %d: %d", i, w.Code)
		}
	}
	w := s.get("/scales?q=4")
	if w.Code != 429 || w.Header().Get("Retry-After") == "" {
		t.Errorf("got %d %v", w.Code, w.Header())
	}
	if w := s.get("/scales?q=1"); w.Code != 200 {
		t.Errorf("a page already made: %d", w.Code)
	}
	other := httptest.NewRequest(http.MethodGet, "/scales?q=5", nil)
	other.RemoteAddr = "198.51.100.7:1000"
	if w := s.do(other); w.Code != 200 {
		t.Errorf("another client: %d", w.Code)
	}
}

func TestTheLimitLeavesWhatIsPromised(t *testing.T) {
	if web.DefaultLimit.PerSecond < 20 || web.DefaultLimit.Burst < 200 {
		t.Errorf("limit %+v is below 20 requests/s with bursts of 200", web.DefaultLimit)
	}
}

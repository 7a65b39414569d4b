package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"gpuscale/web"
)

// score adds what the Mozilla HTTP Observatory gives and takes for the headers of
// a page, by its published scoring.
func score(h http.Header) int {
	csp, total := h.Get("Content-Security-Policy"), 100
	add := func(points int, when bool) {
		if when {
			total += points
		}
	}
	add(-25, csp == "")
	add(-20, strings.Contains(csp, "unsafe"))
	add(10, strings.Contains(csp, "default-src 'none'") && !strings.Contains(csp, "unsafe"))
	add(5, strings.Contains(csp, "frame-ancestors 'none'"))
	add(5, strings.HasPrefix(h.Get("Referrer-Policy"), "strict-origin"))
	add(-5, h.Get("X-Content-Type-Options") != "nosniff")
	add(-20, !strings.Contains(h.Get("Strict-Transport-Security"), "max-age=31536000"))
	add(10, h.Get("Cross-Origin-Opener-Policy") == "same-origin")
	add(10, h.Get("Cross-Origin-Resource-Policy") == "same-origin")
	add(10, h.Get("Cross-Origin-Embedder-Policy") == "require-corp")
	for _, cookie := range h.Values("Set-Cookie") {
		add(-40, !strings.Contains(cookie, "Secure"))
		add(-30, !strings.Contains(cookie, "HttpOnly"))
	}
	return total
}

func TestEveryAnswerCarriesTheSecurityHeaders(t *testing.T) {
	s := newSite(t, func(c *web.Config) { c.CheckHost = true })
	answers := map[string]*httptest.ResponseRecorder{
		"page": s.get("/"), "json": s.get("/index.json"), "not found": s.get("/nowhere"), "bad query": s.get("/?a=%zz"),
		"failure": s.get("/scales/broken"), "panic": s.get("/scales/panic"), "probe": s.get("/healthz"),
		"theme": s.post("/theme", "theme=dark&next=/"), "not modified": s.get("/", "If-None-Match", s.get("/").Header().Get("ETag")),
	}
	for name, w := range answers {
		if got := score(w.Header()); got < 130 {
			t.Errorf("%s: the observatory would give %d: %v", name, got, w.Header())
		}
		if kind := w.Header().Get("Content-Type"); w.Body.Len() > 0 && !strings.Contains(kind, "charset=utf-8") {
			t.Errorf("%s: content type %q names no charset", name, kind)
		}
	}
}

func TestHTTPSIsDemandedOnlyWhereItIsUsed(t *testing.T) {
	if w := newSite(t, nil).get("/"); w.Header().Get("Strict-Transport-Security") != "" {
		t.Error("plain HTTP on localhost got HSTS")
	}
}

func TestErrorsTellNothingOfTheirCause(t *testing.T) {
	s := newSite(t, nil)
	for _, row := range []struct {
		name, path   string
		status       int
		code, logged string
	}{
		{"an unexpected failure", "/scales/broken", 500, "internal", "secret cause"},
		{"a panic", "/scales/panic", 500, "internal", "secret panic"},
		{"half a page", "/scales/half", 500, "internal", "secret render"},
		{"a missing record", "/scales/missing", 404, "not-found", ""},
		{"a deadline", "/scales/late", 503, "busy", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := s.get(row.path)
			body := w.Body.String()
			if w.Code != row.status || !strings.Contains(body, "<h1>"+row.code+"</h1>") || strings.Contains(body, "secret") || strings.Contains(body, "half a page") {
				t.Errorf("got %d %q", w.Code, body)
			}
			if !strings.Contains(s.log.String(), row.logged) || !strings.Contains(body, w.Header().Get("X-Request-Id")) {
				t.Errorf("log %q, id %q", s.log.String(), w.Header().Get("X-Request-Id"))
			}
			data := s.get(row.path + ".json")
			if row.name != "half a page" && (data.Code != row.status || decode(t, data)["error"].(map[string]any)["code"] != row.code) {
				t.Errorf("json: %d %s", data.Code, data.Body)
			}
			note := s.get(row.path, "HX-Request", "true")
			if note.Header().Get("HX-Retarget") != "#flash" || !strings.Contains(note.Body.String(), "<b>"+row.code) {
				t.Errorf("htmx: %v %q", note.Header(), note.Body)
			}
		})
	}
}

func TestQueriesThatDoNotParseAreRefused(t *testing.T) {
	s := newSite(t, nil)
	for _, query := range []string{"q=a;sort=b", "q=%zz", "q=%", "q=a%00b", "q=%ff", "%01=a", "q=%1b[31m"} {
		if w := s.get("/scales?" + query); w.Code != 400 {
			t.Errorf("%s: got %d", query, w.Code)
		}
	}
	for _, query := range []string{"q=%0a", "q=%E5%8D%A1", "q=a%3Bb", "q=!a", ""} {
		if w := s.get("/scales?" + query); w.Code != 200 {
			t.Errorf("%s: got %d", query, w.Code)
		}
	}
}

func TestAWrongMethodIsSaidSo(t *testing.T) {
	s := newSite(t, nil)
	w := s.do(httptest.NewRequest(http.MethodDelete, "/scales", nil))
	if w.Code != 405 || !strings.Contains(w.Header().Get("Allow"), "GET") {
		t.Errorf("got %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
}

func TestRequestsFromOtherSitesChangeNothing(t *testing.T) {
	s := newSite(t, nil)
	for name, headers := range map[string][]string{
		"cross-site":          {"Sec-Fetch-Site", "cross-site"},
		"same-site":           {"Sec-Fetch-Site", "same-site"},
		"a foreign origin":    {"Origin", "https://evil.example"},
		"an origin of nobody": {"Origin", "null"},
	} {
		w := s.post("/scales", "kg=1&next=/scales", headers...)
		if w.Code != 403 || !strings.Contains(w.Body.String(), "cross-origin") {
			t.Errorf("%s: %d %q", name, w.Code, w.Body)
		}
	}
	for name, headers := range map[string][]string{
		"same-origin":    {"Sec-Fetch-Site", "same-origin"},
		"our own origin": {"Origin", "https://scale.example"},
	} {
		if w := s.post("/scales", "kg=1&next=/scales", headers...); w.Code != 303 {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
}

func TestOtherHostNamesAreRefusedOnlyWithABaseURL(t *testing.T) {
	for _, row := range []struct {
		host  string
		check bool
		path  string
		want  int
	}{
		{"evil.example", true, "/", 421}, {"scale.example", true, "/", 200}, {"SCALE.example:8443", true, "/", 200},
		{"localhost:8080", true, "/", 200}, {"127.0.0.1:9", true, "/", 200}, {"[::1]:9", true, "/", 200},
		{"10.0.0.7:8080", true, "/healthz", 200}, {"evil.example", false, "/", 200},
	} {
		s := newSite(t, func(c *web.Config) { c.CheckHost = row.check })
		r := httptest.NewRequest(http.MethodGet, row.path, nil)
		r.Host = row.host
		if w := s.do(r); w.Code != row.want {
			t.Errorf("%s %s (checked: %t): got %d, want %d", row.host, row.path, row.check, w.Code, row.want)
		}
	}
}

func TestForwardedAddressesCountOnlyFromTrustedProxies(t *testing.T) {
	for _, row := range []struct {
		trusted []string
		want    string
	}{{nil, "192.0.2.1"}, {[]string{"192.0.2.0/24"}, "6.6.6.6"}} {
		s := newSite(t, func(c *web.Config) { c.TrustedProxies = row.trusted })
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("X-Forwarded-For", "6.6.6.6")
		s.do(r)
		if !strings.Contains(s.log.String(), `"ip":"`+row.want+`"`) {
			t.Errorf("trusted %v: %s", row.trusted, s.log.String())
		}
	}
}

func TestFormsHaveALimit(t *testing.T) {
	s := newSite(t, nil)
	if w := s.post("/scales", "kg="+strings.Repeat("1", web.FormBytes)); w.Code != 413 {
		t.Errorf("too large: %d", w.Code)
	}
	if w := s.post("/scales", "kg=%zz"); w.Code != 400 {
		t.Errorf("broken: %d", w.Code)
	}
	if w := s.post("/scales", ""); w.Code != 422 || !strings.Contains(w.Body.String(), "kept") {
		t.Errorf("incomplete: %d %q", w.Code, w.Body)
	}
}

func TestRedirectsStayHere(t *testing.T) {
	s := newSite(t, nil)
	for _, target := range []string{"//example.com", `/\example.com`, `/a/../\example.com`, "/%5cexample.com", "https:example.com", `\\example.com`,
		"javascript:alert(1)", "", "ok", "/a\n/b", "https://example.com/", "/a/..//example.com", "/./x", "///x", "/ x", "/%2f/example.com", "/a/%2e%2e/%2fexample.com"} {
		if got, local := web.LocalPath(target); local {
			t.Errorf("%q was followed as %q", target, got)
		}
		w := s.post("/theme", url.Values{"theme": {"dark"}, "next": {target}}.Encode())
		if w.Code != 303 || w.Header().Get("Location") != "/" {
			t.Errorf("%q: %d to %q", target, w.Code, w.Header().Get("Location"))
		}
	}
	for _, target := range []string{"/ok?x=1", "/", "/en/", "/offers?gpu=a100-80gb-any&next=//x", "/gpus/h100#top"} {
		if got, local := web.LocalPath(target); !local || got != target {
			t.Errorf("%q was refused", target)
		}
	}
	if w := s.post("/scales", "kg=1&next=/scales", "HX-Request", "true"); w.Code != 200 || w.Header().Get("HX-Redirect") != "/scales" {
		t.Errorf("htmx: %d %v", w.Code, w.Header())
	}
	if w := s.post("/scales", "kg=1&next=//evil"); w.Code != 500 {
		t.Errorf("a handler redirecting elsewhere: %d", w.Code)
	}
}

func TestTheThemeIsTheOnlyCookie(t *testing.T) {
	s := newSite(t, func(c *web.Config) { c.CheckHost = true })
	for theme, want := range map[string]string{
		"dark": "theme=dark; Path=/; Max-Age=31536000; HttpOnly; Secure; SameSite=Lax",
		"auto": "theme=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax",
	} {
		w := s.post("/theme", "theme="+theme+"&next=/scales%3Fq=a")
		if w.Code != 303 || w.Header().Get("Set-Cookie") != want || w.Header().Get("Location") != "/scales?q=a" {
			t.Errorf("%s: %d %q %q", theme, w.Code, w.Header().Get("Set-Cookie"), w.Header().Get("Location"))
		}
	}
	if w := s.post("/theme", "theme=pink"); w.Code != 422 || w.Header().Get("Set-Cookie") != "" {
		t.Errorf("an unknown theme: %d", w.Code)
	}
	if w := s.get("/scales", "Cookie", "theme=dark"); !strings.Contains(w.Body.String(), `data-theme="dark"`) || w.Header().Get("Set-Cookie") != "" {
		t.Errorf("the cookie did not reach the page: %q", w.Body)
	}
	if w := s.get("/scales", "Cookie", `theme="><script>`); strings.Contains(w.Body.String(), "script") {
		t.Error("a foreign cookie value reached the page")
	}
}

func TestTheLogHoldsNoQueriesAndNoLineBreaks(t *testing.T) {
	s := newSite(t, nil)
	s.get("/scales?q=budget-of-a-visitor")
	s.get("/no\nwhere\x1b[31m")
	if log := s.log.String(); strings.Contains(log, "budget-of") || strings.Contains(log, "\x1b") || strings.Count(log, "\n") != 2 {
		t.Errorf("log: %q", log)
	}
}

func TestCrawlersFindThePages(t *testing.T) {
	s := newSite(t, nil)
	if robots := s.get("/robots.txt").Body.String(); !strings.Contains(robots, "Sitemap: https://scale.example/sitemap.xml") || !strings.Contains(robots, "Disallow: /admin/") {
		t.Errorf("robots: %s", robots)
	}
	sitemap := s.get("/sitemap.xml").Body.String()
	for _, want := range []string{"<loc>https://scale.example/scales</loc>", "<loc>https://scale.example/en/scales</loc>", `hreflang="zh-CN" href="https://scale.example/scales"`} {
		if !strings.Contains(sitemap, want) {
			t.Errorf("sitemap lacks %s: %s", want, sitemap)
		}
	}
}

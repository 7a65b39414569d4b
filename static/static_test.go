package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// htmxSum is the SHA-256 of dist/htmx.min.js in the published package htmx.org
// 2.0.11: the file is used as it was released.
const htmxSum = "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717"

func TestHtmxIsTheReleasedFile(t *testing.T) {
	sum := sha256.Sum256([]byte(Text("htmx.min.js")))
	if got := hex.EncodeToString(sum[:]); got != htmxSum {
		t.Errorf("got %s, want %s", got, htmxSum)
	}
}

func ask(t *testing.T, address, encoding, tag string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, address, nil)
	r.Header.Set("Accept-Encoding", encoding)
	r.Header.Set("If-None-Match", tag)
	w := httptest.NewRecorder()
	if !Serve(w, r) {
		t.Fatalf("nothing at %s", address)
	}
	return w
}

func TestFilesMayBeKeptForEver(t *testing.T) {
	for _, name := range []string{"app.css", "app.js", "htmx.min.js", "favicon.svg"} {
		address := URL(name)
		if !regexp.MustCompile(`^/static/[a-z.]+\.[0-9a-f]{10}\.[a-z]+$`).MatchString(address) {
			t.Errorf("%s is at %s", name, address)
		}
		for _, encoding := range []string{"", "gzip", "br"} {
			w := ask(t, address, encoding, "")
			if w.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" || w.Header().Get("Content-Encoding") != encoding {
				t.Errorf("%s by %q: %v", name, encoding, w.Header())
			}
			if got := plain(t, encoding, w.Body); got != Text(name) {
				t.Errorf("%s by %q is another file", name, encoding)
			}
			if again := ask(t, address, encoding, w.Header().Get("ETag")); again.Code != 304 || again.Body.Len() != 0 {
				t.Errorf("%s by %q: again %d", name, encoding, again.Code)
			}
		}
	}
}

func plain(t *testing.T, encoding string, body io.Reader) string {
	t.Helper()
	switch encoding {
	case "br":
		body = brotli.NewReader(body)
	case "gzip":
		z, err := gzip.NewReader(body)
		if err != nil {
			t.Fatal(err)
		}
		body = z
	}
	content, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestOtherAddressesAreNotServed(t *testing.T) {
	for _, address := range []string{"/static/", "/static/app.css", "/static/app.0000000000.css", "/static/../static.go"} {
		w := httptest.NewRecorder()
		if Serve(w, httptest.NewRequest(http.MethodGet, address, nil)) || w.Body.Len() != 0 {
			t.Errorf("%s was served", address)
		}
	}
}

func TestAnUnknownFileIsAMistakeOfTheProgram(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("URL went on")
		}
	}()
	URL("nothing.css")
}

func TestTheFilesOfAFirstVisitAreSmall(t *testing.T) {
	var total int
	for _, name := range []string{"app.css", "app.js", "htmx.min.js", "favicon.svg"} {
		total += ask(t, URL(name), "br", "").Body.Len()
	}
	// 60 KB is promised for a whole first visit; the page itself needs its share.
	if total > 36<<10 {
		t.Errorf("%d bytes", total)
	}
	t.Logf("%d bytes compressed", total)
}

func TestStylesObeyTheContentPolicy(t *testing.T) {
	css := Text("app.css")
	for _, forbidden := range []string{"data:", "http:", "https:", "@import", "url("} {
		if strings.Contains(css, forbidden) {
			t.Errorf("the stylesheet contains %s", forbidden)
		}
	}
	if js := Text("app.js"); bytes.ContainsAny([]byte(js), "`") || strings.Contains(js, "eval(") || strings.Contains(js, "innerHTML") {
		t.Error("the script builds code or HTML from text")
	}
}

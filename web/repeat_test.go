package web_test

import (
	"bufio"
	"context"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"gpuscale/web"
)

// served is a site behind its own server on a real connection.
type served struct {
	*site
	connection net.Conn
	reader     *bufio.Reader
	stop       func()
}

func serveSite(t *testing.T, change func(*web.Config)) *served {
	t.Helper()
	s, l := newSite(t, change), listen(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- web.Serve(ctx, l, s.handler, 10*time.Second) }()
	connection, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	stop := func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		s.access.Flush()
	}
	return &served{s, connection, bufio.NewReader(connection), stop}
}

// write sends requests without waiting for their answers.
func (s *served) write(t *testing.T, requests ...string) {
	t.Helper()
	if _, err := io.WriteString(s.connection, strings.Join(requests, "")); err != nil {
		t.Fatal(err)
	}
}

// read takes the next answer, with all of its header but the time.
func (s *served) read(t *testing.T, method string) (int, http.Header, string) {
	t.Helper()
	answer, err := http.ReadResponse(s.reader, &http.Request{Method: method})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	answer.Header.Del("Date")
	return answer.StatusCode, answer.Header, string(body)
}

func request(method, target string, headers ...string) string {
	var b strings.Builder
	b.WriteString(method + " " + target + " HTTP/1.1\r\nHost: scale.example\r\n")
	for i := 0; i < len(headers); i += 2 {
		b.WriteString(headers[i] + ": " + headers[i+1] + "\r\n")
	}
	return b.String() + "\r\n"
}

// varying are requests whose answers differ in everything a repeated answer has to
// remember.
var varying = []struct {
	name, method, target string
	headers              []string
}{
	{"a page", "GET", "/scales?q=1", nil},
	{"a page in English", "GET", "/en/scales", nil},
	{"brotli", "GET", "/scales?q=2", []string{"Accept-Encoding", "gzip, deflate, br"}},
	{"gzip", "GET", "/scales?q=3", []string{"Accept-Encoding", "gzip"}},
	{"a fragment", "GET", "/scales?q=4", []string{"HX-Request", "true"}},
	{"history", "GET", "/scales?q=4", []string{"HX-Request", "true", "HX-History-Restore-Request", "true"}},
	{"dark", "GET", "/scales?q=5", []string{"Cookie", "a=b; theme=dark"}},
	{"the head only", "HEAD", "/scales?q=6", nil},
	{"data", "GET", "/scales.json?q=7", []string{"Accept-Encoding", "br"}},
	{"a file to save", "GET", "/en/scales.csv", nil},
	{"a record", "GET", "/scales/h100", nil},
	{"a record as data", "GET", "/scales/h100.json", nil},
	{"a feed", "GET", "/scales/h100/feed.atom", nil},
	{"an escaped query", "GET", "/scales?q=%E5%8D%A1&sort=%20", nil},
}

// moments of a request that no two have in common.
var moments = regexp.MustCompile(`"(time|id|us)":("[^"]*"|\d+)`)

func TestARepeatedAnswerIsTheFirstOne(t *testing.T) {
	var seen []string
	s := serveSite(t, func(c *web.Config) {
		c.CheckHost = true
		c.Viewed = func(path, query string) { seen = append(seen, path+"?"+query) }
	})
	const times = 4 // made, found by its meaning, found by its words twice
	for _, row := range varying {
		t.Run(row.name, func(t *testing.T) {
			asked := request(row.method, row.target, row.headers...)
			s.write(t, asked)
			status, header, body := s.read(t, row.method)
			if status != 200 {
				t.Fatal(status, body)
			}
			s.write(t, asked, asked, asked)
			for range times - 1 {
				again, same, text := s.read(t, row.method)
				if again != status || text != body || !reflect.DeepEqual(same, header) {
					t.Errorf("%d %v %q,\nfirst %d %v %q", again, same, text, status, header, body)
				}
			}
			plain := httptest.NewRequest(row.method, "https://scale.example"+row.target, nil)
			for i := 0; i < len(row.headers); i += 2 {
				plain.Header.Set(row.headers[i], row.headers[i+1])
			}
			// A connection that takes no prepared head, as behind TLS, gets the same.
			w := httptest.NewRecorder()
			s.handler.ServeHTTP(w, plain)
			if w.Code != status || w.Body.String() != body || !reflect.DeepEqual(w.Header(), header) {
				t.Errorf("without a prepared head %d %v %q,\nfirst %v", w.Code, w.Header(), w.Body, header)
			}
		})
	}
	s.stop()
	s.checkLog(t, times+1)
	views := map[string]int{}
	for _, address := range seen {
		views[address]++
	}
	for address, n := range views {
		if want := times + 1; n != want {
			t.Errorf("%s was told %d times of %d", address, n, want)
		}
	}
	if len(views) == 0 || s.rendered.Load() >= int64(len(seen)) {
		t.Errorf("%d views told, %d pages made", len(seen), s.rendered.Load())
	}
}

// checkLog wants each of the varying requests n times, alike but for its moment, and
// as often in the metrics.
func (s *served) checkLog(t *testing.T, n int) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(s.log.String()), "\n")
	if len(lines) != n*len(varying) {
		t.Fatalf("%d lines: %s", len(lines), s.log.String())
	}
	for i, row := range varying {
		first := ""
		for k, line := range lines[i*n : (i+1)*n] {
			if len(moments.FindAllString(line, -1)) != 3 {
				t.Errorf("%s: log line %s", row.name, line)
			}
			// The recorder's address is not the connection's.
			line = strings.Replace(moments.ReplaceAllString(line, ""), "192.0.2.1", "127.0.0.1", 1)
			if first == "" {
				first = line
			}
			if line != first {
				t.Errorf("%s: line %d is\n%s, the first\n%s", row.name, k, line, first)
			}
		}
	}
	metrics := s.get("/metrics").Body.String()
	for label, rows := range map[string]int{
		`{method="GET",route="/scales",status="200"}`:      7,
		`{method="HEAD",route="/scales",status="200"}`:     1,
		`{method="GET",route="/scales.json",status="200"}`: 1,
	} {
		if want := "gpuscale_http_requests_total" + label + " " + strconv.Itoa(rows*n); !strings.Contains(metrics, want+"\n") {
			t.Errorf("no %s in %s", want, metrics)
		}
	}
	if want := "gpuscale_http_request_seconds_count{route=\"/scales\"} " + strconv.Itoa(8*n); !strings.Contains(metrics, want) {
		t.Errorf("no %s", want)
	}
}

func TestWhatAVisitorHasIsToldInTheSameWordsEachTime(t *testing.T) {
	s := serveSite(t, nil)
	for _, row := range varying {
		s.write(t, request(row.method, row.target, row.headers...))
		_, header, _ := s.read(t, row.method)
		asked := request(row.method, row.target, append([]string{"If-None-Match", header.Get("Etag")}, row.headers...)...)
		s.write(t, asked, asked, asked)
		_, first, _ := s.read(t, row.method)
		for range 2 {
			status, again, body := s.read(t, row.method)
			if status != 304 || body != "" || !reflect.DeepEqual(again, first) || again.Get("Etag") != header.Get("Etag") {
				t.Errorf("%s: %d %v %q, first %v", row.name, status, again, body, first)
			}
		}
	}
	s.version.Store("8-2026-12-02")
	s.write(t, request("GET", "/scales?q=1"))
	if status, header, _ := s.read(t, "GET"); status != 200 || !strings.Contains(header.Get("Etag"), "8-2026-12-02") {
		t.Errorf("after a change: %d %v", status, header)
	}
	s.stop()
}

func TestARepeatedAnswerLeavesNothingForTheNext(t *testing.T) {
	s := serveSite(t, nil)
	page, other := request("GET", "/scales.csv"), request("GET", "/nowhere.json")
	s.write(t, other)
	_, alone, _ := s.read(t, "GET")
	alone.Del("X-Request-Id")
	for range 4 {
		s.write(t, page, other, request("HEAD", "/scales.csv"), other)
		for _, method := range []string{"GET", "GET", "HEAD", "GET"} {
			status, header, _ := s.read(t, method)
			header.Del("X-Request-Id")
			if status == 404 && !maps.EqualFunc(header, alone, func(a, b []string) bool { return reflect.DeepEqual(a, b) }) {
				t.Errorf("after a page %v, alone %v", header, alone)
			}
		}
	}
	s.stop()
}

func TestKeptAnswersPassTheSameChecks(t *testing.T) {
	s := serveSite(t, func(c *web.Config) { c.CheckHost = true })
	kept := request("GET", "/scales?q=a")
	s.write(t, kept, kept, kept)
	for range 3 {
		s.read(t, "GET")
	}
	for asked, want := range map[string]int{
		strings.Replace(kept, "scale.example", "evil.example", 1): 421,
		request("GET", "/scales?q=a;b"):                           400,
		request("GET", "/scales?q=a%00"):                          400,
		request("POST", "/scales?q=a", "Content-Length", "0"):     422,
		request("DELETE", "/scales?q=a"):                          405,
	} {
		s.write(t, asked)
		if status, _, _ := s.read(t, "GET"); status != want {
			t.Errorf("%q: %d, want %d", asked, status, want)
		}
	}
	s.version.Store("")
	s.write(t, kept)
	if status, _, _ := s.read(t, "GET"); status != 503 {
		t.Errorf("without data: %d", status)
	}
	s.stop()
}

func TestForwardedAddressesCountForRepeatedAnswersToo(t *testing.T) {
	s := newSite(t, func(c *web.Config) { c.TrustedProxies = []string{"192.0.2.0/24"} })
	for range 3 {
		s.get("/scales", "X-Forwarded-For", "6.6.6.6")
	}
	if n := strings.Count(s.log.String(), `"ip":"6.6.6.6"`); n != 3 {
		t.Errorf("%d of 3: %s", n, s.log.String())
	}
}

package web_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"gpuscale/web"
)

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestRunningRequestsFinishWhenTheServerStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	begun, finish := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(begun)
		<-finish
		_, _ = io.WriteString(w, "whole")
	})
	l := listen(t)
	served := make(chan error, 1)
	go func() { served <- web.Serve(ctx, l, slow, 10*time.Second) }()
	got := make(chan string, 1)
	go func() {
		answer, err := http.Get("http://" + l.Addr().String())
		if err != nil {
			got <- err.Error()
			return
		}
		defer func() { _ = answer.Body.Close() }()
		body, _ := io.ReadAll(answer.Body)
		got <- string(body)
	}()
	<-begun
	stop()
	close(finish)
	if body := <-got; body != "whole" {
		t.Errorf("the running request got %q", body)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	if _, err := http.Get("http://" + l.Addr().String()); err == nil {
		t.Error("a stopped server answers")
	}
}

func TestAServerThatCannotListenSaysSo(t *testing.T) {
	l := listen(t)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := web.Serve(t.Context(), l, http.NotFoundHandler(), time.Second); !errors.Is(err, net.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

func TestTheServerHasEveryTimeout(t *testing.T) {
	s := web.NewHTTPServer(nil)
	if s.ReadHeaderTimeout <= 0 || s.ReadTimeout <= 0 || s.WriteTimeout <= 0 || s.IdleTimeout <= 0 || s.MaxHeaderBytes != 32<<10 {
		t.Errorf("%+v", s)
	}
}

func TestHugeHeadersAreRefused(t *testing.T) {
	server := httptest.NewUnstartedServer(newSite(t, nil).handler)
	server.Config.MaxHeaderBytes = web.NewHTTPServer(nil).MaxHeaderBytes
	server.Start()
	defer server.Close()
	r, err := http.NewRequest(http.MethodGet, server.URL+"/?q="+strings.Repeat("x", 64<<10), nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err == nil {
		defer func() { _ = answer.Body.Close() }()
		if answer.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("got %d", answer.StatusCode)
		}
	}
}

func TestAmbiguousRequestsAreRefused(t *testing.T) {
	server := httptest.NewServer(newSite(t, nil).handler)
	defer server.Close()
	for name, request := range map[string]string{
		"a length and chunks":   "POST /scales HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
		"two lengths":           "POST /scales HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nkg=1x",
		"a chunk of no size":    "POST /scales HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nkg=1\r\n0\r\n\r\n",
		"a header without host": "GET / HTTP/1.1\r\n\r\n",
	} {
		connection, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(connection, request); err != nil {
			t.Fatal(err)
		}
		answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode < 400 {
			t.Errorf("%s: %d", name, answer.StatusCode)
		}
		_, _ = answer.Body.Close(), connection.Close()
	}
}

func TestTheDoorIsAliveBeforeTheSiteIsOpen(t *testing.T) {
	var door web.Door
	ask := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		door.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w
	}
	if w := ask("/healthz"); w.Code != 200 {
		t.Errorf("alive: %d", w.Code)
	}
	for _, path := range []string{"/", "/readyz", "/offers.json"} {
		if w := ask(path); w.Code != 503 || w.Header().Get("Retry-After") == "" || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
	}
	door.Open(newSite(t, nil).handler)
	if w := ask("/scales"); w.Code != 200 {
		t.Errorf("open: %d", w.Code)
	}
}

func TestTooManyPagesAtOnceWaitAndThenAreTurnedAway(t *testing.T) {
	s := newSite(t, nil)
	release := make(chan struct{})
	var running sync.WaitGroup
	s.Page(web.Page{Path: "/slow", Params: []string{"n"}, Handler: func(ctx context.Context, r *web.Request) (web.Result, error) {
		<-release
		return web.Result{Page: html("slow " + r.Query.Get("n"))}, nil
	}})
	h := s.Handler()
	codes := make(chan int, 200)
	for n := range 200 {
		running.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("/slow?n=%d", n), nil))
			codes <- w.Code
		})
	}
	time.Sleep(1500 * time.Millisecond)
	close(release)
	running.Wait()
	close(codes)
	count := map[int]int{}
	for code := range codes {
		count[code]++
	}
	if count[503] == 0 || count[200] == 0 || count[200]+count[503] != 200 {
		t.Errorf("answers: %v", count)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/slow?n=again", nil))
	if w.Code != 200 {
		t.Errorf("afterwards: %d", w.Code)
	}
}

func TestMiddlewareMayAnswerInPlaceOfTheHandler(t *testing.T) {
	s := newSite(t, nil)
	signedIn := func(c *gin.Context) { s.Answer(c, web.Result{Redirect: "/admin/login?next=/private"}) }
	refused := s.Handle(func(*gin.Context) error { return &web.Error{Status: http.StatusForbidden, Code: "forbidden"} })
	reached := func(context.Context, *web.Request) (web.Result, error) {
		t.Error("the handler was reached")
		return web.Result{Page: html("<p>")}, nil
	}
	s.Route(web.Route{Method: http.MethodGet, Path: "/private", Before: []gin.HandlerFunc{signedIn}, Handler: reached})
	s.Route(web.Route{Method: http.MethodGet, Path: "/refused", Before: []gin.HandlerFunc{refused}, Handler: reached})
	s.handler = s.Handler()
	if w := s.get("/private"); w.Code != 303 || w.Header().Get("Location") != "/admin/login?next=/private" {
		t.Errorf("private: %d %v", w.Code, w.Header())
	}
	if w := s.get("/refused"); w.Code != 403 || !strings.Contains(w.Body.String(), "forbidden") {
		t.Errorf("refused: %d %q", w.Code, w.Body)
	}
}

func TestARouteMayTakeLongerAndMore(t *testing.T) {
	s := newSite(t, nil)
	s.Route(web.Route{Method: http.MethodPost, Path: "/upload", MaxBody: 1 << 20, Timeout: time.Minute, Handler: func(ctx context.Context, r *web.Request) (web.Result, error) {
		deadline, _ := ctx.Deadline()
		content, err := io.ReadAll(r.HTTP.Body)
		if err != nil {
			return web.Result{}, err
		}
		return web.Result{JSON: nil, Page: html(fmt.Sprint(len(content), time.Until(deadline) > 30*time.Second))}, nil
	}})
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	for size, want := range map[int]int{1 << 19: 200, 2 << 20: 413} {
		answer, err := http.Post(server.URL+"/upload", "application/octet-stream", strings.NewReader(strings.Repeat("x", size)))
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode != want || want == 200 && string(body) != "524288 true" {
			t.Errorf("%d bytes: %d %.100q", size, answer.StatusCode, body)
		}
	}
}

func TestStreamsFailLikePages(t *testing.T) {
	s := newSite(t, nil)
	s.Stream("/stream", func(c *gin.Context) error {
		if c.Query("ok") == "" {
			return errors.New("secret")
		}
		c.String(http.StatusOK, "data")
		return nil
	})
	s.handler = s.Handler()
	if w := s.get("/stream"); w.Code != 500 || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("got %d %q", w.Code, w.Body)
	}
	if w := s.get("/stream?ok=1"); w.Code != 200 || w.Body.String() != "data" {
		t.Errorf("got %d %q", w.Code, w.Body)
	}
}

func TestACancelledRequestIsNoFailure(t *testing.T) {
	s := newSite(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	s.Page(web.Page{Path: "/left", Handler: func(ctx context.Context, _ *web.Request) (web.Result, error) {
		cancel()
		<-ctx.Done()
		return web.Result{}, ctx.Err()
	}})
	s.handler = s.Handler()
	s.do(httptest.NewRequestWithContext(ctx, http.MethodGet, "/left", nil))
	if log := s.log.String(); !strings.Contains(log, `"status":499`) || strings.Contains(log, "ERROR") {
		t.Errorf("log: %s", log)
	}
}

package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"gpuscale/web"
)

// output collects what a command prints while it runs.
type output struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.text.String()
}

// started is a portal running through run, as the program does.
type started struct {
	url      string
	out, err output
	stop     context.CancelFunc
	status   chan int
}

var printedAddress = regexp.MustCompile(`http://\S+:\d+`)

// start runs the portal with a new database on a free port and waits until it has
// printed its address.
func start(t testing.TB, db string, flags ...string) *started {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	s := &started{stop: cancel, status: make(chan int, 1)}
	args := append([]string{"-addr", "127.0.0.1:0", "-db", db}, flags...)
	go func() {
		s.status <- run(ctx, streams{strings.NewReader(""), &s.out, &s.err}, func(string) string { return "" }, args)
	}()
	t.Cleanup(func() {
		cancel()
		<-s.status
	})
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if s.url = printedAddress.FindString(s.out.String()); s.url != "" {
			return s
		}
		select {
		case status := <-s.status:
			s.status <- status
			t.Fatalf("ended with %d: %s", status, s.err.String())
		default:
		}
	}
	t.Fatalf("no address after a minute: %s", s.err.String())
	return nil
}

// run1 runs a command to its end.
func run1(t *testing.T, env map[string]string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errors output
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	status = run(ctx, streams{strings.NewReader(""), &out, &errors}, func(name string) string { return env[name] }, args)
	return status, out.String(), errors.String()
}

func fetch(t *testing.T, url string) (int, http.Header, string) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(body)
}

func TestThePortalStartsWithNothingAndEndsWell(t *testing.T) {
	db := filepath.Join(t.TempDir(), "data", "gpuscale.db")
	s := start(t, db)
	for path, want := range map[string]int{"/healthz": 200, "/readyz": 200, "/robots.txt": 200, "/sitemap.xml": 200, "/metrics": 200, "/no-such-page": 404} {
		if status, _, body := fetch(t, s.url+path); status != want {
			t.Errorf("%s: got %d, want %d: %.200s", path, status, want, body)
		}
	}
	if !strings.Contains(s.out.String(), "user add") {
		t.Errorf("the start does not say how to make an administrator: %s", s.out.String())
	}
	s.stop()
	if status := <-s.status; status != exitOK {
		t.Errorf("ended with %d: %s", status, s.err.String())
	}
	s.status <- exitOK
	if _, err := os.Stat(db); err != nil {
		t.Error(err)
	}
}

func TestALostDatabaseIsNotServedAsANewOne(t *testing.T) {
	db := filepath.Join(t.TempDir(), "gpuscale.db")
	s := start(t, db)
	s.stop()
	s.status <- <-s.status
	for _, name := range []string{db, db + "-wal", db + "-shm"} {
		if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	status, _, stderr := run1(t, nil, "-addr", "127.0.0.1:0", "-db", db)
	if status != exitFailed || !strings.Contains(stderr, "restore") {
		t.Errorf("got %d: %s", status, stderr)
	}
}

func TestWrongUsageIsSaidSo(t *testing.T) {
	for _, row := range []struct {
		name string
		env  map[string]string
		args []string
		want string
	}{
		{"an unknown command", nil, []string{"fly"}, "fly"},
		{"an unknown flag", nil, []string{"-speed", "1"}, "speed"},
		{"an argument too many", nil, []string{"version", "now"}, "version"},
		{"an address without port", nil, []string{"-addr", "localhost"}, "-addr"},
		{"a base URL with a path", nil, []string{"-base-url", "https://scale.example/x"}, "-base-url"},
		{"a base URL of another kind", map[string]string{"GPUSCALE_BASE_URL": "ftp://scale.example"}, nil, "-base-url"},
		{"a proxy that is no address", map[string]string{"GPUSCALE_TRUSTED_PROXIES": "10.0.0.0/8, proxy"}, nil, "proxy"},
		{"every mistake at once", nil, []string{"-addr", "x", "-base-url", "y"}, "-base-url"},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, _, stderr := run1(t, row.env, row.args...)
			if status != exitUsage || !strings.Contains(stderr, row.want) {
				t.Errorf("got %d: %s", status, stderr)
			}
		})
	}
}

func TestFlagsTakeTheirDefaultsFromTheEnvironment(t *testing.T) {
	env := map[string]string{"GPUSCALE_ADDR": ":1", "GPUSCALE_DB": "x.db", "GPUSCALE_BASE_URL": "https://scale.example", "GPUSCALE_TRUSTED_PROXIES": "10.0.0.1,::1", "GPUSCALE_SITE": "site.json"}
	s, rest, err := parse(func(name string) string { return env[name] }, []string{"-db", "y.db", "export", "dir"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if s.addr != ":1" || s.db != "y.db" || s.baseURL != "https://scale.example" || s.site != "site.json" || len(s.trustedProxies) != 2 || strings.Join(rest, " ") != "export dir" {
		t.Errorf("got %+v, %v", s, rest)
	}
	s, _, err = parse(func(string) string { return "" }, nil, io.Discard)
	if err != nil || s.addr != "localhost:8080" || s.db != "data/gpuscale.db" {
		t.Errorf("defaults: %+v, %v", s, err)
	}
}

func TestHelpAndVersionSucceed(t *testing.T) {
	status, _, help := run1(t, nil, "-h")
	if status != exitOK {
		t.Errorf("help: %d", status)
	}
	for _, c := range commands() {
		if !strings.Contains(help, c.name) {
			t.Errorf("the help lacks %s", c.name)
		}
	}
	if status, out, _ := run1(t, nil, "version"); status != exitOK || !strings.HasPrefix(out, "gpuscale "+version) {
		t.Errorf("version: %d %s", status, out)
	}
}

func TestTheHealthCheckAsksTheRunningPortal(t *testing.T) {
	s := start(t, filepath.Join(t.TempDir(), "gpuscale.db"))
	if status, _, stderr := run1(t, nil, "-addr", strings.TrimPrefix(s.url, "http://"), "healthcheck"); status != exitOK {
		t.Errorf("alive: %d %s", status, stderr)
	}
	if status, _, _ := run1(t, nil, "-addr", "127.0.0.1:1", "healthcheck"); status != exitFailed {
		t.Errorf("dead: %d", status)
	}
}

func TestTheSiteFileFillsTheFooter(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "site.json")
	if err := os.WriteFile(file, []byte(`{"contact":"data@scale.example","icp":"京ICP备00000001号"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, filepath.Join(dir, "gpuscale.db"), "-site", file)
	if _, _, body := fetch(t, s.url+"/no-such-page"); !strings.Contains(body, "data@scale.example") || !strings.Contains(body, "京ICP备00000001号") {
		t.Error("the footer lacks contact or record number")
	}
	if err := os.WriteFile(file, []byte(`{"icq":"1"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := run1(t, nil, "-addr", "127.0.0.1:0", "-db", filepath.Join(dir, "gpuscale.db"), "-site", file); status != exitFailed || !strings.Contains(stderr, "icq") {
		t.Errorf("an unknown entry: %d %s", status, stderr)
	}
}

func TestAnAddressInUseIsAFailure(t *testing.T) {
	s := start(t, filepath.Join(t.TempDir(), "gpuscale.db"))
	if status, _, stderr := run1(t, nil, "-addr", strings.TrimPrefix(s.url, "http://"), "-db", filepath.Join(t.TempDir(), "b.db")); status != exitFailed || !strings.Contains(stderr, "in use") {
		t.Errorf("got %d: %s", status, stderr)
	}
}

// silent are logs that nobody reads.
func silent() logs { return logs{slog.New(slog.DiscardHandler), web.NewAccessLog(io.Discard)} }

package handlers

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"

	"gpuscale/views"
	"gpuscale/web"
)

// sixOffers is a full table: six offers and more than forty rows.
const sixOffers = "/compare?o=of-0045&o=of-0049&o=of-0052&o=of-0136&o=of-0200&o=of-0202"

// freshSite serves the seed so that no page ever comes from the cache.
func freshSite(t testing.TB) http.Handler {
	t.Helper()
	p := &Portal{
		Surroundings: Surroundings{Site: views.Site{Base: "https://scale.example"}, DataDate: func() time.Time { return pinned }},
		Markets:      markets{seedData(), seedMarket()}, Now: func() time.Time { return pinned },
	}
	version := 0
	s, err := web.New(web.Config{
		Base: &url.URL{Scheme: "https", Host: "scale.example"}, Log: slog.New(slog.DiscardHandler), Access: web.NewAccessLog(io.Discard),
		Build: "test", Version: func() string { version++; return strconv.Itoa(version) },
		ErrorPage: p.ErrorPage, ErrorNote: p.ErrorNote, ErrorText: views.ErrorText,
		Sitemap: func() []string { return nil }, Registry: prometheus.NewRegistry(), Limit: web.Limit{PerSecond: 1e9, Burst: 1e9},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range p.comparePages() {
		s.Page(page)
	}
	return s.Handler()
}

// loopback serves h on a real connection and returns a request for path that reads
// the whole answer, uncompressed.
func loopback(b *testing.B, h http.Handler, path string) func() int64 {
	b.Helper()
	server := httptest.NewServer(h)
	b.Cleanup(server.Close)
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	buffer := make([]byte, 256<<10)
	return func() int64 {
		answer, err := client.Get(server.URL + path)
		if err != nil {
			b.Fatal(err)
		}
		defer answer.Body.Close()
		n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, answer.Body, buffer)
		if err != nil || answer.StatusCode != http.StatusOK {
			b.Fatal(answer.Status, err)
		}
		return n
	}
}

// cpu is the processor time this process has used.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func measure(b *testing.B, request func() int64) {
	size := request()
	start := cpu(b)
	b.ReportAllocs()
	for b.Loop() {
		request()
	}
	b.ReportMetric(float64((cpu(b)-start).Microseconds())/float64(b.N), "cpu-µs/op")
	b.ReportMetric(float64(size), "B/page")
}

// BenchmarkCompare sets the page, computed and rendered afresh each time, against
// Gin sending the same number of bytes. The aim is at most six times its processor
// time.
func BenchmarkCompare(b *testing.B) {
	fresh := freshSite(b)
	page := httptest.NewRecorder()
	fresh.ServeHTTP(page, httptest.NewRequest(http.MethodGet, sixOffers, nil))
	gin.SetMode(gin.ReleaseMode)
	fixed := gin.New()
	fixed.GET("/compare", func(c *gin.Context) { c.Data(http.StatusOK, "text/html; charset=utf-8", page.Body.Bytes()) })
	b.Run("fixed", func(b *testing.B) { measure(b, loopback(b, fixed, sixOffers)) })
	b.Run("fresh", func(b *testing.B) { measure(b, loopback(b, fresh, sixOffers)) })
}

// BenchmarkCompareParts tells where the time goes, without a connection.
func BenchmarkCompareParts(b *testing.B) {
	s := newSite(b)
	p := s.portal
	r := &web.Request{Lang: "zh", Path: "/compare", Query: url.Values{"o": {"of-0045", "of-0049", "of-0052", "of-0136", "of-0200", "of-0202"}}}
	m := seedMarket()
	ask := readCompare(newQuery(r), m)
	v := ask.comparison(&p.comparisons)
	f := views.Frame{Site: p.Site, Lang: "zh", Path: "/compare", Nav: "compare"}
	model := compareModel(f, ask, v, p.comparisons.sources(m, "zh"))
	b.Run("domain", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			newCompared(&p.comparisons, ask)
		}
	})
	b.Run("costs", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			newCostRows(&compareMemo{}, m, &v.Comparison)
		}
	})
	b.Run("model", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			compareModel(f, ask, v, p.comparisons.sources(m, "zh"))
		}
	})
	b.Run("render", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := views.Compare(f, model).Render(b.Context(), io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	})
}

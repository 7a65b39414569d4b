//go:build unix

package handlers

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
)

// The two benchmarks below answer to one promise: making the first page of offers,
// fifty rows with all facets, costs at most six times the processor time of sending
// its bytes as they are. Both go through a real connection; compare their cpu-ns/op,
// which other work on the machine does not disturb.

func BenchmarkOffersPage(b *testing.B) {
	s := newSite(b)
	server := httptest.NewServer(s.handler)
	defer server.Close()
	fetch := fetcher(b, server)
	var n int64
	i := 0
	start := processorTime()
	for b.Loop() {
		i++
		// Another address each time: the page is made, not taken from the cache.
		n = fetch("/offers?price_max=" + strconv.Itoa(100000+i))
	}
	reportProcessorTime(b, start)
	b.ReportMetric(float64(n), "bytes")
}

func BenchmarkFixedBytes(b *testing.B) {
	body := newSite(b).do("/offers?price_max=100000").Body.Bytes()
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.GET("/offers", func(c *gin.Context) { c.Data(http.StatusOK, "text/html; charset=utf-8", body) })
	server := httptest.NewServer(engine)
	defer server.Close()
	fetch := fetcher(b, server)
	var n int64
	start := processorTime()
	for b.Loop() {
		n = fetch("/offers")
	}
	reportProcessorTime(b, start)
	b.ReportMetric(float64(n), "bytes")
}

// BenchmarkOffersHandler is the page without a connection, for profiles.
func BenchmarkOffersHandler(b *testing.B) {
	s := newSite(b)
	i := 0
	b.ReportAllocs()
	start := processorTime()
	for b.Loop() {
		i++
		if w := s.do("/offers?price_max=" + strconv.Itoa(100000+i)); w.Code != http.StatusOK {
			b.Fatal(w.Code)
		}
	}
	reportProcessorTime(b, start)
}

// processorTime is the processor time that the process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func reportProcessorTime(b *testing.B, start time.Duration) {
	b.ReportMetric(float64(processorTime()-start)/float64(b.N), "cpu-ns/op")
}

func fetcher(b *testing.B, server *httptest.Server) func(string) int64 {
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	return func(path string) int64 {
		answer, err := client.Get(server.URL + path)
		if err != nil {
			b.Fatal(err)
		}
		n, err := io.Copy(io.Discard, answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			b.Fatal(answer.Status, err)
		}
		_ = answer.Body.Close()
		return n
	}
}

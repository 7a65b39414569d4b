//go:build unix

package handlers

import (
	"net/http"
	"strconv"
	"sync"
	"testing"

	"github.com/gin-gonic/gin"

	"gpuscale/web"
)

// BenchmarkOffersPage answers to a promise: making the first page of offers, fifty
// rows with all facets, costs at most six times the processor time of Gin sending its
// bytes as they are. Another address each time: the page is made, not taken from the
// cache, which is full before the first round, as on a server that has run a while.
// The times are those of a volley.
func BenchmarkOffersPage(b *testing.B) {
	s := newSite(b)
	body := s.do("/offers?price_max=100000").Body.Bytes()
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.GET("/offers", func(c *gin.Context) { c.Data(http.StatusOK, "text/html; charset=utf-8", body) })
	for i := range web.DefaultCacheBytes / len(body) {
		s.do("/offers?price_max=" + strconv.Itoa(100000+i))
	}
	send, compute := volleys(b, engine), volleys(b, s.handler)
	against(b, func(int) int64 { return send(func(int) string { return "/offers" }) }, func(i int) int64 {
		return compute(func(k int) string { return "/offers?price_max=" + strconv.Itoa(200000+i*volley+k) })
	})
}

// volley is how many requests are on their way at once. With a single one the client
// sleeps while a page is made and not while one is sent, and waking it is paid by the
// server's write: up to as much as making the page.
const volley = 8

// volleys serves h and returns what sends it a volley, to the address of each path.
func volleys(b *testing.B, h http.Handler) func(path func(k int) string) int64 {
	b.Helper()
	var requests [volley]func(string) int64
	for k := range requests {
		requests[k] = loopback(b, h)
	}
	return func(path func(k int) string) int64 {
		var running sync.WaitGroup
		var sizes [volley]int64
		for k, request := range requests {
			running.Go(func() { sizes[k] = request(path(k)) })
		}
		running.Wait()
		return sizes[0]
	}
}

// BenchmarkOffersHandler is the page without a connection, for profiles.
func BenchmarkOffersHandler(b *testing.B) {
	s := newSite(b)
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		i++
		if w := s.do("/offers?price_max=" + strconv.Itoa(100000+i)); w.Code != http.StatusOK {
			b.Fatal(w.Code)
		}
	}
}

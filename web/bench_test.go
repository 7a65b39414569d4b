//go:build unix

package web_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"gpuscale/web"
)

// body is a page of the size and of the variety of a comparison: 12 offers by 40 rows.
var body = func() string {
	r, b := rand.New(rand.NewPCG(40, 12)), new(strings.Builder)
	for b.Len() < 39<<10 {
		fmt.Fprintf(b, "<tr><th scope=row>A100 %d GB</th><td class=num>%d.%02d</td><td class=num>%d</td></tr>\n", 8*r.IntN(20), r.IntN(40), r.IntN(100), r.IntN(1000))
	}
	return b.String()
}()

// fixedBytes is Gin sending an answer's body as it is.
func fixedBytes(encoding string, body []byte) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.GET("/page", func(c *gin.Context) {
		if encoding != "" {
			c.Header("Content-Encoding", encoding)
		}
		c.Data(http.StatusOK, "text/html; charset=utf-8", body)
	})
	return engine
}

// bareBytes sends a whole answer, headers included, and does nothing else: what
// net/http leaves to be gained.
func bareBytes(header http.Header, body []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		for name, values := range header {
			h[name] = values
		}
		w.WriteHeader(http.StatusOK)
		_, _ = w.Write(body)
	})
}

// benchedSite logs to a file, as a server does, that keeps nothing.
func benchedSite(b *testing.B) *site {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = null.Close() })
	s := newSite(b, func(c *web.Config) {
		c.Access, c.Limit = web.NewAccessLog(null), web.Limit{PerSecond: 1e9, Burst: 1e9}
	})
	s.Page(web.Page{Path: "/page", Params: []string{"n"}, Handler: func(context.Context, *web.Request) (web.Result, error) {
		return web.Result{Page: html(body)}, nil
	}})
	return s
}

// BenchmarkPage compares a page of the cache, and telling that a visitor has it, with
// Gin sending the very same bytes. A ratio is of requests a second; see inTurns. The
// aim is 0.9 for the page; net is what net/http alone makes of the same answer.
func BenchmarkPage(b *testing.B) {
	for _, encoding := range []string{"identity", "br"} {
		b.Run(encoding, func(b *testing.B) {
			s := benchedSite(b)
			accept := "Accept-Encoding: " + encoding + "\r\n"
			first := s.get("/page", "Accept-Encoding", encoding)
			header, sent := first.Header(), first.Body.Bytes()
			inTurns(b, []string{"gin", "cached", "net", "304"}, map[string]*side{
				"gin":    {handler: fixedBytes(header.Get("Content-Encoding"), sent), headers: accept, status: 200},
				"net":    {handler: bareBytes(header, sent), headers: accept, status: 200},
				"cached": {handler: s.Handler(), headers: accept, status: 200},
				"304":    {handler: s.Handler(), headers: accept + "If-None-Match: " + header.Get("ETag") + "\r\n", status: 304},
			})
			b.ReportMetric(float64(len(sent)), "B")
		})
	}
}

// BenchmarkMade is a page that is not in the cache, by encoding, without a connection.
func BenchmarkMade(b *testing.B) {
	for _, encoding := range []string{"identity", "gzip", "br"} {
		b.Run(encoding, func(b *testing.B) {
			s, n := benchedSite(b), 0
			b.ReportAllocs()
			for b.Loop() {
				n++
				if w := s.get(fmt.Sprintf("/page?n=%d", n), "Accept-Encoding", encoding); w.Code != 200 {
					b.Fatal(w.Code)
				}
			}
		})
	}
}

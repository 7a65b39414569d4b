package web_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"gpuscale/web"
)

// body is the size of a comparison of 12 offers by 40 attributes.
var body = strings.Repeat("<tr><td class=num>8.00</td><td>A100 80GB</td></tr>\n", 780)

// client asks over one kept connection and reads as little as HTTP allows, so that
// the server is what is measured.
type client struct {
	connection net.Conn
	reader     *bufio.Reader
}

func dial(b *testing.B, h http.Handler) *client {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	server := web.NewHTTPServer(h)
	go func() { _ = server.Serve(listener) }()
	connection, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = connection.Close(); _ = server.Close() })
	return &client{connection, bufio.NewReaderSize(connection, 1<<16)}
}

func (c *client) ask(b *testing.B, path, headers string, want int) {
	if _, err := io.WriteString(c.connection, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\n"+headers+"\r\n"); err != nil {
		b.Fatal(err)
	}
	answer, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		b.Fatal(err)
	}
	if answer.StatusCode != want {
		b.Fatal(answer.Status)
	}
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		b.Fatal(err)
	}
	_ = answer.Body.Close()
}

func fixedBytes() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	page := []byte(body)
	engine.GET("/page", func(c *gin.Context) { c.Data(http.StatusOK, "text/html; charset=utf-8", page) })
	return engine
}

func benchedSite(b *testing.B) *site {
	s := newSite(b, nil)
	s.Page(web.Page{Path: "/page", Handler: func(context.Context, *web.Request) (web.Result, error) {
		return web.Result{Page: html(body)}, nil
	}})
	return s
}

// BenchmarkPage compares a page of the site with Gin sending fixed bytes.
func BenchmarkPage(b *testing.B) {
	b.Run("fixed bytes by Gin", func(b *testing.B) {
		c := dial(b, fixedBytes())
		for b.Loop() {
			c.ask(b, "/page", "", 200)
		}
	})
	b.Run("cached, plain", func(b *testing.B) {
		c := dial(b, benchedSite(b).Handler())
		for b.Loop() {
			c.ask(b, "/page", "", 200)
		}
	})
	b.Run("cached, br", func(b *testing.B) {
		c := dial(b, benchedSite(b).Handler())
		for b.Loop() {
			c.ask(b, "/page", "Accept-Encoding: br\r\n", 200)
		}
	})
	b.Run("not modified", func(b *testing.B) {
		s := benchedSite(b)
		tag := s.get("/page").Header().Get("ETag")
		c := dial(b, s.Handler())
		for b.Loop() {
			c.ask(b, "/page", "If-None-Match: "+tag+"\r\n", 304)
		}
	})
}

// BenchmarkMade is a page that is not in the cache, by encoding.
func BenchmarkMade(b *testing.B) {
	for _, encoding := range []string{"identity", "gzip", "br"} {
		b.Run(encoding, func(b *testing.B) {
			s := newSite(b, func(c *web.Config) { c.Limit = web.Limit{PerSecond: 1e9, Burst: 1e9} })
			s.Page(web.Page{Path: "/made", Params: []string{"n"}, Handler: func(context.Context, *web.Request) (web.Result, error) {
				return web.Result{Page: html(body)}, nil
			}})
			c, n := dial(b, s.Handler()), 0
			for b.Loop() {
				n++
				c.ask(b, fmt.Sprintf("/made?n=%d", n), "Accept-Encoding: "+encoding+"\r\n", 200)
			}
		})
	}
}

package web_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"gpuscale/web"
)

// TestLargePlainAnswersAreKeptWhenTheyComeBack counts how often a page is made:
// compressed ones and small ones once, large plain ones a second time.
func TestLargePlainAnswersAreKeptWhenTheyComeBack(t *testing.T) {
	s := newSite(t, nil)
	var made atomic.Int32
	s.Page(web.Page{Path: "/made", Params: []string{"size"}, Handler: func(_ context.Context, r *web.Request) (web.Result, error) {
		made.Add(1)
		size := 100
		if r.Query.Get("size") == "large" {
			size = 20_000
		}
		return web.Result{Page: html(strings.Repeat("x", size))}, nil
	}})
	for _, row := range []struct {
		path, encoding string
		want           int32
	}{
		{"/made?size=small", "", 1},
		{"/made?size=large", "br", 1},
		{"/made?size=large", "gzip", 1},
		{"/made?size=large", "", 2},
	} {
		made.Store(0)
		first := s.get(row.path, "Accept-Encoding", row.encoding).Body.String()
		for range 5 {
			if again := s.get(row.path, "Accept-Encoding", row.encoding).Body.String(); again != first {
				t.Errorf("%s %q: the answer changed", row.path, row.encoding)
			}
		}
		if got := made.Load(); got != row.want {
			t.Errorf("%s %q is made %d times, not %d", row.path, row.encoding, got, row.want)
		}
	}
}

// TestAnswersMadeAtOnceDoNotMix has many visitors ask for large pages at once: the
// memory of one must not be used for another before it is sent.
func TestAnswersMadeAtOnceDoNotMix(t *testing.T) {
	s := newSite(t, func(c *web.Config) { c.Limit = web.Limit{PerSecond: 1e6, Burst: 1e6} })
	s.Page(web.Page{Path: "/made", Params: []string{"n"}, Handler: func(_ context.Context, r *web.Request) (web.Result, error) {
		return web.Result{Page: html(strings.Repeat(r.Query.Get("n")+" ", 10_000))}, nil
	}})
	var visitors sync.WaitGroup
	for v := range 8 {
		visitors.Go(func() {
			for i := range 50 {
				n := fmt.Sprint(v*1000 + i)
				for _, word := range strings.Fields(s.get("/made?n=" + n).Body.String()) {
					if word != n {
						t.Errorf("the page of %s says %s", n, word)
						return
					}
				}
			}
		})
	}
	visitors.Wait()
}

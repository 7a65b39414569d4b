//go:build unix

package handlers

import (
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"

	"gpuscale/catalog"
	"gpuscale/views"
	"gpuscale/web"
)

// freshSite serves the seed so that no page ever comes from the cache.
func freshSite(t testing.TB) (*Portal, http.Handler) {
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
	return p, s.Handler()
}

// manyComparisons are addresses of six offers each, drawn from those that can be
// rented, so that hardly two have a set of offers in common.
func manyComparisons(n int) []string {
	var ids []string
	seedMarket().EachOffer(catalog.OfferQuery{}, func(o *catalog.Offer) bool {
		ids = append(ids, o.ID)
		return true
	})
	r := rand.New(rand.NewPCG(6, 40))
	paths := make([]string, n)
	for i := range paths {
		r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		paths[i] = "/compare?o=" + strings.Join(ids[:catalog.MaxColumns], "&o=")
	}
	return paths
}

// BenchmarkCompare sets pages that are made afresh each time against Gin sending the
// bytes of one. The aim is at most six times its processor time for a page of offers
// that have been compared before, which is rendered from the table in memory. "Other
// offers" have been seen in other company, so that the table is computed, and "unseen"
// ones have their bills computed too. The page cache is full before the first round, as
// on a server that has run a while.
func BenchmarkCompare(b *testing.B) {
	paths := manyComparisons(4 * maxTables)
	p, fresh := freshSite(b)
	made := func(i int) []byte {
		page := httptest.NewRecorder()
		fresh.ServeHTTP(page, httptest.NewRequest(http.MethodGet, paths[i%len(paths)], nil))
		return page.Body.Bytes()
	}
	body := made(0)
	for i := range web.DefaultCacheBytes / len(body) {
		made(i)
	}
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.GET("/compare", func(c *gin.Context) { c.Data(http.StatusOK, "text/html; charset=utf-8", body) })
	send, compute := loopback(b, engine), loopback(b, fresh)
	fixed := func(int) int64 { return send(paths[0]) }
	b.Run("same offers", func(b *testing.B) {
		against(b, fixed, func(int) int64 { return compute(paths[0]) })
	})
	b.Run("other offers", func(b *testing.B) {
		against(b, fixed, func(i int) int64 { return compute(paths[i%len(paths)]) })
	})
	b.Run("unseen offers", func(b *testing.B) {
		against(b, fixed, func(i int) int64 {
			p.comparisons.mu.Lock()
			clear(p.comparisons.totals)
			p.comparisons.mu.Unlock()
			return compute(paths[i%len(paths)])
		})
	})
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

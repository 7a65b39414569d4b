package handlers

import (
	"io"
	"net/url"
	"testing"

	"gpuscale/views"
	"gpuscale/web"
)

// BenchmarkSizing tells where the time of a sizing goes, without a connection.
func BenchmarkSizing(b *testing.B) {
	p, m := newSite(b).portal, seedMarket()
	r := &web.Request{Lang: "zh", Path: sizingPath, Query: url.Values{"model": {"Llama-3.1-70B"}, "tokens": {"1亿"}, "batch": {"16"}}}
	page := func() *sizingPage {
		q := newQuery(r)
		s := &sizingPage{typed: q, ask: readSizing(q, m)}
		if err := s.size(); err != nil || len(q.problems) > 0 {
			b.Fatal(err, q.problems)
		}
		s.frame = views.Frame{Site: p.Site, Lang: "zh", Path: sizingPath, Nav: "sizing"}
		return s
	}
	s := page()
	b.Run("size and cost", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			page()
		}
	})
	b.Run("page", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := s.Render(b.Context(), io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	})
}

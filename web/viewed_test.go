package web_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"gpuscale/web"
)

func TestPagesThatWereShownAreTold(t *testing.T) {
	var seen []string
	s := newSite(t, func(c *web.Config) { c.Viewed = func(path, query string) { seen = append(seen, path+"?"+query) } })
	tag := s.get("/scales?q=1").Header().Get("ETag")
	s.get("/scales?q=1")                       // from the cache
	s.get("/scales?q=1", "If-None-Match", tag) // not modified
	s.get("/scales?q=1", "HX-Request", "true") // a fragment
	s.get("/scales.json?q=1")                  // for a program
	s.get("/scales/missing")                   // no such page
	s.get("/scales?sort=wrong")                // a refused query
	s.do(httptest.NewRequest(http.MethodHead, "/scales?q=1", nil))
	if want := []string{"/scales?q=1", "/scales?q=1", "/scales?q=1"}; !slices.Equal(seen, want) {
		t.Errorf("told %v", seen)
	}
}

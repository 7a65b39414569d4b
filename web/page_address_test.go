package web_test

import (
	"testing"

	"gpuscale/web"
)

func TestAPageKnowsItsAddresses(t *testing.T) {
	home, list := web.Page{Path: "/", Reps: web.JSON}, web.Page{Path: "/scales", Reps: web.JSON | web.CSV}
	record := web.Page{Path: "/scales/:slug", Reps: web.JSON}
	for _, row := range []struct {
		page web.Page
		path string
		want bool
	}{
		{home, "/", true}, {home, "/en/", true}, {home, "/index.json", true}, {home, "/en/index.json", true},
		{home, "/.json", false}, {home, "/index", false}, {home, "/index.csv", false}, {home, "", false},
		{list, "/scales", true}, {list, "/en/scales.csv", true}, {list, "/scales.md", false}, {list, "/scales/", false},
		{list, "/Scales", false}, {list, "/scales/h100", false}, {list, "/en/en/scales", false},
		{record, "/scales/h100", true}, {record, "/en/scales/h100.json", true}, {record, "/scales/h100.csv", false},
		{record, "/scales/", false}, {record, "/scales/h100/feed.atom", false},
	} {
		if got := row.page.Has(row.path); got != row.want {
			t.Errorf("%s has %q: %t, want %t", row.page.Path, row.path, got, row.want)
		}
	}
}

func TestTheTagOfAnotherAddressNeverFits(t *testing.T) {
	s := newSite(t, nil)
	tag := s.get("/scales").Header().Get("ETag")
	if w := s.get("/scales", "If-None-Match", tag); w.Code != 304 {
		t.Fatalf("the page's own tag: %d", w.Code)
	}
	if w := s.get("/scales?utm_source=x", "If-None-Match", tag); w.Code != 304 {
		t.Errorf("the same page with a name that nobody knows: %d", w.Code)
	}
	for path, want := range map[string]int{"/scales?sort=wrong": 400, "/scales?q=a": 200, "/scales.json": 200, "/scales/h100": 200} {
		if w := s.get(path, "If-None-Match", tag); w.Code != want {
			t.Errorf("%s with the tag of another page: %d, want %d", path, w.Code, want)
		}
	}
}

func TestLocalPathsAreEscapedForHeaders(t *testing.T) {
	for path, want := range map[string]string{
		"/offers?q=北京": "/offers?q=%E5%8C%97%E4%BA%AC", "/offers?q=%E5%8C%97": "/offers?q=%E5%8C%97", "/é": "/%C3%A9", "/offers": "/offers",
	} {
		if got, ok := web.LocalPath(path); !ok || got != want {
			t.Errorf("%q became %q, want %q", path, got, want)
		}
	}
}

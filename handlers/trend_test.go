package handlers

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// TestTrendsLeadToWhatTheyCount follows every link beside a trend: where it counts
// offers or providers, the page it leads to lists as many.
func TestTrendsLeadToWhatTheyCount(t *testing.T) {
	s := newSite(t)
	for _, prefix := range []string{"", "/en"} {
		const moment = "?as_of=2026-12-01"
		links := s.page(t, prefix+"/guide"+moment).Find(".trend a")
		beside := s.page(t, prefix+"/wizard/training/result"+moment).Find("#trends .trend a")
		if want := strings.Join(texts(links), "|"); links.Length() != 14 || strings.Join(texts(beside), "|") != want {
			t.Fatalf("%s: %d links, beside a result %d", prefix, links.Length(), beside.Length())
		}
		number := regexp.MustCompile(`\d+`)
		links.Each(func(_ int, a *goquery.Selection) {
			href := a.AttrOr("href", "")
			if !strings.HasPrefix(href, prefix+"/") || !strings.Contains(href, "as_of=2026-12-01") {
				t.Errorf("%s leads to %s", a.Text(), href)
			}
			said := number.FindString(a.Text())
			path, query, _ := strings.Cut(href, "?")
			if said == "" {
				s.page(t, href)
				return
			}
			var listed struct{ Total int }
			if status := s.getJSON(t, path+".json?"+query, &listed); status != 200 {
				t.Errorf("%s: %d", href, status)
			}
			if strconv.Itoa(listed.Total) != said {
				t.Errorf("%q leads to %d", a.Text(), listed.Total)
			}
		})
	}
}

package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

func TestAParameterOfOneValueRefusesAnother(t *testing.T) {
	s := newSite(t)
	for _, row := range []struct{ path, field string }{
		{"/offers.json?per=50&per=abc", "per"}, {"/offers.json?currency=CNY&currency=EUR", "currency"},
		{"/offers.json?currency=CNY&currency=USD", "currency"}, {"/offers.json?sort=price&sort=foo", "sort"},
		{"/offers.json?show=all&show=x", "show"}, {"/offers.json?vram_min=80&vram_min=abc", "vram_min"},
		{"/offers.json?as_of=2026-12-01&as_of=x", "as_of"}, {"/offers.json?q=a&q=b", "q"}, {"/offers.json?month=730&month=1", "month"},
		{"/offers.json?page=1&page=2", "page"}, {"/changes.json?per=10&per=x", "per"}, {"/gpus.json?currency=CNY&currency=x", "currency"},
		{"/providers.json?month=730&month=x", "month"}, {"/compare.json?o=of-0001&diff=1&diff=2", "diff"},
		{"/compare.json?o=of-0001&o=of-0019&base=of-0001&base=of-0019", "base"},
		{"/calculator/cost.json?gpu=t4-16gb&hours=100&hours=x", "hours"}, {"/calculator/cost.json?gpu=t4-16gb&hours=100&gpus=1&gpus=x", "gpus"},
		{"/calculator/sizing.json?model=Llama-2-7B&model=x", "model"}, {"/calculator/sizing.json?batch=1&batch=x", "batch"},
		{"/wizard/training/result.json?days=3&days=x", "days"}, {"/wizard/training/result.json?as_of=2026-12-01&as_of=x", "as_of"},
	} {
		if fields := s.fieldsOf(t, row.path); fields[row.field] == "" {
			t.Errorf("%s: no message at %s: %v", row.path, row.field, fields)
		}
	}
	if got := s.fieldsOf(t, "/en/offers.json?per=50&per=abc")["per"]; got != "Only one value" {
		t.Errorf("the message is %q", got)
	}
	for _, path := range []string{"/offers.json?per=50&per=50", "/offers.json?currency=CNY&currency=cny", "/offers.json?gpu=t4-16gb&gpu=h100-any",
		"/offers?gpu=t4-16gb&gpu=h100-any", "/gpus?vendor=NVIDIA&vendor=AMD", "/calculator/cost?gpu=t4-16gb&gpu=h100-any&hours=3",
		"/calculator/cost?gpu=t4-16gb&hours=3&line=t4-16gb×1×3&line=t4-16gb×1×4", "/calculator/sizing?gpu=t4-16gb&gpu=h100-sxm",
		"/changes?kind=offers&kind=providers", "/changes?provider=aliyun&provider=autodl"} {
		if w := s.do(path); w.Code != http.StatusOK && !strings.Contains(path, "h100-sxm") || strings.Contains(w.Body.String(), "只能填一个值") {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

func TestNumbersAndMomentsAreReadAsTheyAreTyped(t *testing.T) {
	s := newSite(t)
	var list struct{ Per int }
	if s.getJSON(t, "/offers.json?per="+url.QueryEscape("５０")+"&month="+url.QueryEscape("７２０"), &list); list.Per != 50 {
		t.Errorf("per=５０ gives %d a page", list.Per)
	}
	for _, moment := range []string{"2026-12-01T00:00:00+08:00", "2026-12-01T00:00:00%2B08:00", "2026-12-01T00:00:00Z"} {
		if w := s.do("/offers.json?as_of=" + moment); w.Code != http.StatusOK {
			t.Errorf("as_of=%s: %d %s", moment, w.Code, w.Body)
		}
	}
	if fields := s.fieldsOf(t, "/offers.json?as_of=2026-12-01+08:00"); fields["as_of"] == "" {
		t.Errorf("a moment of no form: %v", fields)
	}
}

func TestPageNumbersAreBoundedByAReadableNumber(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/offers.json?page=1000001", "/changes.json?page=0"} {
		if got := s.fieldsOf(t, path)["page"]; !strings.Contains(got, "1,000,000 ") {
			t.Errorf("%s: %q", path, got)
		}
	}
}

func TestASearchWithoutAWordFindsNothing(t *testing.T) {
	s := newSite(t)
	for _, typed := range []string{"---", "_", "()", ","} {
		var list struct{ Total int }
		if status := s.getJSON(t, "/offers.json?q="+url.QueryEscape(typed), &list); status != http.StatusOK || list.Total != 0 {
			t.Errorf("q=%s: %d, %d offers", typed, status, list.Total)
		}
	}
}

func TestLinksOnAPageOfWrongValuesLeadToAnswers(t *testing.T) {
	s := newSite(t)
	status, page := s.get(t, "/offers?gpu=nope&gpu=t4-16gb&per=abc&page=0&billing=on-demand&currency=EUR")
	if status != http.StatusBadRequest {
		t.Fatalf("status %d", status)
	}
	var followed int
	page.Find("main a[href^='/offers']").Each(func(_ int, a *goquery.Selection) {
		href := a.AttrOr("href", "")
		followed++
		if strings.Contains(href, "nope") || strings.Contains(href, "per=abc") || strings.Contains(href, "EUR") || strings.Contains(href, "page=0") {
			t.Errorf("%q leads to wrong values: %s", texts(a), href)
		}
	})
	if followed < 10 {
		t.Errorf("only %d links", followed)
	}
	links := page.Find("main a[href^='/offers']").Map(func(_ int, a *goquery.Selection) string { return a.AttrOr("href", "") })
	if !slices.ContainsFunc(links, func(l string) bool { return strings.HasPrefix(l, "/offers.csv?") && strings.Contains(l, "gpu=t4-16gb") }) {
		t.Error("the export has lost what was right")
	}
	for _, href := range links {
		if w := s.do(href); w.Code != http.StatusOK {
			t.Errorf("%s: %d", href, w.Code)
		}
	}
	page.Find("form input[type=hidden]").Each(func(_ int, input *goquery.Selection) {
		if v := input.AttrOr("value", ""); v == "nope" || v == "abc" {
			t.Errorf("the form sends %s=%s again", input.AttrOr("name", ""), v)
		}
	})
}

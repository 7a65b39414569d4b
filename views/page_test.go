package views_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"gpuscale/text"
	"gpuscale/views"
)

func render(t *testing.T, c templ.Component) *goquery.Document {
	t.Helper()
	var b strings.Builder
	if err := c.Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	document, err := goquery.NewDocumentFromReader(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func attr(t *testing.T, d *goquery.Document, selector, name string) string {
	t.Helper()
	found := d.Find(selector)
	if found.Length() != 1 {
		t.Errorf("%d elements match %s", found.Length(), selector)
	}
	return found.AttrOr(name, "")
}

func frame(l text.Lang) views.Frame {
	return views.Frame{
		Site: views.Site{Base: "https://scale.example", Contact: "data@scale.example", ICP: "京ICP备00000001号", Police: "京公网安备 11000000000001号"},
		Lang: l, Path: "/offers", Query: "gpu=h100-any&page=2", Title: "Offers", Nav: "offers", Theme: "dark",
		DataDate: time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC),
	}
}

func TestTheFrameNamesThePageInBothLanguages(t *testing.T) {
	for l, want := range map[text.Lang]struct{ lang, canonical, other, home string }{
		text.ZH: {"zh-CN", "https://scale.example/offers?gpu=h100-any&page=2", "/en/offers?gpu=h100-any&page=2", "/"},
		text.EN: {"en", "https://scale.example/en/offers?gpu=h100-any&page=2", "/offers?gpu=h100-any&page=2", "/en/"},
	} {
		d := render(t, views.Page(frame(l)))
		for _, check := range []struct{ selector, attribute, want string }{
			{"html", "lang", want.lang},
			{"html", "data-theme", "dark"},
			{`link[rel=canonical]`, "href", want.canonical},
			{`link[hreflang="zh-CN"]`, "href", "https://scale.example/offers?gpu=h100-any&page=2"},
			{`link[hreflang=en]`, "href", "https://scale.example/en/offers?gpu=h100-any&page=2"},
			{`link[hreflang="x-default"]`, "href", "https://scale.example/offers?gpu=h100-any&page=2"},
			{`.top-tools a[hreflang]`, "href", want.other},
			{`a.brand`, "href", want.home},
			{`form#theme input[name=next]`, "value", strings.TrimPrefix(want.canonical, "https://scale.example")},
			{`form#theme input[checked]`, "value", "dark"},
		} {
			if got := attr(t, d, check.selector, check.attribute); got != check.want {
				t.Errorf("%s: %s %s: got %q, want %q", l, check.selector, check.attribute, got, check.want)
			}
		}
		if current := d.Find("nav.nav a[aria-current=page]"); current.Length() != 1 || !strings.HasSuffix(current.AttrOr("href", ""), "/offers") {
			t.Errorf("%s: the weight hangs on %d entries", l, current.Length())
		}
		foot := d.Find("footer").Text()
		for _, part := range []string{"2026-12-01", "data@scale.example", "京ICP备00000001号", "京公网安备 11000000000001号"} {
			if !strings.Contains(foot, part) {
				t.Errorf("%s: the footer lacks %s", l, part)
			}
		}
	}
}

func TestTheFrameIsUsableWithoutEyesAndWithoutScripts(t *testing.T) {
	d := render(t, views.Page(frame(text.ZH)))
	if href := d.Find("body a").First().AttrOr("href", ""); href != "#main" || d.Find("main#main").Length() != 1 {
		t.Errorf("the first link goes to %q", href)
	}
	for _, selector := range []string{"header", "main", "footer", "nav[aria-label]", "#flash[role=alert]", "#toast[role=status]", "form#theme button[type=submit]", `form#theme[method=post][action="/theme"]`} {
		if d.Find(selector).Length() == 0 {
			t.Errorf("no %s", selector)
		}
	}
	d.Find("script").Each(func(_ int, s *goquery.Selection) {
		if s.Text() != "" || !strings.HasPrefix(s.AttrOr("src", ""), "/static/") {
			t.Errorf("script %v", s.Nodes[0].Attr)
		}
	})
	config := attr(t, d, "meta[name=htmx-config]", "content")
	for _, setting := range []string{`"allowEval":false`, `"includeIndicatorStyles":false`, `"selfRequestsOnly":true`, `"historyCacheSize":0`, `"allowScriptTags":false`} {
		if !strings.Contains(config, setting) {
			t.Errorf("htmx runs without %s", setting)
		}
	}
}

func TestPagesThatSearchEnginesSkipNameNoAddress(t *testing.T) {
	f := frame(text.ZH)
	f.NoIndex = true
	d := render(t, views.Page(f))
	if d.Find("link[rel=canonical], link[hreflang]").Length() != 0 || attr(t, d, "meta[name=robots]", "content") != "noindex" {
		t.Error("an error page has a canonical address")
	}
}

func TestAddressesOfOtherRepresentations(t *testing.T) {
	f := frame(text.EN)
	home := views.Frame{Lang: text.ZH, Path: "/"}
	for _, row := range []struct{ got, want string }{
		{f.As(".csv"), "/en/offers.csv?gpu=h100-any&page=2"}, {f.Self(), "/en/offers?gpu=h100-any&page=2"}, {home.As(".json"), "/index.json"}, {home.Self(), "/"},
	} {
		if row.got != row.want {
			t.Errorf("got %s, want %s", row.got, row.want)
		}
	}
}

func TestErrorsSayWhatToDoNext(t *testing.T) {
	f := frame(text.ZH)
	ours := render(t, views.ErrorPage(f, views.Failure{Status: 500, Code: "internal", Message: "m", ID: "abc123"}))
	if got := ours.Find("main").Text(); !strings.Contains(got, "abc123") || !strings.Contains(got, "秤出了点问题") || ours.Find("main h1").Length() != 1 {
		t.Errorf("500: %s", got)
	}
	theirs := render(t, views.ErrorPage(f, views.Failure{Status: 400, Code: "invalid-query", Message: "m", ID: "abc123", Fields: map[string]string{"per": "1 到 200", "<b>": "x"}}))
	if got := theirs.Find("main").Text(); strings.Contains(got, "abc123") || !strings.Contains(got, "1 到 200") || theirs.Find("main li b").Length() != 0 {
		t.Errorf("400: %s", got)
	}
	if note := render(t, views.ErrorNote(f, views.Failure{Status: 503, Code: "a-new-code", Message: "m", ID: "abc123"})); !strings.Contains(note.Text(), "abc123") || strings.Contains(note.Text(), "a-new-code") {
		t.Errorf("note: %s", note.Text())
	}
}

func TestEveryErrorCodeHasWordsInBothLanguages(t *testing.T) {
	for _, code := range []string{"bad-request", "invalid-query", "invalid-form", "unauthorized", "forbidden", "cross-origin", "not-found", "method-not-allowed", "conflict",
		"precondition", "too-large", "wrong-host", "too-many-requests", "internal", "starting", "busy", "unavailable"} {
		for _, l := range text.Langs {
			if !text.Has("error."+code) || !text.Has("error.title."+code) || views.ErrorText(string(l), code) == "" {
				t.Errorf("no words for %s in %s", code, l)
			}
		}
	}
}

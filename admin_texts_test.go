package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/catalog"
	"gpuscale/store"
	"gpuscale/text"
)

// TestAPassageBelongsToASectionOfTheGuide offers the sections of the guide for a new
// text and refuses every other key: it would be kept and shown nowhere.
func TestAPassageBelongsToASectionOfTheGuide(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	for language, title := range map[string]string{"": "测算方法", "?lang=en": "Method"} {
		page := b.page(t, "/admin/texts/new"+language)
		offered := page.Find("select[name=key] option:not([value=''])").Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("value", "") })
		if !slices.Equal(offered, catalog.GuideTexts) || page.Find("option[value='guide.method']").Text() != title {
			t.Errorf("offered%s: %v, %q", language, offered, page.Find("option[value='guide.method']").Text())
		}
	}
	form := b.form(t, "/admin/texts/new")
	form.Set("zh", "文")
	form.Set("why", "a word missing")
	form.Set("key", "guide.note")
	for language, message := range map[string]string{"": text.T(text.ZH, "problem.word"), "?lang=en": text.T(text.EN, "problem.word")} {
		w := b.post("/admin/texts"+language, form)
		message, _, _ = strings.Cut(message, "{")
		page := parsed(t, w)
		if w.Code != http.StatusUnprocessableEntity || page.Find("[name=key][aria-invalid=true]").Length() != 1 || !strings.Contains(page.Find("#problems").Text(), message) {
			t.Errorf("an unknown key%s: %d %q lacks %q", language, w.Code, page.Find("#problems").Text(), message)
		}
	}
	guide := d.browser("192.0.2.9:1")
	for i, key := range catalog.GuideTexts {
		form.Set("key", key)
		form.Set("zh", fmt.Sprintf("编辑写的第%d段", i))
		if w := b.post("/admin/texts", form); w.Code != http.StatusSeeOther {
			t.Fatalf("%s: %d %s", key, w.Code, parsed(t, w).Find("#problems").Text())
		}
		if !strings.Contains(guide.page(t, "/guide").Find("main").Text(), form.Get("zh")) {
			t.Errorf("the guide does not show %s", key)
		}
	}
}

// TestAnImportBringsNoTextThatIsShownNowhere refuses a text without a section in a file.
func TestAnImportBringsNoTextThatIsShownNowhere(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	_, d := e.preview("texts.csv", "key,zh,en\nguide.note,文,\nguide.method,文,\n")
	if got := words(d.Find("main")); facts(d) != "1 0 0 1" || !strings.Contains(got, text.T(text.ZH, "problem.word")) {
		t.Errorf("%s: %s", facts(d), got)
	}
}

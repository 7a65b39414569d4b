package ui_test

import (
	"context"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"gpuscale/views/ui"
)

func render(t *testing.T, c templ.Component, children ...string) *goquery.Document {
	t.Helper()
	ctx := templ.WithChildren(context.Background(), templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, strings.Join(children, ""))
		return err
	}))
	var b strings.Builder
	if err := c.Render(ctx, &b); err != nil {
		t.Fatal(err)
	}
	d, err := goquery.NewDocumentFromReader(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func one(t *testing.T, d *goquery.Document, selectors ...string) {
	t.Helper()
	for _, selector := range selectors {
		if n := d.Find(selector).Length(); n != 1 {
			html, _ := d.Html()
			t.Errorf("%d elements match %s in %s", n, selector, html)
		}
	}
}

func TestAFieldNamesItsHintAndItsError(t *testing.T) {
	d := render(t, ui.Field(ui.FieldProps{ID: "hours", Name: "hours", Label: "Hours", Value: `1"2`, Kind: ui.NumberField, Unit: "h", Hint: "per card", Error: "must be a number", Required: true}))
	one(t, d, "label[for=hours]", `input#hours[name=hours][type=text][inputmode=decimal][required][aria-invalid=true][aria-describedby="hours-h hours-e"]`, "#hours-h", "#hours-e.err", ".affix > span[aria-hidden=true]")
	if got := d.Find("input").AttrOr("value", ""); got != `1"2` {
		t.Errorf("what was typed became %q", got)
	}
	plain := render(t, ui.Field(ui.FieldProps{ID: "q", Name: "q", Label: "Search", Kind: ui.SearchField, Hidden: true}))
	one(t, plain, "label.vh", "input[type=search]")
	if plain.Find("[aria-invalid],[aria-describedby],.affix,.hint,.err").Length() != 0 {
		t.Error("a plain field claims a hint or an error")
	}
}

func TestChoicesAreNativeControls(t *testing.T) {
	options := []ui.Option{{Value: "a", Label: "A", Count: "3", Chosen: true}, {Value: "b", Label: "B", Disabled: true}}
	one(t, render(t, ui.Seg(ui.SegProps{Name: "unit", Legend: "Unit", Options: options})), "fieldset.seg > legend.vh", "input[type=radio][value=a][checked]", "input[type=radio][value=b][disabled]")
	one(t, render(t, ui.Seg(ui.SegProps{Name: "unit", Legend: "Unit", Options: options, Wide: true})), "fieldset.seg-w")
	one(t, render(t, ui.Seg(ui.SegProps{Name: "unit", Legend: "Unit", Options: options, Labelled: true})), "legend.lbl")
	one(t, render(t, ui.Checks(ui.ChecksProps{Name: "gpu", Legend: "GPU", Options: options})), "legend.vh", "input[type=checkbox][name=gpu][value=a][checked]", "span.nums")
	one(t, render(t, ui.Select(ui.SelectProps{ID: "s", Name: "sort", Label: "Sort", Options: options, Narrow: true, Error: "x"})), "label[for=s]", "select.sel[aria-invalid=true][aria-describedby=s-e]", "option[value=a][selected]", "option[value=b][disabled]")
	one(t, render(t, ui.Select(ui.SelectProps{ID: "s", Name: "sort", Label: "Sort", Options: options, Hidden: true, Hint: "h"})), "label.vh", "select[aria-describedby=s-h]:not(.sel)")
	one(t, render(t, ui.Facet("GPU", true), "<i></i>"), "details[open] > summary", "details i")
}

func TestMarksSayInWordsWhatTheyShow(t *testing.T) {
	one(t, render(t, ui.Seal("最低")), ".seal:not(.seal-f)")
	one(t, render(t, ui.FilledSeal("首选")), ".seal.seal-f")
	for kind, class := range map[ui.SourceKind]string{ui.Official: ".src-d", ui.Article: ".src-d", ui.ThirdParty: ".src:not(.src-d)"} {
		one(t, render(t, ui.SourceMark(kind, "文", "来源：文章")), class+" > [aria-hidden=true]", class+" > .vh")
	}
	for mark, old := range map[ui.FreshnessMark]bool{ui.Fresh: false, ui.Ageing: false, ui.Stale: true, ui.Undated: true} {
		d := render(t, ui.Freshness(mark, "3 天前"))
		if got := d.Find(".fresh-old").Length() == 1; got != old || strings.TrimSpace(d.Text()) != "3 天前" {
			t.Errorf("%d: old %t, text %q", mark, got, d.Text())
		}
	}
	for tone, want := range map[ui.Tone]string{ui.Plain: ".note[role=status]", ui.Warn: ".note-w[role=status]", ui.Bad: ".note-b[role=alert]", ui.Good: ".note-k[role=status]"} {
		one(t, render(t, ui.Note(ui.NoteProps{Tone: tone, Lead: "x", Live: true}), "<i></i>"), want, want+" > i")
	}
	if render(t, ui.Note(ui.NoteProps{Lead: "x"})).Find("[role]").Length() != 0 {
		t.Error("a still note is announced")
	}
	one(t, render(t, ui.Pin("p1", "来源：官网"), "<i></i>"), `button[popovertarget=p1][aria-label="来源：官网"]`, "#p1[popover] > i")
	one(t, render(t, ui.Empty(ui.EmptyProps{Title: "t", Text: "x", TopLevel: true}), "<i></i>"), ".empty h1", ".empty i")
	one(t, render(t, ui.Empty(ui.EmptyProps{Title: "t", Text: "x"})), ".empty h2")
}

func TestThePagerKeepsItsEndsAndItsNeighbours(t *testing.T) {
	for _, row := range []struct {
		page, pages int
		want        string
	}{{1, 1, ""}, {1, 3, "123"}, {1, 9, "123…9"}, {5, 9, "1…34567…9"}, {9, 9, "1…789"}, {12, 9, "1…9"}} {
		d := render(t, ui.Pager(ui.PagerProps{Label: "分页", Range: "r", Page: row.page, Pages: row.pages, Target: "results",
			PageLabel: func(n int) string { return "第 " + strconv.Itoa(n) + " 页" }, Href: func(n int) string { return "/offers?page=" + strconv.Itoa(n) }}))
		if got := strings.Join(strings.Fields(d.Find("ol").Text()), ""); got != row.want {
			t.Errorf("page %d of %d: got %q, want %q", row.page, row.pages, got, row.want)
		}
		if row.page <= row.pages && row.pages > 1 {
			one(t, d, "a[aria-current=page]", `a[hx-get="/offers?page=1"][hx-target="#results"][aria-label="第 1 页"]`)
		}
	}
}

func TestTheTrayIsThereEvenWhenEmpty(t *testing.T) {
	empty := render(t, ui.Tray(ui.TrayProps{ID: "tray"}))
	one(t, empty, "#tray")
	if empty.Find("aside").Length() != 0 {
		t.Error("an empty tray is shown")
	}
	full := render(t, ui.Tray(ui.TrayProps{ID: "tray", OutOfBand: true, Label: "对比篮", TooFew: true, Slots: []ui.Slot{{Title: "a", Href: "/offers", Remove: "移出 a"}}, CompareHref: "/compare?o=1", ClearHref: "/offers"}))
	one(t, full, `#tray[hx-swap-oob=true]`, `aside[aria-label="对比篮"]`, `a[aria-label="移出 a"]`, "b[role=status]", "#tray-few", `a[href="/compare?o=1"]`)
}

func TestSharingWorksWithoutScripts(t *testing.T) {
	d := render(t, ui.ShareButton(ui.ShareProps{Label: "分享", Link: "https://scale.example/offers", CSVHref: "/offers.csv", JSONHref: "/offers.json", ShortLabel: "短链接", FrozenLabel: "定格", Path: "/offers", PrintLabel: "打印"}))
	one(t, d, "button[popovertarget=share]", `input[readonly][value="https://scale.example/offers"]`, `a[href="/offers.csv"]`, `form[action="/s"] input[value=live]`, `form[action="/s"] input[value=frozen]`, "button[data-print]")
	if d.Find(`a[href=""]`).Length() != 0 || d.Find("ul a").Length() != 2 {
		t.Error("a representation the page lacks is offered")
	}
}

func TestAChipSaysWhatItRemoves(t *testing.T) {
	one(t, render(t, ui.Chip(ui.ChipProps{Label: "x", Remove: "移除：x", Href: "/offers", ID: "c1"})), `a#c1.chip[href="/offers"][aria-label="移除：x"]`)
}

func TestAddressesFromDataAreLinksOnlyWhenTheyAreHTTP(t *testing.T) {
	for _, href := range []string{"javascript:alert(1)", "JAVASCRIPT:alert(1)", "data:text/html,x", "java\nscript:alert(1)", "//x", "ftp://x", "", "/local", "https:x"} {
		if d := render(t, ui.External(href, "site")); d.Find("a").Length() != 0 || !strings.Contains(d.Text(), "site") {
			t.Errorf("%q became a link", href)
		}
	}
	one(t, render(t, ui.External("HTTPS://Example.com/a?b", "site")), `a[href="HTTPS://Example.com/a?b"][rel="noopener noreferrer nofollow"]`)
	if d := render(t, ui.Chip(ui.ChipProps{Label: "x", Href: "javascript:alert(1)"})); strings.Contains(d.Find("a").AttrOr("href", ""), "javascript") {
		t.Error("a script address got through")
	}
}

//go:build browser

package main

import (
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestPagesBreakNoRuleOfTheBrowserAndDoNotScrollSideways opens every kind and state
// of page, from wide screens to the 320 px that 400 % zoom leaves.
func TestPagesBreakNoRuleOfTheBrowserAndDoNotScrollSideways(t *testing.T) {
	p, h := opened(t)
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	b := openTab(t, server.URL)
	for _, language := range languages {
		for _, path := range publicPages(t, p.snapshot.Current(), h) {
			b.screen(1440, 844, "light")
			b.visit(language.prefix + path)
			for _, width := range []int64{1440, 834, 390, 320} {
				b.screen(width, 844, "light")
				var over int64
				b.read(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &over)
				if over > 0 {
					t.Errorf("%s%s at %d px scrolls sideways by %d px", language.prefix, path, width, over)
				}
			}
			for _, complaint := range b.complaints() {
				t.Errorf("%s%s: %s", language.prefix, path, complaint)
			}
		}
	}
}

func TestTheThemeIsChosenWithAndWithoutScripts(t *testing.T) {
	b := openTab(t, start(t, seededCopy(t)).url)
	b.screen(1440, 900, "light")
	background := func() string {
		var colour string
		b.do(chromedp.Evaluate(`getComputedStyle(document.body).backgroundColor`, &colour))
		return colour
	}
	b.visit("/no-such-page")
	light := background()
	b.do(chromedp.Click(`button[popovertarget=theme]`, chromedp.ByQuery), chromedp.WaitVisible(`#th-dark`, chromedp.ByQuery),
		chromedp.Click(`#th-dark`, chromedp.ByQuery), chromedp.Sleep(300*time.Millisecond))
	if background() == light {
		t.Error("choosing dark changed nothing")
	}
	b.visit("/no-such-page")
	if background() == light {
		t.Error("the choice was forgotten")
	}
	b.do(emulation.SetScriptExecutionDisabled(true))
	b.visit("/no-such-page")
	b.do(chromedp.Click(`button[popovertarget=theme]`, chromedp.ByQuery), chromedp.WaitVisible(`#th-light`, chromedp.ByQuery),
		chromedp.Click(`#th-light`, chromedp.ByQuery), chromedp.Click(`#theme button[type=submit]`, chromedp.ByQuery))
	b.do(chromedp.WaitReady(`html[data-theme=light] main`, chromedp.ByQuery), emulation.SetScriptExecutionDisabled(false))
	if background() != light {
		t.Error("without scripts the choice did not reach the server")
	}
	if complaints := b.complaints(); len(complaints) > 0 {
		t.Error(complaints)
	}
}

func TestTheFirstStopOfTheKeyboardSkipsToTheText(t *testing.T) {
	b := openTab(t, start(t, seededCopy(t)).url)
	b.visit("/no-such-page")
	var focused string
	b.do(chromedp.KeyEvent("\t"), chromedp.Evaluate(`document.activeElement.getAttribute("href")`, &focused))
	if focused != "#main" {
		t.Errorf("the first stop is %q", focused)
	}
}

func TestChineseIsShownInGlyphs(t *testing.T) {
	b := openTab(t, start(t, seededCopy(t)).url)
	b.visit("/no-such-page")
	if text := b.text("h1"); text != "这一页不在秤上" {
		t.Errorf("got %q", text)
	}
}

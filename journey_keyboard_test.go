//go:build browser

package main

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// keyboardStops is how far the walk with the Tab key goes.
const keyboardStops = 60

// stop is what has the focus: whether a ring is drawn around it, and whether it is
// in the window and under nothing that sticks to its edges.
type stop struct {
	What    string
	Ring    bool
	Inside  bool
	Covered string
}

// seeStop looks at what has the focus. The ring of a control that hides behind its
// label is drawn on the label.
const seeStop = `(() => {
	const e = document.activeElement, r = e.getBoundingClientRect(), y = r.y + r.height / 2, x = Math.min(r.x + r.width / 2, innerWidth - 2);
	const ring = n => n && getComputedStyle(n).outlineStyle !== "none" && parseFloat(getComputedStyle(n).outlineWidth) >= 2;
	const hit = document.elementFromPoint(x, y), bar = hit && hit.closest(".tray, .cost-bar");
	return {what: e.outerHTML.slice(0, 120), ring: !!(e.matches(":focus-visible") && (ring(e) || ring(e.closest("label")))),
		inside: y >= 0 && y <= innerHeight, covered: bar && !bar.contains(e) ? bar.className : ""};
})()`

func TestTheKeyboardIsAlwaysSeen(t *testing.T) {
	portal := start(t, seededCopy(t))
	b := openTab(t, portal.url)
	b.visit("/offers")
	for i := 1; i <= 2; i++ {
		b.click("#offers tbody tr:nth-child(" + string(rune('0'+i)) + ") input[name=pick]")
	}
	b.untilAt("pick=")
	for _, path := range []string{b.address(), "/calculator/cost", "/calculator/sizing", "/wizard/finetune/result"} {
		for _, width := range []int64{1440, 390} {
			b.screen(width, 800, "light")
			b.visit(path)
			seen := map[string]bool{}
			for range keyboardStops {
				var s stop
				b.do(chromedp.KeyEvent(kb.Tab), chromedp.Evaluate(seeStop, &s))
				seen[s.What] = true
				if !s.Ring || !s.Inside || s.Covered != "" {
					t.Errorf("%s at %d px: ring %t, inside %t, under %q: %s", path, width, s.Ring, s.Inside, s.Covered, s.What)
				}
			}
			if len(seen) < keyboardStops/2 {
				t.Errorf("%s at %d px: %d different stops", path, width, len(seen))
			}
		}
	}
	b.shot("walk")
}

// TestFiltersAreUsedByKeys ticks a condition and opens the menu of sharing without
// the mouse; Escape closes it and gives the focus back.
func TestFiltersAreUsedByKeys(t *testing.T) {
	portal := start(t, seededCopy(t))
	b := openTab(t, portal.url)
	b.visit("/en/offers")
	b.mark()
	b.do(chromedp.Focus("#facets details[open] input[name=gpu]", chromedp.ByQuery))
	b.press(" ")
	b.untilAt("gpu=")
	b.same("the space bar")
	b.do(chromedp.Focus("[popovertarget=share]", chromedp.ByQuery))
	b.press("\r")
	b.until("the menu is open", `document.querySelector("#share").matches(":popover-open")`)
	b.press(kb.Escape)
	b.until("the menu is closed", `!document.querySelector("#share").matches(":popover-open")`)
	if !b.is(`document.activeElement.getAttribute("popovertarget") === "share"`) {
		t.Errorf("after Escape the focus is on %s", b.focused())
	}
}

//go:build browser

package main

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// TestFindAndCompare is the way from the list of offers to a table of three that is
// shared.
func TestFindAndCompare(t *testing.T) {
	portal := start(t, seededCopy(t))
	for _, language := range languages {
		t.Run(language.name, func(t *testing.T) {
			b := openTab(t, portal.url)
			b.visit(language.prefix + "/offers")
			b.mark()
			b.filters()
			b.sorts()
			b.searches()
			b.picks()
			b.compares(language.prefix)
			b.shares(language.prefix)
		})
	}
}

// filters ticks a condition and goes back: only the results change, the address says
// what is shown, the focus stays, and the number is read out.
func (b *tab) filters() {
	const box = `#facets details[open] input[type=checkbox][name=provider], #facets details[open] input[type=checkbox][name=gpu]`
	before, all := b.address(), b.text("#count b")
	var name, value string
	b.read(fmt.Sprintf(`document.querySelector(%q).name`, box), &name)
	b.read(fmt.Sprintf(`document.querySelector(%q).value`, box), &value)
	b.read(`window.heading = document.querySelector("h1"), window.results = document.querySelector("#results"), ""`, new(string))
	b.click(box)
	b.untilAt(name + "=" + url.QueryEscape(value))
	b.until("fewer offers", fmt.Sprintf(`document.querySelector("#count b").textContent !== %q`, all))
	b.same("ticking a condition")
	if !b.is(`heading.isConnected && !results.isConnected`) {
		b.t.Error("more or less than the results was replaced")
	}
	if !b.is(fmt.Sprintf(`document.activeElement.name === %q && document.activeElement.value === %q && document.activeElement.checked`, name, value)) {
		b.t.Errorf("the focus is on %s", b.focused())
	}
	if b.count("#count[role=status]") != 1 || b.count("#chips .chip, .chips .chip") == 0 {
		b.t.Error("the number of offers is not announced, or no chip shows the condition")
	}
	b.shot("filtered")
	few := b.text("#count b")
	b.back()
	b.until("the list before", fmt.Sprintf(`location.pathname + location.search === %q && document.querySelector("#count b")?.textContent === %q`, before, all))
	if few == all || b.is(fmt.Sprintf(`document.querySelector(%q).checked`, box)) {
		b.t.Errorf("back shows %s offers with the condition still ticked", b.text("#count b"))
	}
}

// sorts follows the head of a column twice; the focus comes back to it.
func (b *tab) sorts() {
	b.mark()
	b.click("#sort-vram")
	b.untilAt("sort=-vram")
	b.until("sorted down", `document.querySelector("#sort-vram").closest("th").getAttribute("aria-sort") === "descending"`)
	b.until("the focus on the head", `document.activeElement.id === "sort-vram"`)
	b.click("#sort-vram")
	b.until("sorted up", `document.querySelector("#sort-vram").closest("th").getAttribute("aria-sort") === "ascending"`)
	b.same("sorting")
	if b.value("#sort") != "vram" {
		b.t.Errorf("the list of orders shows %q", b.value("#sort"))
	}
}

// searches types words: the list follows while the cursor stays.
func (b *tab) searches() {
	b.mark()
	b.click("#q")
	b.press("4090")
	b.untilAt("q=4090")
	b.until("rows of that card only", `document.querySelectorAll("#offers tbody tr").length > 0 && [...document.querySelectorAll("#offers tbody tr")].every(r => r.textContent.includes("4090"))`)
	b.same("searching")
	if b.focused() != "q" || b.value("#q") != "4090" {
		b.t.Errorf("after searching the focus is on %s with %q", b.focused(), b.value("#q"))
	}
	b.press(strings.Repeat("\b", 4))
	b.until("the whole list", `!location.search.includes("q=")`)
}

// picks fills the tray with three offers.
func (b *tab) picks() {
	b.mark()
	for i := 1; i <= 3; i++ {
		b.click(fmt.Sprintf("#offers tbody tr:nth-child(%d) input[name=pick]", 2*i))
		b.until("the tray holds them", fmt.Sprintf(`document.querySelectorAll("#tray ol li:not(.slot)").length === %d`, i))
		b.until("the address holds them", fmt.Sprintf(`new URLSearchParams(location.search).getAll("pick").length === %d`, i))
	}
	b.same("picking")
	if b.count("#tray [role=status]") != 1 || b.count("#offers input[name=pick]:checked") != 3 {
		b.t.Error("the tray is not announced or rows are not ticked")
	}
	if !b.is(`document.activeElement.name === "pick"`) {
		b.t.Errorf("after picking the focus is on %s", b.focused())
	}
	b.shot("tray")
	b.follow("#tray .btn-p")
}

// compares makes another column the base and folds rows away that are alike.
func (b *tab) compares(prefix string) {
	b.untilAt(prefix + "/compare?o=")
	if n := b.count("#cmp thead th[scope=col]"); n != 3 {
		b.t.Fatalf("%d columns", n)
	}
	b.mark()
	second := b.text("#cmp thead th:nth-of-type(2) .who")
	b.click("#b-1")
	b.untilAt("base=")
	b.until("the second is the base", `document.querySelectorAll("#cmp thead th")[1].classList.contains("base")`)
	b.until("the focus on the new base", `document.activeElement.id === "b-1"`)
	if got := b.text("#cmp thead th.base .who"); got != second {
		b.t.Errorf("the base is %q, not %q", got, second)
	}
	rows := b.shown("#cmp tbody tr")
	b.click("#diff")
	b.untilAt("diff=1")
	b.until("the focus on the box", `document.activeElement.id === "diff" && document.activeElement.checked`)
	fewer := b.shown("#cmp tbody tr")
	b.same("comparing")
	if fewer >= rows || b.text(".cmp-tools [role=status]") == "" {
		b.t.Errorf("%d rows of %d are shown, said as %q", fewer, rows, b.text(".cmp-tools [role=status]"))
	}
	b.shot("compare")
}

// shown counts the elements that can be seen by scrolling.
func (b *tab) shown(selector string) int {
	b.t.Helper()
	var n int
	b.read(fmt.Sprintf(`[...document.querySelectorAll(%q)].filter(e => e.checkVisibility() && e.getClientRects().length).length`, selector), &n)
	return n
}

// shares copies the address and makes a short one that leads to the same table.
func (b *tab) shares(prefix string) {
	b.allow("clipboard-read")
	b.allow("clipboard-write")
	address := b.address()
	b.click("[popovertarget=share]")
	b.click("#share [data-copy]")
	b.until("it says that it was copied", `document.querySelector("#toast").textContent.trim() !== ""`)
	var copied string
	b.promised("navigator.clipboard.readText()", &copied)
	if copied != b.value("#share-link") || !strings.HasSuffix(copied, address) {
		b.t.Errorf("copied %q at %q", copied, address)
	}
	if chinese := strings.ContainsRune(b.text("#toast"), '制'); chinese == (prefix == "/en") {
		b.t.Errorf("it says %q", b.text("#toast"))
	}
	names := b.text("#cmp thead")
	b.follow("#share form:has([name=mode][value=live]) button")
	b.untilAt(prefix + "/s/")
	short := b.value("#share-link")
	b.shot("short")
	b.visit(strings.TrimPrefix(short, b.url))
	if b.address() != address || b.text("#cmp thead") != names {
		b.t.Errorf("%s leads to %s", short, b.address())
	}
}

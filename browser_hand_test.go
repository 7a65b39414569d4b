//go:build browser

package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patience is how long a page may take to show what it should.
const patience = 30 * time.Second

// read evaluates an expression of the page into a value. Reading is all that tests
// let scripts do; whatever a visitor does goes through the mouse and the keyboard.
func (b *tab) read(expression string, into any) {
	b.t.Helper()
	b.do(chromedp.Evaluate(expression, into))
}

func (b *tab) is(expression string) bool {
	b.t.Helper()
	var truth bool
	b.read("!!("+expression+")", &truth)
	return truth
}

func (b *tab) count(selector string) int {
	b.t.Helper()
	var n int
	b.read(fmt.Sprintf("document.querySelectorAll(%q).length", selector), &n)
	return n
}

// text is the text of the first element that matches, its white space folded, and
// empty when there is none.
func (b *tab) text(selector string) string {
	b.t.Helper()
	var text string
	b.read(fmt.Sprintf(`document.querySelector(%q)?.textContent ?? ""`, selector), &text)
	return strings.Join(strings.Fields(text), " ")
}

func (b *tab) value(selector string) string {
	b.t.Helper()
	var value string
	b.read(fmt.Sprintf(`document.querySelector(%q)?.value ?? ""`, selector), &value)
	return value
}

// address is the path and query of the page.
func (b *tab) address() string {
	b.t.Helper()
	var address string
	b.read("location.pathname + location.search", &address)
	return address
}

// until waits for an expression of the page to become true. A page that is just
// being replaced cannot answer and is asked again.
func (b *tab) until(what, expression string) {
	b.t.Helper()
	var truth bool
	var err error
	for deadline := time.Now().Add(patience); time.Now().Before(deadline) && b.Err() == nil; time.Sleep(30 * time.Millisecond) {
		if err = chromedp.Run(b, chromedp.Evaluate("!!("+expression+")", &truth)); err == nil && truth {
			return
		}
	}
	_ = b.picture("waiting")
	b.t.Fatalf("%s: not so after %s at %s (%v)", what, patience, b.address(), err)
}

// untilAt waits until the address contains a part and the document is complete.
func (b *tab) untilAt(part string) {
	b.t.Helper()
	b.until("the address has "+part, fmt.Sprintf(`document.readyState === "complete" && (location.pathname + location.search).includes(%q)`, part))
}

// point returns the middle of an element in the window, scrolled to where it is
// free, and fails when something else would take the click.
func (b *tab) point(selector string) (x, y float64) {
	b.t.Helper()
	var at struct {
		X, Y float64
		Hit  string
	}
	look := fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e) return {hit: "nothing matches"};
		e.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
		const r = e.getClientRects()[0];
		if (!r) return {hit: "it is not shown"};
		const x = r.x + r.width / 2, y = r.y + r.height / 2, hit = document.elementFromPoint(x, y);
		const own = hit && (e.contains(hit) || hit.contains(e) && hit.matches("label, a, button, summary") || hit.closest("label")?.control === e);
		return {x, y, hit: own ? "" : "covered by " + (hit ? hit.outerHTML.slice(0, 160) : "the edge")};
	})()`, selector)
	for deadline := time.Now().Add(patience / 3); ; time.Sleep(50 * time.Millisecond) {
		err := chromedp.Run(b, chromedp.Evaluate(look, &at))
		if err == nil && at.Hit == "" {
			return at.X, at.Y
		}
		if time.Now().After(deadline) {
			_ = b.picture("covered")
			b.t.Fatalf("%s at %s cannot be clicked: %s %v", selector, b.address(), at.Hit, err)
		}
	}
}

// click presses and releases the left button of the mouse on an element.
func (b *tab) click(selector string) {
	b.t.Helper()
	x, y := b.point(selector)
	b.do(chromedp.MouseClickXY(x, y))
}

// follow clicks what leads to another document and waits for it.
func (b *tab) follow(selector string) {
	b.t.Helper()
	b.mark()
	b.click(selector)
	b.until("another page after "+selector, `!window.visited && document.readyState === "complete" && document.querySelector("main")`)
}

// mark leaves a mark on the document; it is gone when another one is loaded.
func (b *tab) mark() {
	b.t.Helper()
	b.do(chromedp.Evaluate("window.visited = true", nil))
}

// same fails when the document was loaded anew since mark.
func (b *tab) same(after string) {
	b.t.Helper()
	if !b.is("window.visited") {
		b.t.Errorf("%s loaded the whole page", after)
	}
}

// press sends keys to what has the focus.
func (b *tab) press(keys string, modifiers ...input.Modifier) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// write replaces the content of a text field by what an input method would insert.
func (b *tab) write(selector, words string) {
	b.t.Helper()
	b.click(selector)
	b.press(kb.End, input.ModifierCtrl)
	b.press(kb.Home, input.ModifierCtrl, input.ModifierShift)
	if b.value(selector) != "" {
		b.press(kb.Delete)
	}
	b.do(input.InsertText(words))
}

// choose walks with the arrow keys to an option of a list.
func (b *tab) choose(selector, value string) {
	b.t.Helper()
	var steps int
	b.read(fmt.Sprintf(`(() => {
		const s = document.querySelector(%q), o = [...s.options].filter(o => !o.disabled);
		return o.findIndex(o => o.value === %q) - o.indexOf(s.selectedOptions[0]);
	})()`, selector, value), &steps)
	b.do(chromedp.Focus(selector, chromedp.ByQuery))
	key := kb.ArrowDown
	if steps < 0 {
		key, steps = kb.ArrowUp, -steps
	}
	b.press(strings.Repeat(key, steps))
	if got := b.value(selector); got != value {
		b.t.Fatalf("%s is %q instead of %q", selector, got, value)
	}
}

// ready waits until htmx knows an element, for which a visitor needs no patience.
func (b *tab) ready(selector string) {
	b.t.Helper()
	b.until(selector+" is live", fmt.Sprintf(`document.querySelector(%q)?.["htmx-internal-data"]`, selector))
}

// back is the browser's button of that name.
func (b *tab) back() {
	b.t.Helper()
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		now, entries, err := page.GetNavigationHistory().Do(ctx)
		if err != nil {
			return err
		}
		return page.NavigateToHistoryEntry(entries[now-1].ID).Do(ctx)
	}))
}

// upload puts a file of the disk into a file field, as the system's dialog does.
func (b *tab) upload(selector, file string) {
	b.t.Helper()
	b.do(chromedp.SetUploadFiles(selector, []string{file}, chromedp.ByQuery))
}

// status is the number with which the server answered the document.
func (b *tab) status() int {
	b.t.Helper()
	var status int
	b.read(`performance.getEntriesByType("navigation")[0].responseStatus`, &status)
	return status
}

// promised evaluates an expression that answers later.
func (b *tab) promised(expression string, into any) {
	b.t.Helper()
	b.do(chromedp.Evaluate(expression, into, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
}

// focused describes what has the focus: its id, else its name and value.
func (b *tab) focused() string {
	b.t.Helper()
	var what string
	b.read(`(e => e.id || [e.localName, e.name, e.value].filter(Boolean).join(" "))(document.activeElement)`, &what)
	return what
}

// languages are the prefixes of addresses, with the name of each.
var languages = []struct{ name, prefix string }{{"zh", ""}, {"en", "/en"}}

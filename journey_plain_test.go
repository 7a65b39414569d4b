//go:build browser

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// TestEverythingWorksWithoutScripts walks the main ways where no script of the page
// runs: every step is a link or a form that loads another document.
func TestEverythingWorksWithoutScripts(t *testing.T) {
	portal := start(t, seededCopy(t))
	for _, language := range languages {
		t.Run(language.name, func(t *testing.T) {
			b := openTab(t, portal.url)
			b.do(emulation.SetScriptExecutionDisabled(true))
			b.plainOffers(language.prefix)
			b.plainCompare(language.prefix)
			b.plainCost(language.prefix)
			b.plainSizing(language.prefix)
			b.plainWizard(language.prefix)
		})
	}
}

func (b *tab) plainOffers(prefix string) {
	b.visit(prefix + "/offers")
	if b.is("window.htmx") {
		b.t.Fatal("scripts of the page run")
	}
	all := b.text("#count b")
	b.click("#facets details[open] input[name=gpu][value=rtx-4090-24gb]")
	b.follow("#facets .facet-go button[type=submit]")
	b.untilAt("gpu=rtx-4090-24gb")
	if few := b.text("#count b"); few == all || few == "" || !b.is(`document.querySelector("#facets input[value=rtx-4090-24gb]").checked`) {
		b.t.Errorf("%s of %s offers with one accelerator", few, all)
	}
	b.follow("#sort-vram")
	b.untilAt("sort=")
	b.click("#offers tbody tr:nth-child(1) input[name=pick]")
	b.click("#offers tbody tr:nth-child(2) input[name=pick]")
	b.follow("#results noscript button")
	if n := b.count("#tray ol li:not(.slot)"); n != 2 || strings.Count(b.address(), "pick=") != 2 || !strings.Contains(b.address(), "gpu=") {
		b.t.Errorf("%d offers in the tray at %s", n, b.address())
	}
	b.shot("tray")
	b.follow("#tray .btn-p")
}

func (b *tab) plainCompare(prefix string) {
	b.untilAt(prefix + "/compare?o=")
	rows, second := b.shown("#cmp tbody tr"), b.text("#cmp thead th:nth-of-type(2) .who")
	b.follow("#b-1")
	if got := b.text("#cmp thead th.base .who"); got != second || !strings.Contains(b.address(), "base=") {
		b.t.Errorf("the base is %q at %s", got, b.address())
	}
	b.click("#diff")
	b.follow(".cmp-tools noscript button")
	if fewer := b.shown("#cmp tbody tr"); fewer >= rows || !strings.Contains(b.address(), "diff=1") {
		b.t.Errorf("%d of %d rows at %s", fewer, rows, b.address())
	}
	// The address to copy stands in the menu, which opens without scripts; so does
	// the way to a short one.
	address := b.address()
	b.click("[popovertarget=share]")
	if !strings.HasSuffix(b.value("#share-link"), address) || b.shown("#share-link") != 1 {
		b.t.Errorf("to copy: %q", b.value("#share-link"))
	}
	b.follow("#share form:has([name=mode][value=live]) button")
	b.untilAt(prefix + "/s/")
	b.visit(strings.TrimPrefix(b.value("#share-link"), b.url))
	if b.address() != address {
		b.t.Errorf("the short address leads to %s", b.address())
	}
}

func (b *tab) plainCost(prefix string) {
	b.visit(prefix + "/calculator/cost?by=hours")
	b.write("#c-hours", "12,5")
	b.follow(".cost-form > button[type=submit]")
	if b.text("#c-hours-e") == "" || b.value("#c-hours") != "12,5" || !b.is(`document.querySelector("#c-hours").getAttribute("aria-invalid") === "true"`) || b.status() != 400 {
		b.t.Errorf("12,5: %d, %q at the field, which holds %q", b.status(), b.text("#c-hours-e"), b.value("#c-hours"))
	}
	b.write("#c-hours", "12。5")
	b.follow(".cost-form > button[type=submit]")
	if b.text("#c-hours-e") != "" || b.count("#cost-result .answer") != 1 {
		b.t.Errorf("12。5: %q", b.text("#c-hours-e"))
	}
	b.click("#cost-sheet > summary")
	if b.shown("#cost-sheet table tbody tr") == 0 {
		b.t.Error("the sheet does not open")
	}
	b.shot("cost")
}

func (b *tab) plainSizing(prefix string) {
	b.visit(prefix + "/calculator/sizing")
	before := b.need()
	b.choose("#f-model", "Llama-3.1-70B")
	b.click("label:has(input[name=precision][value=int4])")
	b.follow("#sizing > button[type=submit]")
	if after := b.need(); after == before || after == "" || b.value("#f-model") != "Llama-3.1-70B" || !strings.Contains(b.address(), "precision=int4") {
		b.t.Errorf("it needs %q, before %q, at %s", after, before, b.address())
	}
	b.shot("sizing")
}

func (b *tab) plainWizard(prefix string) {
	b.visit(prefix + "/wizard")
	b.click("label:has(input[name=scenario][value=inference])")
	b.follow("form.q button[type=submit]")
	for asked := 0; !strings.Contains(b.address(), "/check"); asked++ {
		if asked > 30 {
			b.t.Fatalf("no end of questions at %s", b.address())
		}
		heading := b.text("h1")
		b.answer()
		b.follow("form.q button[type=submit]")
		if asked != 1 {
			continue
		}
		next := b.text("h1")
		b.back()
		b.until("the question before", fmt.Sprintf(`document.readyState === "complete" && document.querySelector("h1")?.textContent.trim() === %q`, heading))
		b.answer()
		b.follow("form.q button[type=submit]")
		if got := b.text("h1"); got != next {
			b.t.Errorf("after going back %q follows instead of %q", got, next)
		}
	}
	b.follow("form button[type=submit].btn-p")
	b.untilAt(prefix + "/wizard/inference/result")
	before := b.text("#result")
	b.click("#wz-weights label:has(input[name=must])")
	b.follow("#wz-weights button[type=submit]")
	if !strings.Contains(b.address(), "must=") || b.text("#result") == before {
		b.t.Errorf("a hard limit changes nothing at %s", b.address())
	}
	b.shot("wizard")
}

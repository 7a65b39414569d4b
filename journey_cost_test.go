//go:build browser

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// typing is what people type as hours, and what the page makes of it: a message in
// its language, or none.
var typing = []struct{ typed, zh, en string }{
	{"12。5", "", ""},
	{"12,5", "小数点", "point for decimals"},
	{"１２．５", "", ""},
	{"abc", "不是数字", "not a number"},
	{"1,250.50", "", ""},
	{"-3", "不能", "at least"},
}

func TestCostOfAJob(t *testing.T) {
	portal := start(t, seededCopy(t))
	for _, language := range languages {
		t.Run(language.name, func(t *testing.T) {
			b := openTab(t, portal.url)
			b.visit(language.prefix + "/calculator/cost?gpu=rtx-4090-24gb&by=hours&hours=10")
			b.mark()
			b.hours(language.prefix)
			b.costFollows()
			b.same("calculating")
			b.visit(b.address())
			b.sheet()
		})
	}
}

// hours types into the field what people type; a message stands at the field, in the
// language of the page, and what was typed stays.
func (b *tab) hours(prefix string) {
	for _, row := range typing {
		want := row.zh
		if prefix == "/en" {
			want = row.en
		}
		said := b.text("#cost-result")
		b.write("#c-hours", row.typed)
		if want != "" {
			b.until("a message for "+row.typed, `document.querySelector("#c-hours-e").textContent.trim() !== ""`)
			if got := b.text("#c-hours-e"); !strings.Contains(strings.ToLower(got), want) {
				b.t.Errorf("%s: the message is %q", row.typed, got)
			}
		} else {
			b.until("no message for "+row.typed, `document.querySelector("#c-hours-e").textContent.trim() === ""`)
			b.until("a result for "+row.typed, fmt.Sprintf(`document.querySelector("#cost-result .answer") && document.querySelector("#cost-result").textContent.split(/\s+/).join(" ").trim() !== %q`, said))
		}
		b.until("the field marked as the message says", fmt.Sprintf(`(document.querySelector("#c-hours").getAttribute("aria-invalid") === "true") === %t`, want != ""))
		if got := b.value("#c-hours"); got != row.typed || b.focused() != "c-hours" {
			b.t.Errorf("typed %q, the field holds %q, the focus is on %s", row.typed, got, b.focused())
		}
	}
	b.shot("typed")
}

// costFollows changes the number of cards and the way of counting: the answer
// follows, is read out, and stands in the address.
func (b *tab) costFollows() {
	b.write("#c-hours", "10")
	b.untilAt("hours=10")
	b.until("an answer", `document.querySelector("#cost-result .answer .huge")`)
	said, one := b.text("#cost-said"), b.text("#cost-result .answer .huge")
	b.write("#c-gpus", "4")
	b.untilAt("gpus=4")
	b.until("another answer", fmt.Sprintf(`document.querySelector("#cost-result .answer .huge")?.textContent.trim() !== %q`, one))
	if b.text("#cost-said") == said || b.count("#cost-said[role=status]") != 1 {
		b.t.Errorf("read out is %q", b.text("#cost-said"))
	}
	four := b.text("#cost-result .answer .huge")
	b.click("label:has(#c-by-months)")
	b.untilAt("months=")
	b.until("the answer for months", fmt.Sprintf(`document.querySelector("#cost-result .answer .huge")?.textContent.trim() !== %q`, four))
	if b.shown("#c-months") != 1 || b.shown("#c-hours") != 0 {
		b.t.Error("the fields do not follow the way of counting")
	}
	b.shot("months")
}

// sheet prints: the procurement sheet is all that is on paper.
func (b *tab) sheet() {
	if b.shown("#cost-sheet table") != 0 {
		b.t.Error("the sheet is open before it is asked for")
	}
	b.click("#cost-sheet > summary")
	b.until("the sheet is open", `document.querySelector("#cost-sheet").open`)
	if b.shown("#cost-sheet table tbody tr") == 0 || b.shown("#cost-sheet .cost-url") != 1 {
		b.t.Error("the sheet lacks its lines or its address")
	}
	b.do(emulation.SetEmulatedMedia().WithMedia("print"))
	for selector, want := range map[string]bool{"#cost-sheet table tbody tr": true, "#cost-sheet .cost-url": true, ".cost-form": false, ".answer": false, ".top .nav": false, ".cost-files": false} {
		if got := b.shown(selector) > 0; got != want {
			b.t.Errorf("in print %s is shown: %t", selector, got)
		}
	}
	b.shot("sheet")
	b.do(emulation.SetEmulatedMedia().WithMedia(""))
}

func TestSizingOfAModel(t *testing.T) {
	portal := start(t, seededCopy(t))
	for _, language := range languages {
		t.Run(language.name, func(t *testing.T) {
			b := openTab(t, portal.url)
			b.visit(language.prefix + "/calculator/sizing")
			b.mark()
			small := b.need()
			b.choose("#f-model", "Llama-3.1-70B")
			b.untilAt("model=Llama-3.1-70B")
			b.until("another need", fmt.Sprintf(`document.querySelector("#result .answer .huge")?.textContent.split(/\s+/).join(" ").trim() !== %q`, small))
			if b.focused() != "f-model" {
				b.t.Errorf("the focus is on %s", b.focused())
			}
			large := b.need()
			b.click("label:has(input[name=precision][value=int4])")
			b.untilAt("precision=int4")
			b.until("the need of 4 bits", fmt.Sprintf(`document.querySelector("#result .answer .huge")?.textContent.split(/\s+/).join(" ").trim() !== %q`, large))
			if len(b.text("#result .answer")) == 0 || b.count("#result[aria-live]") != 1 || b.count("#cards tbody tr") == 0 {
				b.t.Error("the answer is not read out, or names no cards")
			}
			b.same("sizing")
			b.shot("large")
			// The address holds all of it.
			want := b.need()
			b.visit(b.address())
			if got := b.need(); got != want || b.value("#f-model") != "Llama-3.1-70B" {
				b.t.Errorf("opened again it needs %q, not %q", got, want)
			}
			b.write("#f-context", "x")
			b.until("a message", `document.querySelector("#err-context").textContent.trim() !== ""`)
			b.until("the field marked as wrong", `document.querySelector("#f-context").getAttribute("aria-invalid") === "true"`)
			if b.value("#f-context") != "x" {
				b.t.Errorf("the field holds %q", b.value("#f-context"))
			}
		})
	}
}

// need is the first figure of a sizing.
func (b *tab) need() string {
	b.t.Helper()
	return b.text("#result .answer .huge")
}

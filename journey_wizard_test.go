//go:build browser

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// typedAnswers are what a visitor types where a question has no choices.
var typedAnswers = map[string]string{"model": "Llama-2-7B", "gpus": "２", "days": "5", "budget": "5000", "upload_gb": "10", "latency": "50", "sla": "99"}

func TestWizard(t *testing.T) {
	portal := start(t, seededCopy(t))
	for _, language := range languages {
		t.Run(language.name, func(t *testing.T) {
			b := openTab(t, portal.url)
			b.visit(language.prefix + "/wizard")
			b.click("label:has(input[name=scenario][value=finetune])")
			b.follow("form.q button[type=submit]")
			b.untilAt(language.prefix + "/wizard/finetune")
			b.answers()
			b.goesBackToTheTask(language.prefix)
			b.changesTheTask(language.prefix)
			b.answersMore()
			b.changesAnAnswer()
			b.follow("form button[type=submit].btn-p")
			b.untilAt("/wizard/finetune/result")
			b.weighs()
			b.prints()
		})
	}
}

// answers goes through all questions: after each the focus is on the next heading,
// and the way back shows what was answered.
func (b *tab) answers() {
	b.mark()
	asked := 0
	for ; !strings.Contains(b.address(), "/check"); asked++ {
		if asked > 30 {
			b.t.Fatalf("no end of questions at %s", b.address())
		}
		heading, here := b.text("h1"), b.address()
		b.answer()
		b.click("form.q button[type=submit]")
		b.until("the next question", fmt.Sprintf(`location.pathname + location.search !== %q && document.querySelector("h1").textContent.trim() !== %q`, here, heading))
		b.until("the focus on its heading", `document.activeElement.id === "wizard-q"`)
		if asked == 2 {
			b.goesBack(heading)
		}
	}
	b.same("the wizard")
	if asked < 8 {
		b.t.Errorf("only %d questions", asked)
	}
	b.shot("check")
}

// answer answers the question of the page.
func (b *tab) answer() {
	b.t.Helper()
	var radio, name string
	b.read(`document.querySelector("form.q input[type=radio]")?.id ?? ""`, &radio)
	if radio != "" {
		if b.count("form.q input[name=domestic][value=no]") == 1 {
			radio = "f-domestic-1"
		}
		b.click("label:has(#" + radio + ")")
		return
	}
	b.read(`document.querySelector("form.q input.in")?.name ?? ""`, &name)
	if typedAnswers[name] != "" {
		b.write("#f-"+name, typedAnswers[name])
	}
}

// goesBack returns to the question before and forward again by answering.
func (b *tab) goesBack(heading string) {
	b.t.Helper()
	next := b.text("h1")
	b.back()
	b.until("the question before", fmt.Sprintf(`document.querySelector("h1")?.textContent.trim() === %q`, heading))
	b.ready("form.q")
	if !b.is(`document.querySelector("form.q input:checked") || [...document.querySelectorAll("form.q input.in")].some(e => e.value)`) {
		b.t.Errorf("the answer to %q is gone", heading)
	}
	b.shot("back")
	b.click("form.q button[type=submit]")
	b.until("the focus on the heading", `document.activeElement.id === "wizard-q"`)
	b.until("the question after", fmt.Sprintf(`document.querySelector("h1")?.textContent.trim() === %q`, next))
}

// goesBackToTheTask follows the links back to the first question of all: each shows its
// answer, and going on from there leads to the list with nothing lost.
func (b *tab) goesBackToTheTask(prefix string) {
	b.t.Helper()
	before, steps := b.text(".wz-check"), 0
	for ; !b.is(`location.pathname.endsWith("/wizard")`); steps++ {
		if steps > 30 {
			b.t.Fatalf("no way back to the task from %s", b.address())
		}
		b.follow(".wrap > .pt a")
		if !b.is(`document.querySelector("form.q input:checked") || [...document.querySelectorAll("form.q input.in")].some(e => e.value)`) {
			b.t.Errorf("the answer is gone at %s", b.address())
		}
	}
	if steps < 9 || b.value("form.q input[name=scenario]:checked") != "finetune" {
		b.t.Errorf("after %d steps back the task is %q", steps, b.value("form.q input[name=scenario]:checked"))
	}
	b.shot("task")
	b.follow("form.q button[type=submit]")
	b.untilAt(prefix + "/wizard/finetune/check")
	if after := b.text(".wz-check"); after != before {
		b.t.Errorf("the list said %q, after the way back %q", before, after)
	}
}

// changesTheTask takes another task from the list and the first one again: the answers
// are those from before.
func (b *tab) changesTheTask(prefix string) {
	b.t.Helper()
	before := b.text(".wz-check")
	for _, task := range []string{"rendering", "finetune"} {
		b.follow(".wz-check a[href*='step=scenario']")
		b.click("label:has(input[name=scenario][value=" + task + "])")
		b.follow("form.q button[type=submit]")
		b.untilAt(prefix + "/wizard/" + task + "/check")
		if !strings.Contains(b.text(".wz-check"), "Llama-2-7B") {
			b.t.Errorf("%s lost the model: %s", task, b.text(".wz-check"))
		}
	}
	if after := b.text(".wz-check"); after != before {
		b.t.Errorf("the list said %q, after two changes of the task %q", before, after)
	}
}

// answersMore goes through the optional questions and back to the list.
func (b *tab) answersMore() {
	b.t.Helper()
	b.follow(".wz-more .row-b a")
	for asked := 0; !strings.Contains(b.address(), "/check"); asked++ {
		if asked > 9 {
			b.t.Fatalf("no end of more questions at %s", b.address())
		}
		heading := b.text("h1")
		b.answer()
		b.click("form.q button[type=submit]")
		b.until("the next question", fmt.Sprintf(`document.querySelector("h1").textContent.trim() !== %q && document.activeElement.id === "wizard-q"`, heading))
	}
	if b.count(".wz-more") != 0 {
		b.t.Error("answered requirements are still offered")
	}
}

// prints lays the result out on the width of A4: no plan takes more than half of the
// page, so that several share one.
func (b *tab) prints() {
	b.t.Helper()
	b.screen(688, 1017, "light")
	b.do(emulation.SetEmulatedMedia().WithMedia("print"))
	var highest float64
	b.read(`Math.max(...[...document.querySelectorAll("#result li.rank")].map(e => e.getBoundingClientRect().height))`, &highest)
	if highest > 1017/2 || highest == 0 {
		b.t.Errorf("a plan takes %.0f of the 1017 pixels of a page", highest)
	}
	b.do(emulation.SetEmulatedMedia())
}

// changesAnAnswer edits one answer from the list and comes back to it.
func (b *tab) changesAnAnswer() {
	before := b.text(".wz-check")
	b.follow(".wz-check a[href*='step=days']")
	b.write("#f-days", "７")
	b.click("form.q button[type=submit]")
	b.untilAt("/check")
	b.until("the list", `document.querySelector(".wz-check") && document.activeElement.id === "wizard-q"`)
	if after := b.text(".wz-check"); after == before || !strings.Contains(after, "7") || !strings.Contains(b.address(), "days=") {
		b.t.Errorf("the list says %q at %s", after, b.address())
	}
}

// weighs moves a slider by keys: the order follows and is announced, the slider
// keeps the focus, and the address opens the same order elsewhere.
func (b *tab) weighs() {
	b.mark()
	if b.count("#result[aria-live] , #result [role=status]") == 0 {
		b.t.Error("a new order is not announced")
	}
	share, order := b.text("#w-cost-share"), b.order()
	b.do(chromedp.Focus("#w-cost", chromedp.ByQuery))
	b.press(kb.Home)
	b.untilAt("w_cost=0")
	b.until("the share follows", fmt.Sprintf(`document.querySelector("#w-cost-share").textContent.trim() !== %q`, share))
	if b.focused() != "w-cost" {
		b.t.Errorf("the focus is on %s", b.focused())
	}
	b.do(chromedp.Focus("#w-performance", chromedp.ByQuery))
	b.press(kb.End)
	b.untilAt("w_performance=100")
	b.until("another order", planNames+fmt.Sprintf(" !== %q", order))
	b.same("weighing")
	if b.text("#result [role=status]") == "" {
		b.t.Error("nothing says that the order is new")
	}
	b.shot("result")
	order = b.order()
	b.visit(b.address())
	if got := b.order(); got != order || got == "" {
		b.t.Errorf("opened again the order is %q, not %q", got, order)
	}
}

// planNames are the names of the plans that are shown in full, best first.
const planNames = `[...document.querySelectorAll("#result h3.wz-name")].map(e => e.textContent.split(/\s+/).join(" ").trim()).join(" > ")`

func (b *tab) order() string {
	b.t.Helper()
	var order string
	b.read(planNames, &order)
	return order
}

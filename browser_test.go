//go:build browser

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// leaveOut skips a browser test for want of a tool, or fails where nothing may be
// left out.
func leaveOut(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s is needed", what)
	}
	t.Skipf("left out: %s is missing", what)
}

func browserPath(t *testing.T) string {
	t.Helper()
	for _, name := range []string{os.Getenv("GPUSCALE_TEST_BROWSER"), "chromium", "chromium-browser", "google-chrome"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	leaveOut(t, "Chromium")
	return ""
}

// browser is a tab that remembers what the console and the content policy said.
type browser struct {
	context.Context
	t      *testing.T
	portal *started
	mutex  sync.Mutex
	said   []string
}

// open starts the portal and a browser with a profile of its own.
func open(t *testing.T) *browser {
	t.Helper()
	path := browserPath(t)
	b := &browser{t: t, portal: start(t, filepath.Join(t.TempDir(), "gpuscale.db"))}
	profile, err := os.MkdirTemp("", "gpuscale-browser-")
	if err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(profile),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.WindowSize(1440, 900))
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	tab, closeTab := chromedp.NewContext(allocator)
	ctx, cancel := context.WithTimeout(tab, 5*time.Minute)
	b.Context = ctx
	t.Cleanup(func() {
		// The browser's helpers may write to the profile a little longer than it
		// lives itself; what they leave is no failure of the portal.
		_ = chromedp.Cancel(tab)
		cancel()
		closeTab()
		stopAllocator()
		_ = os.RemoveAll(profile)
	})
	chromedp.ListenTarget(tab, b.hear)
	b.do(log.Enable(), runtime.Enable())
	return b
}

// hear keeps what a visitor's console would show as an error.
func (b *browser) hear(event any) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError && !strings.Contains(e.Entry.Text, "status of 4") && !strings.Contains(e.Entry.Text, "status of 5") {
			b.said = append(b.said, e.Entry.Text)
		}
	case *runtime.EventExceptionThrown:
		b.said = append(b.said, e.ExceptionDetails.Error())
	}
}

// complaints returns and forgets what was heard.
func (b *browser) complaints() []string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	said := b.said
	b.said = nil
	return said
}

func (b *browser) do(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// visit loads a path of the portal.
func (b *browser) visit(path string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.portal.url+path), chromedp.WaitReady("main"))
}

func (b *browser) text(selector string) string {
	b.t.Helper()
	var text string
	b.do(chromedp.Text(selector, &text, chromedp.ByQuery))
	return text
}

// screen sets the size of the window and the colour scheme of the system.
func (b *browser) screen(width, height int64, scheme string) {
	b.t.Helper()
	b.do(emulation.SetDeviceMetricsOverride(width, height, 1, width < 720),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
}

type violation struct {
	ID, Impact, Help string
	Nodes            []struct{ HTML, FailureSummary string }
}

func axeScript(t *testing.T) string {
	t.Helper()
	script, err := os.ReadFile("tests/node_modules/axe-core/axe.min.js")
	if err != nil {
		leaveOut(t, "axe-core")
	}
	return string(script)
}

// violations runs axe on the page: WCAG 2.0 to 2.2 A and AA, and best practice.
func (b *browser) violations(axe string) []violation {
	b.t.Helper()
	var found string
	b.do(chromedp.Evaluate(axe, nil), chromedp.Evaluate(
		`axe.run(document, {resultTypes: ["violations"]}).then(r => JSON.stringify(r.violations))`, &found,
		func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	var list []violation
	if err := json.Unmarshal([]byte(found), &list); err != nil {
		b.t.Fatal(err)
	}
	return list
}

// browserPaths are the pages that the browser visits: every public page once, and
// the error page.
func browserPaths(t *testing.T) []string {
	t.Helper()
	p, h := opened(t)
	paths := []string{"/no-such-page", "/en/no-such-page"}
	for path := range addresses(p) {
		if kind := answer(h, "GET", path).Header().Get("Content-Type"); strings.HasPrefix(kind, "text/html") {
			paths = append(paths, path)
		}
	}
	return paths
}

func TestPagesAreAccessible(t *testing.T) {
	axe := axeScript(t)
	b := open(t)
	for _, path := range browserPaths(t) {
		for _, look := range []struct {
			width, height int64
			scheme        string
		}{{1440, 900, "light"}, {390, 844, "dark"}} {
			b.screen(look.width, look.height, look.scheme)
			b.visit(path)
			for _, v := range b.violations(axe) {
				t.Errorf("%s at %d px, %s: %s (%s): %s", path, look.width, look.scheme, v.ID, v.Impact, describe(v))
			}
		}
	}
}

func describe(v violation) string {
	if len(v.Nodes) == 0 {
		return v.Help
	}
	return fmt.Sprintf("%s: %.200s: %.300s", v.Help, v.Nodes[0].HTML, v.Nodes[0].FailureSummary)
}

func TestPagesBreakNoRuleOfTheBrowserAndDoNotScrollSideways(t *testing.T) {
	b := open(t)
	for _, path := range browserPaths(t) {
		for _, width := range []int64{1440, 834, 390, 320} {
			b.screen(width, 844, "light")
			b.visit(path)
			var over int64
			b.do(chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &over))
			if over > 0 {
				t.Errorf("%s at %d px scrolls sideways by %d px", path, width, over)
			}
		}
		for _, complaint := range b.complaints() {
			t.Errorf("%s: %s", path, complaint)
		}
	}
}

func TestTheThemeIsChosenWithAndWithoutScripts(t *testing.T) {
	b := open(t)
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
	b := open(t)
	b.visit("/no-such-page")
	var focused string
	b.do(chromedp.KeyEvent("\t"), chromedp.Evaluate(`document.activeElement.getAttribute("href")`, &focused))
	if focused != "#main" {
		t.Errorf("the first stop is %q", focused)
	}
}

func TestChineseIsShownInGlyphs(t *testing.T) {
	b := open(t)
	b.visit("/no-such-page")
	if text := b.text("h1"); text != "这一页不在秤上" {
		t.Errorf("got %q", text)
	}
}

//go:build browser

package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	permission "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
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

// chromium is the one browser of all tests; each test has a window of its own in it,
// with cookies of its own.
var chromium struct {
	sync.Mutex
	context.Context
	stop func()
}

// TestMain ends the browser after the tests.
func TestMain(m *testing.M) {
	status := m.Run()
	if chromium.stop != nil {
		chromium.stop()
	}
	os.Exit(status)
}

// launched returns the running browser, which the first call starts.
func launched(t *testing.T) context.Context {
	t.Helper()
	chromium.Lock()
	defer chromium.Unlock()
	if chromium.Context != nil {
		return chromium.Context
	}
	path := browserPath(t)
	profile, err := os.MkdirTemp("", "gpuscale-browser-")
	if err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(profile), chromedp.WSURLReadTimeout(time.Minute),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.WindowSize(1440, 900))
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	first, closeFirst := chromedp.NewContext(allocator)
	chromium.stop = func() {
		// The browser's helpers may write to the profile a little longer than it
		// lives itself; what they leave is no failure of the portal.
		_ = chromedp.Cancel(first)
		closeFirst()
		stopAllocator()
		_ = os.RemoveAll(profile)
	}
	if err := chromedp.Run(first); err != nil {
		t.Fatal(err)
	}
	chromium.Context = first
	return first
}

// tab is a window that remembers what the console and the content policy said.
type tab struct {
	context.Context
	t       *testing.T
	url     string // of the portal, without a slash at the end
	profile cdp.BrowserContextID
	mutex   sync.Mutex
	said    []string
}

// openTab opens an empty window, with cookies of its own, for the portal at an
// address. The test fails at its end for every complaint of the console that was not
// asked for before.
func openTab(t *testing.T, url string) *tab {
	t.Helper()
	profile, err := target.CreateBrowserContext().WithDisposeOnDetach(true).Do(ofBrowser(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = target.DisposeBrowserContext(profile).Do(ofBrowser(t)) })
	return openIn(t, profile, url)
}

// ofBrowser is the context for commands to the browser itself.
func ofBrowser(t *testing.T) context.Context {
	t.Helper()
	first := launched(t)
	return cdp.WithExecutor(first, chromedp.FromContext(first).Browser)
}

// another opens a second window with the same cookies.
func (b *tab) another() *tab {
	b.t.Helper()
	return openIn(b.t, b.profile, b.url)
}

func openIn(t *testing.T, profile cdp.BrowserContextID, url string) *tab {
	t.Helper()
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).Do(ofBrowser(t))
	if err != nil {
		t.Fatal(err)
	}
	window, closeWindow := chromedp.NewContext(launched(t), chromedp.WithTargetID(id))
	ctx, cancel := context.WithTimeout(window, 8*time.Minute)
	b := &tab{Context: ctx, t: t, url: url, profile: profile}
	t.Cleanup(func() {
		if t.Failed() && os.Getenv("GPUSCALE_SCREENSHOTS") != "" {
			_ = b.picture("failed")
		}
		cancel()
		closeWindow()
		for _, complaint := range b.complaints() {
			t.Errorf("the browser complains: %s", complaint)
		}
	})
	chromedp.ListenTarget(window, b.hear)
	b.do(log.Enable(), runtime.Enable())
	b.screen(1440, 900, "light")
	return b
}

// hear keeps what a visitor's console would show as an error.
func (b *tab) hear(event any) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError && !strings.Contains(e.Entry.Text, "status of 4") && !strings.Contains(e.Entry.Text, "status of 5") {
			b.said = append(b.said, e.Entry.Text)
		}
	case *runtime.EventExceptionThrown:
		// A slow machine skips the transition between two documents, and says so.
		if !strings.Contains(e.ExceptionDetails.Error(), "Transition was") {
			b.said = append(b.said, e.ExceptionDetails.Error())
		}
	}
}

// complaints returns and forgets what was heard.
func (b *tab) complaints() []string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	said := b.said
	b.said = nil
	return said
}

// allow lets pages use something that browsers ask for, by its name in the web's
// permission API.
func (b *tab) allow(name string) {
	b.t.Helper()
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		return permission.SetPermission(&permission.PermissionDescriptor{Name: name}, permission.PermissionSettingGranted).
			WithOrigin(b.url).WithBrowserContextID(b.profile).Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
	}))
}

func (b *tab) do(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// visit loads a path of the portal.
func (b *tab) visit(path string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b, time.Minute)
	defer cancel()
	if err := chromedp.Run(ctx, chromedp.Navigate(b.url+path), chromedp.WaitReady("main", chromedp.ByQuery)); err != nil {
		b.t.Fatalf("%s: %v", path, err)
	}
}

// screen sets the size of the window and the colour scheme of the system, which
// wants no motion.
func (b *tab) screen(width, height int64, scheme string) {
	b.t.Helper()
	b.do(emulation.SetDeviceMetricsOverride(width, height, 1, width < 720),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}))
}

// picture keeps the window as an image in the folder that GPUSCALE_SCREENSHOTS
// names, or in one that ends with the test.
func (b *tab) picture(name string) error {
	dir := os.Getenv("GPUSCALE_SCREENSHOTS")
	if dir == "" {
		dir = b.t.TempDir()
	}
	var image []byte
	if err := chromedp.Run(b, chromedp.CaptureScreenshot(&image)); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	file := strings.ReplaceAll(b.t.Name(), "/", "-") + "-" + name + ".png"
	return os.WriteFile(filepath.Join(dir, file), image, 0o644)
}

// shot is picture that must succeed.
func (b *tab) shot(name string) {
	b.t.Helper()
	if err := b.picture(name); err != nil {
		b.t.Fatal(err)
	}
}

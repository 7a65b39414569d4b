//go:build browser

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"gpuscale/catalog"
)

type violation struct {
	ID, Impact, Help string
	Nodes            []struct{ HTML, FailureSummary string }
}

func (v violation) String() string {
	if len(v.Nodes) == 0 {
		return fmt.Sprintf("%s (%s): %s", v.ID, v.Impact, v.Help)
	}
	return fmt.Sprintf("%s (%s, %d places): %s: %.240s: %.300s", v.ID, v.Impact, len(v.Nodes), v.Help, v.Nodes[0].HTML, v.Nodes[0].FailureSummary)
}

func axeScript(t *testing.T) string {
	t.Helper()
	script, err := os.ReadFile("tests/node_modules/axe-core/axe.min.js")
	if err != nil {
		leaveOut(t, "axe-core")
	}
	return string(script)
}

// axeRules are those of WCAG 2.0 to 2.2, A and AA, and of best practice. Another
// colour scheme changes nothing but colours.
const (
	axeRules   = `{type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}`
	axeColours = `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`
)

// inject puts axe into the page.
func (b *tab) inject(axe string) {
	b.t.Helper()
	b.do(chromedp.Evaluate(axe, nil))
}

// violations runs rules of axe, which is in the page already.
func (b *tab) violations(rules string) []violation {
	b.t.Helper()
	var found string
	b.promised(`axe.run(document, {resultTypes: ["violations"], preload: false, runOnly: `+rules+`}).then(r => JSON.stringify(r.violations))`, &found)
	var list []violation
	if err := json.Unmarshal([]byte(found), &list); err != nil {
		b.t.Fatal(err)
	}
	return list
}

// publicPages are one address of every kind of page and state, without the prefix
// of its language.
func publicPages(t *testing.T, m *catalog.Market, h http.Handler) []string {
	t.Helper()
	p, g, family := m.Providers(), m.Accelerators(), m.Families()[0].Slug
	var priced []string
	for _, o := range m.Search(catalog.OfferQuery{}).Offers {
		if len(priced) < 6 {
			priced = append(priced, o.Prices[0].ID)
		}
	}
	frozen := freeze(t, h, "/offers?market=cn")
	pages := []string{
		"/", "/offers", "/offers?q=zzzz", "/offers?page=x", "/offers?currency=USD&unit=month&pick=" + priced[0] + "&pick=" + priced[1],
		"/compare", "/compare?o=" + strings.Join(priced, "&o="), "/compare?p=" + p[0].Slug + "&p=" + p[1].Slug,
		"/compare?g=" + g[0].Slug + "&g=" + g[1].Slug, "/compare?o=no-such-offer",
		"/providers", "/providers/" + p[0].Slug, "/gpus", "/gpus/" + g[0].Slug, "/gpus/" + family, "/guide", "/changes",
		"/calculator/cost", "/calculator/cost?hours=abc", "/calculator/cost?gpu=rtx-4090-24gb&gpus=8&by=months&months=2&storage_gb=500",
		"/calculator/sizing", "/calculator/sizing?context=x", "/wizard", "/wizard/training", "/wizard/training?step=budget", "/wizard/training?step=99",
		frozen + "/link", "/report?price=" + priced[0], reported(t, h, priced[0]), "/no-such-page", "/report", "/admin/login",
	}
	for _, scenario := range []string{"training", "inference", "research", "finetune", "rendering"} {
		pages = append(pages, "/wizard/"+scenario+"/result")
	}
	return append(pages, "/wizard/training/check", strings.TrimPrefix(frozen, "/en"))
}

// reported sends a report of a price and returns the address where its status stands.
func reported(t *testing.T, h http.Handler, price string) string {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/report", strings.NewReader(url.Values{"price": {price}, "reason": {"amount"}, "text": {"it went up"}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.RemoteAddr = nextVisitor()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusSeeOther {
		t.Fatalf("a report: %d %.300s", w.Code, w.Body)
	}
	return w.Header().Get("Location")
}

func TestEveryPageIsAccessible(t *testing.T) {
	axe := axeScript(t)
	p, h := opened(t)
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	b := openTab(t, server.URL)
	pages := publicPages(t, p.snapshot.Current(), h)
	for _, language := range languages {
		for _, path := range pages {
			address := language.prefix + path
			if strings.HasPrefix(path, "/admin") && language.prefix != "" {
				address = path + "?lang=en"
			}
			t.Run(strings.ReplaceAll(address[1:], "/", "_"), func(t *testing.T) {
				b.t = t
				b.screen(1440, 900, "light")
				b.visit(address)
				b.inject(axe)
				b.looks(address)
			})
		}
	}
	b.t = t
}

// looks runs axe on a page in both themes and at both widths. Small screens are as
// high as the page, so that a bar at the foot hides nothing that scrolling shows.
func (b *tab) looks(address string) {
	b.t.Helper()
	for _, look := range []struct {
		width  int64
		scheme string
		rules  string
	}{{1440, "light", axeRules}, {1440, "dark", axeColours}, {390, "dark", axeRules}, {390, "light", axeColours}} {
		b.screen(look.width, 900, look.scheme)
		if look.width == 390 {
			var height int64
			b.read("document.documentElement.scrollHeight", &height)
			b.screen(look.width, height, look.scheme)
		}
		for _, v := range b.violations(look.rules) {
			b.t.Errorf("%s at %d px, %s: %s", address, look.width, look.scheme, v)
		}
	}
}

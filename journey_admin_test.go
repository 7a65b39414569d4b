//go:build browser

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const deskPassword = "correct horse battery staple"

// visited is a list of visitors that shows the price editors work on.
const visited = "/offers?provider=autodl&q=3060"

// editorsTab starts a portal with an account made by the command, and signs in.
func editorsTab(t *testing.T, suffix string) *tab {
	t.Helper()
	db := seededCopy(t)
	if status, _, failures := typed(t, deskPassword+"\n", "-db", db, "user", "add", "an", "-role", "admin", "-password-stdin"); status != exitOK {
		t.Fatalf("user add: %s", failures)
	}
	b := openTab(t, start(t, db).url)
	b.visit("/admin/offers" + suffix)
	b.untilAt("/admin/login")
	b.write("#username", "an")
	b.write("#password", deskPassword)
	b.follow(".login button[type=submit]")
	b.untilAt("/admin/offers")
	return b
}

// admin opens a page for editors in the language of a suffix.
func (b *tab) admin(path, suffix string) {
	b.t.Helper()
	if strings.Contains(path, "?") {
		suffix = strings.Replace(suffix, "?", "&", 1)
	}
	b.visit(path + suffix)
}

func TestEditorsChangeAPrice(t *testing.T) {
	for _, language := range languages {
		t.Run(language.name, func(t *testing.T) {
			suffix := map[string]string{"zh": "", "en": "?lang=en"}[language.name]
			b := editorsTab(t, suffix)
			visitor := openTab(t, b.url)
			link := visitor.freezes(language.prefix)
			b.editsARow(suffix)
			visitor.sees(language.prefix, "0.70")
			b.conflicts(suffix)
			visitor.sees(language.prefix, "0.60")
			visitor.opensFrozen(link)
			b.imports(suffix)
			visitor.finds("imp-1", 200)
			b.reverts()
			visitor.finds("imp-1", 404)
		})
	}
}

// freezes makes a link that keeps the prices of now, and opens it.
func (b *tab) freezes(prefix string) string {
	b.t.Helper()
	b.visit(prefix + visited)
	b.click("[popovertarget=share]")
	b.follow("#share form:has([name=mode][value=frozen]) button")
	link := strings.TrimPrefix(b.value("#share-link"), b.url)
	b.visit(link)
	if !strings.Contains(b.text("#offers"), "0.63") {
		b.t.Errorf("the frozen list shows %q", b.text("#offers"))
	}
	b.shot("frozen-before")
	return link
}

// sees looks for a price on the visitors' list as soon as it was saved.
func (b *tab) sees(prefix, price string) {
	b.t.Helper()
	b.visit(prefix + visited)
	if row := b.text("#offers tbody tr:has(#pick-" + pricedKey + ")"); !strings.Contains(row, price) {
		b.t.Errorf("visitors see %q, not %s", row, price)
	}
}

// finds opens a comparison with one offer.
func (b *tab) finds(id string, status int) {
	b.t.Helper()
	b.visit("/compare?o=" + id)
	if got := b.status(); got != status {
		b.t.Errorf("%s: status %d, want %d", id, got, status)
	}
}

// editsARow changes the price in its line of the table, after a slip at the number.
func (b *tab) editsARow(suffix string) {
	b.t.Helper()
	b.admin("/admin/offers?q="+pricedKey, suffix)
	b.mark()
	b.click("#rows a[href*='" + pricedKey + "'][id$=-edit]")
	b.until("fields in the line", `document.querySelector("tr.edit input[name=price_amount]")`)
	b.write("tr.edit input[name=price_amount]", "0,70")
	b.click("tr.edit button.btn-p")
	b.until("a message at the number, and the focus", `document.activeElement.matches("tr.edit input[name=price_amount][aria-invalid=true]")`)
	if got := b.value("tr.edit input[name=price_amount]"); got != "0,70" {
		b.t.Errorf("the field holds %q", got)
	}
	b.write("tr.edit input[name=price_amount]", "０．７０")
	b.write("tr.edit input[name=source_date]", "2026-11-30")
	b.write("tr.edit input[name=why]", "checked the page")
	b.click("tr.edit button.btn-p")
	b.until("the saved line", `!document.querySelector("tr.edit") && document.querySelector("#rows tbody").textContent.includes("0.70")`)
	b.until("the focus on its button", `document.activeElement.id.endsWith("-edit")`)
	b.same("saving a line")
	b.shot("saved")
}

// conflicts edits the price in two windows: the second save is refused, shows both
// values, keeps what was typed, and can be sent again.
func (b *tab) conflicts(suffix string) {
	b.t.Helper()
	second := b.another()
	b.admin(pricedOffer, suffix)
	second.admin(pricedOffer, suffix)
	for _, window := range []*tab{b, second} {
		window.write("main form [name=source_date]", "2026-12-01")
		window.write("main form [name=why]", "checked the page")
	}
	b.write("main form input[name=price_amount]", "0.66")
	b.follow("main form button[type=submit].btn-p")
	second.write("main form input[name=price_amount]", "0.60")
	second.write("main form [name=note]", "seen in the console")
	second.follow("main form button[type=submit].btn-p")
	if second.status() != 409 || !strings.Contains(second.text(".theirs"), "0.66") || !strings.Contains(second.text(".yours"), "0.6") {
		b.t.Errorf("status %d, theirs %q, yours %q", second.status(), second.text(".theirs"), second.text(".yours"))
	}
	if note := second.value("main form [name=note]"); note != "seen in the console" {
		b.t.Errorf("typed and lost: the note is %q", note)
	}
	second.shot("conflict")
	second.follow("main form button[type=submit].btn-p")
	if second.status() != 200 || second.value("main form input[name=price_amount]") != "0.6" || second.value("main form [name=note]") != "seen in the console" {
		b.t.Errorf("sent again: status %d, price %q", second.status(), second.value("main form input[name=price_amount]"))
	}
}

// opensFrozen opens the link of before: the price of its day, what changed since,
// and one click to the prices of now.
func (b *tab) opensFrozen(link string) {
	b.t.Helper()
	b.visit(link)
	if row := b.text("#offers tbody tr:has(#pick-" + pricedKey + ")"); !strings.Contains(row, "0.63") {
		b.t.Errorf("the frozen list shows %q", row)
	}
	if bar := b.text("#as-of"); !strings.Contains(bar, "0.60") {
		b.t.Errorf("the bar says %q", bar)
	}
	if chips := b.text("#chips"); !strings.Contains(chips, "20") || strings.Contains(chips, "Z") {
		b.t.Errorf("the chips name the moment as %q", chips)
	}
	b.shot("frozen-after")
	b.follow("#as-of a[href*='/offers']:not([href*=as_of])")
	if row := b.text("#offers tbody tr:has(#pick-" + pricedKey + ")"); !strings.Contains(row, "0.60") || b.count("#as-of .note-w") != 0 {
		b.t.Errorf("priced anew it shows %q", row)
	}
}

// imports previews a file with a line that is refused, and writes the others.
func (b *tab) imports(suffix string) {
	b.t.Helper()
	file := filepath.Join(b.t.TempDir(), "offers.csv")
	wrong := "imp-3,tencent-cloud,A100,8,on-demand,about ten,list,CNY,gpu-hour,official page,A,whole,1,2026-11-30,,https://example.com/prices\n"
	if err := os.WriteFile(file, []byte(twoOffers+wrong), 0o600); err != nil {
		b.t.Fatal(err)
	}
	b.admin("/admin/import", suffix)
	b.upload("#file", file)
	b.follow("main form[enctype] button[type=submit]")
	b.until("the preview", `document.querySelector("#write #why")`)
	if refused := b.text("main .err"); refused == "" || b.count("a[href*='refused.csv']") != 1 || !strings.Contains(b.text("main tr:has(.err)"), "4") {
		b.t.Errorf("of the refused line 4 the preview says %q in %q", refused, b.text("main tr:has(.err)"))
	}
	b.shot("preview")
	b.write("#why", "the list of this month")
	b.follow("#write button[type=submit]")
	b.until("it is written", `document.querySelector("main .note-k a")`)
	b.shot("imported")
}

// reverts takes the import back as a whole.
func (b *tab) reverts() {
	b.t.Helper()
	b.follow("main .note-k a")
	before := b.address()
	b.write("#why", "the wrong month")
	b.follow("form:has(.btn-bad) .btn-bad")
	b.until("another changeset", fmt.Sprintf(`location.pathname + location.search !== %q && document.querySelector("main ins, main del")`, before))
	b.shot("reverted")
}

func TestEveryPageForEditorsIsAccessible(t *testing.T) {
	axe := axeScript(t)
	for _, suffix := range []string{"", "?lang=en"} {
		b := editorsTab(t, suffix)
		for _, path := range []string{
			"/admin/", "/admin/offers", "/admin/providers", "/admin/offers?sort=no_such", pricedOffer, pricedOffer + "/history", pricedOffer + "/end", "/admin/offers/new",
			"/admin/records", "/admin/work", "/admin/import", "/admin/export", "/admin/history", "/admin/history/1", "/admin/account", "/admin/users", "/admin/evidence",
		} {
			t.Run(strings.ReplaceAll((path + suffix)[1:], "/", "_"), func(t *testing.T) {
				b.t = t
				b.screen(1440, 900, "light")
				b.admin(path, suffix)
				b.inject(axe)
				b.looks(path + suffix)
			})
			b.t = t
		}
	}
}

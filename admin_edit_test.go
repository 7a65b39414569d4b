package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/dataset"
	"gpuscale/store"
	"gpuscale/store/storetest"
	"gpuscale/text"
)

// pricedOffer is a price of the starting data: AutoDL's RTX 3060, 0.63 CNY a
// card-hour, with a source and a date.
const pricedOffer = "/admin/offers/" + pricedKey

const pricedKey = "of-0005"

// filled is the form of the price with a new amount and fresh evidence.
func filled(t testing.TB, b *browser, amount string) url.Values {
	t.Helper()
	form := b.form(t, pricedOffer)
	form.Set("price_amount", amount)
	form.Set("source_date", "2026-11-30")
	form.Set("why", "checked")
	return form
}

func TestTwoEditorsOfOnePriceLoseNothing(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		a, b := d.signedIn(t, "an", store.RoleEditor), d.signedIn(t, "bo", store.RoleEditor)
		before := d.versions(t, dataset.Offers, pricedKey)
		formA, formB := filled(t, a, "0.66"), filled(t, b, "0.60")
		if w := a.post(pricedOffer, formA); w.Code != http.StatusSeeOther {
			t.Fatalf("the first save: %d %s", w.Code, w.Body)
		}
		w := b.post(pricedOffer, formB)
		page := parsed(t, w)
		if w.Code != http.StatusConflict {
			t.Fatalf("the second save: %d", w.Code)
		}
		if theirs, yours := page.Find(".theirs").Text(), page.Find(".yours").Text(); !strings.Contains(theirs, "0.66") || !strings.Contains(yours, "0.6") || !strings.Contains(page.Find("[role=alert]").Text(), "an") {
			t.Errorf("the page does not show both sides: theirs %q, yours %q", theirs, yours)
		}
		if got := d.record(t, dataset.Offers, pricedKey).Record.Get("price_amount"); got != "0.66" {
			t.Errorf("stored %s", got)
		}
		if n := d.versions(t, dataset.Offers, pricedKey); n != before+1 {
			t.Errorf("%d new versions", n-before)
		}
		// What was typed is all in the form, on the version that stands: saving again
		// applies it.
		if w = b.post(pricedOffer, fields(page.Find("main form").First())); w.Code != http.StatusSeeOther {
			t.Fatalf("applying again: %d %s", w.Code, w.Body)
		}
		if got := d.record(t, dataset.Offers, pricedKey); got.Record.Get("price_amount") != "0.6" || got.Who != "bo" {
			t.Errorf("stored %s by %s", got.Record.Get("price_amount"), got.Who)
		}
	})
}

func TestARowIsEditedInPlace(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	row := parsed2(t, b.get(pricedOffer+"/edit", "HX-Request", "true").Body.String())
	form := fields(row.Find("tr"))
	if form.Get("version") == "" || form.Get("price_amount") != "0.63" {
		t.Fatalf("the row's fields: %v", form)
	}
	form.Set("price_amount", "abc")
	w := b.do(http.MethodPut, pricedOffer, "application/x-www-form-urlencoded", form.Encode(), "HX-Request", "true")
	row = parsed2(t, w.Body.String())
	if w.Code != http.StatusUnprocessableEntity || row.Find("input[name=price_amount][aria-invalid=true]").AttrOr("value", "") != "abc" {
		t.Errorf("a wrong number: %d %s", w.Code, w.Body)
	}
	form.Set("price_amount", "０．７０")
	form.Set("source_date", "2026-11-30")
	w = b.do(http.MethodPut, pricedOffer, "application/x-www-form-urlencoded", form.Encode(), "HX-Request", "true")
	row = parsed2(t, w.Body.String())
	if w.Code != http.StatusOK || row.Find("tr").Length() != 1 || !strings.Contains(row.Text(), "0.70") || !strings.Contains(w.Header().Get("HX-Trigger-After-Settle"), "-edit") {
		t.Errorf("saved: %d %s", w.Code, w.Body)
	}
	if got := d.record(t, dataset.Offers, pricedKey).Record; got.Get("price_amount") != "0.7" || got.Get("accelerator") == "" {
		t.Errorf("stored %v", got.Values)
	}
	form.Set("price_amount", "0.72")
	w = b.do(http.MethodPut, pricedOffer, "application/x-www-form-urlencoded", form.Encode(), "HX-Request", "true")
	if row = parsed2(t, w.Body.String()); w.Code != http.StatusConflict || row.Find("tr.edit input[name=price_amount]").AttrOr("value", "") != "0.72" || !strings.Contains(row.Find(".theirs").Text(), "0.7") {
		t.Errorf("a stale row: %d %s", w.Code, w.Body)
	}
}

// parsed2 reads a lone table row: HTML knows none outside a table.
func parsed2(t testing.TB, row string) *goquery.Document {
	t.Helper()
	document, err := goquery.NewDocumentFromReader(strings.NewReader("<table><tbody>" + row + "</tbody></table>"))
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func TestZeroNoAndNothingAreKept(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	form := filled(t, b, "0")
	form.Set("availability", "sold-out")
	form.Set("exception", "free during the beta, says the page")
	if w := b.post(pricedOffer, form); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	got := d.record(t, dataset.Offers, pricedKey).Record
	if got.Get("price_amount") != "0" || got.Get("availability") != "sold-out" {
		t.Errorf("stored %q, %q", got.Get("price_amount"), got.Get("availability"))
	}
	form = b.form(t, pricedOffer)
	form.Set("availability", "")
	form.Set("note", "")
	form.Set("region", "")
	if w := b.post(pricedOffer, form); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	got = d.record(t, dataset.Offers, pricedKey).Record
	if got.Get("price_amount") != "0" || got.Get("availability") != "" || got.Get("note") != "" || got.Get("region") != "" {
		t.Errorf("stored %v", got.Values)
	}
	form.Set("offer_id", "zero-one")
	form.Set("exception", "another free one")
	if w := b.post("/admin/offers", form); w.Code != http.StatusSeeOther {
		t.Fatalf("created with zero: %d %s", w.Code, w.Body)
	}
	if got := d.record(t, dataset.Offers, "zero-one").Record; got.Get("price_amount") != "0" {
		t.Errorf("created %v", got.Values)
	}
}

func TestAnUnlikelyValueNeedsAReasonThatReadersSee(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	form := filled(t, b, "6.30")
	w := b.post(pricedOffer, form)
	page := parsed(t, w)
	if w.Code != http.StatusUnprocessableEntity || !strings.Contains(page.Find("#problems").Text(), "900.0%") || page.Find("[name=exception][aria-invalid=true]").Length() != 1 || page.Find("[name=price_amount]").AttrOr("value", "") != "6.3" {
		t.Fatalf("%d %s", w.Code, page.Find("#problems").Text())
	}
	form.Set("exception", "官网已提价，见公告 <b>")
	if w := b.post(pricedOffer, form); w.Code != http.StatusSeeOther {
		t.Fatalf("with a reason: %d %s", w.Code, w.Body)
	}
	public := d.browser("192.0.2.9:1").page(t, "/offers?show=all&q=RTX+3060")
	if !strings.Contains(public.Text(), "官网已提价，见公告 <b>") {
		t.Error("readers do not see the reason")
	}
	// The reason was given for that change; the next one needs its own.
	if w := b.post(pricedOffer, filled(t, b, "0.63")); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("an old reason answers a new objection: %d", w.Code)
	}
}

func TestAPriceNeedsItsEvidence(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	for _, missing := range []string{"source_url", "source_date", "evidence_grade"} {
		form := filled(t, b, "0.65")
		form.Set(missing, "")
		if w := b.post(pricedOffer, form); w.Code != http.StatusUnprocessableEntity || parsed(t, w).Find("[name="+missing+"][aria-invalid=true]").Length() != 1 {
			t.Errorf("without %s: %d", missing, w.Code)
		}
	}
	form := filled(t, b, "0.65")
	form.Set("source_url", "")
	body, kind := multipartForm(t, form, "截图 of price.png", []byte("\x89PNG\r\n\x1a\n0000"))
	if w := b.do(http.MethodPost, pricedOffer, kind, body); w.Code != http.StatusSeeOther {
		t.Fatalf("with a file: %d %s", w.Code, w.Body)
	}
	address := d.record(t, dataset.Offers, pricedKey).Record.Get("source_url")
	sha, ok := strings.CutPrefix(address, "upload:")
	if !ok {
		t.Fatalf("the source is %q", address)
	}
	w := d.browser("192.0.2.9:1").get("/evidence/" + sha)
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" || !strings.Contains(w.Header().Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("the file: %d %v", w.Code, w.Header())
	}
	for name, content := range map[string][]byte{"page.png": []byte("<html><script>alert(1)</script>"), "big.png": append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 5<<20)...)} {
		body, kind := multipartForm(t, filled(t, b, "0.66"), name, content)
		if w := b.do(http.MethodPost, pricedOffer, kind, body); w.Code != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
}

func multipartForm(t testing.TB, form url.Values, file string, content []byte) (body, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, values := range form {
		if err := w.WriteField(name, values[0]); err != nil {
			t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("evidence_file", file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), w.FormDataContentType()
}

func TestAChangedPriceIsShownAtOnce(t *testing.T) {
	d := newDesk(t)
	b, visitor := d.signedIn(t, "an", store.RoleEditor), d.browser("192.0.2.9:1")
	const path = "/offers?show=all&q=RTX+3060&provider=autodl"
	first := visitor.get(path)
	if w := visitor.get(path, "If-None-Match", first.Header().Get("Etag")); w.Code != http.StatusNotModified {
		t.Fatalf("unchanged: %d", w.Code)
	}
	if w := b.post(pricedOffer, filled(t, b, "0.71")); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	second := visitor.get(path, "If-None-Match", first.Header().Get("Etag"))
	if second.Code != http.StatusOK || second.Header().Get("Etag") == first.Header().Get("Etag") || !strings.Contains(second.Body.String(), "0.71") {
		t.Errorf("after the change: %d, tag %s", second.Code, second.Header().Get("Etag"))
	}
}

func TestAFuturePriceTakesEffectByItself(t *testing.T) {
	d := newDesk(t)
	d.clock.fixed = time.Date(2026, 12, 1, 12, 0, 0, 0, text.Shanghai)
	if err := d.market.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := d.browser("192.0.2.7:1000")
	d.account(t, "an", store.RoleEditor)
	b.login("an", d.password)
	form := b.form(t, "/admin/offers/new?from="+pricedKey)
	form.Set("valid_from", "2026-12-05")
	form.Set("price_amount", "0.70")
	if w := b.post("/admin/offers", form); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	shown := func() string {
		_, price, ok := d.market.Current().Price(pricedKey)
		if !ok {
			t.Fatal("the price is gone")
		}
		return price.Amount.Value.String()
	}
	if got := shown(); got != "0.63" {
		t.Errorf("before the day: %s", got)
	}
	d.clock.fixed = time.Date(2026, 12, 5, 0, 1, 0, 0, text.Shanghai)
	if err := d.market.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := shown(); strings.TrimRight(got, "0") != "0.7" {
		t.Errorf("on the day: %s", got)
	}
}

func TestAnEntryBelongsToTheDayInChina(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	d.admin.Now = func() time.Time { return time.Date(2027, 3, 1, 0, 30, 0, 0, text.Shanghai) }
	if got := b.form(t, "/admin/offers/new").Get("source_date"); got != "2027-03-01" {
		t.Errorf("the day is %s", got)
	}
}

func TestNamesThatOnlyLookDifferentAreRefused(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	form := b.form(t, "/admin/providers/autodl")
	form.Set("slug", "autodl-2")
	form.Set("name_zh", "ＡｕｔｏＤＬ")
	form.Set("name_en", "Auto Two")
	if w := b.post("/admin/providers", form); w.Code != http.StatusUnprocessableEntity || parsed(t, w).Find("[name=name_zh][aria-invalid=true]").Length() != 1 {
		t.Errorf("a look-alike: %d", w.Code)
	}
	alias := url.Values{"alias": {"RTX-4090"}, "slug": {"rtx-4090"}, "kind": {"user"}}
	if w := b.post("/admin/aliases", alias); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("an alias that is there in another spelling: %d", w.Code)
	}
}

func TestAddressesOfOtherKindsAreRefusedAndNeverLinked(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	const path = "/admin/providers/autodl"
	for _, bad := range []string{"javascript:alert(1)", "JAVASCRIPT:alert(1)", "data:text/html,x", "java\nscript:alert(1)", "//example.com"} {
		form := b.form(t, path)
		form.Set("website", bad)
		if w := b.post(path, form); w.Code != http.StatusUnprocessableEntity || parsed(t, w).Find("[name=website][aria-invalid=true]").Length() != 1 {
			t.Errorf("%q: %d", bad, w.Code)
		}
	}
	form := b.form(t, path)
	form.Set("website", "HTTPS://Example.com")
	if w := b.post(path, form); w.Code != http.StatusSeeOther || d.record(t, dataset.Providers, "autodl").Record.Get("website") != "https://example.com" {
		t.Errorf("a good one: %d", w.Code)
	}
	raw := storetest.Raw(t, d.dsn)
	rows, err := raw.Query("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'providers'")
	if err != nil {
		t.Fatal(err)
	}
	var guards []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		guards = append(guards, name)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		t.Fatal(err)
	}
	for _, name := range guards {
		if _, err := raw.Exec(`DROP TRIGGER "` + name + `"`); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := raw.Exec("UPDATE providers SET website = 'javascript:alert(1)' WHERE record_key = 'autodl' AND to_cs IS NULL"); err != nil {
		t.Fatal(err)
	}
	if page := b.page(t, "/admin/providers"); page.Find(`a[href^="javascript"]`).Length() != 0 {
		t.Error("a bad stored address is a link")
	}
}

func TestTextIsShownAsText(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	const name = `"><svg onload=alert(1)><script>x()</script>`
	form := b.form(t, "/admin/providers/autodl")
	form.Set("name_zh", name)
	if w := b.post("/admin/providers/autodl", form); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	for _, path := range []string{"/admin/providers", "/admin/providers/autodl", "/admin/providers/autodl/history", "/admin/history", "/admin/providers/autodl/end", "/admin/offers"} {
		w := b.get(path)
		if body := w.Body.String(); w.Code != http.StatusOK || strings.Contains(body, "<script>x()") || strings.Contains(body, "<svg onload") {
			t.Errorf("%s: %d", path, w.Code)
		}
		if !strings.Contains(parsed(t, w).Find("main").Text()+parsed(t, w).Find("[name=name_zh]").AttrOr("value", ""), "<svg onload") {
			t.Errorf("%s does not show the name", path)
		}
	}
}

func TestTablesSortByNumberAndRefuseWrongFilters(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	column := func(path string) []float64 {
		var out struct {
			Records []struct {
				Values map[string]string `json:"values"`
			} `json:"records"`
		}
		if err := json.Unmarshal(b.get(path).Body.Bytes(), &out); err != nil {
			t.Fatal(err)
		}
		var amounts []float64
		for _, r := range out.Records {
			var f float64
			if err := json.Unmarshal([]byte(r.Values["price_amount"]), &f); err != nil {
				continue
			}
			amounts = append(amounts, f)
		}
		return amounts
	}
	up := column("/admin/offers.json?sort=price_amount")
	if len(up) < 40 || !slices.IsSorted(up) {
		t.Errorf("ascending: %v", up)
	}
	down := column("/admin/offers.json?sort=-price_amount")
	slices.Reverse(down)
	if len(down) < 40 || !slices.IsSorted(down) || down[len(down)-1] < 100 {
		t.Errorf("descending: %v", down)
	}
	for query, field := range map[string]string{"billing_mode=%3E%3Dabc": "billing_mode", "provider=nobody": "provider", "sort=price;--": "", "sort=no_such": "sort", "page=0": "page", "page=x": "page"} {
		w := b.get("/admin/offers?" + query)
		page := parsed(t, w)
		if w.Code != http.StatusBadRequest || page.Find("tbody tr").Length() != 0 {
			t.Errorf("%s: %d with %d rows", query, w.Code, page.Find("tbody tr").Length())
		}
		if field != "" && page.Find(".err").Length() == 0 {
			t.Errorf("%s has no message", query)
		}
	}
	if w := b.get("/admin/offers?page=99"); w.Code != http.StatusOK {
		t.Errorf("beyond the last page: %d", w.Code)
	}
}

func TestAFormCannotSetWhatItDoesNotShow(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	form := filled(t, b, "0.64")
	for _, name := range []string{"role", "id", "row_id", "record_key", "from_cs", "to_cs", "created_at", "who"} {
		form.Set(name, "99")
	}
	if w := b.post(pricedOffer, form); w.Code != http.StatusSeeOther {
		t.Fatalf("%d", w.Code)
	}
	got := d.record(t, dataset.Offers, pricedKey)
	if got.Who != "an" || got.Record.Key != pricedKey {
		t.Errorf("stored %+v", got)
	}
	b.post("/admin/account/password", url.Values{"current": {d.password}, "password": {"another long sentence of mine"}, "role": {"admin"}, "id": {"99"}})
	if user, err := d.store.UserByName(t.Context(), "an"); err != nil || user.Role != store.RoleEditor {
		t.Errorf("%+v, %v", user, err)
	}
	form = filled(t, b, "0.62")
	form.Del("version")
	if w := b.post(pricedOffer, form); w.Code != http.StatusUnprocessableEntity && w.Code != http.StatusConflict {
		t.Errorf("without a version: %d", w.Code)
	}
}

func TestEveryKindHasItsTableAndForms(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	set, err := d.store.Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range dataset.Kinds {
		for _, language := range []string{"", "?lang=en"} {
			page := b.page(t, "/admin/"+string(kind)+language)
			if rows := page.Find("tbody tr").Length(); rows != min(50, len(set.Set[kind])) {
				t.Errorf("%s: %d rows", kind, rows)
			}
		}
		for i, column := range dataset.SchemaOf(kind).Names() {
			if column == "version" || column == "why" {
				t.Errorf("%s column %d is called like a field of every form", kind, i)
			}
		}
		b.page(t, "/admin/"+string(kind)+"/new")
		if len(set.Set[kind]) == 0 {
			continue
		}
		// The last record has the longest key in most kinds; keys hold slashes.
		href := b.page(t, "/admin/"+string(kind)).Find("tbody tr:last-child a.btn").AttrOr("href", "")
		form := b.form(t, href)
		for _, column := range dataset.SchemaOf(kind).Names() {
			if _, ok := form[column]; !ok {
				t.Errorf("%s: the form lacks %s", kind, column)
			}
		}
		form.Set("why", "nothing")
		if w := b.post(href, form); w.Code != http.StatusSeeOther || !strings.HasSuffix(w.Header().Get("Location"), "saved=0") {
			t.Errorf("%s: saving the form as it is changes something: %d %s %s", kind, w.Code, w.Header().Get("Location"), parsed(t, w).Find("#problems").Text())
		}
		b.page(t, href+"/history")
		b.page(t, href+"/end")
	}
}

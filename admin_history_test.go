package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"gpuscale/dataset"
	"gpuscale/store"
)

// lastChangeset is the id of the newest changeset.
func (d *desk) lastChangeset(t testing.TB) int64 {
	t.Helper()
	id, err := d.store.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestEveryChangeIsShownAndTakenBack(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		b := d.signedIn(t, "an", store.RoleEditor)
		if w := b.post(pricedOffer, filled(t, b, "0.66")); w.Code != http.StatusSeeOther {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		changed := d.lastChangeset(t)
		line := b.page(t, "/admin/history?who=an&kind=offers&origin=form&from=2026-01-01&to=2099-12-31").Find("tbody tr").First().Text()
		for _, part := range []string{"an", "checked", "0.63", "0.66"} {
			if !strings.Contains(line, part) {
				t.Errorf("the audit line lacks %q: %s", part, strings.Join(strings.Fields(line), " "))
			}
		}
		for _, other := range []string{"who=bo", "kind=trends", "origin=import", "to=2026-01-01", "from=2099-01-01"} {
			query := "/admin/history?" + other
			if other == "who=bo" || other == "kind=trends" {
				query += "&from=2026-12-01&origin=form"
			}
			if n := b.page(t, query).Find("tbody tr").Length(); n != 0 {
				t.Errorf("%s finds %d changes", other, n)
			}
		}
		if w := b.get("/admin/history?from=yesterday"); w.Code != http.StatusBadRequest {
			t.Errorf("a wrong date: %d", w.Code)
		}
		detail := b.page(t, fmt.Sprintf("/admin/changesets/%d", changed))
		if text := detail.Find("table").Text(); !strings.Contains(text, "0.63") || !strings.Contains(text, "0.66") {
			t.Errorf("the changeset shows %s", text)
		}
		w := b.post(fmt.Sprintf("/admin/changesets/%d/revert", changed), url.Values{"why": {"typing error"}})
		if w.Code != http.StatusSeeOther {
			t.Fatalf("taking back: %d %s", w.Code, w.Body)
		}
		if got := d.record(t, dataset.Offers, pricedKey).Record.Get("price_amount"); got != "0.63" {
			t.Errorf("taken back to %s", got)
		}
		if n := d.versions(t, dataset.Offers, pricedKey); n != 3 {
			t.Errorf("%d versions", n)
		}
		if text := b.page(t, pricedOffer+"/history").Find("main").Text(); !strings.Contains(text, "typing error") || !strings.Contains(text, "0.66") {
			t.Error("the record's history lacks the change or its reversal")
		}
	})
}

func TestALaterChangeIsNotLostByTakingBack(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	b.post(pricedOffer, filled(t, b, "0.66"))
	first := d.lastChangeset(t)
	b.post(pricedOffer, filled(t, b, "0.68"))
	w := b.post(fmt.Sprintf("/admin/changesets/%d/revert", first), url.Values{"kind": {"offers"}, "key": {pricedKey}})
	if w.Code != http.StatusConflict || !strings.Contains(parsed(t, w).Find("[role=alert]").Text(), pricedKey) {
		t.Errorf("%d %s", w.Code, parsed(t, w).Find("[role=alert]").Text())
	}
	if got := d.record(t, dataset.Offers, pricedKey).Record.Get("price_amount"); got != "0.68" {
		t.Errorf("stored %s", got)
	}
	back := fmt.Sprintf("/admin/changesets/%d/revert", d.lastChangeset(t))
	for range 2 { // there is nothing to take back the second time, which is no failure
		w := b.post(back, nil)
		if page := b.page(t, w.Header().Get("Location")); page.Find("[role=status]").Length() == 0 {
			t.Errorf("taken back without a word: %d", w.Code)
		}
	}
	if w := b.post("/admin/changesets/1/revert", nil); w.Code != http.StatusConflict {
		t.Errorf("the starting data: %d", w.Code)
	}
}

// TestAnEditIsTakenBackAfterItsEndWasTakenBack undoes two changes, the newest first.
func TestAnEditIsTakenBackAfterItsEndWasTakenBack(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	b.post(pricedOffer, filled(t, b, "0.66"))
	edited := d.lastChangeset(t)
	end := b.form(t, pricedOffer+"/end")
	end.Set("why", "sold out")
	b.post(pricedOffer+"/end", end)
	ended := d.lastChangeset(t)
	for _, id := range []int64{ended, edited} {
		if w := b.post(fmt.Sprintf("/admin/changesets/%d/revert", id), nil); w.Code != http.StatusSeeOther {
			t.Fatalf("taking %d back: %d %s", id, w.Code, parsed(t, w).Find("[role=alert]").Text())
		}
	}
	if got := d.record(t, dataset.Offers, pricedKey).Record.Get("price_amount"); got != "0.63" || ended == edited {
		t.Errorf("taken back to %s by %d and %d", got, ended, edited)
	}
}

func TestWhatOthersReferToStays(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	form := b.form(t, "/admin/providers/autodl/end")
	if w := b.post("/admin/providers/autodl/end", form); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), pricedKey) {
		t.Errorf("a provider with prices: %d", w.Code)
	}
	// A provider is added, gets a price, and its addition is to be taken back.
	provider := b.form(t, "/admin/providers/autodl")
	provider.Set("slug", "nimbus")
	provider.Set("name_zh", "雨云测试")
	provider.Set("name_en", "Nimbus Test")
	if w := b.post("/admin/providers", provider); w.Code != http.StatusSeeOther {
		t.Fatalf("adding: %d %s", w.Code, parsed(t, w).Find("#problems").Text())
	}
	added := d.lastChangeset(t)
	price := filled(t, b, "0.64")
	price.Set("offer_id", "nimbus-1")
	price.Set("provider", "nimbus")
	if w := b.post("/admin/offers", price); w.Code != http.StatusSeeOther {
		t.Fatalf("adding a price: %d %s", w.Code, parsed(t, w).Find("#problems").Text())
	}
	if w := b.post(fmt.Sprintf("/admin/changesets/%d/revert", added), nil); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "nimbus-1") {
		t.Errorf("taking back a provider that has a price: %d", w.Code)
	}
	form = b.form(t, "/admin/offers/nimbus-1/end")
	form.Set("why", "sold out for good")
	if w := b.post("/admin/offers/nimbus-1/end", form); w.Code != http.StatusSeeOther {
		t.Fatalf("ending: %d %s", w.Code, w.Body)
	}
	if w := b.get("/admin/offers/nimbus-1"); w.Code != http.StatusNotFound {
		t.Errorf("an ended record: %d", w.Code)
	}
	if text := b.page(t, "/admin/offers/nimbus-1/history").Find("main").Text(); !strings.Contains(text, "nimbus") {
		t.Error("an ended record has lost its history")
	}
	if _, _, ok := d.market.Current().Price("nimbus-1"); ok {
		t.Error("visitors still see it")
	}
}

// kept is every version of every record that stood or stands, and every changeset, as
// JSON by name. What may come later is left out: the end of a version that is open.
func (d *desk) kept(t *testing.T, keys map[dataset.Kind][]string) map[string]string {
	t.Helper()
	all := map[string]string{}
	note := func(name string, what any) {
		content, err := json.Marshal(what)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(content)
	}
	for kind, list := range keys {
		for _, key := range list {
			versions, err := d.store.History(t.Context(), kind, key)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range versions {
				name := fmt.Sprintf("%s %s version %d", kind, key, v.Number)
				if v.Closed != nil {
					note(name+" closed", v.Closed)
				}
				v.Closed = nil
				note(name, v)
			}
		}
	}
	for id := range d.lastChangeset(t) {
		found, err := d.store.ChangesetDetail(t.Context(), id+1)
		if err != nil {
			t.Fatal(err)
		}
		note(fmt.Sprintf("changeset %d", id+1), found.ChangesetInfo)
	}
	return all
}

// TestNoAddressRewritesHistory asks every address of the portal by every method that it
// has, with forms and JSON that ask for a change: records may get further versions, but
// whatever was recorded before still reads the same.
func TestNoAddressRewritesHistory(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleAdmin)
	b.post(pricedOffer, filled(t, b, "0.66"))
	recorded, err := d.store.Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	keys := map[dataset.Kind][]string{}
	for kind, records := range recorded.Set {
		for _, r := range records {
			keys[kind] = append(keys[kind], r.Key)
		}
	}
	before, changes := d.kept(t, keys), d.lastChangeset(t)
	asked := map[string]bool{}
	for _, r := range d.server.Routes() {
		asked[r.Path] = true
		if r.Method != http.MethodGet && r.Method != http.MethodHead &&
			(strings.HasPrefix(r.Path, "/admin/history") || strings.HasPrefix(r.Path, "/admin/changesets") && !strings.HasSuffix(r.Path, "/revert")) {
			t.Errorf("%s %s changes the history", r.Method, r.Path)
		}
		b.asks(t, r.Method, r.Path)
	}
	if !asked["/s"] || !asked["/report"] || !asked["/theme"] || !asked["/admin/changesets/:id/revert"] {
		t.Errorf("only %d addresses were asked", len(asked))
	}
	after := d.kept(t, keys)
	for name, was := range before {
		if after[name] != was {
			t.Errorf("%s was %s, is %s", name, was, after[name])
		}
	}
	if made := d.lastChangeset(t) - changes; made < 5 {
		t.Errorf("only %d changes were made: taking back, editing, ending and both ways of programs were to work", made)
	}
}

// asks sends an address what its forms and programs could, for a price as it stands and
// the newest changeset. What ends a price has one of its own, so that the others stay.
func (b *browser) asks(t *testing.T, method, route string) {
	key := pricedKey
	switch {
	case method == http.MethodDelete:
		key = "of-0010"
	case strings.HasSuffix(route, "/end"):
		key = "of-0048"
	}
	version := strconv.FormatInt(b.desk.record(t, dataset.Offers, key).Version, 10)
	path := strings.NewReplacer(":kind", "offers", ":key", key, ":id", "2", ":slug", "autodl", ":scenario", "training", ":code", "none", ":sha", "none").Replace(route)
	b.do(method, path, "application/json", `{"why":"checked","values":{"price_amount":"0.68","source_date":"2026-11-30"}}`, "If-Match", `"`+version+`"`)
	form := url.Values{"version": {version}, "id": {"2"}, "kind": {"offers"}, "key": {key}, "why": {"checked"}, "price_amount": {"0.67"}, "source_date": {"2026-11-30"},
		"price": {key}, "reason": {"amount"}, "text": {"wrong"}, "path": {"/offers"}, "mode": {"frozen"}, "theme": {"dark"}}
	b.do(method, path, "application/x-www-form-urlencoded", form.Encode())
	if strings.HasPrefix(path, "/admin") && b.get("/admin/history").Code != http.StatusOK {
		b.desk.clock.pass(time.Hour) // the walk has guessed at passwords, too
		b.login("an", b.desk.password)
	}
}

// TestHistoryNamesWordsAsPagesDo prints the words of a vocabulary in the language of
// the page, in the history of a record as in that of everything.
func TestHistoryNamesWordsAsPagesDo(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	form := filled(t, b, "0.64")
	form.Set("availability", "sold-out")
	if w := b.post(pricedOffer, form); w.Code != http.StatusSeeOther {
		t.Fatalf("%d", w.Code)
	}
	for path, want := range map[string][]string{
		pricedOffer + "/history": {"售罄", "按需", "0.64"}, pricedOffer + "/history?lang=en": {"Sold out", "On-demand", "0.64"},
		"/admin/changesets/2": {"售罄", "0.64"}, "/admin/changesets/2?lang=en": {"Sold out", "0.64"},
	} {
		page := b.page(t, path).Find("main").Text()
		for _, words := range append(want, "0.64") {
			if !strings.Contains(page, words) {
				t.Errorf("%s lacks %q", path, words)
			}
		}
		if strings.Contains(page, "sold-out") {
			t.Errorf("%s prints the code of a word", path)
		}
	}
}

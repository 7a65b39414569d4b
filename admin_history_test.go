package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

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

func TestNoAddressRewritesHistory(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleAdmin)
	b.post(pricedOffer, filled(t, b, "0.66"))
	count := func() (changesets, versions int) {
		_, total, err := d.store.Changesets(t.Context(), store.ChangesetFilter{}, store.Page{})
		if err != nil {
			t.Fatal(err)
		}
		return int(total), d.versions(t, dataset.Offers, pricedKey)
	}
	for _, r := range adminRoutes(d) {
		if r[0] == http.MethodGet || r[0] == http.MethodHead {
			continue
		}
		if strings.HasPrefix(r[1], "/admin/history") || strings.HasPrefix(r[1], "/admin/changesets") && !strings.HasSuffix(r[1], "/revert") {
			t.Errorf("%s %s changes the history", r[0], r[1])
		}
		changesets, versions := count()
		form := url.Values{"version": {"2"}, "id": {"1"}, "kind": {"offers"}, "key": {pricedKey}}
		b.do(r[0], r[1], "application/x-www-form-urlencoded", form.Encode())
		b.do(r[0], r[1], "application/json", `{"values":{}}`, "If-Match", `"2"`)
		if c, v := count(); c < changesets || v < versions {
			t.Errorf("%s %s: %d changesets became %d, %d versions %d", r[0], r[1], changesets, c, versions, v)
		}
		if strings.Contains(r[1], "logout") || strings.Contains(r[1], "login") || strings.Contains(r[1], "/users/1/") {
			b.login("an", d.password)
		}
	}
	if history, err := d.store.History(t.Context(), dataset.Offers, pricedKey); err != nil || history[len(history)-1].Record.Get("price_amount") != "0.63" {
		t.Errorf("the first version has changed: %v", err)
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

package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/store"
)

// change records an edit of a price, or its end when there is no amount, and lets
// the portal see it.
func change(t *testing.T, p *portal, id, amount string) {
	t.Helper()
	now, err := p.store.Record(t.Context(), dataset.Offers, id)
	if err != nil {
		t.Fatal(err)
	}
	op := store.Op{Kind: dataset.Offers, Key: id, ExpectVersion: now.Version}
	if amount != "" {
		edited := now.Record.With("price_amount", amount)
		op.New = &edited
	}
	if _, err := p.store.Apply(t.Context(), store.Changeset{Who: "editor", Why: "test", Origin: store.OriginForm, Ops: []store.Op{op}}); err != nil {
		t.Fatal(err)
	}
	if err := p.snapshot.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// freeze makes a frozen link to a path and returns its address.
func freeze(t *testing.T, h http.Handler, path string) string {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/s", strings.NewReader(url.Values{"path": {path}, "mode": {"frozen"}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.RemoteAddr = nextVisitor()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	link, made := strings.CutSuffix(w.Header().Get("Location"), "/link")
	if w.Code != http.StatusSeeOther || !made {
		t.Fatalf("POST /s of %s: %d to %q", path, w.Code, link)
	}
	return strings.TrimPrefix(link, "/en")
}

// TestFrozenLinksShowThePricesOfTheirDay shares every kind of page, changes one
// price and ends another, and opens the links again.
func TestFrozenLinksShowThePricesOfTheirDay(t *testing.T) {
	p, h := opened(t)
	ranked := p.snapshot.Current().Search(catalog.OfferQuery{Billing: catalog.Terms[catalog.BillingMode]{In: []catalog.BillingMode{catalog.OnDemand}},
		Market: catalog.Terms[catalog.MarketArea]{In: []catalog.MarketArea{catalog.MainlandChina}}}).Offers
	cheap, next := ranked[0], ranked[1]
	changed, ended := cheap.Prices[0], next.Prices[0]
	paths := []string{
		"/offers?market=cn&billing=on-demand", "/en/offers?market=cn&billing=on-demand", "/compare?o=" + changed.ID + "&o=" + ended.ID,
		"/calculator/cost?gpu=" + cheap.Accelerator.Slug + "&gpus=1&hours=10", "/calculator/sizing", "/wizard/finetune/result",
		"/gpus/" + cheap.Accelerator.Slug, "/providers/" + cheap.Provider.Slug, "/providers/" + next.Provider.Slug, "/",
	}
	links, prices := map[string]string{}, map[string]string{}
	for _, path := range paths {
		if answer(h, http.MethodGet, path).Code != http.StatusOK {
			continue
		}
		links[path] = freeze(t, h, path)
		prices[path] = withoutBar(t, answer(h, http.MethodGet, links[path]))
	}
	time.Sleep(5 * time.Millisecond) // records are told apart by the millisecond
	change(t, p, changed.ID, "1234.5")
	change(t, p, ended.ID, "")
	for path, link := range links {
		w := answer(h, http.MethodGet, link)
		if w.Code != http.StatusOK {
			t.Errorf("%s of %s: %d", link, path, w.Code)
			continue
		}
		body := w.Body.String()
		if !strings.Contains(body, `id="as-of"`) || !strings.Contains(body, "note note-w") {
			t.Errorf("%s does not say of which moment it is", path)
		}
		if now := withoutBar(t, w); now != prices[path] {
			t.Errorf("%s shows other things than on its day", path)
		}
	}
	bar := barOf(t, answer(h, http.MethodGet, links[paths[0]]))
	if !strings.Contains(bar, "1,234.50") || !strings.Contains(bar, "已下架") {
		t.Errorf("the frozen list says %q", bar)
	}
	if w := answer(h, http.MethodGet, "/compare?o="+ended.ID); w.Code != http.StatusNotFound {
		t.Errorf("the ended offer of now: %d", w.Code)
	}
}

func withoutBar(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	d, err := goquery.NewDocumentFromReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	w.Body.Reset()
	d.Find("#as-of").Remove()
	return strings.Join(strings.Fields(d.Find("main").Text()), " ")
}

func barOf(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	d, err := goquery.NewDocumentFromReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(d.Find("#as-of").Text()), " ")
}

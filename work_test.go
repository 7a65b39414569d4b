package main

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"gpuscale/catalog"
)

// firstOf returns the first offer that fits a query, with one of its prices.
func firstOf(t *testing.T, p *portal, q catalog.OfferQuery) (catalog.Offer, catalog.Price) {
	t.Helper()
	found := p.snapshot.Current().Search(q).Offers
	if len(found) == 0 {
		t.Fatal("the seed holds no such offer")
	}
	return found[0], found[0].Prices[0]
}

func TestEditorsSeeWhatVisitorsLookAtFirst(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	stale := catalog.OfferQuery{Show: catalog.ShowAll, Freshness: catalog.Terms[catalog.Freshness]{In: []catalog.Freshness{catalog.Stale}}}
	offer, price := firstOf(t, p, stale)
	for range 3 {
		if w := answer(h, http.MethodGet, "/compare?o="+price.ID); w.Code != http.StatusOK {
			t.Fatalf("compare: %d", w.Code)
		}
	}
	p.attention.flush(t.Context())
	status, d := e.get("/admin/work?reason=stale")
	row := d.Find("main tbody tr").First()
	if got := words(row); status != http.StatusOK || !strings.HasPrefix(got, "3") || !strings.Contains(got, "久未核对") || !strings.Contains(got, offer.Provider.Name.Zh) {
		t.Errorf("%d: the first line is %q", status, got)
	}
	if link := row.Find("td a.btn").AttrOr("href", ""); !strings.HasPrefix(link, "/admin/offers/") {
		t.Errorf("it leads to %q", link)
	} else if status, _ := e.get(link); status != http.StatusOK {
		t.Errorf("%s: %d", link, status)
	}
	for _, reason := range []string{"contradicting", "doubted", "undated", "sourceless", "unmatched", "ambiguous"} {
		status, d := e.get("/admin/work?reason=" + reason)
		if status != http.StatusOK || d.Find("main nav.chips [aria-current]").Length() != 1 {
			t.Errorf("%s: %d", reason, status)
		}
	}
	if _, d := e.get("/admin/work?page=2"); d.Find("main tbody tr").Length() == 0 {
		t.Error("there is no second page")
	}
}

func TestAReportReachesEditorsAndItsOutcomeTheVisitor(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	_, price := firstOf(t, p, catalog.OfferQuery{})
	visitor := &editor{t: t, handler: h, address: nextVisitor()}
	sent := visitor.post("/report", url.Values{"price": {price.ID}, "reason": {"amount"}, "text": {"官网现在是 9 元"}, "contact": {"wx: test"}})
	address, _, _ := strings.Cut(sent.Header().Get("Location"), "?")
	if sent.Code != http.StatusSeeOther {
		t.Fatalf("sent: %d", sent.Code)
	}
	_, d := e.get("/admin/work")
	report := d.Find("main section .note")
	if got := words(report); !strings.Contains(got, "官网现在是 9 元") || !strings.Contains(got, "价格变了或记错了") || !strings.Contains(got, "wx: test") {
		t.Fatalf("the report reads %q", got)
	}
	if got := words(d.Find("main tbody tr")); !strings.Contains(got, "有人报错") {
		t.Error("the price is not on the list")
	}
	path := report.Find("form").AttrOr("action", "")
	if w := e.post(path, url.Values{"decision": {"rejected"}}); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("refused without a word: %d", w.Code)
	}
	if w := e.post(path, url.Values{"decision": {"accepted"}, "answer": {"谢谢，已按官网改为 9 元"}}); w.Code != http.StatusSeeOther {
		t.Fatalf("settled: %d", w.Code)
	}
	if w := e.post(path, url.Values{"decision": {"accepted"}}); w.Code != http.StatusConflict {
		t.Errorf("settled twice: %d", w.Code)
	}
	if _, d := visitor.get(address); !strings.Contains(words(d.Find("main")), "核对属实") || !strings.Contains(words(d.Find("main")), "已按官网改为 9 元") || strings.Contains(words(d.Find("main")), "wx: test") {
		t.Errorf("the visitor reads %q", words(d.Find("main")))
	}
	if w := visitor.post(path, url.Values{"decision": {"accepted"}}); w.Code != http.StatusSeeOther || !strings.HasPrefix(w.Header().Get("Location"), "/admin/login") {
		t.Errorf("a stranger settles: %d", w.Code)
	}
}

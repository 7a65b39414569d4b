package handlers

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/catalog"
)

// keptReports keeps reports in memory.
type keptReports struct{ all []Report }

func (k *keptReports) AddReport(_ context.Context, price, text, contact string) (Report, error) {
	r := Report{Code: "code" + strconv.Itoa(len(k.all)), Price: price, Text: text, Status: "new", Answer: "", Created: pinned}
	k.all = append(k.all, r)
	return r, nil
}

func (k *keptReports) Report(_ context.Context, code string) (Report, error) {
	for _, r := range k.all {
		if r.Code == code {
			return r, nil
		}
	}
	return Report{}, ErrNoReport
}

func reportingSite(t *testing.T) (*site, *keptReports, string) {
	t.Helper()
	s, kept := newSite(t), &keptReports{}
	s.portal.Reports = kept
	offers := seedMarket().Search(catalog.OfferQuery{}).Offers
	return s, kept, offers[0].Prices[0].ID
}

func TestAnyoneReportsAPriceWithoutScriptOrAccount(t *testing.T) {
	s, kept, id := reportingSite(t)
	for prefix, words := range map[string][2]string{"": {"收到，谢谢", "还没核对"}, "/en": {"Received, thank you", "Not checked yet"}} {
		form := s.page(t, prefix+"/report?price="+id).Find("main form")
		if form.AttrOr("method", "") != "post" || form.AttrOr("action", "") != prefix+"/report" || form.Find("input[name=price]").AttrOr("value", "") != id {
			t.Fatalf("%s: the form is %v", prefix, form.Nodes)
		}
		if n := form.Find("input[type=radio][name=reason]").Length(); n != len(ReportReasons) {
			t.Errorf("%d reasons", n)
		}
		w := s.post(prefix+"/report", url.Values{"price": {id}, "reason": {"amount"}, "text": {" 现在 7.5 元\r\n<script>alert(1)</script> "}})
		if w.Code != http.StatusSeeOther {
			t.Fatalf("sent: %d %s", w.Code, w.Body)
		}
		d := s.page(t, w.Header().Get("Location"))
		if got := d.Find("main").Text(); !strings.Contains(got, words[0]) || !strings.Contains(got, words[1]) || !strings.Contains(got, "<script>alert(1)</script>") {
			t.Errorf("thanked with %q", got)
		}
		if got := d.Find("#report-link").AttrOr("value", ""); got != "https://scale.example"+prefix+"/report/"+kept.all[len(kept.all)-1].Code {
			t.Errorf("the address of the outcome is %q", got)
		}
	}
	if got := kept.all[0].Text; got != "amount\n现在 7.5 元\n<script>alert(1)</script>" || kept.all[0].Price != id {
		t.Errorf("kept %q about %s", got, kept.all[0].Price)
	}
}

func TestTheOutcomeOfAReportIsPublic(t *testing.T) {
	s, kept, id := reportingSite(t)
	kept.all = []Report{
		{Code: "yes", Price: id, Text: "gone", Status: "accepted", Answer: "已下架", Created: pinned, Settled: pinned},
		{Code: "no", Price: "no-longer-there", Text: "a text from elsewhere", Status: "rejected", Created: pinned, Settled: pinned},
	}
	if got := s.page(t, "/report/yes").Find("main").Text(); !strings.Contains(got, "核对属实") || !strings.Contains(got, "已下架") || !strings.Contains(got, "2026-12-01 12:00") {
		t.Errorf("accepted: %q", got)
	}
	if got := s.page(t, "/en/report/no").Find("main").Text(); !strings.Contains(got, "Checked, not changed") || !strings.Contains(got, "not on record") || !strings.Contains(got, "a text from elsewhere") {
		t.Errorf("rejected: %q", got)
	}
	if status, _ := s.get(t, "/report/other"); status != http.StatusNotFound {
		t.Errorf("an unknown code: %d", status)
	}
}

func TestWrongReportsKeepWhatWasTyped(t *testing.T) {
	s, kept, id := reportingSite(t)
	for name, row := range map[string]struct {
		form   url.Values
		status int
		field  string
	}{
		"no reason":           {url.Values{"price": {id}, "text": {"typed"}}, 422, "#reason-e"},
		"something else":      {url.Values{"price": {id}, "reason": {"other"}, "contact": {"typed"}}, 422, "#text-e"},
		"too long":            {url.Values{"price": {id}, "reason": {"gone"}, "text": {strings.Repeat("长", 1001)}, "contact": {"typed"}}, 422, "#text-e"},
		"a turned contact":    {url.Values{"price": {id}, "reason": {"gone"}, "text": {"typed"}, "contact": {"a\u202eb"}}, 422, "#contact-e"},
		"a price not on sale": {url.Values{"price": {"nothing"}, "reason": {"gone"}}, 422, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := s.post("/report", row.form)
			if w.Code != row.status {
				t.Fatalf("%d: %s", w.Code, w.Body)
			}
			d := documentOf(t, w)
			if row.field == "" {
				return
			}
			if strings.TrimSpace(d.Find(row.field).Text()) == "" || !strings.Contains(d.Find("textarea").Text()+d.Find("#contact").AttrOr("value", ""), "typed") {
				t.Errorf("message %q, fields %q and %q", d.Find(row.field).Text(), d.Find("textarea").Text(), d.Find("#contact").AttrOr("value", ""))
			}
		})
	}
	if len(kept.all) != 0 {
		t.Errorf("kept %v", kept.all)
	}
	for path, want := range map[string]int{"/report": 400, "/report?price=nothing": 404, "/en/report?price=nothing": 404} {
		if status, _ := s.get(t, path); status != want {
			t.Errorf("%s: %d", path, status)
		}
	}
}

func TestProgramsAndFloodsAreNotQueued(t *testing.T) {
	s, kept, id := reportingSite(t)
	if w := s.post("/report", url.Values{"price": {id}, "reason": {"gone"}, "website": {"https://spam.example"}}); w.Code != http.StatusOK || len(kept.all) != 0 {
		t.Errorf("a filled trap: %d, kept %v", w.Code, kept.all)
	}
	codes := map[int]int{}
	for range 8 {
		w := s.post("/report", url.Values{"price": {id}, "reason": {"gone"}, "text": {"typed"}})
		codes[w.Code]++
		if w.Code == http.StatusTooManyRequests {
			if d := documentOf(t, w); d.Find("textarea").Text() != "typed" || w.Header().Get("Retry-After") == "" {
				t.Errorf("refused without what was typed: %q", d.Find("textarea").Text())
			}
		}
	}
	if codes[http.StatusSeeOther] != 5 || codes[http.StatusTooManyRequests] != 3 || len(kept.all) != 5 {
		t.Errorf("answers %v, kept %d", codes, len(kept.all))
	}
	other := httptest.NewRequest(http.MethodPost, "/report", strings.NewReader(url.Values{"price": {id}, "reason": {"gone"}}.Encode()))
	other.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	other.RemoteAddr = "198.51.100.7:1"
	w := httptest.NewRecorder()
	if s.handler.ServeHTTP(w, other); w.Code != http.StatusSeeOther {
		t.Errorf("another client: %d", w.Code)
	}
}

func TestEveryPriceInAListCanBeReported(t *testing.T) {
	s, _, _ := reportingSite(t)
	d := s.page(t, "/offers?per=10")
	rows, links := d.Find("#offers tbody tr").Length(), d.Find("#offers a[href^='/report?price=']").Length()
	if rows == 0 || links < rows {
		t.Errorf("%d links on %d rows", links, rows)
	}
	for path, listed := range map[string]string{
		"/gpus/rtx-3090-24gb": ".rental tbody tr, .unranked tbody tr", "/en/providers/autodl": ".rental tbody tr, .unranked tbody tr",
		"/calculator/cost?gpu=rtx-3090-24gb&gpus=1&hours=10": ".cost-offers tbody tr", "/en/calculator/sizing?model=Llama-2-7B&gpu=rtx-3090-24gb": "td[data-price]",
	} {
		d := s.page(t, path)
		rows := d.Find(listed)
		silent := rows.FilterFunction(func(_ int, row *goquery.Selection) bool { return row.Find("a[href*='/report?price=']").Length() == 0 })
		if rows.Length() == 0 || silent.Length() > 0 {
			t.Errorf("%s: %d of %d prices cannot be reported", path, silent.Length(), rows.Length())
		}
	}
	offers := seedMarket().Search(catalog.OfferQuery{}).Offers
	d = s.page(t, "/en/compare?o="+offers[0].ID+"&o="+offers[1].Prices[0].ID)
	if n := d.Find("thead a[href^='/en/report?price=']").Length(); n != 2 {
		t.Errorf("%d links in a comparison of two", n)
	}
	if status, _ := s.get(t, d.Find("thead a[href^='/en/report']").AttrOr("href", "")); status != http.StatusOK {
		t.Errorf("the link leads to %d", status)
	}
}

func TestAReportIsAboutOnePrice(t *testing.T) {
	s := newSite(t)
	for query, want := range map[string]int{
		"price=of-0049": 200, "price=of-0049&price=of-0049": 200, "price=of-0049&price=of-0050": 400, "price=": 400, "": 400,
	} {
		if w := s.do("/report?" + query); w.Code != want {
			t.Errorf("%q: %d, want %d", query, w.Code, want)
		}
	}
}

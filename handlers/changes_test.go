package handlers

import (
	"encoding/xml"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"gpuscale/catalog"
)

// withChanges is the seed with a log of its own.
func withChanges() catalog.Data {
	d := seedData()
	d.Changes = []catalog.Change{
		{Changeset: 3, At: time.Date(2026, 12, 1, 16, 30, 0, 0, time.UTC), Kind: "offers", Key: "of-0019", Action: "changed", Provider: "autodl", Field: "price_amount", Old: "3.87", New: "4.2", Reason: "官网改价 <script>"},
		{Changeset: 3, At: time.Date(2026, 12, 1, 16, 30, 0, 0, time.UTC), Kind: "providers", Key: "autodl", Action: "changed", Provider: "autodl", Field: "website", Old: "", New: "https://example.com"},
		{Changeset: 2, At: time.Date(2026, 12, 1, 1, 0, 0, 0, time.UTC), Kind: "offers", Key: "", Action: "imported", Provider: "aliyun", New: "12"},
	}
	return d
}

func TestTheLogListsChangesAndFilters(t *testing.T) {
	s := newSiteOf(t, withChanges())
	page := s.page(t, "/changes")
	if got := page.Find("tbody tr").Length(); got != 3 {
		t.Fatalf("%d lines, want 3", got)
	}
	if imported := texts(page.Find("tbody tr").Last()); !strings.Contains(imported[0], "导入 · 12 条记录") {
		t.Errorf("an import is told as %q", imported)
	}
	if first := texts(page.Find("tbody tr").First()); !strings.Contains(first[0], "2026-12-02 00:30") {
		t.Errorf("a change at 16:30 UTC belongs to the next day in Shanghai: %q", first)
	}
	if page.Find("tbody script").Length() != 0 || !strings.Contains(page.Find("tbody").Text(), "<script>") {
		t.Error("a reason with markup must be shown as text")
	}
	if got := s.page(t, "/en/changes?provider=AliYun").Find("tbody tr").Length(); got != 1 {
		t.Errorf("%d lines of one provider, want 1", got)
	}
	if got := s.page(t, "/changes?kind=!offers").Find("tbody tr").Length(); got != 1 {
		t.Errorf("%d lines without prices, want 1", got)
	}
}

func TestTheLogRefusesWrongFilters(t *testing.T) {
	s := newSiteOf(t, withChanges())
	for path, field := range map[string]string{
		"/changes.json?provider=nobody": "provider", "/changes.json?kind=gossip": "kind", "/changes.json?page=0": "page",
		"/changes.json?per=201": "per", "/changes.json?as_of=2020-01-01": "as_of",
	} {
		if fields := s.fieldsOf(t, path); fields[field] == "" {
			t.Errorf("%s: no message at %s: %v", path, field, fields)
		}
	}
	if status, page := s.get(t, "/changes?kind=gossip"); status != http.StatusBadRequest || page.Find("tbody tr").Length() != 0 {
		t.Errorf("a wrong kind: status %d with %d lines", status, page.Find("tbody tr").Length())
	}
}

func TestTheLogAsDataHoldsEveryLine(t *testing.T) {
	s := newSiteOf(t, withChanges())
	var log struct {
		Total   int
		Changes []object
	}
	s.getJSON(t, "/changes.json?per=1&page=2", &log)
	if log.Total != 3 || len(log.Changes) != 1 || log.Changes[0]["key"] != "autodl" {
		t.Errorf("page 2 of 3: %+v", log)
	}
	if rows := s.getCSV(t, "/changes.csv?per=1"); len(rows) != 4 {
		t.Errorf("%d lines in the file, want a header and 3", len(rows))
	}
	if status, _ := s.get(t, "/changes?page=999"); status != http.StatusOK {
		t.Errorf("a page beyond the last: %d", status)
	}
}

func TestFeedsAreAtomAndConcernTheirSubject(t *testing.T) {
	s := newSiteOf(t, withChanges())
	offer, _ := s.portal.Markets.Current().Offer("of-0019")
	for path, want := range map[string]int{
		"/feed.atom": 2, "/en/feed.atom": 2, "/providers/autodl/feed.atom": 1, "/providers/aliyun/feed.atom": 1,
		"/gpus/" + offer.Accelerator.Slug + "/feed.atom": 1, "/gpus/t4-16gb/feed.atom": 1, // aliyun, whose prices were imported, rents it out
	} {
		var feed struct {
			XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
			Entries []struct {
				Title string `xml:"title"`
				ID    string `xml:"id"`
			} `xml:"entry"`
		}
		w := s.do(path)
		if err := xml.Unmarshal(w.Body.Bytes(), &feed); err != nil || w.Header().Get("Content-Type") != atom {
			t.Errorf("%s: %v, %s", path, err, w.Header().Get("Content-Type"))
		}
		if len(feed.Entries) != want {
			t.Errorf("%s: %d entries, want %d", path, len(feed.Entries), want)
		}
		if slices.ContainsFunc(feed.Entries, func(e struct {
			Title string `xml:"title"`
			ID    string `xml:"id"`
		}) bool {
			return !strings.HasPrefix(e.ID, "https://scale.example/")
		}) {
			t.Errorf("%s: an entry's id is not an address of the site", path)
		}
	}
	for _, path := range []string{"/gpus/nothing/feed.atom", "/providers/nobody/feed.atom"} {
		if w := s.do(path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

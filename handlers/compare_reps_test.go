package handlers

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// comparisonJSON is what the contract promises of /compare.json.
type comparisonJSON struct {
	Kind    string `json:"kind"`
	Columns []struct {
		ID    string `json:"id"`
		Label string `json:"label"`
	} `json:"columns"`
	Groups []struct {
		Dimension string `json:"dimension"`
		Rows      []struct {
			Key    string   `json:"key"`
			Label  string   `json:"label"`
			Unit   string   `json:"unit"`
			Better string   `json:"better"`
			Same   *bool    `json:"same"`
			Cells  []object `json:"cells"`
		} `json:"rows"`
	} `json:"groups"`
	Warnings []object `json:"warnings"`
}

func (c *comparisonJSON) cells(key string) []object {
	for _, g := range c.Groups {
		for _, r := range g.Rows {
			if r.Key == key {
				return r.Cells
			}
		}
	}
	return nil
}

func TestTheJSONOfComparisonsKeepsItsFields(t *testing.T) {
	s := newSite(t)
	for kind, query := range map[string]string{"providers": fourProviders, "offers": "o=of-0049&o=of-0001&o=of-0003", "accelerators": "g=h100-sxm5-80gb&g=h100-any"} {
		var c comparisonJSON
		if status := s.getJSON(t, "/compare.json?"+query, &c); status != http.StatusOK || c.Kind != kind || len(c.Columns) < 2 {
			t.Fatalf("%s: status %d, %+v", kind, status, c.Columns)
		}
		var dimensions []string
		for _, g := range c.Groups {
			dimensions = append(dimensions, g.Dimension)
			for _, r := range g.Rows {
				if r.Same == nil || r.Label == "" || !slices.Contains([]string{"higher", "lower", "none"}, r.Better) || len(r.Cells) != len(c.Columns) {
					t.Errorf("%s: row %+v", kind, r)
				}
				for _, cell := range r.Cells {
					checkCell(t, kind+" "+r.Key, cell)
				}
			}
		}
		if !slices.Equal(dimensions, []string{"performance", "cost", "stability", "ecosystem"}) {
			t.Errorf("%s: dimensions %v", kind, dimensions)
		}
	}
}

func checkCell(t *testing.T, name string, cell object) {
	t.Helper()
	for _, field := range []string{"value", "text", "state", "best", "source_url", "seen", "doubts"} {
		if _, ok := cell[field]; !ok {
			t.Errorf("%s: cell lacks %s", name, field)
		}
	}
	if known := cell["state"] != "unknown"; known != (cell["value"] != nil) {
		t.Errorf("%s: state %v with value %v", name, cell["state"], cell["value"])
	}
	if cell["text"] == "" || cell["doubts"] == nil {
		t.Errorf("%s: %v", name, cell)
	}
}

func TestAcceleratorsHaveTheRowsOfTheContract(t *testing.T) {
	var c comparisonJSON
	newSite(t).getJSON(t, "/compare.json?g=h100-sxm5-80gb&g=a100-sxm4-80gb", &c)
	for _, key := range []string{"vram_gb", "memory_bandwidth_gb_s", "fp16_tflops_dense", "interconnect_gb_s", "tdp_w", "best_price_cn", "best_price_intl"} {
		if c.cells(key) == nil {
			t.Errorf("no row %s", key)
		}
	}
	if cell := c.cells("memory_bandwidth_gb_s")[0]; cell["value"] != 3350.0 || cell["best"] != true {
		t.Errorf("%v", cell)
	}
}

func TestOfferComparisonsEndWithTheStandardJobs(t *testing.T) {
	var c comparisonJSON
	newSite(t).getJSON(t, "/compare.json?o=of-0049&o=of-0052", &c)
	month := c.cells("cost_month_720h")
	if month == nil || c.cells("cost_short_30h") == nil || c.cells("cost_stopped_week") == nil {
		t.Fatal("the standard jobs are missing")
	}
	// 5090: one month of 1,923.60 a machine covers 720 hours; by the hour it is 720 × 3.20 = 2,304.00.
	if month[0]["value"] != "1923.60" {
		t.Errorf("the cheapest month costs %v", month[0]["value"])
	}
}

func TestOnlyDifferencesLeavesOutRowsThatAgree(t *testing.T) {
	s := newSite(t)
	var all, some comparisonJSON
	s.getJSON(t, "/compare.json?o=of-0049&o=of-0052", &all)
	s.getJSON(t, "/compare.json?o=of-0049&o=of-0052&diff=1", &some)
	count := func(c comparisonJSON) (rows, same int) {
		for _, g := range c.Groups {
			for _, r := range g.Rows {
				rows++
				if *r.Same {
					same++
				}
			}
		}
		return rows, same
	}
	rows, same := count(all)
	left, leftSame := count(some)
	if same == 0 || leftSame != 0 || left != rows-same {
		t.Errorf("%d rows, %d agree; with diff=1 %d, %d agree", rows, same, left, leftSame)
	}
	d := s.page(t, "/compare?o=of-0049&o=of-0052&diff=1")
	if d.Find("tr.same").Length() != 0 || d.Find("#diff[checked]").Length() != 1 || !strings.Contains(d.Find("[role=status]").Text(), "已收起") {
		t.Error("the page shows rows that agree, or does not say that they are left out")
	}
	if d := s.page(t, "/compare?o=of-0049&o=of-0052"); d.Find("tr.same").Length() != same || d.Find("#diff[checked]").Length() != 0 {
		t.Errorf("%d rows are marked as the same, want %d", d.Find("tr.same").Length(), same)
	}
	if n := len(s.getCSV(t, "/compare.csv?o=of-0049&o=of-0052&diff=1")) - 1; n != left {
		t.Errorf("%d lines of CSV, want %d", n, left)
	}
}

func TestExportsOfComparisonsHoldEveryRowInOrder(t *testing.T) {
	s := newSite(t)
	var c comparisonJSON
	s.getJSON(t, "/compare.json?"+fourProviders, &c)
	var labels []string
	for _, g := range c.Groups {
		for _, r := range g.Rows {
			labels = append(labels, r.Label)
		}
	}
	var got []string
	for _, record := range s.getCSV(t, "/compare.csv?"+fourProviders)[1:] {
		got = append(got, record[1])
	}
	if !slices.Equal(got, labels) {
		t.Errorf("CSV has %v, want %v", got, labels)
	}
	w := s.do("/compare.md?" + fourProviders)
	for _, label := range labels {
		if !strings.Contains(w.Body.String(), "| "+label+" |") {
			t.Errorf("Markdown lacks %s", label)
		}
	}
}

func TestBothLanguagesCompareTheSame(t *testing.T) {
	s := newSite(t)
	d := s.page(t, "/en/compare?o=of-0049&o=of-0052&base=of-0052")
	if !strings.Contains(d.Find("h1").Text(), "2 offers side by side") || d.Find("html").AttrOr("lang", "") != "en" {
		t.Error(d.Find("h1").Text())
	}
	if href := d.Find("#b-0").AttrOr("href", ""); href != "/en/compare?o=of-0049&o=of-0052" {
		t.Errorf("the first column becomes the base at %s", href)
	}
	if words := regexpHan.FindString(d.Find(".cmp thead").Text()); words != "" {
		t.Errorf("Chinese in the English head: %s", words)
	}
}

func TestLinksOfTheComparisonKeepOrderAndTheRest(t *testing.T) {
	d := newSite(t).page(t, "/compare?o=of-0052,of-0049&o=of-0200&base=of-0200&currency=usd&utm_source=x")
	if got := texts(d.Find(".cmp thead .who")); !slices.Equal(got, []string{"优云智算", "优云智算", "RunPod"}) {
		t.Errorf("columns %v", got)
	}
	for selector, want := range map[string]string{
		"#x-0": "/compare?o=of-0049&o=of-0200&base=of-0200&currency=USD",
		"#x-2": "/compare?o=of-0052&o=of-0049&currency=USD",
		"#b-1": "/compare?o=of-0052&o=of-0049&o=of-0200&base=of-0049&currency=USD",
		"#r-0": "/compare?o=of-0049&o=of-0052&o=of-0200&base=of-0200&currency=USD",
		"#l-2": "/compare?o=of-0052&o=of-0200&o=of-0049&base=of-0200&currency=USD",
	} {
		link := d.Find(selector)
		if link.AttrOr("href", "") != want || link.AttrOr("hx-push-url", "") != want || !strings.HasPrefix(link.AttrOr("hx-get", ""), want) {
			t.Errorf("%s leads to %s", selector, link.AttrOr("href", ""))
		}
	}
	if d.Find("#l-0").Length()+d.Find("#r-2").Length() != 0 {
		t.Error("the ends can be moved beyond")
	}
	if strings.Contains(html(t, d), "utm_source") {
		t.Error("a parameter that the page does not know is carried on")
	}
}

func TestRemovingAColumnSwapsTheTableAndMovesTheFocus(t *testing.T) {
	s := newSite(t)
	get := s.page(t, "/compare?p=aliyun&p=volcengine&p=huawei-cloud").Find("#x-2").AttrOr("hx-get", "")
	w := s.do(get, "HX-Request", "true")
	d, err := goquery.NewDocumentFromReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if w.Header().Get("HX-Trigger-After-Settle") != `{"focus":"#x-1"}` || d.Find("#x-1").Length() != 1 {
		t.Errorf("focus %s", w.Header().Get("HX-Trigger-After-Settle"))
	}
	if d.Find("#cmp").Length() != 1 || d.Find("header.top").Length() != 0 {
		t.Error("the answer is not the fragment alone")
	}
	if strings.Contains(html(t, d), "focus=x-1\" hx-push") || strings.Contains(d.Find("#share-link").AttrOr("value", ""), "focus") {
		t.Error("the wish for the focus is part of an address")
	}
}

func TestHeadAnswersTheComparison(t *testing.T) {
	s := newSite(t)
	r := httptest.NewRequest(http.MethodHead, "/compare?"+fourProviders, nil)
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK || w.Body.Len() != 0 || w.Header().Get("Content-Length") == "" {
		t.Errorf("status %d, %d bytes", w.Code, w.Body.Len())
	}
}

func TestTheMemoKeepsMarketsAndQuestionsApart(t *testing.T) {
	s := newSite(t)
	first := s.do("/compare.json?o=of-0049&o=of-0052").Body.String()
	for _, other := range []string{"o=of-0052&o=of-0049", "o=of-0049&o=of-0052&base=of-0052", "o=of-0049&o=of-0052&currency=USD", "o=of-0049&o=of-0052&month=744", "o=of-0049&o=of-0052&o=of-9999", "o=of-0049&o=of-0052&diff=1"} {
		if s.do("/compare.json?"+other).Body.String() == first {
			t.Errorf("%s gets the answer of another question", other)
		}
	}
	a := &compareAsk{market: seedMarket(), name: "o", kind: "offers", columns: []compareColumn{{id: "of-0049"}, {id: "of-0052"}}, base: "of-0049", currency: "CNY", month: 730}
	memo := &compareMemo{}
	old := memo.table(a)
	a.market = newSiteOf(t, seedData()).portal.Markets.Current()
	if next := memo.table(a); old.Columns[0].Offer.Provider == next.Columns[0].Offer.Provider && memo.market != a.market {
		t.Error("another market gets the comparison of the old one")
	}
	for i := range maxTables + 1 {
		a.columns[0].id = "of-" + strings.Repeat("0", i)
		memo.table(a)
	}
	if len(memo.tables) > maxTables {
		t.Errorf("%d comparisons are kept", len(memo.tables))
	}
}

package handlers

import (
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/text"
)

func TestOffersAreListedOnceWithTheirOtherModes(t *testing.T) {
	page := newSite(t).page(t, costPath+"?gpu=rtx-5090-32gb&provider=compshare&gpus=1&hours_per_day=22&days=30")
	rows := page.Find(".cost-offers tbody tr")
	if rows.Length() != 1 || !strings.Contains(rows.Text(), "包月") || !strings.Contains(rows.Text(), "其他方式") {
		t.Errorf("rows: %v", texts(rows))
	}
	modes := texts(page.Find("section .tbl tbody th b"))
	for _, want := range []string{"按需", "包日", "包月", "竞价 / 抢占式", "包年", "预留实例券"} {
		if !slices.Contains(modes, want) {
			t.Errorf("the modes %v lack %s", modes, want)
		}
	}
	if page.Find("figure svg.chart").Length() < 2 || !strings.Contains(page.Find("figcaption").Text(), "601") {
		t.Error("no break-even at 601 hours")
	}
	if rel := rows.Find("details a[href^=http]").Last().AttrOr("rel", ""); !strings.Contains(rel, "nofollow") {
		t.Errorf("the link to the source has rel %q", rel)
	}
	if rows.Find("a[href^='/compare?']").Length() != 1 || rows.Find("a[href='/providers/compshare']").Length() != 1 {
		t.Error("no link to the comparison or the provider")
	}
}

func TestTheBasketRentsEveryLineAtOneProvider(t *testing.T) {
	s := newSite(t)
	w := s.weigh(t, "gpu=rtx-4090-24gb&gpus=8&hours=100&line=rtx-5090-32gb×1×100")
	for _, r := range w.Results {
		if len(r.Lines) < 2 || r.Lines[1].Item != "compute" {
			t.Errorf("%s has no second position: %+v", r.Offer, r.Lines)
		}
	}
	if !slices.ContainsFunc(w.Excluded, func(x struct{ Offer, Price, Code, Text string }) bool {
		return x.Code == "line-unavailable" && strings.Contains(x.Text, "5090")
	}) {
		t.Error("nobody is left out for lacking a line")
	}
	page := s.page(t, costPath+"?gpu=rtx-4090-24gb&gpus=8&hours=100&line=rtx-5090-32gb×1×100")
	total := page.Find(".answer .huge").First().Text()
	if best := page.Find("section .tbl tbody tr:has(.seal) .big").First().Text(); best != total {
		t.Errorf("the table of modes says %s, the answer %s", best, total)
	}
}

func TestTheBudgetTellsTheHours(t *testing.T) {
	s := newSite(t)
	w := s.weigh(t, "gpu=rtx-5090-32gb&gpus=1&budget=5000")
	i := w.of("autodl")[0]
	if r := w.Results[i]; r.Within == nil || *r.Within != 1706 { // 5000 ÷ 2.93
		t.Errorf("5000 lasts for %v hours", r.Within)
	}
	page := s.page(t, costPath+"?gpu=rtx-5090-32gb&gpus=1&budget=5,000")
	if got := texts(page.Find(".answer > div")); !strings.Contains(got[1], "1,706 小时") || !strings.Contains(got[1], "¥5,000.00") {
		t.Errorf("the answer says %v", got)
	}
	if page.Find(".cost-offers thead th").Length() != 7 {
		t.Error("no column for the hours within the budget")
	}
}

func TestFilesHoldTheWholeResult(t *testing.T) {
	s := newSite(t)
	query := "?hours=100&storage_gb=100"
	w := s.weigh(t, query[1:])
	records := s.getCSV(t, costPath+".csv"+query)
	if len(w.Results) <= costShownRows || len(records) != len(w.Results)+1 {
		t.Errorf("%d results in JSON, %d lines in CSV", len(w.Results), len(records)-1)
	}
	for i, r := range w.Results {
		if !slices.Contains(records[i+1], r.Offer) || !slices.Contains(records[i+1], r.Total.Amount) {
			t.Fatalf("line %d of the CSV is not %s at %s: %v", i+1, r.Offer, r.Total.Amount, records[i+1])
		}
	}
	sheet := s.do(costPath + ".md" + query).Body.String()
	for _, part := range []string{"# 采购单", "## 假设与口径", "汇率 1 USD = 6.7394 CNY，2026-08-22", "https://scale.example/calculator/cost?hours=100", "| " + text.Count(len(w.Results)) + " |"} {
		if !strings.Contains(sheet, part) {
			t.Errorf("the sheet lacks %q", part)
		}
	}
	if page := s.page(t, costPath+query); page.Find(".cost-offers").First().Find("tbody tr").Length() != costShownRows || page.Find("details .cost-offers tbody tr").Length() == 0 {
		t.Error("the page does not show 50 offers and fold the rest")
	}
}

func TestNoMatchIsAnEmptyAnswerWithWaysOut(t *testing.T) {
	s := newSite(t)
	if w := s.weigh(t, "vram_min=5000&hours=1"); len(w.Results) != 0 || w.Results == nil {
		t.Errorf("results %v", w.Results)
	}
	page := s.page(t, costPath+"?gpu=t4-16gb&provider=gcp&hours=1")
	if page.Find(".empty a").Length() != 2 || !strings.Contains(page.Find("#cost-left").Text(), "只含 GPU") {
		t.Error("no way out, or no reason for what is left out")
	}
}

func TestAFrozenMomentIsKeptInLinks(t *testing.T) {
	page := newSite(t).page(t, costPath+"?gpu=rtx-5090-32gb&hours=10&as_of=2026-12-01")
	if page.Find("form input[name=as_of][value='2026-12-01']").Length() != 1 || page.Find(".cost-offers a[href^='/providers/']").First().AttrOr("href", "") == "" {
		t.Error("the moment is lost in the form")
	}
	page.Find(".cost-offers a[href^='/providers/'], .cost-offers a[href^='/compare']").Each(func(_ int, a *goquery.Selection) {
		if href := a.AttrOr("href", ""); !strings.Contains(href, "as_of=2026-12-01") {
			t.Errorf("link without the moment: %s", href)
		}
	})
}

package handlers

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/catalog"
)

func TestNamesThatAreCodeStayText(t *testing.T) {
	evil := `=cmd|'/C calc'!A0`
	script := `<script>alert("x")</script>`
	s := newSiteOf(t, withPrices(
		line("p1", "2", func(l *catalog.PriceLine) { l.InstanceType, l.Regions = script, []string{`a"b`, "x\ny,z"} }),
		line("p2", "3", func(l *catalog.PriceLine) {
			l.InstanceType, l.AcceleratorName = evil, `<img src=x onerror=1> | no [link](x)`
		}),
	))
	page := s.page(t, "/offers?pick=p1&pick=p2")
	if page.Find("#offers script, #offers img, #tray script, #tray img").Length() != 0 {
		t.Error("a name became markup")
	}
	if !strings.Contains(page.Find("#offers").Text(), script) {
		t.Error("the name is not shown")
	}
	records := s.getCSV(t, "/offers.csv")
	if len(records) != 3 || records[1][2] != script || records[2][2] != "'"+evil {
		t.Errorf("records %v", records)
	}
	md := s.do("/offers.md").Body.String()
	if strings.Contains(md, "<script>") || strings.Contains(md, "<img") || strings.Contains(md, " | no [link]") {
		t.Errorf("Markdown holds markup: %s", md)
	}
	if kind := s.do("/offers.json").Header(); kind.Get("X-Content-Type-Options") != "nosniff" || !strings.HasPrefix(kind.Get("Content-Type"), "application/json") {
		t.Errorf("JSON may be taken for a page: %v", kind)
	}
}

func TestSoldOutIsKeptAndMarked(t *testing.T) {
	s := newSiteOf(t, withPrices(line("p1", "1", func(l *catalog.PriceLine) { l.Availability = catalog.SoldOut }), line("p2", "2", named("other"))))
	if got := leads(s.page(t, "/offers")); !slices.Equal(got, []string{"2.00"}) {
		t.Errorf("ranked: %v", got)
	}
	row := s.page(t, "/offers?show=all").Find("#offers tbody tr").First()
	if !strings.Contains(row.Find(".h").Text(), "售罄") || !strings.Contains(row.Find(".f").Text(), "售罄") {
		t.Errorf("row %q", row.Text())
	}
	if row.Find(".seal").Length() != 0 {
		t.Error("a sold-out price is called the lowest")
	}
}

func TestOnePriceForManyRegionsIsOneRow(t *testing.T) {
	s := newSiteOf(t, withPrices(
		line("p1", "2", func(l *catalog.PriceLine) { l.Regions = []string{"北京、上海、广州"} }),
		line("p2", "3", func(l *catalog.PriceLine) { l.Regions = []string{"us-east-1"} }),
		line("p3", "4", nil),
	))
	rows := s.page(t, "/offers").Find("#offers tbody tr")
	if rows.Length() != 3 || !strings.Contains(rows.Eq(0).Find(".h").Text(), "统一价，库存未知") || strings.Contains(rows.Eq(1).Find(".h").Text(), "统一价") {
		t.Errorf("rows %v", texts(rows.Find(".h")))
	}
	for query, want := range map[string]int{"region=%E4%B8%8A%E6%B5%B7": 1, "region=us-east-1": 1, "region=US-EAST-1": 1, "region=!us-east-1": 2} {
		l, records := s.offers(t, query), s.getCSV(t, "/offers.csv?"+query)
		if l.Total != want || len(records)-1 != want || s.page(t, "/offers?"+query).Find("#offers tbody tr").Length() != want {
			t.Errorf("%s: %d offers, %d in the file, want %d", query, l.Total, len(records)-1, want)
		}
	}
	if l := s.offers(t, "region=us-east-1"); l.Offers[0].Region[0] != "us-east-1" {
		t.Errorf("region %v", l.Offers[0].Region)
	}
}

func TestTwoPricesOfOneModeAreARange(t *testing.T) {
	s := newSiteOf(t, withPrices(
		line("p1", "3.4148", func(l *catalog.PriceLine) { l.Billing, l.Regions = catalog.Spot, []string{"us-east-1"} }),
		line("p2", "30.1669", func(l *catalog.PriceLine) { l.Billing, l.Regions = catalog.Spot, []string{"us-east-1"} }),
		line("p3", "40", func(l *catalog.PriceLine) { l.Regions = []string{"us-east-1"} }),
	))
	rows := s.page(t, "/offers").Find("#offers tbody tr")
	if rows.Length() != 1 || !strings.Contains(rows.Find(".md").Text(), "3.41–30.17") {
		t.Errorf("row %q", rows.Text())
	}
	if beams := rows.Find("svg"); beams.Length() == 0 || beams.First().AttrOr("aria-hidden", "") != "true" {
		t.Error("the beam beside its prices is not drawn, or read out a second time")
	}
}

func TestEveryPriceShowsItsEvidence(t *testing.T) {
	s := newSite(t)
	page := s.page(t, "/offers?show=all&per=200")
	rows := page.Find("#offers tbody tr")
	if rows.Length() != 200 {
		t.Fatalf("%d rows", rows.Length())
	}
	rows.Each(func(_ int, row *goquery.Selection) {
		note := row.Find("[popover]")
		id, _ := note.Attr("id")
		if row.Find(".f .src").Length() == 0 || row.Find(".f .fresh").Length() == 0 || row.Find(`button.pin[popovertarget="`+id+`"]`).Length() != 1 {
			t.Errorf("%s lacks its marks", row.Find(".n").Text())
		}
		if text := note.Text(); !strings.Contains(text, "证据") || !strings.Contains(text, "核对于") || !strings.Contains(text, "价格含") && !strings.Contains(text, "不含主机") {
			t.Errorf("note %q", text)
		}
		note.Find(`a[href^="http"]`).Each(func(_ int, a *goquery.Selection) {
			if !strings.Contains(a.AttrOr("rel", ""), "nofollow noopener noreferrer") {
				t.Errorf("%s is trusted", a.AttrOr("href", ""))
			}
		})
	})
	credited := s.page(t, "/offers?provider=lambda&show=all").Find("#offers tbody tr").First().Find("[popover]").Text()
	if !strings.Contains(credited, "gpurentalprices.com") || !strings.Contains(credited, "CC BY 4.0") {
		t.Errorf("no credit: %q", credited)
	}
	article := s.page(t, "/offers?provider=tencent-cloud&grade=S&show=all").Find("#offers tbody tr")
	if article.Find(".src span").First().Text() != "文" || !strings.Contains(article.Find(".doubt").Text(), "26.97") {
		t.Errorf("the article's price: %q", article.Text())
	}
}

func TestFiveThousandOffersAreServedInPages(t *testing.T) {
	var lines []catalog.PriceLine
	for i := range 5000 {
		lines = append(lines, line(fmt.Sprintf("p%04d", i), fmt.Sprintf("%d.%02d", 1+i/100, i%100), named(fmt.Sprintf("type-%d", i))))
	}
	s := newSiteOf(t, withPrices(lines...))
	page := s.page(t, "/offers")
	if page.Find("#offers tbody tr").Length() != 50 || !strings.Contains(page.Find("#count").Text(), "5,000") {
		t.Errorf("%d rows, %s", page.Find("#offers tbody tr").Length(), page.Find("#count").Text())
	}
	if got := page.Find(".pager").Text(); !strings.Contains(got, "第 1–50 个，共 5,000 个") {
		t.Errorf("pager %q", got)
	}
	if last := s.page(t, "/offers?page=100").Find("#offers tbody tr").Length(); last != 50 {
		t.Errorf("%d rows on the last page", last)
	}
}

func TestAnEmptyResultSaysWhatToDrop(t *testing.T) {
	s := newSite(t)
	page := s.page(t, "/offers?provider=autodl&vram_min=900")
	if page.Find("#offers").Length() != 0 || !strings.Contains(page.Find(".empty h2").Text(), "没有方案同时满足这 3 个条件") {
		t.Fatalf("empty state %q", page.Find(".empty").Text())
	}
	found := false
	page.Find(".empty .chip").Each(func(_ int, a *goquery.Selection) {
		_, query, _ := strings.Cut(a.AttrOr("href", ""), "?")
		if n := s.offers(t, query).Total; !strings.Contains(a.Text(), strconv.Itoa(n)) || n == 0 {
			t.Errorf("%q leads to %d offers", a.Text(), n)
		}
		found = true
	})
	if !found {
		t.Error("nothing is suggested")
	}
	if text := s.page(t, "/offers?page=99").Find(".empty").Text(); !strings.Contains(text, "共 140 个方案，3 页") {
		t.Errorf("beyond the last page: %q", text)
	}
}

func TestEveryRepresentationAnswersHeadInBothLanguages(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/offers", "/en/offers", "/offers.json", "/en/offers.json", "/offers.csv", "/en/offers.csv", "/offers.md", "/en/offers.md"} {
		if status, _ := s.get(t, path); status != http.StatusOK {
			t.Errorf("%s: %d", path, status)
		}
	}
	page := s.page(t, "/en/offers?show=all&per=200")
	if text := page.Find("#results .tbl thead").Text() + page.Find("#facets").Text(); strings.ContainsAny(text, "价平台方案") {
		t.Error("the English page speaks Chinese")
	}
	if path := s.page(t, "/offers?gpu=a100-any").Find(`form[action="/s"] input[name=path]`).First().AttrOr("value", ""); path != "/offers?gpu=a100-any" {
		t.Errorf("shared path %q", path)
	}
}

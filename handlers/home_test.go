package handlers

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/catalog"
	"gpuscale/views"
)

func TestTheFirstPageLeadsToSearchAndToEveryScenario(t *testing.T) {
	s := newSite(t)
	for _, lang := range []string{"", "/en"} {
		page := s.page(t, lang+"/")
		if action, _ := page.Find("form[role=search]").Attr("action"); action != lang+"/offers" {
			t.Errorf("%s: search goes to %q", lang, action)
		}
		for _, key := range views.Scenarios {
			if page.Find(`.scen a[href="`+lang+"/wizard/"+key+`"]`).Length() != 1 {
				t.Errorf("%s: no entry to %s", lang, key)
			}
		}
	}
}

func TestBestPricesAreTheMarketsOwn(t *testing.T) {
	s := newSite(t)
	m := seedMarket()
	basis := m.Basis(catalog.CNY, catalog.Month730)
	var answer homeJSON
	s.getJSON(t, "/index.json", &answer)
	seen := map[string]bool{}
	for _, list := range [][]bestPriceJSON{answer.Best, answer.Families} {
		for _, b := range list {
			seen[b.Accelerator] = true
			for area, got := range map[catalog.MarketArea]*bestJSON{catalog.MainlandChina: b.CN, catalog.International: b.INTL} {
				want, ok := m.Best(b.Accelerator, area)
				switch {
				case !ok && got != nil, ok && got == nil:
					t.Errorf("%s %s: %v, want one: %t", b.Accelerator, area, got, ok)
				case ok && got.PerGPUHour.Amount != basis.PerGPUHour(&want.Price).Rounded().Low.String():
					t.Errorf("%s %s: %s", b.Accelerator, area, got.PerGPUHour.Amount)
				}
			}
		}
	}
	for _, area := range areas {
		parts, families := m.BestPrices(area)
		for _, b := range append(parts, families...) {
			if !seen[b.Accelerator.Slug] {
				t.Errorf("%s is left out", b.Accelerator.Slug)
			}
		}
	}
}

func TestAFamilysPriceIsNeverAMembers(t *testing.T) {
	var answer homeJSON
	newSite(t).getJSON(t, "/index.json", &answer)
	for _, b := range answer.Best {
		if strings.HasSuffix(b.Accelerator, "-any") {
			t.Errorf("%s stands among the cards", b.Accelerator)
		}
	}
	if len(answer.Families) == 0 {
		t.Error("no family has a best price")
	}
}

func TestTheSteelyardShowsRankedPricesAndTheirFinding(t *testing.T) {
	s := newSite(t)
	var answer homeJSON
	s.getJSON(t, "/index.json", &answer)
	if answer.Steelyard == nil || len(answer.Steelyard.Prices) < 3 {
		t.Fatalf("steelyard %+v", answer.Steelyard)
	}
	for _, p := range answer.Steelyard.Prices {
		offer, ok := seedMarket().Offer(p.Offer)
		if !ok || offer.Provider.Market != catalog.MainlandChina {
			t.Errorf("%+v is no mainland offer", p)
		}
	}
	figure := s.page(t, "/").Find("figure").First()
	if got := figure.Find("figcaption b").Text(); got != answer.Steelyard.Finding || !strings.Contains(got, "%") {
		t.Errorf("finding %q, JSON %q", got, answer.Steelyard.Finding)
	}
	if figure.Find("svg[role=img]").Length() == 0 {
		t.Error("no drawing")
	}
}

func TestSparklinesNeedSeveralDaysOfOneSource(t *testing.T) {
	page := newSite(t).page(t, "/")
	page.Find(".tile").Each(func(_ int, tile *goquery.Selection) {
		link, _ := tile.Find("a").First().Attr("href")
		slug := strings.TrimPrefix(link, "/gpus/")
		days := 0
		for _, series := range seedMarket().History(slug, seedMarket().Basis(catalog.CNY, catalog.Month730)) {
			found := map[catalog.Date]bool{}
			for _, p := range series.Points {
				found[p.Day] = true
			}
			days = max(days, len(found))
		}
		if drawn := tile.Find("> svg").Length(); drawn > 0 && days < 2 {
			t.Errorf("%s has a sparkline of one day", slug)
		}
	})
}

func TestTheFirstPageCountsByFreshness(t *testing.T) {
	s := newSite(t)
	var answer homeJSON
	s.getJSON(t, "/index.json", &answer)
	sum := 0
	for _, n := range answer.Freshness {
		sum += n
	}
	if sum != seedMarket().PriceCount() || answer.Prices != sum || answer.Newest == nil || answer.NextChange == nil {
		t.Errorf("%+v of %d, newest %v, next %v", answer.Freshness, seedMarket().PriceCount(), answer.Newest, answer.NextChange)
	}
	page := s.page(t, "/")
	if rows := page.Find("#h-t").Parent().Parent().Find(".kv dt").Length(); rows != len(catalog.FreshnessWords) {
		t.Errorf("%d kinds of freshness", rows)
	}
}

func TestLicencesAreCreditedWithALink(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/", "/gpus", "/providers", "/providers/runpod", "/gpus/h100-sxm5-80gb", "/guide", "/calculator/cost?provider=runpod&gpu=h100-sxm5-80gb&hours=10"} {
		page := s.page(t, path)
		credit := page.Find(`a[rel~=license][href="https://creativecommons.org/licenses/by/4.0/"]`)
		if credit.Length() == 0 {
			t.Errorf("%s shows licensed prices without credit", path)
		}
		if credit.Parent().Find(`a[href="https://gpurentalprices.com"]`).Length() == 0 {
			t.Errorf("%s does not link whose data it credits", path)
		}
	}
}

func TestPitfallsCarryTheArticlesMarkAndTheirDoubts(t *testing.T) {
	page := newSite(t).page(t, "/")
	items := page.Find("ol.maths > li")
	if items.Length() != len(seedMarket().Pitfalls()) {
		t.Fatalf("%d pitfalls", items.Length())
	}
	if items.First().Find(".src").Text() == "" || items.First().Find(`a[href^="#doubt-"]`).Length() == 0 || page.Find("#doubt-D12").Length() != 1 {
		t.Error("a pitfall lacks its source or its doubt")
	}
}

func TestTheViewpointChangesEveryPage(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/index", "/providers", "/providers/runpod", "/gpus", "/gpus/h100-sxm5-80gb"} {
		var cny, usd, month viewpointJSON
		s.getJSON(t, path+".json", &cny)
		s.getJSON(t, path+".json?currency=usd", &usd)
		s.getJSON(t, path+".json?month=744&as_of=2026-12-01", &month)
		if cny.Currency != "CNY" || usd.Currency != "USD" || month.Month != 744 || cny.AsOf == "" || cny.Rate == nil || cny.Rate.Date == "" {
			t.Errorf("%s: %+v, %+v, %+v", path, cny, usd, month)
		}
		fields := s.fieldsOf(t, path+".json?currency=EUR&month=31&as_of=2026-11-30")
		if len(fields) != 3 {
			t.Errorf("%s: problems %v", path, fields)
		}
	}
	for _, path := range []string{"/", "/en/providers/runpod", "/gpus", "/providers"} {
		status, page := s.get(t, path+"?currency=EUR")
		if status != http.StatusBadRequest || page.Find("#vp-currency option[selected]").Last().AttrOr("value", "") != "EUR" || page.Find("#vp-currency-e").Length() != 1 {
			t.Errorf("%s: status %d, the typed value and its message are not in the form", path, status)
		}
		if page.Find(".tile, .rental, .gpu-t").Length() > 0 {
			t.Errorf("%s shows figures beside an error", path)
		}
	}
}

func TestAnOldExchangeRateIsFlagged(t *testing.T) {
	page := newSite(t).page(t, "/")
	if got := page.Find(".stack-s").Text(); !strings.Contains(got, "6.7394") || !strings.Contains(got, "2026-08-22") || !strings.Contains(got, "偏旧") {
		t.Errorf("rate note %q", got)
	}
}

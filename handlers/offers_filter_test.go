package handlers

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

func TestRepeatingMeansOrAndExclamationExcludes(t *testing.T) {
	s := newSite(t)
	all, autodl, runpod := s.offers(t, "").Total, s.offers(t, "provider=autodl").Total, s.offers(t, "provider=runpod").Total
	if got := s.offers(t, "provider=autodl&provider=runpod").Total; got != autodl+runpod || autodl == 0 || runpod == 0 {
		t.Errorf("either: %d, want %d + %d", got, autodl, runpod)
	}
	if got := s.offers(t, "provider=!autodl&provider=!runpod").Total; got != all-autodl-runpod {
		t.Errorf("neither: %d, want %d", got, all-autodl-runpod)
	}
	if got := s.offers(t, "provider=autodl&provider=runpod&provider=!runpod").Total; got != autodl {
		t.Errorf("excluded after the positives: %d, want %d", got, autodl)
	}
}

func TestNamingAConditionWidensJustThat(t *testing.T) {
	s := newSite(t)
	for _, row := range []struct{ query, code string }{{"grade=C", "grade"}, {"freshness=stale", "stale"}, {"share=slice", "share"}, {"price_kind=member", "kind"}} {
		l := s.offers(t, row.query+"&per=200")
		if l.Total == 0 {
			t.Errorf("%s: nothing is found", row.query)
		}
		for _, o := range l.Offers {
			for _, p := range o.Prices {
				if left := slices.DeleteFunc(p.WhyNot, func(c string) bool { return c == row.code || row.code == "share" && c == "no-per-card-price" }); len(left) > 0 {
					t.Errorf("%s lists %s, which is kept out for %v", row.query, p.ID, left)
				}
			}
		}
	}
}

func TestEveryReasonIsOneClickAway(t *testing.T) {
	s := newSite(t)
	page := s.page(t, "/offers")
	links := page.Find(".hidden-n a")
	if links.Length() < 8 {
		t.Fatalf("%d links", links.Length())
	}
	links.Each(func(_ int, a *goquery.Selection) {
		count := a.Find("b").Text()
		if count == "" {
			return
		}
		l := s.offers(t, strings.TrimPrefix(a.AttrOr("href", ""), "/offers?"))
		if strconv.Itoa(l.PricesTotal) != count {
			t.Errorf("%s leads to %d prices", strings.TrimSpace(a.Text()), l.PricesTotal)
		}
	})
	hidden := strings.Fields(page.Find(".hidden-n").Text())[0]
	if hidden != strconv.Itoa(479-158) {
		t.Errorf("%s prices are said to be hidden", hidden)
	}
}

func TestFacetsTellWhatChoosingThemGives(t *testing.T) {
	s := newSite(t)
	for _, base := range []string{"", "billing=on-demand&vram_min=40", "market=cn&gpu=a100-any", "show=all&provider=autodl"} {
		l := s.offers(t, base)
		for name, values := range l.Facets {
			if name == "vram" || name == "count" {
				continue
			}
			for _, v := range values[:min(len(values), 4)] {
				query := valuesOf(base)
				query[name] = []string{v.Value}
				if got := s.offers(t, query.Encode()).Total; got != v.Count {
					t.Errorf("%s + %s=%s: %d offers, the facet says %d", base, name, v.Value, got, v.Count)
				}
			}
		}
	}
}

func TestSortingIsByNumberWithTheUnknownLastBothWays(t *testing.T) {
	s := newSite(t)
	for _, query := range []string{"show=all&per=200", "show=all&per=200&currency=USD"} {
		for _, sign := range []string{"", "-"} {
			l := s.offers(t, query+"&sort="+sign+"price")
			unknown := 0
			for i, o := range l.Offers {
				price, known := o.lowest()
				if !known {
					unknown++
				} else if unknown > 0 {
					t.Errorf("%s: %s follows an unknown price", sign, o.ID)
				} else if i > 0 {
					before, _ := l.Offers[i-1].lowest()
					if sign == "" && before > price || sign == "-" && before < price {
						t.Errorf("%sprice: %s costs %v after %v", sign, o.ID, price, before)
					}
				}
			}
		}
	}
	last := s.offers(t, "show=all&per=50&page=8")
	if _, known := last.Offers[len(last.Offers)-1].lowest(); known {
		t.Error("the last offer has a price: this seed has unknown ones")
	}
	page := s.page(t, "/offers?sort=-vram")
	if got := page.Find("th[aria-sort]"); got.Length() != 1 || got.AttrOr("aria-sort", "") != "descending" || got.Find("#sort-vram").Length() != 1 {
		t.Errorf("aria-sort is on %d heads: %s", got.Length(), got.Text())
	}
}

func TestMemoryAndCountsCompareAsNumbers(t *testing.T) {
	s := newSite(t)
	for _, o := range s.offers(t, "show=all&vram_min=16&vram_max=16&per=200").Offers {
		if o.VRAM == nil || *o.VRAM != 16 {
			t.Errorf("%s has %v GB", o.ID, o.VRAM)
		}
	}
	atLeast := s.offers(t, "show=all&count_min=2&per=200")
	for _, o := range atLeast.Offers {
		if o.Count == nil || *o.Count < 2 {
			t.Errorf("%s has %v cards", o.ID, o.Count)
		}
	}
	exact := s.offers(t, "show=all&count_min=2&count_max=2&per=200")
	if exact.Total == 0 || exact.Total >= atLeast.Total {
		t.Errorf("%d with two, %d with at least two", exact.Total, atLeast.Total)
	}
	if chips := texts(s.page(t, "/offers?count_min=2").Find("#chips .chip")); !slices.Contains(chips, "≥ 2 张卡") {
		t.Errorf("chips %v", chips)
	}
	eight := s.offers(t, "show=all&count_min=8&vram_min=80&vram_max=80&per=200")
	if eight.Total == 0 {
		t.Error("no machine of eight 80 GB cards is found by the memory of one (T-40)")
	}
}

func TestCurrencyConvertsOnceWithRateAndDateShown(t *testing.T) {
	s := newSite(t)
	l := s.offers(t, "currency=USD&show=all&per=200")
	if l.Rate == nil || l.Rate.Pair != "USD/CNY" || l.Rate.Rate != "6.7394" || l.Rate.Date != "2026-08-22" {
		t.Fatalf("rate %+v", l.Rate)
	}
	for _, o := range l.Offers {
		for _, p := range o.Prices {
			if p.PerGPUHour != nil && p.PerGPUHour.Currency != "USD" {
				t.Errorf("%s is in %s", p.ID, p.PerGPUHour.Currency)
			}
			if p.ID == "of-0005" && p.PerGPUHour.Amount != "0.0935" { // 0.63 ÷ 6.7394
				t.Errorf("of-0005: %s", p.PerGPUHour.Amount)
			}
		}
	}
	if l := s.offers(t, "provider=autodl"); l.Rate != nil {
		t.Errorf("a rate without conversion: %+v", l.Rate)
	}
	rate := s.page(t, "/en/offers?currency=USD").Find("#rate").Text()
	if !strings.Contains(rate, "1 USD = 6.7394 CNY") || !strings.Contains(rate, "2026-08-22") || !strings.Contains(rate, "101 days old") {
		t.Errorf("rate note %q", rate)
	}
	if head := s.page(t, "/en/offers?currency=USD&unit=gpu-month").Find("#sort-price").Text(); !strings.Contains(head, "US$/GPU·month") {
		t.Errorf("unit %q", head)
	}
}

func TestUnitsShowTheSamePriceByTheNamedConvention(t *testing.T) {
	s := newSite(t)
	lead := func(query string) string {
		return strings.TrimSpace(s.page(t, "/offers?provider=autodl&gpu=rtx-3060-12gb&"+query).Find("#offers tbody .p .big").First().Text())
	}
	for query, want := range map[string]string{
		"": "0.63", "unit=gpu-month": "459.90", "unit=gpu-month&month=720": "453.60", "unit=gpu-month&month=744": "468.72", "unit=instance-hour": "0.63",
	} {
		if got := lead(query); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
	if note := s.page(t, "/offers?month=720").Find("#results").Text(); !strings.Contains(note, "1 个月 = 720 小时") {
		t.Error("the convention is not named")
	}
	min := s.offers(t, "unit=gpu-month&price_min=459.90&price_max=459.90")
	if min.Total == 0 {
		t.Error("the price filter is not in the unit shown")
	}

}

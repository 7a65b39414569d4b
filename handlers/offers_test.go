package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// offersAnswer holds what tests ask of the JSON of offers.
type offersAnswer struct {
	Total       int            `json:"total"`
	PricesTotal int            `json:"prices_total"`
	NotShown    map[string]int `json:"not_shown"`
	Page        int            `json:"page"`
	Per         int            `json:"per"`
	AsOf        string         `json:"as_of"`
	Currency    string         `json:"currency"`
	Rate        *struct {
		Pair, Rate, Date string
		SourceURL        string `json:"source_url"`
	} `json:"rate"`
	Facets map[string][]struct {
		Value, Label string
		Count        int
	} `json:"facets"`
	Offers []offerAnswer `json:"offers"`
}

type offerAnswer struct {
	ID           string
	Provider     string
	Accelerator  *string
	VRAM         *float64 `json:"vram_gb"`
	Count        *int
	Region       []string
	Availability *string
	Prices       []struct {
		ID         string
		Billing    string
		Price      struct{ Amount, Max, Currency, Unit, Kind *string }
		PerGPUHour *struct{ Amount, Currency string } `json:"per_gpu_hour"`
		Reason     *string
		Ranked     bool
		WhyNot     []string `json:"why_not"`
		Grade      string
		Freshness  string
		Seen       *string
		Doubts     []string
	}
}

func (s *site) offers(t *testing.T, query string) offersAnswer {
	t.Helper()
	var l offersAnswer
	if status := s.getJSON(t, "/offers.json?"+query, &l); status != http.StatusOK {
		t.Fatalf("%s: status %d", query, status)
	}
	return l
}

// lowest is the figure an offer is sorted by: its lowest ranked card-hour, else its
// lowest.
func (o offerAnswer) lowest() (float64, bool) {
	best, known, ranked := 0.0, false, false
	for _, p := range o.Prices {
		if p.PerGPUHour == nil || ranked && !p.Ranked {
			continue
		}
		f, _ := strconv.ParseFloat(p.PerGPUHour.Amount, 64)
		if !known || p.Ranked && !ranked || f < best {
			best, known, ranked = f, true, p.Ranked
		}
	}
	return best, known
}

func TestOffersJSONHasTheFieldsOfTheContract(t *testing.T) {
	s := newSite(t)
	var answer object
	s.getJSON(t, "/offers.json?show=all&per=200", &answer)
	for _, name := range []string{"total", "prices_total", "not_shown", "page", "per", "as_of", "currency", "rate", "facets", "offers"} {
		if _, ok := answer[name]; !ok {
			t.Errorf("no %s", name)
		}
	}
	for _, name := range []string{"provider", "gpu", "vendor", "kind", "market", "share", "form", "region", "billing", "price_kind", "grade", "freshness", "vram", "count"} {
		values, _ := answer["facets"].(object)[name].([]any)
		if len(values) == 0 {
			t.Errorf("no facet %s", name)
			continue
		}
		for _, field := range []string{"value", "label", "count"} {
			if _, ok := values[0].(object)[field]; !ok {
				t.Errorf("facet %s has no %s", name, field)
			}
		}
	}
	for _, o := range answer["offers"].([]any) {
		offer := o.(object)
		for _, name := range []string{"id", "provider", "instance_type", "accelerator", "accelerator_name", "vram_gb", "count", "share", "vcpu", "ram_gib", "region", "interconnect_gb_s", "availability", "prices"} {
			if _, ok := offer[name]; !ok {
				t.Fatalf("offer %v has no %s", offer["id"], name)
			}
		}
		for _, p := range offer["prices"].([]any) {
			checkPriceFields(t, p.(object))
		}
	}
}

func checkPriceFields(t *testing.T, price object) {
	t.Helper()
	for _, name := range []string{"id", "billing", "price", "per_gpu_hour", "reason", "ranked", "why_not", "grade", "freshness", "seen", "source_url", "doubts"} {
		if _, ok := price[name]; !ok {
			t.Fatalf("price %v has no %s", price["id"], name)
		}
	}
	for _, name := range []string{"amount", "max", "currency", "unit", "kind"} {
		if _, ok := price["price"].(object)[name]; !ok {
			t.Fatalf("price %v: no price.%s", price["id"], name)
		}
	}
	if (price["per_gpu_hour"] == nil) == (price["reason"] == nil) {
		t.Errorf("price %v: per_gpu_hour %v with reason %v", price["id"], price["per_gpu_hour"], price["reason"])
	}
	if hour, ok := price["per_gpu_hour"].(object); ok {
		_, decimals, _ := strings.Cut(hour["amount"].(string), ".")
		if len(decimals) != 4 || hour["currency"] != "CNY" {
			t.Errorf("price %v: per_gpu_hour %v", price["id"], hour)
		}
	}
	if amount, ok := price["price"].(object)["amount"].(string); ok {
		if _, decimals, _ := strings.Cut(amount, "."); len(decimals) < 2 {
			t.Errorf("price %v: amount %s", price["id"], amount)
		}
	}
	if price["ranked"] != (len(price["why_not"].([]any)) == 0) {
		t.Errorf("price %v: ranked %v for %v", price["id"], price["ranked"], price["why_not"])
	}
}

func TestOffersJSONKeepsTheDefaultNumbersOfTheSeed(t *testing.T) {
	l := newSite(t).offers(t, "")
	if l.PricesTotal != 158 || l.Per != 50 || l.Page != 1 || l.Currency != "CNY" || len(l.Offers) != 50 {
		t.Errorf("%d ranked prices, %d a page, %s", l.PricesTotal, len(l.Offers), l.Currency)
	}
	if l.AsOf != "2026-12-01T12:00:00+08:00" {
		t.Errorf("as of %s", l.AsOf)
	}
	for _, code := range []string{"grade", "stale", "undated", "kind", "share", "host-excluded", "no-per-card-price", "ended", "sold-out", "doubt"} {
		if l.NotShown[code] == 0 {
			t.Errorf("nothing is said to be hidden for %s: %v", code, l.NotShown)
		}
	}
	all := newSite(t).offers(t, "show=all&per=1")
	if all.PricesTotal != 479 || len(all.NotShown) != 0 {
		t.Errorf("show=all: %d prices, hidden %v", all.PricesTotal, all.NotShown)
	}
}

func TestOffersRefuseWrongValuesAtTheirField(t *testing.T) {
	s := newSite(t)
	for _, row := range []struct{ name, query, field string }{
		{"a word outside its vocabulary", "billing=hourly", "billing"},
		{"an unknown provider", "provider=nobody", "provider"},
		{"an excluded unknown provider", "provider=!nobody", "provider"},
		{"an unknown accelerator", "gpu=h9000", "gpu"},
		{"an unknown maker", "vendor=acme", "vendor"},
		{"an unknown region", "region=atlantis", "region"},
		{"an unknown currency (R-T11)", "currency=EUR", "currency"},
		{"an unknown unit", "unit=gpu-decade", "unit"},
		{"another month", "month=731", "month"},
		{"text for a number (T-33)", "vram_min=%3E%3Dabc", "vram_min"},
		{"a decimal comma", "price_max=12,5", "price_max"},
		{"an infinite number", "price_min=1e309", "price_min"},
		{"not a number", "price_min=NaN", "price_min"},
		{"hexadecimal", "vram_max=0x10", "vram_max"},
		{"half a card", "count_min=1.5", "count_min"},
		{"a negative price", "price_min=-1", "price_min"},
		{"an order that is none", "sort=price)%3B--", "sort"},
		{"an order of nothing", "sort=-", "sort"},
		{"a page of none", "page=0", "page"},
		{"a page that is no number", "page=two", "page"},
		{"too many a page", "per=201", "per"},
		{"none a page", "per=0", "per"},
		{"a reason that is none", "why_not=ugly", "why_not"},
		{"a moment before the records", "as_of=2020-01-01", "as_of"},
		{"a moment ahead", "as_of=2030-01-01", "as_of"},
		{"no moment", "as_of=yesterday", "as_of"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if fields := s.fieldsOf(t, "/offers.json?"+row.query); fields[row.field] == "" || len(fields) != 1 {
				t.Errorf("fields %v", fields)
			}
			status, page := s.get(t, "/offers?"+row.query)
			if status != http.StatusBadRequest || page.Find("#offers tbody tr").Length() != 0 {
				t.Errorf("page: status %d, %d rows", status, page.Find("#offers tbody tr").Length())
			}
			if got := strings.TrimSpace(page.Find("#err-" + row.field).Text()); got == "" {
				t.Errorf("no message at %s", row.field)
			}
			typed := valuesOf(row.query)[row.field][0]
			if !strings.Contains(page.Find("#q, #facets, #chips, .bound").Text(), typed) && page.Find(`[value="`+typed+`"]`).Length() == 0 {
				t.Errorf("%q is not kept", typed)
			}
			for _, ending := range []string{".csv", ".md"} {
				if status, _ := s.get(t, "/offers"+ending+"?"+row.query); status != http.StatusBadRequest {
					t.Errorf("%s: status %d", ending, status)
				}
			}
		})
	}
}

func valuesOf(query string) url.Values {
	values, err := url.ParseQuery(query)
	if err != nil {
		panic(err)
	}
	return values
}

func TestWordsFoldNumbersAreTypedByPeopleAndNothingIsAbsent(t *testing.T) {
	s := newSite(t)
	for _, row := range []struct{ name, query, same string }{
		{"case of words", "billing=ON-DEMAND&currency=usd&sort=-PRICE&grade=b", "billing=on-demand&currency=USD&sort=-price&grade=B"},
		{"case of slugs", "provider=AutoDL", "provider=autodl"},
		{"an empty value", "provider=&vram_min=&sort=", ""},
		{"unknown names", "utm_source=x&from=y", ""},
		{"full-width digits", "vram_min=８０", "vram_min=80"},
		{"a full stop for a point", "price_max=12。5", "price_max=12.5"},
		{"grouped thousands", "price_max=1,250.50", "price_max=1250.5"},
		{"spaces around a number", "price_max=%C2%A012.5%20", "price_max=12.5"},
		{"minus zero", "price_min=-0", "price_min=0"},
		{"ten thousand", "price_max=5万", "price_max=50000"},
		{"a repeated value", "provider=autodl&provider=autodl", "provider=autodl"},
	} {
		a, b := s.offers(t, row.query), s.offers(t, row.same)
		if a.Total != b.Total || len(a.Offers) != len(b.Offers) || len(a.Offers) > 0 && a.Offers[0].ID != b.Offers[0].ID {
			t.Errorf("%s: %d offers, want %d", row.name, a.Total, b.Total)
		}
	}
	if status, _ := s.get(t, "/offers?provider=a;b"); status != http.StatusBadRequest {
		t.Errorf("a query with a semicolon: %d", status)
	}
	if l := s.offers(t, "page=999"); l.Total == 0 || len(l.Offers) != 0 {
		t.Errorf("a page beyond the last: %d of %d", len(l.Offers), l.Total)
	}
}

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

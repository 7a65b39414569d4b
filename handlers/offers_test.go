package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
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

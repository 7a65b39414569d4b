package handlers

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/catalog"
)

// withPrices is the seed with other prices.
func withPrices(lines ...catalog.PriceLine) catalog.Data {
	d := seedData()
	d.Prices = lines
	return d
}

// line is a ranked price of one RTX 4090 at AutoDL; change alters it.
func line(id, amount string, change func(*catalog.PriceLine)) catalog.PriceLine {
	l := catalog.PriceLine{
		ID: id, Provider: "autodl", AcceleratorName: "RTX 4090", Vendor: "NVIDIA", VRAMGB: catalog.Known(24.0), Count: catalog.Known(1),
		Billing: catalog.OnDemand, Kind: catalog.KindList, Currency: catalog.CNY, Unit: catalog.GPUHour, Grade: catalog.GradeA,
		Scope: catalog.ScopeWhole, Share: catalog.Share{Num: 1, Den: 1},
		Source: catalog.Source{URL: "https://www.autodl.com/home", Seen: catalog.Date{Year: 2026, Month: 11, Day: 28}, Confidence: catalog.OfficialPage},
	}
	if amount != "" {
		d, err := catalog.ParseDecimal(amount)
		if err != nil {
			panic(err)
		}
		l.Amount = catalog.Known(d)
	}
	if change != nil {
		change(&l)
	}
	return l
}

func named(instance string) func(*catalog.PriceLine) {
	return func(l *catalog.PriceLine) { l.InstanceType = instance }
}

func leads(page *goquery.Document) []string { return texts(page.Find("#offers tbody .p .big")) }

func TestPricesSortAsNumbersInEveryCurrency(t *testing.T) {
	s := newSiteOf(t, withPrices(line("p1", "9.5", named("a")), line("p2", "10", named("b")), line("p3", "100", named("c")), line("p4", "0.8", named("d")), line("p5", "1000", named("e"))))
	want := []string{"0.80", "9.50", "10.00", "100.00", "1,000.00"}
	if got := leads(s.page(t, "/offers")); !slices.Equal(got, want) {
		t.Errorf("ascending: %v", got)
	}
	slices.Reverse(want)
	if got := leads(s.page(t, "/offers?sort=-price")); !slices.Equal(got, want) {
		t.Errorf("descending: %v", got)
	}
	if got := leads(s.page(t, "/offers?currency=USD")); !slices.Equal(got, []string{"0.12", "1.41", "1.48", "14.84", "148.38"}) {
		t.Errorf("in dollars: %v", got)
	}
}

func TestAnOfferWithoutAPriceIsLastBothWaysAndNeverZero(t *testing.T) {
	s := newSiteOf(t, withPrices(line("p1", "", named("none")), line("p2", "3", named("three")), line("p3", "1", named("one"))))
	for _, sort := range []string{"", "&sort=-price"} {
		page := s.page(t, "/offers?show=all"+sort)
		last := page.Find("#offers tbody tr").Last()
		if !strings.Contains(last.Find(".n").Text(), "none") || !strings.Contains(last.Find(".p").Text(), "未公开") || strings.Contains(last.Find(".p").Text(), "0") {
			t.Errorf("%q: last is %q", sort, last.Text())
		}
	}
	for _, bad := range []string{"NaN", "0.00", "null"} {
		if strings.Contains(s.page(t, "/offers?show=all").Find("#offers").Text(), bad) {
			t.Errorf("the page says %s", bad)
		}
	}
}

func TestNothingNarrowsTheListUnseen(t *testing.T) {
	s := newSite(t)
	page := s.page(t, "/offers")
	if chips := texts(page.Find("#chips .chip")); !slices.Equal(chips, []string{"只看可排名价格"}) {
		t.Errorf("the default shows %v", chips)
	}
	if count := texts(page.Find("#count"))[0]; !strings.HasPrefix(count, "140 个方案（全部 360 个）") {
		t.Errorf("count %q", count)
	}
	query := "show=all&q=a100&provider=autodl&gpu=a100-any&vendor=NVIDIA&kind=specialist&market=cn&vram_min=10&vram_max=100&count_min=1&count_max=9" +
		"&share=whole&form=!oam&interconnect_min=1&region=!%E4%B8%8A%E6%B5%B7&billing=on-demand&price_kind=list&grade=B&freshness=ageing&price_min=1&price_max=90&as_of=2026-12-01"
	page = s.page(t, "/offers?"+query)
	chips := page.Find("#chips .chip")
	if want := len(valuesOf(query)) - 1; chips.Length() != want {
		t.Errorf("%d conditions are shown, %d set: %v", chips.Length(), want, texts(chips))
	}
	chips.Each(func(_ int, c *goquery.Selection) {
		left := valuesOf(strings.TrimPrefix(c.AttrOr("href", ""), "/offers?"))
		if len(left) != len(valuesOf(query))-1 || !strings.HasPrefix(c.AttrOr("aria-label", ""), "移除条件：") {
			t.Errorf("%s leads to %s", c.Text(), c.AttrOr("href", ""))
		}
	})
}

func TestLinksKeepEverythingElse(t *testing.T) {
	s := newSite(t)
	query := "provider=autodl&provider=runpod&currency=USD&unit=gpu-month&month=720&per=5&pick=of-0005&as_of=2026-12-01&page=2"
	page := s.page(t, "/offers?"+query)
	want := valuesOf(query)
	for selector, changed := range map[string]string{"#sort-provider": "sort", "#results-page-3": "page", ".per a:nth-of-type(1)": "per", ".top-tools a[hreflang]": "", "#chip-1": "provider"} {
		href := page.Find(selector).AttrOr("href", "")
		_, raw, _ := strings.Cut(href, "?")
		got := valuesOf(raw)
		for name := range want {
			if name != changed && name != "page" && !slices.Equal(got[name], want[name]) {
				t.Errorf("%s loses %s: %s", selector, name, href)
			}
		}
	}
	if href := page.Find("#offers tbody .n a").First().AttrOr("href", ""); !strings.HasSuffix(href, "?as_of=2026-12-01") {
		t.Errorf("a provider is shown as of now: %s", href)
	}
}

func TestTheAddressWinsOverCookiesAndLanguageHeaders(t *testing.T) {
	s := newSite(t)
	plain := s.do("/offers?currency=USD")
	other := s.do("/offers?currency=USD", "Cookie", "currency=CNY; columns=none", "Accept-Language", "de")
	if plain.Body.String() != other.Body.String() {
		t.Error("the same address shows two pages")
	}
	if vary := plain.Header().Get("Vary"); !strings.Contains(vary, "HX-Request") {
		t.Errorf("Vary %q", vary)
	}
	if lang := s.page(t, "/en/offers", "Accept-Language", "zh").Find("html").AttrOr("lang", ""); lang != "en" {
		t.Errorf("language %s", lang)
	}
}

func TestHtmxGetsThePartsAndNothingThatIsTyped(t *testing.T) {
	s := newSite(t)
	w := s.do("/offers?gpu=a100-any&pick=of-0005", "HX-Request", "true")
	d := documentOf(t, w)
	if d.Find("h1, header, #q, #vram_min").Length() != 0 {
		t.Error("the answer holds the frame or a field")
	}
	if d.Find("#results").Length() != 1 || d.Find("#results[hx-swap-oob]").Length() != 0 || d.Find("#results tbody tr").Length() == 0 {
		t.Error("the results are not the answer itself")
	}
	for _, id := range []string{"count", "chips", "tray", "applied", "go", "state", "sort", "share-box", "fo-gpu", "fo-provider", "fo-vram", "err-vram_min", "err-as_of"} {
		if d.Find("#"+id+`[hx-swap-oob="true"]`).Length() != 1 {
			t.Errorf("%s is not sent beside the results", id)
		}
	}
	if page := s.page(t, "/offers"); page.Find("[hx-swap-oob]").Length() != 0 {
		t.Error("the whole page carries marks of htmx")
	}
	wrong := s.do("/offers?vram_min=abc", "HX-Request", "true")
	if d := documentOf(t, wrong); wrong.Code != http.StatusBadRequest || d.Find("#err-vram_min").Text() == "" || d.Find("#results tbody tr").Length() != 0 {
		t.Errorf("wrong value: %d", wrong.Code)
	}
}

func TestThePageWorksAsOneFormWithoutScripts(t *testing.T) {
	page := newSite(t).page(t, "/offers?provider=!runpod&per=20&pick=of-0005&page=2")
	form := page.Find("form#facets")
	if form.AttrOr("action", "") != "/offers" || form.AttrOr("method", "get") != "get" || form.Find("button[type=submit]").Length() != 1 {
		t.Error("the form does not ask for the list")
	}
	for _, name := range []string{"q", "unit", "currency", "sort", "pick"} {
		if page.Find(`[name=`+name+`]`).Not("form#facets *").First().AttrOr("form", "") != "facets" {
			t.Errorf("%s stands outside of the form and does not belong to it", name)
		}
	}
	for name, value := range map[string]string{"provider": "!runpod", "per": "20", "pick": "of-0005"} {
		if form.Find(`input[type=hidden][name=`+name+`][value="`+value+`"]`).Length() != 1 {
			t.Errorf("%s=%s is lost on submit", name, value)
		}
	}
	if page.Find("noscript").Length() < 2 {
		t.Error("no buttons stand in for scripts")
	}
}

func TestTheTrayHoldsSixAndRefusesTheSeventh(t *testing.T) {
	s := newSite(t)
	ids := []string{"of-0005", "of-0006", "of-0007", "of-0008", "of-0009", "of-0010", "of-0011"}
	query := "pick=" + strings.Join(ids, "&pick=")
	page := s.page(t, "/offers?"+query)
	if slots := page.Find("#tray li:not(.slot)"); slots.Length() != 6 {
		t.Errorf("%d slots", slots.Length())
	}
	if note := page.Find("#results .note").Text(); !strings.Contains(note, "最多同时比 6 个") {
		t.Errorf("no word about the seventh: %q", note)
	}
	href := page.Find("#tray a.btn-p").AttrOr("href", "")
	if href != "/compare?o="+strings.Join(ids[:6], "&o=") {
		t.Errorf("compare %s", href)
	}
	page = s.page(t, "/offers?pick=of-0005&pick=gone&pick=%3Cb%3E&pick=of-0005&currency=USD")
	if slots := page.Find("#tray li:not(.slot)"); slots.Length() != 1 {
		t.Errorf("%d slots for one offer", slots.Length())
	}
	if note := page.Find("#results .note").Text(); !strings.Contains(note, "gone, <b>") {
		t.Errorf("ids that are gone are not named: %q", note)
	}
	if href := page.Find("#tray a.btn-p").AttrOr("href", ""); href != "/compare?o=of-0005&currency=USD" {
		t.Errorf("compare %s", href)
	}
	if s.page(t, "/offers").Find("#tray aside").Length() != 0 {
		t.Error("an empty tray is shown")
	}
}

func TestExportsHoldTheWholeResultAsListed(t *testing.T) {
	s := newSite(t)
	for _, query := range []string{"per=20", "per=20&sort=-price&show=all", "per=3&gpu=a100-any&currency=USD&unit=gpu-month"} {
		records := s.getCSV(t, "/offers.csv?"+query)
		l := s.offers(t, query)
		if len(records)-1 != l.Total {
			t.Errorf("%s: %d records of %d offers", query, len(records)-1, l.Total)
		}
		var ids []string
		for page := 1; len(ids) < l.Total; page++ {
			for _, o := range s.offers(t, query+"&page="+strconv.Itoa(page)).Offers {
				ids = append(ids, o.ID)
			}
		}
		for i, r := range records[1:] {
			if r[0] != ids[i] {
				t.Fatalf("%s: record %d is %s, the list has %s", query, i, r[0], ids[i])
			}
		}
		md := s.do("/offers.md?" + query).Body.String()
		if rows := strings.Count(md, "\n| of-"); rows != l.Total {
			t.Errorf("%s: %d rows of Markdown", query, rows)
		}
	}
	page, records := s.page(t, "/offers?gpu=a100-any"), s.getCSV(t, "/offers.csv?gpu=a100-any")
	lowest := slices.Index(records[0], "最低单价")
	for i, lead := range leads(page) {
		if records[i+1][lowest] != lead {
			t.Errorf("row %d: %s in the file, %s in the list", i, records[i+1][lowest], lead)
		}
	}
	if h := s.getCSV(t, "/en/offers.csv?gpu=a100-any")[0]; !slices.Contains(h, "Lowest price") {
		t.Errorf("English heads %v", h)
	}
}

// A price of zero is shown as zero, with why nothing is computed from it: it is not
// the unknown price that it must not be read as.
func TestAPriceOfZeroIsToldFromAnUnknownOne(t *testing.T) {
	s := newSiteOf(t, costWithPrices(t, "of-0049", costPriced(catalog.Spot, "0.00"),
		func(l *catalog.PriceLine) { l.Billing, l.Amount = catalog.BillYear, catalog.Opt[catalog.Decimal]{} }))
	for prefix, words := range map[string][2]string{"": {"标价为 0", "未公开价格"}, "/en": {"Listed at 0", "Price not published"}} {
		for _, path := range []string{"/offers?show=all&provider=compshare", "/gpus/rtx-5090-32gb", "/providers/compshare"} {
			page := strings.Join(strings.Fields(s.page(t, prefix+path).Find("main").Text()), " ")
			if !strings.Contains(page, "¥0.00") || !strings.Contains(page, words[0]) {
				t.Errorf("%s%s does not say that a price is zero and what follows", prefix, path)
			}
			if !strings.Contains(page, words[1]) {
				t.Errorf("%s%s does not say of the other that it is unknown", prefix, path)
			}
		}
	}
}

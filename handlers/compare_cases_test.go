package handlers

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/catalog"
)

var (
	regexpHan = regexp.MustCompile(`\p{Han}+`)
	falseZero = regexp.MustCompile(`(?:^|[^\d.,])0\.00|NaN|−100%|¥0`)
)

func html(t *testing.T, d *goquery.Document) string {
	t.Helper()
	s, err := d.Html()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// priced is a fresh list price of one whole card at a provider of the seed; options
// change it.
func priced(id, provider, amount string, options ...func(*catalog.PriceLine)) catalog.PriceLine {
	l := catalog.PriceLine{
		ID: id, Provider: provider, InstanceType: "type-" + provider, AcceleratorName: "A100 80GB SXM", Vendor: "NVIDIA", FormFactor: "SXM",
		VRAMGB: catalog.Known(80.0), Count: catalog.Known(1), Billing: catalog.OnDemand, Kind: catalog.KindList, Currency: catalog.CNY,
		Unit: catalog.GPUHour, Grade: catalog.GradeA, Scope: catalog.ScopeWhole, Share: catalog.Share{Num: 1, Den: 1},
		Source: catalog.Source{URL: "https://example.com/price", Seen: catalog.Date{Year: 2026, Month: 11, Day: 20}, Confidence: catalog.OfficialPage},
	}
	if amount != "" {
		d, err := catalog.ParseDecimal(amount)
		if err != nil {
			panic(err)
		}
		l.Amount = catalog.Known(d)
	}
	for _, option := range options {
		option(&l)
	}
	return l
}

func mode(b catalog.BillingMode) func(*catalog.PriceLine) {
	return func(l *catalog.PriceLine) { l.Billing = b }
}

// siteWith serves the seed with these prices added.
func siteWith(t *testing.T, lines ...catalog.PriceLine) *site {
	t.Helper()
	data := seedData()
	data.Prices = slices.Concat(data.Prices, lines)
	return newSiteOf(t, data)
}

func TestAMissingPriceIsNeverASaving(t *testing.T) {
	s := siteWith(t, priced("x-1", "aliyun", "10"), priced("x-2", "volcengine", ""), priced("x-3", "huawei-cloud", "8"))
	for base, want := range map[string]string{"x-1": "比基准阿里云", "x-2": "差多少不知道"} {
		d := s.page(t, "/compare?o=x-1,x-2,x-3&base="+base)
		cell := compareCell(t, d, "price_on_demand", 1)
		if !strings.Contains(cell.Text(), "未公开") || cell.Find(".delta,.seal").Length() != 0 {
			t.Errorf("base %s: %s", base, cell.Text())
		}
		if !strings.Contains(d.Find(".note").First().Text(), want) {
			t.Errorf("base %s: %s", base, d.Find(".note").First().Text())
		}
		if wrong := falseZero.FindString(d.Find("#cmp").Text()); wrong != "" {
			t.Errorf("base %s: the page says %s", base, wrong)
		}
		for _, key := range []string{"cost_month_720h", "cost_short_30h"} {
			if cell := compareCell(t, d, key, 1); cell.Find(".unk").Length() != 1 {
				t.Errorf("%s: %s", key, cell.Text())
			}
		}
	}
	if d := s.page(t, "/compare?o=x-1,x-2,x-3&base=x-2"); d.Find(`tr[id="row-price_on_demand"] .delta`).Length() != 0 {
		t.Error("a difference to an unknown price")
	}
}

func TestSpotAndReservedAboveOnDemandAreFlagged(t *testing.T) {
	s := siteWith(t,
		priced("x-1", "aliyun", "2.03285"), priced("x-1s", "aliyun", "2.1626", mode(catalog.Spot)), priced("x-1r", "aliyun", "2.5", mode(catalog.BillReserved)),
		priced("x-2", "volcengine", "3"), priced("x-2s", "volcengine", "3", mode(catalog.Spot)))
	d := s.page(t, "/compare?o=x-1,x-2")
	for _, row := range []struct {
		key, want string
		column    int
	}{{"price_spot", "竞价高于按需", 0}, {"price_reserved", "预留高于按需", 0}, {"price_spot", "竞价与按需相同", 1}} {
		cell := compareCell(t, d, row.key, row.column)
		if !strings.Contains(cell.Text(), row.want) || cell.Find(".num,.seal").Length() != 0 && row.column == 0 {
			t.Errorf("%s: %s", row.key, cell.Text())
		}
	}
	prices := d.Find(`.note, tr[id^="row-price"], tr[id^="row-cost"]`).Text()
	if !strings.Contains(d.Find(".cmp-notes").Text(), "不能当作优惠") || strings.Contains(prices, "省") {
		t.Error("the contradiction is not on top, or a saving is claimed")
	}
	// The cheapest total goes by the price that nothing contradicts.
	if cell := compareCell(t, d, "cost_short_30h", 0); !strings.Contains(cell.Text(), "按按需") {
		t.Errorf("the job is weighed at %s", cell.Text())
	}
}

func TestPricesOfDifferentSourcesAreNoRiseOrFall(t *testing.T) {
	other := func(day int, url string) func(*catalog.PriceLine) {
		return func(l *catalog.PriceLine) { l.Source.URL, l.Source.Seen.Day = url, day }
	}
	s := siteWith(t, priced("x-1", "aliyun", "7.5"), priced("x-2", "aliyun", "6.4", other(25, "https://b.example")), priced("x-3", "volcengine", "7.6", other(26, "https://c.example")))
	d := s.page(t, "/compare?o=x-1,x-3")
	if d.Find(".cmp thead th").Length() != 2 {
		t.Error("prices of one offer are columns of their own")
	}
	for _, wrong := range []string{"涨", "跌", "上升", "下降"} {
		if strings.Contains(d.Find("#cmp").Text(), wrong) {
			t.Errorf("the page announces %s", wrong)
		}
	}
}

func TestZeroIsAFigureAndUnknownIsNot(t *testing.T) {
	var c comparisonJSON
	newSite(t).getJSON(t, "/compare.json?g=rtx-4090-24gb&g=h100-sxm5-80gb&g=ascend-910b-any&g=a100-sxm4-80gb", &c)
	var zero, unknown, best int
	for _, cell := range c.cells("mig_instances_max") {
		switch {
		case cell["state"] == "no" && cell["value"] == 0.0:
			zero++
		case cell["state"] == "unknown" && cell["value"] == nil && cell["text"] == "未公开":
			unknown++
		}
		if cell["best"] == true && cell["value"] != 7.0 {
			best++
		}
	}
	if zero == 0 || best != 0 {
		t.Errorf("%d zeros, %d unknown, %d wrong marks: %v", zero, unknown, best, c.cells("mig_instances_max"))
	}
}

func TestForeignPricesKeepTheirCurrency(t *testing.T) {
	usd := func(l *catalog.PriceLine) { l.Currency = catalog.USD }
	s := siteWith(t, priced("x-1", "aliyun", "10"), priced("x-2", "runpod", "2.00", usd))
	d := s.page(t, "/compare?o=x-1,x-2")
	cell := compareCell(t, d, "price_on_demand", 1)
	if !strings.Contains(cell.Text(), "原价 $2.00 / 卡时") || !strings.Contains(d.Find(".cmp-foot").Text(), "1 USD = ") {
		t.Errorf("%s; %s", cell.Text(), d.Find(".cmp-foot").Text())
	}
	var c comparisonJSON
	s.getJSON(t, "/compare.json?o=x-1,x-2&currency=USD", &c)
	if cell := c.cells("price_on_demand")[1]; cell["value"] != "2.0000" {
		t.Errorf("a price in the shown currency was converted: %v", cell)
	}
}

func TestFormsOfOneModelAreDifferentCards(t *testing.T) {
	s := newSite(t)
	d := s.page(t, "/compare?g=h100-sxm5-80gb&g=h100-pcie-80gb&g=h100-nvl-94gb&g=h100-any")
	if got := texts(d.Find(".cmp thead .who")); len(got) != 4 || !strings.Contains(got[3], "版本未注明") {
		t.Errorf("columns %v", got)
	}
	notes := d.Find(".cmp-notes").Text()
	for _, want := range []string{"卡的形态不同", "卡间互联不同", "来源没有写明具体版本"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no note %s", want)
		}
	}
	if cell := compareCell(t, d, "vram_gb", 3); !strings.Contains(cell.Text(), "80–94 GB") {
		t.Errorf("the family shows %s", cell.Text())
	}
}

func TestNamesAreTextEverywhereInTheComparison(t *testing.T) {
	const evil = `<script>alert(1)</script>"'|=1+1`
	data := seedData()
	data.Providers = slices.Clone(data.Providers)
	for i := range data.Providers {
		if data.Providers[i].Slug == "aliyun" {
			data.Providers[i].Name = catalog.Words{Zh: evil, En: evil}
		}
	}
	data.Prices = append(slices.Clone(data.Prices), priced("x-1", "aliyun", "10", func(l *catalog.PriceLine) { l.InstanceType = evil }), priced("x-2", "volcengine", "9"))
	s := newSiteOf(t, data)
	for _, query := range []string{"p=aliyun&p=volcengine", "o=x-1&o=x-2", "o=x-1"} {
		d := s.page(t, "/compare?"+query)
		if d.Find("main script").Length() != 0 || !strings.Contains(d.Find("main").Text(), "<script>alert(1)</script>") {
			t.Errorf("%s: the name became markup, or is gone", query)
		}
	}
	for _, record := range s.getCSV(t, "/compare.csv?o=x-1&o=x-2") {
		for _, field := range record {
			if strings.HasPrefix(field, "=") {
				t.Errorf("a spreadsheet would run %s", field)
			}
		}
	}
	md := s.do("/compare.md?o=x-1&o=x-2").Body.String()
	if strings.Contains(md, "<script>") {
		t.Error("Markdown holds markup")
	}
	for line := range strings.SplitSeq(md, "\n") {
		if strings.HasPrefix(line, "| 规格") && strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 4 {
			t.Errorf("a name breaks the table: %s", line)
		}
	}
}

func TestTheLinkWinsOverWhatAVisitorPrefers(t *testing.T) {
	s := newSite(t)
	d := s.page(t, "/compare?o=of-0049&o=of-0052&currency=USD", "Cookie", "currency=CNY; base=of-0052; diff=1; theme=dark")
	if d.Find("#currency option[selected]").AttrOr("value", "") != "USD" || d.Find(".cmp thead th.base .s").Text() == "" || d.Find("#diff[checked]").Length() != 0 {
		t.Error("a cookie overrides the address")
	}
	if unit := d.Find(`tr[id="row-price_on_demand"] th small`).Text(); unit != "美元/卡时" {
		t.Errorf("prices are in %s", unit)
	}
}

func TestTotalsWithUnknownPartsWinNothing(t *testing.T) {
	lowest := lowestTotals{}
	cell := func(amount string, unranked bool) *catalog.Cell {
		d, err := catalog.ParseDecimal(amount)
		if err != nil {
			t.Fatal(err)
		}
		return &catalog.Cell{Value: catalog.Known(d), Unranked: unranked}
	}
	lowest.add(cell("10", false), false)
	if lowest.open() {
		t.Error("a complete total alone is the lowest")
	}
	lowest.add(cell("12", true), true)
	if lowest.open() {
		t.Error("a higher bound leaves the lowest total in doubt")
	}
	lowest.add(cell("9", true), true)
	if !lowest.open() {
		t.Error("a lower bound below the lowest total leaves it lowest")
	}
}

func TestFactsOfTheProviderDoNotPassForFactsOfTheCard(t *testing.T) {
	d := newSite(t).page(t, "/compare?o=of-0001&o=of-0004&o=of-0136")
	if d.Find("#row-accelerator_model").Length() != 0 {
		t.Error("the provider's list of cards stands as the card of an offer")
	}
	row := d.Find("#row-provider_accelerator_model")
	if !strings.Contains(row.Find("th").Text(), "平台的") || !strings.Contains(row.Find("td").First().Text(), "H100") || row.Find("td").First().Find("button.src").First().Text() != "文" {
		t.Errorf("what the article says of the provider is not shown: %s", row.Text())
	}
}

func TestHeadsShowThePriceThatThereIs(t *testing.T) {
	d := newSite(t).page(t, "/compare?o=of-0001&o=of-0004&o=of-0003")
	got := texts(d.Find(".cmp thead th .nums"))
	for i, want := range []string{"8.00 元/卡时", "6.00 元/卡时 · 动态折扣", "约 5.00 元/核时（按核时）"} {
		if got[i] != want {
			t.Errorf("column %d shows %q, want %q", i, got[i], want)
		}
	}
	if notes := d.Find(".cmp-notes").Text(); strings.Contains(notes, "切片") {
		t.Error("a share that is not stated passes for a slice")
	}
	if cell := compareCell(t, d, "vram_gb", 0); !strings.Contains(cell.Text(), "40–80 GB") {
		t.Errorf("the memory of the variants is not shown: %s", cell.Text())
	}
}

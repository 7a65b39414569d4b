package catalog_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpuscale/catalog"
)

func in[T ~string](values ...T) catalog.Terms[T] { return catalog.Terms[T]{In: values} }

func out[T ~string](values ...T) catalog.Terms[T] { return catalog.Terms[T]{Out: values} }

func least(v float64) catalog.Bounds { return catalog.Bounds{Min: catalog.Known(v)} }

func found(m *catalog.Market, q catalog.OfferQuery) string {
	return strings.Join(idsOf(m.Search(q).Offers), " ")
}

// priced makes one offer a price; "" is no price.
func priced(t *testing.T, amounts ...string) []catalog.PriceLine {
	var lines []catalog.PriceLine
	for i, a := range amounts {
		lines = append(lines, line(t, "of-"+strconv.Itoa(i+1), func(l *catalog.PriceLine) {
			l.InstanceType, l.Amount = "type "+strconv.Itoa(i+1), catalog.Opt[catalog.Decimal]{}
			if a != "" {
				l.Amount = known(t, a)
			}
		}))
	}
	return lines
}

func TestPricesSortAsNumbersWithTheUnknownLast(t *testing.T) {
	lines := priced(t, "9.5", "10", "", "100", "0.8", "1000", "0")
	lines[3].Currency = catalog.USD // 100 dollars are 673.94 yuan
	m := smallMarket(t, lines...)
	q := catalog.OfferQuery{Show: catalog.ShowAll}
	if got, want := found(m, q), "of-5 of-1 of-2 of-4 of-6 of-3 of-7"; got != want {
		t.Errorf("ascending: %s, want %s", got, want)
	}
	q.Sort.Desc = true
	if got, want := found(m, q), "of-6 of-4 of-2 of-1 of-5 of-3 of-7"; got != want {
		t.Errorf("descending: %s, want %s", got, want)
	}
	q.Currency = catalog.USD
	if got, want := found(m, q), "of-6 of-4 of-2 of-1 of-5 of-3 of-7"; got != want {
		t.Errorf("descending in dollars: %s, want %s", got, want)
	}
}

func TestUnknownValuesComeLastUnderEverySort(t *testing.T) {
	for _, key := range catalog.SortKeys {
		for _, desc := range []bool{false, true} {
			lines := priced(t, "3", "", "1")
			lines[1].AcceleratorName, lines[1].VRAMGB, lines[1].Count = "GPU", catalog.Number{}, catalog.Opt[int]{}
			lines[1].Source.Seen = catalog.Date{}
			m := smallMarket(t, lines...)
			ids := idsOf(m.Search(catalog.OfferQuery{Show: catalog.ShowAll, Sort: catalog.Sort{Key: key, Desc: desc}}).Offers)
			if key != catalog.SortProvider && ids[2] != "of-2" {
				t.Errorf("sort %s, descending %v: %v, want of-2 last", key, desc, ids)
			}
		}
	}
}

func TestNumericFilters(t *testing.T) {
	var lines []catalog.PriceLine
	for i, card := range []string{"T4", "A100 PCIe 40GB", "L40S", "A100 SXM4 80GB", "H200"} {
		gb := []float64{16, 40, 44.7, 80, 141}[i]
		count := []int{1, 2, 4, 8, 8}[i]
		lines = append(lines, line(t, "of-"+strconv.Itoa(i+1), func(l *catalog.PriceLine) {
			l.AcceleratorName, l.VRAMGB, l.Count = card, catalog.Known(gb), catalog.Known(count)
		}))
	}
	m := smallMarket(t, lines...)
	exactly := func(v float64) catalog.Bounds {
		return catalog.Bounds{Min: catalog.Known(v), Max: catalog.Known(v)}
	}
	cases := []struct {
		name string
		q    catalog.OfferQuery
		want string
	}{
		{"16 GB is not 160 or 116", catalog.OfferQuery{VRAM: exactly(16)}, "of-1"},
		{"48 GB finds what the driver shows as 44.7", catalog.OfferQuery{VRAM: exactly(48)}, "of-3"},
		{"80 GB a card or more", catalog.OfferQuery{VRAM: least(80)}, "of-4 of-5"},
		{"141 GB or more is not 8 × 80", catalog.OfferQuery{VRAM: least(141)}, "of-5"},
		{"two cards or more", catalog.OfferQuery{Count: least(2)}, "of-2 of-3 of-4 of-5"},
		{"exactly two cards", catalog.OfferQuery{Count: exactly(2)}, "of-2"},
		{"600 GB/s between cards", catalog.OfferQuery{InterconnectMin: catalog.Known(600.0)}, "of-4 of-5"},
		{"8 yuan a card is 64 a machine", catalog.OfferQuery{PriceMin: known(t, "64"), Unit: catalog.InstanceHour}, "of-4 of-5"},
		{"8 yuan an hour is 5840 a month", catalog.OfferQuery{PriceMax: known(t, "5840"), Unit: catalog.GPUMonth}, "of-1 of-2 of-3 of-4 of-5"},
		{"and more than 5839.99", catalog.OfferQuery{PriceMax: known(t, "5839.99"), Unit: catalog.GPUMonth}, ""},
		{"in dollars", catalog.OfferQuery{PriceMax: known(t, "1.18"), Currency: catalog.USD}, ""},
		{"in dollars, a cent more", catalog.OfferQuery{PriceMax: known(t, "1.19"), Currency: catalog.USD}, "of-1 of-2 of-3 of-4 of-5"},
	}
	for _, c := range cases {
		if got := found(m, c.q); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	o, _ := m.Offer("of-4")
	if o.VRAMGB.Value != 80 || o.TotalVRAMGB().Value != 640 {
		t.Errorf("8 × 80 GB shows %v a card and %v in all", o.VRAMGB, o.TotalVRAMGB())
	}
	if o, _ := m.Offer("of-3"); o.VRAMGB.Value != 48 || o.PublishedVRAM.Value != 44.7 {
		t.Errorf("a driver's 44.7 shows as %v, published %v", o.VRAMGB, o.PublishedVRAM)
	}
}

func TestAnUnknownPriceIsInNoPriceRange(t *testing.T) {
	m := smallMarket(t, priced(t, "1", "")...)
	if got := found(m, catalog.OfferQuery{Show: catalog.ShowAll, PriceMax: known(t, "1000")}); got != "of-1" {
		t.Errorf("below 1000: %s, want of-1 alone", got)
	}
}

func TestRegions(t *testing.T) {
	lines := priced(t, "1", "2", "3", "4")
	lines[0].Regions, lines[1].Regions, lines[2].Regions = []string{"北京"}, []string{"北京、上海"}, []string{"us-east-1"}
	m := smallMarket(t, lines...)
	for region, want := range map[string]string{"北京": "of-1 of-2", "上海": "of-2", "us-east-1": "of-3", "US-EAST-1": "of-3", "北京、上海": "of-1 of-2"} {
		r := m.Search(catalog.OfferQuery{Region: in(region)})
		if got := strings.Join(idsOf(r.Offers), " "); got != want || r.Total != len(r.Offers) {
			t.Errorf("region %s: %q of %d, want %q", region, got, r.Total, want)
		}
	}
	if got := found(m, catalog.OfferQuery{}); got != "of-1 of-2 of-3 of-4" {
		t.Errorf("without a region: %s", got)
	}
	if got := found(m, catalog.OfferQuery{Region: out("北京")}); got != "of-3 of-4" {
		t.Errorf("not 北京: %s, want the unknown region too", got)
	}
	if _, ok := m.Region("火星"); ok {
		t.Error("火星 counts as a region")
	}
}

func TestOnePriceForAllRegionsIsOneOffer(t *testing.T) {
	l := line(t, "of-1", func(l *catalog.PriceLine) { l.Regions = []string{"us-east-1", "us-west-2", "eu-west-1"} })
	m := smallMarket(t, l)
	if m.OfferCount() != 1 || m.Search(catalog.OfferQuery{Region: in("us-west-2")}).Total != 1 {
		t.Errorf("%d offers", m.OfferCount())
	}
}

func TestLinesOfOneOfferAreItsPrices(t *testing.T) {
	monthly := func(l *catalog.PriceLine) {
		l.Billing, l.Unit, l.Amount = catalog.BillMonth, catalog.GPUMonth, known(t, "4000")
	}
	host := func(l *catalog.PriceLine) { l.VCPU, l.RAMGiB = catalog.Known(40.0), catalog.Known(160.0) }
	dollars := func(l *catalog.PriceLine) { l.Currency, l.Amount = catalog.USD, known(t, "1.10") }
	m := smallMarket(t, line(t, "of-2", monthly), line(t, "of-1", nil), line(t, "of-3", host), line(t, "of-4", dollars))
	if m.OfferCount() != 2 {
		t.Fatalf("%d offers, want 2: another host is another offer", m.OfferCount())
	}
	for _, id := range []string{"of-1", "of-2", "of-4"} {
		o, ok := m.Offer(id)
		if !ok || o.ID != "of-2" {
			t.Errorf("%s finds offer %q, want of-2, the first line", id, o.ID)
		}
		if got := []string{o.Prices[0].ID, o.Prices[1].ID, o.Prices[2].ID}; !slices.Equal(got, []string{"of-1", "of-4", "of-2"}) {
			t.Errorf("prices %v, want on demand before month", got)
		}
	}
	if o, _ := m.Offer("of-3"); o.VCPU.Value != 40 {
		t.Errorf("of-3 has %v vCPU, want its own host", o.VCPU)
	}
}

func TestFiltersOfPricesSelectPrices(t *testing.T) {
	m := smallMarket(t, line(t, "of-1", nil),
		line(t, "of-2", func(l *catalog.PriceLine) { l.Billing, l.Amount = catalog.Spot, known(t, "3") }))
	r := m.Search(catalog.OfferQuery{Billing: in(catalog.Spot)})
	if r.Total != 1 || r.PricesTotal != 1 || len(r.Offers[0].Prices) != 1 || r.Offers[0].Prices[0].ID != "of-2" {
		t.Errorf("spot: %d offers with %d prices: %+v", r.Total, r.PricesTotal, r.Offers)
	}
}

func TestWhatIsNotShownIsCountedByReason(t *testing.T) {
	lines := priced(t, "1", "2", "3", "4")
	lines[1].Grade = catalog.GradeC
	lines[2].Grade, lines[2].Source.Seen = catalog.GradeC, day("2022")
	lines[3].Availability = catalog.SoldOut
	m := smallMarket(t, lines...)
	r := m.Search(catalog.OfferQuery{})
	if r.Total != 1 || r.HiddenOffers != 3 || r.HiddenPrices != 3 {
		t.Errorf("%d shown, %d offers and %d prices hidden; want 1, 3, 3", r.Total, r.HiddenOffers, r.HiddenPrices)
	}
	if r.NotShown[catalog.NotGrade] != 2 || r.NotShown[catalog.NotStale] != 1 || r.NotShown[catalog.NotSoldOut] != 1 {
		t.Errorf("not shown: %v", r.NotShown)
	}
	named := m.Search(catalog.OfferQuery{Grade: in(catalog.GradeC)})
	if got := strings.Join(idsOf(named.Offers), " "); got != "of-2" || named.NotShown[catalog.NotStale] != 1 || named.NotShown[catalog.NotGrade] != 0 {
		t.Errorf("naming grade C shows %s and hides %v: it widens just that condition", got, named.NotShown)
	}
	all := m.Search(catalog.OfferQuery{Show: catalog.ShowAll})
	if all.Total != 4 || all.HiddenPrices != 0 {
		t.Errorf("all: %d, hidden %d", all.Total, all.HiddenPrices)
	}
}

func TestSlicesAreShownOnlyWhenAskedFor(t *testing.T) {
	slice := line(t, "of-1", func(l *catalog.PriceLine) {
		l.Share, l.VRAMGB, l.Amount = catalog.Share{Num: 1, Den: 20}, catalog.Known(4.0), known(t, "0.123")
	})
	unknown := line(t, "of-2", func(l *catalog.PriceLine) { l.Share = catalog.Share{} })
	m := smallMarket(t, slice, unknown)
	if r := m.Search(catalog.OfferQuery{}); r.Total != 0 {
		t.Errorf("%d offers by default", r.Total)
	}
	if got := found(m, catalog.OfferQuery{Share: in(catalog.ShareSlice)}); got != "of-1" {
		t.Errorf("slices: %q", got)
	}
	if got := found(m, catalog.OfferQuery{Share: in(catalog.ShareUnknown)}); got != "of-2" {
		t.Errorf("unknown share: %q", got)
	}
	if _, ok := m.Best("a100-sxm4-80gb", catalog.MainlandChina); ok {
		t.Error("a slice is the best price of the card")
	}
}

func TestAFamilyMatchesItselfAndItsMembers(t *testing.T) {
	lines := priced(t, "1", "2", "3", "4")
	lines[1].AcceleratorName, lines[1].VRAMGB = "A100", catalog.Number{}
	lines[2].AcceleratorName = "A100"
	lines[3].AcceleratorName, lines[3].VRAMGB = "T4", catalog.Known(16.0)
	m := smallMarket(t, lines...)
	for slug, want := range map[string]string{"a100-any": "of-1 of-2 of-3", "a100-80gb-any": "of-1 of-3", "a100-sxm4-80gb": "of-1", "a100-pcie-40gb": ""} {
		r := m.Search(catalog.OfferQuery{GPU: in(slug)})
		if got := strings.Join(idsOf(r.Offers), " "); got != want {
			t.Errorf("gpu=%s: %q, want %q", slug, got, want)
		}
	}
	if got := found(m, catalog.OfferQuery{GPU: catalog.Terms[string]{In: []string{"a100-any"}, Out: []string{"a100-sxm4-80gb"}}}); got != "of-2 of-3" {
		t.Errorf("the family without a member: %q", got)
	}
	parts, families := m.BestPrices(catalog.MainlandChina)
	if len(parts) != 2 || len(families) != 2 {
		t.Errorf("best prices of %d parts and %d families, want 2 and 2, apart", len(parts), len(families))
	}
	if best, _ := m.Best("a100-sxm4-80gb", catalog.MainlandChina); best.Price.ID != "of-1" {
		t.Errorf("best of the part is %s", best.Price.ID)
	}
}

func TestTypedSearch(t *testing.T) {
	lines := priced(t, "1", "2", "3")
	lines[0].InstanceType, lines[1].Provider = "ecs.gn7e-c16g1.4xlarge", "beta"
	lines[2].AcceleratorName, lines[2].VRAMGB = "T4", catalog.Known(16.0)
	m := smallMarket(t, lines...)
	for text, want := range map[string]string{
		"a100": "of-1 of-2", "A100 甲云": "of-1", "甲云A100": "of-1", "ＢＥＴＡ": "of-2", "gn7e": "of-1", "GN7E-C16G1": "of-1",
		"nvidia t4": "of-3", "a100sxm4": "of-1 of-2", "nothing": "", "  ": "of-1 of-2 of-3",
		"---": "", "_": "", "()": "", ",": "", "；": "",
	} {
		if got := found(m, catalog.OfferQuery{Text: text}); got != want {
			t.Errorf("q=%q: %q, want %q", text, got, want)
		}
	}
}

func TestPages(t *testing.T) {
	m := smallMarket(t, priced(t, "1", "2", "3", "4", "5")...)
	r := m.Search(catalog.OfferQuery{Page: 2, Per: 2})
	if got := strings.Join(idsOf(r.Offers), " "); got != "of-3 of-4" || r.Total != 5 {
		t.Errorf("page 2 of %d: %s", r.Total, got)
	}
	for _, page := range []int{4, 1 << 40} {
		if r := m.Search(catalog.OfferQuery{Page: page, Per: 2}); len(r.Offers) != 0 || r.Total != 5 {
			t.Errorf("page %d holds %d of %d", page, len(r.Offers), r.Total)
		}
	}
	n := 0
	for range m.All(catalog.OfferQuery{Per: 1}) {
		n++
	}
	if n != 5 {
		t.Errorf("the export holds %d of 5", n)
	}
}

func TestTheBestPriceIsAmongRankedOnDemandPrices(t *testing.T) {
	lines := priced(t, "8", "7", "6", "5", "4")
	lines[1].Provider = "beta"
	lines[2].Availability = catalog.SoldOut
	lines[3].Billing = catalog.Spot
	lines[4].Scope = catalog.ScopeGPUPart
	m := smallMarket(t, lines...)
	for area, want := range map[catalog.MarketArea]string{catalog.MainlandChina: "of-1", catalog.International: "of-2"} {
		if best, ok := m.Best("a100-sxm4-80gb", area); !ok || best.Price.ID != want {
			t.Errorf("best in %s is %q, want %s", area, best.Price.ID, want)
		}
	}
	if o, p, ok := m.Price("of-3"); !ok || o.Availability != catalog.SoldOut || p.Ranked() {
		t.Error("a sold-out offer is kept and marked, out of the ranking")
	}
}

func TestTheNameOfOneCloudsInstanceFindsNoOffersOfOthers(t *testing.T) {
	d := smallData(t, line(t, "of-1", nil), line(t, "of-2", func(l *catalog.PriceLine) {
		l.Provider, l.InstanceType, l.AcceleratorName = "beta", "p4de.24xlarge", ""
	}))
	d.Aliases = append(d.Aliases, catalog.Alias{Name: "p4de.24xlarge", Slug: "a100-sxm4-80gb", Kind: catalog.AliasInstance},
		catalog.Alias{Name: "gn9x", Slug: "a100-sxm4-80gb", Kind: catalog.AliasInstanceFamily}, catalog.Alias{Name: "A100 bigcard", Slug: "a100-sxm4-80gb", Kind: "user"})
	m := catalog.NewMarket(d, testDay)
	for text, want := range map[string]string{"p4de.24xlarge": "of-2", "gn9x": "", "bigcard": "of-1 of-2"} {
		if got := found(m, catalog.OfferQuery{Text: text, Show: catalog.ShowAll}); got != want {
			t.Errorf("q=%q: %q, want %q", text, got, want)
		}
	}
}

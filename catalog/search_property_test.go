package catalog_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/govalues/decimal"
	"pgregory.net/rapid"

	"gpuscale/catalog"
	"gpuscale/catalog/catalogtest"
)

func drawTerms[T ~string](t *rapid.T, name string, values ...T) catalog.Terms[T] {
	if rapid.IntRange(0, 5).Draw(t, name+" off") > 1 {
		return catalog.Terms[T]{}
	}
	return catalog.Terms[T]{
		In:  rapid.SliceOfN(rapid.SampledFrom(values), 0, 3).Draw(t, name),
		Out: rapid.SliceOfN(rapid.SampledFrom(values), 0, 1).Draw(t, "not "+name),
	}
}

func drawBounds(t *rapid.T, name string, values ...float64) catalog.Bounds {
	end := func(which string) catalog.Number {
		if rapid.IntRange(0, 5).Draw(t, which+name+" off") > 0 {
			return catalog.Number{}
		}
		return catalog.Known(rapid.SampledFrom(values).Draw(t, which+name))
	}
	return catalog.Bounds{Min: end("min "), Max: end("max ")}
}

func drawMoney(t *rapid.T, name string) catalog.Opt[catalog.Decimal] {
	if rapid.IntRange(0, 7).Draw(t, name+" off") > 0 {
		return catalog.Opt[catalog.Decimal]{}
	}
	return catalog.Known(decimal.MustNew(rapid.Int64Range(0, 300000).Draw(t, name), 2))
}

func drawQuery(t *rapid.T) catalog.OfferQuery {
	return catalog.OfferQuery{
		Show:     rapid.SampledFrom([]catalog.Show{catalog.ShowRanked, catalog.ShowAll}).Draw(t, "show"),
		Text:     rapid.SampledFrom([]string{"", "", "", "rtx4090", "平台03", "a100 北京", "GN nvidia", "no such thing"}).Draw(t, "q"),
		Provider: drawTerms(t, "provider", "provider-00", "provider-01", "provider-02", "provider-27"),
		GPU:      drawTerms(t, "gpu", "a100-any", "a100-80gb-any", "a100-sxm4-80gb", "h100-any", "rtx-4090-24gb", "ascend-910b-64gb-any"),
		Vendor:   drawTerms(t, "vendor", "NVIDIA", "Huawei", "AMD"),
		Kind:     drawTerms(t, "kind", catalog.Hyperscaler, catalog.Specialist, catalog.Academic),
		Market:   drawTerms(t, "market", catalog.MainlandChina, catalog.International),
		VRAM:     drawBounds(t, "vram", 16, 24, 40, 48, 80, 141), Count: drawBounds(t, "count", 1, 2, 4, 8),
		Share:           drawTerms(t, "share", catalog.ShareWhole, catalog.ShareSlice, catalog.ShareUnknown),
		Form:            drawTerms(t, "form", catalog.FormPCIe, catalog.FormSXM, catalog.FormNVL, catalog.FormUnknown),
		InterconnectMin: drawBounds(t, "link", 64, 400, 600).Min,
		Region:          drawTerms(t, "region", "北京", "上海", "us-east-1"),
		Billing:         drawTerms(t, "billing", catalog.OnDemand, catalog.Spot, catalog.BillMonth, catalog.BillYear),
		PriceKind:       drawTerms(t, "price kind", catalog.KindList, catalog.KindFloor, catalog.KindRange),
		Grade:           drawTerms(t, "grade", catalog.GradeA, catalog.GradeB, catalog.GradeC),
		Freshness:       drawTerms(t, "freshness", catalog.FreshnessWords...),
		PriceMin:        drawMoney(t, "price min"), PriceMax: drawMoney(t, "price max"),
		Currency: rapid.SampledFrom(catalog.Currencies).Draw(t, "currency"),
		Unit:     rapid.SampledFrom([]catalog.Unit{catalog.GPUHour, catalog.InstanceHour, catalog.GPUMonth}).Draw(t, "unit"),
		Month:    rapid.SampledFrom([]catalog.MonthHours{730, 720, 744}).Draw(t, "month"),
		Sort: catalog.Sort{Key: rapid.SampledFrom(catalog.SortKeys).Draw(t, "sort"),
			Desc: rapid.Bool().Draw(t, "desc")},
		Page: rapid.IntRange(1, 4).Draw(t, "page"), Per: rapid.SampledFrom([]int{1, 7, 50, 200}).Draw(t, "per"),
	}
}

func TestSearchAgreesWithReference(t *testing.T) {
	data := catalogtest.Data(400, 7)
	m := catalog.NewMarket(data, catalogtest.Day)
	ref := newReference(m, data.Prices)
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuery(t)
		got, want := m.Search(q), ref.ask(q)
		if d := cmp.Diff(
			answer{want.total, want.prices, want.hiddenOffers, want.hiddenPrices, want.notShown, nil},
			answer{got.Total, got.PricesTotal, got.HiddenOffers, got.HiddenPrices, got.NotShown, nil},
			cmp.AllowUnexported(answer{})); d != "" {
			t.Fatalf("totals of %+v (-want +got):\n%s", q, d)
		}
		start := min((q.Page-1)*q.Per, len(want.ids))
		if d := cmp.Diff(append([]string{}, want.ids[start:min(start+q.Per, len(want.ids))]...), idsOf(got.Offers)); d != "" {
			t.Fatalf("page of %+v (-want +got):\n%s", q, d)
		}
		f := rapid.SampledFrom(got.Facets).Draw(t, "facet")
		for _, v := range f.Values {
			if n := ref.facetCount(q, f.Name, v.Value); n != v.Count {
				t.Fatalf("facet %s=%s of %+v counts %d, asking with it finds %d", f.Name, v.Value, q, v.Count, n)
			}
		}
		var all []string
		for o := range m.All(q) {
			all = append(all, o.ID)
		}
		if d := cmp.Diff(want.ids, all); d != "" {
			t.Fatalf("export of %+v (-want +got):\n%s", q, d)
		}
	})
}

// Large books are searched in two halves: a page of the whole must not notice.
func TestALargeBookIsSearchedAsAWhole(t *testing.T) {
	data := catalogtest.Data(21_000, 3)
	m := catalog.NewMarket(data, catalogtest.Day)
	ref := newReference(m, data.Prices)
	for _, q := range []catalog.OfferQuery{
		{Page: 1, Per: 50, Month: 730}, {Page: 40, Per: 50, Month: 730, Show: catalog.ShowAll, Sort: catalog.Sort{Key: catalog.SortVRAM, Desc: true}},
	} {
		got, want := m.Search(q), ref.ask(q)
		if got.Total != want.total || got.HiddenPrices != want.hiddenPrices || got.HiddenOffers != want.hiddenOffers {
			t.Errorf("%d found, %d and %d hidden; want %d, %d, %d", got.Total, got.HiddenPrices, got.HiddenOffers,
				want.total, want.hiddenPrices, want.hiddenOffers)
		}
		start := (q.Page - 1) * q.Per
		if d := cmp.Diff(want.ids[start:start+q.Per], idsOf(got.Offers)); d != "" {
			t.Errorf("page %d (-want +got):\n%s", q.Page, d)
		}
		f, _ := got.Facet("gpu")
		for _, v := range f.Values[:5] {
			if n := ref.facetCount(q, "gpu", v.Value); n != v.Count {
				t.Errorf("facet gpu=%s counts %d, want %d", v.Value, v.Count, n)
			}
		}
	}
}

func idsOf(offers []catalog.Offer) []string {
	ids := []string{}
	for _, o := range offers {
		ids = append(ids, o.ID)
	}
	return ids
}

// Equal offers are met in no order: one that comes late may still go first.
func TestAPageIsAStretchOfTheWholeList(t *testing.T) {
	m := catalog.NewMarket(catalogtest.Data(2_000, 5), catalogtest.Day)
	for _, key := range catalog.SortKeys {
		for _, desc := range []bool{false, true} {
			q := catalog.OfferQuery{Show: catalog.ShowAll, Sort: catalog.Sort{Key: key, Desc: desc}}
			var all []string
			for o := range m.All(q) {
				all = append(all, o.ID)
			}
			for _, q.Per = range []int{1, 7, 50} {
				for _, q.Page = range []int{1, 2, 9} {
					start := (q.Page - 1) * q.Per
					if d := cmp.Diff(all[start:start+q.Per], idsOf(m.Search(q).Offers)); d != "" {
						t.Errorf("page %d of %d by %s, descending %t (-want +got):\n%s", q.Page, q.Per, key, desc, d)
					}
				}
			}
		}
	}
}

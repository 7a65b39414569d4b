package catalog_test

import (
	"fmt"
	"slices"
	"testing"

	"gpuscale/catalog"
)

func TestCompareWarnsOfCoreHoursOnlyWhereTheyArePaid(t *testing.T) {
	warned := func(c catalog.Comparison) []string {
		for _, w := range c.Warnings {
			if w.Code == catalog.WarnCoreHours {
				return w.IDs
			}
		}
		return nil
	}
	if ids := warned(sideBySide(t, catalog.CompareOffers, "of-0446", "of-0305")); ids != nil {
		t.Errorf("an offer by the machine-hour is said to be per core-hour: %v", ids)
	}
	if ids := warned(sideBySide(t, catalog.CompareOffers, "of-0003", "of-0305")); !slices.Equal(ids, []string{"of-0003"}) {
		t.Errorf("core-hours of the article's offer: %v", ids)
	}
}

func TestCompareDoubtsOfAProvidersClaimStayWithTheProvider(t *testing.T) {
	cases := []struct {
		kind    catalog.CompareKind
		columns []string
		doubt   string
		bearers []string
	}{
		{catalog.CompareAccelerators, []string{"a100-pcie-40gb", "t4-16gb"}, "D07", nil},
		{catalog.CompareAccelerators, []string{"a100-pcie-40gb", "t4-16gb"}, "D10", nil},
		{catalog.CompareAccelerators, []string{"a100-pcie-40gb", "t4-16gb"}, "D02", nil},
		{catalog.CompareOffers, []string{"of-0238", "of-0214"}, "D07", nil},
		{catalog.CompareOffers, []string{"of-0238", "of-0214"}, "D10", nil},
		{catalog.CompareOffers, []string{"of-0446", "of-0305"}, "D02", nil},
		{catalog.CompareOffers, []string{"of-0002", "of-0305"}, "D02", []string{"of-0002"}},
		{catalog.CompareAccelerators, []string{"a800-sxm4-80gb", "ascend-910b-any"}, "D11", []string{"a800-sxm4-80gb"}},
		{catalog.CompareAccelerators, []string{"a800-sxm4-80gb", "ascend-910b-any"}, "D06", []string{"a800-sxm4-80gb"}},
		{catalog.CompareAccelerators, []string{"a800-sxm4-80gb", "ascend-910b-any"}, "D05", []string{"ascend-910b-any"}},
		{catalog.CompareProviders, []string{"volcengine", "aliyun"}, "D11", []string{"volcengine"}},
	}
	for _, want := range cases {
		c := sideBySide(t, want.kind, want.columns...)
		for _, id := range want.columns {
			if got := warnsOf(c, want.doubt, id); got != slices.Contains(want.bearers, id) {
				t.Errorf("%s of %v stands against %s: %v", want.doubt, want.columns, id, got)
			}
		}
	}
}

func TestUnlikeSharesOfACardAreWarnedOf(t *testing.T) {
	whole, quarter, half := catalog.Share{Num: 1, Den: 1}, catalog.Share{Num: 1, Den: 4}, catalog.Share{Num: 1, Den: 2}
	for _, c := range []struct {
		shares [2]catalog.Share
		want   int
	}{
		{[2]catalog.Share{quarter, half}, 1},
		{[2]catalog.Share{whole, half}, 1},
		{[2]catalog.Share{half, {Num: 2, Den: 4}}, 0},
		{[2]catalog.Share{whole, {Num: 2, Den: 2}}, 0},
		{[2]catalog.Share{half, {}}, 0}, // not stated is neither
	} {
		var lines []catalog.PriceLine
		for i, share := range c.shares {
			lines = append(lines, line(t, fmt.Sprintf("of-%d", i+1), func(l *catalog.PriceLine) {
				l.Share, l.InstanceType = share, fmt.Sprint(i)
			}))
		}
		compared := smallMarket(t, lines...).Compare(catalog.CompareQuery{Kind: catalog.CompareOffers, IDs: []string{"of-1", "of-2"}})
		got := 0
		for _, w := range compared.Warnings {
			if w.Code == catalog.WarnShare {
				got++
			}
		}
		if got != c.want {
			t.Errorf("%v beside %v: %d warnings, want %d", c.shares[0], c.shares[1], got, c.want)
		}
	}
	if c := sideBySide(t, catalog.CompareOffers, "of-0115", "of-0116"); !slices.ContainsFunc(c.Warnings, func(w catalog.CompareWarning) bool { return w.Code == catalog.WarnShare }) {
		t.Error("a quarter of a card stands beside half of one without a word")
	}
}

package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
)

var articleProviders = []string{"tencent-cloud", "aliyun", "huawei-cloud", "volcengine"}

func TestTheFourPlatformsShowAllThatTheArticleSays(t *testing.T) {
	m := seedMarket(t)
	c := m.Compare(catalog.CompareQuery{Kind: catalog.CompareProviders, IDs: articleProviders})
	shown := 0
	for column, slug := range articleProviders {
		for _, f := range m.Facts(slug) {
			if !f.Source.IsArticle() {
				continue
			}
			shown++
			row, ok := c.Row(f.Key)
			if !ok {
				t.Errorf("%s: no row %s", slug, f.Key)
				continue
			}
			cell := row.Cells[column]
			i := slices.IndexFunc(cell.Statements, func(s catalog.Statement) bool {
				return strings.HasPrefix(s.Text.Zh, f.Value.Zh) && s.Source == f.Source && s.Subject == f.Subject && slices.Equal(s.Doubts, f.Doubts)
			})
			if i < 0 || !cell.Article || !strings.Contains(cell.Text.Zh, f.Value.Zh) {
				t.Errorf("%s %s: %q is not in the cell %+v", slug, f.Key, f.Value.Zh, cell)
			}
			for _, d := range f.Doubts {
				if !slices.Contains(cell.Doubts, d) || !warnsOf(c, d, slug) {
					t.Errorf("%s %s: doubt %s is not beside it", slug, f.Key, d)
				}
			}
		}
	}
	if shown != 64 {
		t.Errorf("%d facts of the article on its four platforms, want 64", shown)
	}
}

func warnsOf(c catalog.Comparison, doubt, column string) bool {
	return slices.ContainsFunc(c.Warnings, func(w catalog.CompareWarning) bool {
		return slices.Contains(w.Doubts, doubt) && slices.Contains(w.IDs, column)
	})
}

func TestTheFourPricesOfTheArticleAreShownWithTheirDoubts(t *testing.T) {
	m := seedMarket(t)
	c := m.Compare(catalog.CompareQuery{Kind: catalog.CompareProviders, IDs: articleProviders})
	row, ok := c.Row("article_price")
	if !ok {
		t.Fatal("no row for the article's prices")
	}
	for i, want := range []struct{ text, doubt string }{
		{"A100 约 8.00 元/卡时（按需）", "D01"}, {"T4 最低 1.20 元/卡时（按需）", "D02"},
		{"昇腾910B 约 5.00 元/核时（按核时）", "D03"}, {"A100 最低 6.00 元/卡时（动态折扣）", "D04"},
	} {
		cell := row.Cells[i]
		if cell.Text.Zh != want.text || !cell.Article || !slices.Contains(cell.Doubts, want.doubt) || cell.Best {
			t.Errorf("column %d: %+v, want %s with doubt %s", i, cell, want.text, want.doubt)
		}
	}
	if !slices.ContainsFunc(c.Warnings, func(w catalog.CompareWarning) bool { return w.Code == catalog.WarnCoreHours }) {
		t.Error("nothing warns of core-hours")
	}
}

func TestDoubtfulClaimsDoNotWin(t *testing.T) {
	m := seedMarket(t)
	c := m.Compare(catalog.CompareQuery{Kind: catalog.CompareProviders, IDs: articleProviders})
	for _, g := range c.Groups {
		for _, r := range g.Rows {
			for i, cell := range r.Cells {
				for _, id := range cell.Doubts {
					if d, _ := m.Doubt(id); cell.Best && d.Open() {
						t.Errorf("%s of %s is best in spite of %s", r.Key, c.Columns[i].ID, id)
					}
				}
			}
		}
	}
}

func TestClaimsAboutACardWarnWhereTheCardIsCompared(t *testing.T) {
	m := seedMarket(t)
	c := m.Compare(catalog.CompareQuery{Kind: catalog.CompareAccelerators, IDs: []string{"a800-sxm4-80gb", "ascend-910b2-64gb", "a10-24gb"}})
	for _, want := range []struct{ doubt, column string }{{"D06", "a800-sxm4-80gb"}, {"D11", "a800-sxm4-80gb"}, {"D05", "ascend-910b2-64gb"}} {
		if !warnsOf(c, want.doubt, want.column) {
			t.Errorf("doubt %s is not told of %s", want.doubt, want.column)
		}
	}
	if warnsOf(c, "D06", "a10-24gb") || warnsOf(c, "D05", "a10-24gb") {
		t.Error("the A10 bears the claims about other cards")
	}
}

func TestAcceleratorsSideBySide(t *testing.T) {
	m := seedMarket(t)
	c := m.Compare(catalog.CompareQuery{Kind: catalog.CompareAccelerators, IDs: []string{"a100-pcie-80gb", "h100-sxm5-80gb", "rtx-4090-24gb"}, Base: "a100-pcie-80gb"})
	want := map[string][]string{
		"vram_gb": {"80", "80", "24"}, "memory_bandwidth_gb_s": {"1935", "3350", "1008"}, "fp16_tflops_dense": {"312", "989.4", "165.2"},
		"interconnect_gb_s": {"64", "900", "64"}, "tdp_w": {"300", "700", "450"},
	}
	for key, texts := range want {
		row, ok := c.Row(key)
		if !ok {
			t.Errorf("no row %s", key)
			continue
		}
		for i, text := range texts {
			if row.Cells[i].Text.Zh != text {
				t.Errorf("%s of %s is %q, want %s", key, c.Columns[i].ID, row.Cells[i].Text.Zh, text)
			}
		}
	}
	if row, _ := c.Row("tdp_w"); !row.Cells[0].Best || row.Cells[1].Best || row.Cells[1].DeltaPercent.Value.String() != "133.3" {
		t.Errorf("power: %+v, want the lowest best and 133.3 %% over the base", row.Cells)
	}
	if row, _ := c.Row("vram_gb"); row.Cells[0].Best || row.Cells[1].Best {
		t.Error("two of three tie, and yet one is best")
	}
	if row, ok := c.Row("best_price_cn"); !ok || row.Cells[2].Value.Value.String() != "1.6500" {
		t.Errorf("best price of the 4090: %+v", row)
	}
}

func TestAFamilyShowsSpans(t *testing.T) {
	m := seedMarket(t)
	c := m.Compare(catalog.CompareQuery{Kind: catalog.CompareAccelerators, IDs: []string{"a100-any", "h100-any"}})
	row, _ := c.Row("vram_gb")
	if row.Cells[0].Text.Zh != "40–80" || row.Cells[0].Value.Known || row.Cells[1].Best {
		t.Errorf("memory of the families: %+v", row.Cells)
	}
	if !slices.ContainsFunc(c.Warnings, func(w catalog.CompareWarning) bool { return w.Code == catalog.WarnFamily && len(w.IDs) == 2 }) {
		t.Error("nothing tells that the variants are unknown")
	}
}

func TestOffersSideBySide(t *testing.T) {
	lines := priced(t, "8", "6", "", "7")
	lines[1].Kind = catalog.KindFloor
	lines[3].AcceleratorName, lines[3].VRAMGB, lines[3].Share = "T4", catalog.Known(8.0), catalog.Share{Num: 1, Den: 2}
	lines = append(lines, line(t, "of-9", func(l *catalog.PriceLine) {
		l.InstanceType, l.Billing, l.Amount = "type 1", catalog.Spot, known(t, "3")
	}))
	m := smallMarket(t, lines...)
	c := m.Compare(catalog.CompareQuery{Kind: catalog.CompareOffers, IDs: []string{"of-9", "of-2", "of-3", "of-4", "of-1", "of-77"}, Base: "of-9"})
	if len(c.Columns) != 4 || c.Columns[0].ID != "of-1" || c.Base != 0 || !slices.Equal(c.Unknown, []string{"of-77"}) {
		t.Fatalf("%d columns, base %d, unknown %v", len(c.Columns), c.Base, c.Unknown)
	}
	row, _ := c.Row("price_on_demand")
	if row.Cells[0].Value.Value.String() != "8.0000" || row.Cells[1].DeltaPercent.Value.String() != "-25.0" {
		t.Errorf("on demand: %+v", row.Cells)
	}
	if row.Cells[1].Best || row.Cells[3].Best {
		t.Error("a floor price or a slice is best")
	}
	if cell := row.Cells[2]; cell.State != catalog.StateUnknown || cell.Reason != catalog.ReasonPriceUnknown || cell.DeltaPercent.Known || cell.Best {
		t.Errorf("a missing price is no saving: %+v", cell)
	}
	if row, _ := c.Row("price_spot"); row.Cells[0].State != catalog.StateKnown || row.Cells[1].State != catalog.StateUnknown {
		t.Errorf("spot: %+v", row.Cells)
	}
	for _, code := range []catalog.WarningCode{catalog.WarnForm, catalog.WarnMemory, catalog.WarnShare, catalog.WarnPriceKind, catalog.WarnInterconnect} {
		if !slices.ContainsFunc(c.Warnings, func(w catalog.CompareWarning) bool { return w.Code == code }) {
			t.Errorf("nothing warns of %s", code)
		}
	}
}

func TestOnlyDifferencesCanBeShown(t *testing.T) {
	m := smallMarket(t, priced(t, "8", "6")...)
	all := m.Compare(catalog.CompareQuery{IDs: []string{"of-1", "of-2"}})
	diff := m.Compare(catalog.CompareQuery{IDs: []string{"of-1", "of-2"}, Diff: true})
	if _, ok := diff.Row("vram_gb"); ok {
		t.Error("equal memory is still shown")
	}
	if row, ok := all.Row("vram_gb"); !ok || !row.Same {
		t.Error("equal memory is not marked as the same")
	}
	if _, ok := diff.Row("price_on_demand"); !ok {
		t.Error("differing prices are left out")
	}
	if all.SameRows == 0 || all.SameRows != diff.SameRows {
		t.Errorf("%d rows agree in one view, %d in the other", all.SameRows, diff.SameRows)
	}
}

func TestRowsOfOthersAreJudgedToo(t *testing.T) {
	m := smallMarket(t, priced(t, "8", "6")...)
	c := m.Compare(catalog.CompareQuery{IDs: []string{"of-1", "of-2"}, Base: "of-1"})
	cell := func(n int64) catalog.Cell {
		return catalog.Cell{State: catalog.StateKnown, Value: catalog.Known(decimal.MustNew(n, 0))}
	}
	c.AddRows(catalog.Cost, catalog.CompareRow{Key: "job_total", Better: catalog.BetterLower, Cells: []catalog.Cell{cell(200), cell(150)}})
	row, ok := c.Row("job_total")
	if !ok || !row.Cells[1].Best || row.Cells[1].DeltaPercent.Value.String() != "-25.0" {
		t.Errorf("added row: %+v", row)
	}
}

func TestBestIsNotGivenWhenMostTie(t *testing.T) {
	cases := []struct {
		values string
		best   string
	}{
		{"1 2", "1"}, {"1 1", ""}, {"1 1 2", ""}, {"1 1 2 3", "1 1"}, {"1", ""}, {"1 ? ?", ""}, {"1 2 ?", "1"}, {"0 1", "0"},
	}
	for _, c := range cases {
		row := catalog.CompareRow{Better: catalog.BetterLower}
		for _, v := range strings.Fields(c.values) {
			cell := catalog.Cell{State: catalog.StateUnknown}
			if v != "?" {
				cell = catalog.Cell{State: catalog.StateKnown, Value: known(t, v)}
			}
			row.Cells = append(row.Cells, cell)
		}
		comparison := catalog.Comparison{Base: -1}
		comparison.AddRows(catalog.Cost, row)
		var best []string
		for _, cell := range comparison.Groups[0].Rows[0].Cells {
			if cell.Best {
				best = append(best, cell.Value.Value.String())
			}
		}
		if got := strings.Join(best, " "); got != c.best {
			t.Errorf("%s: best %q, want %q", c.values, got, c.best)
		}
	}
}

func TestFiguresWithoutABetterDirectionAreNotHeldAgainstEachOther(t *testing.T) {
	d := smallData(t)
	d.Providers[0].SLAPercent, d.Providers[1].SLAPercent = known(t, "99.9"), known(t, "99.95")
	m := catalog.NewMarket(d, testDay)
	c := m.Compare(catalog.CompareQuery{Kind: catalog.CompareProviders, IDs: []string{"alpha", "beta"}, Base: "alpha"})
	row, ok := c.Row("sla")
	if !ok || row.Same || !row.Cells[1].Value.Known || row.Cells[1].DeltaPercent.Known || row.Cells[1].Best {
		t.Errorf("figures of different scopes: %+v", row)
	}
}

func TestNothingToCompare(t *testing.T) {
	m := smallMarket(t)
	for _, kind := range []catalog.CompareKind{catalog.CompareOffers, catalog.CompareProviders, catalog.CompareAccelerators} {
		c := m.Compare(catalog.CompareQuery{Kind: kind, IDs: []string{"nobody"}})
		if len(c.Columns) != 0 || len(c.Unknown) != 1 || len(c.Groups) != 4 {
			t.Errorf("%s: %+v", kind, c)
		}
	}
}

package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"gpuscale/catalog"
)

func sideBySide(t *testing.T, kind catalog.CompareKind, ids ...string) catalog.Comparison {
	t.Helper()
	c := seedMarket(t).Compare(catalog.CompareQuery{Kind: kind, IDs: ids, Base: ids[0]})
	if len(c.Columns) != len(ids) {
		t.Fatalf("%v: %d columns, unknown %v", ids, len(c.Columns), c.Unknown)
	}
	return c
}

func TestCompareMarksNothingBestThatARangeMayBeat(t *testing.T) {
	c := sideBySide(t, catalog.CompareAccelerators, "a100-any", "h100-sxm5-80gb", "rtx-4090-24gb")
	row, _ := c.Row("tdp_w")
	for i, cell := range row.Cells {
		if cell.Best {
			t.Errorf("%s with %s W is the lowest beside %s", c.Columns[i].ID, cell.Text.Zh, row.Cells[0].Text.Zh)
		}
	}
	for _, want := range []struct {
		name  string
		cells []catalog.Cell
		best  int // -1: none
	}{
		{"a range below", []catalog.Cell{figure(t, "5"), figure(t, "7"), between(t, "3", "4")}, -1},
		{"a range that ties at its lower end", []catalog.Cell{figure(t, "5"), figure(t, "7"), between(t, "5", "9")}, -1},
		{"a range above", []catalog.Cell{figure(t, "5"), figure(t, "7"), between(t, "6", "9")}, 0},
		{"a range of which some variants are unknown", []catalog.Cell{figure(t, "5"), figure(t, "7"), open(between(t, "6", "9"))}, -1},
		{"a range that is not ranked", []catalog.Cell{figure(t, "5"), figure(t, "7"), unranked(between(t, "3", "9"))}, 0},
		{"a price range around the other price", []catalog.Cell{from(t, "6", "8"), figure(t, "7")}, -1},
		{"a price range below the other price", []catalog.Cell{from(t, "5", "6"), figure(t, "7")}, 0},
	} {
		comparison := catalog.Comparison{Base: -1}
		comparison.AddRows(catalog.Cost, catalog.CompareRow{Better: catalog.BetterLower, Cells: want.cells})
		got := slices.IndexFunc(comparison.Groups[0].Rows[0].Cells, func(c catalog.Cell) bool { return c.Best })
		if got != want.best {
			t.Errorf("%s: column %d is best, want %d", want.name, got, want.best)
		}
	}
}

func figure(t *testing.T, v string) catalog.Cell {
	return catalog.Cell{State: catalog.StateKnown, Value: known(t, v)}
}

func between(t *testing.T, low, high string) catalog.Cell {
	ends := catalog.CellRange{Low: known(t, low).Value, High: known(t, high).Value}
	return catalog.Cell{State: catalog.StateKnown, Range: catalog.Known(ends)}
}

func from(t *testing.T, low, high string) catalog.Cell {
	cell := between(t, low, high)
	cell.Value = known(t, low)
	return cell
}

func open(c catalog.Cell) catalog.Cell {
	c.Range.Value.Open = true
	return c
}

func unranked(c catalog.Cell) catalog.Cell {
	c.Unranked = true
	return c
}

func TestCompareSaysOfSlicesThatFiguresAreOfTheWholeCard(t *testing.T) {
	for _, ids := range [][]string{{"of-0115", "of-0005"}, {"of-0345", "of-0461"}} {
		c := sideBySide(t, catalog.CompareOffers, ids...)
		for _, key := range []string{"memory_bandwidth_gb_s", "fp16_tflops_dense", "tdp_w", "interconnect"} {
			row, _ := c.Row(key)
			slice, whole := row.Cells[0], row.Cells[1]
			if !strings.Contains(slice.Text.Zh, "整卡的") || !strings.Contains(slice.Text.En, "of the whole card") || strings.Contains(whole.Text.Zh, "整卡的") {
				t.Errorf("%v %s: %q beside %q", ids, key, slice.Text.Zh, whole.Text.Zh)
			}
			if row.Same || slice.Best || whole.Best || slice.DeltaPercent.Known || whole.DeltaPercent.Known {
				t.Errorf("%v %s: a slice is held against a card: %+v", ids, key, row)
			}
		}
	}
}

func TestCompareTakesNoPercentageOfAnAbsence(t *testing.T) {
	for _, ids := range [][]string{{"a100-sxm4-80gb", "rtx-4090-24gb"}, {"rtx-4090-24gb", "a100-sxm4-80gb"}} {
		c := sideBySide(t, catalog.CompareAccelerators, ids...)
		row, _ := c.Row("mig_instances_max")
		for _, cell := range row.Cells {
			if cell.DeltaPercent.Known {
				t.Errorf("%v: %s stands with %s %%", ids, cell.Text.Zh, cell.DeltaPercent.Value)
			}
		}
	}
}

func TestCompareWritesQuotesInRoundThousands(t *testing.T) {
	c := sideBySide(t, catalog.CompareAccelerators, "h100-sxm5-80gb", "h100-any", "rtx-4090-24gb", "a100-80gb-any")
	row, _ := c.Row("market_quote")
	shown := ""
	for _, cell := range row.Cells {
		shown += cell.Text.Zh + "\n"
	}
	if strings.Contains(shown, ".00") || !strings.Contains(shown, "6,800–8,800 元/台·月") {
		t.Errorf("quotes: %s", shown)
	}
}

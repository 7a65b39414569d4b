package catalog_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"gpuscale/catalog"
)

func exact(t *testing.T, s string) catalog.Decimal {
	t.Helper()
	d, err := catalog.ParseDecimal(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestARangeIsMultipliedAtBothEnds(t *testing.T) {
	r := catalog.Range{Low: exact(t, "0.0084"), High: catalog.Known(exact(t, "1.5")), Currency: catalog.CNY}
	month, ok := r.Times(730)
	if !ok || month.Low.Cmp(exact(t, "6.132")) != 0 || month.High.Value.Cmp(exact(t, "1095")) != 0 || month.Currency != catalog.CNY {
		t.Errorf("got %v", month)
	}
	if _, ok := (catalog.Range{Low: exact(t, "999999999999999999")}).Times(730); ok {
		t.Error("a product beyond the digits was given")
	}
}

func TestAPriceIsSpreadOverAFigure(t *testing.T) {
	for _, row := range []struct {
		name, price, want string
		figure            catalog.Number
		times             int
	}{
		{"100 TFLOPS of 312", "6.24", "2", catalog.Known(312.0), 100},
		{"a GB of 80", "8", "0.1", catalog.Known(80.0), 1},
		{"a fraction", "1", "0.4", catalog.Known(2.5), 1},
	} {
		if got, ok := catalog.PerFigure(exact(t, row.price), row.figure, row.times).Get(); !ok || got.Cmp(exact(t, row.want)) != 0 {
			t.Errorf("%s: got %v", row.name, got)
		}
	}
	for name, figure := range map[string]catalog.Number{"unknown": {}, "zero": catalog.Known(0.0), "infinite": catalog.Known(math.Inf(1))} {
		if got := catalog.PerFigure(exact(t, "1"), figure, 1); got.Known {
			t.Errorf("%s: got %v", name, got.Value)
		}
	}
}

func TestAPriceSpreadOverAFigureIsThatPriceAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nano := rapid.Int64Range(0, 1e13).Draw(t, "price in nano")
		figure := rapid.IntRange(1, 10_000_000).Draw(t, "figure in thousandths")
		times := rapid.IntRange(0, 1000).Draw(t, "times")
		got, ok := catalog.PerFigure(catalog.DecimalFromNano(nano), catalog.Known(float64(figure)/1000), times).Get()
		want := new(big.Rat).Mul(big.NewRat(nano, 1e9), big.NewRat(int64(times)*1000, int64(figure)))
		if !ok {
			if limit := big.NewRat(math.MaxInt64, 1e9); want.Cmp(limit) < 0 {
				t.Fatalf("no result for %s", want.FloatString(9))
			}
			return
		}
		result, _ := new(big.Rat).SetString(got.String())
		if off := new(big.Rat).Sub(result, want); off.Abs(off).Cmp(big.NewRat(1, 2e9)) > 0 {
			t.Fatalf("got %s, want %s", got, want.FloatString(12))
		}
	})
}

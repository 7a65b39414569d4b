package chart

import (
	"bytes"
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func ticksOf(a BeamAxis) string {
	var labels []string
	for _, t := range a.Ticks() {
		labels = append(labels, t.Label)
	}
	return strings.Join(labels, " ")
}

func TestBeamAxisRunsBetweenWholePowersOfTwo(t *testing.T) {
	for _, c := range []struct {
		name   string
		prices []Reading
		want   string
	}{
		{"no prices give the usual yuan axis", nil, "0.5 1 2 4 8 16"},
		{"unknown, zero and negative prices do not count", []Reading{{}, {Value: 900}, At(0), At(-4), At(math.NaN())}, "0.5 1 2 4 8 16"},
		{"yuan per GPU-hour", []Reading{At(0.62), At(19.8)}, "0.5 1 2 4 8 16 32"},
		{"exact powers are the ends themselves", []Reading{At(2), At(8)}, "2 4 8"},
		{"one price gets the power above it", []Reading{At(4)}, "4 8"},
		{"yuan per GPU-month counts in thousands", []Reading{At(452), At(14000)}, "250 500 1k 2k 4k 8k 16k"},
		{"dollars per GPU-hour", []Reading{At(0.09), At(2.4)}, "0.0625 0.125 0.25 0.5 1 2 4"},
	} {
		if got := ticksOf(NewBeamAxis(c.prices)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestBeamPositionGrowsWithThePrice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.Float64Range(1e-3, 1e6)
		prices := rapid.SliceOfN(draw, 1, 20).Draw(t, "prices")
		var readings []Reading
		for _, p := range prices {
			readings = append(readings, At(p))
		}
		axis := NewBeamAxis(readings)
		for _, a := range prices {
			x, ok := axis.Position(a)
			if !ok || x < beamInset-1e-6 || x > beamWidth-beamInset+1e-6 {
				t.Fatalf("%v stands at %v", a, x)
			}
			for _, b := range prices {
				if y, _ := axis.Position(b); a < b && x > y {
					t.Fatalf("%v at %v, %v at %v", a, x, b, y)
				}
			}
		}
		for _, tick := range axis.Ticks() {
			if x, _ := axis.Position(tick.Value); math.Abs(x-tick.X) > 1e-6 {
				t.Fatalf("tick %v is printed at %v but %v stands at %v", tick.Label, tick.X, tick.Value, x)
			}
		}
		limit := math.Inf(1)
		for _, l := range axis.labelled() {
			b := l.box()
			if b.x0 < -1e-9 || b.x1 > beamWidth+1e-9 || b.x1 > limit {
				t.Fatalf("label %q covers %v", l.text, b)
			}
			limit = b.x0
		}
	})
}

func TestBeamRefusesPricesWithoutALogarithm(t *testing.T) {
	for _, v := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, ok := NewBeamAxis(nil).Position(v); ok {
			t.Errorf("%v has a position", v)
		}
	}
}

func TestBeamDrawsOneMarkForEachKnownPrice(t *testing.T) {
	axis := NewBeamAxis([]Reading{At(1), At(16)})
	full := Beam{Axis: axis, OnDemand: At(8), Month: At(6), Year: At(5), Spot: At(3), Name: `按需 ¥8 & "竞价"`}
	doc := parse(t, PriceBeam(full))
	svg := only(t, doc, `svg[role=img]`)
	if name, _ := svg.Attr("aria-label"); name != full.Name {
		t.Errorf("named %q", name)
	}
	count(t, doc, "path.f-ink", 1)  // weight
	count(t, doc, "path.f-bg", 1)   // diamond
	count(t, doc, "circle.f-bg", 1) // ring
	count(t, doc, "path.l1", 2)     // connecting stroke and year
	count(t, doc, "circle.f-3", 5)  // stars 1 2 4 8 16

	full.Best = true
	count(t, parse(t, PriceBeam(full)), "path.f-ac", 1)
	count(t, parse(t, PriceBeam(full)), "path.f-ink", 0)

	lone := parse(t, PriceBeam(Beam{Axis: axis, Month: At(6), Name: "包月"}))
	count(t, lone, "path.l1", 0)
	count(t, lone, "path.f-ink, path.f-ac", 0)
}

func TestBeamWithoutAPriceDrawsNothing(t *testing.T) {
	if got := render(t, PriceBeam(Beam{Axis: NewBeamAxis(nil), OnDemand: At(0), Name: "x"})); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestBeamScaleIsNotStretchedByItsCell(t *testing.T) {
	doc := parse(t, BeamScale(NewBeamAxis(nil)))
	svg := only(t, doc, `svg[aria-hidden=true][width="160"]`)
	if svg.HasClass("chart") {
		t.Error("the class chart would stretch the scale away from its beams")
	}
	if got := svg.Find("text").Length(); got != 6 {
		t.Errorf("%d labels, want 6", got)
	}
}

func TestGlyphs(t *testing.T) {
	for _, m := range []LegendMark{MarkSpot, MarkYear, MarkMonth, MarkOnDemand} {
		only(t, parse(t, BeamGlyph(m)), `svg[aria-hidden=true]`)
	}
	if got := render(t, BeamGlyph("other")); got != "" {
		t.Errorf("unknown mark draws %q", got)
	}
}

func fiftyBeams() []Beam {
	set := beams(1)
	out := make([]Beam, 50)
	for i := range out {
		out[i] = set[i%len(set)]
	}
	return out
}

func BenchmarkPriceBeam50(b *testing.B) {
	page, ctx := fiftyBeams(), context.Background()
	var out bytes.Buffer
	b.ReportAllocs()
	for b.Loop() {
		out.Reset()
		for _, p := range page {
			if err := PriceBeam(p).Render(ctx, &out); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(out.Len()), "bytes/page")
}

func BenchmarkAppendBeam50(b *testing.B) {
	page := fiftyBeams()
	var out []byte
	b.ReportAllocs()
	for b.Loop() {
		out = out[:0]
		for i := range page {
			out = AppendBeam(out, &page[i])
		}
	}
}

func BenchmarkPriceSteelyard(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_ = PriceSteelyard(steelyard()).Render(context.Background(), io.Discard)
	}
}

func BenchmarkPriceHistory(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_ = PriceHistory(history()).Render(context.Background(), io.Discard)
	}
}

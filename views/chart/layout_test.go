package chart

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// checkScene fails when a drawing holds what is not a number, text that touches
// other text, or text that leaves the drawing.
func checkScene(t *rapid.T, s scene) {
	markup := string(s.appendTo(nil))
	for _, bad := range []string{"NaN", "Inf", "style=", "<script"} {
		if strings.Contains(markup, bad) {
			t.Fatalf("%s in %s", bad, markup)
		}
	}
	if !isFinite(s.height) || s.height <= 0 || s.height > 4000 {
		t.Fatalf("height %v", s.height)
	}
	labels := s.labels()
	for i, a := range labels {
		if b := a.box(); b.x0 < -1 || b.x1 > s.width+1 || b.y0 < -1 || b.y1 > s.height+1 {
			t.Fatalf("%s: %q at %+v leaves %v×%v", s.class, a.lead+a.text, b, s.width, s.height)
		}
		for _, c := range labels[:i] {
			if a.box().overlaps(c.box()) {
				t.Fatalf("%s: %q %+v touches %q %+v", s.class, a.lead+a.text, a.box(), c.lead+c.text, c.box())
			}
		}
	}
}

func checkScenes(t *rapid.T, scenes []scene, frames []frame) {
	if len(scenes) != len(frames) {
		t.Fatalf("%d drawings, want %d", len(scenes), len(frames))
	}
	for i, s := range scenes {
		if s.class != frames[i].class || s.width != frames[i].width {
			t.Fatalf("drawing %d is %s at %v", i, s.class, s.width)
		}
		checkScene(t, s)
	}
}

var names = rapid.SampledFrom([]string{"按需", "腾讯云 A100", "百度智能云 A800", "Alibaba Cloud A10", "预留实例券", "A", "Paratera H20"})

func TestSteelyardLabelsNeverTouch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Steelyard{Caption: Caption{Name: "x"}, Sign: "¥", MedianText: "中位 6.90"}
		base := rapid.SampledFrom([]float64{0.05, 1, 6, 90, 4000}).Draw(t, "base")
		for i := range rapid.IntRange(1, 9).Draw(t, "n") {
			price := base * rapid.Float64Range(1, 3).Draw(t, "price")
			w := Weight{Price: price, Figure: fmt.Sprintf("%.2f", price), Title: names.Draw(t, "title")}
			if i == 0 {
				w.Note = "A100 · 动态折扣最低"
			}
			p.Weights = append(p.Weights, w)
			p.Median = At(price)
		}
		checkScenes(t, p.scenes(), halfFrames)
	})
}

func TestSteelyardStringsPassBehindLabels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Steelyard{Caption: Caption{Name: "x"}, Sign: "¥"}
		for i := range rapid.IntRange(1, 7).Draw(t, "n") {
			price := rapid.SampledFrom([]float64{1.65, 1.98, 2.2, 2.6, 14.49}).Draw(t, "price")
			w := Weight{Price: price, Figure: fmt.Sprintf("%.2f", price), Title: names.Draw(t, "title")}
			if i == 0 {
				w.Note = "GeForce RTX 4090 24GB"
			}
			p.Weights = append(p.Weights, w)
		}
		for _, s := range p.scenes() {
			checkCovered(t, s)
		}
	})
}

// checkCovered fails when a string of the steelyard runs through a label on no ground.
func checkCovered(t *rapid.T, s scene) {
	var hung []line
	var grounds []box
	for _, m := range s.marks {
		switch m := m.(type) {
		case line:
			if m.from.y == yardBottom {
				hung = append(hung, m)
			}
		case rect:
			if m.class == "f-bg" {
				grounds = append(grounds, box{m.x, m.y, m.x + m.w, m.y + m.h})
			}
		case label:
			for _, l := range hung {
				behind := func(g box) bool { return m.box().inside(g) }
				if m.class != "wt" && m.box().crossed(l.from.x, l.from.y, l.to.y) && !slices.ContainsFunc(grounds, behind) {
					t.Fatalf("%s: a string at %v runs through %q", s.class, l.from.x, m.text)
				}
			}
		}
	}
}

func TestHistoryLabelsNeverTouch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := History{Caption: Caption{Name: "x"}, Unit: "元/卡时"}
		for range rapid.IntRange(1, 5).Draw(t, "sources") {
			s := Series{Name: names.Draw(t, "source"), Accent: rapid.Bool().Draw(t, "accent")}
			for range rapid.IntRange(1, 12).Draw(t, "points") {
				on := date("2023-01-01").AddDate(0, 0, rapid.IntRange(0, 1000).Draw(t, "day"))
				price := rapid.OneOf(rapid.Float64Range(0.01, 100), rapid.Just(6.0)).Draw(t, "price")
				s.Points = append(s.Points, Dated{On: on, Price: price, Date: on.Format(time.DateOnly), Text: fmt.Sprintf("%.2f", price)})
			}
			p.Series = append(p.Series, s)
		}
		checkScenes(t, p.scenes(), fullFrames)
		if low, high, ok := p.Range(); !ok || low >= high {
			t.Fatalf("range %v to %v", low, high)
		}
	})
}

func TestBreakEvenLabelsNeverTouch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := BreakEven{
			Caption: Caption{Name: "x"}, HoursLabel: "每卡每月使用小时", CostLabel: "元/卡·月",
			MaxHours: rapid.SampledFrom([]float64{24, 720, 730, 744, 8760}).Draw(t, "max"),
			NowText:  "现在 660 小时",
		}
		p.Now = At(p.MaxHours * rapid.Float64Range(0, 1).Draw(t, "now"))
		cost := rapid.Float64Range(0, 60000)
		for range rapid.IntRange(1, 5).Draw(t, "lines") {
			l := CostLine{Name: rapid.SampledFrom([]string{"按需", "包月", "预留实例券", "Monthly"}).Draw(t, "name"), Figure: "5,840"}
			l.Points = rapid.SampledFrom([][]CostPoint{Fee(cost.Draw(t, "fee"), p.MaxHours), Rate(cost.Draw(t, "rate")/730, p.MaxHours)}).Draw(t, "points")
			p.Lines = append(p.Lines, l)
		}
		for range rapid.IntRange(0, 3).Draw(t, "crossings") {
			p.Crossings = append(p.Crossings, Crossing{
				Hours: p.MaxHours * rapid.Float64Range(0, 1).Draw(t, "at"), Cost: cost.Draw(t, "cost"),
				Text: "盈亏点 563 小时（77%）", Short: "563 小时",
			})
		}
		checkScenes(t, p.scenes(), halfFrames)
	})
}

func TestBillLabelsNeverTouch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := StackedBill{Caption: Caption{Name: "x"}, ID: "bill"}
		for range rapid.IntRange(1, 7).Draw(t, "parts") {
			p.Parts = append(p.Parts, BillPart{
				Kind: PartKind(rapid.IntRange(0, 2).Draw(t, "kind")), Name: "存储与流量", Figure: "21,000 · 14.9%",
				Amount: rapid.OneOf(rapid.Float64Range(1e-6, 1e9), rapid.Just(100.0)).Draw(t, "amount"),
			})
		}
		scenes := p.scenes()
		checkScenes(t, scenes, halfFrames)
		for _, s := range scenes {
			right := -barGap
			for _, m := range s.marks {
				if r, ok := m.(rect); ok {
					if r.w < 1 || r.x-right < barGap-1e-6 {
						t.Fatalf("part %+v after %v", r, right)
					}
					right = r.x + r.w
				}
			}
			if right < s.width-1e-6 || right > s.width+1e-6 {
				t.Fatalf("the bar ends at %v of %v", right, s.width)
			}
		}
	})
}

func TestMemoryLabelsNeverTouch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := MemoryBar{Caption: Caption{Name: "x"}, TotalText: "共 163 GB"}
		size := rapid.Float64Range(0.1, 2000)
		for i := range rapid.IntRange(1, 5).Draw(t, "parts") {
			p.Parts = append(p.Parts, MemoryPart{Name: "运行开销", Figure: "12.3 GB", Size: size.Draw(t, "size"), Accent: i == 1})
		}
		for range rapid.IntRange(0, 4).Draw(t, "capacities") {
			p.Capacities = append(p.Capacities, Capacity{size.Draw(t, "usable"), "2 × 80GB", "可用 144 ✕", rapid.Bool().Draw(t, "fits")})
		}
		checkScenes(t, p.scenes(), fullFrames)
	})
}

func TestNothingToShowDrawsNothing(t *testing.T) {
	for _, bad := range badNumbers {
		for name, scenes := range map[string][]scene{
			"steelyard":  Steelyard{Weights: []Weight{{Price: bad}}}.scenes(),
			"history":    History{Series: []Series{{Points: []Dated{{On: date("2025-01-01"), Price: bad}, {Price: 3}}}}}.scenes(),
			"break-even": BreakEven{MaxHours: 730, Lines: []CostLine{{Points: []CostPoint{{0, 1}, {bad, 2}}}}}.scenes(),
			"no hours":   BreakEven{MaxHours: bad, Lines: []CostLine{{Points: Fee(3, 10)}}}.scenes(),
			"bill":       StackedBill{Parts: []BillPart{{Amount: bad}, {Amount: 0}, {Amount: -1}}}.scenes(),
			"memory":     MemoryBar{Parts: []MemoryPart{{Size: bad}, {Size: 0}}}.scenes(),
		} {
			if len(scenes) != 0 {
				t.Errorf("%s of %v draws %d figures of nothing", name, bad, len(scenes))
			}
		}
	}
}

// FuzzExtremeValues feeds every layout numbers no data should hold.
func FuzzExtremeValues(f *testing.F) {
	f.Add(1e308, -1e308, 0.0)
	f.Add(5e-324, 1e-300, 1e300)
	f.Add(6.0, 6.0, 6.0)
	f.Fuzz(func(t *testing.T, a, b, c float64) {
		var scenes []scene
		scenes = append(scenes, Steelyard{Median: At(c), MedianText: "m", Weights: []Weight{{a, "1", "x", "n"}, {b, "2", "y", ""}}}.scenes()...)
		scenes = append(scenes, History{Series: []Series{{Name: "s", Points: []Dated{dated("2025-01-01", a, "1"), dated("2025-02-01", b, "2")}}}}.scenes()...)
		scenes = append(scenes, BreakEven{MaxHours: c, Now: At(a), Lines: []CostLine{{Points: Fee(a, c)}, {Points: Rate(b, c)}}, Crossings: []Crossing{{a, b, "c", ""}}}.scenes()...)
		scenes = append(scenes, StackedBill{Parts: []BillPart{{Amount: a}, {Amount: b, Kind: Wasted}, {Amount: c}}}.scenes()...)
		scenes = append(scenes, MemoryBar{Parts: []MemoryPart{{Size: a}, {Size: b}}, Capacities: []Capacity{{Usable: c}}}.scenes()...)
		for _, s := range scenes {
			markup := string(s.appendTo(nil))
			if strings.Contains(markup, "NaN") || strings.Contains(markup, "Inf") || len(markup) > 200_000 || !isFinite(s.height) {
				t.Fatalf("height %v: %s", s.height, markup)
			}
		}
	})
}

package chart

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestLinearNeverFallsAndStaysInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := linear{span{rapid.Float64Range(-1e9, 1e9).Draw(t, "lo"), 0}, 10, 90}
		l.domain.hi = l.domain.lo + rapid.Float64Range(0, 1e9).Draw(t, "width")
		a, b := rapid.Float64Range(-2e9, 2e9).Draw(t, "a"), rapid.Float64Range(-2e9, 2e9).Draw(t, "b")
		if a > b {
			a, b = b, a
		}
		x, y := l.at(a), l.at(b)
		if x > y || x < 10 || y > 90 {
			t.Fatalf("%v→%v, %v→%v", a, x, b, y)
		}
	})
}

func TestLinearOfOneValueIsTheMiddle(t *testing.T) {
	for _, d := range []span{{5, 5}, {math.NaN(), 1}, {-math.MaxFloat64, math.MaxFloat64}, {2, 1}} {
		if got := (linear{d, 0, 100}).at(5); got != 50 {
			t.Errorf("domain %v: at 5 = %v, want 50", d, got)
		}
	}
}

func TestNiceStepNeedsNoMorePartsThanAsked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, parts := rapid.Float64Range(1e-6, 1e9).Draw(t, "width"), rapid.IntRange(1, 20).Draw(t, "parts")
		step := niceStep(width, parts)
		if n := math.Ceil(width/step - 1e-6); n > float64(parts) {
			t.Fatalf("width %v in %d parts: step %v makes %v", width, parts, step, n)
		}
		mantissa := step / math.Pow(10, math.Floor(math.Log10(step)+1e-9))
		for _, m := range []float64{1, 2, 2.5, 5} {
			if math.Abs(mantissa-m) < 1e-6 {
				return
			}
		}
		t.Fatalf("step %v is not round", step)
	})
}

func TestGridEnclosesTheDataWithFewLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(0, 1e5).Draw(t, "lo")
		s := span{lo, lo + rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(0.01, 1e5)).Draw(t, "width")}
		axis, ticks := gridAround(s, gridLines)
		slack := 1e-6 * math.Max(1, s.hi)
		if axis.lo > s.lo+slack || axis.hi < s.hi-slack {
			t.Fatalf("%v is outside %v", s, axis)
		}
		if len(ticks) < 2 || len(ticks) > gridLines {
			t.Fatalf("%v: %d lines %v", s, len(ticks), ticks)
		}
	})
}

func TestTickText(t *testing.T) {
	for _, c := range []struct {
		v, step float64
		want    string
	}{
		{0, 2000, "0"}, {6000, 2000, "6,000"}, {1234567, 1, "1,234,567"}, {0.5, 0.5, "0.5"},
		{0.925, 0.025, "0.925"}, {2.5, 2.5, "2.5"}, {7, 0.5, "7.0"}, {-3, 1, "−3"}, {0.3, 0.1, "0.3"}, {-0.0001, 1, "0"},
	} {
		if got := tickText(c.v, c.step); got != c.want {
			t.Errorf("tickText(%v, %v) = %q, want %q", c.v, c.step, got, c.want)
		}
	}
}

func TestSpanIgnoresWhatIsNotANumber(t *testing.T) {
	if s, ok := spanOf([]float64{math.NaN(), 3, math.Inf(1), -2}); !ok || s != (span{-2, 3}) {
		t.Errorf("got %v %v", s, ok)
	}
	if _, ok := spanOf([]float64{math.NaN()}); ok {
		t.Error("no finite value must not make a span")
	}
}

func TestSpreadKeepsOrderGapAndBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wishes := rapid.SliceOfN(rapid.Float64Range(-50, 300), 0, 12).Draw(t, "wishes")
		got := spread(wishes, 16, 20, 20+16*12)
		for i := range got {
			if got[i] < 20-1e-9 || got[i] > 20+16*12+1e-9 {
				t.Fatalf("%v leaves the bounds", got)
			}
			for k := range got {
				if wishes[i] < wishes[k] && got[k]-got[i] < 16-1e-9 {
					t.Fatalf("%v for %v", got, wishes)
				}
			}
		}
	})
}

func TestDateTicksStayInsideAndFew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := date("2015-01-01").AddDate(0, 0, rapid.IntRange(0, 4000).Draw(t, "from"))
		days := span{day(from), day(from.AddDate(0, 0, rapid.IntRange(0, 4000).Draw(t, "days")))}
		most := rapid.IntRange(1, 12).Draw(t, "most")
		ticks := dateTicks(days, most)
		if len(ticks) == 0 || len(ticks) > most {
			t.Fatalf("%d ticks, at most %d wanted", len(ticks), most)
		}
		for i, tick := range ticks {
			if tick.day < days.lo || tick.day > days.hi || i > 0 && tick.day <= ticks[i-1].day {
				t.Fatalf("%v in %v", ticks, days)
			}
		}
	})
}

func TestADayHasTheSameNumberInEveryZone(t *testing.T) {
	shanghai := time.FixedZone("CST", 8*3600)
	if day(time.Date(2025, 6, 1, 0, 30, 0, 0, shanghai)) != day(date("2025-06-01")) {
		t.Error("the date as written must count, not the instant")
	}
}

func TestNumbersAreWrittenToATenth(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1.25: "1.3", -2: "-2", -0.04: "0", 133.7: "133.7", math.Inf(1): "0", 12.96: "13", -0.5: "-0.5",
	} {
		if got := string(appendNumber(nil, v)); got != want {
			t.Errorf("%v is written %q, want %q", v, got, want)
		}
	}
	if got := string(appendNumber(nil, math.NaN())); got != "0" {
		t.Errorf("NaN is written %q", got)
	}
}

package chart

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"
)

var badNumbers = []float64{math.NaN(), math.Inf(1), math.Inf(-1)}

func render(t *testing.T, c templ.Component) string {
	t.Helper()
	var out bytes.Buffer
	if err := c.Render(context.Background(), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func parse(t *testing.T, c templ.Component) *goquery.Document {
	t.Helper()
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(render(t, c)))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func count(t *testing.T, doc *goquery.Document, selector string, want int) {
	t.Helper()
	if got := doc.Find(selector).Length(); got != want {
		t.Errorf("%s: %d found, want %d", selector, got, want)
	}
}

func only(t *testing.T, doc *goquery.Document, selector string) *goquery.Selection {
	t.Helper()
	found := doc.Find(selector)
	if found.Length() != 1 {
		t.Fatalf("%s: %d found, want 1", selector, found.Length())
	}
	return found
}

func TestFiguresOpenWithTheirFindingAndNameEveryDrawing(t *testing.T) {
	for _, c := range []struct {
		name      string
		component templ.Component
		caption   Caption
		drawings  int
	}{
		{"steelyard", PriceSteelyard(steelyard()), steelyard().Caption, 3},
		{"history", PriceHistory(history()), history().Caption, 4},
		{"break-even", BreakEvenChart(breakEven()), breakEven().Caption, 3},
		{"bill", BillBar(bill("b")), bill("b").Caption, 3},
		{"memory", MemoryFigure(memory()), memory().Caption, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := parse(t, c.component)
			figure := only(t, doc, "figure.cq")
			if !figure.Children().First().Is("figcaption") {
				t.Error("the caption must come first")
			}
			if got := figure.Find("figcaption > b").Text(); got != c.caption.Finding {
				t.Errorf("finding %q", got)
			}
			if got := figure.Find("figcaption").Text(); !strings.Contains(got, c.caption.Note) {
				t.Errorf("caption %q", got)
			}
			count(t, doc, `figure > svg.chart[role=img]`, c.drawings)
			for _, class := range []string{"only-n", "only-m", "only-w"} {
				count(t, doc, "svg."+class, 1)
			}
			doc.Find("svg").Each(func(_ int, s *goquery.Selection) {
				if name, _ := s.Attr("aria-label"); name != c.caption.Name {
					t.Errorf("drawing named %q", name)
				}
			})
		})
	}
}

func TestNoStyleNoScriptAnywhere(t *testing.T) {
	for _, s := range stories() {
		doc := parse(t, s.body)
		for _, selector := range []string{"[style]", "script", "[onclick]", "style"} {
			if doc.Find(selector).Length() > 0 {
				t.Errorf("%s has %s", s.name, selector)
			}
		}
		if strings.TrimSpace(doc.Find("body").Children().Text()) == "" && doc.Find("svg").Length() == 0 {
			t.Errorf("%s shows nothing", s.name)
		}
	}
}

func TestTextIsEscaped(t *testing.T) {
	p := steelyard()
	p.Name, p.Weights[0].Title, p.Finding = `a"b<c`, `<i>&`, `<script>x</script>`
	doc := parse(t, PriceSteelyard(p))
	count(t, doc, "i, script", 0)
	if got, _ := doc.Find("svg").First().Attr("aria-label"); got != p.Name {
		t.Errorf("named %q", got)
	}
}

func TestChildrenJoinTheCaption(t *testing.T) {
	for name, c := range map[string]templ.Component{
		"steelyard": PriceSteelyard(steelyard()), "history": PriceHistory(history()), "break-even": BreakEvenChart(breakEven()),
		"bill": BillBar(bill("b")), "memory": MemoryFigure(memory()),
	} {
		ctx := templ.WithChildren(context.Background(), templ.Raw(`<a href="/offers">看全部报价</a>`))
		var out bytes.Buffer
		if err := c.Render(ctx, &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), `看全部报价</a></figcaption>`) {
			t.Errorf("%s: the link is not in the caption", name)
		}
	}
}

func TestHistoryDrawsLinesOnlyWithinASource(t *testing.T) {
	doc := parse(t, PriceHistory(history()))
	count(t, doc, "svg.only-w path.la", 1)            // the accent source
	count(t, doc, "svg.only-w path.dash", 1)          // the report
	count(t, doc, "svg.only-w path.dot", 1)           // the third line; the article has one reading
	count(t, doc, "svg.only-w circle", 9)             // every reading is a dot
	count(t, doc, "svg.only-w path.g:not(.ax2)", 4)   // grid lines
	count(t, doc, "details.more table tbody tr", 9)   // and a row
	count(t, doc, `tbody a[href^="https://exam"]`, 2) // with its source
	if first := doc.Find("tbody th").First().Text(); first != "2024-11-01" {
		t.Errorf("the table starts at %s", first)
	}
}

func TestHistoryOfOneReadingIsOneDot(t *testing.T) {
	doc := parse(t, PriceHistory(onePoint()))
	count(t, doc, "svg.only-w circle", 1)
	count(t, doc, "svg.only-w path.la, svg.only-w path.l1, svg.only-w path.l2", 0)
	count(t, doc, "tbody tr", 1)
	if !strings.Contains(doc.Find("svg.only-w").Text(), "2025-12-20") {
		t.Error("the one date is not printed")
	}
}

func TestHistoryWithoutReadingsIsItsCaption(t *testing.T) {
	p := history()
	p.Series = nil
	doc := parse(t, PriceHistory(p))
	count(t, doc, "figcaption", 1)
	count(t, doc, "svg, table, details", 0)
	if _, _, ok := p.Range(); ok {
		t.Error("no readings have no range")
	}
}

func TestTheLowestPriceIsTheBigWeight(t *testing.T) {
	doc := parse(t, PriceSteelyard(steelyard()))
	if got := only(t, doc, "svg.only-w text.wt").Text(); got != "6.00" {
		t.Errorf("the big weight says %q", got)
	}
	count(t, doc, "svg.only-w path.f-ac", 1)
	count(t, doc, "svg.only-w path.f-ink", 4)
}

func TestBillRunsFromUsefulToWastedToExtra(t *testing.T) {
	doc := parse(t, BillBar(bill("b")))
	var got []string
	doc.Find("svg.only-w text tspan").Each(func(_ int, s *goquery.Selection) { got = append(got, s.Text()) })
	if strings.Join(got, " ") != "有效算力 闲置 存储 流量" {
		t.Errorf("order %v", got)
	}
	count(t, doc, `svg.only-w > rect[fill="url(#b-only-w)"]`, 1)
	count(t, doc, `svg.only-w pattern#b-only-w`, 1)
	count(t, doc, "svg.only-w > rect.f-ac", 1)
}

func TestMemoryLinesTellWhatFits(t *testing.T) {
	doc := parse(t, MemoryFigure(memory()))
	count(t, doc, "svg.only-x path.la", 1)
	count(t, doc, "svg.only-x path.dash", 2)
	if got := doc.Find("svg.only-x text.inv").Text(); got != "权重 140 GB" {
		t.Errorf("inside the bar: %q", got)
	}
}

func TestMemoryMeter(t *testing.T) {
	for _, c := range []struct {
		name         string
		need, usable Reading
		class, width string
	}{
		{"half full", At(50), At(100), "f-ink", "70"},
		{"too small is full and cinnabar", At(163), At(144), "f-ac", "140"},
		{"nothing needed", At(0), At(80), "f-ink", "0"},
	} {
		bar := only(t, parse(t, MemoryMeter(c.need, c.usable, "n")), "rect."+c.class)
		if got, _ := bar.Attr("width"); got != c.width {
			t.Errorf("%s: width %s, want %s", c.name, got, c.width)
		}
	}
	for _, usable := range []Reading{{}, At(0), At(math.NaN())} {
		if got := render(t, MemoryMeter(At(3), usable, "n")); got != "" {
			t.Errorf("usable %v draws %q", usable, got)
		}
	}
}

func TestSparklineNeedsTwoReadings(t *testing.T) {
	if got := render(t, Sparkline(onePoint().Series, "x")); got != "" {
		t.Errorf("one reading draws %q", got)
	}
	doc := parse(t, Sparkline(history().Series, ""))
	count(t, doc, "svg[aria-hidden=true]", 1)
	count(t, doc, "path.l2", 3)
	count(t, doc, "circle.f-2", 1)
	count(t, doc, "circle.f-ac", 1)
	count(t, parse(t, Sparkline(history().Series, "走势")), `svg[role=img][aria-label="走势"]`, 1)
}

func TestUnknownScoresAreADashNotZero(t *testing.T) {
	doc := parse(t, ScoreBars(scores(), "未知"))
	count(t, doc, ".bar-l", 4)
	unknown := doc.Find(".bar-l").Eq(2)
	if unknown.Find(".unk").Text() != "—未知" || unknown.Find("rect.f-ink").Length() != 0 {
		t.Errorf("unknown prints %q", unknown.Find(".unk").Text())
	}
	if w, _ := doc.Find(".bar-l").Eq(0).Find("rect.f-ink").Attr("width"); w != "88" {
		t.Errorf("88 is %s wide", w)
	}
	if doc.Find(".bar-l").Eq(1).Find("rect").Length() <= 2 {
		t.Error("an interval needs its whisker")
	}
	profile := parse(t, Profile(scores(), "四维"))
	count(t, profile, `svg[role=img][aria-label="四维"]`, 1)
	count(t, profile, "rect.f-4", 3)
	count(t, profile, "rect.f-2", 1)
	if got := render(t, Profile([]Score{{Name: "性能"}}, "x")); got != "" {
		t.Errorf("no known score draws %q", got)
	}
}

func TestBreakEvenMarksTheCrossingAndToday(t *testing.T) {
	doc := parse(t, BreakEvenChart(breakEven()))
	count(t, doc, "svg.only-w circle.st-ac", 1)
	count(t, doc, "svg.only-w path.f-ac", 1)
	text := doc.Find("svg.only-w").Text()
	for _, want := range []string{"盈亏点 563 小时（77%）", "现在 660 小时", "按需 5,840", "730", "6,000"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if strings.Contains(doc.Find("svg.only-n").Text(), "77%") {
		t.Error("narrow drawings use the short text")
	}
	p := breakEven()
	p.Now, p.Crossings = Reading{}, nil
	count(t, parse(t, BreakEvenChart(p)), "svg.only-w circle, svg.only-w path.f-ac", 0)
}

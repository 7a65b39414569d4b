package chart

import (
	"slices"
	"time"
)

// History is the GPU page's figure: what each source has published about one
// GPU's price, day by day.
type History struct {
	Caption
	Unit   string // printed over the axis: 元/卡时
	Series []Series
	Table  HistoryTable
}

// HistoryTable holds the words of the data table under the chart.
type HistoryTable struct {
	Summary             string // of the disclosure: 查看数据表
	Date, Source, Price string // column heads
}

// Range is the span of the vertical axis in the unit of the prices, for the note
// to state; ok is false when nothing can be drawn.
func (p History) Range() (low, high float64, ok bool) {
	_, prices, points := extent(drawable(p.Series))
	if points == 0 {
		return 0, 0, false
	}
	axis, _ := gridAround(prices, gridLines)
	return axis.lo, axis.hi, true
}

// gridLines is the most horizontal lines a chart may show.
const gridLines = 4

// historyRow is one line of the data table.
type historyRow struct {
	on                time.Time
	date, price       string
	source, sourceURL string
}

// rows lists every drawn reading, oldest first.
func (p History) rows() []historyRow {
	var rows []historyRow
	for _, s := range drawable(p.Series) {
		for _, d := range s.Points {
			rows = append(rows, historyRow{d.On, d.Date, d.Text, s.Name, s.URL})
		}
	}
	slices.SortStableFunc(rows, func(a, b historyRow) int { return a.on.Compare(b.on) })
	return rows
}

// scenes lays the chart out at each width; no readings give no drawing.
func (p History) scenes() []scene { return drawn(fullFrames, p.layout) }

func (p History) layout(f frame) scene {
	s := scene{class: f.class, name: p.Name, width: f.width, height: 300}
	shown := drawable(p.Series)
	days, prices, points := extent(shown)
	switch {
	case points == 0:
		return s
	case points == 1:
		s.height = 150
	case f.compact():
		s.height = 250
	}
	axis, ticks := gridAround(prices, gridLines)
	plot := historyPlot(shown, ticks, f, s.height)
	x := linear{days, plot.x0 + 8, plot.x1 - 8}
	y := linear{axis, plot.y1, plot.y0}
	drawGrid(&s, ticks, y, plot)
	s.add(label{class: "tk", at: point{0, 12}, text: p.Unit})
	drawDates(&s, days, x, plot)

	named := naming{scene: &s, room: placer{bounds: box{plot.x0, plot.y0 - 8, f.width, plot.y1 - 2}}, shown: shown, plot: plot}
	for i, one := range shown {
		track := trackOf(one, x, y)
		drawSeries(&s, i, one, track)
		named.ends = append(named.ends, track[len(track)-1].at)
		named.room.avoid(places(track))
	}
	named.label()
	return s
}

// historyPlot is the area between the axes. Wide frames keep a margin for the
// names of sources that run to the end.
func historyPlot(shown []Series, ticks []float64, f frame, height float64) box {
	left := tickWidth(ticks) + 10
	right := f.width - 6
	if !f.compact() {
		margin := 0.0
		for _, s := range shown {
			margin = max(margin, seriesLabel(s).width()+12)
		}
		right = f.width - min(margin, f.width*0.3)
	}
	return box{left, 26, right, height - 26}
}

// tickWidth is the width of the widest number on the axis.
func tickWidth(ticks []float64) float64 {
	widest := 0.0
	for _, t := range ticks {
		widest = max(widest, label{text: tickText(t, stepOf(ticks))}.width())
	}
	return widest
}

func stepOf(ticks []float64) float64 {
	if len(ticks) < 2 {
		return 1
	}
	return ticks[1] - ticks[0]
}

// drawGrid draws the horizontal lines and their numbers.
func drawGrid(s *scene, ticks []float64, y linear, plot box) {
	for _, t := range ticks {
		at := y.at(t)
		s.add(line{"g", point{plot.x0, at}, point{plot.x1, at}})
		s.add(label{class: "tk", at: point{plot.x0 - 8, at + 4}, anchor: end, text: tickText(t, stepOf(ticks))})
	}
}

func drawDates(s *scene, days span, x linear, plot box) {
	most := max(1, int((plot.x1-plot.x0)/70))
	room := placer{bounds: box{0, plot.y1, s.width, s.height + 4}}
	for _, t := range dateTicks(days, most) {
		l := label{class: "tk", at: point{x.at(t.day), plot.y1 + 20}, anchor: middle, text: t.text}
		if room.free(l) {
			s.add(room.take(l))
		}
	}
}

// seriesStyle tells sources apart by ink weight, dash and dot; the accent is the
// only coloured one.
func seriesStyle(s Series, i int) (stroke, dot string) {
	if s.Accent {
		return "la", "f-ac"
	}
	styles := [...][2]string{{"l1", "f-ink"}, {"l2 dash", "f-bg st"}, {"l2", "f-2"}, {"l2 dot", "f-3 st"}}
	style := styles[i%len(styles)]
	return style[0], style[1]
}

// reading is where one reading stands, and the top of its range where it has one.
type reading struct {
	at  point
	top *point
}

// trackOf places the readings of one source.
func trackOf(one Series, x, y linear) []reading {
	track := make([]reading, len(one.Points))
	for k, d := range one.Points {
		track[k].at = point{x.at(day(d.On)), y.at(d.Price)}
		if d.High.finite() {
			track[k].top = &point{track[k].at.x, y.at(d.High.Value)}
		}
	}
	return track
}

// drawSeries draws one source in the style of its place i.
func drawSeries(s *scene, i int, one Series, track []reading) {
	stroke, dot := seriesStyle(one, i)
	for _, r := range track {
		if r.top != nil {
			s.add(line{"g ax2", r.at, *r.top})
		}
	}
	if len(track) > 1 {
		s.add(polyline{stroke, places(track)})
	}
	for _, r := range track {
		s.add(circle{dot, r.at, 3})
	}
}

func places(track []reading) []point {
	at := make([]point, len(track))
	for i, r := range track {
		at[i] = r.at
	}
	return at
}

// seriesLabel names a source and its newest price.
func seriesLabel(s Series) label {
	class := "halo"
	if s.Accent {
		class = "ac halo"
	}
	return label{class: class, text: s.Name + " " + s.Points[len(s.Points)-1].Text}
}

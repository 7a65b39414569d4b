package chart

import "math"

// BreakEven is the cost page's chart: what each billing mode costs as the hours
// of use grow.
type BreakEven struct {
	Caption
	HoursLabel string  // under the axis: 每卡每月使用小时
	CostLabel  string  // over the axis: 元/卡·月
	MaxHours   float64 // right end of the axis, above zero: 730 for a month
	Lines      []CostLine
	Crossings  []Crossing
	Now        Reading // hours of use today
	NowText    string  // 现在 660 小时
}

// CostLine is one billing mode. Points between are joined by straight strokes,
// so a fee is a level line and a rate a rising one.
type CostLine struct {
	Name   string // 按需
	Figure string // cost at the right end as printed; left out where narrow
	Style  LineStyle
	Points []CostPoint
}

// CostPoint is a cost, in any one currency, after Hours of use.
type CostPoint struct{ Hours, Cost float64 }

// Rate is the line of a price per hour up to maxHours.
func Rate(perHour, maxHours float64) []CostPoint {
	return []CostPoint{{0, 0}, {maxHours, perHour * maxHours}}
}

// Fee is the line of a fixed charge up to maxHours.
func Fee(cost, maxHours float64) []CostPoint { return []CostPoint{{0, cost}, {maxHours, cost}} }

// LineStyle tells modes apart by ink weight and dash.
type LineStyle string

// The styles of a mode; at most one line of a chart is the accent.
const (
	Solid  LineStyle = "l1"
	Dashed LineStyle = "l2 dash"
	Dotted LineStyle = "l2 dot"
	Accent LineStyle = "la"
)

// Crossing is where one mode becomes cheaper than another.
type Crossing struct {
	Hours, Cost float64
	Text        string // 盈亏点 563 小时（77%）
	Short       string // for narrow drawings; empty = Text
}

func (l CostLine) class() string {
	switch l.Style {
	case Dashed, Dotted, Accent:
		return string(l.Style)
	default:
		return string(Solid)
	}
}

// points returns the finite points; fewer than two make no line.
func (l CostLine) points() []CostPoint {
	var out []CostPoint
	for _, p := range l.Points {
		if isFinite(p.Hours) && isFinite(p.Cost) {
			out = append(out, p)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// label names the line at its right end.
func (l CostLine) label(f frame) label {
	text := l.Name
	if !f.compact() && l.Figure != "" {
		text += " " + l.Figure
	}
	class := "halo"
	switch l.class() {
	case string(Accent):
		class = "ac halo"
	case string(Solid):
		class = "b halo"
	}
	return label{class: class, text: text}
}

// scenes lays the chart out at each width; no line gives no drawing.
func (p BreakEven) scenes() []scene { return drawn(halfFrames, p.layout) }

// breakEvenPlot is the drawing's area and axes.
type breakEvenPlot struct {
	area  box
	x, y  linear
	ticks []float64
}

func (p BreakEven) layout(f frame) scene {
	s := scene{class: f.class, name: p.Name, width: f.width, height: 320}
	plot, ok := p.plot(f, s.height)
	if !ok {
		return s
	}
	drawGrid(&s, plot.ticks, plot.y, plot.area)
	s.add(label{class: "tk", at: point{0, 12}, text: p.CostLabel},
		label{class: "tk", at: point{plot.area.x0, s.height - 4}, text: p.HoursLabel})
	for _, l := range p.Lines {
		var track []point
		for _, c := range l.points() {
			track = append(track, point{plot.x.at(c.Hours), plot.y.at(c.Cost)})
		}
		if track != nil {
			s.add(polyline{l.class(), track})
		}
	}
	room := placer{bounds: box{plot.area.x0 + 2, 16, f.width, plot.area.y1 - 2}}
	p.drawNames(&s, &room, plot, f)
	p.drawNow(&s, &room, plot)
	p.drawHours(&s, plot)
	p.drawCrossings(&s, &room, plot, f)
	return s
}

// plot fits the axes; ok is false when there is no line to draw.
func (p BreakEven) plot(f frame, height float64) (breakEvenPlot, bool) {
	costs := []float64{0}
	margin, lines := 0.0, 0
	for _, l := range p.Lines {
		for _, c := range l.points() {
			costs = append(costs, c.Cost)
		}
		if l.points() != nil {
			lines++
			margin = math.Max(margin, l.label(f).width()+14)
		}
	}
	if lines == 0 || !(p.MaxHours > 0) || !isFinite(p.MaxHours) {
		return breakEvenPlot{}, false
	}
	domain, _ := spanOf(costs)
	if domain.hi <= domain.lo {
		domain.hi = domain.lo + 1
	}
	step := niceStep(domain.hi-domain.lo, gridLines-1)
	if next := math.Ceil(domain.hi/step) * step; next < domain.hi*1.1 {
		domain.hi = next
	}
	ticks := multiples(domain, step)
	domain.hi += (domain.hi - domain.lo) * 0.03
	area := box{tickWidth(ticks) + 10, 38, f.width - math.Min(margin, f.width*0.42), height - 40}
	return breakEvenPlot{
		area:  area,
		x:     linear{span{0, p.MaxHours}, area.x0, area.x1},
		y:     linear{domain, area.y1, area.y0},
		ticks: ticks,
	}, true
}

package chart

import "math"

// drawNow marks today's use: an upright with the weight at its foot.
func (p BreakEven) drawNow(s *scene, room *placer, plot breakEvenPlot) {
	if !p.nowShown() {
		return
	}
	x := plot.x.at(p.Now.Value)
	s.add(line{"ax", point{x, 18}, point{x, plot.area.y1}}, weight{"f-ac", point{x, plot.area.y1}})
	room.data = append(room.data, box{x - 1, 18, x + 1, plot.area.y1})
	s.write(room, label{class: "ac halo", text: p.NowText}, []spot{
		{point{x - 6, 28}, end}, {point{x + 6, 28}, start},
	})
}

func (p BreakEven) nowShown() bool {
	return p.Now.finite() && p.Now.Value >= 0 && p.Now.Value <= p.MaxHours
}

// drawHours numbers the axis: both ends first, then what fits between them and
// the weight.
func (p BreakEven) drawHours(s *scene, plot breakEvenPlot) {
	step := niceStep(p.MaxHours, 4)
	room := placer{bounds: box{0, plot.area.y1, s.width, s.height}}
	if p.nowShown() {
		x := plot.x.at(p.Now.Value)
		room.taken = append(room.taken, box{x - 9, plot.area.y1, x + 9, plot.area.y1 + 16})
	}
	hours := append([]float64{0, p.MaxHours}, multiples(span{0, p.MaxHours}, step)...)
	for i, h := range hours {
		unit := step
		if i == 1 && h != math.Round(h) {
			unit = 0.1
		}
		l := label{class: "tk", at: point{plot.x.at(h), plot.area.y1 + 18}, anchor: middle, text: tickText(h, unit)}
		if i == 1 && !room.free(l) { // the weight stands near the end: keep the number, beside it
			l.at.x, l.anchor = math.Max(l.at.x-4, plot.x.at(p.Now.Value)+11), start
		}
		if room.free(l) {
			s.add(room.take(l))
		}
	}
}

// drawNames writes every line's name in the right margin at the height where it
// ends, moved apart where they would touch and joined to their line by a stroke.
func (p BreakEven) drawNames(s *scene, room *placer, plot breakEvenPlot, f frame) {
	var ends []point
	var labels []label
	var wishes []float64
	for _, l := range p.Lines {
		points := l.points()
		if points == nil {
			continue
		}
		last := points[len(points)-1]
		at := point{plot.x.at(last.Hours), plot.y.at(last.Cost)}
		ends = append(ends, at)
		labels = append(labels, l.label(f))
		wishes = append(wishes, at.y+4)
	}
	for i, y := range spread(wishes, 16, 34, plot.area.y1) {
		l := labels[i]
		l.at, l.anchor = point{plot.area.x1 + 11, y}, start
		if math.Abs(y-wishes[i]) > 2 {
			s.add(line{"g ax2", ends[i], point{plot.area.x1 + 9, y - 4}})
		}
		s.add(room.take(l))
	}
}

// text is the crossing's name in the room the frame has.
func (c Crossing) text(f frame) string {
	if f.compact() && c.Short != "" {
		return c.Short
	}
	return c.Text
}

// drawCrossings rings each crossing, drops a leader to the axis and names it on
// the side that is free.
func (p BreakEven) drawCrossings(s *scene, room *placer, plot breakEvenPlot, f frame) {
	var rings []point
	for _, c := range p.Crossings {
		if !isFinite(c.Hours) || !isFinite(c.Cost) || c.Hours < 0 || c.Hours > p.MaxHours {
			continue
		}
		at := point{plot.x.at(c.Hours), plot.y.at(c.Cost)}
		rings = append(rings, at)
		room.data = append(room.data, box{at.x, at.y, at.x, at.y}.grown(6, 6))
		s.add(line{"g ax2", at, point{at.x, plot.area.y1}})
		s.write(room, label{class: "b halo", text: c.text(f)}, []spot{
			{point{at.x - 8, at.y - 10}, end}, {point{at.x + 8, at.y - 10}, start},
			{point{at.x + 8, at.y + 20}, start}, {point{at.x - 8, at.y + 20}, end},
		})
	}
	for _, at := range rings {
		s.add(circle{"f-bg st-ac", at, 4.5})
	}
}

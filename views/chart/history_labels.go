package chart

import (
	"math"
	"slices"
)

// labelHistory names the sources: those that run to the end of the axis in the
// right margin, others beside their newest reading. A name that finds no place
// clear of the data goes to a key under the axis, because beside the wrong line
// it would be read as that line's.
func labelHistory(s *scene, room *placer, shown []Series, ends []point, plot box) {
	atEnd, keyed := []int{}, []int{}
	for i, one := range shown {
		width := seriesLabel(one).width()
		if ends[i].x > plot.x1-40 && plot.x1+width+4 <= s.width {
			atEnd = append(atEnd, i)
		}
	}
	labelMargin(s, room, shown, ends, atEnd, plot)
	for i, one := range shown {
		if slices.Contains(atEnd, i) {
			continue
		}
		if l, ok := room.placeClear(seriesLabel(one), aroundPoint(ends[i])); ok {
			s.add(l)
		} else {
			keyed = append(keyed, i)
		}
	}
	drawKey(s, shown, keyed, plot)
}

// aroundPoint wishes for a label right of, above or below a reading.
func aroundPoint(at point) []spot {
	wishes := []spot{{point{at.x + 9, at.y + 4}, start}}
	for _, dy := range []float64{-10, 19} {
		wishes = append(wishes, spot{point{at.x, at.y + dy}, middle},
			spot{point{at.x - 4, at.y + dy}, start}, spot{point{at.x + 4, at.y + dy}, end})
	}
	return append(wishes, spot{point{at.x - 9, at.y + 4}, end})
}

// labelMargin writes names beside the ends of their lines, moved apart where
// they would touch and then joined by a stroke.
func labelMargin(s *scene, room *placer, shown []Series, ends []point, atEnd []int, plot box) {
	wishes := make([]float64, len(atEnd))
	for k, i := range atEnd {
		wishes[k] = ends[i].y + 4
	}
	for k, y := range spread(wishes, 16, plot.y0+8, plot.y1+4) {
		l := seriesLabel(shown[atEnd[k]])
		l.at, l.anchor = point{plot.x1 + 4, y}, start
		if from := ends[atEnd[k]]; math.Abs(y-wishes[k]) > 2 || plot.x1-from.x > 12 {
			s.add(line{"g ax2", point{from.x + 5, from.y}, point{plot.x1 + 2, y - 4}})
		}
		s.add(room.take(l))
	}
}

// drawKey lists sources under the axis with a sample of their line.
func drawKey(s *scene, shown []Series, keyed []int, plot box) {
	for _, i := range keyed {
		stroke, dot := seriesStyle(shown[i], i)
		y := s.height + 12
		s.add(line{stroke, point{plot.x0, y - 4}, point{plot.x0 + 26, y - 4}},
			circle{dot, point{plot.x0 + 13, y - 4}, 3})
		l := seriesLabel(shown[i])
		l.at, l.anchor = point{plot.x0 + 34, y}, start
		s.add(l)
		s.height += 20
	}
}

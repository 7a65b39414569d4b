package chart

import (
	"math"
	"slices"
)

// naming is what it takes to write the names of the sources into a drawing.
type naming struct {
	scene *scene
	room  placer // where nothing stands yet
	shown []Series
	ends  []point // the newest reading of each
	plot  box
}

// label names the sources: those that run to the end of the axis in the
// right margin, others beside their newest reading. A name that finds no place
// clear of the data goes to a key under the axis, because beside the wrong line
// it would be read as that line's.
func (n *naming) label() {
	atEnd, keyed := []int{}, []int{}
	for i, one := range n.shown {
		width := seriesLabel(one).width()
		if n.ends[i].x > n.plot.x1-40 && n.plot.x1+width+4 <= n.scene.width {
			atEnd = append(atEnd, i)
		}
	}
	n.margin(atEnd)
	for i, one := range n.shown {
		if slices.Contains(atEnd, i) {
			continue
		}
		if l, ok := n.room.placeClear(seriesLabel(one), aroundPoint(n.ends[i])); ok {
			n.scene.add(l)
		} else {
			keyed = append(keyed, i)
		}
	}
	drawKey(n.scene, n.shown, keyed, n.plot)
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

// margin writes names beside the ends of their lines, moved apart where they would
// touch and then joined by a stroke.
func (n *naming) margin(atEnd []int) {
	wishes := make([]float64, len(atEnd))
	for k, i := range atEnd {
		wishes[k] = n.ends[i].y + 4
	}
	for k, y := range spread(wishes, 16, n.plot.y0+8, n.plot.y1+4) {
		l := seriesLabel(n.shown[atEnd[k]])
		l.at, l.anchor = point{n.plot.x1 + 4, y}, start
		if from := n.ends[atEnd[k]]; math.Abs(y-wishes[k]) > 2 || n.plot.x1-from.x > 12 {
			n.scene.add(line{"g ax2", point{from.x + 5, from.y}, point{n.plot.x1 + 2, y - 4}})
		}
		n.scene.add(n.room.take(l))
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

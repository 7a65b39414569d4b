package chart

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// Score is one of the four dimensions, on a scale of 0 to 100.
type Score struct {
	Name      string  // 性能
	Text      string  // the score as printed; not used when it is unknown
	Value     Reading // 0 to 100
	Low, High Reading // bounds of the score when parts of it are unknown
}

// scoreScale is the range every score is drawn against.
var scoreScale = span{0, 100}

// uncertain reports whether the score has an interval to draw.
func (s Score) uncertain() bool {
	return s.Low.finite() && s.High.finite() && s.High.Value > s.Low.Value
}

// bar draws the score on a track that the stylesheet stretches, so the whisker
// is made of boxes: a stroke would be stretched with it.
func (s Score) bar() templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		return written(w, func(b []byte) []byte {
			b = append(b, `<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">`...)
			for _, m := range s.barMarks() {
				b = m.appendTo(b)
			}
			return append(b, `</svg>`...)
		})
	})
}

func (s Score) barMarks() []mark {
	x := linear{scoreScale, 0, 100}
	if !s.Value.finite() {
		return []mark{rect{class: "f-4", y: 3, w: 100, h: 2}}
	}
	v := x.at(s.Value.Value)
	marks := []mark{rect{class: "f-4", w: 100, h: 8}, rect{class: "f-ink", w: v, h: 8}}
	if !s.uncertain() {
		return marks
	}
	low, high := x.at(s.Low.Value), x.at(s.High.Value)
	for _, piece := range [][2]float64{{low, high}, {low, low + 1}, {high - 1, high}} {
		y, h := 3.0, 2.0
		if piece[1]-piece[0] == 1 {
			y, h = 1, 6
		}
		if from, to := piece[0], min(piece[1], v); to > from {
			marks = append(marks, rect{class: "f-bg", x: from, y: y, w: to - from, h: h})
		}
		if from, to := max(piece[0], v), piece[1]; to > from {
			marks = append(marks, rect{class: "f-ink", x: from, y: y, w: to - from, h: h})
		}
	}
	return marks
}

// Profile draws scores as small columns in their fixed order, for table heads
// and lists; an unknown score is a stroke at half height, never a column of no
// height. name says every score. No known score draws nothing.
func Profile(scores []Score, name string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		marks, width := profileMarks(scores)
		if len(marks) == 0 {
			return nil
		}
		return written(w, func(b []byte) []byte {
			b = append(b, `<svg viewBox="0 0 `...)
			b = appendNumber(b, width)
			b = append(b, ` 20"`...)
			b = appendAttr(b, "width", width)
			b = append(b, ` height="20" role="img" aria-label="`...)
			b = appendEscaped(b, name)
			b = append(b, `">`...)
			for _, m := range marks {
				b = m.appendTo(b)
			}
			return append(b, `</svg>`...)
		})
	})
}

const (
	profileColumn = 11.0
	profilePitch  = 15.0
	profileHeight = 20.0
)

func profileMarks(scores []Score) (marks []mark, width float64) {
	y := linear{scoreScale, profileHeight, 0}
	known := false
	for i, s := range scores {
		x := float64(i) * profilePitch
		if !s.Value.finite() {
			marks = append(marks, rect{class: "f-2", x: x + 2, y: profileHeight/2 - 1, w: profileColumn - 4, h: 1.5})
			continue
		}
		known = true
		top := y.at(s.Value.Value)
		marks = append(marks,
			rect{class: "f-4", x: x, w: profileColumn, h: profileHeight},
			rect{class: "f-ink", x: x, y: top, w: profileColumn, h: profileHeight - top})
		if s.uncertain() {
			marks = append(marks, profileWhisker(x+profileColumn/2, y.at(s.High.Value), top, y.at(s.Low.Value))...)
		}
	}
	if !known {
		return nil, 0
	}
	return marks, float64(len(scores))*profilePitch - (profilePitch - profileColumn) + 4
}

// profileWhisker runs from high to low: ink above the column, paper inside it.
func profileWhisker(x, high, top, low float64) []mark {
	var marks []mark
	if high < top {
		marks = append(marks, rect{class: "f-ink", x: x - 0.8, y: high, w: 1.6, h: top - high})
	}
	if from := max(high, top); low > from {
		marks = append(marks, rect{class: "f-bg", x: x - 0.8, y: from, w: 1.6, h: low - from})
	}
	return marks
}

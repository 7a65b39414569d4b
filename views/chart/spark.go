package chart

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// Sparkline draws the shape of a price history beside a figure: a line within
// each source of two or more readings, a dot for a source with one, and the
// newest reading in cinnabar. Fewer than two readings have no shape and draw
// nothing. With an empty name it is hidden from readers by ear, for use where
// the figure already stands in the text.
func Sparkline(series []Series, name string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		marks := sparkMarks(series)
		if len(marks) == 0 {
			return nil
		}
		return written(w, func(b []byte) []byte {
			b = append(b, `<svg viewBox="0 0 84 22" width="84" height="22" `...)
			if name == "" {
				b = append(b, `aria-hidden="true">`...)
			} else {
				b = append(b, `role="img" aria-label="`...)
				b = appendEscaped(b, name)
				b = append(b, `">`...)
			}
			for _, m := range marks {
				b = m.appendTo(b)
			}
			return append(b, `</svg>`...)
		})
	})
}

func sparkMarks(series []Series) []mark {
	shown := drawable(series)
	days, prices, points := extent(shown)
	if points < 2 {
		return nil
	}
	x, y := linear{days, 3, 80}, linear{prices, 19, 3}
	var marks []mark
	var newest point
	var last Dated
	for _, s := range shown {
		var track []point
		for _, p := range s.Points {
			at := point{x.at(day(p.On)), y.at(p.Price)}
			track = append(track, at)
			if !p.On.Before(last.On) {
				last, newest = p, at
			}
		}
		if len(track) > 1 {
			marks = append(marks, polyline{"l2", track})
		} else {
			marks = append(marks, circle{"f-2", track[0], 1.6})
		}
	}
	return append(marks, circle{"f-ac", newest, 2.4})
}

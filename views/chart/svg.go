package chart

import (
	"context"
	"io"
	"math"
	"strconv"
	"sync"

	"github.com/a-h/templ"
)

// buffers are reused between drawings; a page draws dozens.
var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 8<<10); return &b }}

// written runs fill on a pooled buffer and hands the result to w in one write.
func written(w io.Writer, fill func([]byte) []byte) error {
	held := buffers.Get().(*[]byte)
	*held = fill((*held)[:0])
	_, err := w.Write(*held)
	buffers.Put(held)
	return err
}

// drawings renders scenes one after another; no scene renders nothing.
func drawings(scenes []scene) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		return written(w, func(b []byte) []byte {
			for _, s := range scenes {
				b = s.appendTo(b)
			}
			return b
		})
	})
}

func (s scene) appendTo(b []byte) []byte {
	b = append(b, `<svg class="chart `...)
	b = append(b, s.class...)
	b = append(b, `" viewBox="0 0 `...)
	b = appendNumber(b, s.width)
	b = append(b, ' ')
	b = appendNumber(b, s.height)
	b = append(b, `" role="img" aria-label="`...)
	b = appendEscaped(b, s.name)
	b = append(b, `">`...)
	if s.hatch != "" {
		b = append(b, `<defs><pattern id="`...)
		b = appendEscaped(b, s.hatch)
		b = append(b, `" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">`+
			`<rect class="f-bg" width="6" height="6"/><rect class="f-ink" width="2" height="6"/></pattern></defs>`...)
	}
	for _, m := range s.marks {
		b = m.appendTo(b)
	}
	return append(b, `</svg>`...)
}

// appendNumber writes v to a tenth of a unit, the finest a screen can show.
func appendNumber(b []byte, v float64) []byte {
	rounded := math.Round(v * 10)
	if rounded == 0 || !isFinite(rounded) {
		return append(b, '0')
	}
	if rounded < 0 {
		b = append(b, '-')
		rounded = -rounded
	}
	tenths := int64(rounded)
	b = strconv.AppendInt(b, tenths/10, 10)
	if rest := tenths % 10; rest != 0 {
		b = append(b, '.', byte('0'+rest))
	}
	return b
}

// appendEscaped copies s with the five characters HTML reserves replaced, and
// without allocating when there are none.
func appendEscaped(b []byte, s string) []byte {
	from := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '&', '<', '>', '"', '\'':
			b = append(b, s[from:i]...)
			b = append(b, templ.EscapeString(s[i:i+1])...)
			from = i + 1
		}
	}
	return append(b, s[from:]...)
}

func appendAttr(b []byte, name string, v float64) []byte {
	b = append(b, ' ')
	b = append(b, name...)
	b = append(b, '=', '"')
	b = appendNumber(b, v)
	return append(b, '"')
}

func appendOpen(b []byte, tag, class string) []byte {
	b = append(b, '<')
	b = append(b, tag...)
	if class != "" {
		b = append(b, ` class="`...)
		b = append(b, class...)
		b = append(b, '"')
	}
	return b
}

func appendPoint(b []byte, command byte, p point) []byte {
	b = append(b, command)
	b = appendNumber(b, p.x)
	b = append(b, ' ')
	return appendNumber(b, p.y)
}

func (l line) appendTo(b []byte) []byte {
	b = append(appendOpen(b, "path", l.class), ` d="`...)
	b = appendPoint(b, 'M', l.from)
	b = appendPoint(b, 'L', l.to)
	return append(b, `"/>`...)
}

func (p polyline) appendTo(b []byte) []byte {
	b = append(appendOpen(b, "path", p.class), ` d="`...)
	for i, at := range p.points {
		command := byte('L')
		if i == 0 {
			command = 'M'
		}
		b = appendPoint(b, command, at)
	}
	return append(b, `"/>`...)
}

func (r rect) appendTo(b []byte) []byte {
	b = appendOpen(b, "rect", r.class)
	if r.fill != "" {
		b = append(b, ` fill="url(#`...)
		b = appendEscaped(b, r.fill)
		b = append(b, `)"`...)
	}
	b = appendAttr(b, "x", r.x)
	b = appendAttr(b, "y", r.y)
	b = appendAttr(b, "width", r.w)
	b = appendAttr(b, "height", r.h)
	if r.rx != 0 {
		b = appendAttr(b, "rx", r.rx)
	}
	return append(b, '/', '>')
}

func (c circle) appendTo(b []byte) []byte {
	b = appendOpen(b, "circle", c.class)
	b = appendAttr(b, "cx", c.center.x)
	b = appendAttr(b, "cy", c.center.y)
	b = appendAttr(b, "r", c.radius)
	return append(b, '/', '>')
}

func (d diamond) appendTo(b []byte) []byte {
	x, y, h := d.center.x, d.center.y, d.half
	b = append(appendOpen(b, "path", d.class), ` d="`...)
	b = appendPoint(b, 'M', point{x, y - h})
	b = appendPoint(b, 'L', point{x + h, y})
	b = appendPoint(b, 'L', point{x, y + h})
	b = appendPoint(b, 'L', point{x - h, y})
	return append(b, `z"/>`...)
}

func (w weight) appendTo(b []byte) []byte {
	b = append(appendOpen(b, "path", w.class), ` d="`...)
	b = appendPoint(b, 'M', point{w.top.x - 0.8, w.top.y})
	return append(b, `h1.6v4h2l2.2 9h-10l2.2-9h2z"/>`...)
}

func (w bigWeight) appendTo(b []byte) []byte {
	slope := w.base * 0.17
	shoulder := w.base/2 - slope - 14
	b = append(appendOpen(b, "path", w.class), ` d="`...)
	b = appendPoint(b, 'M', point{w.top.x - 7, w.top.y})
	b = append(b, `h14v9h`...)
	b = appendNumber(b, shoulder)
	b = append(b, `q5 0 7 6`...)
	b = appendPoint(b, 'l', point{slope, w.depth})
	b = append(b, `q1 2-2 2h`...)
	b = appendNumber(b, -(w.base - 4))
	b = append(b, `q-3 0-2-2`...)
	b = appendPoint(b, 'l', point{slope, -w.depth})
	b = append(b, `q2-6 7-6h`...)
	b = appendNumber(b, shoulder)
	return append(b, `z"/>`...)
}

func (l label) appendTo(b []byte) []byte {
	b = appendOpen(b, "text", l.class)
	b = appendAttr(b, "x", l.at.x)
	b = appendAttr(b, "y", l.at.y)
	if l.anchor == middle || l.anchor == end {
		b = append(b, ` text-anchor="`...)
		b = append(b, l.anchor...)
		b = append(b, '"')
	}
	b = append(b, '>')
	if l.lead != "" {
		b = append(b, `<tspan class="b">`...)
		b = appendEscaped(b, l.lead)
		b = append(b, `</tspan>`...)
		if l.text != "" {
			b = append(b, ' ')
		}
	}
	b = appendEscaped(b, l.text)
	return append(b, `</text>`...)
}

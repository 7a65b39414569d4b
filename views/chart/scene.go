package chart

// point is a position in user units, y growing downwards.
type point struct{ x, y float64 }

// mark is one drawn element; marks are painted in order.
type mark interface {
	appendTo(b []byte) []byte
}

// scene is one drawing of a figure at one width.
type scene struct {
	class         string // width class: only-n, only-m, only-w or only-x
	name          string // accessible name
	width, height float64
	hatch         string // id of the hatch pattern, unique on the page; empty = none
	marks         []mark
}

func (s *scene) add(m ...mark) { s.marks = append(s.marks, m...) }

// labels returns the text marks in drawing order.
func (s scene) labels() []label {
	var out []label
	for _, m := range s.marks {
		if l, ok := m.(label); ok {
			out = append(out, l)
		}
	}
	return out
}

// line is a straight stroke between two points.
type line struct {
	class    string
	from, to point
}

// polyline joins points by straight strokes.
type polyline struct {
	class  string
	points []point
}

// rect is a filled box; rx rounds its corners. fill, when set, names a pattern
// and replaces the class.
type rect struct {
	class      string
	x, y, w, h float64
	rx         float64
	fill       string
}

// circle is a filled or stroked disc.
type circle struct {
	class  string
	center point
	radius float64
}

// diamond is a square on its corner; half is the distance from centre to corner.
type diamond struct {
	class  string
	center point
	half   float64
}

// weight is the little scale weight whose knob starts at its top.
type weight struct {
	class string
	top   point
}

// bigWeight is the large weight that carries the lowest figure.
type bigWeight struct {
	class       string
	top         point
	base, depth float64 // width at the bottom, height of the body below the shoulder
}

type anchor string

const (
	start  anchor = "start"
	middle anchor = "middle"
	end    anchor = "end"
)

// label is one line of text; lead is printed first and bold.
type label struct {
	class      string
	at         point // baseline
	anchor     anchor
	lead, text string
	size       float64 // 0 = fontSize
}

// width estimates the printed width in user units.
func (l label) width() float64 {
	size := l.size
	if size == 0 {
		size = fontSize
	}
	ems := textWidth(l.lead) * boldFactor
	if l.lead != "" && l.text != "" {
		ems += runeWidth(' ')
	}
	body := textWidth(l.text)
	if hasBold(l.class) {
		body *= boldFactor
	}
	return (ems + body) * size
}

// box is the area the label covers.
func (l label) box() box {
	w, size := l.width(), l.size
	if size == 0 {
		size = fontSize
	}
	x := l.at.x
	switch l.anchor {
	case middle:
		x -= w / 2
	case end:
		x -= w
	}
	return box{x, l.at.y - 0.92*size, x + w, l.at.y + 0.25*size}
}

// hasBold reports whether the class list sets the heavy cut.
func hasBold(class string) bool {
	for rest := class; rest != ""; {
		word := rest
		rest = ""
		for i := 0; i < len(word); i++ {
			if word[i] == ' ' {
				word, rest = word[:i], word[i+1:]
				break
			}
		}
		if word == "b" || word == "ac" || word == "wt" {
			return true
		}
	}
	return false
}

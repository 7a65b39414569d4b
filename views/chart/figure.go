package chart

// Caption is the text around a figure, in the language of the page.
type Caption struct {
	Finding string // printed bold, first: what the figure shows
	Note    string // how to read it; says where the axis starts when that is not zero
	Name    string // accessible name of the drawing: the finding with its figures
}

// frame is one width a figure is laid out for.
type frame struct {
	class string
	width float64
}

// The container widths at which the stylesheet changes from one frame to the
// next are 440, 660 and 900 px, so text never prints under 12 px.
var (
	narrow = frame{"only-n", 288}
	medium = frame{"only-m", 440}
	wide   = frame{"only-w", 660}
	extra  = frame{"only-x", 900}
)

// half figures share a row on large screens; full figures span a column.
var (
	halfFrames = []frame{narrow, medium, wide}
	fullFrames = []frame{narrow, medium, wide, extra}
)

// compact reports whether the frame has no room for figures beside names.
func (f frame) compact() bool { return f.width < medium.width }

// drawn lays a figure out once for each frame. A layout that has nothing to
// show returns a scene without marks, which is left out.
func drawn(frames []frame, layout func(frame) scene) []scene {
	var scenes []scene
	for _, f := range frames {
		if s := layout(f); len(s.marks) > 0 {
			scenes = append(scenes, s)
		}
	}
	return scenes
}

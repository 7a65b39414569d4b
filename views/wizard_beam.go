package views

import (
	"fmt"
	"strconv"

	"gpuscale/recommendation"
)

// WizardDot is one step; Done ones are behind or here.
type WizardDot struct {
	X    string
	Done bool
}

// WizardBeam is where the reader stands: the dots of the steps and the weight.
type WizardBeam struct {
	Dots   []WizardDot
	Weight string // path of the weight
	Text   string
}

// beam places the weight at the step of the at-th question; the first dot is the choice
// of the task. Optional questions come after the last dot.
func (s *WizardState) beam(f Frame, at int) WizardBeam {
	steps := recommendation.Steps(s.Scenario.Slug)
	core := coreSteps(steps)
	for i, step := range steps {
		if at >= len(step.Questions) {
			at -= len(step.Questions)
			continue
		}
		b := drawBeam(core+1, min(i+1, core))
		b.Text = f.T("wizard.step." + step.Code)
		if !step.Optional {
			b.Text = f.T("wizard.position", "step", i+2, "steps", core+1, "name", b.Text)
		}
		if len(step.Questions) > 1 {
			b.Text += f.T("wizard.dot") + f.T("wizard.position.of", "n", at+1, "all", len(step.Questions))
		}
		return b
	}
	return drawBeam(core+1, core)
}

// coreSteps counts the steps that are not optional.
func coreSteps(steps []recommendation.Step) int {
	n := 0
	for _, step := range steps {
		if !step.Optional {
			n++
		}
	}
	return n
}

// drawBeam draws the beam with its dots on a strip of 190 × 20 units.
func drawBeam(dots, at int) WizardBeam {
	b := WizardBeam{Dots: make([]WizardDot, dots)}
	for i := range b.Dots {
		x := 8 + 174*float64(i)/float64(dots-1)
		b.Dots[i] = WizardDot{X: strconv.FormatFloat(x, 'f', 1, 64), Done: i <= at}
		if i == at {
			b.Weight = fmt.Sprintf("M%.1f 6h1.8v4h2.6l2.2 9.5h-11.4l2.2-9.5h2.6z", x-0.9)
		}
	}
	return b
}

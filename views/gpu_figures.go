package views

import (
	"strconv"

	"gpuscale/catalog"
	"gpuscale/text"
)

// SpecLine is one line of a specification; Text says so where nothing is known.
type SpecLine struct {
	Key, Label, Text string
	Note             string // that some of a family's parts are not known
	Known            bool
}

// spec prints a figure of a card with its unit, for a family the span over what it
// may be.
func spec(l text.Lang, figure catalog.Figure, a *catalog.Accelerator) SpecLine {
	line := SpecLine{Key: figure.Key, Label: In(l, figure.Label), Text: text.T(l, "value.unknown")}
	if v, ok := figure.Of(a).Get(); ok {
		line.Text, line.Known = text.Float(v, 3)+" "+figure.Unit, true
		return line
	}
	span, ok := a.Spans[figure.Key]
	if !ok {
		return line
	}
	line.Known = true
	line.Text = text.Float(span.Low, 3)
	if span.High != span.Low {
		line.Text += "–" + text.Float(span.High, 3)
	}
	line.Text += " " + figure.Unit
	if span.Missing > 0 {
		line.Note = text.T(l, "gpu.span.some")
	}
	return line
}

// full is the text with its note.
func (s SpecLine) full() string { return s.Text + s.Note }

// figureNamed is the figure with the key.
func figureNamed(key string) catalog.Figure {
	for _, figure := range catalog.Figures {
		if figure.Key == key {
			return figure
		}
	}
	return catalog.Figure{}
}

// specTexts are the properties of a card that are no figures.
var specTexts = []struct {
	key string
	of  func(*catalog.Accelerator) string
}{
	{"vendor", func(a *catalog.Accelerator) string { return a.Vendor }},
	{"architecture", func(a *catalog.Accelerator) string { return a.Architecture }},
	{"form", func(a *catalog.Accelerator) string { return a.FormFactor }},
	{"memory-type", func(a *catalog.Accelerator) string { return a.MemoryType }},
	{"interconnect", func(a *catalog.Accelerator) string { return a.Interconnect }},
	{"pcie", func(a *catalog.Accelerator) string { return a.PCIeGen }},
	{"software", func(a *catalog.Accelerator) string { return a.SoftwareStack }},
	{"compute", func(a *catalog.Accelerator) string { return a.ComputeCapability }},
	{"launch", func(a *catalog.Accelerator) string { return wholeText(a.LaunchYear) }},
	{"mig", func(a *catalog.Accelerator) string { return wholeText(a.MIGInstancesMax) }},
}

func wholeText(n catalog.Opt[int]) string {
	if !n.Known {
		return ""
	}
	return strconv.Itoa(n.Value)
}

// specLines is the whole specification, every line named whether known or not.
func specLines(l text.Lang, m *catalog.Market, a *catalog.Accelerator) []SpecLine {
	var lines []SpecLine
	for _, figure := range catalog.Figures {
		lines = append(lines, spec(l, figure, a))
	}
	for _, s := range specTexts {
		line := SpecLine{Key: s.key, Label: text.T(l, "gpu.spec."+s.key), Text: s.of(a), Known: s.of(a) != ""}
		if s.key == "mig" && line.Text == "0" {
			line.Text = text.T(l, "gpu.mig.none")
		}
		if !line.Known {
			line.Text = text.T(l, "value.unknown")
			if differs(m, a, s.of) {
				line.Text = text.T(l, "gpu.differs")
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// differs tells that the parts a family may mean have different values, which is not
// the same as not knowing one.
func differs(m *catalog.Market, a *catalog.Accelerator, of func(*catalog.Accelerator) string) bool {
	for _, slug := range a.Candidates {
		if part, ok := m.Accelerator(slug); ok && of(part) != "" {
			return true
		}
	}
	return false
}

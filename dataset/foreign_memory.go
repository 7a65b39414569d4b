package dataset

import (
	"math"
	"strconv"
	"strings"

	"gpuscale/catalog"
)

// Bounds within which a figure can be one card's memory, where the card itself is
// not known.
const (
	leastCardGB   = 2
	greatestCard  = 400
	sizeTolerance = 0.10
)

// marketedGB returns the memory with which the named card is sold, for a figure in
// GiB that a catalogue reports for it. known is false when the name means no card
// that has a memory; ok is false when no card of that name has about this memory.
func (f *foreignSink) marketedGB(context, name string, gib float64) (gb float64, known, ok bool) {
	best := math.Inf(1)
	for _, size := range f.cardSizes(context, name, catalog.Known(gib)) {
		if off := math.Abs(size - gib); off <= sizeTolerance*size && off < best {
			gb, best, ok = size, off, true
		}
	}
	return gb, len(f.cardSizes(context, name, catalog.Number{})) > 0, ok
}

// cardSizes lists the memories of the cards that name may mean.
func (f *foreignSink) cardSizes(context, name string, memory catalog.Number) []float64 {
	m := f.o.Foreign.Matcher
	if m == nil {
		return nil
	}
	match := m.Match(catalog.Published{Context: context, AcceleratorName: name, VRAMGB: memory})
	slugs := match.Candidates
	if len(slugs) == 0 && match.Slug != "" {
		slugs = []string{match.Slug}
	}
	var sizes []float64
	for _, slug := range slugs {
		if a := m.Accelerator(slug); a != nil && a.MemoryGB.Known {
			sizes = append(sizes, a.MemoryGB.Value)
		}
	}
	return sizes
}

// cardMemory returns the memory of one card in GB for a figure per card in GiB, ""
// when the figure cannot be right. The figure as published stays in the note.
func (f *foreignSink) cardMemory(line int, context, name string, gib float64) string {
	gb, known, ok := f.marketedGB(context, name, gib)
	switch {
	case ok:
		return formatFigure(gb)
	case known, gib < leastCardGB, gib > greatestCard:
		f.notice(line, Problem{Column: f.memoryColumn(), Code: CodeConflict, Value: formatFigure(gib) + " GiB", Detail: because(ReasonNoSuchMemory, name)})
		return ""
	}
	return formatFigure(math.Round(gib*10) / 10)
}

// memoryColumn is where the file states the memory of cards.
func (f *foreignSink) memoryColumn() string {
	if f.file.Catalogue == FSDL {
		return "GPU RAM"
	}
	return "GpuInfo"
}

func formatFigure(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// formOf returns the form factor that the published names state, "" when they
// state none or several.
func formOf(names ...string) string {
	found := ""
	for _, name := range names {
		upper := strings.ToUpper(name)
		for word, form := range map[string]string{"SXM": "SXM", "PCIE": "PCIe", "NVL": "NVL"} {
			if !strings.Contains(strings.ReplaceAll(upper, "NVLINK", ""), word) {
				continue
			}
			if found != "" && found != form {
				return ""
			}
			found = form
		}
	}
	return found
}

var vendors = map[string]string{"nvidia": "NVIDIA", "amd": "AMD", "google": "Google", "intel": "Intel", "habana": "Intel",
	"aws": "AWS", "amazon": "AWS", "huawei": "Huawei"}

// vendorOf returns the vendor word of the data set, "" for vendors it does not have.
func vendorOf(published, accelerator string) string {
	if strings.HasPrefix(strings.ToLower(accelerator), "tpu") {
		return "Google"
	}
	return vendors[strings.ToLower(published)]
}

// tpu splits "tpu-v5p-8" into the chip and the number of chips: the number counts
// TensorCores, two a chip, in v2 to v4 and v5p, and chips in v5e and v6e.
func tpu(name string) (chip string, chips int, ok bool) {
	parts := strings.Split(strings.ToLower(name), "-")
	if len(parts) != 3 || parts[0] != "tpu" {
		return "", 0, false
	}
	n, err := strconv.Atoi(parts[2])
	if err != nil || n < 1 {
		return "", 0, false
	}
	switch parts[1] {
	case "v2", "v3", "v4", "v5p":
		n /= 2
	}
	return "tpu-" + parts[1], n, n > 0
}

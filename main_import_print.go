package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"gpuscale/dataset"
	"gpuscale/text"
)

// shownChanges is how many new and changed records a preview lists one by one.
const shownChanges = 100

// printPreview writes what files would do: per file how it was read, the counts,
// the changes, and every refused line with its reason.
func printPreview(w io.Writer, p *dataset.Preview) error {
	out := bufio.NewWriter(w)
	for _, f := range p.Files {
		fmt.Fprintf(out, "%s: %s\n", f.Name, describe(f))
		if hint := licenceHints[f.Catalogue]; hint != "" {
			fmt.Fprintf(out, "  %s\n", hint)
		}
	}
	shown := 0
	for i := range p.Rows {
		if row := &p.Rows[i]; row.Action == dataset.ActionNew || row.Action == dataset.ActionChanged {
			if shown++; shown <= shownChanges {
				printChange(out, p, row)
			}
		}
	}
	if shown > shownChanges {
		fmt.Fprintf(out, "… and %d more changes\n", shown-shownChanges)
	}
	printRefused(out, p)
	c := p.Counts
	fmt.Fprintf(out, "new %d, changed %d, unchanged %d, refused %d, duplicate %d, joined %d, left out %d\n", c[dataset.ActionNew], c[dataset.ActionChanged],
		c[dataset.ActionUnchanged], c[dataset.ActionRefused], c[dataset.ActionDuplicate], c[dataset.ActionJoined], c[dataset.ActionSkipped])
	if len(p.Moves) > 0 {
		fmt.Fprintf(out, "%d prices change by more than %d %% or into another unit (marked !)\n", len(p.Moves), dataset.LargeMove)
	}
	return out.Flush()
}

func printChange(out io.Writer, p *dataset.Preview, row *dataset.Row) {
	sign := "+"
	var parts []string
	if row.Action == dataset.ActionChanged {
		sign = "~"
		for _, c := range row.Changes {
			parts = append(parts, fmt.Sprintf("%s %q → %q", c.Column, c.Old, c.New))
		}
	}
	if row.Move.Large {
		sign = "!"
	}
	fmt.Fprintf(out, "%s %s:%d %s %s %s\n", sign, p.Files[row.File].Name, row.Line, row.Kind, row.Record.Key, strings.Join(parts, "; "))
	for _, notice := range row.Problems {
		fmt.Fprintf(out, "  note: %s\n", notice.Error())
	}
}

// printFlags names the unlikely rows, and what becomes of them.
func (o *importOptions) printFlags(w io.Writer, judged judgedFiles) error {
	if len(judged.flags) == 0 {
		return nil
	}
	out := bufio.NewWriter(w)
	for _, flag := range judged.flags[:min(len(judged.flags), shownChanges)] {
		row := &judged.preview.Rows[flag.Row]
		fmt.Fprintf(out, "unlikely %s:%d %s %s", judged.preview.Files[row.File].Name, row.Line, row.Kind, row.Record.Key)
		for _, objection := range flag.Objections {
			fmt.Fprintf(out, "; %s: %s: %s", objection.Column, objection.Code, text.T(text.EN, "review."+string(objection.Code), objection.Args...))
		}
		fmt.Fprintln(out)
	}
	if more := len(judged.flags) - shownChanges; more > 0 {
		fmt.Fprintf(out, "… and %d more unlikely lines\n", more)
	}
	if o.accepted == "" {
		fmt.Fprintf(out, "%d lines are unlikely and left out; -accept-flagged \"why they are right\" writes them\n", len(judged.flags))
	} else {
		fmt.Fprintf(out, "%d lines are unlikely and kept: %s\n", len(judged.flags), o.accepted)
	}
	return out.Flush()
}

func printRefused(out io.Writer, p *dataset.Preview) {
	for i := range p.Rows {
		if p.Rows[i].Action == dataset.ActionRefused {
			for _, problem := range p.Rows[i].Problems {
				fmt.Fprintf(out, "refused %s\n", problem.Error())
			}
		}
	}
	for _, broken := range p.Broken {
		fmt.Fprintf(out, "would break %s\n", broken.Error())
	}
	for _, unknown := range p.UnknownProviders() {
		fmt.Fprintf(out, "unknown provider %q on %d lines: add it to providers.csv, or import it first\n", unknown.Name, unknown.Lines)
	}
}

// describe says what a file was taken for.
func describe(f *dataset.File) string {
	parts := []string{string(f.Kind)}
	if f.Catalogue != "" {
		parts = append(parts, "catalogue "+string(f.Catalogue))
	}
	if f.Format.Encoding != "" {
		parts = append(parts, f.Format.Encoding)
	}
	switch f.Format.Delimiter {
	case 0:
	case '\t':
		parts = append(parts, "separated by tabs")
	default:
		parts = append(parts, fmt.Sprintf("separated by %q", f.Format.Delimiter))
	}
	return strings.Join(append(parts, fmt.Sprintf("%d rows", f.Rows)), ", ")
}

// licenceHints remind of what the publishers of catalogues ask for.
var licenceHints = map[dataset.Catalogue]string{
	dataset.SkyPilot:        "licence: SkyPilot's catalogue states no data licence; ask before you publish its figures",
	dataset.GPUHunt:         "licence: gpuhunt states no data licence; ask before you publish its figures",
	dataset.FSDL:            "licence: MIT, Full Stack Deep Learning; credited beside every figure",
	dataset.GPURentalPrices: "licence: CC BY 4.0, gpurentalprices.com; credited with a link beside every figure",
}

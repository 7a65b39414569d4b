package handlers

import (
	"encoding/csv"
	"io"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/views"
)

// writeCompareCSV writes one line a row and, for each column, the figure with its
// source, date and doubts.
func writeCompareCSV(w io.Writer, l text.Lang, v compared) error {
	out := csv.NewWriter(w)
	header := []string{text.T(l, "compare.csv.dimension"), text.T(l, "compare.csv.row"), text.T(l, "compare.csv.unit")}
	for _, c := range v.Columns {
		name := views.In(l, c.Label)
		header = append(header, dataset.Guard(name), dataset.Guard(text.T(l, "compare.csv.source", "name", name)),
			dataset.Guard(text.T(l, "compare.csv.seen", "name", name)), dataset.Guard(text.T(l, "compare.csv.doubts", "name", name)),
			dataset.Guard(text.T(l, "compare.csv.licence", "name", name)))
	}
	if err := out.Write(header); err != nil {
		return err
	}
	for _, g := range v.shown() {
		for i := range g.Rows {
			if err := out.Write(compareRecord(l, g.Dimension, &g.Rows[i])); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

func compareRecord(l text.Lang, dimension catalog.Group, r *catalog.CompareRow) []string {
	record := []string{text.Word(l, "group", string(dimension)), dataset.Guard(views.In(l, r.Label)), dataset.Guard(text.Word(l, "compare_unit", r.Unit))}
	for i := range r.Cells {
		c := &r.Cells[i]
		record = append(record, dataset.Guard(fileText(l, c)), dataset.Guard(c.Source.Link()), c.Source.Seen.String(), strings.Join(c.Doubts, " "), dataset.Guard(cellLicence(c)))
	}
	return record
}

// writeCompareMarkdown writes a table a dimension, the finding first and the
// warnings last.
func writeCompareMarkdown(w io.Writer, l text.Lang, v compared) error {
	var b strings.Builder
	b.WriteString("# " + text.N(l, compareTitle[v.Kind], len(v.Columns)) + "\n")
	if v.Base >= 0 {
		b.WriteString("\n" + markdown(v.finding(l)) + "\n")
	}
	for _, g := range v.shown() {
		markdownGroup(&b, l, v, g)
	}
	b.WriteString("\n")
	for _, warning := range v.warnings() {
		b.WriteString("- " + markdown(views.In(l, warning.Text)))
		if about := v.names(l, warning.IDs); about != "" {
			b.WriteString(" " + markdown(text.T(l, "compare.about", "names", about)))
		}
		b.WriteString("\n")
	}
	for _, line := range slices.Concat(compareFoot(l, v), creditLines(l, v.credits(l))) {
		b.WriteString("- " + markdown(line) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func markdownGroup(b *strings.Builder, l text.Lang, v compared, g catalog.CompareGroup) {
	b.WriteString("\n## " + text.Word(l, "group", string(g.Dimension)) + "\n\n| |")
	for _, c := range v.Columns {
		b.WriteString(" " + markdown(views.In(l, c.Label)) + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(v.Columns)) + "\n")
	for i := range g.Rows {
		r := &g.Rows[i]
		b.WriteString("| " + markdown(views.In(l, r.Label)) + " |")
		for j := range r.Cells {
			b.WriteString(" " + compareMarkdownCell(l, r, &r.Cells[j]) + " |")
		}
		b.WriteString("\n")
	}
}

// fileText is a cell's text; of what is not known it says why.
func fileText(l text.Lang, c *catalog.Cell) string {
	s := cellText(l, c)
	if c.State != catalog.StateUnknown {
		return s
	}
	return text.T(l, "compare.unknown", "what", s, "why", text.Word(l, "reason", string(c.Reason)))
}

// withUnit writes a unit after a figure, before a remark in brackets.
func withUnit(s, unit string) string {
	if i := strings.IndexAny(s, "(（"); i >= 0 {
		return strings.TrimSpace(s[:i]) + " " + unit + " " + s[i:]
	}
	return s + " " + unit
}

// compareMarkdownCell is a figure with its unit, its mark and its date.
func compareMarkdownCell(l text.Lang, r *catalog.CompareRow, c *catalog.Cell) string {
	s := markdown(fileText(l, c))
	if c.State != catalog.StateKnown {
		return s
	}
	if amounts(r.Unit) {
		s += " " + text.Word(l, "compare_unit", r.Unit)
	} else if r.Unit != "" && len(c.Statements) == 0 && !strings.Contains(s, r.Unit) {
		s = withUnit(s, r.Unit)
	}
	if c.Best {
		s = "**" + s + "**"
	}
	mark := text.T(l, "figure.glyph.report")
	switch {
	case c.Article:
		mark = text.T(l, "figure.glyph.article")
	case c.Source.Confidence == catalog.OfficialPage:
		mark = text.T(l, "figure.glyph.official")
	}
	return s + " (" + strings.TrimSpace(mark+" "+c.Source.Seen.String()) + ")"
}

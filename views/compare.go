package views

import (
	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/chart"
	"gpuscale/views/ui"
)

// CompareFragment is the part of the comparison page that htmx swaps, and the id
// of its element.
const CompareFragment = "cmp"

// CompareModel is a comparison ready to print. Rows are the domain's; Heads and
// Below stand by column.
type CompareModel struct {
	Market  *catalog.Market
	Rows    catalog.Comparison
	Sources *SourceNotes
	Heads   []CompareHead
	Below   map[string][]CompareBelow // by row key: what stands under the figures
	How     map[string]string         // by row key: how the figures are computed
	Beams   []chart.Beam              // by column; nil when no column has a price
	Base    string                    // label of the base column
	Title   string
	Finding string
	Notes   []CompareNote // not like for like, ids not found
	Claims  []CompareNote // doubts about a column as a whole
	Doubts  []CompareNote // doubts that stand beside figures, gathered
	Tools   CompareTools
	Add     CompareAdd
	Foot    []string
	Hidden  int // rows left out because all columns agree
}

// CompareHead is the head of one column.
type CompareHead struct {
	Name, Href   string // provider or card, linked to its page
	Detail       string
	Label        string // the column's whole name
	Price, Unit  string // Price is 未公开 when Known is false
	Known        bool
	Report       string // id of the offer whose prices readers may report, "" for other columns
	Base         bool
	BaseHref     string // address with this column as the base
	Remove       CompareMove
	Left, Right  CompareMove // zero at the ends
	Profile      []chart.Score
	ProfileLabel string
}

// CompareMove is a link that changes the columns: Href is the address after it, Get
// what htmx asks for, which also says where the focus goes.
type CompareMove struct{ Href, Get string }

// CompareBelow is a small line under a figure; Warn lines are objections.
type CompareBelow struct {
	Plain string
	Warn  string
}

// CompareNote is a note on the comparison with the names of the columns it is about.
type CompareNote struct {
	ID          string // of a doubt
	Lead, Text  string
	About       string
	EvidenceURL string
}

// CompareField is a hidden field of a form: a part of the address to keep.
type CompareField struct{ Name, Value string }

// CompareTools is the form above the table.
type CompareTools struct {
	Action     string
	Keep       []CompareField
	Diff       bool
	Currencies []ui.Option
	Months     []ui.Option
}

// CompareAdd is the way to a further column: a link for offers, a list to choose
// from for providers and accelerators. The zero value means that the table is full.
type CompareAdd struct {
	Href    string
	Label   string
	Name    string // parameter of the list
	Keep    []CompareField
	Action  string
	Options []ui.Option
}

// CompareChoice is a page without a table: too few columns, too many, or of more
// than one kind.
type CompareChoice struct {
	Title, Text string
	Action      string
	Legend      string // of the choices
	Name        string // parameter of the choices
	Keep        []CompareField
	Choices     []CompareOption
	Links       []CompareLink
	Notes       []CompareNote
	Problems    []string
}

// CompareOption is something that can be compared.
type CompareOption struct {
	Value, Label, Detail string
	Chosen               bool
}

// CompareLink is a next step.
type CompareLink struct{ Href, Label string }

// columnsClass names the number of columns for the narrow layout.
func (m *CompareModel) columnsClass() string {
	return "cmp cmp-" + [...]string{"2", "2", "2", "3", "4", "5", "6"}[min(len(m.Heads), 6)]
}

// shown tells rows that the reader wants to see.
func (m *CompareModel) shown(r *catalog.CompareRow) bool { return !m.Tools.Diff || !r.Same }

// groupNote says what a dimension is about, and for costs what they are taken from.
func (m *CompareModel) groupNote(l text.Lang, g catalog.Group) string {
	if g != catalog.Cost {
		return text.T(l, "compare.group."+string(g))
	}
	if m.Base == "" {
		return text.T(l, "compare.group.cost-alone")
	}
	return text.T(l, "compare.group.cost", "base", m.Base)
}

package views

import (
	"strconv"

	"gpuscale/text"
	"gpuscale/views/ui"
)

// ChangesList is the fragment of /changes that filters and pages replace.
const ChangesList = "changes"

// ChangesModel is the public log of data changes.
type ChangesModel struct {
	Count, Page, Per int
	Lines            []ChangeLine
	Providers, Kinds []ui.Option
	Problems         map[string]string
	Href             func(page int) string
}

// ChangeLine is one line of the log. Old and New are as recorded.
type ChangeLine struct {
	ID, When, Record, Path        string
	Kind, Action, Field, Old, New string
	Reason                        string
}

func (m ChangesModel) pager(f Frame) ui.PagerProps {
	first := min((m.Page-1)*m.Per+1, m.Count)
	return ui.PagerProps{
		Label: f.T("changes.pages"), Page: m.Page, Pages: (m.Count + m.Per - 1) / m.Per, Href: m.Href, Target: ChangesList,
		Range:     f.T("changes.range", "first", text.Count(first), "last", text.Count(min(m.Page*m.Per, m.Count)), "all", text.Count(m.Count)),
		PageLabel: func(n int) string { return f.T("changes.page", "n", text.Count(n)) },
	}
}

// ImportedRows words how many records an imported line of the log stands for.
func ImportedRows(f Frame, count string) string {
	n, err := strconv.Atoi(count)
	if err != nil {
		return count
	}
	return f.N("changes.imported", n)
}

// value prints a recorded value, or that it is empty.
func (l ChangeLine) value(f Frame, v string) string {
	if v == "" {
		return f.T("changes.empty-value")
	}
	return v
}

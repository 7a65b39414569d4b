package admin

import (
	"gpuscale/views"
	"gpuscale/views/ui"
)

// WorkModel is what editors should look at.
type WorkModel struct {
	Done    bool // a report was just settled
	Reports []ReportLine
	Shows   []Choice // Value is an address
	Lines   []WorkLine
	Pager   ui.PagerProps
}

// ReportForm is the decision on a report, with what was typed when it was refused.
type ReportForm struct{ ID, Answer, Problem string }

// ReportLine is a report with the price it is about. Name is "" when that is not on
// record any more.
type ReportLine struct {
	Form                         ReportForm
	Price, Name, Amount          string
	Reason, Words, Contact, Sent string
	Path, EditPath, Source       string
}

// WorkLine is a price with the reasons to look at it.
type WorkLine struct {
	Views, Name, Price, EditPath string
	Reasons, Notes               []string
	Cite                         views.Citation
}

package views

import (
	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/ui"
)

// ReportLimits are the bounds and the vocabulary of a report.
type ReportLimits struct {
	Text, Contact int // characters
	Reasons       []string
}

// ReportModel is the form in which a visitor reports a price.
type ReportModel struct {
	ID     string // of the price
	Name   string // provider, card and billing mode
	Price  string // as published
	Cite   Citation
	Limits ReportLimits

	Reason, Text, Contact string // as typed
	Problems              map[string]string
	Slow                  bool // the sender has sent too many
}

// NewReportModel prepares the empty form for a price.
func NewReportModel(l text.Lang, m *catalog.Market, o *catalog.Offer, p *catalog.Price) ReportModel {
	cite := CitePrice(l, m, p)
	cite.Price = "" // the link to this very form
	return ReportModel{ID: p.ID, Name: ReportName(l, o, p), Price: PublishedPrice(l, p), Cite: cite}
}

// ReportName names a price: provider, card and billing mode.
func ReportName(l text.Lang, o *catalog.Offer, p *catalog.Price) string {
	return In(l, o.Provider.Name) + " · " + OfferCard(o) + " · " + text.Word(l, "billing", string(p.Billing))
}

func (m ReportModel) reasons(f Frame) []ui.Option {
	options := make([]ui.Option, len(m.Limits.Reasons))
	for i, r := range m.Limits.Reasons {
		options[i] = ui.Option{Value: r, Label: f.T("report.reason." + r), Chosen: r == m.Reason, ID: "reason-" + r}
	}
	return options
}

// ReportOutcome is what became of a report.
type ReportOutcome struct {
	New         bool // just sent
	Address     string
	Status      string // new, accepted, rejected
	Name, Price string // "" when the price is not on record any more
	Reason      string
	Words       string
	Answer      string
	Sent        string
	Settled     string // "" while new
}

func (m ReportOutcome) tone() ui.Tone {
	switch m.Status {
	case "accepted":
		return ui.Good
	case "rejected":
		return ui.Warn
	}
	return ui.Plain
}

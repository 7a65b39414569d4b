package views

import (
	"gpuscale/views/chart"
	"gpuscale/views/ui"
)

// The fragments of the memory calculator that htmx gets: the result, and what
// belongs to it elsewhere on the page.
const (
	SizingResult = "result"
	SizingBeside = "sizing-beside"
)

// SizingFragments are the fragments of one answer.
var SizingFragments = []string{SizingResult, SizingBeside}

// SizingModel is the memory calculator, ready to print. With Wrong it has the form
// alone.
type SizingModel struct {
	Form    SizingForm
	Wrong   []SizingProblem
	Example string // what the example sizes, "" for what was asked
	Said    string // the finding in one sentence, read out
	Bar     SizingBar
	Share   ui.ShareProps

	Figures   []SizingFigure
	Notices   []string
	Memory    chart.MemoryBar
	Claims    []SizingClaim
	Table     SizingTable
	Rest      []SizingRest
	Providers SizingProviders
	Steps     []SizingStep
	Opinions  []SizingOpinion
	Accuracy  SizingAccuracy
	Rates     []SizingRate
	Empty     []SizingLink // ways out when nothing fits
	EmptyText string
	Credits   []Credit // that the licences of the prices shown ask for
}

// SizingProblem is one message with the field it belongs to.
type SizingProblem struct{ FieldID, Label, Text string }

// SizingField is a field of the form.
type SizingField struct {
	ID, Name, Label   string
	Value             string // as typed
	Placeholder       string // the default that an empty field takes
	Unit, Hint, Error string
}

// SizingForm is the form: its fields by name, and what is no single field.
type SizingForm struct {
	Action     string
	Fields     map[string]SizingField
	Models     []SizingModelGroup
	OwnChosen  bool
	ModelError string
	Shape      string
	Source     string
	Tasks      []ui.Option
	Precisions []ui.Option
	Cards      []ui.Option
	CardKept   []HiddenInput // further values of gpu, and values that are no choice
	Currencies []ui.Option
	Constants  []SizingConstant
	Version    string
	Changed    string // how many constants differ, "" for none
	Sort       string
	AsOf       string
	Errors     map[string]string
}

// Field is the field with the name; an unknown name is a mistake of the program.
func (f SizingForm) Field(name string) SizingField {
	field, ok := f.Fields[name]
	if !ok {
		panic("views: the memory calculator has no field " + name)
	}
	return field
}

// SizingModelGroup is a family of presets.
type SizingModelGroup struct {
	Label   string
	Options []ui.Option
}

// SizingConstant is one constant with its field.
type SizingConstant struct {
	Field                SizingField
	Unit, Bounds, Source string
}

// SizingBar is the bar at the foot of small screens.
type SizingBar struct{ Text, Figure string }

// SizingFigure is one of the figures of the answer.
type SizingFigure struct {
	Label, Big, Unit string
	Seal             string
	Note, Below      string
}

// SizingClaim is a statement checked in every precision.
type SizingClaim struct {
	Said, Verdict, Caption string
	Cite                   Citation
	Rows                   []SizingClaimRow
	Open                   bool // it is about the model that is sized
}

// SizingClaimRow is one precision of a checked claim; need is GB a card.
type SizingClaimRow struct {
	Precision, Need, State string
	Fits                   bool
}

// SizingTable is the table of cards that fit and have a price.
type SizingTable struct {
	Heads    []SizingHead
	Rows     []SizingRow
	Sorted   string
	Count    string
	Caption  string
	Units    SizingUnits
	Footnote string
}

// SizingUnits are the units of the columns, printed beside the figures where the
// heads are not shown.
type SizingUnits struct {
	Card, Hour, Speed, Token, Run string
	Timed                         bool // tokens are known: time and cost of the whole run
}

// SizingHead is the head of a column. Href sorts by it.
type SizingHead struct {
	Key, Label, Unit, Href string
	Sorted                 string // "ascending", "descending" or ""
	Number                 bool
}

// SizingRow is one set of cards.
type SizingRow struct {
	Slug, Name, Family, Href string
	Cards, Layout, Paid      string
	Room, RoomName           string
	Need, Usable             chart.Reading
	Price, Hour, Month       string
	PriceID                  string
	Cite                     Citation
	Provider, ProviderHref   string
	Abroad                   string // 国际, for a price abroad
	AbroadBest               string // the lowest abroad beside a mainland price
	Speed, First, Full       string
	Token, FullToken         string
	Time, GPUHours           string
	Run                      string
	Notes                    []string
	Best, Chosen             bool
	CostHref, OffersHref     string
	ProvidersHref            string
}

// SizingRest are cards that are not in the table, with the reason.
type SizingRest struct {
	Title string
	Open  bool
	Rows  []SizingRestRow
}

// SizingRestRow is one such card.
type SizingRestRow struct{ Name, Href, Cards, Why string }

// SizingProviders is what one set of cards costs at every provider.
type SizingProviders struct {
	Title    string // "" when no card fits
	Rows     []SizingProvider
	Timed    bool
	MoreHref string
	Warnings []string
	Hour     string // unit of the hourly column
	Card     string // unit of the price column
	Money    string
}

// SizingProvider is the lowest price of one provider.
type SizingProvider struct {
	Name, Href, Area       string
	Offer, PriceID         string
	Price, Paid, Hour, Run string
	Token                  string
	Cite                   Citation
}

// SizingStep is one part of the memory with its formula.
type SizingStep struct{ Label, Formula string }

// SizingOpinion is the figure of another formula.
type SizingOpinion struct{ Label, Formula, Value string }

// SizingAccuracy is the table of errors.
type SizingAccuracy struct {
	Lead  string
	Parts []SizingAccuracyPart
}

// SizingAccuracyPart are the errors of one part.
type SizingAccuracyPart struct {
	Title string
	Rows  []SizingAccuracyRow
}

// SizingAccuracyRow is one kind of reference data; without Median it checks the
// formula only.
type SizingAccuracyRow struct {
	Group, Formula, Rows, Median, P90, Worst string
}

// SizingRate is an exchange rate that was used.
type SizingRate struct {
	Text string
	Cite Citation
}

// SizingLink is a way out with its words.
type SizingLink struct{ Label, Href string }

// sizingOwnFields are the fields of a model's own numbers, in order.
var sizingOwnFields = []string{"params_b", "layers", "hidden", "heads", "kv_heads", "head_dim", "vocab"}

// ownWrong reports whether a field of the own numbers has a message.
func (f SizingForm) ownWrong() bool {
	for _, name := range sizingOwnFields {
		if f.Errors[name] != "" {
			return true
		}
	}
	return false
}

// constantWrong reports whether a constant has a message.
func (f SizingForm) constantWrong() bool {
	for _, c := range f.Constants {
		if c.Field.Error != "" {
			return true
		}
	}
	return f.Errors["assume"] != ""
}

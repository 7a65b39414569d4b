package views

import (
	"gpuscale/views/chart"
	"gpuscale/views/ui"
)

// The fragments of the calculator that htmx gets: the result, and what belongs to it
// elsewhere on the page.
const (
	CostResult = "cost-result"
	CostBeside = "cost-beside"
)

// CostFragments are the fragments of one answer.
var CostFragments = []string{CostResult, CostBeside}

// CostModel is the calculator, ready to print. With Wrong it has the form alone.
type CostModel struct {
	Form    CostForm
	Wrong   []CostProblem
	Example string // what the example weighs, "" for a job that was asked for
	Said    string // the finding in one sentence, read out
	Bar     CostBar
	Share   ui.ShareProps

	Figures   []CostFigure // empty: no offer has a total
	Lower     string
	Warnings  []string // of the answer
	Modes     CostModes
	Even      *chart.BreakEven
	Parts     *chart.StackedBill
	Hidden    CostHidden
	Forgotten string
	Maths     []CostStep
	Changes   []string
	Searched  string // how far changes were looked for
	Basket    []CostBasketLine
	Offers    CostOffers
	Left      []CostReason
	LeftText  string
	NotShown  CostNotShown
	Rates     []CostRate
	Assumed   []string
	Sheet     CostSheet
	Empty     []CostLink // ways out when there is nothing to show
}

// between is what follows the item at i of n: a separator, nothing after the last. It
// stands directly behind the item, where no space may come before it.
func (f Frame) between(i, n int) string {
	if i == n-1 {
		return ""
	}
	return f.T("list.separator")
}

// CostProblem is one message with the field it belongs to.
type CostProblem struct{ FieldID, Label, Text string }

// CostField is a field of the form. With Options it is a select.
type CostField struct {
	ID, Name, Label string
	Value           string // as typed, else the default
	Hint, Error     string
	Options         []ui.Option
	Kept            []string // further values of the parameter
	KeptText        string
	Slider          *CostSlider
	Search          bool // words rather than a number
}

// CostSlider is a slider beside a number field, which it writes into.
type CostSlider struct{ Min, Max, Step, Value, Label string }

// CostForm is the form: its fields by name, and what is no single field.
type CostForm struct {
	Action  string
	Fields  map[string]CostField
	Order   []string // names, as the form shows them
	Ways    []ui.Option
	Breaks  []ui.Option // may the run be interrupted
	JobHint string
	Lines   []CostLine
	More    bool // something of the folded part is set
	AsOf    string
	Errors  map[string]string
}

// CostLine is a line of the basket in the form.
type CostLine struct {
	ID, Value, Label    string
	Drop, Remove, Words string
}

// Field is the field with the name; an unknown name is a mistake of the program.
func (f CostForm) Field(name string) CostField {
	field, ok := f.Fields[name]
	if !ok {
		panic("views: the calculator has no field " + name)
	}
	return field
}

// CostBar is the bar at the foot of small screens.
type CostBar struct{ Text, Figure string }

// CostFigure is one of the figures of the answer.
type CostFigure struct {
	Label, Big, Unit string
	Seal             string
	Note             string
}

// CostModes is every billing mode of one offer side by side.
type CostModes struct {
	Of   string
	Rows []CostMode
}

// CostMode is one price of the offer, or a mode without a published one.
type CostMode struct {
	Mode, Kind string
	Total      CostTotal
	Bar        float64 // width of 160
	BarClass   string
	Effective  string
	Fits       bool
	Why        string
	Best       bool
}

// CostTotal is a total with what is to be known of it.
type CostTotal struct {
	Text    string // "" when there is none
	AtLeast bool
	Range   bool
}

// CostStep is a step of the arithmetic.
type CostStep struct {
	Label, Formula string
	Source         *Citation
}

// CostHidden holds the share of what is no card time against the article's figure.
type CostHidden struct {
	Text string
	Cite Citation
}

// CostBasketLine is a further line with where it alone is cheapest.
type CostBasketLine struct{ Line, Best, Total string }

// CostOffers is the list of offers, each with its best mode.
type CostOffers struct {
	Count    string
	Budget   bool
	Rows     []CostRow
	Rest     []CostRow
	RestText string
	More     bool // further ones are only in the files
	TopHref  string
}

// CostRow is one offer in its best mode.
type CostRow struct {
	ID, Rank           string
	Provider, Href     string
	Name               string // for people who hear the page
	Card, CardHref     string
	Detail             string // instance, host and region
	Mode               string
	Total              CostTotal
	Best               bool
	Effective          string
	Published          string
	Cite               Citation
	Within             string // hours the budget pays for
	Over               bool
	Lines              []CostStep
	Even               string
	Warnings           []string
	Also               []string
	CompareHref        string
	Billed             string
	SourceURL, SourceL string
}

// CostReason is one reason with the prices it keeps out.
type CostReason struct {
	Text  string
	Names []CostLink
}

// CostLink is a link with its words.
type CostLink struct{ Label, Href string }

// CostNotShown counts the prices that are not ranked, by reason.
type CostNotShown struct {
	Text    string // "" when none
	Reasons []CostLink
	Href    string
}

// CostRate is an exchange rate with its date and source.
type CostRate struct {
	Text, Old string
	Cite      *Citation
}

// CostSheet is the procurement sheet.
type CostSheet struct {
	Made, Name, Mode, Total string
	Inputs                  []CostStep
	Lines                   []CostSheetLine
	Others                  []CostSheetLine
	Address                 string
	Doubts                  []DoubtLine
	Credits                 []Credit
}

// CostSheetLine is a line of the sheet with the evidence of its price.
type CostSheetLine struct {
	Item, Formula, Amount string
	Seen                  string
	Cite                  *Citation
}

// describedBy names the hint and the message for assistive technology.
func (f CostField) describedBy() string {
	if f.Hint != "" {
		return f.ID + "-h " + f.ID + "-e"
	}
	return f.ID + "-e"
}

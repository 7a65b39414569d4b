package catalog

// Group is the subject area of a fact; the first four are the dimensions that
// offers are compared and scored by.
type Group string

// Groups of facts.
const (
	Performance Group = "performance"
	Cost        Group = "cost"
	Stability   Group = "stability"
	Ecosystem   Group = "ecosystem"
	Service     Group = "service"
)

// Groups lists the groups in display order.
var Groups = []Group{Performance, Cost, Stability, Ecosystem, Service}

// Better says which direction of a figure is the better one.
type Better string

// Directions.
const (
	BetterHigher Better = "higher"
	BetterLower  Better = "lower"
	BetterNone   Better = "none"
)

// FactKey describes one kind of fact: its label, group, type, unit and direction.
type FactKey struct {
	Key        string
	Group      Group
	Label      Words
	Type       string // text, number, bool, list
	Unit       string // empty: none, or given per fact
	Better     Better
	Comparable bool // may be compared side by side without its subject
	Sort       int
}

// Fact is one statement about a provider with its source.
type Fact struct {
	Provider  string
	Key       string
	Value     Words
	Unit      string
	Subject   Words // what the value is about when not the whole provider
	Source    Source
	Doubts    []string
	ValidFrom Date
	ValidTo   Date // the last day on which it holds, as announced
}

// ExtraCost is a cost, quota or rule beside the price of the card.
type ExtraCost struct {
	Provider           string // empty: a general claim
	Type               string // data-disk, egress, stopped-rule, retention, …
	Item               Words
	Price              Opt[Decimal]
	PriceMax           Opt[Decimal]
	Currency           Currency // empty when Price is a duration; PERCENT for a share
	Unit               string
	FreeQuota          []Words
	BilledWhileStopped Opt[bool]
	Rule               Words
	Source             Source
	Doubts             []string
}

// Verdict says how a doubt stands; every verdict but note keeps a price out of
// rankings.
type Verdict string

// Verdicts.
const (
	VerdictWrong     Verdict = "wrong"
	VerdictDoubtful  Verdict = "doubtful"
	VerdictUnsourced Verdict = "unsourced"
	VerdictDefect    Verdict = "defect"
	VerdictNote      Verdict = "note"
)

// Doubt is an objection to, or a note on, a figure.
type Doubt struct {
	ID         string
	TargetType string // offer, fact, scenario, pitfall, trend, provider, dataset
	Targets    []string
	Verdict    Verdict
	Text       Words
	Source     Source
}

// Open reports whether the doubt keeps a price out of rankings.
func (d Doubt) Open() bool { return d.Verdict != VerdictNote }

package catalog

import "time"

// Data is everything recorded at one moment: the input of a Market. Revision is
// the number of the last changeset in it.
type Data struct {
	Revision       int64
	Providers      []Provider
	Accelerators   []Accelerator
	Aliases        []Alias
	AmbiguousNames []AmbiguousName
	ContextAliases []ContextAlias
	ReportedMemory []ReportedMemory
	Prices         []PriceLine
	OldPrices      []OldPrice // replaced versions, for price history
	Facts          []Fact
	FactKeys       []FactKey
	ExtraCosts     []ExtraCost
	Scenarios      []ScenarioRow
	Pitfalls       []Pitfall
	Trends         []Trend
	Dimensions     []Dimension
	Benchmarks     []Benchmark
	Rates          []Rate
	Doubts         []Doubt
	Texts          []Text
	Changes        []Change
}

// Period is a span of recorded time; a zero To means "until now".
type Period struct {
	From, To time.Time
}

// GuideTexts are the keys of the passages that the guide shows, in its order: one for
// the head of each section. A text under another key would be shown nowhere.
var GuideTexts = []string{"guide.pitfalls", "guide.trends", "guide.dimensions", "guide.method", "guide.doubts", "guide.rates", "guide.licence", "guide.credits"}

// Text is an editable passage of the guide; Key is one of GuideTexts.
type Text struct {
	Key  string
	Body Words
}

// Change is one line of the public log of data changes.
type Change struct {
	Changeset int64
	At        time.Time
	Kind      string // dataset kind, e.g. "offers"
	Key       string
	Action    string // added, changed, removed, imported
	Provider  string // slug, "" when the change is about no provider
	Field     string
	Old, New  string
	Reason    string
}

package recommendation

import (
	"time"

	"gpuscale/catalog"
	"gpuscale/pricing"
)

// Notice is a reason, a warning or a remark: a code with parameters in plain decimal
// notation or catalogue words, to be put into words by pages.
type Notice = pricing.Notice

// Result answers a wizard. Ranked holds every plan that no hard limit excludes, the
// best first, at most Limit of them; Beyond counts the rest, which are not billed. Lost
// says of every plan but the first, those beyond included, why it did not win, the
// excluded ones first.
type Result struct {
	Scenario  Scenario
	Answers   Answers
	At        time.Time
	Weights   []DimensionWeight
	Need      *MemoryNeed // nil without a model
	Article   []ArticlePick
	Ranked    []Plan
	Beyond    int
	Excluded  int
	Meeting   int      // plans, those beyond included, that fail nothing the reader asked for
	Soft      []Missed // what the reader asked for without making it a hard limit
	Lost      []Lost
	IdleMust  []string // hard limits that this scenario has no check for
	Firmness  Firmness
	Advice    []LiveAdvice
	Pitfalls  []PitfallCheck
	CardsFrom string // answer, sizing or default
}

// Missed counts the plans that fail a check which the reader asked for and which is no
// hard limit; plans of which it is unknown do not fail it.
type Missed struct {
	Key   string
	Plans int
}

// Limit is how many plans a result lists.
const Limit = 200

// DimensionWeight is the weight of a dimension as given (0–100) and its share, 0–1.
type DimensionWeight struct {
	Dimension catalog.Group
	Weight    float64
	Share     float64
}

// MemoryNeed is what the model takes in all, from sizing.
type MemoryNeed struct {
	Model   string
	Task    string
	TotalGB float64
}

// Plan is one candidate with its place: an offer at its best price for the job, or a
// provider that the article names and that has no ranked offer of the product (Offer,
// Price and Bill are then nil and Quoted holds its prices that are not ranked).
type Plan struct {
	Rank        int
	Provider    *catalog.Provider
	Offer       *catalog.Offer
	Price       *catalog.Price
	Accelerator *catalog.Accelerator // nil when not known; may be a family
	Cards       int                  // needed
	PerGPUHour  catalog.PerHour      // in CNY, without extras
	Bill        *pricing.Bill        // in CNY; nil when no total can be computed
	NoBill      *Notice              // why Bill is nil
	Article     *Platform            // set when the article names the provider for this
	Quoted      []catalog.Offer
	Score       Interval // 0–100
	Places      RankRange
	Parts       []DimensionScore // in the order of Dimensions
	Checks      []Check
	Reasons     []Notice
	Warnings    []Notice
}

// DimensionScore is the score of one dimension, 0–100, with what it is made of.
type DimensionScore struct {
	Dimension catalog.Group
	Share     float64 // of the whole score, 0–1
	Score     Interval
	Parts     []Part
}

// Part is one figure or check inside a dimension. Low and High are the raw figure,
// equal when it is known exactly; neither is meant when Stated is false. Share is the
// part's weight inside its dimension, 0–1.
type Part struct {
	Key     string
	IsCheck bool
	Stated  bool
	Low     float64
	High    float64
	Unit    string
	Scale   Scale
	Share   float64
	Utility Utility
	Source  catalog.Source
	Reason  string // why the figure is unknown, "" when it is known
}

// Scale says how a figure becomes a utility: its position between fixed bounds, so
// that no other offer can move it. On a logarithmic scale each doubling counts the
// same. The zero Scale is that of checks: pass 1, fail 0, unknown 0–1.
type Scale struct {
	Bounds
	Better catalog.Better
	Log    bool
}

// Check is one metric applied to one plan.
type Check struct {
	Key       string
	Label     catalog.Words // blank: worded by key
	Operator  string
	Threshold catalog.Words
	Unit      string
	Origin    Origin
	Why       string
	Advised   bool
	Hard      bool           // in must
	Value     catalog.Words  // what is stated, blank when nothing is
	Number    catalog.Number // Value as a number
	State     State
	Reason    string        // code, why the state is unknown
	Subject   catalog.Words // what the stated value is about
	Source    catalog.Source
	Doubts    []string
}

// Reasons why a figure or a check is unknown.
const (
	UnknownUnpublished = "unpublished"       // nothing is stated
	UnknownDoubtful    = "doubtful"          // what is stated has an open doubt
	UnknownOtherScope  = "other-scope"       // what is stated is about something else
	UnknownNotListed   = "not-listed"        // a list is stated and does not name it
	UnknownSeveral     = "several-cards"     // the name fits several cards that differ
	UnknownText        = "not-comparable"    // stated in words only
	UnknownBill        = "bill-unknown"      // no total can be computed
	UnknownAtLeast     = "bill-at-least"     // the known part of the bill is within the limit
	UnknownOneCard     = "one-card-machines" // each machine holds one card; what joins them is not stated
	UnknownMachine     = "machine-size"      // nobody says how many cards a machine holds
	UnknownNoModel     = "no-sizing"         // the memory of the card is not known
)

// Lost says why a plan did not win. Reason is a hard limit that it fails, or the
// dimension in which it lies furthest behind the winner.
type Lost struct {
	Rank        int // 0 when excluded
	Provider    *catalog.Provider
	Offer       *catalog.Offer
	Accelerator *catalog.Accelerator
	Reason      Notice
}

// ArticlePick is a recommendation of the article beside the portal's own. Rank is the
// best place of the provider's plans, 0 when none is ranked.
type ArticlePick struct {
	Platform
	Agrees bool
	Rank   int
	Why    []Notice
}

// Firmness says how firm the first place is. Switching holds, in the order of
// Dimensions, the weight (0–1) at which first and second change places, the others
// scaled in proportion. Share is the share of all weightings under which the plan of
// that rank is first, estimated by Draws draws from Seed.
type Firmness struct {
	Switching []catalog.Number
	Shares    []FirstShare
	Draws     int
	Seed      uint64
	Methods   []MethodWinner
}

// FirstShare is the share of weightings, 0–1, under which the plan at Rank is first.
type FirstShare struct {
	Rank  int
	Share float64
}

// MethodWinner is the rank of the plan that another method puts first on the same
// dimension scores.
type MethodWinner struct {
	Method string
	Rank   int
}

// LiveAdvice is a piece of advice with what the market says about it.
type LiveAdvice struct {
	Advice
	Live *Notice // nil when the market says nothing about it
}

// PitfallCheck is one of the article's warnings applied to the winner.
type PitfallCheck struct {
	Pitfall catalog.Pitfall
	State   PitfallState
	Finding Notice
}

// PitfallState says whether a warning concerns the winner.
type PitfallState string

// Pitfall states.
const (
	PitfallApplies PitfallState = "applies"
	PitfallClear   PitfallState = "clear"
	PitfallUnknown PitfallState = "unknown"
)

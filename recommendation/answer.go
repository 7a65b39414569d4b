package recommendation

import (
	"slices"

	"gpuscale/catalog"
	"gpuscale/sizing"
)

// Answers is what the reader told the wizard, checked; questions without an answer
// hold their printed default. A count of cards that the reader did not name comes from
// sizing when a model is known, else from the default.
type Answers struct {
	Scenario      string
	Model         string // a model of sizing, "" when not known
	Task          sizing.Task
	GPUs          int
	Days          int
	Interruptible bool
	Region        string // any, cn, intl, or a region's name
	LatencyMS     catalog.Number
	Compliance    string // option word
	Scheduler     string // option word
	Framework     string // option word
	CUDA          catalog.Number
	Budget        catalog.Opt[catalog.Decimal] // CNY for the whole job
	Identity      string
	UploadGB      catalog.Decimal
	Domestic      bool
	Weights       DimensionWeights
	Must          []string // check keys that are hard limits, as given
	given         []string
}

// DimensionWeights are the weights of the four dimensions as given, each 0–100 and not
// all zero; scores use them scaled to a sum of one.
type DimensionWeights struct {
	Performance, Cost, Stability, Ecosystem float64
}

// Dimensions lists the four dimensions in the order of all weights and parts.
var Dimensions = []catalog.Group{catalog.Performance, catalog.Cost, catalog.Stability, catalog.Ecosystem}

func (w DimensionWeights) list() []float64 {
	return []float64{w.Performance, w.Cost, w.Stability, w.Ecosystem}
}

// Scaled returns the weights in the order of Dimensions, scaled to a sum of one.
func (w DimensionWeights) Scaled() []float64 {
	scaledWeights, err := scaled(w.list())
	if err != nil {
		return []float64{.25, .25, .25, .25}
	}
	return scaledWeights
}

// Given reports whether the reader answered the question rather than leaving it to
// the default or choosing "unknown".
func (a *Answers) Given(key string) bool { return slices.Contains(a.given, key) }

// defaultWeights are the printed weights: training is held up by hardware and by
// interruptions, serving by its bill, research by running for long, trying out and
// rendering by price for performance.
var defaultWeights = map[string]DimensionWeights{
	Training:  {40, 20, 30, 10},
	Inference: {30, 35, 20, 15},
	Research:  {25, 20, 35, 20},
	Finetune:  {30, 40, 10, 20},
	Rendering: {35, 40, 10, 15},
}

// DefaultWeights returns the printed weights of a scenario.
func DefaultWeights(scenario string) DimensionWeights { return defaultWeights[scenario] }

// DefaultAnswers returns the answers of a reader who gave none.
func DefaultAnswers(scenario string) Answers {
	a, _ := parse(scenario, nil, vocabulary{})
	return a
}

// Problem is what is wrong with one typed answer, as a code with parameters.
type Problem struct {
	Field string
	Notice
}

// Codes of problems with answers, beside the catalog.Typed codes of numbers, whose
// parameters are value and limit.
const (
	ProblemVocabulary  = "vocabulary"   // value: outside the options
	ProblemRepeated    = "repeated"     // value: several where one is asked for
	ProblemWeightsZero = "weights-zero" // all four weights are zero
)

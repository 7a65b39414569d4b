package recommendation

import (
	"slices"
	"strconv"

	"gpuscale/catalog"
)

// Scenarios of the wizard. The first three are the article's decision tree; the last
// two are the portal's own, built in the same form.
const (
	Training  = "training"
	Inference = "inference"
	Research  = "research"
	Finetune  = "finetune"
	Rendering = "rendering"
)

// Scenarios lists the scenario words in display order.
var Scenarios = []string{Training, Inference, Research, Finetune, Rendering}

// DefaultScenario is what a reader gets who does not know the task: serving takes the
// fewest cards, and is the one whose answer costs least when it is wrong.
const DefaultScenario = Inference

// Origin says who set a metric or gave a piece of advice.
type Origin string

// Origins: the seed article, the portal itself, the reader's answer.
const (
	FromArticle Origin = "article"
	FromPortal  Origin = "portal"
	FromAnswer  Origin = "answer"
)

// Platform is a provider that the article recommends for a scenario.
type Platform struct {
	Provider string
	Product  catalog.Words
	Source   catalog.Source
	Doubts   []string
}

// Metric is a key metric with its threshold. Why is the code of the portal's reason
// for it, empty for the article's. Advised marks a metric that the article gives as
// advice rather than as a key metric.
type Metric struct {
	Key       string
	Label     catalog.Words // blank: worded by key
	Operator  string        // >= <= < > = in
	Threshold catalog.Words // values separated by ";" when Operator is in
	Unit      string
	Origin    Origin
	Why       string
	Advised   bool
	Source    catalog.Source
	Doubts    []string
}

// Number returns the threshold as a number, unknown when it is a word.
func (m Metric) Number() catalog.Number {
	x, err := strconv.ParseFloat(m.Threshold.Zh, 64)
	if err != nil {
		return catalog.Number{}
	}
	return catalog.Known(x)
}

// Advice is one piece of advice: the article's words, or a code of the portal's own.
type Advice struct {
	Code   string
	Text   catalog.Words
	Metric string // key of the metric it comes with, if any
	Origin Origin
	Source catalog.Source
	Doubts []string
}

// Scenario is a task with what is recommended for it. Title is blank for the portal's
// own scenarios, which are worded by slug.
type Scenario struct {
	Slug      string
	Title     catalog.Words
	Origin    Origin
	Platforms []Platform
	Metrics   []Metric
	Advice    []Advice
}

// ScenarioOf returns a scenario: the article's from the rows of the data set, exactly
// as they stand there, the portal's own from this package. Rows that an editor adds
// to an own scenario come after its own metrics and advice.
func ScenarioOf(rows []catalog.ScenarioRow, slug string) (Scenario, bool) {
	if !slices.Contains(Scenarios, slug) {
		return Scenario{}, false
	}
	s := ownScenarios[slug].clone()
	s.Slug = slug
	if s.Origin == "" {
		s.Origin = FromArticle
	}
	for _, r := range rows {
		if r.Scenario == slug {
			s.add(r)
		}
	}
	return s, true
}

func (s Scenario) clone() Scenario {
	s.Metrics, s.Advice = slices.Clone(s.Metrics), slices.Clone(s.Advice)
	return s
}

func (s *Scenario) add(r catalog.ScenarioRow) {
	if s.Title == (catalog.Words{}) {
		s.Title = r.Title
	}
	switch r.Type {
	case "provider":
		s.Platforms = append(s.Platforms, Platform{Provider: r.Provider, Product: r.Product, Source: r.Source, Doubts: r.Doubts})
	case "advice":
		s.Advice = append(s.Advice, Advice{Text: r.Advice, Metric: r.Metric, Origin: FromArticle, Source: r.Source, Doubts: r.Doubts})
	}
	if r.Metric != "" {
		s.Metrics = append(s.Metrics, Metric{
			Key: r.Metric, Label: r.MetricLabel, Operator: r.Operator, Threshold: r.Threshold, Unit: r.Unit,
			Origin: FromArticle, Advised: r.Type == "advice", Source: r.Source, Doubts: r.Doubts,
		})
	}
}

// Named reports whether the article names the provider for the scenario.
func (s *Scenario) Named(provider string) bool {
	return slices.ContainsFunc(s.Platforms, func(p Platform) bool { return p.Provider == provider })
}

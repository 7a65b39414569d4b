package catalog

// ScenarioRow is one row of the article's decision tree: a recommended provider,
// a key metric with its threshold, or a piece of advice.
type ScenarioRow struct {
	Scenario    string
	Title       Words
	Sort        int
	Type        string // provider, metric, advice
	Provider    string
	Product     Words
	Metric      string
	MetricLabel Words
	Operator    string // >=, <, =, in
	Threshold   Words  // list values separated by ";" when Operator is in
	Unit        string
	Advice      Words
	Source      Source
	Doubts      []string
}

// Pitfall is one of the article's warnings.
type Pitfall struct {
	Slug        string
	Title       Words
	Description Words
	Metric      string
	Value       Opt[Decimal]
	Unit        string
	Advice      Words
	Sort        int
	Source      Source
	Doubts      []string
}

// Trend is one of the article's trends, conclusions or background remarks.
type Trend struct {
	Slug        string
	Title       Words
	Description Words
	Implication Words
	Kind        string // trend, conclusion, background
	Sort        int
	Source      Source
	Doubts      []string
}

// Dimension is one of the four selection dimensions of the article.
type Dimension struct {
	Slug    string
	Name    Words
	Aspects []Words
	Group   Group
	Sort    int
	Source  Source
}

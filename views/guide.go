package views

// GuideModel is the guide: pitfalls, trends, method, glossary, sources.
type GuideModel struct {
	Pitfalls   []GuidePitfall
	Trends     []GuideTrend
	Dimensions []GuideDimension
	Doubts     []DoubtLine
	Rates      []GuideRate
	Credits    []Credit
	Passages   map[string]string // editors' own words by section, "" for none
}

// GuidePitfall is one of the article's warnings, with its figure and the page on
// which a reader checks it.
type GuidePitfall struct {
	Slug, Title, Text, Claim, Advice, CheckPath string
	Source                                      Citation
}

// GuideTrend is a trend, conclusion or background remark.
type GuideTrend struct {
	Kind, Title, Text, Implication string
	Links                          []TrendLink
	Source                         Citation
}

// GuideDimension is one of the four selection dimensions.
type GuideDimension struct{ Name, Aspects string }

// GuideRate is a dated exchange rate.
type GuideRate struct {
	Words, Date string
	Source      Citation
}

// guideSections are the sections in order; each is the last part of the text key
// of its heading and the id of its element.
var guideSections = []string{"pitfalls", "trends", "dimensions", "method", "glossary", "doubts", "rates", "licence", "credits"}

// guideMethod lists the rules of the method, in order.
var guideMethod = []string{"hour", "unknown", "ranked", "families", "core", "freshness", "grades", "sizing"}

// guideTerms lists the terms of the glossary, in order.
var guideTerms = []string{"gpu-hour", "core-hour", "effective", "on-demand", "month", "spot", "reserved", "tiered", "dynamic", "vram",
	"link", "vgpu", "granularity", "break-even", "mlps"}

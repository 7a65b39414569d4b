package recommendation

import (
	"errors"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/sizing"
)

// vocabulary is what the catalogue adds to the fixed words.
type vocabulary struct {
	region func(string) (string, bool) // the spelling of a region's name
	keys   []string                    // check keys that editors added
}

// ParseAnswers reads the answers of a query. Empty values are as absent, words are
// matched without case, unknown names are ignored. Every wrong value is one Problem;
// the answers then hold the default in its place.
func ParseAnswers(m *catalog.Market, scenario string, query url.Values) (Answers, []Problem) {
	return parse(scenario, query, vocabularyOf(m))
}

func vocabularyOf(m *catalog.Market) vocabulary {
	var v vocabulary
	for _, r := range m.Scenarios() {
		if r.Metric != "" {
			v.keys = append(v.keys, r.Metric)
		}
	}
	v.region = func(value string) (string, bool) { return regionOf(m, value) }
	return v
}

// parser reads one query and keeps its problems in the order of the fields.
type parser struct {
	scenario string
	query    url.Values
	vocab    vocabulary
	given    []string
	problems []Problem
}

func parse(scenario string, query url.Values, v vocabulary) (Answers, []Problem) {
	p := &parser{scenario: scenario, query: query, vocab: v}
	a := Answers{
		Scenario:      scenario,
		Model:         p.model(),
		Task:          sizing.Task(p.choice("task")),
		GPUs:          p.whole("gpus"),
		Days:          p.whole("days"),
		Interruptible: p.choice("interruptible") == "yes",
		Region:        p.region(),
		LatencyMS:     p.figure("latency_ms"),
		Compliance:    p.choice("compliance"),
		Scheduler:     p.choice("scheduler"),
		Framework:     p.choice("framework"),
		CUDA:          p.cuda(),
		Budget:        p.number("budget"),
		Identity:      p.choice("identity"),
		UploadGB:      p.number("upload_gb").Value,
		Domestic:      p.choice("domestic") == "yes",
		Weights:       p.weights(),
		Must:          p.must(),
		given:         p.given,
	}
	// Sizing spreads a model over fewer cards than can be rented.
	if most := int(sizing.DefaultAssumptions().MaxCards); a.Model != "" && a.Given("gpus") && a.GPUs > most {
		p.fail("gpus", catalog.TypedAboveMax, map[string]string{"value": strconv.Itoa(a.GPUs), "limit": strconv.Itoa(most)})
		a.GPUs = most
	}
	return a, p.problems
}

func (p *parser) fail(field, code string, params map[string]string) {
	if n := len(p.problems); n > 0 && p.problems[n-1].Field == field && p.problems[n-1].Code == code && field != "must" {
		return // a field that is read twice has one problem
	}
	p.problems = append(p.problems, Problem{Field: field, Notice: Notice{Code: code, Params: params}})
}

// raw returns the one typed value of a field, "" when it is absent, empty or unknown.
func (p *parser) raw(field string) string {
	value := ""
	for _, v := range p.query[field] {
		v = strings.TrimSpace(v)
		switch {
		case v == "" || strings.EqualFold(v, value):
		case value != "":
			p.fail(field, ProblemRepeated, map[string]string{"value": v})
			return ""
		default:
			value = v
		}
	}
	if strings.EqualFold(value, DontKnow) {
		return ""
	}
	return value
}

// model knows a model by every spelling that sizing knows it by.
func (p *parser) model() string {
	if m, ok := sizing.FindModel(p.raw("model")); ok {
		p.given = append(p.given, "model")
		return m.Name
	}
	return p.named("model", modelNames(), "")
}

func (p *parser) choice(field string) string {
	return p.named(field, questionForms[field].Options, defaultOf(p.scenario, field))
}

func (p *parser) named(field string, options []string, fallback string) string {
	value := p.raw(field)
	if value == "" {
		return fallback
	}
	for _, o := range options {
		if strings.EqualFold(o, value) {
			p.given = append(p.given, field)
			return o
		}
	}
	p.fail(field, ProblemVocabulary, map[string]string{"value": value})
	return fallback
}

// number reads a typed number of a figure question, or its default when nothing was
// typed or the typed number is wrong.
func (p *parser) number(field string) catalog.Opt[catalog.Decimal] {
	var fallback catalog.Opt[catalog.Decimal]
	if d, err := catalog.ParseDecimal(defaultOf(p.scenario, field)); err == nil {
		fallback = catalog.Known(d)
	}
	value := p.raw(field)
	if value == "" {
		return fallback
	}
	d, err := fieldOf(field).Parse(value)
	if err != nil {
		params := map[string]string{"value": value}
		var typed *catalog.TypedError
		code := catalog.TypedNotANumber
		if errors.As(err, &typed) {
			code, params["limit"] = typed.Code, typed.Limit
		}
		p.fail(field, code, params)
		return fallback
	}
	p.given = append(p.given, field)
	return catalog.Known(d)
}

func (p *parser) whole(field string) int {
	whole, _, _ := p.number(field).Value.Int64(0)
	return int(whole)
}

func (p *parser) figure(field string) catalog.Number {
	d, known := p.number(field).Get()
	if !known {
		return catalog.Number{}
	}
	x, _ := d.Float64()
	return catalog.Known(x)
}

var cudaVersion = regexp.MustCompile(`^[0-9]{1,2}(\.[0-9]{1,2})?$`)

func (p *parser) region() string {
	value := p.raw("region")
	if value != "" && p.vocab.region != nil && !slices.Contains(questionForms["region"].Options, strings.ToLower(value)) {
		if name, ok := p.vocab.region(value); ok {
			p.given = append(p.given, "region")
			return name
		}
	}
	return p.choice("region")
}

func (p *parser) cuda() catalog.Number {
	value := p.raw("cuda")
	switch {
	case value == "" || strings.EqualFold(value, "none"):
		return catalog.Number{}
	case !cudaVersion.MatchString(value):
		p.fail("cuda", ProblemVocabulary, map[string]string{"value": value})
		return catalog.Number{}
	}
	p.given = append(p.given, "cuda")
	return versionNumber(value)
}

// versionNumber turns "12.4" into 12.04, so that 12.10 is newer than 12.4.
func versionNumber(version string) catalog.Number {
	major, minor, _ := strings.Cut(version, ".")
	a, errA := strconv.Atoi(major)
	b, errB := strconv.Atoi(minor)
	if minor == "" {
		b, errB = 0, nil
	}
	if errA != nil || errB != nil || b > 99 {
		return catalog.Number{}
	}
	return catalog.Known(float64(a) + float64(b)/100)
}

func (p *parser) weights() DimensionWeights {
	fallback := defaultWeights[p.scenario]
	values := fallback.list()
	for j, d := range Dimensions {
		if w := p.figure("w_" + string(d)); w.Known {
			values[j] = w.Value
		}
	}
	if values[0]+values[1]+values[2]+values[3] <= 0 {
		p.fail("w_performance", ProblemWeightsZero, nil)
		return fallback
	}
	return DimensionWeights{values[0], values[1], values[2], values[3]}
}

func (p *parser) must() []string {
	known := map[string]string{}
	for _, k := range slices.Concat(checkKeys, p.vocab.keys) {
		known[strings.ToLower(k)] = k
	}
	kept := map[string]bool{}
	for _, v := range p.query["must"] {
		v = strings.TrimSpace(v)
		if v == "" {
			continue
		}
		key, ok := known[strings.ToLower(v)]
		if !ok {
			p.fail("must", ProblemVocabulary, map[string]string{"value": v})
			continue
		}
		kept[key] = true
	}
	return slices.Sorted(maps.Keys(kept))
}

// regionOf returns the spelling of a region that an offer or a provider states.
func regionOf(m *catalog.Market, value string) (string, bool) {
	if name, ok := m.Region(value); ok {
		return name, true
	}
	if a, ok := areaOf(value); ok {
		return a.name.Zh, true
	}
	for _, p := range m.Providers() {
		for _, r := range p.Regions {
			if strings.EqualFold(r.Zh, value) || strings.EqualFold(r.En, value) {
				return r.Zh, true
			}
		}
	}
	return "", false
}

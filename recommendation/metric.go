package recommendation

import (
	"slices"
	"strings"

	"gpuscale/catalog"
)

// metric is a Metric prepared for many candidates.
type metric struct {
	Metric
	number    catalog.Number
	wanted    []string // words, any of which meets the threshold
	dimension catalog.Group
	weight    float64
	hard      bool
	read      func(*engine, *candidate, *metric) reading
}

// Weights of checks inside their dimension: key metrics count double.
const (
	weightKeyMetric = 2
	weightOther     = 1
)

// checkForms says, per key, to which dimension a check belongs and how it is read.
// Keys that are not here are read from the facts of that key.
var checkForms = map[string]struct {
	dimension catalog.Group
	read      func(*engine, *candidate, *metric) reading
}{
	KeyVRAM:          {catalog.Performance, readVRAM},
	KeyNVLink:        {catalog.Performance, readLink},
	KeyClusterSize:   {catalog.Performance, readClusterSize},
	KeyThroughput:    {catalog.Performance, readFigureFact},
	KeyModelMemory:   {catalog.Performance, readModelMemory},
	KeyFP32:          {catalog.Performance, readFP32},
	KeyCostSaving:    {catalog.Cost, readSpotSaving},
	KeyBudget:        {catalog.Cost, readBudget},
	KeyGranularity:   {catalog.Cost, readGranularity},
	KeyLatency:       {catalog.Stability, readFigureFact},
	KeyMTBF:          {catalog.Stability, readFigureFact},
	KeyRegion:        {catalog.Stability, readRegion},
	KeyInterruptible: {catalog.Stability, readInterruptible},
	KeyCompliance:    {catalog.Stability, readCompliance},
	KeyVGPU:          {catalog.Ecosystem, readVGPU},
	KeyScheduler:     {catalog.Ecosystem, readScheduler},
	KeyFramework:     {catalog.Ecosystem, readFramework},
	KeyCUDA:          {catalog.Ecosystem, readCUDA},
	KeyCUDANative:    {catalog.Ecosystem, readCUDANative},
	KeyDomestic:      {catalog.Ecosystem, readDomestic},
	KeyInvoice:       {catalog.Ecosystem, readInvoice},
	KeyContract:      {catalog.Ecosystem, readContract},
	KeyEducation:     {catalog.Cost, readEducation},
	KeyTrial:         {catalog.Cost, readTrial},
}

// optionWords are, per option of an answer, the words shown and the words that meet it.
var optionWords = map[string]struct {
	shown  catalog.Words
	wanted []string
}{
	"mlps-3":        {catalog.Words{Zh: "等保三级", En: "MLPS level 3"}, []string{"等保三级", "mlps level 3"}},
	"iso-27001":     {catalog.Words{Zh: "ISO 27001", En: "ISO 27001"}, []string{"iso 27001", "iso27001"}},
	"soc":           {catalog.Words{Zh: "SOC", En: "SOC"}, []string{"soc"}},
	"trusted-cloud": {catalog.Words{Zh: "可信云", En: "Trusted Cloud"}, []string{"可信云", "trusted cloud"}},
	"slurm":         {catalog.Words{Zh: "Slurm", En: "Slurm"}, []string{"slurm"}},
	"torque":        {catalog.Words{Zh: "Torque", En: "Torque"}, []string{"torque"}},
	"kubernetes":    {catalog.Words{Zh: "Kubernetes", En: "Kubernetes"}, []string{"kubernetes", "k8s", "k3s"}},
	"pytorch":       {catalog.Words{Zh: "PyTorch", En: "PyTorch"}, []string{"pytorch", "torch "}},
	"tensorflow":    {catalog.Words{Zh: "TensorFlow", En: "TensorFlow"}, []string{"tensorflow"}},
	"mindspore":     {catalog.Words{Zh: "MindSpore", En: "MindSpore"}, []string{"mindspore"}},
	"paddlepaddle":  {catalog.Words{Zh: "PaddlePaddle", En: "PaddlePaddle"}, []string{"paddle"}},
	"jax":           {catalog.Words{Zh: "JAX", En: "JAX"}, []string{"jax"}},
}

// metrics returns the scenario's metrics, with the thresholds that answers replace,
// then the checks that only answers ask for.
func (e *engine) metricsOf(s *Scenario) []metric {
	var out []metric
	for _, m := range s.Metrics {
		if !slices.ContainsFunc(out, func(have metric) bool { return have.Key == m.Key }) {
			out = append(out, e.prepare(m))
		}
	}
	for _, m := range e.demands() {
		i := slices.IndexFunc(out, func(have metric) bool { return have.Key == m.Key })
		switch {
		case i < 0:
			out = append(out, e.prepare(m))
		case e.answers.Given(answerOf[m.Key]):
			weight := out[i].weight
			out[i] = e.prepare(m)
			out[i].weight = weight
		}
	}
	return out
}

// answerOf names the question whose answer replaces a scenario's threshold.
var answerOf = map[string]string{
	KeyLatency: "latency_ms", KeyCompliance: "compliance", KeyScheduler: "scheduler", KeyFramework: "framework",
}

// demands returns the checks that the answers, defaults included, ask for.
func (e *engine) demands() []Metric {
	a := &e.answers
	var out []Metric
	add := func(key, operator, threshold, unit string) {
		out = append(out, Metric{Key: key, Operator: operator, Threshold: plainWords(threshold), Unit: unit, Origin: FromAnswer})
	}
	addWord := func(key, option string) {
		if w, ok := optionWords[option]; ok {
			out = append(out, Metric{Key: key, Operator: "=", Threshold: w.shown, Origin: FromAnswer})
		}
	}
	if e.need != nil {
		add(KeyModelMemory, "=", "true", "")
	}
	if a.Budget.Known {
		add(KeyBudget, "<=", a.Budget.Value.String(), "CNY")
	}
	if a.Region != "any" {
		add(KeyRegion, "=", a.Region, "")
	}
	if !a.Interruptible {
		add(KeyInterruptible, "=", "false", "")
	}
	if a.LatencyMS.Known {
		add(KeyLatency, "<", number(a.LatencyMS.Value), "ms")
	}
	addWord(KeyCompliance, a.Compliance)
	addWord(KeyScheduler, a.Scheduler)
	addWord(KeyFramework, a.Framework)
	if a.CUDA.Known {
		add(KeyCUDA, ">=", versionWords(a.CUDA.Value), "")
	}
	if a.Domestic {
		add(KeyDomestic, "=", "true", "")
	}
	for _, key := range identityChecks[a.Identity] {
		add(key, "=", "true", "")
	}
	return out
}

func plainWords(s string) catalog.Words { return catalog.Words{Zh: s, En: s} }

func (e *engine) prepare(m Metric) metric {
	p := metric{Metric: m, number: m.Number(), weight: weightKeyMetric, read: readFigureFact, dimension: e.dimensionOf(m.Key)}
	if m.Origin == FromAnswer || m.Advised {
		p.weight = weightOther
	}
	if form, ok := checkForms[m.Key]; ok {
		p.read = form.read
	}
	for _, w := range strings.Split(m.Threshold.Zh, ";") {
		p.wanted = append(p.wanted, wordsMeeting(w)...)
	}
	switch m.Threshold.Zh {
	case "true":
		p.number = catalog.Known(1.0)
	case "false":
		p.number = catalog.Known(0.0)
	}
	p.hard = slices.Contains(e.answers.Must, m.Key)
	return p
}

// wordsMeeting returns the words that meet a threshold word: its known synonyms, else
// itself.
func wordsMeeting(word string) []string {
	for _, o := range optionWords {
		if slices.ContainsFunc(o.wanted, func(w string) bool { return strings.EqualFold(w, word) }) ||
			strings.EqualFold(o.shown.Zh, word) {
			return o.wanted
		}
	}
	return []string{word}
}

func (e *engine) dimensionOf(key string) catalog.Group {
	if form, ok := checkForms[key]; ok {
		return form.dimension
	}
	if k, ok := e.market.FactKey(key); ok && slices.Contains(Dimensions, k.Group) {
		return k.Group
	}
	return catalog.Ecosystem
}

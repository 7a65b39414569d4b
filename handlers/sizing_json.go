package handlers

import (
	"maps"
	"math"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/sizing"
	"gpuscale/text"
	"gpuscale/views"
)

// sizingJSON is the JSON of a sizing. Sizes are GB of 1e9 bytes, money is decimal
// strings, and what is unknown is null.
type sizingJSON struct {
	Inputs      sizingInputsJSON       `json:"inputs"`
	Memory      sizingMemoryJSON       `json:"memory"`
	Fits        []sizingFitJSON        `json:"fits"`
	Notices     []noticeJSON           `json:"notices"`
	Opinions    []sizingOpinionJSON    `json:"opinions"`
	Assumptions []sizingAssumptionJSON `json:"assumptions"`
	Version     string                 `json:"assumptions_version"`
	Claims      []sizingClaimJSON      `json:"claims"`
	Rates       []rateJSON             `json:"rates"`
	AsOf        string                 `json:"as_of"`
}

// sizingInputsJSON is the request with its defaults filled in.
type sizingInputsJSON struct {
	Model     *string          `json:"model"`
	ParamsB   float64          `json:"params_b"`
	Layers    int              `json:"layers"`
	Hidden    int              `json:"hidden"`
	Heads     int              `json:"heads"`
	KVHeads   int              `json:"kv_heads"`
	HeadDim   int              `json:"head_dim"`
	Vocab     int              `json:"vocab"`
	Task      sizing.Task      `json:"task"`
	Precision sizing.Precision `json:"precision"`
	Context   int              `json:"context"`
	Output    int              `json:"output"`
	Batch     int              `json:"batch"`
	Tokens    *float64         `json:"tokens"`
	MFU       *float64         `json:"mfu"`
	GPU       []string         `json:"gpu"`
	GPUs      *int             `json:"gpus"`
	Assume    []string         `json:"assume"`
	Currency  catalog.Currency `json:"currency"`
	Example   bool             `json:"example"`
}

type sizingMemoryJSON struct {
	TotalGB float64          `json:"total_gb"`
	Parts   []sizingPartJSON `json:"parts"`
}

type sizingPartJSON struct {
	Item    string  `json:"item"`
	Label   string  `json:"label"`
	Formula string  `json:"formula"`
	GB      float64 `json:"gb"`
}

// sizingFitJSON is one accelerator. Headroom is GB of one card below the reserve,
// negative where the job does not fit.
type sizingFitJSON struct {
	Accelerator string             `json:"accelerator"`
	Name        string             `json:"name"`
	Family      bool               `json:"family"`
	State       sizing.State       `json:"state"`
	Cards       *int               `json:"cards"`
	Tensor      *int               `json:"tensor"`
	Stages      *int               `json:"stages"`
	Replicas    *int               `json:"replicas"`
	PerCardGB   *float64           `json:"per_card_gb"`
	Headroom    *float64           `json:"headroom"`
	Hours       *rangeJSON         `json:"hours"`
	GPUHours    *rangeJSON         `json:"gpu_hours"`
	TokensPerS  *float64           `json:"tokens_per_s"`
	Serving     *sizingServingJSON `json:"serving"`
	Cost        *sizingCostJSON    `json:"cost"`
	CostReason  *string            `json:"cost_reason"`
	Warnings    []noticeJSON       `json:"warnings"`
}

type rangeJSON struct {
	Low  float64 `json:"low"`
	Mid  float64 `json:"mid"`
	High float64 `json:"high"`
}

type sizingServingJSON struct {
	FirstTokenS   float64 `json:"first_token_s"`
	StepS         float64 `json:"step_s"`
	MaxTokensPerS float64 `json:"max_tokens_per_s"`
	MaxBatch      float64 `json:"max_batch"`
	MaxSequences  float64 `json:"max_sequences"`
}

// sizingCostJSON is the cheapest ranked on-demand price. Amount is the whole run at
// the middle of its time; null without tokens.
type sizingCostJSON struct {
	Amount       *string            `json:"amount"`
	Low          *string            `json:"low"`
	High         *string            `json:"high"`
	AtLeast      bool               `json:"at_least"`
	Currency     catalog.Currency   `json:"currency"`
	PerHour      string             `json:"per_hour"`
	PerGPUHour   *string            `json:"per_gpu_hour"`
	CardsPaid    int                `json:"cards_paid"`
	PerMillion   *moneyRangeJSON    `json:"per_million_tokens"`
	PerMillionAt *string            `json:"per_million_tokens_full_load"`
	Offer        string             `json:"offer"`
	Price        string             `json:"price"`
	Provider     string             `json:"provider"`
	Market       catalog.MarketArea `json:"market"`
	SourceURL    *string            `json:"source_url"`
	Seen         *string            `json:"seen"`
	Credit       *string            `json:"credit"`
	Doubts       []string           `json:"doubts"`
	Abroad       *sizingCostJSON    `json:"international"`
}

type moneyRangeJSON struct {
	Low  string `json:"low"`
	Mid  string `json:"mid"`
	High string `json:"high"`
}

type noticeJSON struct {
	Code   string            `json:"code"`
	Text   string            `json:"text"`
	Params map[string]string `json:"params"`
}

type sizingOpinionJSON struct {
	Code    string  `json:"code"`
	Label   string  `json:"label"`
	Formula string  `json:"formula"`
	Value   float64 `json:"value"`
	Unit    string  `json:"unit"`
}

type sizingAssumptionJSON struct {
	Key     string  `json:"key"`
	Label   string  `json:"label"`
	Value   float64 `json:"value"`
	Default float64 `json:"default"`
	Unit    string  `json:"unit"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Source  string  `json:"source"`
	Edited  bool    `json:"edited"`
}

func (s *sizingPage) json() sizingJSON {
	r := &s.result
	j := sizingJSON{
		Inputs: s.inputsJSON(), Memory: sizingMemoryJSON{TotalGB: r.Memory.TotalGB, Parts: []sizingPartJSON{}},
		Fits: make([]sizingFitJSON, len(r.Fits)), Notices: s.noticesJSON(r.Notices), Opinions: []sizingOpinionJSON{},
		Version: r.Version, Claims: []sizingClaimJSON{}, Rates: []rateJSON{}, AsOf: moment(s.ask.market.At()),
	}
	for _, p := range r.Memory.Parts {
		j.Memory.Parts = append(j.Memory.Parts, sizingPartJSON{Item: p.Item, Label: text.Word(s.lang(), "sizing_item", p.Item), Formula: p.Formula, GB: p.GB})
	}
	for i, fit := range s.listed() {
		j.Fits[i] = s.fitJSON(fit)
	}
	for _, o := range r.Opinions {
		j.Opinions = append(j.Opinions, sizingOpinionJSON{Code: o.Code, Label: s.t("sizing.opinion." + o.Code), Formula: o.Formula, Value: o.Value, Unit: o.Unit})
	}
	for _, a := range r.Assumptions {
		j.Assumptions = append(j.Assumptions, sizingAssumptionJSON{
			Key: a.Key, Label: s.t("sizing.constant." + a.Key), Value: a.Value, Default: a.Default, Unit: a.Unit, Min: a.Min, Max: a.Max,
			Source: s.t("sizing.source." + a.Key), Edited: a.Edited(),
		})
	}
	for _, c := range s.claims() {
		j.Claims = append(j.Claims, s.claimJSON(c))
	}
	for _, rate := range s.rates() {
		j.Rates = append(j.Rates, *rateOf(&rate))
	}
	return j
}

func (s *sizingPage) inputsJSON() sizingInputsJSON {
	r, m := &s.result.Request, &s.result.Model
	return sizingInputsJSON{
		Model: orNull(r.Model), ParamsB: float64(s.result.Parameters.Total()) / 1e9, Layers: m.Layers, Hidden: m.Hidden, Heads: m.Heads,
		KVHeads: m.KVHeads, HeadDim: m.HeadDim, Vocab: m.Vocab, Task: r.Task, Precision: r.Precision, Context: r.Context, Output: r.Output,
		Batch: r.Batch, Tokens: known(r.Tokens), MFU: known(r.MFU), GPU: orEmpty(s.typed.values["gpu"]), GPUs: orNull(r.GPUs),
		Assume: orEmpty(s.ask.assumed), Currency: s.ask.currency, Example: s.ask.example,
	}
}

// known is nil for an unknown figure.
func known(f sizing.Figure) *float64 {
	if !f.Known {
		return nil
	}
	return &f.Value
}

func (s *sizingPage) fitJSON(f *sizing.Fit) sizingFitJSON {
	card, _ := s.ask.market.Accelerator(f.Device.Slug)
	j := sizingFitJSON{
		Accelerator: f.Device.Slug, Name: views.In(s.lang(), card.Label()), Family: card.Family(), State: f.State, Cards: orNull(f.Cards),
		Tensor: orNull(f.Tensor), Stages: orNull(f.Stages), Replicas: orNull(f.Replicas), PerCardGB: known(f.PerCardGB), Headroom: known(f.HeadroomGB),
		Hours: hoursJSON(f.Hours), GPUHours: hoursJSON(f.GPUHours), TokensPerS: known(f.TokensPerS), Warnings: s.noticesJSON(f.Warnings),
	}
	if v := f.Serving; v != nil {
		j.Serving = &sizingServingJSON{v.FirstToken, v.Step, v.MaxTokensPerS, v.MaxBatch, v.MaxSequences}
	}
	if cost := s.costs.cards[f.Device.Slug]; cost != nil {
		j.Cost = s.costJSON(cost)
	} else {
		j.CostReason = orNull(costReason(f))
	}
	return j
}

// costReason is why a fit has no cost, as a code.
func costReason(f *sizing.Fit) string {
	switch f.State {
	case sizing.Fits:
		return "no-price"
	case sizing.DoesNotFit:
		return "no-fit"
	}
	return "unknown"
}

func hoursJSON(r *sizing.Range) *rangeJSON {
	if r == nil {
		return nil
	}
	return &rangeJSON{r.Low, r.Mid, r.High}
}

func (s *sizingPage) costJSON(c *sizingCost) *sizingCostJSON {
	j := &sizingCostJSON{
		AtLeast: c.atLeast || c.runIsMin, Currency: s.ask.currency, PerHour: catalog.RoundHalfUp(c.hour, 2).String(), CardsPaid: c.cards,
		Offer: c.offer.ID, Price: c.price.ID, Provider: c.offer.Provider.Slug, Market: c.offer.Provider.Market,
		SourceURL: orNull(c.price.Source.Link()), Seen: orNull(c.price.Source.Seen.String()),
		Credit: orNull(creditWords(views.CitePrice(s.lang(), s.ask.market, &c.price).Credit)), Doubts: orEmpty(c.price.Doubts),
	}
	if hour := s.basis().PerGPUHour(&c.price); hour.Known() {
		j.PerGPUHour = orNull(hour.Rounded().Low.String())
	}
	if c.run != nil {
		j.Amount, j.Low, j.High = orNull(c.run.mid.String()), orNull(c.run.low.String()), orNull(c.run.high.String())
	}
	if c.token != nil {
		j.PerMillion = &moneyRangeJSON{c.token.low.String(), c.token.mid.String(), c.token.high.String()}
	}
	if c.full != nil {
		j.PerMillionAt = orNull(c.full.String())
	}
	if c.abroad != nil {
		j.Abroad = s.costJSON(c.abroad)
	}
	return j
}

func (s *sizingPage) noticesJSON(notices []sizing.Notice) []noticeJSON {
	list := make([]noticeJSON, len(notices))
	for i, n := range notices {
		list[i] = noticeJSON{Code: n.Code, Text: s.notice("sizing.note.", n), Params: map[string]string{}}
		maps.Copy(list[i].Params, n.Params)
	}
	return list
}

// notice words a remark, in full or in short by the family of keys.
func (s *sizingPage) notice(family string, n sizing.Notice) string {
	return s.t(family+n.Code, pairsOf(n.Params)...)
}

// pairsOf prints the parameters of a remark.
func pairsOf(params map[string]string) []any {
	pairs := make([]any, 0, 2*len(params))
	for name, value := range params {
		if name == "precision" {
			value = strings.ToUpper(value)
		} else if f, err := strconv.ParseFloat(value, 64); err == nil && name != "value" {
			value = figureText(f)
		}
		pairs = append(pairs, name, value)
	}
	return pairs
}

// figureText prints a physical figure: whole numbers in full, others with about
// three significant digits.
func figureText(f float64) string {
	switch {
	case f == math.Trunc(f) || math.Abs(f) >= 100:
		return text.Float(f, 0)
	case math.Abs(f) >= 10:
		return text.Float(f, 1)
	case math.Abs(f) >= 1:
		return text.Float(f, 2)
	}
	return text.Float(f, 3)
}

// gigabyteText prints a size in GB as figureText does; a size never prints as zero.
func gigabyteText(gb float64) string {
	if gb > 0 && gb < 0.001 {
		return "0.001"
	}
	return figureText(gb)
}

func (s *sizingPage) basis() catalog.Basis {
	return s.ask.market.Basis(s.ask.currency, catalog.Month730)
}

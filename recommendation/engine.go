package recommendation

import (
	"fmt"
	"slices"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/sizing"
)

// engine answers one wizard on one market.
type engine struct {
	market     *catalog.Market
	answers    Answers
	scenario   Scenario
	products   []product
	metrics    []metric
	criteria   []criterion
	weights    []float64
	facts      factIndex
	need       *MemoryNeed
	fits       map[string]sizing.Fit // by accelerator
	linkNeeded float64
	regions    map[soldIn]State
	contracts  map[string]*catalog.Source // by provider; nil until one is asked for
	basis      catalog.Basis
}

// Decide answers a wizard: it ranks every candidate of the market for the checked
// answers. It fails only for a scenario that does not exist.
func Decide(m *catalog.Market, a Answers) (Result, error) {
	s, ok := ScenarioOf(m.Scenarios(), a.Scenario)
	if !ok {
		return Result{}, fmt.Errorf("scenario %q does not exist", a.Scenario)
	}
	e := &engine{market: m, answers: a, scenario: s, facts: indexFacts(m), weights: a.Weights.Scaled(),
		basis: m.Basis(catalog.CNY, catalog.Month730), regions: map[soldIn]State{}}
	if err := e.size(); err != nil {
		return Result{}, err
	}
	e.readProducts()
	e.metrics = e.metricsOf(&s)
	e.linkNeeded = e.threshold(KeyNVLink)
	e.criteria = e.criteriaOf()
	return e.decide(), nil
}

// cut parts the plans that are listed from those beyond the limit.
func cut(all []*scored) (listed, beyond []*scored) {
	n := min(len(all), Limit)
	return all[:n], all[n:]
}

func (e *engine) threshold(key string) float64 {
	i := slices.IndexFunc(e.metrics, func(m metric) bool { return m.Key == key })
	if i < 0 {
		return 0
	}
	return e.metrics[i].number.Value
}

// decide scores every candidate by what is cheap to know, bills those that can still
// be listed, and scores them again with their bills.
func (e *engine) decide() Result {
	scored := e.scoreAll(e.candidates())
	in, out := split(scored)
	in, lowIn := cut(in)
	out, lowOut := cut(out)
	listed := slices.Concat(in, out)
	for _, s := range listed {
		e.bill(s.candidate)
		*s = *e.score(s.candidate)
	}
	place(listed)
	in, out = split(listed)
	left, excluded := split(scored)
	r := e.result(in, out, len(lowIn), len(excluded))
	r.Lost = e.lost(slices.Concat(in, lowIn), slices.Concat(out, lowOut))
	r.Meeting, r.Soft = e.missed(left)
	return r
}

// size asks sizing what the model takes on every card of the market.
func (e *engine) size() error {
	if e.answers.Model == "" {
		return nil
	}
	request := sizing.Request{Model: e.answers.Model, Task: e.answers.Task}
	if e.answers.Given("gpus") {
		request.GPUs = e.answers.GPUs
	}
	result, err := sizing.Evaluate(request, sizing.Devices(e.market))
	if err != nil {
		return fmt.Errorf("sizing %s: %w", e.answers.Model, err)
	}
	e.need = &MemoryNeed{Model: result.Model.Name, Task: string(result.Request.Task), TotalGB: result.Memory.TotalGB}
	e.fits = make(map[string]sizing.Fit, len(result.Fits))
	for _, f := range result.Fits {
		e.fits[f.Device.Slug] = f
	}
	return nil
}

// cardsFor is how many cards of a kind the job takes: as answered, else as sized for
// the model, else the printed default.
func (e *engine) cardsFor(a *catalog.Accelerator) int {
	if !e.answers.Given("gpus") && a != nil {
		if fit, ok := e.fits[a.Slug]; ok && fit.State == sizing.Fits {
			return fit.Cards
		}
	}
	return e.answers.GPUs
}

func (e *engine) cardsFrom() string {
	switch {
	case e.answers.Given("gpus"):
		return "answer"
	case e.need != nil:
		return "sizing"
	}
	return "default"
}

func (e *engine) costs(provider string) []catalog.ExtraCost { return e.market.ExtraCosts(provider) }

// job is the candidate's job in pricing's terms. What is uploaded is also kept for as
// long as the cards run.
func (e *engine) job(c *candidate) pricing.Job {
	return pricing.Job{
		Cards:     c.cards,
		Schedule:  pricing.Schedule{Hours: catalog.Known(decimal.MustNew(int64(e.answers.Days)*24, 0))},
		UploadGB:  e.answers.UploadGB,
		StorageGB: e.answers.UploadGB,
		Currency:  catalog.CNY,
		Month:     catalog.Month730,
		Budget:    e.answers.Budget,
	}
}

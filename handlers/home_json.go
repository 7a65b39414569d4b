package handlers

import (
	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
)

// homeJSON is the JSON of the home page.
type homeJSON struct {
	viewpointJSON
	Best       []bestPriceJSON           `json:"best_prices"`   // cards
	Families   []bestPriceJSON           `json:"best_families"` // names without a stated variant
	Steelyard  *steelyardJSON            `json:"steelyard"`
	Offers     int                       `json:"offers"`
	Prices     int                       `json:"prices"`
	Ranked     int                       `json:"ranked_prices"`
	Freshness  map[catalog.Freshness]int `json:"freshness"` // prices
	Newest     *string                   `json:"newest"`
	NextChange *string                   `json:"next_change"` // when an age, validity or rate changes by itself
	Scenarios  []scenarioJSON            `json:"scenarios"`
	Pitfalls   []pitfallJSON             `json:"pitfalls"`
	Benchmarks []benchmarkJSON           `json:"benchmarks"`
	Doubts     map[string]doubtJSON      `json:"doubts"`
}

type bestPriceJSON struct {
	Accelerator string `json:"accelerator"`
	Name        string `json:"name"`
	bestByArea
}

// steelyardJSON is the figure: one price a provider of one card.
type steelyardJSON struct {
	Accelerator string          `json:"accelerator_name"`
	Finding     string          `json:"finding"`
	Median      string          `json:"median"`
	Prices      []yardPriceJSON `json:"prices"`
}

type yardPriceJSON struct {
	Provider   string     `json:"provider"`
	Offer      string     `json:"offer"`
	PerGPUHour *moneyJSON `json:"per_gpu_hour"`
}

type scenarioJSON struct {
	Key   string `json:"key"`
	Title string `json:"title"`
	Path  string `json:"path"`
}

type pitfallJSON struct {
	Slug  string `json:"slug"`
	Title string `json:"title"`
	Text  string `json:"text"`
	sourceJSON
}

func homeAnswer(l text.Lang, v *views.Viewpoint, m *views.HomeModel) homeJSON {
	j := homeJSON{
		viewpointJSON: viewpointAnswer(v), Best: bestPrices(v, m.Board, m.Rest), Families: bestPrices(v, m.Families),
		Steelyard: steelyardAnswer(m.Yard), Offers: m.Tally.Offers, Prices: m.Tally.Prices, Ranked: m.Tally.Ranked,
		Freshness: m.Tally.Freshness, Newest: orNull(m.Tally.Newest.String()), Benchmarks: benchmarksAnswer(v, views.AllSlugs(v.Market)...),
	}
	if next := v.Market.NextChange(); !next.IsZero() {
		j.NextChange = orNull(moment(next))
	}
	for _, s := range m.Scenarios {
		j.Scenarios = append(j.Scenarios, scenarioJSON{s.Key, s.Title, s.Href})
	}
	var doubts [][]string
	for _, p := range v.Market.Pitfalls() {
		j.Pitfalls = append(j.Pitfalls, pitfallJSON{p.Slug, views.In(l, p.Title), views.In(l, p.Description), sourceAnswer(v, p.Source, p.Doubts)})
		doubts = append(doubts, p.Doubts)
	}
	for _, b := range j.Benchmarks {
		doubts = append(doubts, b.Doubts)
	}
	j.Doubts = doubtsAnswer(l, v.Market, doubts...)
	return j
}

func bestPrices(v *views.Viewpoint, lists ...[]views.Quote) []bestPriceJSON {
	all := []bestPriceJSON{}
	for _, list := range lists {
		for _, q := range list {
			all = append(all, bestPriceJSON{q.Slug, q.Name, bestOf(v, q.Slug)})
		}
	}
	return all
}

func steelyardAnswer(y *views.Yard) *steelyardJSON {
	if y == nil {
		return nil
	}
	j := &steelyardJSON{Accelerator: y.Card, Finding: y.Figure.Finding, Median: catalog.RoundHalfUp(y.Median, 4).String()}
	for _, p := range y.Prices {
		j.Prices = append(j.Prices, yardPriceJSON{p.Offer.Provider.Slug, p.Offer.ID, hourMoney(p.Hour)})
	}
	return j
}

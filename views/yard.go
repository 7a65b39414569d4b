package views

import (
	"cmp"
	"slices"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/chart"
)

// yardWeights is how many offers hang on the steelyard at most: the cheapest ones and
// the dearest.
const yardWeights = 5

// Yard is the home page's figure: the mainland card with the most ranked on-demand
// prices, one price a provider.
type Yard struct {
	Figure   chart.Steelyard
	CardHref string
	Card     string
	Median   catalog.Decimal
	Prices   []YardPrice
}

// YardPrice is one weight of the figure.
type YardPrice struct {
	Offer catalog.Offer
	Price catalog.Price
	Hour  catalog.PerHour
}

// newYard hangs the prices of the most contested card; nil when no card has ranked
// prices of three providers.
func newYard(f Frame, v *Viewpoint) *Yard {
	slug, prices := contested(v)
	if len(prices) < 3 {
		return nil
	}
	a, _ := v.Market.Accelerator(slug)
	y := &Yard{Card: CardName(a), CardHref: v.Href(f, "/gpus/"+slug), Prices: prices, Median: median(prices)}
	mid, _ := y.Median.Float64()
	y.Figure = chart.Steelyard{
		Sign: Symbol(v.Basis.Currency), Median: chart.At(mid), MedianText: f.T("home.yard.median", "price", Hourly(y.Median)),
	}
	for i, p := range hung(prices) {
		low, _ := p.Hour.Low.Float64()
		w := chart.Weight{Price: low, Figure: Hourly(p.Hour.Low), Title: In(f.Lang, p.Offer.Provider.Name)}
		if i == 0 {
			w.Note = y.Card
		}
		y.Figure.Weights = append(y.Figure.Weights, w)
	}
	y.caption(f, v)
	return y
}

func (y *Yard) caption(f Frame, v *Viewpoint) {
	shown := hung(y.Prices)
	low, high := shown[0].Hour.Low, shown[len(shown)-1].Hour.Low
	y.Figure.Finding = f.T("home.yard.tie", "card", y.Card)
	if ratio, err := high.Quo(low); err == nil && high.Cmp(low) > 0 {
		share, _ := ratio.Float64()
		y.Figure.Finding = f.T("home.yard.finding", "card", y.Card, "percent", text.Percent(share-1, 0))
	}
	y.Figure.Note = f.T("home.yard.note", "unit", v.unit(f), "n", len(shown))
	if len(y.Prices) > len(shown) {
		y.Figure.Note = f.T("home.yard.note-some", "unit", v.unit(f), "n", len(shown), "all", len(y.Prices))
	}
	y.Figure.Name = y.Figure.Finding + f.T("home.yard.name", "provider", y.Figure.Weights[0].Title, "price", Hourly(low), "median", Hourly(y.Median))
}

// hung picks the weights of sorted prices.
func hung(prices []YardPrice) []YardPrice {
	if len(prices) <= yardWeights {
		return prices
	}
	return append(slices.Clone(prices[:yardWeights-1]), prices[len(prices)-1])
}

// contested finds the single card with ranked mainland on-demand prices of the most
// providers, and the lowest price of each; ties go to the larger memory.
func contested(v *Viewpoint) (slug string, prices []YardPrice) {
	lowest := map[string]map[string]catalog.RankedPrice{}
	for p := range v.Market.RankedPrices() {
		if p.Billing != catalog.OnDemand || p.Provider.Market != catalog.MainlandChina || p.Accelerator == nil || p.Accelerator.Family() {
			continue
		}
		by := lowest[p.Accelerator.Slug]
		if by == nil {
			by = map[string]catalog.RankedPrice{}
			lowest[p.Accelerator.Slug] = by
		}
		if old, ok := by[p.Provider.Slug]; !ok || p.HourNano < old.HourNano {
			by[p.Provider.Slug] = p
		}
	}
	most := func(a, b string) int {
		x, _ := v.Market.Accelerator(a)
		y, _ := v.Market.Accelerator(b)
		return cmp.Or(cmp.Compare(len(lowest[a]), len(lowest[b])), cmp.Compare(x.MemoryGB.Or(0), y.MemoryGB.Or(0)), cmp.Compare(b, a))
	}
	for candidate := range lowest {
		if slug == "" || most(candidate, slug) > 0 {
			slug = candidate
		}
	}
	for _, p := range lowest[slug] {
		o, price := v.Market.Resolve(p)
		prices = append(prices, YardPrice{o, price, v.Basis.PerGPUHour(&price)})
	}
	slices.SortFunc(prices, func(a, b YardPrice) int {
		return cmp.Or(a.Hour.Low.Cmp(b.Hour.Low), cmp.Compare(a.Offer.Provider.Slug, b.Offer.Provider.Slug))
	})
	return slug, prices
}

// median of sorted prices: the middle one, or the mean of the middle two.
func median(sorted []YardPrice) catalog.Decimal {
	mid := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[mid].Hour.Low
	}
	two, err := sorted[mid-1].Hour.Low.Add(sorted[mid].Hour.Low)
	if err != nil {
		return sorted[mid].Hour.Low
	}
	half, err := two.Quo(catalog.DecimalFromNano(2_000_000_000))
	if err != nil {
		return sorted[mid].Hour.Low
	}
	return half
}

package handlers

import (
	"time"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
)

// viewpointJSON is what the figures of an answer were seen from.
type viewpointJSON struct {
	AsOf     string             `json:"as_of"` // RFC 3339, Shanghai
	Currency catalog.Currency   `json:"currency"`
	Month    catalog.MonthHours `json:"month"` // hours a month
	Rate     *rateJSON          `json:"rate"`  // nil when nothing had to be converted
}

func viewpointAnswer(v *views.Viewpoint) viewpointJSON {
	j := viewpointJSON{AsOf: moment(v.Market.At()), Currency: v.Basis.Currency, Month: v.Basis.Month}
	for _, c := range catalog.Currencies {
		if rate, ok := v.Basis.Rate(c); ok && rate != nil {
			j.Rate = rateOf(rate)
		}
	}
	return j
}

// moment writes a moment as answers do: RFC 3339, to the second, in Shanghai.
func moment(t time.Time) string { return t.In(text.Shanghai).Format(time.RFC3339) }

// hourMoney is a price per card and hour at four decimals; nil when unknown.
func hourMoney(h catalog.PerHour) *moneyJSON { return unitMoney(h, catalog.GPUHour) }

// unitMoney is a price in a unit, with the decimals of that; nil when unknown.
func unitMoney(h catalog.PerHour, u catalog.Unit) *moneyJSON {
	if !h.Known() {
		return nil
	}
	shown := h.RoundedIn(u)
	m := &moneyJSON{Amount: shown.Low.String(), Currency: shown.Currency}
	if shown.High.Known {
		m.Max = orNull(shown.High.Value.String())
	}
	return m
}

// sourceJSON is where a figure was read.
type sourceJSON struct {
	URL        *string            `json:"source_url"`
	Seen       *string            `json:"seen"`
	Freshness  catalog.Freshness  `json:"freshness"`
	Confidence catalog.Confidence `json:"confidence"`
	Article    bool               `json:"article"` // the selection article says so
	Licence    *string            `json:"licence"`
	Doubts     []string           `json:"doubts"` // ids
}

func sourceAnswer(v *views.Viewpoint, s catalog.Source, doubts []string) sourceJSON {
	return sourceJSON{
		URL: orNull(s.Link()), Seen: orNull(s.Seen.String()), Freshness: catalog.FreshnessOf(s.Seen, v.Market.At()),
		Confidence: s.Confidence, Article: s.IsArticle(), Licence: orNull(s.Licence), Doubts: append([]string{}, doubts...),
	}
}

// doubtsAnswer words the doubts with the given ids.
func doubtsAnswer(l text.Lang, m *catalog.Market, lists ...[]string) map[string]doubtJSON {
	all := map[string]doubtJSON{}
	for _, ids := range lists {
		for _, id := range ids {
			if d, ok := m.Doubt(id); ok {
				all[id] = doubtJSON{Verdict: d.Verdict, Text: views.In(l, d.Text), SourceURL: orNull(d.Source.Link())}
			}
		}
	}
	return all
}

// bestJSON is the lowest ranked on-demand price of a card in one market area.
type bestJSON struct {
	PerGPUHour *moneyJSON    `json:"per_gpu_hour"`
	Price      publishedJSON `json:"price"`
	Offer      string        `json:"offer"`
	PriceID    string        `json:"price_id"`
	Provider   string        `json:"provider"`
	Prices     int           `json:"prices"` // ranked prices it is the lowest of
	sourceJSON
}

func bestAnswer(v *views.Viewpoint, b *catalog.Best) *bestJSON {
	return &bestJSON{
		PerGPUHour: hourMoney(v.Basis.PerGPUHour(&b.Price)), Price: publishedPrice(&b.Price), Offer: b.Offer.ID, PriceID: b.Price.ID,
		Provider: b.Offer.Provider.Slug, Prices: v.Market.Rivals(b.Accelerator.Slug, b.Area).Prices,
		sourceJSON: sourceAnswer(v, b.Price.Source, b.Price.Doubts),
	}
}

// bestByArea holds both areas; nil where no price is ranked.
type bestByArea struct {
	CN   *bestJSON `json:"cn"`
	INTL *bestJSON `json:"intl"`
}

func bestOf(v *views.Viewpoint, slug string) bestByArea {
	var all bestByArea
	if b, ok := v.Market.Best(slug, catalog.MainlandChina); ok {
		all.CN = bestAnswer(v, &b)
	}
	if b, ok := v.Market.Best(slug, catalog.International); ok {
		all.INTL = bestAnswer(v, &b)
	}
	return all
}

// benchmarkJSON is a market quote, which is no offer.
type benchmarkJSON struct {
	Accelerator *string          `json:"accelerator"`
	Name        string           `json:"name"`
	VRAMGB      *float64         `json:"vram_gb"`
	Count       *int             `json:"count"`
	Low         *string          `json:"low"`
	High        *string          `json:"high"`
	Currency    catalog.Currency `json:"currency"`
	Unit        catalog.Unit     `json:"unit"`
	Region      *string          `json:"region"`
	sourceJSON
}

func benchmarksAnswer(v *views.Viewpoint, slugs ...string) []benchmarkJSON {
	all := []benchmarkJSON{}
	for _, slug := range slugs {
		for _, b := range v.Market.Benchmarks(slug) {
			all = append(all, benchmarkJSON{
				Accelerator: orNull(slug), Name: b.AcceleratorName, VRAMGB: optional(b.VRAMGB), Count: optional(b.Count),
				Low: amountText(b.Low), High: amountText(b.High), Currency: b.Currency, Unit: b.Unit, Region: orNull(b.Region),
				sourceJSON: sourceAnswer(v, b.Source, b.Doubts),
			})
		}
	}
	return all
}

func amountText(d catalog.Opt[catalog.Decimal]) *string {
	if !d.Known {
		return nil
	}
	return orNull(twoDecimals(d.Value))
}

// offerList writes offers as the offers page does, gathering the doubts they name.
func offerList(f views.Frame, v *views.Viewpoint, offers []catalog.Offer) ([]offerJSON, map[string]doubtJSON) {
	page := &offersPage{market: v.Market, frame: f, look: views.NewOfferLook(f.Lang, v.Market, v.Basis, catalog.GPUHour, v.Suffix)}
	all := offersJSON{Doubts: map[string]doubtJSON{}}
	list := make([]offerJSON, len(offers))
	for i := range offers {
		list[i] = page.offerJSON(&offers[i], &all)
	}
	return list, all.Doubts
}

package handlers

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/views"
)

// providersJSON is the JSON of the list of providers.
type providersJSON struct {
	viewpointJSON
	Total     int            `json:"total"`
	Providers []providerLine `json:"providers"`
}

// providerLine is one provider of the list; what is not published is null.
type providerLine struct {
	Slug         string                 `json:"slug"`
	Name         string                 `json:"name"`
	Kind         catalog.ProviderKind   `json:"kind"`
	Market       catalog.MarketArea     `json:"market"`
	Status       catalog.ProviderStatus `json:"status"`
	Website      *string                `json:"website"`
	Offers       int                    `json:"offers"`
	RankedOffers int                    `json:"ranked_offers"`
	Prices       int                    `json:"prices"`
	LastSeen     *string                `json:"last_seen"`
	Lowest       *lowestJSON            `json:"lowest"`
	BillingModes []string               `json:"billing_modes"`
	FreeTrial    *string                `json:"free_trial"`
	Whitepaper   *string                `json:"whitepaper"`
	Cases        *string                `json:"cases"`
	// What the article's trends ask of a provider.
	Heterogeneous *string `json:"heterogeneous"`
	Latency       *string `json:"latency"`
}

// lowestJSON is the lowest ranked on-demand price of a provider.
type lowestJSON struct {
	PerGPUHour  *moneyJSON    `json:"per_gpu_hour"`
	Price       publishedJSON `json:"price"`
	PriceID     string        `json:"price_id"`
	Accelerator string        `json:"accelerator_name"`
	sourceJSON
}

func providersAnswer(f views.Frame, v *views.Viewpoint, m *views.ProvidersModel) providersJSON {
	j := providersJSON{viewpointJSON: viewpointAnswer(v), Total: len(m.Rows), Providers: make([]providerLine, len(m.Rows))}
	for i := range m.Rows {
		j.Providers[i] = providerLineOf(v, &m.Rows[i])
	}
	return j
}

func providerLineOf(v *views.Viewpoint, r *views.ProviderRow) providerLine {
	p, _ := v.Market.Provider(r.Slug)
	line := providerLine{
		Slug: p.Slug, Name: r.Name, Kind: p.Kind, Market: p.Market, Status: p.Status, Website: webAddress(p.Website), Offers: r.Count.Offers,
		RankedOffers: r.Count.RankedOffers, Prices: r.Count.Prices, LastSeen: orNull(r.Count.Newest.String()),
		BillingModes: append([]string{}, p.BillingModes...), FreeTrial: orNull(r.Trial), Whitepaper: orNull(r.Whitepaper), Cases: orNull(r.Cases),
		Heterogeneous: orNull(r.Heterogeneous), Latency: orNull(r.Latency),
	}
	if r.LowestHour != nil {
		line.Lowest = &lowestJSON{
			PerGPUHour: hourMoney(*r.LowestHour), Price: publishedPrice(&r.LowestPrice), PriceID: r.LowestPrice.ID, Accelerator: r.LowestCard,
			sourceJSON: sourceAnswer(v, r.LowestPrice.Source, r.LowestPrice.Doubts),
		}
	}
	return line
}

// webAddress is an http or https address, or null: others must not become links.
func webAddress(s string) *string { return orNull(views.WebAddress(s)) }

// writeProvidersCSV writes the whole list, a view for people.
func writeProvidersCSV(w io.Writer, f views.Frame, v *views.Viewpoint, m *views.ProvidersModel) error {
	out := csv.NewWriter(w)
	header := []string{"providers.csv.slug", "offers.facet.provider", "providers.facet.kind", "providers.facet.market", "providers.facet.status",
		"providers.csv.ranked", "providers.csv.all", "providers.csv.prices", "home.fresh.checked", "providers.col.lowest", "providers.csv.unit",
		"providers.csv.card", "providers.csv.source", "providers.csv.licence", "providers.col.billing", "providers.trial", "providers.whitepaper",
		"providers.cases", "providers.heterogeneous", "providers.latency", "providers.csv.sla", "providers.csv.compliance", "providers.csv.website"}
	for i, key := range header {
		header[i] = f.T(key)
	}
	records := [][]string{header}
	for i := range m.Rows {
		records = append(records, providerRecord(f, v, m.Unit, &m.Rows[i]))
	}
	return out.WriteAll(records)
}

func providerRecord(f views.Frame, v *views.Viewpoint, unit string, r *views.ProviderRow) []string {
	p, _ := v.Market.Provider(r.Slug)
	var lowest, source, licence string
	if r.LowestHour != nil {
		lowest, source, licence = catalog.RoundHalfUp(r.LowestHour.Low, 4).String(), r.LowestPrice.Source.Link(), r.LowestPrice.Source.Licence
	} else {
		unit = ""
	}
	record := []string{p.Slug, r.Name, r.Kind, r.Market, r.Status, strconv.Itoa(r.Count.RankedOffers), strconv.Itoa(r.Count.Offers),
		strconv.Itoa(r.Count.Prices), r.Count.Newest.String(), lowest, unit, r.LowestCard, source, licence, r.Billing, r.Trial, r.Whitepaper,
		r.Cases, r.Heterogeneous, r.Latency, views.SLAText(f.Lang, p), strings.Join(p.Compliance, "; "), p.Website}
	for i, cell := range record {
		record[i] = dataset.Guard(cell)
	}
	return record
}

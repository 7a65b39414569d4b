package handlers

import (
	"maps"
	"strings"

	"gpuscale/catalog"
)

// offersJSON is the JSON of a list of offers. Amounts are decimal strings; what is
// unknown is null.
type offersJSON struct {
	Total        int                    `json:"total"`
	PricesTotal  int                    `json:"prices_total"`
	NotShown     map[catalog.WhyNot]int `json:"not_shown"`
	HiddenPrices int                    `json:"not_shown_prices"`
	HiddenOffers int                    `json:"not_shown_offers"` // listed nowhere, as none of their prices is ranked
	Page         int                    `json:"page"`
	Per          int                    `json:"per"`
	AsOf         string                 `json:"as_of"`
	Currency     catalog.Currency       `json:"currency"`
	Unit         catalog.Unit           `json:"unit"`
	Month        catalog.MonthHours     `json:"month"`
	Rate         *rateJSON              `json:"rate"`
	Facets       map[string][]facetJSON `json:"facets"`
	Offers       []offerJSON            `json:"offers"`
	Doubts       map[string]doubtJSON   `json:"doubts"`
	Warnings     []string               `json:"warnings"`
}

// rateJSON is the exchange rate that figures were converted with.
type rateJSON struct {
	Pair      string  `json:"pair"` // USD/CNY: CNY for one USD
	Rate      string  `json:"rate"`
	Date      string  `json:"date"`
	SourceURL *string `json:"source_url"`
}

type facetJSON struct {
	Value string `json:"value"`
	Label string `json:"label"`
	Count int    `json:"count"`
}

// offerJSON is one offer with the prices that fit.
type offerJSON struct {
	ID              string                `json:"id"`
	Provider        string                `json:"provider"`
	InstanceType    *string               `json:"instance_type"`
	Accelerator     *string               `json:"accelerator"`
	AcceleratorName string                `json:"accelerator_name"`
	VRAMGB          *float64              `json:"vram_gb"`
	Count           *int                  `json:"count"`
	Share           catalog.ShareWord     `json:"share"`
	Form            catalog.Form          `json:"form"`
	VCPU            *float64              `json:"vcpu"`
	RAMGiB          *float64              `json:"ram_gib"`
	Region          []string              `json:"region" null:"unknown"`
	InterconnectGBs *float64              `json:"interconnect_gb_s"`
	Availability    *catalog.Availability `json:"availability"`
	Prices          []priceJSON           `json:"prices"`
}

// priceJSON is one price as published, what it comes to, and its evidence.
type priceJSON struct {
	ID         string              `json:"id"`
	Billing    catalog.BillingMode `json:"billing"`
	Price      publishedJSON       `json:"price"`
	PerGPUHour *moneyJSON          `json:"per_gpu_hour"`
	InUnit     *moneyJSON          `json:"in_unit"` // what is paid in the unit asked for: price_min, price_max and sort=price go by it
	Reason     *catalog.Reason     `json:"reason"`
	Ranked     bool                `json:"ranked"`
	WhyNot     []catalog.WhyNot    `json:"why_not"`
	Grade      catalog.Grade       `json:"grade"`
	Freshness  catalog.Freshness   `json:"freshness"`
	Seen       *string             `json:"seen"`
	SourceURL  *string             `json:"source_url"`
	Source     catalog.Confidence  `json:"confidence"`
	Licence    *string             `json:"licence"`
	ValidFrom  *string             `json:"valid_from"`
	ValidTo    *string             `json:"valid_to"`
	Doubts     []string            `json:"doubts"`
	Exception  *string             `json:"exception"` // why an editor kept what a check objects to
}

type publishedJSON struct {
	Amount   *string           `json:"amount"`
	Max      *string           `json:"max"`
	Currency catalog.Currency  `json:"currency"`
	Unit     catalog.Unit      `json:"unit"`
	Kind     catalog.PriceKind `json:"kind"`
}

type moneyJSON struct {
	Amount   string           `json:"amount"`
	Max      *string          `json:"max"`
	Currency catalog.Currency `json:"currency"`
}

type doubtJSON struct {
	Verdict   catalog.Verdict `json:"verdict"`
	Text      string          `json:"text"`
	SourceURL *string         `json:"source_url"`
}

// places are the places that regions name, each a value of the region filter; nil
// where the source names none.
func places(regions []string) []string {
	var all []string
	for _, region := range regions {
		for _, place := range strings.Split(region, "、") {
			all = append(all, strings.TrimSpace(place))
		}
	}
	return all
}

// orNull is nil for the zero value, which stands for the unknown.
func orNull[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// optional is nil for the unknown.
func optional[T any](v catalog.Opt[T]) *T {
	if !v.Known {
		return nil
	}
	return &v.Value
}

func (o *offersPage) json() offersJSON {
	r := o.market.Search(o.query)
	j := offersJSON{
		Total: r.Total, PricesTotal: r.PricesTotal, NotShown: r.NotShown, HiddenPrices: r.HiddenPrices, HiddenOffers: r.HiddenOffers, Page: r.Page, Per: r.Per,
		AsOf: moment(o.market.At()), Currency: o.query.Currency, Unit: o.query.Unit, Month: o.query.Month,
		Facets: map[string][]facetJSON{}, Offers: make([]offerJSON, len(r.Offers)), Doubts: map[string]doubtJSON{}, Warnings: []string{},
	}
	for _, f := range r.Facets {
		j.Facets[f.Name] = o.facetJSON(&f)
	}
	for i := range r.Offers {
		j.Offers[i] = o.offerJSON(&r.Offers[i], &j)
	}
	j.Warnings = append(j.Warnings, o.trayNotes()...)
	return j
}

func (o *offersPage) facetJSON(f *catalog.Facet) []facetJSON {
	values := make([]facetJSON, len(f.Values))
	for i := range f.Values {
		v := &f.Values[i]
		values[i] = facetJSON{Value: v.Value, Label: o.facetLabel(f.Name, v), Count: v.Count}
	}
	return values
}

func (o *offersPage) offerJSON(offer *catalog.Offer, all *offersJSON) offerJSON {
	j := offerJSON{
		ID: offer.ID, Provider: offer.Provider.Slug, InstanceType: orNull(offer.InstanceType), AcceleratorName: offer.AcceleratorName,
		VRAMGB: optional(offer.VRAMGB), Count: optional(offer.Count), Share: offer.Share.Word(), Form: offer.Form,
		VCPU: optional(offer.VCPU), RAMGiB: optional(offer.RAMGiB), Region: places(offer.Regions),
		InterconnectGBs: optional(offer.InterconnectGBs), Availability: orNull(offer.Availability), Prices: make([]priceJSON, len(offer.Prices)),
	}
	if offer.Accelerator != nil {
		j.Accelerator = &offer.Accelerator.Slug
	}
	for i := range offer.Prices {
		j.Prices[i] = o.priceJSON(&offer.Prices[i], all)
	}
	return j
}

func (o *offersPage) priceJSON(p *catalog.Price, all *offersJSON) priceJSON {
	j := priceJSON{
		ID: p.ID, Billing: p.Billing, Price: publishedPrice(p), Ranked: p.Ranked(), WhyNot: append([]catalog.WhyNot{}, p.WhyNot...),
		Grade: p.Grade, Freshness: p.Freshness, Seen: orNull(p.Source.Seen.String()), SourceURL: orNull(p.Source.Link()),
		Source: p.Source.Confidence, Licence: orNull(p.Source.Licence), ValidFrom: orNull(p.ValidFrom.String()),
		ValidTo: orNull(p.ValidTo.String()), Doubts: append([]string{}, p.Doubts...), Exception: orNull(p.Exception),
	}
	hour := o.look.Basis.PerGPUHour(p)
	if j.PerGPUHour = hourMoney(hour); j.PerGPUHour == nil {
		j.Reason = &hour.Reason
	}
	j.InUnit = unitMoney(o.look.Basis.In(o.query.Unit, p), o.query.Unit)
	if hour.Rate != nil && all.Rate == nil {
		all.Rate = rateOf(hour.Rate)
	}
	if len(p.Doubts) > 0 {
		maps.Copy(all.Doubts, doubtsAnswer(o.frame.Lang, o.market, p.Doubts))
	}
	return j
}

func rateOf(r *catalog.Rate) *rateJSON {
	return &rateJSON{
		Pair: string(r.Base) + "/" + string(r.Quote), Rate: r.Value.String(), Date: r.Date.String(), SourceURL: orNull(r.Source.Link()),
	}
}

// publishedPrice is the price as published, with at least two decimals.
func publishedPrice(p *catalog.Price) publishedJSON {
	j := publishedJSON{Currency: p.Currency, Unit: p.Unit, Kind: p.Kind}
	if p.Amount.Known {
		j.Amount = orNull(twoDecimals(p.Amount.Value))
	}
	if p.Max.Known {
		j.Max = orNull(twoDecimals(p.Max.Value))
	}
	return j
}

// twoDecimals writes an amount exactly, with at least two decimals.
func twoDecimals(d catalog.Decimal) string { return d.Trim(2).Pad(2).String() }

package handlers

import (
	"gpuscale/catalog"
	"gpuscale/views"
)

// providerJSON is the JSON of one provider; what is not published is null or empty.
type providerJSON struct {
	viewpointJSON
	Slug          string                 `json:"slug"`
	Name          string                 `json:"name"`
	NameZh        string                 `json:"name_zh"`
	NameEn        string                 `json:"name_en"`
	Kind          catalog.ProviderKind   `json:"kind"`
	Market        catalog.MarketArea     `json:"market"`
	Status        catalog.ProviderStatus `json:"status"`
	Website       *string                `json:"website"`
	BillingModes  []string               `json:"billing_modes"`
	BillingDetail *string                `json:"billing_detail"`
	MinRental     *string                `json:"min_rental"`
	SLA           *slaJSON               `json:"sla"`
	Compliance    []string               `json:"compliance"`
	Regions       []string               `json:"regions"`
	Invoice       *string                `json:"invoice"`
	FreeTrial     *string                `json:"free_trial"`
	Whitepaper    *string                `json:"whitepaper"`
	Cases         *string                `json:"cases"`
	Schedulers    []string               `json:"schedulers"`
	Frameworks    []string               `json:"frameworks"`
	CUDAVersions  []string               `json:"cuda_versions"`
	StoragePrice  *string                `json:"storage_price"`
	EgressPrice   *string                `json:"egress_price"`
	Source        sourceJSON             `json:"source"` // of the fields above
	Facts         []factJSON             `json:"facts"`
	ExtraCosts    []extraCostJSON        `json:"extra_costs"`
	Ask           []string               `json:"before_signing"`
	OffersTotal   int                    `json:"offers_total"`
	RankedOffers  int                    `json:"ranked_offers"`
	Offers        []offerJSON            `json:"offers"`
	Announced     []announcedJSON        `json:"announced"` // prices not in force yet
	Doubts        map[string]doubtJSON   `json:"doubts"`
}

// slaJSON is an availability with what it covers.
type slaJSON struct {
	Percent string  `json:"percent"`
	Scope   *string `json:"scope"`
}

// factJSON is one statement about a provider.
type factJSON struct {
	Group   catalog.Group `json:"group"`
	Key     string        `json:"key"`
	Label   string        `json:"label"`
	Value   string        `json:"value"`
	Unit    *string       `json:"unit"`
	Subject *string       `json:"subject"`
	From    *string       `json:"valid_from"`
	To      *string       `json:"valid_to"`
	sourceJSON
}

// extraCostJSON is a cost, quota or rule beside the card's price. A price without a
// currency is a span of time in its unit.
type extraCostJSON struct {
	Type      string            `json:"type"`
	Item      string            `json:"item"`
	Price     *string           `json:"price"`
	PriceMax  *string           `json:"price_max"`
	Currency  *catalog.Currency `json:"currency"`
	Unit      *string           `json:"unit"`
	FreeQuota []string          `json:"free_quota"`
	Billed    *bool             `json:"billed_while_stopped"`
	Rule      *string           `json:"rule"`
	sourceJSON
}

func providerAnswer(f views.Frame, v *views.Viewpoint, m *views.ProviderModel) providerJSON {
	p := m.Provider
	in := func(w catalog.Words) *string { return orNull(views.In(f.Lang, w)) }
	j := providerJSON{
		viewpointJSON: viewpointAnswer(v), Slug: p.Slug, Name: m.Name, NameZh: p.Name.Zh, NameEn: p.Name.En, Kind: p.Kind, Market: p.Market,
		Status: p.Status, Website: webAddress(p.Website), BillingModes: append([]string{}, p.BillingModes...), BillingDetail: in(p.BillingDetail),
		MinRental: in(p.MinRental), Compliance: append([]string{}, p.Compliance...), Regions: wordsIn(f, p.Regions), Invoice: in(p.Invoice),
		FreeTrial: in(m.Traits.Trial), Whitepaper: in(m.Traits.Whitepaper), Cases: in(m.Traits.Cases), Schedulers: append([]string{}, p.Schedulers...),
		Frameworks: append([]string{}, p.Frameworks...), CUDAVersions: append([]string{}, p.CUDAVersions...), StoragePrice: in(p.StoragePrice),
		EgressPrice: in(p.EgressPrice), Source: sourceAnswer(v, p.Source, p.Doubts), Facts: factsAnswer(f, v, p), ExtraCosts: extraCostsAnswer(f, v, p),
		Ask: m.Ask, OffersTotal: m.Count.Offers, RankedOffers: m.Count.RankedOffers,
	}
	if percent, ok := p.SLAPercent.Get(); ok {
		j.SLA = &slaJSON{percent.Trim(0).String(), in(p.SLAScope)}
	}
	j.Offers, j.Doubts = offerList(f, v, m.Rentals.Everything)
	j.Announced = announcedAnswer(f.Lang, v, &m.Rentals, j.Doubts)
	for id, d := range providerDoubts(f, v, &j) {
		j.Doubts[id] = d
	}
	return j
}

func wordsIn(f views.Frame, list []catalog.Words) []string {
	words := make([]string, len(list))
	for i, w := range list {
		words[i] = views.In(f.Lang, w)
	}
	return words
}

func factsAnswer(f views.Frame, v *views.Viewpoint, p *catalog.Provider) []factJSON {
	all := []factJSON{}
	for _, fact := range v.Market.Facts(p.Slug) {
		k, ok := v.Market.FactKey(fact.Key)
		if !ok {
			continue
		}
		unit := fact.Unit
		if unit == "" {
			unit = k.Unit
		}
		all = append(all, factJSON{
			Group: k.Group, Key: fact.Key, Label: views.In(f.Lang, k.Label), Value: views.In(f.Lang, fact.Value), Unit: orNull(unit),
			Subject: orNull(views.In(f.Lang, fact.Subject)), From: orNull(fact.ValidFrom.String()), To: orNull(fact.ValidTo.String()), sourceJSON: sourceAnswer(v, fact.Source, fact.Doubts),
		})
	}
	return all
}

func extraCostsAnswer(f views.Frame, v *views.Viewpoint, p *catalog.Provider) []extraCostJSON {
	all := []extraCostJSON{}
	for _, c := range v.Market.ExtraCosts(p.Slug) {
		all = append(all, extraCostJSON{
			Type: c.Type, Item: views.In(f.Lang, c.Item), Price: exactText(c.Price), PriceMax: exactText(c.PriceMax), Currency: orNull(c.Currency),
			Unit: orNull(c.Unit), FreeQuota: wordsIn(f, c.FreeQuota), Billed: optional(c.BilledWhileStopped), Rule: orNull(views.In(f.Lang, c.Rule)),
			sourceJSON: sourceAnswer(v, c.Source, c.Doubts),
		})
	}
	return all
}

// exactText writes a number as published; null when unknown.
func exactText(d catalog.Opt[catalog.Decimal]) *string {
	if !d.Known {
		return nil
	}
	return orNull(d.Value.Trim(0).String())
}

// providerDoubts words the doubts that the facts and costs of an answer name.
func providerDoubts(f views.Frame, v *views.Viewpoint, j *providerJSON) map[string]doubtJSON {
	lists := [][]string{j.Source.Doubts}
	for i := range j.Facts {
		lists = append(lists, j.Facts[i].Doubts)
	}
	for i := range j.ExtraCosts {
		lists = append(lists, j.ExtraCosts[i].Doubts)
	}
	return doubtsAnswer(f.Lang, v.Market, lists...)
}

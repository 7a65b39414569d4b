package handlers

import (
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
)

// offersParams are the parameters of the offers page, in the order of links.
var offersParams = []string{"show", "q", "provider", "gpu", "vendor", "kind", "market", "vram_min", "vram_max",
	"count_min", "count_max", "share", "form", "interconnect_min", "region", "billing", "price_kind", "grade",
	"freshness", "why_not", "price_min", "price_max", "currency", "unit", "month", "sort", "page", "per", "pick", "as_of"}

// The vocabularies that only this page has.
var (
	shows      = []catalog.Show{catalog.ShowRanked, catalog.ShowAll}
	offerUnits = []catalog.Unit{catalog.GPUHour, catalog.GPUMonth, catalog.InstanceHour}
	kinds      = []catalog.ProviderKind{catalog.Hyperscaler, catalog.Specialist, catalog.DomesticChip, catalog.Academic, catalog.Marketplace}
	areas      = []catalog.MarketArea{catalog.MainlandChina, catalog.International}
	shares     = []catalog.ShareWord{catalog.ShareWhole, catalog.ShareSlice, catalog.ShareUnknown}
	months     = []catalog.MonthHours{catalog.Month730, catalog.Month720, catalog.Month744}
)

const (
	perMax = 200
	// pageMax bounds page numbers, so that no arithmetic on them can overflow and the
	// message that names it can be read.
	pageMax = 1_000_000
)

// The fields of numbers: what people can mean, generously.
var (
	gigabytes  = catalog.TypedField{Decimals: 3, Max: catalog.WholeDecimal(1_000_000)}
	cardCount  = catalog.TypedField{Max: catalog.WholeDecimal(1_000_000)}
	shownPrice = catalog.TypedField{Decimals: 9, Max: catalog.WholeDecimal(1_000_000_000), Units: catalog.CountUnits}
)

// parseOffers reads the query of the offers page; what is wrong is noted in q.
func parseOffers(q *query, m *catalog.Market) catalog.OfferQuery {
	o := catalog.OfferQuery{
		Show: word(q, "show", shows, ""), Text: q.typed("q"),
		Provider: q.providerTerms("provider", m),
		GPU:      termsBy(q, "gpu", gpuSlug(m), q.allowed("offers.slug.gpu")),
		Vendor:   termsBy(q, "vendor", m.Vendor, func() string { return strings.Join(m.Vendors(), ", ") }),
		Kind:     terms(q, "kind", kinds), Market: terms(q, "market", areas),
		VRAM:  catalog.Bounds{Min: q.figure("vram_min", gigabytes), Max: q.figure("vram_max", gigabytes)},
		Count: catalog.Bounds{Min: q.figure("count_min", cardCount), Max: q.figure("count_max", cardCount)},
		Share: terms(q, "share", shares), Form: terms(q, "form", catalog.Forms),
		InterconnectMin: q.figure("interconnect_min", gigabytes),
		Region:          termsBy(q, "region", m.Region, func() string { return strings.Join(m.Places(), ", ") }),
		Billing:         terms(q, "billing", catalog.BillingModes), PriceKind: terms(q, "price_kind", catalog.PriceKinds),
		Grade: terms(q, "grade", catalog.Grades), Freshness: terms(q, "freshness", catalog.FreshnessWords),
		WhyNot:   terms(q, "why_not", catalog.WhyNots),
		PriceMin: q.number("price_min", shownPrice), PriceMax: q.number("price_max", shownPrice),
		Currency: word(q, "currency", catalog.Currencies, catalog.CNY), Unit: word(q, "unit", offerUnits, catalog.GPUHour),
		Month: month(q), Sort: sortOf(q),
		Page: q.whole("page", 1, pageMax, 1), Per: q.whole("per", 1, perMax, catalog.DefaultPer),
	}
	if o.Show == "" {
		o.Show = catalog.ShowRanked
		if len(o.WhyNot.In) > 0 { // prices that are not ranked are asked for
			o.Show = catalog.ShowAll
		}
	}
	return o
}

func gpuSlug(m *catalog.Market) func(string) (string, bool) {
	return func(typed string) (string, bool) {
		slug := strings.ToLower(typed)
		_, ok := m.Accelerator(slug)
		return slug, ok
	}
}

// allowed words what a parameter may hold where listing the values is no help.
func (q *query) allowed(key string) func() string {
	return func() string { return text.T(q.lang, key) }
}

// month reads the month convention, in hours; absent gives 730.
func month(q *query) catalog.MonthHours {
	typed := q.typed("month")
	if typed == "" {
		return catalog.Month730
	}
	hours, err := strconv.Atoi(catalog.Fold(typed))
	if err != nil || !slices.Contains(months, catalog.MonthHours(hours)) {
		q.failWord("month", typed, "730, 720, 744")
		return catalog.Month730
	}
	return catalog.MonthHours(hours)
}

// sortOf reads the order; a leading minus is descending.
func sortOf(q *query) catalog.Sort {
	typed, descending := strings.CutPrefix(q.typed("sort"), "-")
	if typed == "" && !descending {
		return catalog.Sort{Key: catalog.SortPrice}
	}
	key, ok := fold(typed, catalog.SortKeys)
	if !ok {
		q.failWord("sort", q.typed("sort"), vocabularyText(catalog.SortKeys))
		return catalog.Sort{Key: catalog.SortPrice}
	}
	return catalog.Sort{Key: key, Desc: descending}
}

// sortWord is how an order is written in a query.
func sortWord(s catalog.Sort) string {
	if s.Desc {
		return "-" + string(s.Key)
	}
	return string(s.Key)
}

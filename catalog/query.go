package catalog

// Show says which prices an offer list holds.
type Show string

// Lists: ShowRanked (the default) holds ranked prices, ShowAll every price.
const (
	ShowRanked Show = "ranked"
	ShowAll    Show = "all"
)

// Terms are the values of one filter: any of In, and none of Out. Empty Terms let
// everything pass. In passes only what is known to be one of the values; Out lets
// the unknown pass.
type Terms[T ~string] struct {
	In, Out []T
}

// Empty reports whether the filter is off.
func (t Terms[T]) Empty() bool { return len(t.In) == 0 && len(t.Out) == 0 }

// Bounds is a closed interval; an unknown end is open. A value that is unknown
// lies in no interval.
type Bounds struct {
	Min, Max Number
}

// Empty reports whether the filter is off.
func (b Bounds) Empty() bool { return !b.Min.Known && !b.Max.Known }

// SortKey names what offers are sorted by.
type SortKey string

// Sort keys. Prices go by the lowest per-card-hour, or per-card-month where that is
// shown, among the prices left, seen by the newest date among them; price_per_tflops is
// the lowest per-card-hour by dense FP16 TFLOPS, price_per_gb by memory per card.
const (
	SortPrice          SortKey = "price"
	SortVRAM           SortKey = "vram"
	SortCount          SortKey = "count"
	SortProvider       SortKey = "provider"
	SortSeen           SortKey = "seen"
	SortPricePerTFLOPS SortKey = "price_per_tflops"
	SortPricePerGB     SortKey = "price_per_gb"
)

// SortKeys lists the sort keys in display order.
var SortKeys = []SortKey{SortPrice, SortVRAM, SortCount, SortProvider, SortSeen, SortPricePerTFLOPS, SortPricePerGB}

// Sort is an order of offers. Offers without a known value come last in both
// directions; ties go by provider, then id.
type Sort struct {
	Key  SortKey
	Desc bool
}

// OfferQuery is a validated search for offers; the zero value lists every ranked
// offer by price. GPU holds accelerator slugs: a part matches itself, a family
// itself and what belongs to it. PriceMin and PriceMax are in Currency and Unit
// (GPUHour, InstanceHour or GPUMonth) and hold for the figure as printed: four decimals
// an hour, two a month. Naming a value in Share, PriceKind, Grade or
// Freshness widens just that condition of ShowRanked.
type OfferQuery struct {
	Show            Show
	Text            string
	Provider        Terms[string]
	GPU             Terms[string]
	Vendor          Terms[string]
	Kind            Terms[ProviderKind]
	Market          Terms[MarketArea]
	VRAM            Bounds // GB per card
	Count           Bounds // cards
	Share           Terms[ShareWord]
	Form            Terms[Form]
	InterconnectMin Number // GB/s
	Region          Terms[string]
	Billing         Terms[BillingMode]
	PriceKind       Terms[PriceKind]
	Grade           Terms[Grade]
	Freshness       Terms[Freshness]
	WhyNot          Terms[WhyNot] // prices that are kept out of rankings for one of these reasons
	PriceMin        Opt[Decimal]
	PriceMax        Opt[Decimal]
	Currency        Currency   // CNY when empty
	Unit            Unit       // GPUHour when empty
	Month           MonthHours // 730 when 0
	Sort            Sort
	Page            int // from 1; 0 is the first
	Per             int // offers a page; 0 is 50
}

// DefaultPer is the number of offers on a page when none is asked for.
const DefaultPer = 50

// withDefaults fills the fields whose zero value stands for a default.
func (q OfferQuery) withDefaults() OfferQuery {
	if q.Show == "" {
		q.Show = ShowRanked
	}
	if q.Currency == "" {
		q.Currency = CNY
	}
	if q.Unit == "" {
		q.Unit = GPUHour
	}
	if q.Month == 0 {
		q.Month = Month730
	}
	if q.Sort.Key == "" {
		q.Sort.Key = SortPrice
	}
	q.Page = max(q.Page, 1)
	if q.Per <= 0 {
		q.Per = DefaultPer
	}
	return q
}

// OfferResult answers an OfferQuery. NotShown counts, by code, the prices that fit
// every filter but are not ranked; a price with several codes counts under each,
// in HiddenPrices once. HiddenOffers counts the offers that are missing for that
// reason alone.
type OfferResult struct {
	Total        int // offers
	PricesTotal  int // prices of those offers that fit
	NotShown     map[WhyNot]int
	HiddenPrices int
	HiddenOffers int
	Page, Per    int
	Basis        Basis
	Facets       []Facet
	Offers       []Offer // one page, each with the prices that fit
}

// Facet returns the facet with the given name.
func (r *OfferResult) Facet(name string) (Facet, bool) {
	for _, f := range r.Facets {
		if f.Name == name {
			return f, true
		}
	}
	return Facet{}, false
}

// Facet is one filter with its values and, for each, how many offers would be
// listed with that value under all the other filters. Name is the parameter's
// name; the numeric filters have the facets vram and count.
type Facet struct {
	Name   string
	Values []FacetValue
}

// FacetValue is one choice of a facet. Label is blank where Value is a word of a
// fixed vocabulary, which the interface has texts for.
type FacetValue struct {
	Value    string
	Label    Words
	Count    int
	Selected bool
	Excluded bool
}

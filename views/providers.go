package views

import (
	"regexp"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
)

// ProvidersList is the fragment of the providers page that changes with its filters.
const ProvidersList = "provider-list"

// ProvidersModel is the list of providers.
type ProvidersModel struct {
	View    *Viewpoint
	Filters ListFilters
	Unit    string
	Rows    []ProviderRow
	Credits []Credit
}

// ProviderRow is one provider of the list.
type ProviderRow struct {
	Slug, Name, Href                  string
	Kind, Market, Status              string
	Warn                              bool // not ranked at all
	Offers                            string
	OffersHint                        string
	Lowest, LowestCard, LowestHref    string // "" without a ranked on-demand price
	LowestCite                        Citation
	Checked                           Citation
	Trial, Whitepaper, Cases, Billing string     // "" is unknown
	Heterogeneous, Latency            string     // "" is unknown
	More                              []FactLine // what the article's trends ask for, where it is stated
	Count                             catalog.Count
	LowestHour                        *catalog.PerHour
	LowestPrice                       catalog.Price
}

// Traits are what the list can be filtered by beside the provider's own record; an
// empty text is unknown.
type Traits struct{ Trial, Whitepaper, Cases, Heterogeneous, Latency catalog.Words }

// stated reports whether a text is there; what is not published is unknown.
func stated(w catalog.Words) bool { return w != catalog.Words{} }

var (
	whitepaperWord = regexp.MustCompile(`白皮书|(?i)white ?paper`)
	customerWord   = regexp.MustCompile(`用户|客户|高校|案例|(?i)users|customers|universit`)
)

// TraitsOf gathers trial, white papers and customer cases of a provider from its
// record and its facts. The record has white papers and customers in one column.
func TraitsOf(m *catalog.Market, p *catalog.Provider) Traits {
	t := Traits{Trial: p.FreeTrial}
	switch both := p.Whitepaper.Zh + p.Whitepaper.En; {
	case whitepaperWord.MatchString(both):
		t.Whitepaper = p.Whitepaper
	case customerWord.MatchString(both):
		t.Cases = p.Whitepaper
	}
	for _, fact := range m.Facts(p.Slug) {
		switch fact.Key {
		case "free_trial":
			fill(&t.Trial, fact.Value)
		case "whitepaper":
			fill(&t.Whitepaper, fact.Value)
		case "users_claim":
			fill(&t.Cases, fact.Value)
		case "heterogeneous":
			fill(&t.Heterogeneous, fact.Value)
		case "latency":
			if k, ok := m.FactKey(fact.Key); ok {
				fill(&t.Latency, catalog.FactText(k, &fact))
			}
		}
	}
	return t
}

func fill(to *catalog.Words, value catalog.Words) {
	if !stated(*to) {
		*to = value
	}
}

// NewProviderRow prepares one provider of the list.
func NewProviderRow(f Frame, v *Viewpoint, p *catalog.Provider, c catalog.Count) ProviderRow {
	t := TraitsOf(v.Market, p)
	r := ProviderRow{
		Slug: p.Slug, Name: In(f.Lang, p.Name), Href: v.Href(f, "/providers/"+p.Slug), Kind: text.Word(f.Lang, "provider_kind", string(p.Kind)),
		Market: text.Word(f.Lang, "market", string(p.Market)), Status: text.Word(f.Lang, "provider_status", string(p.Status)), Warn: !p.Ranked(),
		Offers: text.Count(c.RankedOffers) + " / " + text.Count(c.Offers), OffersHint: f.T("providers.offers.hint", "ranked", c.RankedOffers, "all", c.Offers),
		Checked: Cite(f.Lang, catalog.Source{Seen: c.Newest}, v.Market.At()),
		Trial:   In(f.Lang, t.Trial), Whitepaper: In(f.Lang, t.Whitepaper), Cases: In(f.Lang, t.Cases),
		Heterogeneous: In(f.Lang, t.Heterogeneous), Latency: In(f.Lang, t.Latency), More: factsOf(f, v, p, "heterogeneous", "latency"),
		Billing: modesText(f.Lang, p.BillingModes), Count: c,
	}
	if o, price, ok := v.Market.Price(c.Lowest); ok {
		hour := v.Basis.PerGPUHour(&price)
		r.LowestHour, r.LowestPrice = &hour, price
		r.Lowest, r.LowestCard, r.LowestCite = HourlyRange(hour.Range), o.AcceleratorName, CitePrice(f.Lang, v.Market, &price)
		if a := o.Accelerator; a != nil {
			r.LowestCard, r.LowestHref = CardName(a), v.Href(f, "/gpus/"+a.Slug)
		}
	}
	return r
}

// modesText names the billing modes of a provider; the data set's words are finer
// than those of offers.
func modesText(l text.Lang, modes []string) string {
	words := make([]string, len(modes))
	for i, mode := range modes {
		words[i] = text.Word(l, "provider_billing", mode)
	}
	return strings.Join(words, text.T(l, "list.separator"))
}

// providerCredits are the credits of the prices in the list.
func providerCredits(rows []ProviderRow) []Credit {
	cited := make([]Citation, len(rows))
	for i := range rows {
		cited[i] = rows[i].LowestCite
	}
	return Credits(cited)
}

// NewProviders completes the model of the list.
func NewProviders(f Frame, v *Viewpoint, filters ListFilters, rows []ProviderRow) ProvidersModel {
	filters.Target = ProvidersList
	filters.Total = f.N("providers.total", len(rows))
	return ProvidersModel{View: v, Filters: filters, Unit: v.unit(f), Rows: rows, Credits: providerCredits(rows)}
}

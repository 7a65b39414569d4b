package views

import (
	"net/url"

	"gpuscale/catalog"
)

// TrendLink leads from what the article says of the market to the filter or question
// by which a reader finds it in the data.
type TrendLink struct{ Text, Href string }

// Trends counts what the market has of each trend; asOf is the moment that links
// keep, "" for the present.
type Trends struct {
	frame  Frame
	market *catalog.Market
	asOf   string
}

// NewTrends prepares the links of a page.
func NewTrends(f Frame, m *catalog.Market, asOf string) Trends { return Trends{f, m, asOf} }

// Links returns the links of a trend or conclusion; nil for a slug that the data set
// has got since.
func (t Trends) Links(slug string) []TrendLink {
	switch slug {
	case "heterogeneous":
		return []TrendLink{
			t.offers("vendor", "!NVIDIA", catalog.OfferQuery{Vendor: catalog.Terms[string]{Out: []string{"NVIDIA"}}}),
			t.providers("heterogeneous", func(p *catalog.Provider) bool { return stated(TraitsOf(t.market, p).Heterogeneous) }),
		}
	case "usage-based-billing":
		return []TrendLink{
			t.offers("billing", string(catalog.BillUsage), catalog.OfferQuery{Billing: catalog.Terms[catalog.BillingMode]{In: []catalog.BillingMode{catalog.BillUsage}}}),
			t.link("trend.utilisation", "/calculator/cost", "utilisation", "50"),
		}
	case "edge":
		return []TrendLink{
			t.providers("latency", func(p *catalog.Provider) bool { return stated(TraitsOf(t.market, p).Latency) }),
			t.link("trend.region", "/wizard/inference", "step", "region"),
			t.link("trend.latency", "/wizard/inference", "step", "latency_ms"),
		}
	case "market-structure":
		return t.kinds()
	case "selection-principle":
		return []TrendLink{t.link("trend.proof", "/wizard", "", "")}
	case "prefer-evidence":
		return []TrendLink{
			t.providers("free_trial", func(p *catalog.Provider) bool { return stated(TraitsOf(t.market, p).Trial) }),
			t.providers("whitepaper", func(p *catalog.Provider) bool { return stated(TraitsOf(t.market, p).Whitepaper) }),
			t.providers("cases", func(p *catalog.Provider) bool { return stated(TraitsOf(t.market, p).Cases) }),
		}
	}
	return nil
}

// kinds leads to the providers of each kind that the article names.
func (t Trends) kinds() []TrendLink {
	var links []TrendLink
	for _, kind := range []catalog.ProviderKind{catalog.Hyperscaler, catalog.Specialist, catalog.DomesticChip} {
		n := t.count(func(p *catalog.Provider) bool { return p.Kind == kind })
		links = append(links, TrendLink{t.frame.N("trend.kind."+string(kind), n), t.href("/providers", "kind", string(kind))})
	}
	return links
}

// offers leads to all offers of a filter, ranked or not.
func (t Trends) offers(name, value string, q catalog.OfferQuery) TrendLink {
	q.Show, q.Per = catalog.ShowAll, 1
	n := t.market.Search(q).Total
	return TrendLink{t.frame.N("trend.offers."+name, n), t.href("/offers", name, value) + "&show=all"}
}

func (t Trends) providers(name string, is func(*catalog.Provider) bool) TrendLink {
	return TrendLink{t.frame.N("trend.providers."+name, t.count(is)), t.href("/providers", name, "yes")}
}

func (t Trends) count(is func(*catalog.Provider) bool) int {
	n, all := 0, t.market.Providers()
	for i := range all {
		if is(&all[i]) {
			n++
		}
	}
	return n
}

func (t Trends) link(key, path, name, value string) TrendLink {
	return TrendLink{t.frame.T(key), t.href(path, name, value)}
}

func (t Trends) href(path, name, value string) string {
	query := url.Values{}
	if name != "" {
		query.Set(name, value)
	}
	if t.asOf != "" {
		query.Set("as_of", t.asOf)
	}
	if len(query) == 0 {
		return t.frame.Href(path)
	}
	return t.frame.Href(path + "?" + query.Encode())
}

package views

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
)

// ProviderModel is the page of one provider.
type ProviderModel struct {
	View      *Viewpoint
	Provider  *catalog.Provider
	Traits    Traits
	Name      string
	Summary   string
	Checked   Citation
	Count     catalog.Count
	Notice    string // why its prices are not ranked, or how little is known
	Groups    []FactGroup
	Record    []RecordLine
	RecordAt  Citation
	Stopped   []StoppedPart
	Costs     []ExtraRow
	Rentals   Rentals
	Ask       []string
	Doubts    []DoubtLine
	OffersAll string
	Compare   []CompareWith
	Feed      string
}

// CompareWith leads to a comparison with others.
type CompareWith struct{ Href, Label string }

// RecordLine is one line of the provider's own record; Text is "" where nothing is
// published.
type RecordLine struct{ Label, Text, Lang string }

// NewProvider prepares the page of a provider.
func NewProvider(f Frame, v *Viewpoint, p *catalog.Provider) ProviderModel {
	m := ProviderModel{
		View: v, Provider: p, Traits: TraitsOf(v.Market, p), Name: In(f.Lang, p.Name), Count: v.Market.Tally().Providers[p.Slug],
		RecordAt: Cite(f.Lang, p.Source, v.Market.At()), Feed: "/providers/" + p.Slug + "/feed.atom",
		OffersAll: f.Href("/offers?show=all&provider=" + url.QueryEscape(p.Slug)),
	}
	m.Summary = strings.Join([]string{
		text.Word(f.Lang, "provider_kind", string(p.Kind)), text.Word(f.Lang, "market", string(p.Market)),
		text.Word(f.Lang, "provider_status", string(p.Status)), f.N("provider.offers", m.Count.Offers, "ranked", m.Count.RankedOffers),
	}, " · ")
	m.Checked = Cite(f.Lang, catalog.Source{Seen: m.Count.Newest}, v.Market.At())
	if p.Status != catalog.StatusActive {
		m.Notice = f.T("provider.notice." + string(p.Status))
	}
	m.Rentals = NewRentals(f, v, catalog.OfferQuery{Provider: catalog.Terms[string]{In: []string{p.Slug}}}, func(o *catalog.Offer) bool { return o.Provider.Slug == p.Slug })
	m.Rentals.AllHref = m.OffersAll
	m.Groups = factGroups(f, v, p)
	m.Record = recordLines(f, p, m.Traits)
	m.Costs = extraRows(f, v, p.Slug)
	m.Stopped = stoppedParts(f, v, p, m.Costs)
	m.Ask = m.asks(f)
	m.Doubts = m.ownDoubts(f, v)
	m.Compare = compareWith(f, v, p)
	return m
}

// ownDoubts are the doubts about the provider that stand beside no fact of its page.
func (m *ProviderModel) ownDoubts(f Frame, v *Viewpoint) []DoubtLine {
	var beside []string
	for _, fact := range v.Market.Facts(m.Provider.Slug) {
		beside = append(beside, fact.Doubts...)
	}
	return slices.DeleteFunc(DoubtLines(f.Lang, v.Market, m.Provider.Doubts), func(d DoubtLine) bool { return slices.Contains(beside, d.ID) })
}

// recordLines are what the provider's own record says, each line named even where
// nothing is published.
func recordLines(f Frame, p *catalog.Provider, t Traits) []RecordLine {
	line := func(key string, w catalog.Words) RecordLine {
		return RecordLine{Label: f.T("provider.record." + key), Text: In(f.Lang, w), Lang: foreign(f.Lang, w)}
	}
	plain := func(key string, list []string) RecordLine {
		return RecordLine{Label: f.T("provider.record." + key), Text: strings.Join(list, f.T("list.separator"))}
	}
	listed := func(key string, list []catalog.Words) RecordLine {
		return RecordLine{Label: f.T("provider.record." + key), Text: joinIn(f.Lang, list)}
	}
	return []RecordLine{
		{Label: f.T("provider.record.modes"), Text: modesText(f.Lang, p.BillingModes)},
		line("billing", p.BillingDetail), line("min-rental", p.MinRental), line("storage", p.StoragePrice), line("egress", p.EgressPrice),
		{Label: f.T("provider.record.sla"), Text: SLAText(f.Lang, p)},
		plain("compliance", p.Compliance), listed("regions", p.Regions), line("invoice", p.Invoice), line("trial", t.Trial),
		line("whitepaper", t.Whitepaper), line("cases", t.Cases), plain("schedulers", p.Schedulers), plain("frameworks", p.Frameworks),
		plain("cuda", p.CUDAVersions), listed("images", p.PreinstalledImages), listed("upload", p.DataUpload),
	}
}

// SLAText is the availability a provider states with what it covers, "" when none
// is published. The figure never stands without its scope.
func SLAText(l text.Lang, p *catalog.Provider) string {
	percent, ok := p.SLAPercent.Get()
	if !ok {
		return ""
	}
	scope := In(l, p.SLAScope)
	if scope == "" {
		scope = text.T(l, "provider.scope-unknown")
	}
	return text.T(l, "provider.sla", "percent", percent.Trim(0).String(), "scope", scope)
}

// foreign is the language of words that have no English on an English page.
func foreign(l text.Lang, w catalog.Words) string {
	if l == text.EN && w.En == "" && w.Zh != "" {
		return text.ZH.Tag()
	}
	return ""
}

// rivalCount is how many others a ready-made comparison has.
const rivalCount = 3

// compareWith leads to the providers of the same kind and market with the most
// offers, and to a free choice.
func compareWith(f Frame, v *Viewpoint, p *catalog.Provider) []CompareWith {
	t := v.Market.Tally()
	var rivals []catalog.Provider
	for _, other := range v.Market.Providers() {
		if other.Slug != p.Slug && other.Kind == p.Kind && other.Market == p.Market && other.Ranked() && t.Providers[other.Slug].Offers > 0 {
			rivals = append(rivals, other)
		}
	}
	slices.SortStableFunc(rivals, func(a, b catalog.Provider) int {
		return cmp.Compare(t.Providers[b.Slug].Offers, t.Providers[a.Slug].Offers)
	})
	rivals = rivals[:min(len(rivals), rivalCount)]
	free := CompareWith{f.Href("/compare?p=" + url.QueryEscape(p.Slug)), f.T("provider.compare.free")}
	if len(rivals) == 0 {
		return []CompareWith{free}
	}
	query, names := "p="+url.QueryEscape(p.Slug), make([]string, len(rivals))
	for i := range rivals {
		query += "&p=" + url.QueryEscape(rivals[i].Slug)
		names[i] = In(f.Lang, rivals[i].Name)
	}
	return []CompareWith{{f.Href("/compare?" + query), f.T("provider.compare", "names", strings.Join(names, f.T("list.separator")))}, free}
}

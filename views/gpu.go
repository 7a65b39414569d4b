package views

import (
	"net/url"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/chart"
)

// GPUModel is the page of one card, or of a name that may mean several.
type GPUModel struct {
	View       *Viewpoint
	A          *catalog.Accelerator
	Name       string
	Summary    string
	Span       string // of a family: what its parts have, in one line
	Checked    Citation
	Unit       string
	Facts      []GPUFact
	Spec       []SpecLine
	SpecCite   Citation
	Confidence string
	MoreURLs   []string
	Export     string
	History    *chart.History
	Readings   []reading
	Drawn      bool // the chart shows every reading
	Rentals    Rentals
	Benchmarks []BenchmarkRow
	Candidates []GPURow
	Families   []GPURow // that this part may be meant by
	Similar    []Quote
	Doubts     []DoubtLine // of the market quotes
	Feed       string
	CompareTop string // address that compares the cheapest offers, "" with fewer than two
	CompareN   int
	CostHref   string
	SizingHref string
	Tally      catalog.Count
}

// GPUFact is one figure at the head of the page.
type GPUFact struct {
	Label, Value, Note, NoteHref string
	Host                         string // what machine comes with the price
	Cite                         *Citation
}

// compareTop is how many offers the page offers to compare at once.
const compareTop = 4

// NewGPU prepares the page of a card or family.
func NewGPU(f Frame, v *Viewpoint, a *catalog.Accelerator) GPUModel {
	tally := v.Market.Tally()
	m := GPUModel{
		View: v, A: a, Name: CardName(a), Unit: v.unit(f), Tally: tally.Accelerators[a.Slug], Feed: "/gpus/" + a.Slug + "/feed.atom",
		Spec: specLines(f.Lang, v.Market, a), SpecCite: Cite(f.Lang, a.Source, v.Market.At()), Export: In(f.Lang, a.ExportNote), MoreURLs: a.MoreSources,
		CostHref:   f.Href("/calculator/cost?gpu=" + url.QueryEscape(a.Slug) + "&gpus=1&hours=720"),
		SizingHref: f.Href("/calculator/sizing?gpu=" + url.QueryEscape(a.Slug)),
	}
	if a.SpecConfidence != "" {
		m.Confidence = text.Word(f.Lang, "spec_confidence", a.SpecConfidence)
	}
	m.Rentals = NewRentals(f, v, catalog.OfferQuery{GPU: catalog.Terms[string]{In: []string{a.Slug}}}, func(o *catalog.Offer) bool { return o.Accelerator != nil && o.Accelerator.Slug == a.Slug })
	m.Rentals.ByProvider = true
	m.Rentals.AllHref = f.Href("/offers?show=all&gpu=" + url.QueryEscape(a.Slug))
	m.Summary = f.N("gpu.summary", m.Rentals.Offers, "providers", m.Rentals.Providers, "prices", m.Rentals.Prices)
	m.Checked = Cite(f.Lang, catalog.Source{Seen: m.Tally.Newest}, v.Market.At())
	m.Facts = m.facts(f)
	m.history(f)
	m.Benchmarks = benchmarkRows(f, v, a.Slug)
	for i := range m.Benchmarks {
		m.Doubts = append(m.Doubts, m.Benchmarks[i].Cite.Doubts...)
	}
	m.relatives(f, tally)
	m.compareOffers(f)
	return m
}

// relatives are the parts of a family, the families of a part, and similar cards.
func (m *GPUModel) relatives(f Frame, t catalog.Tally) {
	v := m.View
	for _, slug := range m.A.Candidates {
		if part, ok := v.Market.Accelerator(slug); ok {
			m.Candidates = append(m.Candidates, newGPURow(f, v, part, t.Accelerators[slug]))
		}
	}
	if m.A.Family() {
		m.Span = familySpan(f, v, m.A)
	}
	for _, family := range v.Market.FamiliesOf(m.A.Slug) {
		if c := t.Accelerators[family.Slug]; c.Offers > 0 {
			m.Families = append(m.Families, newGPURow(f, v, family, c))
		}
	}
	m.Similar = similar(f, v, m.A)
}

// familySpan sums up what a family may be: 80 GB，PCIe 或 SXM：1,935–2,039 GB/s.
func familySpan(f Frame, v *Viewpoint, a *catalog.Accelerator) string {
	var forms []string
	seen := map[catalog.Form]bool{}
	for _, slug := range a.Candidates {
		part, ok := v.Market.Accelerator(slug)
		if ok && part.Form != "" && !seen[part.Form] {
			seen[part.Form] = true
			forms = append(forms, text.Word(f.Lang, "form", string(part.Form)))
		}
	}
	return f.T("gpu.family.span", "memory", spec(f.Lang, figureNamed("vram_gb"), a).full(), "forms", strings.Join(forms, f.T("gpu.or")),
		"bandwidth", spec(f.Lang, figureNamed("memory_bandwidth_gb_s"), a).full(), "fp16", spec(f.Lang, figureNamed("fp16_tflops_dense"), a).full())
}

func (m *GPUModel) history(f Frame) {
	h := newPriceHistory(f, m.View, m.A.Slug)
	if figure, ok := h.chart(f, m.Name, m.Unit); ok {
		m.History = &figure
	}
	m.Readings, m.Drawn = h.rows, h.found <= len(h.series)
}

// compareOffers leads to the comparison of the cheapest ranked offers, one a
// provider.
func (m *GPUModel) compareOffers(f Frame) {
	query, seen := "", map[string]bool{}
	for i := range m.Rentals.Rankings {
		o := &m.Rentals.Rankings[i]
		if seen[o.Provider.Slug] || m.CompareN == compareTop {
			continue
		}
		seen[o.Provider.Slug] = true
		m.CompareN++
		query += "&o=" + url.QueryEscape(o.ID)
	}
	if m.CompareN > 1 {
		m.CompareTop = f.Href("/compare?" + query[1:])
	}
}

// heading is the maker's name with the card's, unless the card's holds it.
func (m *GPUModel) heading() string {
	if m.A.Vendor == "" || strings.HasPrefix(m.Name, m.A.Vendor) {
		return m.Name
	}
	return m.A.Vendor + " " + m.Name
}

// benchmarkDoubts are the doubts of the market quotes that no list above explains.
func (m *GPUModel) benchmarkDoubts() []DoubtLine {
	var rest []DoubtLine
	for _, d := range allDoubts(Citation{Doubts: m.Doubts}) {
		if !slices.Contains(doubtIDs(m.Rentals.Doubts), d.ID) {
			rest = append(rest, d)
		}
	}
	return rest
}

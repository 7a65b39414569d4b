package handlers

import (
	"gpuscale/catalog"
	"gpuscale/views"
)

// gpuJSON is the JSON of one card or family.
type gpuJSON struct {
	viewpointJSON
	gpuLine
	Architecture      *string              `json:"architecture"`
	FormFactor        *string              `json:"form_factor"`
	MemoryType        *string              `json:"memory_type"`
	Interconnect      *string              `json:"interconnect"`
	PCIeGen           *string              `json:"pcie_gen"`
	ComputeCapability *string              `json:"compute_capability"`
	SoftwareStack     *string              `json:"software_stack"`
	LaunchYear        *int                 `json:"launch_year"`
	MIGInstancesMax   *int                 `json:"mig_instances_max"`
	ExportNote        *string              `json:"export_note"`
	Confidence        *string              `json:"spec_confidence"` // high, medium, low
	SourceURL         *string              `json:"spec_source_url"`
	MoreSources       []string             `json:"more_sources"`
	Families          []string             `json:"families"` // names that may mean this card
	Similar           []string             `json:"similar"`
	OffersTotal       int                  `json:"offers_total"`
	Offers            []offerJSON          `json:"offers"`
	Announced         []announcedJSON      `json:"announced"` // prices not in force yet
	History           []seriesJSON         `json:"history"`   // never joined across sources
	Benchmarks        []benchmarkJSON      `json:"benchmarks"`
	Doubts            map[string]doubtJSON `json:"doubts"`
}

// seriesJSON is what one source published about one offer under one billing mode.
type seriesJSON struct {
	Provider  string              `json:"provider"`
	Offer     string              `json:"offer"` // instance type, else the published name
	PriceID   string              `json:"price_id"`
	Billing   catalog.BillingMode `json:"billing"`
	Kind      catalog.PriceKind   `json:"kind"`
	SourceURL *string             `json:"source_url"`
	Points    []pointJSON         `json:"points"`
}

// pointJSON is one dated reading; per_gpu_hour is null when it cannot be known.
type pointJSON struct {
	Day        *string    `json:"day"`
	PerGPUHour *moneyJSON `json:"per_gpu_hour"`
	Ranked     bool       `json:"ranked"`
	Current    bool       `json:"current"`
}

func gpuAnswer(f views.Frame, v *views.Viewpoint, m *views.GPUModel) gpuJSON {
	a := m.A
	j := gpuJSON{
		viewpointJSON: viewpointAnswer(v), gpuLine: gpuLineOf(v, a, m.Tally), Architecture: orNull(a.Architecture), FormFactor: orNull(a.FormFactor),
		MemoryType: orNull(a.MemoryType), Interconnect: orNull(a.Interconnect), PCIeGen: orNull(a.PCIeGen), ComputeCapability: orNull(a.ComputeCapability),
		SoftwareStack: orNull(a.SoftwareStack), LaunchYear: optional(a.LaunchYear), MIGInstancesMax: optional(a.MIGInstancesMax),
		ExportNote: orNull(m.Export), Confidence: orNull(a.SpecConfidence), SourceURL: orNull(a.Source.Link()), MoreSources: append([]string{}, a.MoreSources...),
		Families: []string{}, Similar: []string{}, OffersTotal: m.Rentals.Offers, History: historyAnswer(v, a.Slug), Benchmarks: benchmarksAnswer(v, a.Slug),
	}
	for _, family := range v.Market.FamiliesOf(a.Slug) {
		j.Families = append(j.Families, family.Slug)
	}
	for _, s := range m.Similar {
		j.Similar = append(j.Similar, s.Slug)
	}
	j.Offers, j.Doubts = offerList(f, v, m.Rentals.Everything)
	j.Announced = announcedAnswer(f.Lang, v, &m.Rentals, j.Doubts)
	for _, b := range j.Benchmarks {
		for id, d := range doubtsAnswer(f.Lang, v.Market, b.Doubts) {
			j.Doubts[id] = d
		}
	}
	return j
}

func historyAnswer(v *views.Viewpoint, slug string) []seriesJSON {
	all := []seriesJSON{}
	for _, s := range v.Market.History(slug, v.Basis) {
		one := seriesJSON{Provider: s.Provider.Slug, Offer: s.Label, PriceID: s.PriceID, Billing: s.Billing, Kind: s.Kind, SourceURL: orNull(catalog.Source{URL: s.Source}.Link())}
		for _, p := range s.Points {
			one.Points = append(one.Points, pointJSON{orNull(p.Day.String()), hourMoney(p.Hour), p.Ranked, p.Current})
		}
		all = append(all, one)
	}
	return all
}

package views

import (
	"cmp"
	"slices"

	"gpuscale/catalog"
	"gpuscale/text"
)

// GPUsList is the fragment of the GPUs page that changes with its filters.
const GPUsList = "gpu-list"

// GPUsModel is the list of cards, families apart.
type GPUsModel struct {
	View     *Viewpoint
	Filters  ListFilters
	Unit     string
	Rows     []GPURow
	Families []GPURow
	Credits  []Credit
}

// GPURow is one card of a list.
type GPURow struct {
	A                                *catalog.Accelerator
	Name, Href, Vendor, Form         string
	Memory, Bandwidth, FP16, Link, W SpecLine
	CN, INTL                         QuoteSide // zero without a ranked price
	Offers                           string
	Parts                            int // of a family
	Count                            catalog.Count
}

// newGPURow prepares one card of a list.
func newGPURow(f Frame, v *Viewpoint, a *catalog.Accelerator, c catalog.Count) GPURow {
	r := GPURow{
		A: a, Name: CardName(a), Href: v.Href(f, "/gpus/"+a.Slug), Vendor: a.Vendor, Form: text.Word(f.Lang, "form", string(cmp.Or(a.Form, catalog.FormUnknown))),
		Memory: spec(f.Lang, figureNamed("vram_gb"), a), Bandwidth: spec(f.Lang, figureNamed("memory_bandwidth_gb_s"), a),
		FP16: spec(f.Lang, figureNamed("fp16_tflops_dense"), a), Link: spec(f.Lang, figureNamed("interconnect_gb_s"), a),
		W: spec(f.Lang, figureNamed("tdp_w"), a), Offers: text.Count(c.RankedOffers) + " / " + text.Count(c.Offers), Parts: len(a.Candidates), Count: c,
	}
	for i, side := range sides(f, v, a) {
		if i == 0 {
			r.CN = side
		} else {
			r.INTL = side
		}
	}
	return r
}

// sides are the best prices of a card by area; zero where none is ranked.
func sides(f Frame, v *Viewpoint, a *catalog.Accelerator) [2]QuoteSide {
	var both [2]QuoteSide
	for i, area := range areas {
		if best, ok := v.Market.Best(a.Slug, area); ok {
			both[i] = newQuoteSide(f, v, &best)
		}
	}
	return both
}

// NewGPUs prepares the list: parts with the most offers first, families apart.
func NewGPUs(f Frame, v *Viewpoint, filters ListFilters, fits func(*catalog.Accelerator) bool) GPUsModel {
	m := GPUsModel{View: v, Filters: filters, Unit: v.unit(f)}
	m.Filters.Target = GPUsList
	tally := v.Market.Tally()
	for i := range v.Market.Accelerators() {
		if a := &v.Market.Accelerators()[i]; fits(a) {
			m.Rows = append(m.Rows, newGPURow(f, v, a, tally.Accelerators[a.Slug]))
		}
	}
	for _, a := range v.Market.Families() {
		if fits(a) {
			m.Families = append(m.Families, newGPURow(f, v, a, tally.Accelerators[a.Slug]))
		}
	}
	offered := func(a, b GPURow) int {
		return cmp.Or(cmp.Compare(b.Count.RankedOffers, a.Count.RankedOffers), cmp.Compare(b.Count.Offers, a.Count.Offers))
	}
	slices.SortStableFunc(m.Rows, offered)
	slices.SortStableFunc(m.Families, offered)
	m.Filters.Total = f.N("gpus.total", len(m.Rows), "families", len(m.Families))
	m.Credits = rowCredits(m.Rows, m.Families)
	return m
}

func rowCredits(lists ...[]GPURow) []Credit {
	var cited []Citation
	for _, list := range lists {
		for i := range list {
			cited = append(cited, list[i].CN.Cite, list[i].INTL.Cite)
		}
	}
	return Credits(cited)
}

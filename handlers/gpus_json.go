package handlers

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/views"
)

// gpusJSON is the JSON of the list of cards.
type gpusJSON struct {
	viewpointJSON
	Total        int       `json:"total"`
	Accelerators []gpuLine `json:"accelerators"`
	Families     []gpuLine `json:"families"` // names that fit several cards
}

// gpuLine is one card: figures by their column in the data set, null when unknown.
// A family's figures are those its candidates share; spans holds the others.
type gpuLine struct {
	Slug         string              `json:"slug"`
	Name         string              `json:"name"`
	Vendor       *string             `json:"vendor"`
	Form         catalog.Form        `json:"form"`
	Candidates   []string            `json:"candidates"`
	Figures      map[string]*float64 `json:"figures"`
	Spans        map[string]spanJSON `json:"spans"`
	Best         bestByArea          `json:"best"`
	Offers       int                 `json:"offers"`
	RankedOffers int                 `json:"ranked_offers"`
}

// spanJSON is the range a figure takes over a family's candidates.
type spanJSON struct {
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	Missing int     `json:"missing"` // candidates for which it is unknown
}

func gpusAnswer(v *views.Viewpoint, m *views.GPUsModel) gpusJSON {
	return gpusJSON{viewpointJSON: viewpointAnswer(v), Total: len(m.Rows), Accelerators: gpuLines(v, m.Rows), Families: gpuLines(v, m.Families)}
}

func gpuLines(v *views.Viewpoint, rows []views.GPURow) []gpuLine {
	lines := make([]gpuLine, len(rows))
	for i := range rows {
		lines[i] = gpuLineOf(v, rows[i].A, rows[i].Count)
	}
	return lines
}

func gpuLineOf(v *views.Viewpoint, a *catalog.Accelerator, c catalog.Count) gpuLine {
	line := gpuLine{
		Slug: a.Slug, Name: views.CardName(a), Vendor: orNull(a.Vendor), Form: formOf(a), Candidates: append([]string{}, a.Candidates...),
		Figures: map[string]*float64{}, Spans: map[string]spanJSON{}, Best: bestOf(v, a.Slug), Offers: c.Offers, RankedOffers: c.RankedOffers,
	}
	for _, figure := range catalog.Figures {
		line.Figures[figure.Key] = optional(figure.Of(a))
		if span, ok := a.Spans[figure.Key]; ok {
			line.Spans[figure.Key] = spanJSON(span)
		}
	}
	return line
}

// writeGPUsCSV writes the whole list, families after the cards; a view for people.
func writeGPUsCSV(w io.Writer, f views.Frame, v *views.Viewpoint, m *views.GPUsModel) error {
	header := []string{f.T("gpus.csv.slug"), f.T("offers.col.gpu"), f.T("gpus.facet.vendor"), f.T("gpus.facet.form"), f.T("gpus.csv.family")}
	for _, figure := range catalog.Figures {
		header = append(header, views.In(f.Lang, figure.Label)+" "+figure.Unit)
	}
	for _, area := range areas {
		word := text.Word(f.Lang, "market", string(area))
		header = append(header, f.T("gpus.csv.best", "area", word), f.T("gpus.csv.provider", "area", word))
	}
	header = append(header, f.T("providers.csv.unit"), f.T("providers.csv.ranked"), f.T("providers.csv.all"), f.T("gpus.csv.confidence"), f.T("gpus.csv.source"), f.T("providers.csv.licence"))
	records := [][]string{header}
	for _, list := range [][]views.GPURow{m.Rows, m.Families} {
		for i := range list {
			records = append(records, gpuRecord(f, v, m.Unit, &list[i]))
		}
	}
	return csv.NewWriter(w).WriteAll(records)
}

func gpuRecord(f views.Frame, v *views.Viewpoint, unit string, r *views.GPURow) []string {
	a := r.A
	record := []string{a.Slug, r.Name, a.Vendor, r.Form, strings.Join(a.Candidates, "; ")}
	for _, figure := range catalog.Figures {
		record = append(record, figureCell(figure, a))
	}
	var licences []string
	priced := false
	for _, area := range areas {
		best, ok := v.Market.Best(a.Slug, area)
		if !ok {
			record = append(record, "", "")
			continue
		}
		priced = true
		if l := best.Price.Source.Licence; l != "" && !slices.Contains(licences, l) {
			licences = append(licences, l)
		}
		record = append(record, catalog.RoundHalfUp(v.Basis.PerGPUHour(&best.Price).Low, 4).String(), views.In(f.Lang, best.Offer.Provider.Name))
	}
	if !priced {
		unit = ""
	}
	record = append(record, unit, strconv.Itoa(r.Count.RankedOffers), strconv.Itoa(r.Count.Offers), a.SpecConfidence, a.Source.Link(), strings.Join(licences, "; "))
	for i, cell := range record {
		record[i] = dataset.Guard(cell)
	}
	return record
}

// figureCell is a figure without its unit, a family's span, or empty.
func figureCell(figure catalog.Figure, a *catalog.Accelerator) string {
	if value, ok := figure.Of(a).Get(); ok {
		return catalog.NumberText(value)
	}
	if span, ok := a.Spans[figure.Key]; ok {
		return catalog.NumberText(span.Low) + "–" + catalog.NumberText(span.High)
	}
	return ""
}

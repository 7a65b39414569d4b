package handlers

import (
	"encoding/csv"
	"io"
	"strconv"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/sizing"
	"gpuscale/views"
)

// sizingColumnKeys are the heads of the file, by key of their text.
var sizingColumnKeys = []string{
	"sizing.csv.accelerator", "sizing.csv.name", "sizing.csv.state", "sizing.col.cards", "sizing.csv.need", "sizing.csv.headroom",
	"sizing.csv.low", "sizing.csv.mid", "sizing.csv.high", "sizing.csv.tokens", "sizing.csv.first", "sizing.csv.full", "sizing.col.provider",
	"sizing.currency", "sizing.csv.hour", "sizing.csv.run-low", "sizing.csv.run-mid", "sizing.csv.run-high", "sizing.csv.token-low",
	"sizing.csv.token-high", "sizing.csv.source", "sizing.csv.seen", "cost.csv.credit", "sizing.col.notes",
}

// csv writes one line an accelerator, whether it fits or not; what is unknown is an
// empty cell.
func (s *sizingPage) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	head := make([]string, len(sizingColumnKeys))
	for i, key := range sizingColumnKeys {
		head[i] = s.t(key)
	}
	if err := out.Write(head); err != nil {
		return err
	}
	for _, fit := range s.listed() {
		if err := out.Write(s.record(fit)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func (s *sizingPage) record(f *sizing.Fit) []string {
	record := []string{f.Device.Slug, dataset.Guard(s.cardName(f.Device.Slug)), string(f.State)}
	cards := ""
	if f.Cards > 0 {
		cards = strconv.Itoa(f.Cards)
	}
	record = append(record, cards, cell(f.PerCardGB), cell(f.HeadroomGB))
	record = append(record, rangeCells(f.Hours)...)
	var first, full sizing.Figure
	if v := f.Serving; v != nil {
		first, full = sizing.Known(v.FirstToken), sizing.Known(v.MaxTokensPerS)
	}
	record = append(record, cell(f.TokensPerS), cell(first), cell(full))
	record = append(record, s.costCells(s.costs.cards[f.Device.Slug])...)
	return append(record, dataset.Guard(s.shortNotes(f)))
}

func cell(f sizing.Figure) string {
	if !f.Known {
		return ""
	}
	return strconv.FormatFloat(f.Value, 'g', 6, 64)
}

func rangeCells(r *sizing.Range) []string {
	if r == nil {
		return []string{"", "", ""}
	}
	return []string{cell(sizing.Known(r.Low)), cell(sizing.Known(r.Mid)), cell(sizing.Known(r.High))}
}

func (s *sizingPage) costCells(c *sizingCost) []string {
	if c == nil {
		return make([]string, 11)
	}
	cells := []string{
		dataset.Guard(views.In(s.lang(), c.offer.Provider.Name)), string(s.ask.currency), catalog.RoundHalfUp(c.hour, 2).String(),
		"", "", "", "", "", dataset.Guard(c.price.Source.Link()), c.price.Source.Seen.String(),
		dataset.Guard(creditWords(views.CitePrice(s.lang(), s.ask.market, &c.price).Credit)),
	}
	if c.run != nil {
		cells[3], cells[4], cells[5] = c.run.low.String(), c.run.mid.String(), c.run.high.String()
	}
	if c.token != nil {
		cells[6], cells[7] = c.token.low.String(), c.token.high.String()
	}
	return cells
}

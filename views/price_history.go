package views

import (
	"cmp"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/chart"
)

// drawnSeries is the most sources a chart can name without its labels hiding it.
const drawnSeries = 6

// reading is one dated price of an accelerator from one source, for tables.
type reading struct {
	Day      catalog.Date
	Provider string
	Offer    string
	Price    string
	Cite     Citation
	Ranked   bool
}

// priceHistory is what sources have published about one card's on-demand price.
// Two sources never continue one another: a line joins readings of one source, one
// offer and different days only.
type priceHistory struct {
	series  []chart.Series // the drawn ones, lines first
	rows    []reading      // all dated readings, the newest first
	undated int
	lines   []chart.Series // the drawn series of more than one day
	found   int            // series with a dated reading, drawn or not
}

// newPriceHistory reads the on-demand history of a card: prices of a kind that may
// be ranked, for whole cards, without open doubts, at any age.
func newPriceHistory(f Frame, v *Viewpoint, slug string) priceHistory {
	var h priceHistory
	var all []chart.Series
	for _, s := range v.Market.History(slug, v.Basis) {
		if s.Billing != catalog.OnDemand || !s.Kind.Rankable() || !drawable(v.Market, &s) {
			continue
		}
		for _, one := range split(s) {
			c := h.add(f, v, &one)
			if len(c.Points) > 0 {
				all = append(all, c)
			}
		}
	}
	h.found = len(all)
	h.series = chosen(all)
	nameApart(h.series)
	for _, s := range h.series {
		if len(s.Points) > 1 {
			h.lines = append(h.lines, s)
		}
	}
	if len(h.series) > 0 {
		h.series[0].Accent = len(h.series[0].Points) > 1 || len(h.series) == 1
	}
	slices.SortStableFunc(h.rows, func(a, b reading) int { return strings.Compare(b.Day.String(), a.Day.String()) })
	return h
}

// chosen picks the series to draw: those of several days, then the newest reading of
// each provider, then further ones.
func chosen(all []chart.Series) []chart.Series {
	newest := func(s chart.Series) string { return s.Points[len(s.Points)-1].Date }
	slices.SortStableFunc(all, func(a, b chart.Series) int {
		return cmp.Or(cmp.Compare(len(b.Points), len(a.Points)), strings.Compare(newest(b), newest(a)))
	})
	seen := map[string]bool{}
	var first, rest []chart.Series
	for _, s := range all {
		if len(s.Points) > 1 || !seen[s.Name] {
			first = append(first, s)
		} else {
			rest = append(rest, s)
		}
		seen[s.Name] = true
	}
	first = append(first, rest...)
	return first[:min(len(first), drawnSeries)]
}

// drawable keeps out prices of parts of a card and those that are objected to.
func drawable(m *catalog.Market, s *catalog.Series) bool {
	o, p, ok := m.Price(s.PriceID)
	if !ok {
		return true // replaced since
	}
	for _, code := range p.WhyNot {
		if code == catalog.NotDoubt || code == catalog.NotContradiction {
			return false
		}
	}
	return o.Share.Whole()
}

// split takes readings of one day apart: they are prices of different machines, not
// a course of one.
func split(s catalog.Series) []catalog.Series {
	days := map[catalog.Date]bool{}
	for _, p := range s.Points {
		days[p.Day] = true
	}
	if len(days) == len(s.Points) {
		return []catalog.Series{s}
	}
	all := make([]catalog.Series, len(s.Points))
	for i, p := range s.Points {
		all[i] = s
		all[i].Points = []catalog.Point{p}
	}
	return all
}

// add notes the readings of a series and returns what of it can be drawn.
func (h *priceHistory) add(f Frame, v *Viewpoint, s *catalog.Series) chart.Series {
	name := In(f.Lang, s.Provider.Name)
	source := catalog.Source{URL: s.Source}
	if _, p, ok := v.Market.Price(s.PriceID); ok {
		source = p.Source
	}
	c := chart.Series{Name: name, URL: source.Link()}
	for _, p := range s.Points {
		switch {
		case !p.Hour.Known():
		case !p.Day.Known():
			h.undated++
		default:
			low, _ := p.Hour.Low.Float64()
			d := chart.Dated{On: p.Day.Start(), Price: low, Date: p.Day.String(), Text: HourlyRange(p.Hour.Range)}
			if p.Hour.High.Known {
				high, _ := p.Hour.High.Value.Float64()
				d.High = chart.At(high)
			}
			c.Points = append(c.Points, d)
			source.Seen = p.Day
			h.rows = append(h.rows, reading{p.Day, name, s.Label, d.Text, Cite(f.Lang, source, v.Market.At()), p.Ranked})
		}
	}
	return c
}

// nameApart tells series of one provider apart by their price.
func nameApart(series []chart.Series) {
	seen := map[string]int{}
	for i := range series {
		seen[series[i].Name]++
		if n := seen[series[i].Name]; n > 1 {
			series[i].Name += " (" + text.Count(n) + ")"
		}
	}
}

// providers counts whose readings there are.
func (h *priceHistory) providers() int {
	seen := map[string]bool{}
	for _, r := range h.rows {
		seen[r.Provider] = true
	}
	return len(seen)
}

// move words how the price of one source moved between its first and last reading.
func (h *priceHistory) move(f Frame) string {
	if len(h.lines) == 0 {
		return ""
	}
	s := h.lines[0]
	first, last := s.Points[0], s.Points[len(s.Points)-1]
	return f.T("readings.move", "source", s.Name, "from", first.Text, "day", first.Date, "to", last.Text, "until", last.Date)
}

// chart is the figure of a card's page; ok is false without a dated reading.
func (h *priceHistory) chart(f Frame, name, unit string) (figure chart.History, ok bool) {
	if len(h.series) == 0 {
		return chart.History{}, false
	}
	figure = chart.History{
		Unit: unit, Series: h.series,
		Table: chart.HistoryTable{
			Summary: f.T("readings.table"), Date: f.T("readings.date"), Source: f.T("offers.col.source"), Price: unit,
		},
	}
	figure.Finding = f.T("readings.finding", "readings", len(h.rows), "offers", h.found, "providers", h.providers())
	if len(h.rows) == 1 {
		figure.Finding = f.T("readings.one", "day", h.rows[0].Day)
	}
	notes := []string{h.move(f), f.T("readings.note")}
	if low, high, ok := figure.Range(); ok && low > 0 {
		notes = append(notes, f.T("readings.axis", "low", text.Float(low, 2), "high", text.Float(high, 2)))
	}
	if h.found > len(h.series) {
		notes = append(notes, f.T("readings.some", "n", len(h.series)))
	}
	if h.undated > 0 {
		notes = append(notes, f.N("readings.undated", h.undated))
	}
	figure.Note = strings.TrimSpace(strings.Join(notes, " "))
	figure.Name = f.T("readings.name", "card", name, "finding", figure.Finding)
	return figure, true
}

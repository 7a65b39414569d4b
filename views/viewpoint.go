package views

import (
	"maps"
	"slices"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/text"
	"gpuscale/views/ui"
)

// Viewpoint is what the figures of a page are seen from: the moment of the records,
// the currency, and how many hours make a month. The form changes it.
type Viewpoint struct {
	Market   *catalog.Market
	Basis    catalog.Basis
	Suffix   string // query that links to other pages carry: "?as_of=…" or ""
	Keep     []Hidden
	AsOf     string // as typed
	Currency string // as typed
	Month    string // as typed
	Problems map[string]string
}

// Hidden is a parameter that a form keeps without showing it.
type Hidden struct{ Name, Value string }

// look is how offers are shown from this viewpoint, per card and hour.
func (v *Viewpoint) look(l text.Lang) *OfferLook {
	return NewOfferLook(l, v.Market, v.Basis, catalog.GPUHour, v.Suffix)
}

// Href is the address of a local path that keeps the viewpoint.
func (v *Viewpoint) Href(f Frame, path string) string { return f.Href(path) + v.Suffix }

// opened tells that something differs from what a visitor sees unasked.
func (v *Viewpoint) opened() bool {
	return v.Suffix != "" || len(v.Problems) > 0
}

// currencies are the choices of the form; a value that is none is shown as typed.
func (v *Viewpoint) currencies(f Frame) []ui.Option {
	var all []ui.Option
	for _, c := range catalog.Currencies {
		all = append(all, ui.Option{Value: string(c), Label: text.Word(f.Lang, "currency", string(c)), Chosen: c == v.Basis.Currency})
	}
	if v.Problems["currency"] != "" {
		all = append(all, ui.Option{Value: v.Currency, Label: v.Currency, Chosen: true})
	}
	return all
}

func (v *Viewpoint) months(f Frame) []ui.Option {
	var all []ui.Option
	for _, m := range []catalog.MonthHours{catalog.Month730, catalog.Month720, catalog.Month744} {
		n := text.Count(int(m))
		all = append(all, ui.Option{Value: n, Label: f.T("viewpoint.month." + n), Chosen: m == v.Basis.Month})
	}
	if v.Problems["month"] != "" {
		all = append(all, ui.Option{Value: v.Month, Label: v.Month, Chosen: true})
	}
	return all
}

// RateNote says at which exchange rate foreign prices are shown.
type RateNote struct {
	Text string
	Old  string // "" for a fresh rate
	Cite Citation
}

// rates are the exchange rates behind the prices shown.
func (v *Viewpoint) rates(f Frame) []RateNote {
	var notes []RateNote
	for _, c := range catalog.Currencies {
		rate, ok := v.Basis.Rate(c)
		if !ok || rate == nil {
			continue
		}
		source := rate.Source
		source.Seen = rate.Date
		note := RateNote{
			Text: f.T("viewpoint.rate", "base", rate.Base, "rate", rate.Value.String(), "quote", rate.Quote, "date", rate.Date),
			Cite: Cite(f.Lang, source, v.Market.At()),
		}
		if days, old := pricing.RateAge(*rate, v.Market.At()); old {
			note.Old = f.N("viewpoint.rate.old", days)
		}
		notes = append(notes, note)
	}
	return notes
}

// unit names the unit of the prices shown: 元/卡时.
func (v *Viewpoint) unit(f Frame) string { return v.look(f.Lang).UnitLabel() }

// problemNames are the parameters with a problem, in order.
func problemNames(problems map[string]string) []string { return slices.Sorted(maps.Keys(problems)) }

package views

import (
	"maps"
	"net/url"
	"slices"
	"strconv"

	"gpuscale/text"
	"gpuscale/views/chart"
	"gpuscale/views/ui"
)

// The parts of the offers page that htmx replaces; each name is the element's id,
// save OffersParts, which gathers the small ones.
const (
	OffersResults = "results"
	OffersCount   = "count"
	OffersChips   = "chips"
	OffersTray    = "tray"
	OffersParts   = "parts"
)

// OffersFragments are the fragments of the offers page.
var OffersFragments = []string{OffersResults, OffersCount, OffersChips, OffersTray, OffersParts}

// offersForm is the id of the one form that all controls of the page belong to.
const offersForm = "facets"

// OffersModel is the offers page, ready to print.
type OffersModel struct {
	HX         bool              // rendered for htmx
	Typed      url.Values        // what was typed, by parameter
	Problems   map[string]string // by parameter; with any there are no rows
	Total      string
	CountText  string
	Updated    string
	GoText     string // 看 38 个方案
	Applied    string // how many conditions, for the filter button
	Chips      []ui.ChipProps
	ClearHref  string
	Facets     []OfferFacet
	Hidden     []HiddenInput // state without a control
	Units      []ui.Option
	Currencies []ui.Option
	Months     []ui.Option
	Shows      []ui.Option
	Sorts      []ui.Option
	UnitLabel  string
	PerHour    string // 元/时
	Why        HiddenPrices
	Modes      bool // some row has prices besides its lead
	Heads      []OfferHead
	Axis       chart.BeamAxis
	Rows       []OfferEntry
	Caption    string
	Empty      *OffersEmpty
	Pager      ui.PagerProps
	Pers       []OfferLink
	Tray       ui.TrayProps
	TrayNotes  []string
	Notes      []string
	RateText   string
	RateCite   *Citation
	RateOld    string
	Share      ui.ShareProps
}

// typed is what stands in the field of a parameter.
func (m *OffersModel) typed(name string) string { return m.Typed.Get(name) }

// fieldless are the parameters that only links set.
var fieldless = []string{"page", "per", "why_not", "q"}

// chipID is the id of the chip at a place: what follows a removed chip takes its
// place, and with it the focus.
func chipID(i int) string { return "chip-" + strconv.Itoa(i) }

// ChipID is the id of the condition at a place among those applied.
func ChipID(i int) string { return chipID(i) }

// problemList names the fields that need changing, in alphabetical order of the
// parameters: label, message (Count) and id of the field (Href); those that have no
// field (Current) show their message right there.
func (m *OffersModel) problemList(f Frame) []OfferLink {
	var list []OfferLink
	for _, name := range slices.Sorted(maps.Keys(m.Problems)) {
		list = append(list, OfferLink{Label: m.labelOf(f, name), Count: m.Problems[name], Href: "err-" + name,
			Current: slices.Contains(fieldless, name)})
	}
	return list
}

// labelOf is what the page calls a parameter.
func (m *OffersModel) labelOf(f Frame, name string) string {
	for _, facet := range m.Facets {
		if facet.Name == name {
			return facet.Title
		}
		for _, b := range facet.Bounds {
			if b.Name == name {
				return facet.Title + " " + b.Label
			}
		}
	}
	if key := "offers." + name; text.Has(key) {
		return f.T(key)
	}
	if key := "offers.facet." + name; text.Has(key) {
		return f.T(key)
	}
	return name
}

// HiddenInput keeps a parameter that has no control on the page.
type HiddenInput struct{ Name, Value string }

// OfferLink is a choice that is followed rather than ticked.
type OfferLink struct {
	Label, Count, Href string
	Current            bool
}

// OfferFacet is one group of conditions: checkboxes, or bounds with exact choices.
type OfferFacet struct {
	Name, Title string
	Open        bool
	Options     []FacetOption // most frequent first
	More        []FacetOption // the rest, folded
	MoreText    string
	MoreOpen    bool
	Bounds      []BoundField
	Exact       []OfferLink
}

// FacetOption is one value of a facet.
type FacetOption struct {
	Value, Label, Count string
	Chosen              bool
}

// BoundField is one end of a numeric condition.
type BoundField struct{ Name, Label string }

// HiddenPrices says how many prices fit but are not listed, and why.
type HiddenPrices struct {
	Text    string // "" when none
	Reasons []OfferLink
	AllHref string
	Several bool // a price counts under several reasons
}

// OfferHead is the head of a column. Key names it; Href sorts by it.
type OfferHead struct {
	Key, Label, Sub string
	Href            string
	Sorted          string // "ascending", "descending" or ""
	Class           string
	Second          *OfferHead // a second figure in the same column
}

// OffersEmpty is the state without rows.
type OffersEmpty struct {
	Title, Text string
	Links       []OfferLink
	ClearHref   string
	ClearText   string
	Wizard      bool
}

// HasModes reports whether some row has prices besides its lead.
func HasModes(rows []OfferEntry) bool {
	for i := range rows {
		r := rows[i].OfferRow
		for j := range r.Modes {
			if r.beyondLead(&r.Modes[j]) {
				return true
			}
		}
		for j := range r.Others {
			if r.beyondLead(&r.Others[j]) {
				return true
			}
		}
	}
	return false
}

// beyondLead reports whether a mode shows more than the lead price by itself.
func (r *OfferRow) beyondLead(m *ModeView) bool {
	return m.Text != "" && (!r.saysLead(m) || m.Extra != "")
}

// AxisOf is the scale that the price beams of the rows share.
func AxisOf(rows []OfferEntry) chart.BeamAxis {
	prices := make([]chart.Reading, 0, len(rows)*len(modeColumns))
	for i := range rows {
		for j := range rows[i].Modes {
			prices = append(prices, rows[i].Modes[j].Beam)
		}
	}
	return chart.NewBeamAxis(prices)
}

// saysLead reports whether the first figure of a mode is the lead price.
func (r *OfferRow) saysLead(m *ModeView) bool {
	return r.Lead != nil && m.Mode == r.Lead.Mode && m.Text == r.Lead.Text
}

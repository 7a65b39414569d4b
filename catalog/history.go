package catalog

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Series is the price of one offer under one billing mode and kind, from one
// source: figures of different sources are never joined into a rise or fall.
type Series struct {
	Provider *Provider
	PriceID  string
	Label    string // instance type, else the published name
	Billing  BillingMode
	Kind     PriceKind
	Source   string // the source's address, or what stands for it
	Points   []Point
}

// Point is one dated price. Day is the day the source was read, or that on which
// the price was recorded when the source tells no date. Hour may be unknown: a gap,
// not a zero.
type Point struct {
	Day     Date
	Hour    PerHour
	Ranked  bool // only today's price may be
	Current bool
}

// keepHistory notes every version of a price that is no longer in force.
func (m *Market) keepHistory(old []OldPrice, replaced []*PriceLine) {
	m.history = map[string][]OldPrice{}
	add := func(o OldPrice) {
		slug := m.matcher.Match(Published{
			Context: o.Line.Provider, InstanceType: o.Line.InstanceType, AcceleratorName: o.Line.AcceleratorName,
			FormFactor: o.Line.FormFactor, VRAMGB: o.Line.VRAMGB, Share: o.Line.Share,
		}).Slug
		m.history[slug] = append(m.history[slug], o)
	}
	for _, o := range old {
		add(o)
	}
	for _, l := range replaced {
		add(OldPrice{Line: *l})
	}
}

type seriesKey struct {
	provider, label, source string
	billing                 BillingMode
	kind                    PriceKind
	count                   Opt[int]
	share                   Share
}

// History returns the dated prices of an accelerator or family, one series a
// source, in the basis' currency at the market's rates.
func (m *Market) History(slug string, basis Basis) []Series {
	h := histories{byKey: map[seriesKey]*Series{}, basis: basis}
	for _, o := range m.history[slug] {
		if p := m.providers[o.Line.Provider]; p != nil {
			price := newPrice(&o.Line)
			h.add(episode{
				provider: p, label: cmp.Or(o.Line.InstanceType, o.Line.AcceleratorName), price: &price,
				day: pointDay(&o.Line.Source, o.Recorded.From),
			})
		}
	}
	m.EachOffer(OfferQuery{Show: ShowAll, GPU: Terms[string]{In: []string{slug}}}, func(o *Offer) bool {
		if o.Accelerator.Slug == slug {
			for i := range o.Prices {
				p := &o.Prices[i]
				h.add(episode{
					provider: o.Provider, label: cmp.Or(o.InstanceType, o.AcceleratorName), price: p,
					day: pointDay(&p.Source, p.ValidFrom.orZero()), current: true,
				})
			}
		}
		return true
	})
	return h.sorted()
}

func (d Date) orZero() time.Time {
	if !d.Known() {
		return time.Time{}
	}
	return d.Start()
}

func pointDay(s *Source, recorded time.Time) Date {
	if s.Seen.Known() || recorded.IsZero() {
		return s.Seen
	}
	return DateOf(recorded)
}

// episode is one version of a price on its way into a series.
type episode struct {
	provider *Provider
	label    string
	price    *Price
	day      Date
	current  bool
}

type histories struct {
	byKey map[seriesKey]*Series
	basis Basis
}

func (h *histories) add(e episode) {
	p := e.price
	key := seriesKey{e.provider.Slug, e.label, p.Source.URL, p.Billing, p.Kind, p.count, p.share}
	s := h.byKey[key]
	if s == nil {
		s = &Series{Provider: e.provider, PriceID: p.ID, Label: e.label, Billing: p.Billing, Kind: p.Kind, Source: p.Source.URL}
		h.byKey[key] = s
	}
	if e.current {
		s.PriceID = p.ID
	}
	s.Points = append(s.Points, Point{Day: e.day, Hour: h.basis.PerGPUHour(p), Ranked: e.current && p.Ranked(), Current: e.current})
}

// sorted puts the series by provider and label and their points by day; undated
// points come first, as they may be any age.
func (h *histories) sorted() []Series {
	var all []Series
	for _, s := range h.byKey {
		slices.SortStableFunc(s.Points, func(a, b Point) int { return strings.Compare(a.Day.String(), b.Day.String()) })
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b Series) int {
		return cmp.Or(strings.Compare(a.Provider.Slug, b.Provider.Slug), strings.Compare(a.Label, b.Label),
			strings.Compare(string(a.Billing), string(b.Billing)), strings.Compare(a.Source, b.Source), strings.Compare(a.PriceID, b.PriceID))
	})
	return all
}

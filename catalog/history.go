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

// Point is one dated price. Day is the day the source was read or that on which the
// price began, whichever is later; without either, the day on which it was recorded.
// Hour may be unknown: a gap, not a zero.
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
		if o.Recorded.To.IsZero() || begun(o.Line.ValidFrom, o.Recorded.To) {
			add(o) // else it was replaced before it came into force
		}
	}
	for _, l := range replaced {
		add(OldPrice{Line: *l})
	}
}

type seriesKey struct {
	offer   offerKey
	source  string
	billing BillingMode
	kind    PriceKind
}

// History returns the dated prices of an accelerator or family, one series a
// source, in the basis' currency. All points are converted at the market's rates, so
// that a move of the exchange rate is not drawn as a move of the price.
func (m *Market) History(slug string, basis Basis) []Series {
	var e episodes
	for _, o := range m.history[slug] {
		if p := m.providers[o.Line.Provider]; p != nil {
			price := newPrice(&o.Line)
			e.add(episode{
				provider: p, offer: keyOf(&o.Line), price: &price,
				day: pointDay(&price, o.Recorded.From),
			})
		}
	}
	m.EachOffer(OfferQuery{Show: ShowAll, GPU: Terms[string]{In: []string{slug}}}, func(o *Offer) bool {
		if o.Accelerator.Slug == slug {
			for i := range o.Prices {
				p := o.Prices[i] // the offer is reused
				e.add(episode{
					provider: o.Provider, offer: o.key(), price: &p,
					day: pointDay(&p, time.Time{}), current: true,
				})
			}
		}
		return true
	})
	h := histories{byKey: map[seriesKey]*Series{}, basis: basis}
	for i := range e.list {
		h.add(&e.list[i])
	}
	return h.sorted()
}

func pointDay(p *Price, recorded time.Time) Date {
	day := laterDate(p.Source.Seen, p.ValidFrom)
	if day.Known() || recorded.IsZero() {
		return day
	}
	return DateOf(recorded)
}

// episode is one version of a price on its way into a series.
type episode struct {
	provider *Provider
	offer    offerKey
	price    *Price
	day      Date
	current  bool
}

// episodes are the versions of prices, the older first. Of several of one price and
// day the last counts: it corrects the others, which is no move of the price.
type episodes struct {
	list []episode
	at   map[dayOfPrice]int
}

type dayOfPrice struct {
	id  string
	day Date
}

func (e *episodes) add(x episode) {
	if e.at == nil {
		e.at = map[dayOfPrice]int{}
	}
	key := dayOfPrice{x.price.ID, x.day}
	if i, known := e.at[key]; known {
		e.list[i] = x
		return
	}
	e.at[key] = len(e.list)
	e.list = append(e.list, x)
}

type histories struct {
	byKey map[seriesKey]*Series
	basis Basis
}

func (h *histories) add(e *episode) {
	p := e.price
	key := seriesKey{e.offer, p.Source.URL, p.Billing, p.Kind}
	s := h.byKey[key]
	if s == nil {
		s = &Series{Provider: e.provider, PriceID: p.ID, Label: cmp.Or(e.offer.instance, e.offer.accelerator),
			Billing: p.Billing, Kind: p.Kind, Source: p.Source.URL}
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

package views

import (
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/chart"
)

// rentalRows is how many offers, and how many prices that are not ranked, a page of
// one provider or one card shows; the offers page has the rest.
const rentalRows = 60

// Rentals are the offers of one provider or one card: ranked prices by offer, the
// cheapest first, and apart from them every price that is not ranked, with reasons.
type Rentals struct {
	ByProvider bool // rows are named by provider, not by card
	Unit       string
	HourUnit   string
	Axis       chart.BeamAxis
	Ranked     []OfferRow
	Others     []LonePrice // prices that are kept out of rankings
	Announced  []LonePrice // prices that are not in force yet, the next first
	Offers     int         // all offers, with a ranked price or without
	Prices     int
	RankedAll  int // offers with a ranked price, shown or not
	OthersAll  int
	Providers  int
	AllHref    string // the offers page with every price
	Credits    []Credit
	Doubts     []DoubtLine
	Rankings   []catalog.Offer // with their ranked prices only
	Everything []catalog.Offer
}

// LonePrice is a price that has a line of its own, apart from the ranked ones.
type LonePrice struct {
	Row   OfferRow
	Price PriceView
	Notes []string // why it stands apart
	Marks []string // ids of its doubts
}

// lonePrices puts every price of an offer on a line of its own.
func lonePrices(k *OfferLook, o *catalog.Offer, notes func(*catalog.Price) []string) []LonePrice {
	row := NewOfferRow(k, o)
	lines := make([]LonePrice, len(row.Prices))
	for i, p := range row.Prices {
		lines[i] = LonePrice{Row: row, Price: p, Notes: notes(p.Price), Marks: doubtIDs(p.Cite.Doubts)}
	}
	return lines
}

// NewRentals gathers the offers that q finds and keep lets through.
func NewRentals(f Frame, v *Viewpoint, q catalog.OfferQuery, keep func(*catalog.Offer) bool) Rentals {
	k := v.look(f.Lang)
	q.Currency, q.Month = v.Basis.Currency, v.Basis.Month
	r := Rentals{Unit: k.UnitLabel(), HourUnit: f.T("offers.per-hour." + string(v.Basis.Currency))}
	for o := range v.Market.All(q) {
		if keep(&o) {
			r.Rankings = append(r.Rankings, o)
		}
	}
	byOnDemand(r.Rankings, v.Basis)
	r.RankedAll = len(r.Rankings)
	for _, o := range r.Rankings[:min(len(r.Rankings), rentalRows)] {
		r.Ranked = append(r.Ranked, NewOfferRow(k, &o))
	}
	q.Show = catalog.ShowAll
	for o := range v.Market.All(q) {
		if keep(&o) {
			r.Everything = append(r.Everything, o)
			r.addOthers(k, &o)
		}
	}
	r.announce(k, keep)
	r.count()
	r.Axis = beamAxis(r.Ranked)
	r.credit(k)
	return r
}

// byOnDemand puts offers with an on-demand price first, the cheapest before; the
// others keep their order.
func byOnDemand(offers []catalog.Offer, b catalog.Basis) {
	price := map[string]catalog.Decimal{}
	for i := range offers {
		if p := offers[i].Standing(catalog.OnDemand, b); p != nil {
			if hour := b.PerGPUHour(p); hour.Known() {
				price[offers[i].ID] = hour.Low
			}
		}
	}
	slices.SortStableFunc(offers, func(x, y catalog.Offer) int {
		a, hasA := price[x.ID]
		b, hasB := price[y.ID]
		switch {
		case hasA && hasB:
			return a.Cmp(b)
		case hasA:
			return -1
		case hasB:
			return 1
		}
		return 0
	})
}

// addOthers lists the prices of an offer that are not ranked.
func (r *Rentals) addOthers(k *OfferLook, o *catalog.Offer) {
	prices := slices.DeleteFunc(slices.Clone(o.Prices), func(p catalog.Price) bool { return p.Ranked() })
	if len(prices) == 0 {
		return
	}
	r.OthersAll += len(prices)
	if len(r.Others) >= rentalRows {
		return
	}
	one := *o
	one.Prices = prices
	r.Others = append(r.Others, lonePrices(k, &one, func(p *catalog.Price) []string { return WhyNot(k.Lang, p.WhyNot) })...)
}

func (r *Rentals) count() {
	r.Offers = len(r.Everything)
	providers := map[string]bool{}
	for i := range r.Everything {
		r.Prices += len(r.Everything[i].Prices)
		providers[r.Everything[i].Provider.Slug] = true
	}
	r.Providers = len(providers)
}

// credit gathers the credits and doubts of the prices shown, each once.
func (r *Rentals) credit(k *OfferLook) {
	var cited []Citation
	for i := range r.Ranked {
		for j := range r.Ranked[i].Prices {
			cited = append(cited, r.Ranked[i].Prices[j].Cite)
		}
	}
	for _, list := range [][]LonePrice{r.Others, r.Announced} {
		for i := range list {
			cited = append(cited, list[i].Price.Cite)
		}
	}
	r.Credits = Credits(cited)
	r.Doubts = allDoubts(cited...)
}

// beamAxis is the one axis of all beams of a table.
func beamAxis(rows []OfferRow) chart.BeamAxis {
	var prices []chart.Reading
	for i := range rows {
		b := &rows[i].Beam
		prices = append(prices, b.OnDemand, b.Month, b.Year, b.Spot)
	}
	return chart.NewBeamAxis(prices)
}

// beam is the beam of a row on the axis of the table.
func (r *Rentals) beam(row *OfferRow) chart.Beam {
	b := row.Beam
	b.Axis = r.Axis
	return b
}

// marks are the ids of the doubts on the prices of a row.
func (r *OfferRow) marks() []string {
	var ids []string
	for i := range r.Prices {
		for _, d := range r.Prices[i].Cite.Doubts {
			if !slices.Contains(ids, d.ID) {
				ids = append(ids, d.ID)
			}
		}
	}
	return ids
}

// remarks are what the prices of an offer say against each other.
func (r *OfferRow) remarks(l text.Lang) []string {
	var words []string
	for i := range r.Prices {
		for _, c := range r.Prices[i].Price.Contradictions {
			if w := text.Word(l, "contradiction", string(c.Code)); !slices.Contains(words, w) {
				words = append(words, w)
			}
		}
	}
	return words
}

// equal is the price of a card and hour with its unit, or why there is none.
func (u *LonePrice) equal(f Frame) string {
	if u.Price.Known {
		return u.Price.Text
	}
	return u.Price.reason(f.Lang)
}

// region shortens a long list of places: one price for all of them.
func (r *OfferRow) region(f Frame) string {
	if n := len(r.Offer.Regions); n > 3 {
		return f.T("rental.regions", "first", r.Offer.Regions[0], "n", n)
	}
	return r.Regions
}

// extra are the modes beside on-demand that narrow pages show in one line.
func (r *OfferRow) extra() []ModeView {
	modes := slices.DeleteFunc(slices.Clone(r.Modes[1:]), func(m ModeView) bool { return m.Text == "" })
	return append(modes, r.Others...)
}

func (r *Rentals) firstColumn(f Frame) string {
	if r.ByProvider {
		return f.T("offers.col.offer")
	}
	return f.T("rental.col.card")
}

func (r *Rentals) secondColumn(f Frame) string { return f.T("rental.col.machine") }

// modeNote says what sort of price stands in a column, and what else the mode has.
func modeNote(m ModeView) string { return strings.TrimSpace(m.Kind + " " + m.Extra) }

package handlers

import (
	"slices"
	"strconv"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/views"
	"gpuscale/views/ui"
)

// sortChoices are the orders in the select, the default first.
var sortChoices = []string{"price", "-price", "price_per_tflops", "price_per_gb", "-vram", "-count", "provider", "-seen"}

// perChoices are the sizes of a page that links offer.
var perChoices = []int{20, catalog.DefaultPer, 100, perMax}

// choices fills the controls of how the list is shown. The default has an empty
// value, so that it leaves no trace in the address.
func (o *offersPage) choices(m *views.OffersModel) {
	m.Units = choicesOf(o, "unit", offerUnits, func(u catalog.Unit) string { return o.t("offers.unit." + string(u)) }, o.query.Unit)
	m.Currencies = choicesOf(o, "currency", catalog.Currencies, views.Symbol, o.query.Currency)
	m.Shows = choicesOf(o, "show", shows, func(s catalog.Show) string { return o.t("offers.show." + string(s)) }, o.query.Show)
	for i, hours := range months {
		word := strconv.Itoa(int(hours))
		m.Months = append(m.Months, choice(word, o.t("offers.month."+word), hours == o.query.Month, i == 0))
	}
	current := sortWord(o.query.Sort)
	words := sortChoices
	if !slices.Contains(words, current) {
		words = append(slices.Clip(words), current)
	}
	for i, word := range words {
		m.Sorts = append(m.Sorts, choice(word, o.t("offers.sort."+word), word == current, i == 0))
	}
}

// choicesOf makes a choice for every word; none is chosen where the typed one is wrong.
func choicesOf[T ~string](o *offersPage, name string, words []T, label func(T) string, chosen T) []ui.Option {
	wrong := o.typed.problems[name] != ""
	options := make([]ui.Option, len(words))
	for i, w := range words {
		options[i] = choice(string(w), label(w), w == chosen && !wrong, i == 0)
	}
	return options
}

func choice(value, label string, chosen, byDefault bool) ui.Option {
	if byDefault {
		value = ""
	}
	return ui.Option{Value: value, Label: label, Chosen: chosen}
}

// table fills what belongs to the rows: columns, scale, pages and notes.
func (o *offersPage) table(m *views.OffersModel, r *catalog.OfferResult) {
	m.Modes = views.HasModes(m.Rows)
	m.Heads = o.heads(m)
	m.Axis = views.AxisOf(m.Rows)
	m.Caption = o.t("offers.caption", "sort", o.t("offers.sort."+sortWord(o.query.Sort)))
	first := (r.Page-1)*r.Per + 1
	m.Pager = ui.PagerProps{
		Label: o.t("offers.pager"), Range: o.t("offers.pager.range", "from", first, "to", first+len(m.Rows)-1, "total", m.Total),
		Page: r.Page, Pages: (r.Total + r.Per - 1) / r.Per, Target: views.OffersResults,
		PageLabel: func(n int) string { return o.t("offers.pager.page", "page", n) },
		Href:      o.pageHref,
	}
	for _, n := range perChoices {
		m.Pers = append(m.Pers, views.OfferLink{Label: strconv.Itoa(n), Href: o.perHref(n), Current: n == r.Per})
	}
	rows := make([]*views.OfferRow, len(m.Rows))
	for i := range m.Rows {
		rows[i] = m.Rows[i].OfferRow
	}
	o.notes(m, usedRate(rows))
}

func (o *offersPage) pageHref(n int) string {
	if n == 1 {
		return o.links.with("page")
	}
	return o.links.with("page", strconv.Itoa(n))
}

func (o *offersPage) perHref(n int) string {
	if n == catalog.DefaultPer {
		return o.links.with("per")
	}
	return o.links.with("per", strconv.Itoa(n))
}

// notes say by what rules the figures were made.
func (o *offersPage) notes(m *views.OffersModel, rate *catalog.Rate) {
	m.Notes = []string{
		o.t("offers.note.month", "hours", int(o.query.Month)) + o.t("offers.note.low"),
		o.t("offers.note.tflops"), o.t("offers.note.marks"),
	}
	if o.query.Unit == catalog.GPUMonth {
		m.Notes = append(m.Notes, o.t("offers.note.bill", "hours", int(o.query.Month)))
	}
	if rate == nil {
		return
	}
	m.RateText = o.t("offers.note.rate", "base", rate.Base, "quote", rate.Quote, "rate", rate.Value, "date", rate.Date)
	cite := views.Cite(o.frame.Lang, rate.Source, o.market.At())
	m.RateCite = &cite
	if days, old := pricing.RateAge(*rate, o.market.At()); old {
		m.RateOld = o.frame.N("offers.note.old", days)
	}
}

// usedRate is the exchange rate that a shown price went through, nil when none did.
func usedRate(rows []*views.OfferRow) *catalog.Rate {
	for i := range rows {
		for j := range rows[i].Prices {
			if rate := rows[i].Prices[j].Hour.Rate; rate != nil {
				return rate
			}
		}
	}
	return nil
}

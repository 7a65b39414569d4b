package views

import (
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/chart"
)

// OfferLook is how offers are shown on one page: language, currency, unit, month,
// and the market they come from. Make it with NewOfferLook.
type OfferLook struct {
	Lang   text.Lang
	Market *catalog.Market
	Basis  catalog.Basis
	Unit   catalog.Unit
	Suffix string // query that links to other pages carry: "?as_of=…" or ""
	cited  map[catalog.Source]Citation
	cards  map[*catalog.Accelerator]cardTexts
	words  map[[2]string]string
	rows   *rowTexts
}

// NewOfferLook prepares the look of offers.
func NewOfferLook(l text.Lang, m *catalog.Market, b catalog.Basis, unit catalog.Unit, suffix string) *OfferLook {
	return &OfferLook{Lang: l, Market: m, Basis: b, Unit: unit, Suffix: suffix, cited: map[catalog.Source]Citation{}, cards: map[*catalog.Accelerator]cardTexts{}, words: map[[2]string]string{}}
}

func (k *OfferLook) t(key string, args ...any) string { return text.T(k.Lang, key, args...) }

// cardTexts are the texts of one accelerator.
type cardTexts struct{ name, href, candidates string }

// word is the text of a word of a vocabulary.
func word[T ~string](k *OfferLook, family string, w T) string {
	key := [2]string{family, string(w)}
	s, ok := k.words[key]
	if !ok {
		s = text.Word(k.Lang, family, string(w))
		k.words[key] = s
	}
	return s
}

// UnitLabel names currency and unit of the prices shown: 元/卡时.
func (k *OfferLook) UnitLabel() string {
	return k.t("offers.unit."+string(k.Basis.Currency), "unit", k.t("offers.unit."+string(k.Unit)))
}

func (k *OfferLook) cite(p *catalog.Price) Citation {
	c, ok := k.cited[p.Source]
	if !ok {
		c = Cite(k.Lang, p.Source, k.Market.At())
		k.cited[p.Source] = c
	}
	c.Grade, c.Price = word(k, "grade", p.Grade), p.ID
	if len(p.Doubts) > 0 || p.Exception != "" {
		c.Doubts = PriceNotes(k.Lang, k.Market, p)
	}
	return c
}

// PriceView is one price of an offer, ready to print.
type PriceView struct {
	Price     *catalog.Price
	Hour      catalog.PerHour // unrounded, per card and hour
	Shown     catalog.PerHour // unrounded, in the unit shown
	Known     bool            // Shown is known
	Text      string          // Shown as printed, or why it is unknown
	PerHour   string          // Hour as printed, "" when unknown
	Published string
	Mode      string // short word of the billing mode
	Kind      string // what sort of price, "" for a list price
	Lowest    bool   // the lowest of its card, where that says something
	Cite      Citation
}

func (k *OfferLook) price(o *catalog.Offer, p *catalog.Price) PriceView {
	v := PriceView{
		Price: p, Hour: k.Basis.PerGPUHour(p), Published: publishedPrice(p, word(k, "unit_name", p.Unit), k.t("value.unknown")),
		Mode: word(k, "offers.short", p.Billing), Cite: k.cite(p), Lowest: k.Market.IsLowest(o, p),
	}
	if p.Kind != catalog.KindList {
		v.Kind = word(k, "price_kind", p.Kind)
	}
	if v.Hour.Known() {
		v.PerHour = HourlyRange(v.Hour.Range)
	}
	if v.Shown = v.Hour; k.Unit != catalog.GPUHour {
		v.Shown = k.Basis.In(k.Unit, p)
	}
	switch v.Known = v.Shown.Known(); {
	case !v.Known:
		v.Text = k.unknown(p, v.Shown.Reason)
	case k.Unit == catalog.GPUHour:
		v.Text = v.PerHour
	default:
		v.Text = HourlyRange(v.Shown.Range)
	}
	return v
}

// reason says why a price has no figure per card and hour.
func (v *PriceView) reason(l text.Lang) string {
	if v.Price.Zero() {
		return text.Word(l, "reason", "price-zero")
	}
	return text.Word(l, "reason", string(v.Hour.Reason))
}

// unknown is what stands in place of a figure that cannot be computed.
func (k *OfferLook) unknown(p *catalog.Price, r catalog.Reason) string {
	if r == catalog.ReasonPriceUnknown && !p.Zero() {
		return k.t("value.unknown")
	}
	return k.t("offers.unconverted")
}

// reading is the low end for a place on an axis.
func (v *PriceView) reading() chart.Reading {
	if !v.Known {
		return chart.Reading{}
	}
	f, ok := v.Shown.Low.Float64()
	return chart.Reading{Value: f, Known: ok}
}

// cheaper reports whether v goes before w when one figure stands for an offer:
// ranked before others, known before unknown, then the lower in the unit shown.
func (v *PriceView) cheaper(w *PriceView) bool {
	switch {
	case v.Hour.Known() != w.Hour.Known():
		return v.Hour.Known()
	case v.Price.Ranked() != w.Price.Ranked():
		return v.Price.Ranked()
	case v.Known && w.Known:
		return v.Shown.Low.Cmp(w.Shown.Low) < 0
	}
	return v.lowerHour(w)
}

// lowerHour reports whether v costs less than w a card and hour.
func (v *PriceView) lowerHour(w *PriceView) bool {
	return v.Hour.Known() && (!w.Hour.Known() || v.Hour.Low.Cmp(w.Hour.Low) < 0)
}

// ModeView is what stands in the column of one billing mode.
type ModeView struct {
	Mode   string // short word
	Text   string // "" when the offer has no price in this mode
	Kind   string // what sort of price, "" for a list price
	Extra  string // further prices of the mode, of other sorts
	Known  bool
	Ranked bool
	Beam   chart.Reading
}

// mode gathers the prices of one billing mode: prices of one kind and standing are a
// range, those of other kinds are named beside the first.
func modeOf(prices []PriceView, billing catalog.BillingMode) ModeView {
	var first *PriceView
	for i := range prices {
		if p := &prices[i]; p.Price.Billing == billing && (first == nil || p.cheaper(first)) {
			first = p
		}
	}
	if first == nil {
		return ModeView{}
	}
	m := ModeView{Mode: first.Mode, Known: first.Known, Ranked: first.Price.Ranked(), Kind: first.Kind, Beam: first.reading()}
	span := first.Shown.Range
	var extra []string
	for i := range prices {
		p := &prices[i]
		switch {
		case p == first || p.Price.Billing != billing:
		case first.Known && p.Known && p.Price.Kind == first.Price.Kind && p.Price.Ranked() == first.Price.Ranked():
			span = widen(span, p.Shown.Range)
		case p.Known:
			extra = append(extra, strings.TrimSpace(p.Kind+" "+p.Text))
		}
	}
	m.Text, m.Extra = first.Text, strings.Join(extra, " · ")
	if span != first.Shown.Range {
		m.Text = HourlyRange(span)
	}
	return m
}

func widen(r, other catalog.Range) catalog.Range {
	high := other.High.Or(other.Low)
	if r.High.Or(r.Low).Cmp(high) < 0 {
		r.High = catalog.Known(high)
	}
	if other.Low.Cmp(r.Low) < 0 {
		r.High = catalog.Known(r.High.Or(r.Low))
		r.Low = other.Low
	}
	return r
}

// publishedPrice is PublishedPrice with the words it needs.
func publishedPrice(p *catalog.Price, unit, unknown string) string {
	if !p.Amount.Known {
		return unknown
	}
	amount := Published(p.Amount.Value)
	if p.Max.Known && p.Max.Value.Cmp(p.Amount.Value) != 0 {
		amount += "–" + Published(p.Max.Value)
	}
	return Symbol(p.Currency) + amount + " / " + unit
}

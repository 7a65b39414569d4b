package views

import (
	"cmp"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/chart"
)

// modeColumns are the billing modes with a column of their own, in its order; the
// others share one.
var modeColumns = [4]catalog.BillingMode{catalog.OnDemand, catalog.BillMonth, catalog.BillYear, catalog.Spot}

// otherModes share the last column.
var otherModes = []catalog.BillingMode{catalog.BillDay, catalog.BillWeek, catalog.BillReserved,
	catalog.BillDynamic, catalog.BillCoreHour, catalog.BillUsage}

// OfferRow is one offer, ready to print in a table, a file or a list.
type OfferRow struct {
	ID           string
	Label        string // provider, card and count, for people who hear the page
	Provider     string
	ProviderHref string
	Site         string // of the provider, "" when unknown
	Instance     string
	Host         string
	GPUPart      bool // some price covers the card alone, without its host
	Card         string
	CardHref     string // "" when the published name fits no part
	Count        string // ×8, "" when unknown
	Traits       string // variant, share, interconnect
	Candidates   string // the parts that a published name may mean, "" when it means one
	Link         string
	Regions      string
	RegionsKnown bool
	Supply       string
	Short        bool // sold out or a waiting list
	Lead         *PriceView
	Modes        [len(modeColumns)]ModeView
	Others       []ModeView
	PerTFLOPS    string
	PerGB        string
	GBKnown      bool   // PerGB is a figure
	Unranked     string // why the lead price is not ranked
	Beam         chart.Beam
	Prices       []PriceView
	Offer        *catalog.Offer
	cells        offerCells
}

// NewOfferRow prepares an offer, which must hold the prices to show.
func NewOfferRow(k *OfferLook, o *catalog.Offer) OfferRow {
	r := OfferRow{
		ID: o.ID, Label: In(k.Lang, o.Label()), Provider: In(k.Lang, o.Provider.Name),
		ProviderHref: hrefIn(k.Lang, "/providers/"+o.Provider.Slug) + k.Suffix, Site: o.Provider.Website,
		Instance: o.InstanceType, GPUPart: gpuPart(o), Link: k.link(o), Offer: o,
		Prices: make([]PriceView, len(o.Prices)),
	}
	for i := range o.Prices {
		r.Prices[i] = k.price(o, &o.Prices[i])
		if p := &r.Prices[i]; r.Lead == nil || p.cheaper(r.Lead) {
			r.Lead = p
		}
	}
	r.Host = k.host(o)
	r.card(k, o)
	r.place(k, o)
	r.modes(k)
	r.perFigure(k, o)
	if r.Lead != nil && !r.Lead.Price.Ranked() {
		r.Unranked = k.t("offers.unranked", "why", strings.Join(WhyNot(k.Lang, r.Lead.Price.WhyNot), " · "))
	}
	return r
}

func (r *OfferRow) card(k *OfferLook, o *catalog.Offer) {
	card := k.cardTexts(o.Accelerator)
	r.Card, r.CardHref, r.Candidates = withMemory(cmp.Or(card.name, o.AcceleratorName), o), card.href, card.candidates
	r.Count = countOf(o)
	traits := make([]string, 0, 4)
	if !o.Count.Known {
		traits = append(traits, k.t("offers.count-unknown"))
	}
	if o.Accelerator != nil && o.Accelerator.Family() {
		traits = append(traits, k.t("offers.variant"))
	}
	if !o.Share.Whole() {
		traits = append(traits, k.share(o.Share))
	}
	r.Traits = strings.Join(append(traits, r.Link), " · ")
}

// cardTexts are the texts of an accelerator, the zero value for none.
func (k *OfferLook) cardTexts(a *catalog.Accelerator) cardTexts {
	if a == nil {
		return cardTexts{}
	}
	t, ok := k.cards[a]
	if !ok {
		t = cardTexts{name: CardName(a), href: hrefIn(k.Lang, "/gpus/"+a.Slug) + k.Suffix, candidates: k.candidates(a)}
		k.cards[a] = t
	}
	return t
}

// withMemory adds the memory to a name that does not tell it.
func withMemory(name string, o *catalog.Offer) string {
	if !o.VRAMGB.Known || strings.Contains(name, "GB") {
		return name
	}
	return name + " " + text.Float(o.VRAMGB.Value, 1) + "GB"
}

// countOf is the number of cards as printed, "" when it is unknown.
func countOf(o *catalog.Offer) string {
	if !o.Count.Known {
		return ""
	}
	return "×" + strconv.Itoa(o.Count.Value)
}

// OfferCard names the cards of an offer: A100 80GB ×8.
func OfferCard(o *catalog.Offer) string {
	name := o.AcceleratorName
	if o.Accelerator != nil {
		name = CardName(o.Accelerator)
	}
	return strings.TrimSpace(withMemory(name, o) + " " + countOf(o))
}

func (k *OfferLook) candidates(family *catalog.Accelerator) string {
	names := make([]string, 0, len(family.Candidates))
	for _, slug := range family.Candidates {
		if a, ok := k.Market.Accelerator(slug); ok {
			names = append(names, CardName(a))
		}
	}
	return strings.Join(names, k.t("offers.comma"))
}

func (k *OfferLook) share(s catalog.Share) string {
	if !s.Known() {
		return k.t("offers.share-unknown")
	}
	return k.t("offers.slice", "share", strconv.Itoa(s.Num)+"/"+strconv.Itoa(s.Den))
}

// place says where the offer is and whether it can be had. One price for several
// places says nothing about stock in any of them.
func (r *OfferRow) place(k *OfferLook, o *catalog.Offer) {
	r.Regions, r.RegionsKnown = strings.Join(o.Regions, "、"), len(o.Regions) > 0
	if !r.RegionsKnown {
		r.Regions = k.t("offers.region-unknown")
	}
	r.Short = o.Availability == catalog.SoldOut || o.Availability == catalog.Waitlist
	switch {
	case o.Availability != "":
		r.Supply = word(k, "availability", o.Availability)
	case strings.Contains(r.Regions, "、"):
		r.Supply = k.t("offers.uniform")
	default:
		r.Supply = k.t("offers.stock-unknown")
	}
}

func (r *OfferRow) modes(k *OfferLook) {
	for i, mode := range modeColumns {
		r.Modes[i] = modeOf(r.Prices, mode)
	}
	for _, mode := range otherModes {
		if m := modeOf(r.Prices, mode); m.Text != "" {
			r.Others = append(r.Others, m)
		}
	}
	r.Beam = chart.Beam{OnDemand: r.Modes[0].Beam, Month: r.Modes[1].Beam, Year: r.Modes[2].Beam, Spot: r.Modes[3].Beam}
	names := make([]string, 0, len(modeColumns))
	for i := range r.Modes {
		if m := &r.Modes[i]; m.Text != "" && m.Known {
			names = append(names, m.Mode+" "+Symbol(k.Basis.Currency)+m.Text)
		}
	}
	r.Beam.Name = strings.Join(names, k.t("offers.comma"))
	r.Beam.Best = r.Lead != nil && r.Lead.Lowest
}

func gpuPart(o *catalog.Offer) bool {
	for i := range o.Prices {
		if o.Prices[i].Scope == catalog.ScopeGPUPart {
			return true
		}
	}
	return false
}

// host says what machine comes with the card.
func (k *OfferLook) host(o *catalog.Offer) string {
	if gpuPart(o) {
		return k.t("offers.host-excluded")
	}
	cpu, ram := text.Float(o.VCPU.Value, 1), text.Float(o.RAMGiB.Value, 1)
	switch {
	case !o.VCPU.Known && !o.RAMGiB.Known:
		return k.t("offers.host-unknown")
	case o.VCPU.Known && o.RAMGiB.Known:
		return k.t("offers.host", "cpu", cpu, "ram", ram)
	case o.VCPU.Known:
		return k.t("offers.host-cpu", "cpu", cpu)
	}
	return k.t("offers.host-ram", "ram", ram)
}

// link names the connection between cards and its speed.
func (k *OfferLook) link(o *catalog.Offer) string {
	name := strings.Join(o.Interconnect, ", ")
	speed := ""
	if o.InterconnectGBs.Known {
		speed = text.Float(o.InterconnectGBs.Value, 1) + " GB/s"
	}
	if name == "" && speed == "" {
		return k.t("offers.link-unknown")
	}
	return strings.TrimSpace(name + " " + speed)
}

// lowestHour is the lead price where hours are compared: the price that is the lowest
// for a month need not be.
func (r *OfferRow) lowestHour() *PriceView {
	lead := r.Lead
	for i := range r.Prices {
		if p := &r.Prices[i]; p.Price.Ranked() == lead.Price.Ranked() && p.lowerHour(lead) {
			lead = p
		}
	}
	return lead
}

// perFigure spreads the lowest price of an hour over 100 TFLOPS and over a GB.
func (r *OfferRow) perFigure(k *OfferLook, o *catalog.Offer) {
	lead := r.lowestHour()
	if lead == nil || !lead.Hour.Known() {
		r.PerTFLOPS, r.PerGB = "—", "—"
		return
	}
	r.PerTFLOPS, r.PerGB = k.t("value.unknown"), k.t("value.unknown")
	if o.Accelerator != nil && o.Share.Whole() {
		if d, ok := catalog.PerFigure(lead.Hour.Low, o.Accelerator.FP16TFLOPS, 100).Get(); ok {
			r.PerTFLOPS = Hourly(d)
		}
	}
	if d, ok := catalog.PerFigure(lead.Hour.Low, o.VRAMGB, 1).Get(); ok {
		r.PerGB, r.GBKnown = Hourly(d), true
	}
}

// Mode is what the row has under a billing mode, with the sort of price and further
// prices; "" when it has none.
func (r *OfferRow) Mode(billing catalog.BillingMode) string {
	m := modeOf(r.Prices, billing)
	notes := strings.Trim(m.Kind+" · "+m.Extra, " ·")
	if notes == "" {
		return m.Text
	}
	return m.Text + " (" + notes + ")"
}

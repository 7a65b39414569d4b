package handlers

import (
	"gpuscale/catalog"
	"gpuscale/views"
)

// modeHeads are the heads of the billing modes with a column of their own.
var modeHeads = []catalog.BillingMode{catalog.OnDemand, catalog.BillMonth, catalog.BillYear, catalog.Spot}

// heads are the heads of the table's columns after the first. Following one sorts by
// it, and the other way round when the list already is.
func (o *offersPage) heads(m *views.OffersModel) []views.OfferHead {
	heads := []views.OfferHead{
		o.sortable(views.OfferHead{Key: "provider", Label: o.t("offers.col.offer")}, false),
		o.sortable(views.OfferHead{Key: "vram", Label: o.t("offers.col.gpu"), Sub: o.t("offers.col.link")}, true),
		o.sortable(views.OfferHead{Key: "price", Label: o.t("offers.col.lowest"), Sub: m.UnitLabel, Class: "num"}, false),
	}
	for i, mode := range modeHeads {
		if m.Columns.Modes[i] {
			h := views.OfferHead{Key: string(mode), Label: o.t("offers.short." + string(mode)), Class: "num"}
			if mode == catalog.BillMonth || mode == catalog.BillYear {
				h.Sub = o.t("offers.col.converted")
			}
			heads = append(heads, h)
		}
	}
	if m.Columns.Others {
		heads = append(heads, views.OfferHead{Key: "other", Label: o.t("offers.col.other"), Class: "num"})
	}
	return append(heads,
		views.OfferHead{Key: "modes", Label: o.t("offers.col.modes"), Class: "m3"},
		o.sortable(views.OfferHead{Key: "price_per_tflops", Label: o.t("offers.col.tflops"), Sub: m.PerHour, Class: "num opt-col"}, false),
		o.sortable(views.OfferHead{Key: "price_per_gb", Label: o.t("offers.col.gb"), Sub: m.PerHour, Class: "num opt-col"}, false),
		views.OfferHead{Key: "beam", Label: o.t("offers.col.beam"), Class: "beamcell"},
		views.OfferHead{Key: "region", Label: o.t("offers.col.region"), Sub: o.t("offers.col.supply")},
		o.sortable(views.OfferHead{Key: "seen", Label: o.t("offers.col.source"), Sub: o.t("offers.col.age")}, true),
	)
}

// sortable makes a head sort by its key. descending says which way comes first.
func (o *offersPage) sortable(h views.OfferHead, descending bool) views.OfferHead {
	s := catalog.Sort{Key: catalog.SortKey(h.Key), Desc: descending}
	if o.query.Sort.Key == s.Key {
		h.Sorted = "ascending"
		if o.query.Sort.Desc {
			h.Sorted = "descending"
		}
		s.Desc = !o.query.Sort.Desc
	}
	if s == (catalog.Sort{Key: catalog.SortPrice}) {
		h.Href = o.links.with("sort")
	} else {
		h.Href = o.links.with("sort", sortWord(s))
	}
	return h
}

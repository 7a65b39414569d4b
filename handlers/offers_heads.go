package handlers

import (
	"gpuscale/catalog"
	"gpuscale/views"
)

// heads are the heads of the table's columns after the first. Following one sorts by
// it, and the other way round when the list already is.
func (o *offersPage) heads(m *views.OffersModel) []views.OfferHead {
	heads := []views.OfferHead{
		o.sortable(views.OfferHead{Key: "provider", Label: o.t("offers.col.offer"), Class: "n"}, false),
		o.sortable(views.OfferHead{Key: "vram", Label: o.t("offers.col.gpu"), Sub: o.t("offers.col.link"), Class: "g"}, true),
		o.sortable(views.OfferHead{Key: "price", Label: o.t("offers.col.lowest"), Sub: m.UnitLabel, Class: "num p"}, false),
	}
	if m.Modes {
		heads = append(heads, views.OfferHead{Key: "modes", Label: o.t("offers.col.modes"), Sub: o.t("offers.col.converted"), Class: "md"})
	}
	return append(heads, o.perHead(m),
		views.OfferHead{Key: "beam", Label: o.t("offers.col.beam"), Class: "beamcell"},
		views.OfferHead{Key: "region", Label: o.t("offers.col.region"), Sub: o.t("offers.col.supply"), Class: "h"},
		o.sortable(views.OfferHead{Key: "seen", Label: o.t("offers.col.source"), Sub: o.t("offers.col.age"), Class: "f"}, true),
	)
}

// perHead heads the two figures of one column, each of which sorts.
func (o *offersPage) perHead(m *views.OffersModel) views.OfferHead {
	tflops := o.sortable(views.OfferHead{Key: "price_per_tflops", Label: o.t("offers.col.tflops"), Class: "num opt-col per-c"}, false)
	gb := o.sortable(views.OfferHead{Key: "price_per_gb", Label: o.t("offers.col.gb", "unit", m.PerHour)}, false)
	if gb.Sorted != "" {
		tflops.Sorted = gb.Sorted
	}
	tflops.Second = &gb
	return tflops
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

package handlers

import (
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/chart"
)

// name fills in what a column is: its name with a link, what tells it from others,
// and its price.
func (v *compared) name(f views.Frame, h *views.CompareHead, i int) {
	l := f.Lang
	switch c := &v.Columns[i]; {
	case c.Offer != nil:
		o := c.Offer
		h.Name, h.Href = views.In(l, o.Provider.Name), f.Href("/providers/"+o.Provider.Slug)
		h.Detail = strings.TrimPrefix(h.Label, h.Name+" ")
		if o.InstanceType != "" {
			h.Detail += " · " + o.InstanceType
		}
		v.offerPrice(l, h, i)
	case c.Provider != nil:
		p := c.Provider
		h.Name, h.Href = views.In(l, p.Name), f.Href("/providers/"+p.Slug)
		h.Detail = text.Word(l, "provider_kind", string(p.Kind)) + " · " + text.Word(l, "market", string(p.Market))
	default:
		a := c.Accelerator
		h.Name, h.Href = views.In(l, a.Label()), f.Href("/gpus/"+a.Slug)
		h.Detail = a.Vendor
		v.headPrice(l, h, i, v.areaKey())
	}
}

// areaKey is the row of best prices to show: the mainland's where there is one.
func (v *compared) areaKey() string {
	row, ok := v.Row("best_price_" + string(catalog.MainlandChina))
	if ok {
		for _, c := range row.Cells {
			if c.State == catalog.StateKnown {
				return row.Key
			}
		}
	}
	return "best_price_" + string(catalog.International)
}

// offerPrice shows the on-demand price of an offer in the head of its column, else
// the first that it has, with its billing mode.
func (v *compared) offerPrice(l text.Lang, h *views.CompareHead, i int) {
	h.Price, h.Report = text.T(l, "value.unknown"), v.Columns[i].ID
	for _, mode := range catalog.BillingModes {
		row, ok := v.Row(priceKey(mode))
		if !ok || views.In(l, row.Cells[i].Text) == "" {
			continue
		}
		c := &row.Cells[i]
		h.Price, h.Known = views.In(l, c.Text), true
		if c.State == catalog.StateUnknown {
			return // as published: it names its own unit and mode
		}
		h.Unit = text.Word(l, "compare_unit", row.Unit)
		if mode != catalog.OnDemand {
			h.Unit += " · " + text.Word(l, "billing", string(mode))
		}
		return
	}
}

// headPrice shows the figure of a price row in the head of its column.
func (v *compared) headPrice(l text.Lang, h *views.CompareHead, i int, key string) {
	row, ok := v.Row(key)
	h.Price, h.Unit = text.T(l, "value.unknown"), ""
	if !ok {
		return
	}
	if c := row.Cells[i]; c.State == catalog.StateKnown {
		h.Price, h.Known, h.Unit = views.In(l, c.Text), true, text.Word(l, "compare_unit", row.Unit)
	}
	if v.Kind == catalog.CompareAccelerators {
		h.Unit = strings.TrimSpace(h.Unit + " · " + views.In(l, row.Label))
	}
}

// beamModes are the billing modes that have a glyph on the beam.
var beamModes = []catalog.BillingMode{catalog.Spot, catalog.BillYear, catalog.BillMonth, catalog.OnDemand}

// beams draws the prices of each offer on one axis; nil for other kinds and when no
// offer has a price on it.
func (v *compared) beams(l text.Lang) []chart.Beam {
	if v.Kind != catalog.CompareOffers {
		return nil
	}
	beams := make([]chart.Beam, len(v.Columns))
	var all []chart.Reading
	for i := range v.Columns {
		var said []string
		for _, mode := range beamModes {
			price, r := v.reading(i, mode)
			if price == "" {
				continue
			}
			*beamSlot(&beams[i], mode) = r
			all = append(all, r)
			said = append(said, text.Word(l, "billing", string(mode))+" "+views.Symbol(v.Basis.Currency)+price)
		}
		beams[i].Name = text.T(l, "compare.beam.label", "name", views.In(l, v.Columns[i].Label), "prices", strings.Join(said, text.T(l, "list.separator")))
		if row, ok := v.Row("price_on_demand"); ok {
			beams[i].Best = row.Cells[i].Best
		}
	}
	if len(all) == 0 {
		return nil
	}
	axis := chart.NewBeamAxis(all)
	for i := range beams {
		beams[i].Axis = axis
	}
	return beams
}

// reading is the card-hour of an offer in a billing mode; "" when it is not known.
func (v *compared) reading(i int, mode catalog.BillingMode) (string, chart.Reading) {
	row, ok := v.Row(priceKey(mode))
	if !ok {
		return "", chart.Reading{}
	}
	c := row.Cells[i]
	value, known := c.Value.Get()
	if !known {
		return "", chart.Reading{}
	}
	f, _ := value.Float64()
	return c.Text.Zh, chart.At(f)
}

func priceKey(mode catalog.BillingMode) string {
	return "price_" + strings.ReplaceAll(string(mode), "-", "_")
}

func beamSlot(b *chart.Beam, mode catalog.BillingMode) *chart.Reading {
	switch mode {
	case catalog.Spot:
		return &b.Spot
	case catalog.BillYear:
		return &b.Year
	case catalog.BillMonth:
		return &b.Month
	}
	return &b.OnDemand
}

package handlers

import (
	"encoding/csv"
	"io"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/views"
)

// exportColumn is a column of the exported list: its head and what a row has in it.
type exportColumn struct {
	head string
	cell func(*views.OfferRow) string
}

// exported returns all rows of the result, in the order of the list, and the columns
// that the list shows for them.
func (o *offersPage) exported() (columns []exportColumn, rows []*views.OfferRow) {
	rows = o.exportRows()
	add := func(key string, cell func(*views.OfferRow) string) {
		columns = append(columns, exportColumn{o.t("offers.csv." + key), cell})
	}
	add("id", func(r *views.OfferRow) string { return r.ID })
	add("provider", func(r *views.OfferRow) string { return r.Provider })
	add("instance", func(r *views.OfferRow) string { return r.Instance })
	add("host", func(r *views.OfferRow) string { return r.Host })
	add("gpu", func(r *views.OfferRow) string { return r.Card })
	add("vram", func(r *views.OfferRow) string { return figureOf(r.Offer.VRAMGB) })
	add("count", func(r *views.OfferRow) string { return strings.TrimPrefix(r.Count, "×") })
	add("share", func(r *views.OfferRow) string { return text.Word(o.frame.Lang, "share", string(r.Offer.Share.Word())) })
	add("link", func(r *views.OfferRow) string { return r.Link })
	add("lowest", func(r *views.OfferRow) string { return leadText(r) })
	columns = append(columns, o.modeColumns(rows)...)
	add("unit", func(*views.OfferRow) string { return o.look.UnitLabel() })
	add("tflops", func(r *views.OfferRow) string { return r.PerTFLOPS })
	add("gb", func(r *views.OfferRow) string { return r.PerGB })
	add("region", func(r *views.OfferRow) string { return r.Regions })
	add("supply", func(r *views.OfferRow) string { return r.Supply })
	columns = append(columns, o.evidenceColumns()...)
	return columns, rows
}

func leadText(r *views.OfferRow) string {
	if r.Lead == nil {
		return ""
	}
	return r.Lead.Text
}

func figureOf(n catalog.Number) string {
	if !n.Known {
		return ""
	}
	return text.Float(n.Value, 3)
}

// modeColumns are the billing modes that the rows have, each its own column.
func (o *offersPage) modeColumns(rows []*views.OfferRow) []exportColumn {
	var columns []exportColumn
	for _, mode := range catalog.BillingModes {
		word := o.t("offers.short." + string(mode))
		of := func(r *views.OfferRow) string { return r.Mode(mode) }
		if slices.ContainsFunc(rows, func(r *views.OfferRow) bool { return of(r) != "" }) {
			columns = append(columns, exportColumn{word, of})
		}
	}
	return columns
}

// evidenceColumns say for every price of a row, by its id, what was published and
// where.
func (o *offersPage) evidenceColumns() []exportColumn {
	each := func(key string, of func(*views.PriceView) string) exportColumn {
		return exportColumn{o.t("offers.csv." + key), func(r *views.OfferRow) string { return everyPrice(r, of) }}
	}
	return []exportColumn{
		each("published", func(p *views.PriceView) string {
			return p.Price.ID + " " + p.Mode + " " + p.Published + " " + text.Word(o.frame.Lang, "price_kind", string(p.Price.Kind))
		}),
		each("source", func(p *views.PriceView) string { return p.Cite.Meaning }),
		each("url", func(p *views.PriceView) string { return p.Cite.URL }),
		each("seen", func(p *views.PriceView) string { return p.Cite.Seen }),
		each("fresh", func(p *views.PriceView) string {
			return text.Word(o.frame.Lang, "freshness", string(p.Price.Freshness))
		}),
		each("grade", func(p *views.PriceView) string { return p.Cite.Grade }),
		each("credit", func(p *views.PriceView) string { return p.Price.Source.Licence }),
		each("why", func(p *views.PriceView) string {
			return strings.Join(views.WhyNot(o.frame.Lang, p.Price.WhyNot), " · ")
		}),
		each("doubts", func(p *views.PriceView) string { return doubtTexts(p.Cite.Doubts) }),
	}
}

// everyPrice lists a property of a row's prices; one that all share is said once.
func everyPrice(r *views.OfferRow, of func(*views.PriceView) string) string {
	list := make([]string, len(r.Prices))
	for i := range r.Prices {
		list[i] = of(&r.Prices[i])
	}
	if len(slices.Compact(slices.Clone(list))) == 1 {
		return list[0]
	}
	return strings.Join(list, " | ")
}

func doubtTexts(lines []views.DoubtLine) string {
	list := make([]string, len(lines))
	for i, d := range lines {
		list[i] = d.ID + " " + d.Verdict + " " + d.Text
	}
	return strings.Join(list, " ")
}

// csv writes the whole result. Text that a spreadsheet would run is made harmless.
func (o *offersPage) csv(w io.Writer) error {
	columns, rows := o.exported()
	out := csv.NewWriter(w)
	record := make([]string, len(columns))
	for i, c := range columns {
		record[i] = c.head
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for i := range rows {
		for j, c := range columns {
			record[j] = dataset.Guard(c.cell(rows[i]))
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// writeMarkdown writes the whole result as a table with the rules of its figures.
func (o *offersPage) writeMarkdown(w io.Writer) error {
	columns, rows := o.exported()
	var b strings.Builder
	b.WriteString("# " + o.t("offers.title") + "\n\n")
	line := func(cell func(exportColumn) string) {
		for _, c := range columns {
			b.WriteString("| " + markdown(cell(c)) + " ")
		}
		b.WriteString("|\n")
	}
	line(func(c exportColumn) string { return c.head })
	line(func(exportColumn) string { return "---" })
	prices := 0
	for i := range rows {
		prices += len(rows[i].Prices)
		line(func(c exportColumn) string { return c.cell(rows[i]) })
	}
	b.WriteString("\n" + o.t("offers.md.foot", "n", text.Count(len(rows)), "prices", text.Count(prices),
		"unit", o.look.UnitLabel(), "date", text.Minute(o.market.At())) + "\n")
	var m views.OffersModel
	o.notes(&m, usedRate(rows))
	for _, note := range append(m.Notes, m.RateText) {
		if note != "" {
			b.WriteString("\n" + note + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

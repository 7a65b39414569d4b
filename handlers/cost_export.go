package handlers

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"

	"gpuscale/dataset"
	"gpuscale/pricing"
	"gpuscale/views"
)

// costRecord is one result with everything a column may want of it.
type costRecord struct {
	rank int
	row  *pricing.Row
	view views.CostRow
	bill pricing.Bill
}

// costColumn is a column of the file: its head and what a result has in it.
type costColumn struct {
	head string
	cell func(*costRecord) string
}

// columns are those of the file; every item of a bill has its own.
func (c *costPage) columns() []costColumn {
	var columns []costColumn
	add := func(key string, cell func(*costRecord) string) { columns = append(columns, costColumn{c.t(key), cell}) }
	add("cost.csv.rank", func(r *costRecord) string { return strconv.Itoa(r.rank) })
	add("cost.csv.offer", func(r *costRecord) string { return r.view.ID })
	add("cost.csv.price", func(r *costRecord) string { return r.row.PriceID() })
	add("cost.field.provider", func(r *costRecord) string { return r.view.Provider })
	add("cost.csv.gpu", func(r *costRecord) string { return r.view.Card })
	add("cost.csv.instance", func(r *costRecord) string { o, _ := r.row.Offer(); return o.InstanceType })
	add("cost.csv.host", func(r *costRecord) string { o, _ := r.row.Offer(); return c.host(&o) })
	add("cost.csv.region", func(r *costRecord) string { o, _ := r.row.Offer(); return c.region(&o) })
	add("cost.field.billing", func(r *costRecord) string { return r.view.Mode })
	add("cost.total", func(r *costRecord) string { return r.bill.Total.Low.String() })
	add("cost.csv.max", func(r *costRecord) string {
		if !r.bill.Total.High.Known {
			return ""
		}
		return r.bill.Total.High.Value.String()
	})
	add("cost.csv.currency", func(r *costRecord) string { return string(r.bill.Total.Currency) })
	add("cost.at-least", func(r *costRecord) string { return c.yesNo(r.bill.AtLeast) })
	for _, item := range pricing.Items {
		columns = append(columns, costColumn{c.t("cost.item." + string(item)), func(r *costRecord) string { return itemSum(&r.bill, item) }})
	}
	add("cost.csv.formula", func(r *costRecord) string { return c.formulas(&r.bill) })
	add("cost.csv.hours", func(r *costRecord) string { return r.bill.HoursBilled.String() })
	add("cost.csv.machines", func(r *costRecord) string { return strconv.Itoa(r.bill.Machines) })
	add("cost.csv.cards", func(r *costRecord) string { return strconv.Itoa(r.bill.Cards) })
	add("cost.effective", func(r *costRecord) string {
		if !r.bill.EffectivePerGPUHour.Known {
			return ""
		}
		return r.bill.EffectivePerGPUHour.Value.Low.String()
	})
	add("cost.csv.even", func(r *costRecord) string { return r.view.Even })
	if c.ask.job.Budget.Known {
		add("cost.csv.within", func(r *costRecord) string { return r.view.Within })
	}
	return append(columns, c.evidenceColumns()...)
}

// evidenceColumns say what was published and where, and what is to be known of it.
func (c *costPage) evidenceColumns() []costColumn {
	var columns []costColumn
	rate := c.rateWords()
	add := func(key string, cell func(*costRecord) string) { columns = append(columns, costColumn{c.t(key), cell}) }
	add("cost.csv.published", func(r *costRecord) string { return r.view.Published })
	add("cost.source", func(r *costRecord) string { return r.view.Cite.Meaning })
	add("cost.csv.url", func(r *costRecord) string { return r.view.Cite.URL })
	add("cost.sheet.seen", func(r *costRecord) string { return r.view.Cite.Seen })
	add("cost.csv.grade", func(r *costRecord) string { return r.view.Cite.Grade })
	add("cost.csv.credit", func(r *costRecord) string {
		return creditWords(r.view.Cite.Credit)
	})
	add("cost.csv.rate", func(*costRecord) string { return rate })
	add("cost.csv.doubts", func(r *costRecord) string { return doubtTexts(r.view.Cite.Doubts) })
	add("cost.csv.warnings", func(r *costRecord) string { return strings.Join(r.view.Warnings, c.t("cost.and")) })
	return columns
}

// creditWords is a credit in one cell: its licence and whom to name; "" without any.
func creditWords(c views.Credit) string { return strings.TrimSpace(c.Licence + " " + c.Name) }

func (c *costPage) yesNo(yes bool) string {
	if yes {
		return c.t("cost.yes")
	}
	return c.t("cost.no")
}

// itemSum adds the lines of one item; "" without any.
func itemSum(b *pricing.Bill, item pricing.Item) string {
	var sum pricing.Amount
	found := false
	for _, line := range b.Lines {
		if line.Item == item {
			sum, found = sum.Plus(pricing.Exactly(line.Amount)), true
		}
	}
	rounded, err := sum.Round(2)
	if !found || err != nil {
		return ""
	}
	return rounded.String()
}

// formulas joins the formulas of a bill in one cell.
func (c *costPage) formulas(b *pricing.Bill) string {
	var list []string
	for i := range b.Lines {
		if line := &b.Lines[i]; line.Formula != "" {
			list = append(list, c.item(line)+" "+line.Formula)
		}
	}
	return strings.Join(list, " | ")
}

func (c *costPage) rateWords() string {
	var list []string
	for _, r := range c.rates() {
		list = append(list, strings.TrimSpace(r.Text+" "+r.Old))
	}
	return strings.Join(list, " | ")
}

func (c *costPage) record(i int) costRecord {
	row := &c.weighed.Results[i]
	offer, price := row.Offer()
	return costRecord{rank: i + 1, row: row, view: c.offerRow(row, &offer, &price), bill: row.Bill()}
}

// csv writes every result, in the order of the page.
func (c *costPage) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	columns := c.columns()
	cells := make([]string, len(columns))
	for i, column := range columns {
		cells[i] = dataset.Guard(column.head)
	}
	if err := out.Write(cells); err != nil {
		return err
	}
	for i := range c.weighed.Results {
		record := c.record(i)
		for j, column := range columns {
			cells[j] = dataset.Guard(column.cell(&record))
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// markdown writes the procurement sheet, then every result.
func (c *costPage) markdown(w io.Writer) error {
	var b strings.Builder
	m := c.model()
	b.WriteString("# " + c.t("cost.sheet") + "\n")
	if m.Sheet.Name != "" {
		c.markdownSheet(&b, &m)
	} else {
		b.WriteString("\n" + c.t("cost.none") + "\n")
	}
	c.markdownResults(&b)
	c.markdownLeft(&b, &m)
	_, err := io.WriteString(w, b.String())
	return err
}

func (c *costPage) markdownSheet(b *strings.Builder, m *views.CostModel) {
	s := &m.Sheet
	b.WriteString("\n" + markdown(s.Made) + "\n\n## " + c.t("cost.sheet.choice") + "\n\n**" + markdown(s.Name+" · "+s.Mode) + "** — **" + markdown(s.Total) + "**\n\n")
	c.table(b, []string{"cost.sheet.item", "cost.sheet.formula", "cost.sheet.amount", "cost.sheet.seen", "cost.source"}, sheetRows(s.Lines))
	c.section(b, "cost.sheet.inputs", costSteps(s.Inputs))
	c.section(b, "cost.maths", costSteps(m.Maths))
	b.WriteString("\n## " + c.t("cost.sheet.others") + "\n\n")
	c.table(b, []string{"cost.offer", "cost.csv.published", "cost.total", "cost.sheet.seen", "cost.source"}, sheetRows(s.Others))
	changes := m.Changes
	if len(changes) == 0 {
		changes = []string{c.t("cost.changes.none")}
	}
	c.section(b, "cost.changes", append(slices.Clip(changes), m.Searched))
	c.section(b, "cost.sheet.warnings", append(append([]string{}, m.Warnings...), m.Hidden.Text, m.Forgotten))
	c.section(b, "cost.sheet.assumptions", append(append([]string{}, m.Assumed...), c.rateWords()))
	b.WriteString("\n" + c.t("cost.sheet.address") + " <" + s.Address + ">\n")
}

func costSteps(list []views.CostStep) []string {
	var lines []string
	for _, s := range list {
		lines = append(lines, s.Label+" "+s.Formula)
	}
	return lines
}

func sheetRows(lines []views.CostSheetLine) [][]string {
	var rows [][]string
	for _, l := range lines {
		source := ""
		if l.Cite != nil {
			source = strings.TrimSpace(l.Cite.Glyph + " " + l.Cite.Meaning + " " + l.Cite.URL + " " + creditWords(l.Cite.Credit))
		}
		rows = append(rows, []string{l.Item, l.Formula, l.Amount, l.Seen, source})
	}
	return rows
}

func (c *costPage) section(b *strings.Builder, key string, lines []string) {
	b.WriteString("\n## " + c.t(key) + "\n\n")
	for _, line := range lines {
		if line != "" {
			b.WriteString("- " + markdown(line) + "\n")
		}
	}
}

func (c *costPage) table(b *strings.Builder, heads []string, rows [][]string) {
	for _, key := range heads {
		b.WriteString("| " + c.t(key) + " ")
	}
	b.WriteString("|\n" + strings.Repeat("|---", len(heads)) + "|\n")
	for _, row := range rows {
		for _, cell := range row {
			b.WriteString("| " + markdown(cell) + " ")
		}
		b.WriteString("|\n")
	}
}

func (c *costPage) markdownResults(b *strings.Builder) {
	b.WriteString("\n## " + c.t("cost.offers") + "\n\n" + c.n("cost.offers.count", len(c.weighed.Results)) + "\n\n")
	var rows [][]string
	for i := range c.weighed.Results {
		r := c.record(i)
		rows = append(rows, []string{strconv.Itoa(r.rank), r.view.Provider + " " + r.view.Card, r.view.Mode, c.totalWords(r.bill.Total, r.bill.AtLeast),
			r.view.Effective, r.view.Published, r.view.Cite.Seen, c.formulas(&r.bill), strings.Join(r.view.Warnings, c.t("cost.and")), r.view.Cite.URL,
			creditWords(r.view.Cite.Credit)})
	}
	c.table(b, []string{"cost.csv.rank", "cost.offer", "cost.mode", "cost.total", "cost.effective", "cost.csv.published", "cost.sheet.seen",
		"cost.csv.formula", "cost.csv.warnings", "cost.csv.url", "cost.csv.credit"}, rows)
}

func (c *costPage) markdownLeft(b *strings.Builder, m *views.CostModel) {
	if len(m.Left) > 0 {
		b.WriteString("\n## " + c.t("cost.excluded") + "\n\n")
		for i := range c.weighed.left {
			x := &c.weighed.left[i]
			offer, _ := x.Offer()
			b.WriteString("- " + markdown(c.name(&offer)+" · "+c.mode(x.Billing)+" ("+x.PriceID()+"): "+c.reason(x.Notice)) + "\n")
		}
	}
	if m.NotShown.Text != "" {
		b.WriteString("\n" + markdown(m.NotShown.Text))
		for _, r := range m.NotShown.Reasons {
			b.WriteString(" " + markdown(r.Label) + ";")
		}
		b.WriteString("\n")
	}
}

package catalog

func (m *Market) compareAccelerators(c *Comparison) {
	gpus := make([]*Accelerator, len(c.Columns))
	for i, column := range c.Columns {
		gpus[i] = column.Accelerator
	}
	m.specRows(c, gpus, nil)
	for _, area := range []MarketArea{MainlandChina, International} {
		c.AddRows(Cost, m.areaRow(c, gpus, area))
	}
	c.AddRows(Cost, quoteRow(m, gpus))
}

// specRows adds the specification of one accelerator a column; nil where an offer's
// card is not known. Slices tells the columns that are a part of a card; nil means
// none.
func (m *Market) specRows(c *Comparison, gpus []*Accelerator, slices []bool) {
	sheets := make([]*acceleratorSheet, len(gpus))
	for i, a := range gpus {
		if sheets[i] = nowhere; a != nil {
			sheets[i] = m.acceleratorSheet(a)
		}
	}
	for i, f := range Figures {
		if c.has(f.Key) {
			continue
		}
		row := CompareRow{Key: f.Key, Label: f.Label, Unit: f.Unit, Better: f.Better, Cells: make([]Cell, 0, len(gpus))}
		for _, s := range sheets {
			row.Cells = append(row.Cells, s.figures[i])
		}
		row.ofWholeCards(slices)
		c.AddRows(Performance, row)
	}
	for i, t := range specTexts {
		if c.has(t.key) {
			continue
		}
		row := CompareRow{Key: t.key, Label: t.label, Better: BetterNone, Cells: make([]Cell, 0, len(gpus))}
		for _, s := range sheets {
			row.Cells = append(row.Cells, s.texts[i])
		}
		if t.key == "interconnect" {
			row.ofWholeCards(slices)
		}
		c.AddRows(t.dimension, row)
	}
	mig := migRow(sheets)
	mig.ofWholeCards(slices)
	c.AddRows(Ecosystem, mig)
}

// ofWholeCards says of the slices' figures that they are the whole card's: what a
// part of a card has of them is not known, so that they win nothing.
func (r *CompareRow) ofWholeCards(slices []bool) {
	for i, slice := range slices {
		if cell := &r.Cells[i]; slice && cell.State != StateUnknown {
			cell.Text = withSubject(cell.Text, Words{"整卡的", "of the whole card"})
			cell.WholeCard, cell.Unranked = true, true
		}
	}
}

type specText struct {
	key       string
	dimension Group
	label     Words
	text      func(*Accelerator) Words
}

func same(s string) Words { return Words{Zh: s, En: s} }

var specTexts = []specText{
	{"architecture", Performance, Words{"架构", "Architecture"}, func(a *Accelerator) Words { return same(a.Architecture) }},
	{"form_factor", Performance, Words{"形态", "Form factor"}, func(a *Accelerator) Words { return same(a.FormFactor) }},
	{"memory_type", Performance, Words{"显存类型", "Memory type"}, func(a *Accelerator) Words { return same(a.MemoryType) }},
	{"interconnect", Performance, Words{"互联", "Interconnect"}, func(a *Accelerator) Words { return same(a.Interconnect) }},
	{"pcie_gen", Performance, Words{"PCIe 代次", "PCIe generation"}, func(a *Accelerator) Words { return same(a.PCIeGen) }},
	{"software_stack", Ecosystem, Words{"软件栈", "Software stack"}, func(a *Accelerator) Words { return same(a.SoftwareStack) }},
	{"compute_capability", Ecosystem, Words{"计算能力", "Compute capability"}, func(a *Accelerator) Words { return same(a.ComputeCapability) }},
	{"export_note", Stability, Words{"出口管制说明", "Export notes"}, func(a *Accelerator) Words { return a.ExportNote }},
}

// figureCell shows a figure, or for a family the span that its parts take.
func figureCell(f Figure, a *Accelerator) Cell {
	if v, ok := f.Of(a).Get(); ok {
		return numberCell(v, a.Source)
	}
	span, ok := a.Spans[f.Key]
	if !ok {
		return Cell{State: StateUnknown}
	}
	text := same(NumberText(span.Low) + "–" + NumberText(span.High))
	if span.Low == span.High {
		text = same(NumberText(span.Low))
	}
	if span.Missing > 0 {
		text = Words{Zh: text.Zh + "（部分型号未知）", En: text.En + " (some variants unknown)"}
	}
	cell := textCell(text, a.Source)
	low, errLow := ParseDecimal(NumberText(span.Low))
	high, errHigh := ParseDecimal(NumberText(span.High))
	if errLow == nil && errHigh == nil {
		cell.Range = Known(CellRange{low, high, span.Missing > 0})
	}
	return cell
}

// numberCell shows a figure.
func numberCell(v float64, source Source) Cell {
	text := NumberText(v)
	cell := textCell(same(text), source)
	if d, err := ParseDecimal(text); err == nil {
		cell.Value = Known(d)
	}
	return cell
}

func migRow(sheets []*acceleratorSheet) CompareRow {
	row := CompareRow{Key: "mig_instances_max", Label: Words{"MIG 切分上限", "MIG instances at most"}, Better: BetterHigher, Cells: make([]Cell, 0, len(sheets))}
	for _, s := range sheets {
		row.Cells = append(row.Cells, s.mig)
	}
	return row
}

// migCell tells a known "not supported" from what is not known.
func migCell(a *Accelerator) Cell {
	count, known := a.MIGInstancesMax.Get()
	if !known {
		return Cell{State: StateUnknown}
	}
	n := Whole(int64(count))
	cell := textCell(same(n.String()), a.Source)
	if count == 0 {
		cell.State, cell.Text = StateNo, Words{"不支持", "not supported"}
	}
	cell.Value = Known(n)
	return cell
}

// areaRow shows the best price of each accelerator in one market area.
func (m *Market) areaRow(c *Comparison, gpus []*Accelerator, area MarketArea) CompareRow {
	row := CompareRow{Key: "best_price_" + string(area), Unit: perHourUnit(c.Basis.Currency), Better: BetterLower}
	row.Label = Words{"国内最低按需价", "Lowest on demand, mainland"}
	if area == International {
		row.Label = Words{"海外最低按需价", "Lowest on demand, international"}
	}
	for _, a := range gpus {
		cell := Cell{State: StateUnknown}
		if a != nil {
			if best, ok := m.Best(a.Slug, area); ok {
				cell = m.priceCell(c.Basis, &best.Price)
				cell.Statements[0].Subject = best.Offer.Provider.Name
			}
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

// quoteRow shows market quotes, which are no offers and are not converted.
func quoteRow(m *Market, gpus []*Accelerator) CompareRow {
	row := CompareRow{Key: "market_quote", Label: Words{"市场报价（非平台）", "Market quotes (no platform)"}, Better: BetterNone}
	for _, a := range gpus {
		cell := Cell{State: StateUnknown}
		if a != nil {
			for _, q := range m.Benchmarks(a.Slug) {
				cell.state(quoteText(q), &Price{Source: q.Source, Doubts: q.Doubts})
			}
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

func quoteText(q Benchmark) Words {
	if !q.Low.Known {
		return Words{}
	}
	amount := roundText(q.Low.Value)
	if q.High.Known {
		amount += "–" + roundText(q.High.Value)
	}
	unit, currency := priceUnitWords.of(string(q.Unit)), currencyWords.of(string(q.Currency))
	text := Words{Zh: amount + " " + currency.Zh + "/" + unit.Zh, En: amount + " " + currency.En + "/" + unit.En}
	if q.Count.Known {
		n := Whole(int64(q.Count.Value)).String()
		text = Words{Zh: text.Zh + "（" + n + " 卡）", En: text.En + " (" + n + " cards)"}
	}
	return text
}

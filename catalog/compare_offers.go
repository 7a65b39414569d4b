package catalog

import (
	"slices"
	"strings"
)

func (m *Market) compareOffers(c *Comparison) {
	providers := make([]*Provider, len(c.Columns))
	gpus := make([]*Accelerator, len(c.Columns))
	for i, column := range c.Columns {
		providers[i], gpus[i] = column.Offer.Provider, column.Offer.Accelerator
	}
	slices := make([]bool, len(c.Columns))
	for i, column := range c.Columns {
		share := column.Offer.Share
		slices[i] = share.Known() && !share.Whole()
	}
	c.AddRows(Performance, m.offerRows(c, slices)...)
	m.specRows(c, gpus, slices)
	c.AddRows(Cost, m.modeRows(c)...)
	c.AddRows(Cost, c.valueRow())
	m.providerRows(c, providers)
	m.factRows(c, providers)
}

// has reports whether there is a row with the key, shown or left out: what the offer
// says of its card goes before the card's own figure.
func (c *Comparison) has(key string) bool {
	for r := range c.rows() {
		if r.Key == key {
			return true
		}
	}
	return false
}

type offerFigure struct {
	key    string
	label  Words
	unit   string
	better Better
	of     func(*Offer) Number
}

func countNumber(n Opt[int]) Number { return Number{Value: float64(n.Value), Known: n.Known} }

var offerFigures = []offerFigure{
	{"vram_gb", Words{"单卡显存", "Memory per card"}, "GB", BetterHigher, func(o *Offer) Number { return o.VRAMGB }},
	{"count", Words{"卡数", "Cards"}, "", BetterNone, func(o *Offer) Number { return countNumber(o.Count) }},
	{"vram_total_gb", Words{"总显存", "Memory of all cards"}, "GB", BetterHigher, (*Offer).TotalVRAMGB},
	{"interconnect_gb_s", Words{"卡间互联带宽", "Link between cards"}, "GB/s", BetterHigher, func(o *Offer) Number { return o.InterconnectGBs }},
	{"vcpu", Words{"vCPU", "vCPU"}, "", BetterHigher, func(o *Offer) Number { return o.VCPU }},
	{"ram_gib", Words{"内存", "RAM"}, "GiB", BetterHigher, func(o *Offer) Number { return o.RAMGiB }},
}

// offerRows shows what the offers themselves say.
func (m *Market) offerRows(c *Comparison, slices []bool) []CompareRow {
	words := func(key string, label Words) CompareRow {
		return CompareRow{Key: key, Label: label, Better: BetterNone, Cells: make([]Cell, 0, len(c.Columns))}
	}
	name, instance := words("accelerator", Words{"加速卡", "Accelerator"}), words("instance_type", Words{"规格", "Instance type"})
	share, region := words("share", Words{"整卡或切片", "Whole card or slice"}), words("region", Words{"地域", "Region"})
	for _, column := range c.Columns {
		o := column.Offer
		name.Cells = append(name.Cells, textCell(o.acceleratorWords(), o.source()))
		instance.Cells = append(instance.Cells, textCell(same(o.InstanceType), o.source()))
		share.Cells = append(share.Cells, textCell(o.shareWords(), o.source()))
		region.Cells = append(region.Cells, textCell(sameWords(o.Regions), o.source()))
	}
	rows := []CompareRow{name, instance, share}
	for _, f := range offerFigures {
		row := CompareRow{Key: f.key, Label: f.label, Unit: f.unit, Better: f.better, Cells: make([]Cell, 0, len(c.Columns))}
		for _, column := range c.Columns {
			cell := m.spanCell(f.key, column.Offer.Accelerator)
			if v, ok := f.of(column.Offer).Get(); ok {
				cell = numberCell(v, column.Offer.source())
			}
			row.Cells = append(row.Cells, cell)
		}
		if f.key == "interconnect_gb_s" {
			row.ofWholeCards(slices)
		}
		rows = append(rows, row)
	}
	return append(rows, region)
}

// spanCell shows the span that a figure takes over the parts an offer may have.
func (m *Market) spanCell(key string, a *Accelerator) Cell {
	i := slices.IndexFunc(Figures, func(f Figure) bool { return f.Key == key })
	if i < 0 || a == nil || !a.Family() {
		return Cell{State: StateUnknown}
	}
	return m.acceleratorSheet(a).figures[i]
}

func (o *Offer) acceleratorWords() Words {
	if o.Accelerator == nil {
		return same(o.AcceleratorName)
	}
	return o.Accelerator.Label()
}

func (o *Offer) shareWords() Words {
	if !o.Share.Known() {
		return Words{}
	}
	w := shareWords.of(string(o.Share.Word()))
	if o.Share.Whole() {
		return w
	}
	part := Whole(int64(o.Share.Num)).String() + "/" + Whole(int64(o.Share.Den)).String()
	return Words{Zh: w.Zh + " " + part, En: w.En + " " + part}
}

func (o *Offer) source() Source {
	if len(o.Prices) == 0 {
		return Source{}
	}
	return o.Prices[0].Source
}

// modeRows shows one row a billing mode with the price that stands for it: the
// lowest ranked one, else the lowest known, else what is published.
func (m *Market) modeRows(c *Comparison) []CompareRow {
	var rows []CompareRow
	for _, mode := range BillingModes {
		label := billingWords.of(string(mode))
		row := CompareRow{
			Key: "price_" + strings.ReplaceAll(string(mode), "-", "_"), Unit: perHourUnit(c.Basis.Currency), Better: BetterLower,
			Label: Words{Zh: strings.TrimSuffix(label.Zh, "价") + "价", En: "Price " + label.En}, Cells: make([]Cell, 0, len(c.Columns)),
		}
		found := false
		for _, column := range c.Columns {
			cell := Cell{State: StateUnknown}
			if p := column.Offer.Standing(mode, c.Basis); p != nil {
				cell = m.priceCell(c.Basis, p)
				found = true
			}
			row.Cells = append(row.Cells, cell)
		}
		if found {
			rows = append(rows, row)
		}
	}
	return rows
}

// Standing returns the price that stands for a billing mode: the lowest ranked one,
// else the lowest whose card-hour is known, else the first; nil when there is none.
func (o *Offer) Standing(mode BillingMode, b Basis) *Price {
	var best *Price
	var bestHour PerHour // known once two prices were compared
	compared := false
	for i := range o.Prices {
		p := &o.Prices[i]
		switch {
		case p.Billing != mode:
		case best == nil:
			best = p
		default:
			hour := b.PerGPUHour(p)
			if !compared {
				bestHour, compared = b.PerGPUHour(best), true
			}
			if rankBefore(p, hour, best, bestHour) {
				best, bestHour = p, hour
			}
		}
	}
	return best
}

func rankBefore(p *Price, hour PerHour, best *Price, bestHour PerHour) bool {
	if p.Ranked() != best.Ranked() {
		return p.Ranked()
	}
	if hour.Known() != bestHour.Known() {
		return hour.Known()
	}
	return hour.Known() && hour.Low.Cmp(bestHour.Low) < 0
}

// valueRow shows the on-demand price for 100 dense FP16 TFLOPS and an hour.
func (c *Comparison) valueRow() CompareRow {
	row := CompareRow{
		Key: "price_per_100_tflops", Label: Words{"每百 TFLOPS·时", "Per 100 TFLOPS and hour"},
		Unit: string(c.Basis.Currency), Better: BetterLower, Cells: make([]Cell, 0, len(c.Columns)),
	}
	for _, column := range c.Columns {
		row.Cells = append(row.Cells, c.valueCell(column.Offer))
	}
	return row
}

func (c *Comparison) valueCell(o *Offer) Cell {
	p := o.Standing(OnDemand, c.Basis)
	switch {
	case p == nil:
		return Cell{State: StateUnknown, Reason: o.withoutHour(c.Basis)}
	case o.Share.Known() && !o.Share.Whole():
		return Cell{State: StateUnknown, Reason: ReasonSlice}
	}
	hour := c.Basis.PerGPUHour(p)
	if !hour.Known() {
		return Cell{State: StateUnknown, Reason: hour.Reason}
	}
	if o.Accelerator == nil {
		return Cell{State: StateUnknown}
	}
	value, ok := PerFigure(hour.Low, o.Accelerator.FP16TFLOPS, 100).Get()
	if !ok {
		return Cell{State: StateUnknown}
	}
	cell := textCell(same(MoneyText(value)), p.Source)
	cell.Value, cell.Doubts, cell.Unranked = Known(RoundHalfUp(value, 4)), p.Doubts, !p.Ranked()
	cell.Exception = p.Exception
	if high, known := hour.High.Get(); known {
		if most, ok := PerFigure(high, o.Accelerator.FP16TFLOPS, 100).Get(); ok {
			cell.Range = Known(CellRange{Low: cell.Value.Value, High: RoundHalfUp(most, 4)})
		}
	}
	return cell
}

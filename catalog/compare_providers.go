package catalog

import (
	"maps"
	"slices"
)

func (m *Market) compareProviders(c *Comparison) {
	var providers []*Provider
	for _, column := range c.Columns {
		providers = append(providers, column.Provider)
	}
	m.factRows(c, providers)
	c.AddRows(Cost, m.articlePrices(providers)...)
	m.providerRows(c, providers)
	c.AddRows(Cost, m.bestRows(c, providers)...)
}

// recordRow is a row of texts of the providers' records.
type recordRow struct {
	dimension   Group
	key         string
	label       Words
	keys, costs []string // see recordAsk
	text        func(*Provider) Words
}

var recordRows = []recordRow{
	{Cost, "provider_billing", Words{"计费方式说明", "Billing in detail"},
		[]string{"billing_modes", "billing_granularity", "pricing_rule", "stop_rule"}, nil,
		func(p *Provider) Words { return p.BillingDetail }},
	{Cost, "provider_storage_price", Words{"存储价格", "Storage price"}, nil,
		[]string{"data-disk", "system-disk", "file-storage", "object-storage", "image-storage"},
		func(p *Provider) Words { return p.StoragePrice }},
	{Cost, "provider_egress_price", Words{"出网流量价格", "Egress price"}, nil, []string{"egress", "public-ip", "data-transfer"},
		func(p *Provider) Words { return p.EgressPrice }},
	{Cost, "provider_min_rental", Words{"起租要求", "Minimum rental"}, []string{"min_rental", "min_charge"}, nil,
		func(p *Provider) Words { return p.MinRental }},
	{Ecosystem, "provider_images", Words{"预装镜像", "Preinstalled images"}, []string{"cuda_version", "library", "dev_tool"}, nil,
		func(p *Provider) Words { return joinWords(p.PreinstalledImages, "、", ", ") }},
}

// providerRows adds what the providers' own records say.
func (m *Market) providerRows(c *Comparison, providers []*Provider) {
	for i, r := range recordRows {
		row := CompareRow{Key: r.key, Label: r.label, Better: BetterNone, Cells: make([]Cell, 0, len(providers))}
		for _, p := range providers {
			row.Cells = append(row.Cells, m.providerSheet(p).records[i])
		}
		c.AddRows(r.dimension, row)
	}
	c.AddRows(Stability, m.slaRow(providers))
}

// articlePrices shows the prices that the article states of the providers.
func (m *Market) articlePrices(providers []*Provider) []CompareRow {
	row := CompareRow{Key: "article_price", Label: Words{"原文报价", "Price in the article"}, Better: BetterNone}
	found := false
	for _, p := range providers {
		cell := Cell{State: StateUnknown}
		m.EachOffer(OfferQuery{Show: ShowAll, Provider: Terms[string]{In: []string{p.Slug}}}, func(o *Offer) bool {
			for i := range o.Prices {
				if price := &o.Prices[i]; price.Source.IsArticle() {
					cell.state(withPrefix(o.AcceleratorName, price.PublishedText()), price)
				}
			}
			return true
		})
		found = found || cell.State == StateKnown
		row.Cells = append(row.Cells, cell)
	}
	if !found {
		return nil
	}
	return []CompareRow{row}
}

// state adds a price, as a text, to the cell.
func (c *Cell) state(text Words, p *Price) {
	if c.State == StateKnown {
		text = joinWords([]Words{c.Text, text}, "；", "; ")
	} else {
		c.Source = p.Source
	}
	c.State, c.Text = StateKnown, text
	c.Doubts = union(c.Doubts, p.Doubts)
	c.Article = c.Article || p.Source.IsArticle()
	c.Unranked = true
	c.Statements = append(c.Statements, Statement{Text: p.PublishedText(), Source: p.Source, Doubts: p.Doubts})
}

func withPrefix(name string, text Words) Words {
	return Words{Zh: name + " " + text.Zh, En: name + " " + text.En}
}

type providerGPU struct{ provider, gpu string }

// bestRows shows the best on-demand price of every accelerator that at least two of
// the providers offer, or that one offers where no two share any.
func (m *Market) bestRows(c *Comparison, providers []*Provider) []CompareRow {
	best := map[providerGPU]Price{}
	count := map[string]int{}
	q := OfferQuery{Billing: Terms[BillingMode]{In: []BillingMode{OnDemand}}}
	for _, p := range providers {
		q.Provider.In = append(q.Provider.In, p.Slug)
	}
	m.EachOffer(q, func(o *Offer) bool {
		if o.Accelerator == nil {
			return true
		}
		key := providerGPU{o.Provider.Slug, o.Accelerator.Slug}
		for _, p := range o.Prices {
			old, ok := best[key]
			if !ok {
				count[key.gpu]++
			}
			if a, b := c.Basis.PerGPUHour(&p), c.Basis.PerGPUHour(&old); !ok || a.Low.Cmp(b.Low) < 0 {
				best[key] = p
			}
		}
		return true
	})
	shared := slices.ContainsFunc(slices.Collect(maps.Values(count)), func(n int) bool { return n > 1 })
	var rows []CompareRow
	for _, gpu := range slices.Sorted(maps.Keys(count)) {
		if shared && count[gpu] < 2 {
			continue
		}
		rows = append(rows, m.bestRow(c, providers, m.gpus[gpu], best))
	}
	return rows
}

func (m *Market) bestRow(c *Comparison, providers []*Provider, gpu *Accelerator, best map[providerGPU]Price) CompareRow {
	label := gpu.Label()
	row := CompareRow{
		Key: "best_price:" + gpu.Slug, Unit: perHourUnit(c.Basis.Currency), Better: BetterLower,
		Label: Words{Zh: label.Zh + " 最低按需价", En: label.En + ", lowest on demand"},
	}
	for _, p := range providers {
		price, ok := best[providerGPU{p.Slug, gpu.Slug}]
		if !ok {
			row.Cells = append(row.Cells, Cell{State: StateUnknown})
			continue
		}
		row.Cells = append(row.Cells, m.priceCell(c.Basis, &price))
	}
	return row
}

func perHourUnit(c Currency) string { return string(c) + "/gpu-hour" }

// priceCell shows a price per card and hour; one that is not ranked cannot be best.
func (m *Market) priceCell(b Basis, p *Price) Cell {
	cell := Cell{
		State: StateUnknown, Source: p.Source, Doubts: p.Doubts, Article: p.Source.IsArticle(), Unranked: !p.Ranked(), Exception: p.Exception,
		Statements: []Statement{{Text: p.PublishedText(), Source: p.Source, Doubts: p.Doubts}},
	}
	hour := b.PerGPUHour(p)
	if !hour.Known() {
		cell.Reason = hour.Reason
		cell.Text = p.PublishedText()
		return cell
	}
	rounded := hour.Rounded()
	text := MoneyText(hour.Low)
	if hour.High.Known {
		text += "–" + MoneyText(hour.High.Value)
		cell.Range = Known(CellRange{Low: rounded.Low, High: rounded.High.Value})
	}
	cell.State, cell.Value, cell.Text = StateKnown, Known(rounded.Low), Words{Zh: text, En: text}
	return cell
}

package views

import (
	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/chart"
)

// Areas are the market areas, whose prices are never mixed.
var areas = []catalog.MarketArea{catalog.MainlandChina, catalog.International}

// Quote is one card with its best prices, as a tile.
type Quote struct {
	Slug, Href, Name, Detail string
	Sides                    []QuoteSide // mainland, international; only those with a price
	Spark                    []chart.Series
	SparkName                string
	ranked                   int
	Best                     []catalog.Best
}

// QuoteSide is the best price in one market area.
type QuoteSide struct {
	Area, Price, Provider, ProviderHref string
	Count                               string // how many ranked prices it is the lowest of
	Host                                string // the machine it includes, "" when not published
	Cite                                Citation
}

// newQuote makes the tile of a card; one without a ranked price has no sides.
func newQuote(f Frame, v *Viewpoint, a *catalog.Accelerator) Quote {
	q := Quote{Slug: a.Slug, Href: v.Href(f, "/gpus/"+a.Slug), Name: CardName(a)}
	for _, area := range areas {
		best, ok := v.Market.Best(a.Slug, area)
		if !ok {
			continue
		}
		q.ranked += v.Market.Rivals(a.Slug, area).Prices
		q.Best = append(q.Best, best)
		q.Sides = append(q.Sides, newQuoteSide(f, v, &best))
	}
	return q
}

// newQuoteSide prepares the best price of a card in one area.
func newQuoteSide(f Frame, v *Viewpoint, best *catalog.Best) QuoteSide {
	return QuoteSide{
		Area: f.T("quote." + string(best.Area)), Price: HourlyRange(v.Basis.PerGPUHour(&best.Price).Range),
		Provider: In(f.Lang, best.Offer.Provider.Name), ProviderHref: v.Href(f, "/providers/"+best.Offer.Provider.Slug),
		Count: f.N("quote.of", v.Market.Rivals(best.Accelerator.Slug, best.Area).Prices), Cite: CitePrice(f.Lang, v.Market, &best.Price),
		Host: knownHost(f, v, &best.Offer),
	}
}

// knownHost is the machine that a price includes, "" where its size is not published.
func knownHost(f Frame, v *Viewpoint, o *catalog.Offer) string {
	if !o.VCPU.Known && !o.RAMGiB.Known {
		return ""
	}
	return v.look(f.Lang).host(o)
}

// withSpark adds the shape of the history where one source has several days.
func (q Quote) withSpark(f Frame, v *Viewpoint) Quote {
	h := newPriceHistory(f, v, q.Slug)
	if len(h.lines) > 0 {
		q.Spark, q.SparkName = h.lines[:1], h.move(f)
	}
	return q
}

// quoteCredits are the credits that the prices of some tiles ask for.
func quoteCredits(quotes ...[]Quote) []Credit {
	var cited []Citation
	for _, list := range quotes {
		for i := range list {
			for _, s := range list[i].Sides {
				cited = append(cited, s.Cite)
			}
		}
	}
	return Credits(cited)
}

// BenchmarkRow is a market quote without a provider, as published.
type BenchmarkRow struct {
	Name, Href, Text, Region string
	Cite                     Citation
}

// newBenchmarkRow prepares a quote; slug is "" where it fits no entry.
func newBenchmarkRow(f Frame, v *Viewpoint, slug string, b *catalog.Benchmark) BenchmarkRow {
	row := BenchmarkRow{Name: b.AcceleratorName, Region: b.Region, Text: text.T(f.Lang, "value.unknown"), Cite: Cite(f.Lang, b.Source, v.Market.At())}
	row.Cite.Doubts = DoubtLines(f.Lang, v.Market, b.Doubts)
	if b.VRAMGB.Known {
		row.Name += " " + text.Float(b.VRAMGB.Value, 1) + "GB"
	}
	if slug != "" {
		row.Href = v.Href(f, "/gpus/"+slug)
	}
	if low, ok := b.Low.Get(); ok {
		row.Text = Symbol(b.Currency) + plainAmount(low)
		if high, ok := b.High.Get(); ok && high.Cmp(low) != 0 {
			row.Text += "–" + plainAmount(high)
		}
		row.Text += " / " + text.Word(f.Lang, "unit_name", string(b.Unit))
	}
	if b.Count.Known && b.Count.Value > 1 {
		row.Text += " " + f.T("quote.cards", "n", b.Count.Value)
	}
	return row
}

// benchmarkRows lists the market quotes of the given entries.
func benchmarkRows(f Frame, v *Viewpoint, slugs ...string) []BenchmarkRow {
	var rows []BenchmarkRow
	for _, slug := range slugs {
		quotes := v.Market.Benchmarks(slug)
		for i := range quotes {
			rows = append(rows, newBenchmarkRow(f, v, slug, &quotes[i]))
		}
	}
	return rows
}

// plainAmount prints a published amount without needless decimals.
func plainAmount(d catalog.Decimal) string {
	if d.IsInt() {
		return Whole(d)
	}
	return Published(d)
}

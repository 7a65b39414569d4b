package handlers

import (
	"slices"
	"sync"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
)

// rowKey names a prepared row: the prices it shows and how it shows them.
type rowKey struct {
	prices   [4]string
	lang     text.Lang
	currency catalog.Currency
	unit     catalog.Unit
	month    catalog.MonthHours
}

// rowsKept bounds the rows that are kept, about 8 KB each.
const rowsKept = 4096

// rowCache keeps the rows prepared for the current market: between two changes of
// the data a row is the same on every page that shows it.
type rowCache struct {
	mu     sync.RWMutex
	market *catalog.Market
	rows   map[rowKey]*views.OfferRow
}

func (c *rowCache) get(m *catalog.Market, key rowKey) *views.OfferRow {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.market != m {
		return nil
	}
	return c.rows[key]
}

func (c *rowCache) put(m *catalog.Market, key rowKey, row *views.OfferRow) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.market != m || len(c.rows) >= rowsKept {
		c.market, c.rows = m, map[rowKey]*views.OfferRow{}
	}
	c.rows[key] = row
}

// entries are the rows of a page.
func (o *offersPage) entries(offers []catalog.Offer) []views.OfferEntry {
	entries := make([]views.OfferEntry, len(offers))
	for i := range offers {
		entries[i] = views.OfferEntry{OfferRow: o.row(&offers[i]), Picked: o.picks.has(offers[i].ID)}
	}
	return entries
}

// row prepares an offer, or takes it from the rows kept. Offers of the past and those
// with very many prices are not kept.
func (o *offersPage) row(offer *catalog.Offer) *views.OfferRow {
	key := rowKey{lang: o.frame.Lang, currency: o.query.Currency, unit: o.query.Unit, month: o.query.Month}
	if o.look.Suffix != "" || len(offer.Prices) > len(key.prices) {
		row := views.NewOfferRow(o.look, offer)
		return row.Prepare(o.look)
	}
	for i := range offer.Prices {
		key.prices[i] = offer.Prices[i].ID
	}
	if row := o.kept.get(o.market, key); row != nil {
		return row
	}
	own := *offer // a kept row must not hold on to the whole page
	row := views.NewOfferRow(o.look, &own)
	o.kept.put(o.market, key, row.Prepare(o.look))
	return &row
}

// exportRows are the rows of the whole result, in order.
func (o *offersPage) exportRows() []*views.OfferRow {
	offers := slices.Collect(o.market.All(o.query))
	rows := make([]*views.OfferRow, len(offers))
	for i := range offers {
		row := views.NewOfferRow(o.look, &offers[i])
		rows[i] = &row
	}
	return rows
}

package handlers

import (
	"strings"
	"sync"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/text"
	"gpuscale/views"
)

// compareMemo keeps what was computed in one market: the last comparisons, which both
// languages, all themes and all representations share, and the totals of the standard
// jobs, as the same offers are compared in ever new company. The zero value is ready
// for use.
type compareMemo struct {
	mu     sync.Mutex
	market *catalog.Market
	totals map[costID]costTotal
	tables map[string]compared
	notes  map[text.Lang]*views.SourceNotes
}

type costID struct {
	offer, job string
	cards      int
	currency   catalog.Currency
	month      catalog.MonthHours
}

// The bounds of the memo: a total takes about half a kilobyte, a comparison up to two
// hundred.
const (
	maxTotals = 20_000
	maxTables = 64
)

// total returns the cheapest total of a standard job at an offer of the market.
func (c *compareMemo) total(m *catalog.Market, o *catalog.Offer, std pricing.StandardJob) costTotal {
	id := costID{o.ID, std.Key, std.Job.Cards, std.Job.Currency, std.Job.Month}
	c.mu.Lock()
	total, ok := c.totals[id]
	ok = ok && c.market == m
	c.mu.Unlock()
	if ok {
		return total
	}
	total = newCostTotal(m, o, std.Job)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.startAnew(m)
	c.totals[id] = total
	return total
}

// table returns the comparison of what is asked for. It is shared: readers must not
// change its rows.
func (c *compareMemo) table(a *compareAsk) compared {
	key := strings.Join(append(a.ids(), a.name, a.base, string(a.currency), monthText(a.month)), " ")
	c.mu.Lock()
	v, ok := c.tables[key]
	ok = ok && c.market == a.market
	c.mu.Unlock()
	if ok {
		return v
	}
	v = newCompared(c, a)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.startAnew(a.market)
	c.tables[key] = v
	return v
}

// sources returns the notes on the market's sources in a language.
func (c *compareMemo) sources(m *catalog.Market, l text.Lang) *views.SourceNotes {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.startAnew(m)
	notes, ok := c.notes[l]
	if !ok {
		notes = views.NewSourceNotes(l, m.At())
		c.notes[l] = notes
	}
	return notes
}

// startAnew empties the memo for another market, or when it is full.
func (c *compareMemo) startAnew(m *catalog.Market) {
	if c.market != m || len(c.totals) >= maxTotals {
		c.totals = map[costID]costTotal{}
	}
	if c.market != m || len(c.tables) >= maxTables {
		c.tables = map[string]compared{}
	}
	if c.market != m {
		c.notes = map[text.Lang]*views.SourceNotes{}
	}
	c.market = m
}

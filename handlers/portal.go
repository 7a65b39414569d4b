// Package handlers answers the pages: one file per page family. A handler reads
// its query into what was typed and what was wrong with it, asks the domain, and
// returns one model whose renderings web picks from.
package handlers

import (
	"context"
	"errors"
	"time"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/web"
)

// Markets gives the snapshots that pages are answered from.
type Markets interface {
	// Current is the market of now; it never waits.
	Current() *catalog.Market
	// AsOf is the market as it was recorded at a moment. It fails with
	// ErrBeforeRecords for a moment before the first record.
	AsOf(ctx context.Context, at time.Time) (*catalog.Market, error)
}

// ErrBeforeRecords says that nothing was recorded yet at the moment asked for.
var ErrBeforeRecords = errors.New("handlers: no records at that moment")

// Portal is what every public page needs.
type Portal struct {
	Surroundings
	Markets Markets
	Shares  Shares
	Reports Reports
	Records Records
	Now     func() time.Time

	comparisons compareMemo
}

// lang is the language of a request.
func lang(r *web.Request) text.Lang { return text.Lang(r.Lang) }

// market returns the market a request asks for: of now, or of as_of. A moment
// that is no moment, lies ahead or before the first record is a problem of the
// query; the market of now is returned then, so that the page can be drawn.
func (p *Portal) market(ctx context.Context, q *query) (*catalog.Market, error) {
	at, asked := q.moment("as_of", p.Now())
	if !asked {
		return p.Markets.Current(), nil
	}
	m, err := p.Markets.AsOf(ctx, at)
	if errors.Is(err, ErrBeforeRecords) {
		q.fail("as_of", text.T(q.lang, "query.before-records"))
		return p.Markets.Current(), nil
	}
	return m, err
}

package handlers

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// offersPages is the page of all offers.
func (p *Portal) offersPages() []web.Page {
	kept := &rowCache{}
	return []web.Page{{Path: "/offers", Reps: web.JSON | web.CSV | web.MD, Params: offersParams,
		Handler: func(ctx context.Context, r *web.Request) (web.Result, error) { return p.offers(ctx, r, kept) }}}
}

// offers serves GET /offers.
func (p *Portal) offers(ctx context.Context, r *web.Request, kept *rowCache) (web.Result, error) {
	q := newQuery(r)
	m, err := p.market(ctx, q)
	if err != nil {
		return web.Result{}, err
	}
	page := p.newOffersPage(r, q, m)
	page.kept = kept
	result := web.Result{Page: page, Fragments: views.OffersFragments}
	if wrong := q.err(); wrong != nil {
		result.Err = wrong
		return result, nil
	}
	result.JSON = func() any { return page.json() }
	result.CSV = func(w io.Writer) error { return page.csv(w) }
	result.Markdown = func(w io.Writer) error { return page.writeMarkdown(w) }
	return result, nil
}

// offersPage is one request for offers with what it is answered from; each
// representation computes only what it shows.
type offersPage struct {
	frame  views.Frame
	typed  *query
	query  catalog.OfferQuery
	market *catalog.Market
	look   *views.OfferLook
	links  address
	picks  picks
	kept   *rowCache
}

func (p *Portal) newOffersPage(r *web.Request, q *query, m *catalog.Market) *offersPage {
	f := p.Frame(r).Titled(text.T(q.lang, "offers.title"), text.T(q.lang, "offers.description"))
	f.Nav = "offers"
	o := &offersPage{frame: f, typed: q, market: m, query: parseOffers(q, m)}
	right := q.right()
	o.frame.Query = web.Encode(right, offersParams)
	o.links = address{frame: f, path: "/offers", names: offersParams, values: right}.fixed()
	o.look = views.NewOfferLook(q.lang, m, m.Basis(o.query.Currency, o.query.Month), o.query.Unit, o.links.carried("as_of"))
	o.picks = pickOffers(m, q.values["pick"])
	return o
}

// Render makes the page a component that is computed when it is written.
func (o *offersPage) Render(ctx context.Context, w io.Writer) error {
	return views.Offers(o.frame, o.model()).Render(ctx, w)
}

var _ templ.Component = (*offersPage)(nil)

func (o *offersPage) t(key string, args ...any) string { return o.frame.T(key, args...) }

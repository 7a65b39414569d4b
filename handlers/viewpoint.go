package handlers

import (
	"context"

	"gpuscale/catalog"
	"gpuscale/views"
	"gpuscale/web"
)

// viewpointParams are the parameters by which every page of figures is seen.
var viewpointParams = []string{"currency", "month", "as_of"}

// viewpoint reads from where the figures of a page are to be seen. Wrong values are
// problems of the query; the viewpoint then has the defaults in their place.
func (p *Portal) viewpoint(ctx context.Context, q *query) (*views.Viewpoint, error) {
	m, err := p.market(ctx, q)
	if err != nil {
		return nil, err
	}
	currency := word(q, "currency", catalog.Currencies, catalog.CNY)
	v := &views.Viewpoint{
		Market: m, Basis: m.Basis(currency, month(q)), AsOf: q.typed("as_of"), Currency: q.typed("currency"), Month: q.typed("month"),
		Problems: q.problems,
	}
	if kept := web.Encode(q.values, viewpointParams); kept != "" {
		v.Suffix = "?" + kept
	}
	return v, nil
}

// unanswered is the 400 answer of a page that has no form but the viewpoint's.
func unanswered(q *query, f views.Frame, v *views.Viewpoint) web.Result {
	return web.Result{Err: q.err(), Page: views.Unanswered(f, v)}
}

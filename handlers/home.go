package handlers

import (
	"context"

	"gpuscale/views"
	"gpuscale/web"
)

func (p *Portal) homePages() []web.Page {
	return []web.Page{{Path: "/", Reps: web.JSON, Params: viewpointParams, Handler: p.home}}
}

// home is the first page: search, scenarios, best prices, how fresh the data is.
func (p *Portal) home(ctx context.Context, r *web.Request) (web.Result, error) {
	q := newQuery(r)
	v, err := p.viewpoint(ctx, q)
	if err != nil {
		return web.Result{}, err
	}
	f := p.Frame(r)
	if q.err() != nil {
		return unanswered(q, f.Titled(f.T("home.title"), ""), v), nil
	}
	model := views.NewHome(f, v)
	return web.Result{
		Page: views.Home(f, &model),
		JSON: func() any { return homeAnswer(q.lang, v, &model) },
	}, nil
}

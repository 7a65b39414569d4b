package handlers

import (
	"context"

	"gpuscale/views"
	"gpuscale/web"
)

// provider is the page of one provider; a slug that is none is 404.
func (p *Portal) provider(ctx context.Context, r *web.Request) (web.Result, error) {
	q := newQuery(r)
	v, err := p.viewpoint(ctx, q)
	if err != nil {
		return web.Result{}, err
	}
	found, ok := v.Market.Provider(r.Param("slug"))
	if !ok {
		return web.Result{}, web.NotFound()
	}
	f := p.Frame(r)
	name := views.In(q.lang, found.Name)
	f = f.Titled(name, f.T("provider.description", "name", name))
	f.Nav = "providers"
	if q.err() != nil {
		return unanswered(q, f, v), nil
	}
	model := views.NewProvider(f, v, found)
	f.Feed = model.Feed
	return web.Result{
		Page: views.Provider(f, &model),
		JSON: func() any { return providerAnswer(f, v, &model) },
	}, nil
}

package handlers

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// gpusParams are the parameters of the list, in the order of links.
var gpusParams = listParams("vendor", "form")

func (p *Portal) gpusPages() []web.Page {
	return []web.Page{
		{Path: "/gpus", Reps: web.JSON | web.CSV, Params: gpusParams, Handler: p.gpus},
		{Path: "/gpus/:slug", Reps: web.JSON, Params: viewpointParams, Handler: p.gpu},
	}
}

// gpus lists the cards that fit the filters, families apart.
func (p *Portal) gpus(ctx context.Context, r *web.Request) (web.Result, error) {
	q := newQuery(r)
	v, err := p.viewpoint(ctx, q)
	if err != nil {
		return web.Result{}, err
	}
	f := p.Frame(r).Titled(text.T(q.lang, "gpus.title"), text.T(q.lang, "gpus.description"))
	f.Nav = "gpus"
	list := readGPUs(q, v)
	filters := list.filters(f)
	v.Keep = keptConditions(q, filters)
	tools := listFilters(q, f, gpusParams, filters)
	if q.err() != nil {
		model := views.NewGPUs(f, v, tools, func(*catalog.Accelerator) bool { return false })
		return web.Result{Err: q.err(), Page: views.GPUs(f, &model), Fragments: gpusFragments}, nil
	}
	model := views.NewGPUs(f, v, tools, func(a *catalog.Accelerator) bool { return list.fits(a, "") })
	return web.Result{
		Page: views.GPUs(f, &model), Fragments: gpusFragments,
		JSON: func() any { return gpusAnswer(v, &model) },
		CSV:  func(w io.Writer) error { return writeGPUsCSV(w, f, v, &model) },
	}, nil
}

var gpusFragments = []string{views.GPUsList}

// gpuList is what the address asks to list.
type gpuList struct {
	view    *views.Viewpoint
	vendors []string
	vendor  catalog.Terms[string]
	form    catalog.Terms[catalog.Form]
}

func readGPUs(q *query, v *views.Viewpoint) *gpuList {
	l := &gpuList{view: v}
	for i := range v.Market.Accelerators() {
		l.vendors = append(l.vendors, v.Market.Accelerators()[i].Vendor)
	}
	slices.Sort(l.vendors)
	l.vendors = slices.Compact(l.vendors)
	l.vendor = termsBy(q, "vendor", func(typed string) (string, bool) { return fold(typed, l.vendors) }, func() string { return strings.Join(l.vendors, ", ") })
	l.form = terms(q, "form", catalog.Forms)
	return l
}

// fits reports whether a card or family meets every condition but the skipped one.
func (l *gpuList) fits(a *catalog.Accelerator, skip string) bool {
	return (skip == "vendor" || passes(l.vendor, a.Vendor)) && (skip == "form" || passes(l.form, formOf(a)))
}

func formOf(a *catalog.Accelerator) catalog.Form { return cmp.Or(a.Form, catalog.FormUnknown) }

func (l *gpuList) filters(f views.Frame) []filter {
	count := func(skip string, value func(*catalog.Accelerator) string) func(string) int {
		return func(want string) int {
			n := 0
			for i := range l.view.Market.Accelerators() {
				if a := &l.view.Market.Accelerators()[i]; value(a) == want && l.fits(a, skip) {
					n++
				}
			}
			return n
		}
	}
	return []filter{
		{
			name: "vendor", title: f.T("gpus.facet.vendor"), values: l.vendors, label: func(v string) string { return v },
			count: count("vendor", func(a *catalog.Accelerator) string { return a.Vendor }),
		},
		{
			name: "form", title: f.T("gpus.facet.form"), values: wordsOf(catalog.Forms), label: func(v string) string { return text.Word(f.Lang, "form", v) },
			count: count("form", func(a *catalog.Accelerator) string { return string(formOf(a)) }),
		},
	}
}

// gpu is the page of one card or family; a slug that is none is 404.
func (p *Portal) gpu(ctx context.Context, r *web.Request) (web.Result, error) {
	q := newQuery(r)
	v, err := p.viewpoint(ctx, q)
	if err != nil {
		return web.Result{}, err
	}
	a, ok := v.Market.Accelerator(r.Param("slug"))
	if !ok {
		return web.Result{}, web.NotFound()
	}
	f := p.Frame(r)
	name := views.In(q.lang, a.Label())
	f = f.Titled(name, f.T("gpu.description", "name", name))
	f.Nav = "gpus"
	if q.err() != nil {
		return unanswered(q, f, v), nil
	}
	model := views.NewGPU(f, v, a)
	f.Feed = model.Feed
	return web.Result{
		Page: views.GPU(f, &model),
		JSON: func() any { return gpuAnswer(f, v, &model) },
	}, nil
}

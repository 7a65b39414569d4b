package handlers

import (
	"context"
	"io"
	"net/http"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// compareParams are the parameters of the comparison; focus only says where the
// focus goes after a swap and is in no address.
var compareParams = []string{"o", "p", "g", "base", "diff", "as_of", "currency", "month", "focus"}

func (p *Portal) comparePages() []web.Page {
	return []web.Page{{Path: "/compare", Reps: web.JSON | web.CSV | web.MD, Params: compareParams, Handler: p.compare}}
}

// compare puts offers, providers or accelerators side by side.
func (p *Portal) compare(ctx context.Context, r *web.Request) (web.Result, error) {
	q := newQuery(r)
	m, err := p.market(ctx, q)
	if err != nil {
		return web.Result{}, err
	}
	ask := readCompare(q, m)
	f := p.compareFrame(r, ask)
	switch {
	case len(ask.columns) == 0 && len(ask.missing) > 0 && !ask.mixed():
		return web.Result{}, &web.Error{Status: http.StatusNotFound, Code: "not-found", Message: f.T("compare.missing", "ids", ask.missingText(q.lang))}
	case q.err() != nil:
		return web.Result{Err: q.err(), Page: views.CompareChoose(f, ask.wrong(f, q)), Fragments: compareFragments}, nil
	case len(ask.columns) < 2:
		return ask.empty(f), nil
	}
	v := ask.comparison(&p.comparisons)
	return web.Result{
		Page: views.Compare(f, compareModel(f, ask, v, p.comparisons.sources(m, q.lang))), Fragments: compareFragments, Header: ask.focusHeader(),
		JSON:     func() any { return compareAnswer(q.lang, ask, v) },
		CSV:      func(w io.Writer) error { return writeCompareCSV(w, q.lang, v) },
		Markdown: func(w io.Writer) error { return writeCompareMarkdown(w, q.lang, v) },
	}, nil
}

var compareFragments = []string{views.CompareFragment}

// compareFrame is the frame of the page; its own address leaves out where the focus
// was wanted.
func (p *Portal) compareFrame(r *web.Request, ask *compareAsk) views.Frame {
	l := lang(r)
	title := text.T(l, "compare.title")
	if len(ask.columns) > 1 && len(ask.columns) <= catalog.MaxColumns {
		title = strings.Join(ask.labels(l), text.T(l, "list.separator"))
	}
	f := p.Frame(r).Titled(title, text.T(l, "compare.description"))
	f.Nav, f.Query = "compare", web.Encode(r.Query, compareParams[:len(compareParams)-1])
	return f
}

// empty is the state with nothing to put beside a column.
func (a *compareAsk) empty(f views.Frame) web.Result {
	v := compared{Comparison: catalog.Comparison{Kind: a.kind, Base: -1, Basis: a.market.Basis(a.currency, a.month)}}
	for _, c := range a.columns {
		v.Columns = append(v.Columns, catalog.CompareColumn{ID: c.id, Label: c.label})
	}
	v.extra = a.missingWarnings()
	return web.Result{
		Page: views.CompareChoose(f, a.emptyChoice(f)), Fragments: compareFragments,
		JSON:     func() any { return compareAnswer(f.Lang, a, v) },
		CSV:      func(w io.Writer) error { return writeCompareCSV(w, f.Lang, v) },
		Markdown: func(w io.Writer) error { return writeCompareMarkdown(w, f.Lang, v) },
	}
}

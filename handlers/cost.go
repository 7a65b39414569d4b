package handlers

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// costPages is the cost calculator.
func (p *Portal) costPages() []web.Page {
	return []web.Page{{Path: "/calculator/cost", Reps: web.JSON | web.CSV | web.MD, Params: costParams, Handler: p.cost}}
}

// cost weighs a job over every matching offer and billing mode.
func (p *Portal) cost(ctx context.Context, r *web.Request) (web.Result, error) {
	q := newQuery(r)
	m, err := p.market(ctx, q)
	if err != nil {
		return web.Result{}, err
	}
	c := &costPage{typed: q, ask: readCost(q, m)}
	c.frame = p.costFrame(r, c)
	result := web.Result{Page: c, Fragments: views.CostFragments, Header: http.Header{}}
	if wrong := q.err(); wrong != nil {
		result.Err = wrong
		return result, nil
	}
	if c.weighed, err = c.ask.weigh(); err != nil {
		return web.Result{}, err
	}
	if r.HX {
		result.Header.Set("HX-Replace-Url", c.frame.Self())
	}
	result.JSON = func() any { return c.json() }
	result.CSV = func(w io.Writer) error { return c.csv(w) }
	result.Markdown = func(w io.Writer) error { return c.markdown(w) }
	return result, nil
}

// costPage is one request with what it is answered from; each representation
// computes only what it shows.
type costPage struct {
	frame   views.Frame
	typed   *query
	ask     *costAsk
	weighed costWeighed
}

// Render makes the page a component that is computed when it is written.
func (c *costPage) Render(ctx context.Context, w io.Writer) error {
	return views.Cost(c.frame, c.model()).Render(ctx, w)
}

var _ templ.Component = (*costPage)(nil)

func (c *costPage) t(key string, args ...any) string { return c.frame.T(key, args...) }

func (c *costPage) n(key string, n int, args ...any) string { return c.frame.N(key, n, args...) }

func (c *costPage) lang() text.Lang { return c.frame.Lang }

// costFrame is the frame of the page, whose own address has neither the form's
// helpers nor the ways of giving the time that were not chosen.
func (p *Portal) costFrame(r *web.Request, c *costPage) views.Frame {
	l := lang(r)
	f := p.Frame(r).Titled(text.T(l, "cost.title"), text.T(l, "cost.description"))
	f.Nav = "cost"
	if len(c.typed.problems) == 0 {
		f.Query = web.Encode(c.address(), costParams)
	}
	return f
}

// address holds what a link to this calculation carries.
func (c *costPage) address() url.Values {
	values := url.Values{}
	if c.ask.example {
		for _, name := range costShown {
			if typed := c.typed.values[name]; len(typed) > 0 {
				values[name] = typed
			}
		}
		return values
	}
	for name, typed := range c.typed.values {
		way, timed := costWayOf[name]
		unchanged := len(typed) == 1 && typed[0] == costDefaults[name] && !timed && name != "gpus"
		if !slices.Contains(costFormOnly, name) && (!timed || way == c.ask.way) && !unchanged {
			values[name] = typed
		}
	}
	delete(values, "line")
	if len(c.ask.lines) > 0 {
		values["line"] = c.ask.lines
	}
	return values
}

// costWeighed is a job weighed, with what is not listed and why.
type costWeighed struct {
	pricing.Result
	left     []pricing.Exclusion // every price that has no total
	notShown catalog.OfferResult // counts of what is not ranked
}

// weigh computes the job. Prices that no total can be computed for are named even
// where they are not ranked either.
func (a *costAsk) weigh() (costWeighed, error) {
	result, err := pricing.Evaluate(a.market, a.offers, a.job)
	if err != nil {
		return costWeighed{}, err
	}
	w := costWeighed{Result: result, left: result.Excluded}
	unknown := a.offers
	unknown.Show, unknown.WhyNot.In = catalog.ShowAll, []catalog.WhyNot{catalog.NotPerCard}
	rest, err := pricing.Evaluate(a.market, unknown, a.job)
	if err != nil {
		return costWeighed{}, err
	}
	w.left = append(slices.Clip(w.left), rest.Excluded...)
	counted := a.offers
	counted.Per = 1
	w.notShown = a.market.Search(counted)
	return w, nil
}

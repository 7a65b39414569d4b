package handlers

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/a-h/templ"

	"gpuscale/sizing"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// sizingPages is the memory calculator.
func (p *Portal) sizingPages() []web.Page {
	return []web.Page{{Path: "/calculator/sizing", Reps: web.JSON | web.CSV, Params: sizingParams, Handler: p.sizing}}
}

// sizing sizes a model on every accelerator.
func (p *Portal) sizing(ctx context.Context, r *web.Request) (web.Result, error) {
	q := newQuery(r)
	m, err := p.market(ctx, q)
	if err != nil {
		return web.Result{}, err
	}
	s := &sizingPage{typed: q, ask: readSizing(q, m)}
	if err := s.size(); err != nil {
		return web.Result{}, err
	}
	s.frame = p.sizingFrame(r, s)
	result := web.Result{Page: s, Fragments: views.SizingFragments, Header: http.Header{}}
	if wrong := q.err(); wrong != nil {
		result.Err = wrong
		return result, nil
	}
	if r.HX {
		result.Header.Set("HX-Replace-Url", s.frame.Self())
	}
	result.JSON = func() any { return s.json() }
	result.CSV = func(w io.Writer) error { return s.csv(w) }
	return result, nil
}

// sizingPage is one request with what it is answered from; each representation
// computes only what it shows.
type sizingPage struct {
	frame  views.Frame
	typed  *query
	ask    *sizingAsk
	result sizing.Result
	costs  sizingCosts
}

// Render makes the page a component that is computed when it is written.
func (s *sizingPage) Render(ctx context.Context, w io.Writer) error {
	return views.Sizing(s.frame, s.model()).Render(ctx, w)
}

var _ templ.Component = (*sizingPage)(nil)

func (s *sizingPage) t(key string, args ...any) string { return s.frame.T(key, args...) }

func (s *sizingPage) lang() text.Lang { return s.frame.Lang }

// size computes the fits and what they cost; what sizing objects to becomes a
// problem of the query.
func (s *sizingPage) size() error {
	devices := s.ask.devices()
	result, err := sizing.Evaluate(s.ask.request, devices)
	var wrong *sizing.RequestError
	if errors.As(err, &wrong) {
		s.ask.refuse(s.typed, wrong)
		return nil
	}
	if err != nil || len(s.typed.problems) > 0 {
		return err
	}
	s.result = result
	s.costs, err = s.ask.weigh(&s.result, devices)
	return err
}

// sizingFrame is the frame of the page, whose own address carries the constants in
// one parameter.
func (p *Portal) sizingFrame(r *web.Request, s *sizingPage) views.Frame {
	l := lang(r)
	f := p.Frame(r).Titled(text.T(l, "sizing.title"), text.T(l, "sizing.description"))
	f.Nav = "sizing"
	if len(s.typed.problems) == 0 {
		f.Query = web.Encode(s.ask.address(s.typed), sizingParams)
	}
	return f
}

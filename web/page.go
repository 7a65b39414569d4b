package web

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"
)

// Handler computes the answer to a request. Errors of type *Error say what the
// visitor is told; all others are internal.
type Handler func(context.Context, *Request) (Result, error)

// Page is a public address: it answers GET and HEAD in both languages and in all
// its representations, from the cache where it can.
type Page struct {
	Path    string   // without language prefix, in gin's notation: "/gpus/:slug"
	Reps    Rep      // representations besides HTML: JSON | CSV | MD
	Params  []string // the query parameters the page knows, in the order of links
	Handler Handler
}

// Result is one model with its renderings; only the one asked for is made.
type Result struct {
	Status int // 0 means 200, or the status of Err
	// Page is the whole HTML page. Fragments names the templ fragments in it that
	// an htmx request gets; without any it gets the whole page.
	Page      templ.Component
	Fragments []string
	// JSON returns the value to encode; CSV and Markdown write themselves. A
	// representation the page does not offer stays nil.
	JSON          func() any
	CSV, Markdown func(io.Writer) error
	// Body writes an answer of another kind at an address without ending, such as
	// a feed; ContentType names the kind.
	Body        func(io.Writer) error
	ContentType string
	// Err makes the answer an error whose HTML is still Page: a form with its
	// messages. JSON answers carry the error only.
	Err *Error
	// Redirect is a local path for 303 See Other; htmx requests get HX-Redirect.
	Redirect string
	// Show is a local path whose page is the answer, at this address.
	Show string
	// Header is added to the answer, e.g. HX-Trigger-After-Settle.
	Header http.Header
	// NoStore keeps the answer out of every cache: it depends on more than the
	// address and the data.
	NoStore bool
}

// Page registers a public page.
func (s *Server) Page(p Page) {
	s.pages = append(s.pages, p)
	for _, prefix := range []string{"", "/en"} {
		s.get(prefix+p.Path, s.page(p, HTML))
		for _, e := range endings {
			if p.Reps&e.rep == 0 || endsInParam(p.Path) {
				continue
			}
			s.get(prefix+strings.TrimSuffix(p.Path, "/")+indexOf(p.Path)+e.ending, s.page(p, e.rep))
		}
	}
}

// Pages lists the registered pages.
func (s *Server) Pages() []Page { return s.pages }

// endsInParam tells paths whose last part holds the ending ("/gpus/h100-sxm.json"
// matches "/gpus/:slug"), which need no route of their own for it.
func endsInParam(path string) bool {
	return strings.HasPrefix(path[strings.LastIndexByte(path, '/')+1:], ":")
}

func indexOf(path string) string {
	if path == "/" {
		return "/index"
	}
	return ""
}

func (s *Server) get(path string, h ...gin.HandlerFunc) {
	s.engine.GET(path, h...)
	s.engine.HEAD(path, h...)
}

// page answers one page that was not found under the very words of its address: by
// readiness, 304, the cache under the canonical address, and the handler.
func (s *Server) page(p Page, rep Rep) gin.HandlerFunc {
	return func(c *gin.Context) {
		if rep == HTML {
			defer func() { s.viewed(c.Request, c.Writer.Status()) }()
		}
		version := s.cfg.Version()
		r := newRequest(c, p.Params)
		switch {
		case r.Rep != HTML && (r.Rep&p.Reps == 0 || (rep == HTML && !endsInParam(p.Path))):
			s.fail(c, NotFound())
			return
		case version == "":
			s.fail(c, starting())
			return
		}
		key := s.key(r, version)
		if e, found := s.cache.get(key.place); found {
			s.metrics.hit()
			s.cache.put(spelt(c.Request, version), s.repeatable(e.answer, c.FullPath(), rep == HTML))
			e.send(c.Writer, c.Request)
			return
		}
		if matches(c.Request.Header.Get("If-None-Match"), key.etag) {
			key.notModified(c.Writer)
			return
		}
		s.metrics.miss()
		s.compute(c, r, p.Handler, key)
	}
}

// viewed tells that a visitor was shown a whole page.
func (s *Server) viewed(r *http.Request, status int) {
	if s.cfg.Viewed != nil && r.Method == http.MethodGet && (status == http.StatusOK || status == http.StatusNotModified) && r.Header.Get(hxRequest) == "" {
		s.cfg.Viewed(r.URL.Path, r.URL.RawQuery)
	}
}

// compute runs the handler within the limits and sends what it returns.
func (s *Server) compute(c *gin.Context, r *Request, h Handler, key cacheKey) {
	if !s.limiter.allow(c.ClientIP()) {
		s.fail(c, tooMany())
		return
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), pageDeadline)
	defer cancel()
	if err := s.work.Acquire(ctx, 1); err != nil {
		s.fail(c, asError(err))
		return
	}
	defer s.work.Release(1)
	result, err := h(ctx, r)
	if err == nil {
		err = s.send(ctx, c, r, result, key)
	}
	if err != nil {
		s.fail(c, asError(err))
	}
}

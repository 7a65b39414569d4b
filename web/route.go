package web

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// FormBytes is the limit of a posted form.
const FormBytes = 64 << 10

// Route is an address that is not a public page: forms, downloads, admin. Its
// answers are never cached. GET routes answer HEAD too.
type Route struct {
	Method  string
	Path    string            // as registered; the language prefix is not added
	Params  []string          // query parameters the handler knows
	Before  []gin.HandlerFunc // e.g. the session check
	MaxBody int64             // 0 means FormBytes
	Timeout time.Duration     // 0 means the deadline of a page
	Handler Handler
}

// Route registers a route.
func (s *Server) Route(route Route) {
	chain := append(append([]gin.HandlerFunc{}, route.Before...), s.route(route))
	if route.Method == http.MethodGet {
		s.get(route.Path, chain...)
		return
	}
	s.engine.Handle(route.Method, route.Path, chain...)
}

func (s *Server) route(route Route) gin.HandlerFunc {
	if route.MaxBody == 0 {
		route.MaxBody = FormBytes
	}
	if route.Timeout == 0 {
		route.Timeout = pageDeadline
	}
	return func(c *gin.Context) {
		r := newRequest(c, route.Params)
		if !s.limiter.allow(c.ClientIP()) {
			s.fail(c, tooMany())
			return
		}
		ctx, cancel := context.WithTimeout(c.Request.Context(), route.Timeout)
		defer cancel()
		if route.Timeout > pageDeadline {
			extend(c, route.Timeout)
		}
		c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, route.MaxBody)
		c.Request = c.Request.WithContext(ctx)
		r.HTTP = c.Request
		result, err := route.Handler(ctx, r)
		if err == nil {
			err = s.send(ctx, c, r, result, cacheKey{})
		}
		if err != nil {
			s.fail(c, asError(err))
		}
	}
}

// extend moves the connection's deadlines for a route that takes longer than a
// page, such as an upload. A connection that cannot is left with the usual ones.
func extend(c *gin.Context, timeout time.Duration) {
	control := http.NewResponseController(c.Writer)
	deadline := time.Now().Add(timeout)
	_ = control.SetReadDeadline(deadline)
	_ = control.SetWriteDeadline(deadline.Add(pageDeadline))
}

// Handle adapts a handler that writes its own answer, e.g. a stream; the error it
// returns before the first byte becomes an error answer.
func (s *Server) Handle(h func(*gin.Context) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := h(c); err != nil {
			s.fail(c, asError(err))
		}
	}
}

// Answer sends a result from a middleware, which then keeps the handlers after it
// from running: a sign-in page, a redirect.
func (s *Server) Answer(c *gin.Context, result Result) {
	c.Abort()
	r := From(c)
	if err := s.send(c.Request.Context(), c, r, result, cacheKey{}); err != nil {
		s.fail(c, asError(err))
	}
}

// Stream registers a GET and HEAD route whose handler writes its own answer.
func (s *Server) Stream(path string, h func(*gin.Context) error, before ...gin.HandlerFunc) {
	limited := func(c *gin.Context) error {
		if !s.limiter.allow(c.ClientIP()) {
			return tooMany()
		}
		return h(c)
	}
	s.get(path, append(append([]gin.HandlerFunc{}, before...), s.Handle(limited))...)
}

// Routes lists method and path of everything registered, for tests that walk them.
func (s *Server) Routes() gin.RoutesInfo { return s.engine.Routes() }

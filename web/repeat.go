package web

import (
	"bytes"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// repeated answers a request whose very words have been answered before, ahead of the
// engine: that nothing need be done must not cost more to find out than sending the
// page. Only answers of addresses that passed every check are kept. What the engine's
// middleware promises for every answer is done here too: host names, security headers,
// access log, metrics and the counting of views. It reports whether it answered.
func (s *Server) repeated(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !s.ownHost(r.Host) {
		return false
	}
	start, version := time.Now(), s.cfg.Version()
	e, found := s.cache.get(spelt(r, version))
	if !found || version == "" {
		return false
	}
	s.metrics.hit()
	status, length := s.repeat(w, r, e)
	elapsed := time.Since(start)
	e.meter.observe(r.Method, status, elapsed)
	s.cfg.Access.add(visit{at: start, id: requestID(rand.Uint64()), method: r.Method, path: r.URL.Path,
		status: status, bytes: length, elapsed: elapsed, ip: s.clientIP(r)})
	if e.page {
		s.viewed(r, status)
	}
	return true
}

// repeat sends an answer again, or tells that the visitor has it, and reports the
// status and how much of the body went out.
func (s *Server) repeat(w http.ResponseWriter, r *http.Request, e entry) (status, length int) {
	if matches(r.Header.Get("If-None-Match"), e.etag) {
		if !takeHead(r, e.unchanged) {
			s.secureHeaders(w.Header(), r.TLS != nil)
			e.key().unchanged(w.Header())
		}
		w.WriteHeader(http.StatusNotModified)
		return http.StatusNotModified, 0
	}
	if takeHead(r, e.head) {
		e.setFraming(w.Header())
	} else {
		s.secureHeaders(w.Header(), r.TLS != nil)
		e.setHeader(w.Header())
	}
	w.WriteHeader(http.StatusOK)
	return http.StatusOK, writeBody(w, r, e.body)
}

// framing are the headers that net/http must know of to send a body as it is.
var framing = map[string]bool{"Content-Length": true, "Content-Type": true}

func (a *answer) setFraming(h http.Header) {
	for _, line := range a.sent[:len(framing)] {
		h[line.name] = line.values
	}
}

// repeatable is a kept answer of a route, by its pattern, with everything that
// repeating it takes; page tells whether visitors see a page there.
func (s *Server) repeatable(a *answer, route string, page bool) entry {
	e := entry{answer: a, meter: s.metrics.meter(route), page: page}
	h := http.Header{}
	s.secureHeaders(h, false)
	a.key().unchanged(h)
	e.unchanged = headerLines(h)
	a.setHeader(h)
	e.head = headerLines(h)
	return e
}

// headerLines writes headers out, but for the framing.
func headerLines(h http.Header) []byte {
	var b bytes.Buffer
	// Writing to a buffer does not fail.
	_ = h.WriteSubset(&b, framing)
	return b.Bytes()
}

// clientIP is the address of the visitor by the engine's rules, for a request that the
// engine does not see.
func (s *Server) clientIP(r *http.Request) string {
	c := s.contexts.Get().(*gin.Context)
	defer s.contexts.Put(c)
	c.Request = r
	ip := c.ClientIP()
	c.Request = nil
	return ip
}

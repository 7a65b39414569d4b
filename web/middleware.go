package web

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"
)

const idKey = "gpuscale.id"

// operational tells addresses that probes ask: they are not logged, and answer
// under any host name.
func operational(path string) bool {
	return path == "/healthz" || path == "/readyz" || path == "/metrics"
}

// observe gives the request an id, logs it and counts it.
func (s *Server) observe(c *gin.Context) {
	start := time.Now()
	id := requestID(rand.Uint64())
	c.Set(idKey, id.String())
	c.Next()
	elapsed := time.Since(start)
	s.metrics.observe(c.FullPath(), c.Request.Method, c.Writer.Status(), elapsed)
	if operational(c.Request.URL.Path) {
		return
	}
	// The query is left out: it is the visitor's business.
	s.cfg.Access.add(visit{at: start, id: id, method: c.Request.Method, path: c.Request.URL.Path,
		status: c.Writer.Status(), bytes: max(0, c.Writer.Size()), elapsed: elapsed, ip: c.ClientIP()})
}

// requestID is a name for a request, unlike any other in the log.
type requestID uint64

// String is the name as it is shown, in 16 hexadecimal digits.
func (id requestID) String() string { return string(id.append(nil)) }

func (id requestID) append(b []byte) []byte {
	return hex.AppendEncode(b, binary.BigEndian.AppendUint64(nil, uint64(id)))
}

// recover turns a panic into an error page and a log entry.
func (s *Server) recover(c *gin.Context) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if v == http.ErrAbortHandler {
			panic(v)
		}
		s.cfg.Log.Error("panic", "id", c.GetString(idKey), "value", fmt.Sprint(v), "stack", string(debug.Stack()))
		s.fail(c, &Error{Status: http.StatusInternalServerError, Code: "internal"})
	}()
	c.Next()
}

// contentPolicy allows what the pages use and nothing else: own files, no inline
// script or style, no frames.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

// The values of the security headers, made once: they are on every answer.
var (
	policyValue     = []string{contentPolicy}
	referrerValue   = []string{"strict-origin-when-cross-origin"}
	nosniffValue    = []string{"nosniff"}
	sameOriginValue = []string{"same-origin"}
	requireValue    = []string{"require-corp"}
	transportValue  = []string{"max-age=31536000"}
)

// headers sets the security headers of every answer.
func (s *Server) headers(c *gin.Context) {
	s.secureHeaders(c.Writer.Header(), c.Request.TLS != nil)
	if c.Request.Context().Value(crossOriginKey{}) != nil {
		s.fail(c, &Error{Status: http.StatusForbidden, Code: "cross-origin"})
	}
}

func (s *Server) secureHeaders(h http.Header, overTLS bool) {
	h["Content-Security-Policy"] = policyValue
	h["Referrer-Policy"] = referrerValue
	h["X-Content-Type-Options"] = nosniffValue
	h["Cross-Origin-Opener-Policy"] = sameOriginValue
	h["Cross-Origin-Resource-Policy"] = sameOriginValue
	h["Cross-Origin-Embedder-Policy"] = requireValue
	if overTLS || s.secure() {
		h["Strict-Transport-Security"] = transportValue
	}
}

// secure reports whether visitors reach the site by HTTPS though it is not spoken here.
// A forwarded protocol is not believed; the configured base URL says it.
func (s *Server) secure() bool { return s.cfg.CheckHost && s.cfg.Base.Scheme == "https" }

// checkHost refuses other host names than the configured one.
func (s *Server) checkHost(c *gin.Context) {
	if !operational(c.Request.URL.Path) && !s.ownHost(c.Request.Host) {
		s.fail(c, &Error{Status: http.StatusMisdirectedRequest, Code: "wrong-host"})
	}
}

// ownHost reports whether the site answers under a host name, with or without port.
func (s *Server) ownHost(host string) bool {
	if !s.cfg.CheckHost {
		return true
	}
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	return strings.EqualFold(host, s.cfg.Base.Hostname()) || loopback(host)
}

func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// checkQuery refuses queries that Go would silently drop pairs of, and text that
// is no text.
func (s *Server) checkQuery(c *gin.Context) {
	raw := c.Request.URL.RawQuery
	if raw == "" {
		return
	}
	if err := CheckQuery(raw); err != nil {
		s.fail(c, &Error{Status: http.StatusBadRequest, Code: "bad-request", Cause: err})
	}
}

// CheckQuery says why a query, as written in an address, is refused with 400 at every
// address: a semicolon between pairs, a broken escape, control characters.
func CheckQuery(raw string) error {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return err
	}
	return plainText(values)
}

func plainText(values url.Values) error {
	for name, list := range values {
		for _, value := range append(list, name) {
			if !utf8.ValidString(value) || strings.ContainsFunc(value, forbidden) {
				return fmt.Errorf("parameter %q holds control characters", name)
			}
		}
	}
	return nil
}

// forbidden tells control characters; tab and line breaks may be pasted into fields.
func forbidden(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f
}

package web

import (
	"io"
	"net/http"
	"sync/atomic"
)

// Door answers from the first moment: it is alive but not ready until the site
// behind it is opened.
type Door struct{ site atomic.Pointer[http.Handler] }

// Open lets requests through to h from now on.
func (d *Door) Open(h http.Handler) { d.site.Store(&h) }

// ServeHTTP passes a request to the site; before there is one, /healthz is 200 and
// everything else 503 with Retry-After.
func (d *Door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h := d.site.Load(); h != nil {
		(*h).ServeHTTP(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", contentPolicy)
	body := "ok\n"
	if r.URL.Path != "/healthz" {
		h.Set("Retry-After", "2")
		w.WriteHeader(http.StatusServiceUnavailable)
		body = "starting\n"
	}
	// A client that went away cannot be told anything more.
	_, _ = io.WriteString(w, body)
}

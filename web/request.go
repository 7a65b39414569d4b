package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
)

// Rep is a representation of a page: its values combine as a set in Page.Reps.
type Rep uint8

// The representations. Every page has HTML; the others are path endings.
const (
	HTML Rep = 1 << iota
	JSON
	CSV
	MD
)

// endings lists the path endings of the representations.
var endings = []struct {
	rep    Rep
	ending string
}{{JSON, ".json"}, {CSV, ".csv"}, {MD, ".md"}}

// Request is one request as a handler sees it.
type Request struct {
	HTTP  *http.Request
	ID    string // shown on error pages, found in the log
	Lang  string // "zh" or "en"
	Path  string // without language prefix and ending: "/offers", "/" for the home page
	Rep   Rep    // the representation asked for
	HX    bool   // htmx wants the fragments, not the page
	Theme string // "light", "dark", or "" to follow the system
	// Query holds the parameters the page declares, without empty values. An
	// undeclared parameter is ignored, as the contract says.
	Query url.Values

	known   []string
	context *gin.Context
}

// Param returns a part of the path, e.g. "slug" of "/gpus/:slug", without ending.
func (r *Request) Param(name string) string {
	value := r.context.Param(name)
	if r.Rep != HTML && strings.HasSuffix(r.HTTP.URL.Path, value) {
		value = strings.TrimSuffix(value, endingOf(r.Rep))
	}
	return value
}

// ClientIP is the address of the visitor; forwarded headers count only when they
// come from a trusted proxy.
func (r *Request) ClientIP() string { return r.context.ClientIP() }

// Canonical is the query in its shortest form: declared parameters in the order
// of their declaration, values in the order given, nothing empty. It is "" when
// no parameter is left.
func (r *Request) Canonical() string { return Encode(r.Query, r.known) }

// Form returns the posted fields. A body beyond the route's limit is an error
// that answers 413, one that does not parse 400.
func (r *Request) Form() (url.Values, error) {
	if err := r.HTTP.ParseForm(); err != nil {
		if known := asError(err); known.Status == http.StatusRequestEntityTooLarge {
			return nil, known
		}
		return nil, &Error{Status: http.StatusBadRequest, Code: "bad-request", Cause: err}
	}
	return r.HTTP.PostForm, nil
}

// Encode writes values as a query, in the order of names; keys that names lacks
// are left out.
func Encode(values url.Values, names []string) string {
	var b strings.Builder
	for _, name := range names {
		for _, value := range values[name] {
			if b.Len() > 0 {
				b.WriteByte('&')
			}
			b.WriteString(url.QueryEscape(name))
			b.WriteByte('=')
			b.WriteString(escapeValue(value))
		}
	}
	return b.String()
}

// escapeValue leaves the comma and the colon readable: both are allowed in a
// query, and addresses are meant to be read and copied.
func escapeValue(value string) string {
	return readable.Replace(url.QueryEscape(value))
}

var readable = strings.NewReplacer("%2C", ",", "%3A", ":", "%2F", "/", "%21", "!")

const requestKey = "gpuscale.request"

// From returns the request that a gin handler or middleware is about.
func From(c *gin.Context) *Request {
	if r, ok := c.Get(requestKey); ok {
		return r.(*Request)
	}
	return newRequest(c, nil)
}

// newRequest reads language, ending, theme and declared parameters of a request.
// The query must have been checked before.
func newRequest(c *gin.Context, known []string) *Request {
	r := &Request{HTTP: c.Request, ID: c.GetString(idKey), Lang: "zh", Path: c.Request.URL.Path, Rep: HTML, known: known, context: c}
	if rest, english := strings.CutPrefix(r.Path, "/en"); english && (rest == "" || rest[0] == '/') {
		r.Lang, r.Path = "en", "/"+strings.TrimPrefix(rest, "/")
	}
	for _, e := range endings {
		if rest, found := strings.CutSuffix(r.Path, e.ending); found {
			r.Path, r.Rep = rest, e.rep
			break
		}
	}
	if r.Path == "/index" && r.Rep != HTML {
		r.Path = "/"
	}
	r.HX = r.Rep == HTML && wantsFragment(c.Request)
	r.Theme = themeOf(c.Request)
	r.Query = declared(c.Request.URL.RawQuery, known)
	if earlier, ok := c.Get(requestKey); ok {
		// A middleware has asked before: it and the handler share one request.
		shared := earlier.(*Request)
		*shared = *r
		return shared
	}
	c.Set(requestKey, r)
	return r
}

// The headers of htmx as net/http keeps them: another spelling is made into this one
// each time it is asked for.
const (
	hxRequest = "Hx-Request"
	hxRestore = "Hx-History-Restore-Request"
)

// wantsFragment tells requests of htmx for a part of the page.
func wantsFragment(r *http.Request) bool {
	return r.Header.Get(hxRequest) == "true" && r.Header.Get(hxRestore) != "true"
}

func declared(raw string, known []string) url.Values {
	if raw == "" || len(known) == 0 {
		return url.Values{}
	}
	// checkQuery has refused queries that do not parse.
	all, _ := url.ParseQuery(raw)
	kept := make(url.Values, len(all))
	for _, name := range known {
		values := slices.DeleteFunc(all[name], func(v string) bool { return strings.TrimSpace(v) == "" })
		if len(values) > 0 {
			kept[name] = values
		}
	}
	return kept
}

func endingOf(rep Rep) string {
	for _, e := range endings {
		if e.rep == rep {
			return e.ending
		}
	}
	return ""
}

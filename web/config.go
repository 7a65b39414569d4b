// Package web is the house of the pages: the Gin engine, its middleware, the
// rendering of one page model as HTML, htmx fragment, JSON, CSV or Markdown, the
// page cache and the error answers. It knows no page: pages register themselves.
package web

import (
	"context"
	"log/slog"
	"net/url"

	"github.com/a-h/templ"
	"github.com/prometheus/client_golang/prometheus"
)

// Config is what the server needs from outside. Every function must be safe for
// concurrent use.
type Config struct {
	// Base is the address for absolute links, without a trailing slash.
	Base *url.URL
	// CheckHost refuses requests for other hosts than Base's; loopback names and
	// the operation addresses always pass. Set it only when Base was configured.
	CheckHost bool
	// TrustedProxies lists addresses and networks whose X-Forwarded-For is believed.
	TrustedProxies []string
	// Log receives the causes of errors, Access one line per request.
	Log    *slog.Logger
	Access *AccessLog
	// Build names the program, its settings and the database; it is part of every ETag.
	Build string
	// Version names the state of the data and the day: whatever changes a page
	// changes it. It is "" until pages can be answered, which makes them 503.
	Version func() string
	// Ready reports whether the instance should receive traffic (/readyz).
	Ready func(context.Context) error
	// ErrorPage is an error in the site's frame; ErrorNote is the same for the
	// alert of a page that htmx keeps on screen.
	ErrorPage, ErrorNote func(*Request, *Error) templ.Component
	// ErrorText is the message of an error code in a language ("zh", "en").
	ErrorText func(lang, code string) string
	// Sitemap lists the public paths, without language prefix.
	Sitemap func() []string
	// Viewed is told the path and query of every public page that a visitor was
	// shown, also from a cache; nil for nobody. It must be quick.
	Viewed func(path, query string)
	// Registry receives the metrics that /metrics shows.
	Registry *prometheus.Registry
	// CacheBytes bounds the page cache; 0 means DefaultCacheBytes.
	CacheBytes uint64
	// Limit is how much work one client may cause; the zero value means DefaultLimit.
	Limit Limit
}

// DefaultCacheBytes is the size of the page cache unless configured.
const DefaultCacheBytes = 64 << 20

// Limit is a token bucket: PerSecond tokens a second, at most Burst saved up.
// Answers from the cache, 304s and static files cost nothing; every other answer
// costs one token.
type Limit struct {
	PerSecond float64
	Burst     int
}

// DefaultLimit leaves room above the promised 20 requests/s with bursts of 200.
var DefaultLimit = Limit{PerSecond: 30, Burst: 300}

package web

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

type metrics struct {
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	hits     prometheus.Counter
	misses   prometheus.Counter
}

func newMetrics(registry *prometheus.Registry) *metrics {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "gpuscale_http_requests_total", Help: "Answers by route, method and status."}, []string{"route", "method", "status"}),
		seconds:  prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "gpuscale_http_request_seconds", Help: "Time to answer by route.", Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1, 5}}, []string{"route"}),
		hits:     prometheus.NewCounter(prometheus.CounterOpts{Name: "gpuscale_page_cache_hits_total", Help: "Pages answered from the cache."}),
		misses:   prometheus.NewCounter(prometheus.CounterOpts{Name: "gpuscale_page_cache_misses_total", Help: "Pages that had to be made."}),
	}
	registry.MustRegister(m.requests, m.seconds, m.hits, m.misses)
	return m
}

func (m *metrics) hit()  { m.hits.Inc() }
func (m *metrics) miss() { m.misses.Inc() }

// observe counts a request. The route is the pattern, never the address, and
// unusual methods count as "other": labels must stay few.
func (m *metrics) observe(route, method string, status int, elapsed time.Duration) {
	if route == "" {
		route = "none"
	}
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
	default:
		method = "other"
	}
	m.requests.WithLabelValues(route, method, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(elapsed.Seconds())
}

// meter counts the repeated answers of one route, whose labels are looked up once.
type meter struct {
	get, head map[int]prometheus.Counter // by status
	seconds   prometheus.Observer
}

func (m *metrics) meter(route string) *meter {
	of := func(method string) map[int]prometheus.Counter {
		counters := map[int]prometheus.Counter{}
		for _, status := range []int{http.StatusOK, http.StatusNotModified} {
			counters[status] = m.requests.WithLabelValues(route, method, strconv.Itoa(status))
		}
		return counters
	}
	return &meter{get: of(http.MethodGet), head: of(http.MethodHead), seconds: m.seconds.WithLabelValues(route)}
}

func (t *meter) observe(method string, status int, elapsed time.Duration) {
	counters := t.get
	if method == http.MethodHead {
		counters = t.head
	}
	counters[status].Inc()
	t.seconds.Observe(elapsed.Seconds())
}

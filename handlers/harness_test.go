package handlers

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/prometheus/client_golang/prometheus"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/seed"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// pinned is the moment of every test, recorded the moment the seed counts from.
var (
	pinned   = time.Date(2026, 12, 1, 12, 0, 0, 0, text.Shanghai)
	recorded = time.Date(2026, 12, 1, 0, 0, 0, 0, text.Shanghai)
)

// seedData is the seed as the domain sees it. Copy before changing.
var seedData = sync.OnceValue(func() catalog.Data {
	set, err := seed.Load()
	if err != nil {
		panic(err)
	}
	data, problems := dataset.Parse(set)
	if len(problems) > 0 {
		panic(dataset.Problems(problems))
	}
	data.Revision = 1
	return data
})

var seedMarket = sync.OnceValue(func() *catalog.Market { return catalog.NewMarket(seedData(), pinned) })

// markets answers as the snapshot does: everything was recorded at one moment.
type markets struct {
	data    catalog.Data
	current *catalog.Market
}

func (m markets) Current() *catalog.Market { return m.current }

func (m markets) AsOf(_ context.Context, at time.Time) (*catalog.Market, error) {
	if at.Before(recorded) {
		return nil, ErrBeforeRecords
	}
	return catalog.NewMarket(m.data, at), nil
}

// site is the portal's public pages behind the real server.
type site struct {
	portal  *Portal
	server  *web.Server
	handler http.Handler
}

// newSite serves the seed data.
func newSite(t testing.TB) *site {
	t.Helper()
	return serveMarkets(t, markets{seedData(), seedMarket()})
}

// newSiteOf serves other data, at the pinned moment.
func newSiteOf(t testing.TB, data catalog.Data) *site {
	t.Helper()
	return serveMarkets(t, markets{data, catalog.NewMarket(data, pinned)})
}

func serveMarkets(t testing.TB, m markets) *site {
	t.Helper()
	return serve(t, m)
}

// serve serves any markets.
func serve(t testing.TB, m Markets) *site {
	t.Helper()
	s := &site{portal: &Portal{
		Surroundings: Surroundings{Site: views.Site{Base: "https://scale.example"}, DataDate: func() time.Time { return pinned }},
		Markets:      m, Shares: keptShares{}, Records: func(context.Context) (dataset.Set, error) { return seed.Load() }, Now: func() time.Time { return pinned },
	}}
	var err error
	s.server, err = web.New(web.Config{
		Base: &url.URL{Scheme: "https", Host: "scale.example"}, Log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError})), Access: web.NewAccessLog(io.Discard),
		Build: "test", Version: func() string { return "1-2026-12-01" }, Ready: func(context.Context) error { return nil },
		ErrorPage: s.portal.ErrorPage, ErrorNote: s.portal.ErrorNote, ErrorText: views.ErrorText,
		Sitemap: func() []string { return []string{"/"} }, Registry: prometheus.NewRegistry(),
		Limit: web.Limit{PerSecond: 1e9, Burst: 1e9},
	})
	if err != nil {
		t.Fatal(err)
	}
	Register(s.server, s.portal)
	s.handler = s.server.Handler()
	return s
}

// do answers a GET of path; header holds names and values in turn.
func (s *site) do(path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

// get answers a GET of path as a document for selectors.
func (s *site) get(t testing.TB, path string, header ...string) (status int, document *goquery.Document) {
	t.Helper()
	w := s.do(path, header...)
	document, err := goquery.NewDocumentFromReader(w.Body)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return w.Code, document
}

// documentOf reads an answer as a document.
func documentOf(t testing.TB, w *httptest.ResponseRecorder) *goquery.Document {
	t.Helper()
	document, err := goquery.NewDocumentFromReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// page is get for a page that must be there.
func (s *site) page(t testing.TB, path string, header ...string) *goquery.Document {
	t.Helper()
	status, document := s.get(t, path, header...)
	if status != http.StatusOK {
		t.Fatalf("%s: status %d: %s", path, status, strings.TrimSpace(document.Find("main").Text()))
	}
	return document
}

// getJSON decodes the JSON answer of path into v and returns the status.
func (s *site) getJSON(t testing.TB, path string, v any) (status int) {
	t.Helper()
	w := s.do(path)
	if err := json.Unmarshal(w.Body.Bytes(), v); err != nil {
		t.Fatalf("%s: %v in %.200s", path, err, w.Body)
	}
	return w.Code
}

// object is a decoded JSON answer for tests of field names.
type object = map[string]any

// getCSV returns the records of a CSV answer, the header first. A record of another
// length than the header's fails the test.
func (s *site) getCSV(t testing.TB, path string) [][]string {
	t.Helper()
	w := s.do(path)
	body, marked := strings.CutPrefix(w.Body.String(), "\ufeff")
	if w.Code != http.StatusOK || !marked {
		t.Fatalf("%s: status %d, marked as UTF-8: %t", path, w.Code, marked)
	}
	records, err := csv.NewReader(strings.NewReader(body)).ReadAll()
	if err != nil && err != io.EOF {
		t.Fatalf("%s: %v", path, err)
	}
	return records
}

// fieldsOf returns the messages by field of a JSON answer of status 400.
func (s *site) fieldsOf(t testing.TB, path string) map[string]string {
	t.Helper()
	var answer struct {
		Error struct {
			Code    string            `json:"code"`
			Message string            `json:"message"`
			Fields  map[string]string `json:"fields"`
		} `json:"error"`
	}
	if status := s.getJSON(t, path, &answer); status != http.StatusBadRequest || answer.Error.Code != "invalid-query" {
		t.Fatalf("%s: status %d, code %q", path, status, answer.Error.Code)
	}
	return answer.Error.Fields
}

// texts returns the trimmed texts of what matches a selector, white space joined.
func texts(s *goquery.Selection) []string {
	return s.Map(func(_ int, one *goquery.Selection) string { return strings.Join(strings.Fields(one.Text()), " ") })
}

func TestTheHarnessAnswersAsOfTheSeed(t *testing.T) {
	m := newSite(t).portal.Markets
	if n := m.Current().PriceCount(); n == 0 {
		t.Fatal("the market holds no prices")
	}
	if _, err := m.AsOf(t.Context(), recorded.Add(-time.Second)); err != ErrBeforeRecords {
		t.Errorf("before the seed: %v", err)
	}
}

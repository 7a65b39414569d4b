package handlers

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// Report is what a visitor says is wrong with a price, and what became of it.
type Report struct {
	Code    string // what the visitor asks for the outcome with
	Price   string // id of the price
	Text    string // a reason of ReportReasons, a line break, the visitor's words
	Status  string // new, accepted or rejected
	Answer  string
	Created time.Time
	Settled time.Time // zero while new
}

// Reports keeps what visitors report, for the editors.
type Reports interface {
	// AddReport queues a report; contact is shown to editors only.
	AddReport(ctx context.Context, price, text, contact string) (Report, error)
	// Report returns the report with the code, or ErrNoReport.
	Report(ctx context.Context, code string) (Report, error)
}

// ErrNoReport says that no report has the code.
var ErrNoReport = errors.New("handlers: no such report")

// ReportReasons are the words for what is wrong with a price; the first line of a
// report is one of them.
var ReportReasons = []string{"amount", "gone", "terms", "source", "other"}

// reportLimit lets a client send a handful of reports at once, then one every ten
// minutes.
var reportLimit = web.Limit{PerSecond: 1.0 / 600, Burst: 5}

// reportWait is how long a client that has sent too many should wait.
const reportWait = 10 * time.Minute

// Longest fields of a report, in characters.
const (
	reportTextLimit    = 1000
	reportContactLimit = 200
)

// registerReports registers the form and the page of the outcome.
func (p *Portal) registerReports(s *web.Server) {
	sender := reporter{p, web.NewThrottle(reportLimit)}
	for _, prefix := range []string{"", "/en"} {
		s.Route(web.Route{Method: http.MethodGet, Path: prefix + "/report", Params: []string{"price"}, Handler: p.askReport})
		s.Route(web.Route{Method: http.MethodPost, Path: prefix + "/report", Handler: sender.send})
		s.Route(web.Route{Method: http.MethodGet, Path: prefix + "/report/:code", Params: []string{"new"}, Handler: p.showReport})
	}
}

// askReport shows the form for one price.
func (p *Portal) askReport(_ context.Context, r *web.Request) (web.Result, error) {
	q := newQuery(r)
	id := q.typed("price")
	if id == "" {
		q.fail("price", text.T(lang(r), "report.which"))
	}
	if err := q.err(); err != nil {
		return web.Result{}, err
	}
	offer, price, ok := p.Markets.Current().Price(id)
	if !ok {
		return web.Result{}, &web.Error{Status: http.StatusNotFound, Code: "not-found", Message: text.T(lang(r), "report.unknown")}
	}
	return web.Result{Page: views.Report(p.reportFrame(r), p.reportModel(r, &offer, &price))}, nil
}

func (p *Portal) reportFrame(r *web.Request) views.Frame {
	f := p.Frame(r).Titled(text.T(lang(r), "report.title"), text.T(lang(r), "report.description"))
	f.NoIndex = true
	return f
}

func (p *Portal) reportModel(r *web.Request, o *catalog.Offer, price *catalog.Price) views.ReportModel {
	m := views.NewReportModel(lang(r), p.Markets.Current(), o, price)
	m.Limits = views.ReportLimits{Text: reportTextLimit, Contact: reportContactLimit, Reasons: ReportReasons}
	return m
}

// reporter takes reports, not too many from one client.
type reporter struct {
	*Portal
	throttle *web.Throttle
}

// send queues a report and leads to the page of its outcome. What fills in the field
// that people do not see is a program: it is thanked and forgotten.
func (p reporter) send(ctx context.Context, r *web.Request) (web.Result, error) {
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	f := p.reportFrame(r)
	if form.Get("website") != "" {
		return web.Result{Page: views.ReportThanks(f)}, nil
	}
	offer, price, ok := p.Markets.Current().Price(form.Get("price"))
	if !ok {
		return web.Result{}, web.InvalidForm(map[string]string{"price": text.T(lang(r), "report.unknown")})
	}
	m := p.reportModel(r, &offer, &price)
	m.Reason, m.Text, m.Contact = form.Get("reason"), tidy(form.Get("text")), tidy(form.Get("contact"))
	if m.Problems = reportProblems(lang(r), m); len(m.Problems) > 0 {
		return web.Result{Page: views.Report(f, m), Err: web.InvalidForm(m.Problems)}, nil
	}
	if !p.throttle.Allow(r) {
		m.Slow = true
		return web.Result{Page: views.Report(f, m), Err: web.TooMany(reportWait), Header: http.Header{"Retry-After": {"600"}}}, nil
	}
	kept, err := p.Reports.AddReport(ctx, price.ID, strings.TrimSpace(m.Reason+"\n"+m.Text), m.Contact)
	if err != nil {
		return web.Result{}, err
	}
	return web.Result{Redirect: f.Href("/report/" + kept.Code + "?new=1")}, nil
}

// tidy is what a field holds, with one spelling of line breaks.
func tidy(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")) }

func reportProblems(l text.Lang, m views.ReportModel) map[string]string {
	problems := map[string]string{}
	switch {
	case !slices.Contains(ReportReasons, m.Reason):
		problems["reason"] = text.T(l, "report.need.reason")
	case m.Reason == "other" && m.Text == "":
		problems["text"] = text.T(l, "report.need.text")
	}
	for name, field := range map[string]struct {
		value string
		limit int
	}{"text": {m.Text, reportTextLimit}, "contact": {m.Contact, reportContactLimit}} {
		switch {
		case utf8.RuneCountInString(field.value) > field.limit:
			problems[name] = text.T(l, "report.long", "limit", text.Count(field.limit))
		case !utf8.ValidString(field.value) || strings.ContainsFunc(field.value, unprintable):
			problems[name] = text.T(l, "report.control")
		}
	}
	return problems
}

// unprintable tells control characters and marks that turn the direction of text.
func unprintable(r rune) bool {
	return r != '\n' && r != '\t' && unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// showReport tells what became of a report.
func (p *Portal) showReport(ctx context.Context, r *web.Request) (web.Result, error) {
	report, err := p.Reports.Report(ctx, r.Param("code"))
	if errors.Is(err, ErrNoReport) {
		return web.Result{}, web.NotFound()
	}
	if err != nil {
		return web.Result{}, err
	}
	l := lang(r)
	reason, words := SplitReport(report.Text)
	m := views.ReportOutcome{
		New: r.Query.Get("new") != "", Address: p.Site.Base + p.Frame(r).Href("/report/"+report.Code), Status: report.Status,
		Reason: text.T(l, "report.reason."+reason), Words: words, Answer: report.Answer, Sent: text.Minute(report.Created),
	}
	if !report.Settled.IsZero() {
		m.Settled = text.Minute(report.Settled)
	}
	if offer, price, ok := p.Markets.Current().Price(report.Price); ok {
		m.Name, m.Price = views.ReportName(l, &offer, &price), views.PublishedPrice(l, &price)
	}
	f := p.Frame(r).Titled(text.T(l, "report.status"), "")
	f.NoIndex, f.Query = true, ""
	return web.Result{Page: views.ReportStatus(f, m)}, nil
}

// SplitReport takes the reason off a report; a text without one is something else.
func SplitReport(report string) (reason, words string) {
	reason, words, _ = strings.Cut(report, "\n")
	if !slices.Contains(ReportReasons, reason) {
		return "other", report
	}
	return reason, words
}

package admin

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/views"
	pages "gpuscale/views/admin"
	"gpuscale/views/ui"
	"gpuscale/web"
)

const (
	workPath = "/admin/work"
	workPer  = 50
	// watchedDays is over how many days looks at a price are counted.
	watchedDays = 30
	// maxAnswer is the longest answer to a report, in characters.
	maxAnswer = 500
)

// Report is what a visitor says is wrong with a price.
type Report struct {
	ID            int64
	Price         string // id
	Text, Contact string
	Created       time.Time
}

// Visitors tells what visitors looked at and reported.
type Visitors interface {
	// PriceViews returns how often each price was looked at from a day on.
	PriceViews(ctx context.Context, from catalog.Date) (map[string]int, error)
	// NewReports returns the reports that nobody has settled, the oldest first.
	NewReports(ctx context.Context) ([]Report, error)
	// SettleReport decides on a report; one that is settled already is ErrConflict,
	// one that was never sent ErrNotFound.
	SettleReport(ctx context.Context, s Settlement) error
}

// Settlement is an editor's decision on the report with an id: whether the visitor was
// right, an answer for them, and the editor's name.
type Settlement struct {
	ID          int64
	Accepted    bool
	Answer, Who string
}

// workReason says why a price should be looked at.
type workReason string

// The reasons, the most pressing first.
const (
	workReported      workReason = "reported"
	workContradicting workReason = "contradicting" // prices of one offer exclude each other
	workDoubted       workReason = "doubted"
	workStale         workReason = "stale"
	workUndated       workReason = "undated"
	workSourceless    workReason = "sourceless"
	workUnmatched     workReason = "unmatched" // the published name fits no card
	workAmbiguous     workReason = "ambiguous" // it fits several
)

var workReasons = []workReason{workReported, workContradicting, workDoubted, workStale, workUndated, workSourceless, workUnmatched, workAmbiguous}

// workItem is a price with the reasons to look at it.
type workItem struct {
	offer   catalog.Offer
	price   catalog.Price
	reasons []workReason
	views   int
}

// workList finds the prices that need an editor, those that most visitors saw first.
// Prices that have ended need nobody.
func workList(m *catalog.Market, views map[string]int, reported map[string]bool) []workItem {
	var items []workItem
	m.EachOffer(catalog.OfferQuery{Show: catalog.ShowAll}, func(o *catalog.Offer) bool {
		for i := range o.Prices {
			p := &o.Prices[i]
			if reasons := reasonsFor(m, o, p, reported[p.ID]); len(reasons) > 0 && (!p.Ended() || reported[p.ID]) {
				offer := *o
				offer.Prices = nil
				items = append(items, workItem{offer: offer, price: *p, reasons: reasons, views: views[p.ID]})
			}
		}
		return true
	})
	slices.SortStableFunc(items, func(a, b workItem) int {
		return cmp.Or(cmp.Compare(b.views, a.views), slices.Index(workReasons, a.reasons[0])-slices.Index(workReasons, b.reasons[0]), cmp.Compare(a.price.ID, b.price.ID))
	})
	return items
}

func reasonsFor(m *catalog.Market, o *catalog.Offer, p *catalog.Price, reported bool) []workReason {
	open := func(id string) bool { d, ok := m.Doubt(id); return ok && d.Open() }
	holds := map[workReason]bool{
		workReported:      reported,
		workContradicting: slices.ContainsFunc(p.Contradictions, catalog.Contradiction.Open),
		workDoubted:       slices.ContainsFunc(p.Doubts, open),
		workStale:         p.Freshness == catalog.Stale,
		workUndated:       p.Freshness == catalog.Undated,
		workSourceless:    p.Source.URL == "",
		workUnmatched:     o.Accelerator == nil,
		workAmbiguous:     o.Accelerator != nil && o.Accelerator.Family(),
	}
	var reasons []workReason
	for _, r := range workReasons {
		if holds[r] {
			reasons = append(reasons, r)
		}
	}
	return reasons
}

func (a *Admin) workEndpoints() []endpoint {
	return []endpoint{
		{method: http.MethodGet, path: workPath, params: []string{"reason", "page", "done"}, handler: a.showWork},
		{method: http.MethodPost, path: workPath + "/reports/:id", handler: a.settleReport},
	}
}

// showWork lists reports and the prices that need an editor.
func (a *Admin) showWork(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	return a.workPage(ctx, r, actor, pages.ReportForm{})
}

// workPage is the list; refused is a settlement that was not accepted.
func (a *Admin) workPage(ctx context.Context, r *web.Request, actor Actor, refused pages.ReportForm) (web.Result, error) {
	reports, err := a.Visitors.NewReports(ctx)
	if err != nil {
		return web.Result{}, err
	}
	watched, err := a.Visitors.PriceViews(ctx, catalog.DateOf(a.Now().AddDate(0, 0, -watchedDays)))
	if err != nil {
		return web.Result{}, err
	}
	reported := map[string]bool{}
	for _, report := range reports {
		reported[report.Price] = true
	}
	m := a.Market()
	f := a.frame(r, actor, "work", text.T(text.Lang(r.Lang), "work.title"))
	model := workModel(f, m, workList(m, watched, reported), r.Query)
	model.Done = r.Query.Get("done") != ""
	for _, report := range reports {
		form := pages.ReportForm{ID: strconv.FormatInt(report.ID, 10)}
		if refused.ID == form.ID {
			form = refused
		}
		model.Reports = append(model.Reports, reportLine(f, m, report, form))
	}
	result := web.Result{Page: pages.Work(f, model)}
	if refused.Problem != "" {
		result.Err = web.InvalidForm(map[string]string{"answer": refused.Problem})
	}
	return result, nil
}

func workModel(f views.Frame, m *catalog.Market, items []workItem, query url.Values) pages.WorkModel {
	var model pages.WorkModel
	reason := query.Get("reason")
	counts := map[workReason]int{}
	for i := range items {
		for _, why := range items[i].reasons {
			counts[why]++
		}
	}
	model.Shows = append(model.Shows, pages.Choice{Value: f.Href(workPath), Label: f.T("work.all", "n", text.Count(len(items))), Chosen: reason == ""})
	for _, why := range workReasons {
		model.Shows = append(model.Shows, pages.Choice{Value: f.Href(workPath + "?reason=" + string(why)), Label: f.T("work.reason."+string(why)) + " " + text.Count(counts[why]), Chosen: reason == string(why)})
	}
	if reason != "" {
		items = slices.DeleteFunc(items, func(i workItem) bool { return !slices.Contains(i.reasons, workReason(reason)) })
	}
	page, err := strconv.Atoi(query.Get("page"))
	if err != nil || page < 1 {
		page = 1
	}
	from := min((page-1)*workPer, len(items))
	shown := items[from:min(from+workPer, len(items))]
	for i := range shown {
		model.Lines = append(model.Lines, workLine(f, m, &shown[i]))
	}
	model.Pager = ui.PagerProps{Label: f.T("records.pages"), Page: page, Pages: (len(items) + workPer - 1) / workPer,
		Range:     f.T("records.range", "from", text.Count(min(from+1, len(items))), "to", text.Count(from+len(shown)), "total", text.Count(len(items))),
		PageLabel: func(n int) string { return f.T("records.page", "page", n) },
		Href: func(n int) string {
			values := map[string][]string{"page": {strconv.Itoa(n)}}
			if reason != "" {
				values["reason"] = []string{reason}
			}
			return f.Href(workPath + "?" + web.Encode(values, []string{"reason", "page"}))
		}}
	return model
}

func workLine(f views.Frame, m *catalog.Market, item *workItem) pages.WorkLine {
	line := pages.WorkLine{
		Views: text.Count(item.views), Name: views.ReportName(f.Lang, &item.offer, &item.price), Price: views.PublishedPrice(f.Lang, &item.price),
		EditPath: recordPath(dataset.Offers, priceKey(&item.price)), Cite: views.CitePrice(f.Lang, m, &item.price),
	}
	for _, why := range item.reasons {
		line.Reasons = append(line.Reasons, f.T("work.reason."+string(why)))
	}
	for _, c := range item.price.Contradictions {
		if c.Open() {
			line.Notes = append(line.Notes, text.Word(f.Lang, "contradiction", string(c.Code))+" · "+c.Against)
		}
	}
	if item.offer.Accelerator == nil {
		line.Notes = append(line.Notes, f.T("work.name", "name", item.offer.AcceleratorName))
	}
	return line
}

// priceKey is the key of the record of a price.
func priceKey(p *catalog.Price) string {
	if p.ValidFrom.Known() {
		return p.ID + "/" + p.ValidFrom.String()
	}
	return p.ID
}

func reportLine(f views.Frame, m *catalog.Market, r Report, form pages.ReportForm) pages.ReportLine {
	reason, words, _ := strings.Cut(r.Text, "\n")
	line := pages.ReportLine{Form: form, Price: r.Price, Words: words, Contact: r.Contact, Sent: text.Minute(r.Created), Path: workPath + "/reports/" + form.ID}
	if key := "report.reason." + reason; text.Has(key) {
		line.Reason = f.T(key)
	} else {
		line.Words = r.Text
	}
	if offer, price, ok := m.Price(r.Price); ok {
		line.Name, line.Amount = views.ReportName(f.Lang, &offer, &price), views.PublishedPrice(f.Lang, &price)
		line.EditPath, line.Source = recordPath(dataset.Offers, priceKey(&price)), price.Source.Link()
	}
	return line
}

// settleReport decides on a report; the visitor reads the answer at the address of
// the report.
func (a *Admin) settleReport(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	id, err := idParam(r)
	if err != nil {
		return web.Result{}, err
	}
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	l := text.Lang(r.Lang)
	given := pages.ReportForm{ID: strconv.FormatInt(id, 10), Answer: strings.TrimSpace(form.Get("answer"))}
	decision := form.Get("decision")
	switch {
	case decision != "accepted" && decision != "rejected":
		given.Problem = text.T(l, "work.decide")
	case utf8.RuneCountInString(given.Answer) > maxAnswer || strings.ContainsFunc(given.Answer, unprintable):
		given.Problem = text.T(l, "problem.too-long", "detail", maxAnswer)
	case decision == "rejected" && given.Answer == "":
		given.Problem = text.T(l, "work.explain")
	}
	if given.Problem != "" {
		return a.workPage(ctx, r, actor, given)
	}
	if err := a.Visitors.SettleReport(ctx, Settlement{ID: id, Accepted: decision == "accepted", Answer: given.Answer, Who: actor.Name}); err != nil {
		if errors.Is(err, ErrConflict) {
			return web.Result{}, &web.Error{Status: http.StatusConflict, Code: "conflict", Message: text.T(l, "work.settled")}
		}
		return web.Result{}, err
	}
	a.Log.Info("report settled", "user", actor.Name, "report", id, "decision", decision, "id", r.ID)
	return redirect(a.frame(r, actor, "", ""), workPath+"?done=1"), nil
}

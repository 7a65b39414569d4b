package admin

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/review"
	"gpuscale/text"
	"gpuscale/views"
	pages "gpuscale/views/admin"
	"gpuscale/views/ui"
	"gpuscale/web"
)

const (
	historyPath = "/admin/history"
	// briefChanges is up to how many opened and closed versions a line of the audit
	// names its records.
	briefChanges = 4
	auditPer     = 30
)

func (a *Admin) historyEndpoints() []endpoint {
	return []endpoint{
		{method: http.MethodGet, path: historyPath, params: auditParams, handler: a.showHistory},
		{method: http.MethodGet, path: "/admin/changesets/:id", params: []string{"saved"}, handler: a.showChangeset},
		{method: http.MethodPost, path: "/admin/changesets/:id/revert", handler: a.revert, timeout: 60 * time.Second},
	}
}

var auditParams = []string{"kind", "who", "origin", "from", "to", "page"}

func changesetPath(id int64) string { return "/admin/changesets/" + strconv.FormatInt(id, 10) }

// audit is the query of the history as it was typed.
type audit struct {
	query    ChangesetQuery
	problems map[string]string
}

func readAudit(l text.Lang, r *web.Request) audit {
	q := audit{problems: map[string]string{}, query: ChangesetQuery{Kind: dataset.Kind(r.Query.Get("kind")), Who: r.Query.Get("who"), Origin: Origin(r.Query.Get("origin")), Page: 1, Per: auditPer}}
	if q.query.Kind != "" && !q.query.Kind.Known() {
		q.problems["kind"] = text.T(l, "problem.word", "detail", "")
	}
	if q.query.Origin != "" && !slices.Contains(Origins, q.query.Origin) {
		q.problems["origin"] = text.T(l, "problem.word", "detail", "")
	}
	q.query.From = q.day(l, r, "from")
	if q.query.To = q.day(l, r, "to"); !q.query.To.IsZero() {
		q.query.To = q.query.To.AddDate(0, 0, 1)
	}
	if typed := r.Query.Get("page"); typed != "" {
		n, err := strconv.Atoi(typed)
		if err != nil || n < 1 || n > 1_000_000 {
			q.problems["page"] = text.T(l, "query.whole", "low", 1, "high", text.Count(1_000_000))
		}
		q.query.Page = max(1, n)
	}
	return q
}

func (q *audit) day(l text.Lang, r *web.Request, name string) time.Time {
	typed := r.Query.Get(name)
	day, err := catalog.ParseDate(typed)
	if err != nil || typed != "" && day.Day == 0 {
		q.problems[name] = problemText(l, "", dataset.CodeDay, dataset.Detail{})
		return time.Time{}
	}
	if !day.Known() {
		return time.Time{}
	}
	return day.Start()
}

// showHistory lists who changed what, when and why.
func (a *Admin) showHistory(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	l := text.Lang(r.Lang)
	q := readAudit(l, r)
	list, total, err := a.audited(ctx, q)
	if err != nil {
		return web.Result{}, err
	}
	f := a.frame(r, actor, "history", text.T(l, "audit.title"))
	m := pages.HistoryModel{Count: f.N("audit.count", int(total)), Problems: q.problems, From: r.Query.Get("from"), To: r.Query.Get("to"), Pager: auditPager(f, r, q.query.Page, int(total))}
	if err := a.auditFilters(ctx, l, r, &m); err != nil {
		return web.Result{}, err
	}
	for _, c := range list {
		line, err := a.auditLine(ctx, f, c)
		if err != nil {
			return web.Result{}, err
		}
		m.Lines = append(m.Lines, line)
	}
	result := web.Result{Page: pages.History(f, m)}
	if len(q.problems) > 0 {
		result.Err = web.InvalidQuery(q.problems)
	}
	return result, nil
}

func auditPager(f views.Frame, r *web.Request, page, total int) ui.PagerProps {
	from := (page - 1) * auditPer
	return ui.PagerProps{Label: f.T("records.pages"), Page: page, Pages: (total + auditPer - 1) / auditPer,
		Range:     f.T("records.range", "from", text.Count(min(from+1, total)), "to", text.Count(min(from+auditPer, total)), "total", text.Count(total)),
		PageLabel: func(n int) string { return f.T("records.page", "page", n) },
		Href: func(n int) string {
			values := url.Values{}
			for name, v := range r.Query {
				values[name] = v
			}
			values.Set("page", strconv.Itoa(n))
			return f.Href(historyPath + "?" + web.Encode(values, auditParams))
		}}
}

func (a *Admin) auditFilters(ctx context.Context, l text.Lang, r *web.Request, m *pages.HistoryModel) error {
	users, err := a.Accounts.Users(ctx)
	if err != nil {
		return err
	}
	m.Who = []pages.Choice{{Label: text.T(l, "audit.anybody")}}
	for _, u := range users {
		m.Who = append(m.Who, pages.Choice{Value: u.Name, Label: u.Name})
	}
	m.Kinds = []pages.Choice{{Label: text.T(l, "audit.any-kind")}}
	for _, kind := range dataset.Kinds {
		m.Kinds = append(m.Kinds, pages.Choice{Value: string(kind), Label: text.Word(l, "kind", string(kind))})
	}
	m.Origins = []pages.Choice{{Label: text.T(l, "audit.any-origin")}}
	for _, o := range Origins {
		m.Origins = append(m.Origins, pages.Choice{Value: string(o), Label: text.Word(l, "origin", string(o))})
	}
	for name, list := range map[string][]pages.Choice{"who": m.Who, "kind": m.Kinds, "origin": m.Origins} {
		for i := range list {
			list[i].Chosen = list[i].Value == r.Query.Get(name)
		}
	}
	return nil
}

// auditLine is one changeset; small ones name their records.
func (a *Admin) auditLine(ctx context.Context, f views.Frame, c ChangesetInfo) (pages.ChangesetLine, error) {
	line := changesetLine(f, c)
	if c.Opened+c.Closed > briefChanges {
		return line, nil
	}
	detail, err := a.Records.Changeset(ctx, c.ID)
	if err != nil {
		return line, err
	}
	for _, record := range detail.Records {
		line.Records = append(line.Records, a.recordChange(f, c.ID, record))
	}
	return line, nil
}

func changesetLine(f views.Frame, c ChangesetInfo) pages.ChangesetLine {
	line := pages.ChangesetLine{ID: strconv.FormatInt(c.ID, 10), Path: changesetPath(c.ID), At: text.Minute(c.At), Who: c.Who, Why: c.Why, Action: text.Word(f.Lang, "origin", string(c.Origin)),
		File: c.File, Opened: text.Count(c.Opened), Closed: text.Count(c.Closed), Revertible: c.Origin != OriginSeed}
	if c.Reverts != 0 {
		line.Reverts, line.RevertsPath = strconv.FormatInt(c.Reverts, 10), changesetPath(c.Reverts)
	}
	return line
}

// recordChange is what a changeset did to a record, column by column.
func (a *Admin) recordChange(f views.Frame, changeset int64, c RecordChange) pages.RecordChange {
	record := c.After
	out := pages.RecordChange{Kind: string(c.Kind), KindName: text.Word(f.Lang, "kind", string(c.Kind)), Key: c.Key, HistoryPath: recordPath(c.Kind, c.Key) + "/history", RevertPath: changesetPath(changeset) + "/revert", Superseded: c.Superseded, Mark: pages.MarkChanged}
	switch {
	case c.Before == nil:
		out.Mark = pages.MarkAdded
	case c.After == nil:
		out.Mark, record = pages.MarkEnded, c.Before
	}
	lay := layoutOf(c.Kind)
	out.Title = strings.TrimSpace(a.words(f.Lang, *record, lay.title) + " · " + a.words(f.Lang, *record, lay.sub))
	out.Lines = differences(f, c)
	return out
}

// differences lists the columns that a change touched; of an added or ended record
// those that hold anything.
func differences(f views.Frame, c RecordChange) []pages.Difference {
	var lines []pages.Difference
	for i, column := range dataset.SchemaOf(c.Kind).Columns {
		var before, after string
		if c.Before != nil {
			before = c.Before.Values[i]
		}
		if c.After != nil {
			after = c.After.Values[i]
		}
		if before == after {
			continue
		}
		line := pages.Difference{Label: columnLabel(f.Lang, c.Kind, column.Name), Old: recordedValue(f, c.Kind, column.Name, before), New: recordedValue(f, c.Kind, column.Name, after)}
		lines = append(lines, line)
	}
	return lines
}

// showChangeset is one changeset with all its records.
func (a *Admin) showChangeset(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	detail, err := a.detail(ctx, r)
	if err != nil {
		return web.Result{}, err
	}
	f := a.frame(r, actor, "history", "")
	m := a.changesetModel(f, detail)
	m.Saved = savedNote(f, r)
	return web.Result{Page: pages.Changeset(f.Titled(f.T("audit.changeset", "id", detail.ID), ""), m)}, nil
}

func (a *Admin) detail(ctx context.Context, r *web.Request) (ChangesetDetail, error) {
	id, err := idParam(r)
	if err != nil {
		return ChangesetDetail{}, err
	}
	return a.Records.Changeset(ctx, id)
}

func (a *Admin) changesetModel(f views.Frame, detail ChangesetDetail) pages.ChangesetModel {
	m := pages.ChangesetModel{Line: changesetLine(f, detail.ChangesetInfo), Truncated: detail.Truncated, RevertPath: changesetPath(detail.ID) + "/revert"}
	// The starting data is shown by its tables, not line by line.
	if detail.Origin == OriginSeed {
		m.Truncated = true
		return m
	}
	for _, record := range detail.Records {
		m.Records = append(m.Records, a.recordChange(f, detail.ID, record))
	}
	return m
}

// revert takes a changeset, or what it did to one record, back by another one.
func (a *Admin) revert(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	detail, err := a.detail(ctx, r)
	if err != nil {
		return web.Result{}, err
	}
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	f := a.frame(r, actor, "history", "")
	what := Reversal{Changeset: detail.ID, Kind: dataset.Kind(form.Get("kind")), Key: form.Get("key"), Who: actor.Name, Why: strings.TrimSpace(form.Get(whyField))}
	if what.Why == "" {
		what.Why = f.T("audit.reverts", "id", detail.ID)
	}
	problems, err := a.revertProblems(ctx, f, detail, what)
	if err != nil {
		return web.Result{}, err
	}
	if len(problems) > 0 {
		return a.revertRefused(f, detail, problems, nil), nil
	}
	applied, err := a.Records.Revert(ctx, what)
	var conflict *ConflictError
	switch {
	case errors.As(err, &conflict):
		return a.revertRefused(f, detail, nil, conflict.Conflicts), nil
	case errors.Is(err, ErrRefused):
		return a.revertRefused(f, detail, []string{f.T("audit.not-revertible")}, nil), nil
	case err != nil:
		return web.Result{}, err
	}
	if applied.ID == 0 { // the records are as they were before it already
		return redirect(f, changesetPath(detail.ID)+"?saved=0"), nil
	}
	a.Log.Info("change taken back", "user", actor.Name, "changeset", detail.ID, "by", applied.ID, "ip", r.ClientIP(), "id", r.ID)
	a.refresh(ctx)
	return redirect(f, fmt.Sprintf("%s?saved=%d", changesetPath(applied.ID), applied.ID)), nil
}

// revertProblems finds what would refer to nothing, or clash, after the reversal.
func (a *Admin) revertProblems(ctx context.Context, f views.Frame, detail ChangesetDetail, what Reversal) ([]string, error) {
	if detail.Truncated {
		return nil, nil // too many to look at here; the store finds conflicts
	}
	set, err := a.Records.All(ctx)
	if err != nil {
		return nil, err
	}
	after := set
	for _, c := range detail.Records {
		if what.Kind != "" && (c.Kind != what.Kind || c.Key != what.Key) {
			continue
		}
		var values []string
		if c.Before != nil {
			values = c.Before.Values
		}
		after = review.With(after, c.Kind, c.Key, values)
	}
	var lines []string
	for _, p := range review.New(set, after, a.Now()).Problems() {
		lines = append(lines, f.T("problem.elsewhere", "kind", text.Word(f.Lang, "kind", string(p.Kind)), "key", p.Key, "problem", problemText(f.Lang, p.Kind, p.Code, p.Detail)))
	}
	return lines, nil
}

func (a *Admin) revertRefused(f views.Frame, detail ChangesetDetail, problems []string, conflicts []Conflict) web.Result {
	m := a.changesetModel(f, detail)
	m.Problems = problems
	for _, c := range conflicts {
		m.Conflicts = append(m.Conflicts, f.T("audit.conflict", "kind", text.Word(f.Lang, "kind", string(c.Kind)), "key", c.Key, "who", c.Who, "at", text.Minute(c.At)))
	}
	return web.Result{Page: pages.Changeset(f.Titled(f.T("audit.changeset", "id", detail.ID), ""), m), Err: &web.Error{Status: http.StatusConflict, Code: "conflict"}}
}

// showRecordHistory lists every version of a record.
func (a *Admin) showRecordHistory(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	kind, key, err := recordParam(r)
	if err != nil {
		return web.Result{}, err
	}
	versions, err := a.Records.History(ctx, kind, key)
	if err != nil {
		return web.Result{}, err
	}
	f := a.frame(r, actor, navOf(kind), "").Titled(text.T(text.Lang(r.Lang), "audit.of", "key", key), "")
	m := pages.RecordHistoryModel{Title: key, KindName: text.Word(f.Lang, "kind", string(kind)), KindPath: kindPath(kind), EditPath: recordPath(kind, key), Ended: versions[0].Closed != nil}
	if c := versions[0].Closed; c != nil {
		m.Closed = changesetLine(f, *c)
	}
	for i, v := range versions {
		change := RecordChange{Kind: kind, Key: key, After: &v.Record, Superseded: v.Closed != nil}
		if i+1 < len(versions) && (versions[i+1].Closed != nil && versions[i+1].Closed.ID == v.Opened.ID) {
			change.Before = &versions[i+1].Record
		}
		m.Versions = append(m.Versions, pages.VersionLine{Number: strconv.FormatInt(v.Number, 10), Line: changesetLine(f, v.Opened), Change: a.recordChange(f, v.Opened.ID, change)})
	}
	return web.Result{Page: pages.RecordHistory(f, m)}, nil
}

package admin

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/views"
	pages "gpuscale/views/admin"
	"gpuscale/web"
)

func (a *Admin) recordEndpoints() []endpoint {
	const record = "/admin/:kind/:key"
	return []endpoint{
		{method: http.MethodGet, path: "/admin/records", handler: a.showKinds},
		{method: http.MethodGet, path: "/admin/:kind", params: listParams, access: machines, handler: a.showList},
		{method: http.MethodPost, path: "/admin/:kind", access: machines, maxBody: formBytes, handler: a.create},
		{method: http.MethodGet, path: "/admin/:kind/" + newWord, params: []string{"from"}, handler: a.showNew},
		{method: http.MethodGet, path: record, params: []string{"saved"}, access: machines, handler: a.showRecord},
		{method: http.MethodGet, path: record + "/edit", handler: a.showEdit},
		{method: http.MethodPost, path: record, maxBody: formBytes, handler: a.change},
		{method: http.MethodPut, path: record, access: machines, maxBody: formBytes, handler: a.change},
		{method: http.MethodPatch, path: record, access: machines, handler: a.changeAPI},
		{method: http.MethodDelete, path: record, access: machines, handler: a.endAPI},
		{method: http.MethodGet, path: record + "/end", handler: a.showEnd},
		{method: http.MethodPost, path: record + "/end", handler: a.end},
		{method: http.MethodGet, path: record + "/history", handler: a.showRecordHistory},
	}
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// draftOf is a record as it stands, ready to be changed.
func draftOf(recorded Recorded) *draft {
	return &draft{kind: recorded.Record.Kind, key: recorded.Record.Key, version: recorded.Version, values: slices.Clone(recorded.Record.Values), problems: map[string]string{}}
}

// showRecord is a record as JSON, as a line of its table for htmx, or as a form.
func (a *Admin) showRecord(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	recorded, err := a.recorded(ctx, r)
	if err != nil {
		return web.Result{}, err
	}
	if asAPI(r, actor) {
		return recordAPI(recorded), nil
	}
	f := a.frame(r, actor, navOf(recorded.Record.Kind), "")
	if r.HX {
		return web.Result{Page: pages.RecordRow(f, a.row(f, recorded)), Header: focusOn("#" + domID(recorded.Record.Key) + "-edit")}, nil
	}
	return a.recordPage(f, r, draftOf(recorded), formNew(false)), nil
}

// showEdit is the same form, or for htmx the line with its fields.
func (a *Admin) showEdit(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	recorded, err := a.recorded(ctx, r)
	if err != nil {
		return web.Result{}, err
	}
	f := a.frame(r, actor, navOf(recorded.Record.Kind), "")
	if r.HX {
		return web.Result{Page: pages.RecordEditRow(f, a.editRow(f, recorded, draftOf(recorded))), Header: focusOn("#" + domID(recorded.Record.Key) + " td .in")}, nil
	}
	return a.recordPage(f, r, draftOf(recorded), formNew(false)), nil
}

func (a *Admin) recorded(ctx context.Context, r *web.Request) (Recorded, error) {
	kind, key, err := recordParam(r)
	if err != nil {
		return Recorded{}, err
	}
	return a.Records.Record(ctx, kind, key)
}

func focusOn(selector string) http.Header {
	return http.Header{"HX-Trigger-After-Settle": {fmt.Sprintf(`{"focus":%q}`, selector)}}
}

// showNew is an empty form, or one filled from another record: how a price of a
// later day is entered.
func (a *Admin) showNew(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	kind, err := kindParam(r)
	if err != nil {
		return web.Result{}, err
	}
	schema := dataset.SchemaOf(kind)
	d := &draft{kind: kind, values: make([]string, len(schema.Columns)), problems: map[string]string{}}
	if from := r.Query.Get("from"); from != "" {
		recorded, err := a.Records.Record(ctx, kind, from)
		if err != nil {
			return web.Result{}, err
		}
		copy(d.values, recorded.Record.Values)
		for _, column := range []string{"valid_from", "valid_to", exceptionColumn} {
			if i, _, ok := schema.Column(column); ok {
				d.values[i] = ""
			}
		}
	}
	if i, _, ok := schema.Column("source_date"); ok {
		// What is entered now was seen now, on the day it is in China.
		d.values[i] = catalog.DateOf(a.Now()).String()
	}
	return a.recordPage(a.frame(r, actor, navOf(kind), ""), r, d, formNew(true)), nil
}

type formNew bool

// recordPage is the form of a record with its messages.
func (a *Admin) recordPage(f views.Frame, r *web.Request, d *draft, fresh formNew) web.Result {
	f = f.Titled(f.T("records.edit", "kind", text.Word(f.Lang, "kind", string(d.kind)), "key", d.key), "")
	m := pages.FormModel{Kind: string(d.kind), KindName: text.Word(f.Lang, "kind", string(d.kind)), KindPath: kindPath(d.kind), Action: recordPath(d.kind, d.key),
		Title: d.key, Version: d.version, Why: d.why, WhyProblem: d.problems[whyField], New: bool(fresh), Saved: savedNote(f, r), Summary: d.summary(f.Lang, dataset.SchemaOf(d.kind).Names())}
	if fresh {
		m.Action, m.Title = kindPath(d.kind), f.T("records.new", "kind", m.KindName)
		f = f.Titled(m.Title, "")
	} else {
		m.HistoryPath, m.EndPath = m.Action+"/history", m.Action+"/end"
	}
	if d.kind == dataset.Offers && !bool(fresh) {
		m.LaterPath = kindPath(d.kind) + "/" + newWord + "?from=" + url.QueryEscape(d.key)
	}
	schema := dataset.SchemaOf(d.kind)
	for _, column := range schema.Columns {
		field := a.field(f, d, column.Name)
		if field.Problem != "" {
			m.Problems = append(m.Problems, pages.FieldProblem{ID: field.ID, Label: field.Label, Problem: field.Problem})
		}
		m.Fields = append(m.Fields, field)
	}
	_, _, m.Evidence = schema.Column("source_url")
	if d.conflict != nil {
		m.Conflict = a.conflictNote(f, d)
	}
	result := web.Result{Page: pages.Form(f, m)}
	switch {
	case d.conflict != nil:
		result.Err = &web.Error{Status: http.StatusConflict, Code: "conflict"}
	case len(d.problems) > 0:
		result.Err = web.InvalidForm(d.problems)
	}
	return result
}

// change saves a record: for htmx the answer is its line, else its table.
func (a *Admin) change(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	if asAPI(r, actor) {
		return a.changeAPI(ctx, r, actor)
	}
	l := text.Lang(r.Lang)
	kind, key, err := recordParam(r)
	if err != nil {
		return web.Result{}, err
	}
	form, err := a.readForm(ctx, r, actor)
	if err != nil {
		return web.Result{}, err
	}
	base, err := a.base(ctx, kind, key)
	if err != nil {
		return web.Result{}, err
	}
	d := typed(l, form.values, kind, base.Record.Values)
	d.key = key
	d.readVersion(l, form.values)
	form.fill(d)
	done, err := a.save(ctx, l, actor, d)
	if err != nil {
		return web.Result{}, err
	}
	f := a.frame(r, actor, navOf(kind), "")
	switch {
	case d.refused() && r.HX:
		return a.refusedRow(f, base, d), nil
	case d.refused():
		d.adopt()
		return a.recordPage(f, r, d, formNew(false)), nil
	case r.HX:
		return a.savedRow(ctx, f, done, d)
	}
	return redirect(f, recordPath(kind, key)+"?saved="+strconv.FormatInt(done.changeset, 10)), nil
}

// base is what fields that a form lacks keep: the record as it stands, or as it
// was when it ended.
func (a *Admin) base(ctx context.Context, kind dataset.Kind, key string) (Recorded, error) {
	recorded, err := a.Records.Record(ctx, kind, key)
	if !errors.Is(err, ErrNotFound) {
		return recorded, err
	}
	versions, err := a.Records.History(ctx, kind, key)
	if err != nil {
		return Recorded{}, err
	}
	return Recorded{Record: versions[0].Record, Version: versions[0].Number}, nil
}

// adopt makes the version that stands the one to be replaced: who has seen both
// sides may save their own.
func (d *draft) adopt() {
	if d.conflict != nil {
		d.version = d.conflict.Current
	}
}

func (a *Admin) refusedRow(f views.Frame, base Recorded, d *draft) web.Result {
	d.adopt()
	result := web.Result{Page: pages.RecordEditRow(f, a.editRow(f, base, d))}
	if d.conflict != nil {
		result.Err = &web.Error{Status: http.StatusConflict, Code: "conflict"}
	} else {
		result.Err = web.InvalidForm(d.problems)
		result.Header = focusOn("#" + domID(d.key) + " [aria-invalid=true]")
	}
	return result
}

func (a *Admin) savedRow(ctx context.Context, f views.Frame, done saved, d *draft) (web.Result, error) {
	recorded, err := a.Records.Record(ctx, d.kind, done.key)
	if err != nil {
		return web.Result{}, err
	}
	row := a.row(f, recorded)
	row.Note = f.T("records.unchanged")
	if done.changeset != 0 {
		row.Note = f.T("records.saved", "id", done.changeset)
	}
	return web.Result{Page: pages.RecordRow(f, row), Header: focusOn("#" + row.ID + "-edit")}, nil
}

// create adds a record.
func (a *Admin) create(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	if asAPI(r, actor) {
		return a.createAPI(ctx, r, actor)
	}
	l := text.Lang(r.Lang)
	kind, err := kindParam(r)
	if err != nil {
		return web.Result{}, err
	}
	form, err := a.readForm(ctx, r, actor)
	if err != nil {
		return web.Result{}, err
	}
	d := typed(l, form.values, kind, nil)
	form.fill(d)
	done, err := a.save(ctx, l, actor, d)
	if err != nil {
		return web.Result{}, err
	}
	f := a.frame(r, actor, navOf(kind), "")
	if d.refused() {
		return a.recordPage(f, r, d, formNew(true)), nil
	}
	return redirect(f, recordPath(kind, done.key)+"?saved="+strconv.FormatInt(done.changeset, 10)), nil
}

// conflictNote shows both sides of a conflict, column by column where they differ.
func (a *Admin) conflictNote(f views.Frame, d *draft) *pages.Conflict {
	note := &pages.Conflict{Who: d.conflict.Who, At: text.Minute(d.conflict.At), Ended: d.conflict.Theirs == nil}
	if d.conflict.Theirs == nil || d.ends {
		return note
	}
	for i, column := range dataset.SchemaOf(d.kind).Columns {
		if theirs := d.conflict.Theirs.Values[i]; theirs != d.values[i] {
			note.Lines = append(note.Lines, pages.Difference{Label: columnLabel(f.Lang, d.kind, column.Name), Old: recordedValue(f, d.kind, column.Name, theirs), New: recordedValue(f, d.kind, column.Name, d.values[i])})
		}
	}
	return note
}

func shownValue(f views.Frame, value string) string {
	if value == "" {
		return f.T("records.empty")
	}
	return value
}

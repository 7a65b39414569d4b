package admin

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/views"
	pages "gpuscale/views/admin"
	"gpuscale/web"
)

// showEnd asks before a record ends.
func (a *Admin) showEnd(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	recorded, err := a.recorded(ctx, r)
	if err != nil {
		return web.Result{}, err
	}
	return a.endPage(a.frame(r, actor, navOf(recorded.Record.Kind), ""), draftOf(recorded)), nil
}

func (a *Admin) endPage(f views.Frame, d *draft) web.Result {
	record := dataset.Record{Kind: d.kind, Key: d.key, Values: d.values}
	lay := layoutOf(d.kind)
	m := pages.EndModel{Title: a.words(f.Lang, record, lay.title), Sub: a.words(f.Lang, record, lay.sub), Action: recordPath(d.kind, d.key) + "/end", BackPath: recordPath(d.kind, d.key),
		Version: d.version, Why: d.why, WhyProblem: d.problems[whyField], Problems: d.summary(f.Lang, nil)}
	if d.conflict != nil {
		m.Conflict = a.conflictNote(f, d)
	}
	result := web.Result{Page: pages.End(f.Titled(f.T("records.end"), ""), m)}
	switch {
	case d.conflict != nil:
		result.Err = &web.Error{Status: http.StatusConflict, Code: "conflict"}
	case len(d.problems) > 0:
		result.Err = web.InvalidForm(d.problems)
	}
	return result
}

// end takes a record out of the portal; its history stays.
func (a *Admin) end(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	l := text.Lang(r.Lang)
	kind, key, err := recordParam(r)
	if err != nil {
		return web.Result{}, err
	}
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	base, err := a.base(ctx, kind, key)
	if err != nil {
		return web.Result{}, err
	}
	d := draftOf(base)
	d.ends, d.why = true, strings.TrimSpace(form.Get(whyField))
	d.readVersion(l, form)
	done, err := a.save(ctx, l, actor, d)
	if err != nil {
		return web.Result{}, err
	}
	f := a.frame(r, actor, navOf(kind), "")
	if d.refused() {
		d.adopt()
		return a.endPage(f, d), nil
	}
	return redirect(f, kindPath(kind)+"?saved="+strconv.FormatInt(done.changeset, 10)), nil
}

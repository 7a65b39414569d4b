package admin

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/views"
	pages "gpuscale/views/admin"
	"gpuscale/web"
)

// everyFlag is the value of the one tick for very many unlikely lines.
const everyFlag = "all"

// writeImport writes what was previewed, without the unlikely lines that are not kept.
func (a *Admin) writeImport(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	p, err := a.pending(ctx, r, actor)
	if err != nil {
		return web.Result{}, err
	}
	here := redirect(a.frame(r, actor, "", ""), importPath+"/"+p.ID)
	if p.Changeset != 0 {
		return here, nil
	}
	state, err := a.Imports.State(ctx, p)
	if err != nil || state.Preview == nil || state.Writing {
		return here, err
	}
	q := previewQuery{why: strings.TrimSpace(form.Get(whyField)), reason: strings.TrimSpace(form.Get(exceptionColumn)), keep: form["keep"]}
	d := q.decision(actor, state)
	if q.problems = writeProblems(text.Lang(r.Lang), state, d); len(q.problems) > 0 {
		return a.importPage(r, actor, importView{p, state, q}), nil
	}
	if state, err = a.Imports.Write(ctx, p, d); err != nil {
		return web.Result{}, err
	}
	a.Log.Info("import written", "user", actor.Name, "file", p.Name, "changeset", state.Changeset, "id", r.ID)
	if state.WriteErr == nil {
		return here, nil
	}
	return a.importPage(r, actor, importView{p, state, q}), nil
}

// decision is what the form says of the unlikely lines.
func (q previewQuery) decision(actor Actor, state ImportState) Decision {
	d := Decision{Who: actor.Name, Why: q.why, Reason: q.reason, Keep: map[int]bool{}}
	if len(state.Flags) > singleTicks {
		d.KeepAll = slices.Contains(q.keep, everyFlag)
		return d
	}
	for _, flag := range state.Flags {
		if slices.Contains(q.keep, strconv.Itoa(flag.Row)) {
			d.Keep[flag.Row] = true
		}
	}
	return d
}

// writeProblems says what keeps a preview from being written.
func writeProblems(l text.Lang, state ImportState, d Decision) map[string]string {
	problems := map[string]string{}
	if problem := whyProblem(l, d.Why); problem != "" {
		problems[whyField] = problem
	}
	kept := len(d.Keep)
	if d.KeepAll {
		kept = len(state.Flags)
	}
	p := state.Preview
	switch _, column, _ := dataset.SchemaOf(dataset.Offers).Column(exceptionColumn); {
	case kept > 0 && d.Reason == "":
		problems[exceptionColumn] = text.T(l, "review.reason")
	case kept > 0:
		if _, code := column.Canonical(d.Reason); code != "" {
			problems[exceptionColumn] = problemText(l, dataset.Offers, code, column.Explain(code))
		}
	case p.Counts[dataset.ActionNew]+p.Counts[dataset.ActionChanged] <= len(state.Flags):
		problems["keep"] = text.T(l, "import.flags.none-kept")
	}
	if len(p.Broken) > 0 {
		problems["broken"] = text.N(l, "import.broken", len(p.Broken))
	}
	return problems
}

// unwritten is the preview with the reason why nothing was written: 409 with every
// conflict, or the failure of the database.
func (a *Admin) unwritten(f views.Frame, m pages.PreviewModel, err error) web.Result {
	var conflict *ConflictError
	if !errors.As(err, &conflict) {
		var answer *web.Error
		if !errors.As(known(err), &answer) {
			answer = &web.Error{Status: http.StatusInternalServerError, Code: "internal", Cause: err}
		}
		m.Problems = map[string]string{"write": f.T("import.unwritten")}
		return web.Result{Page: pages.Preview(f, m), Err: answer}
	}
	for _, c := range conflict.Conflicts[:min(len(conflict.Conflicts), importPer)] {
		line := pages.ConflictLine{Kind: text.Word(f.Lang, "kind", string(c.Kind)), Key: c.Key, Path: recordPath(c.Kind, c.Key), Who: c.Who, At: text.Minute(c.At)}
		if c.Theirs != nil && c.Yours != nil {
			line.Lines = differing(f, *c.Theirs, *c.Yours)
		}
		m.Conflicts = append(m.Conflicts, line)
	}
	m.ConflictCount = len(conflict.Conflicts)
	return web.Result{Page: pages.Preview(f, m), Err: &web.Error{Status: http.StatusConflict, Code: "conflict"}}
}

func differing(f views.Frame, theirs, yours dataset.Record) []pages.Difference {
	var lines []pages.Difference
	for i, column := range dataset.SchemaOf(theirs.Kind).Columns {
		if theirs.Values[i] != yours.Values[i] {
			lines = append(lines, pages.Difference{Label: columnLabel(f.Lang, theirs.Kind, column.Name), Old: recordedValue(f, theirs.Kind, column.Name, theirs.Values[i]), New: recordedValue(f, theirs.Kind, column.Name, yours.Values[i])})
		}
	}
	return lines
}

// mapProviders keeps what the editor decided about providers that no record knows,
// and compares the file anew.
func (a *Admin) mapProviders(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	p, err := a.pending(ctx, r, actor)
	if err != nil {
		return web.Result{}, err
	}
	o, problems := a.readMapping(text.Lang(r.Lang), form, p.Options)
	if len(problems) == 0 {
		if err := a.Imports.Choose(ctx, p, o); err != nil {
			return web.Result{}, err
		}
		return redirect(a.frame(r, actor, "", ""), importPath+"/"+p.ID), nil
	}
	state, err := a.Imports.State(ctx, p)
	if err != nil {
		return web.Result{}, err
	}
	return a.importPage(r, actor, importView{p, state, previewQuery{problems: problems, mapping: form}}), nil
}

// refusedLines is a CSV file of the lines that cannot be imported, with the reason.
func (a *Admin) refusedLines(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	p, err := a.pending(ctx, r, actor)
	if err != nil {
		return web.Result{}, err
	}
	state, err := a.Imports.State(ctx, p)
	if err != nil {
		return web.Result{}, err
	}
	if state.Preview == nil {
		return web.Result{}, ErrNotFound
	}
	return web.Result{CSV: func(w io.Writer) error { return writeRefused(w, text.Lang(r.Lang), state.Preview) }}, nil
}

func writeRefused(w io.Writer, l text.Lang, p *dataset.Preview) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"file", "line", "kind", "column", "value", "problem"}); err != nil {
		return err
	}
	for i := range p.Rows {
		if p.Rows[i].Action != dataset.ActionRefused {
			continue
		}
		for _, problem := range p.Rows[i].Problems {
			record := []string{problem.File, strconv.Itoa(problem.Line), string(problem.Kind), problem.Column, problem.Value, problemText(l, problem.Kind, problem.Code, problem.Detail)}
			for i := range record {
				record[i] = dataset.Guard(record[i])
			}
			if err := out.Write(record); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

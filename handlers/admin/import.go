package admin

import (
	"context"
	"io"
	"net/http"
	"time"

	"gpuscale/dataset"
	"gpuscale/review"
	"gpuscale/text"
	"gpuscale/views"
	pages "gpuscale/views/admin"
	"gpuscale/web"
)

const (
	importPath = "/admin/import"
	// uploadTime is how long an upload may take on a slow line.
	uploadTime = 10 * time.Minute
	// importPer is how many lines of a preview a page has.
	importPer = 100
	// singleTicks is up to how many unlikely lines each need a tick of their own.
	singleTicks = 30
)

// ImportOptions are what an editor says about an uploaded file.
type ImportOptions struct {
	Kind     dataset.Kind `json:"kind,omitempty"`
	Provider string       `json:"provider,omitempty"` // slug, for catalogues that name none
	Seen     string       `json:"seen,omitempty"`     // day on which a catalogue was read
	Source   string       `json:"source,omitempty"`   // address it was read from
	// Known turns what the file calls providers into slugs of the record.
	Known map[string]string `json:"known,omitempty"`
	// Added are providers to be recorded with the file, by slug.
	Added []AddedProvider `json:"added,omitempty"`
}

// AddedProvider is a provider that an import brings along; its other values stay
// unknown.
type AddedProvider struct {
	Slug   string `json:"slug"`
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Market string `json:"market"`
}

// PendingImport is an uploaded file that was not forgotten yet.
type PendingImport struct {
	ID, Name  string
	Size      int64
	Options   ImportOptions
	Changeset int64 // as which it was written, 0 while it was not
	Expires   time.Time
}

// ImportState is how far a pending import has come. While Preview is nil the file
// is being read; Err says why it cannot be.
type ImportState struct {
	Read, Size int64 // bytes
	Preview    *dataset.Preview
	Flags      []review.Flag // rows of the preview that need a reason
	Writing    bool
	Err        error
	Changeset  int64
	WriteErr   error
}

// Upload is a file as it comes in, with what its editor says about it.
type Upload struct {
	Name    string
	Options ImportOptions
	Body    io.Reader
}

// Decision is what an editor decides about a preview. Unlikely rows are left out but
// for those to keep, by their places; the reason is shown to readers.
type Decision struct {
	Who, Why, Reason string
	KeepAll          bool
	Keep             map[int]bool
}

// Keeps reports whether an unlikely row is written.
func (d Decision) Keeps(row int) bool { return d.KeepAll || d.Keep[row] }

// Imports keeps uploads, compares them with what is recorded and writes them. An
// upload belongs to the account that sent it; for others it is ErrNotFound.
type Imports interface {
	// Keep keeps a file until it expires and returns its id.
	Keep(ctx context.Context, actor Actor, u Upload) (string, error)
	Pending(ctx context.Context, actor Actor, id string) (PendingImport, error)
	// Choose keeps other options; the file is then compared with the records of now.
	Choose(ctx context.Context, p PendingImport, o ImportOptions) error
	// State begins to read the file where that was not done, and returns after a
	// short wait how far it is.
	State(ctx context.Context, p PendingImport) (ImportState, error)
	// Write begins to write what was previewed, as one changeset, and returns after a
	// short wait how far it is. A *ConflictError in the state names what other
	// changes stand in the way.
	Write(ctx context.Context, p PendingImport, d Decision) (ImportState, error)
	Forget(ctx context.Context, p PendingImport) error
}

func (a *Admin) importEndpoints() []endpoint {
	return []endpoint{
		{method: http.MethodGet, path: importPath, handler: a.askImport},
		{method: http.MethodPost, path: importPath, handler: a.upload, maxBody: dataset.MaxBytes + web.FormBytes, timeout: uploadTime},
		{method: http.MethodGet, path: importPath + "/:id", params: []string{"show", "page"}, handler: a.showImport},
		{method: http.MethodGet, path: importPath + "/:id/refused.csv", handler: a.refusedLines},
		{method: http.MethodPost, path: importPath + "/:id", handler: a.writeImport, timeout: time.Minute},
		{method: http.MethodPost, path: importPath + "/:id/providers", handler: a.mapProviders},
		{method: http.MethodPost, path: importPath + "/:id/forget", handler: a.forgetImport},
	}
}

// askImport shows the form for an upload.
func (a *Admin) askImport(_ context.Context, r *web.Request, actor Actor) (web.Result, error) {
	return a.uploadPage(r, actor, pages.UploadModel{}), nil
}

func (a *Admin) uploadPage(r *web.Request, actor Actor, m pages.UploadModel) web.Result {
	f := a.frame(r, actor, "import", text.T(text.Lang(r.Lang), "import.title"))
	m.Kinds = []pages.Choice{{Label: f.T("import.kind.auto")}}
	for _, kind := range dataset.Kinds {
		m.Kinds = append(m.Kinds, pages.Choice{Value: string(kind), Label: text.Word(f.Lang, "kind", string(kind)), Chosen: string(kind) == m.Kind})
	}
	m.Providers = a.providerChoices(f, "")
	m.MaxMB, m.MaxRows = dataset.MaxBytes>>20, text.Count(dataset.MaxRows)
	result := web.Result{Page: pages.Upload(f, m), Fragments: []string{pages.UploadForm}}
	if len(m.Problems) > 0 {
		result.Err = web.InvalidForm(m.Problems)
	}
	return result
}

// providerChoices are the providers on record; the first choice is none of them.
func (a *Admin) providerChoices(f views.Frame, none string) []pages.Choice {
	choices := []pages.Choice{{Label: none}}
	providers := a.Market().Providers()
	for i := range providers {
		choices = append(choices, pages.Choice{Value: providers[i].Slug, Label: providers[i].Name.In(string(f.Lang))})
	}
	return choices
}

// upload takes the file in as it arrives and leads to its preview.
func (a *Admin) upload(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	l := text.Lang(r.Lang)
	form, err := readUploadForm(r)
	if err != nil {
		return web.Result{}, err
	}
	m := pages.UploadModel{Kind: form.fields["kind"], Provider: form.fields["provider"], Seen: form.fields["seen"], Source: form.fields["source"]}
	o, problems := a.uploadOptions(l, form)
	if m.Problems = problems; len(problems) > 0 {
		return a.uploadPage(r, actor, m), nil
	}
	id, err := a.Imports.Keep(ctx, actor, Upload{form.name, o, form.file})
	if err != nil {
		return web.Result{}, tooLarge(err)
	}
	a.Log.Info("file uploaded for import", "user", actor.Name, "file", form.name, "id", r.ID)
	return redirect(a.frame(r, actor, "", ""), importPath+"/"+id), nil
}

func (a *Admin) pending(ctx context.Context, r *web.Request, actor Actor) (PendingImport, error) {
	return a.Imports.Pending(ctx, actor, r.Param("id"))
}

// showImport shows how far an import is: being read, previewed, being written, or
// written. Pages of work in progress ask for themselves again.
func (a *Admin) showImport(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	p, err := a.pending(ctx, r, actor)
	if err != nil {
		return web.Result{}, err
	}
	if p.Changeset != 0 {
		return a.writtenPage(r, actor, p), nil
	}
	state, err := a.Imports.State(ctx, p)
	if err != nil {
		return web.Result{}, err
	}
	return a.importPage(r, actor, importView{p, state, previewQuery{show: r.Query.Get("show"), page: r.Query.Get("page")}}), nil
}

// importView is an import with what was asked or posted about it.
type importView struct {
	pending PendingImport
	state   ImportState
	query   previewQuery
}

// importPage is the page of an import in the state it is in.
func (a *Admin) importPage(r *web.Request, actor Actor, v importView) web.Result {
	p, state, q := v.pending, v.state, v.query
	f := a.frame(r, actor, "import", text.T(text.Lang(r.Lang), "import.preview"))
	switch {
	case state.Changeset != 0:
		p.Changeset = state.Changeset
		return a.writtenPage(r, actor, p)
	case state.Err != nil:
		problem := fileProblem(f.Lang, state.Err)
		return web.Result{Page: pages.ImportFailed(f, pages.ImportFailedModel{Name: p.Name, Problem: problem, ForgetPath: importPath + "/" + p.ID + "/forget"}),
			Err: web.InvalidForm(map[string]string{"file": problem})}
	case state.Writing:
		return web.Result{Page: pages.ImportProgress(f, pages.ProgressModel{Name: p.Name, Writing: true}), Header: again()}
	case state.Preview == nil:
		return web.Result{Page: pages.ImportProgress(f, pages.ProgressModel{Name: p.Name, Percent: percentOf(state.Read, state.Size)}), Header: again()}
	}
	m := a.previewModel(f, v)
	result := web.Result{Page: pages.Preview(f, m)}
	if state.WriteErr != nil {
		return a.unwritten(f, m, state.WriteErr)
	}
	if q.problems != nil {
		m.Problems = q.problems
		result.Page, result.Err = pages.Preview(f, m), web.InvalidForm(q.problems)
	}
	return result
}

// again makes browsers ask for a page again by themselves, with or without scripts.
func again() http.Header { return http.Header{"Refresh": {"1"}} }

// writtenPage says what was written and leads to where it can be taken back.
func (a *Admin) writtenPage(r *web.Request, actor Actor, p PendingImport) web.Result {
	f := a.frame(r, actor, "import", text.T(text.Lang(r.Lang), "import.done"))
	return web.Result{Page: pages.ImportDone(f, pages.ImportDoneModel{Name: p.Name, Path: changesetPath(p.Changeset), AgainPath: importPath,
		Nothing: p.Changeset < 0, Text: f.T("import.done.text", "id", p.Changeset)})}
}

// forgetImport drops an upload.
func (a *Admin) forgetImport(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	p, err := a.pending(ctx, r, actor)
	if err == nil {
		err = a.Imports.Forget(ctx, p)
	}
	if err != nil {
		return web.Result{}, err
	}
	return redirect(a.frame(r, actor, "", ""), importPath), nil
}

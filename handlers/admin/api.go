package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/web"
)

// asAPI tells requests that speak JSON: by the ending of the address, the type of
// the body, or the token. The answer, errors included, is JSON then.
func asAPI(r *web.Request, actor Actor) bool {
	media, _, err := mime.ParseMediaType(r.HTTP.Header.Get("Content-Type"))
	if r.Rep == web.JSON || actor.Token != "" || err == nil && media == "application/json" {
		r.Rep = web.JSON
		return true
	}
	return false
}

// recordJSON is a record as programs read it. Values are canonical texts by
// column; "" is unknown.
type recordJSON struct {
	Kind    string            `json:"kind"`
	Key     string            `json:"key"`
	Version int64             `json:"version"`
	Since   time.Time         `json:"since"`
	Who     string            `json:"who"`
	Values  map[string]string `json:"values"`
}

func jsonOf(recorded Recorded) recordJSON {
	out := recordJSON{Kind: string(recorded.Record.Kind), Key: recorded.Record.Key, Version: recorded.Version, Since: recorded.Since.UTC(), Who: recorded.Who, Values: map[string]string{}}
	for i, name := range dataset.SchemaOf(recorded.Record.Kind).Names() {
		out.Values[name] = recorded.Record.Values[i]
	}
	return out
}

// etag is the strong validator of a record: its version, which never repeats.
func etag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

func recordAPI(recorded Recorded) web.Result {
	return web.Result{JSON: func() any { return jsonOf(recorded) }, Header: http.Header{"Etag": {etag(recorded.Version)}}}
}

// listAPI is one page of a table as JSON.
func listAPI(q listing, rows []Recorded, total int64) web.Result {
	result := web.Result{JSON: func() any {
		records := make([]recordJSON, len(rows))
		for i, row := range rows {
			records[i] = jsonOf(row)
		}
		return struct {
			Kind    string       `json:"kind"`
			Total   int64        `json:"total"`
			Page    int          `json:"page"`
			Per     int          `json:"per"`
			Records []recordJSON `json:"records"`
		}{string(q.kind), total, q.query.Page, q.query.Per, records}
	}}
	if len(q.problems) > 0 {
		result.Err = web.InvalidQuery(q.problems)
	}
	return result
}

// changeBody is what a program sends: values by column, and why.
type changeBody struct {
	Why    string            `json:"why"`
	Values map[string]string `json:"values"`
}

func readBody(r *web.Request) (changeBody, error) {
	var body changeBody
	decoder := json.NewDecoder(http.MaxBytesReader(nil, r.HTTP.Body, web.FormBytes))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&body)
	if err == nil && decoder.More() {
		err = errors.New("more than one value")
	}
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil, errors.As(err, &tooLarge):
		return body, err
	default:
		return body, &web.Error{Status: http.StatusUnprocessableEntity, Code: "invalid-form", Fields: map[string]string{"body": err.Error()}, Cause: err}
	}
}

// draft makes a draft of the body. Columns it does not name keep what base has.
func (b changeBody) draft(l text.Lang, kind dataset.Kind, base []string) *draft {
	form := map[string][]string{whyField: {b.Why}}
	schema := dataset.SchemaOf(kind)
	unknown := map[string]string{}
	for name, value := range b.Values {
		if _, _, ok := schema.Column(name); !ok {
			unknown[name] = text.T(l, "problem.unknown-column")
			continue
		}
		form[name] = []string{value}
	}
	d := typed(l, form, kind, base)
	for name, message := range unknown {
		d.fail(name, message)
	}
	return d
}

// versionOf reads the version that a change is for. A change that does not say
// which one it has seen is refused with 428, "*" included: that names none.
func versionOf(r *web.Request) (int64, error) {
	header := strings.TrimSpace(r.HTTP.Header.Get("If-Match"))
	if header == "" || header == "*" {
		return 0, &web.Error{Status: http.StatusPreconditionRequired, Code: "precondition"}
	}
	for _, tag := range strings.Split(header, ",") {
		tag = strings.TrimSpace(tag)
		if n, err := strconv.ParseInt(strings.Trim(tag, `"`), 10, 64); err == nil && n > 0 && tag == etag(n) {
			return n, nil
		}
	}
	return 0, stale()
}

func stale() *web.Error {
	return &web.Error{Status: http.StatusPreconditionFailed, Code: "precondition"}
}

// changeAPI replaces a record (PUT: columns left out become unknown) or some of its
// columns (PATCH).
func (a *Admin) changeAPI(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	r.Rep = web.JSON
	kind, key, err := recordParam(r)
	if err != nil {
		return web.Result{}, err
	}
	recorded, err := a.Records.Record(ctx, kind, key)
	if err != nil {
		return web.Result{}, err
	}
	version, err := versionOf(r)
	if err != nil {
		return web.Result{}, err
	}
	if version != recorded.Version {
		return web.Result{}, stale()
	}
	body, err := readBody(r)
	if err != nil {
		return web.Result{}, err
	}
	var base []string
	if r.HTTP.Method == http.MethodPatch {
		base = recorded.Record.Values
	}
	d := body.draft(text.Lang(r.Lang), kind, base)
	d.key, d.version = key, version
	if _, err := a.saveAPI(ctx, r, actor, d); err != nil {
		return web.Result{}, err
	}
	if recorded, err = a.Records.Record(ctx, kind, key); err != nil {
		return web.Result{}, err
	}
	return recordAPI(recorded), nil
}

// saveAPI saves a draft; refusals are errors.
func (a *Admin) saveAPI(ctx context.Context, r *web.Request, actor Actor, d *draft) (saved, error) {
	done, err := a.save(ctx, text.Lang(r.Lang), actor, d)
	switch {
	case err != nil:
		return saved{}, err
	case d.conflict != nil && d.version != 0:
		return saved{}, stale()
	case d.conflict != nil:
		return saved{}, &web.Error{Status: http.StatusConflict, Code: "conflict"}
	case len(d.problems) > 0:
		return saved{}, web.InvalidForm(d.problems)
	}
	return done, nil
}

func (a *Admin) createAPI(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	kind, err := kindParam(r)
	if err != nil {
		return web.Result{}, err
	}
	body, err := readBody(r)
	if err != nil {
		return web.Result{}, err
	}
	done, err := a.saveAPI(ctx, r, actor, body.draft(text.Lang(r.Lang), kind, nil))
	if err != nil {
		return web.Result{}, err
	}
	recorded, err := a.Records.Record(ctx, kind, done.key)
	if err != nil {
		return web.Result{}, err
	}
	result := recordAPI(recorded)
	result.Status = http.StatusCreated
	result.Header.Set("Location", recordPath(kind, done.key)+".json")
	return result, nil
}

// endAPI ends a record; the body may say why.
func (a *Admin) endAPI(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	r.Rep = web.JSON
	recorded, err := a.recorded(ctx, r)
	if err != nil {
		return web.Result{}, err
	}
	version, err := versionOf(r)
	if err != nil {
		return web.Result{}, err
	}
	if version != recorded.Version {
		return web.Result{}, stale()
	}
	d := draftOf(recorded)
	d.ends = true
	if body, err := readBody(r); err == nil {
		d.why = body.Why
	} else if !errors.Is(err, io.EOF) {
		return web.Result{}, err
	}
	done, err := a.saveAPI(ctx, r, actor, d)
	if err != nil {
		return web.Result{}, err
	}
	return web.Result{JSON: func() any {
		return map[string]string{"ended": recorded.Record.Key, "changeset": fmt.Sprint(done.changeset)}
	}}, nil
}

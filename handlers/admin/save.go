package admin

import (
	"context"
	"errors"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/review"
	"gpuscale/text"
)

// draft is a record as an editor typed it: Values in schema order, and what is to
// be said of them.
type draft struct {
	kind     dataset.Kind
	key      string // "" for a new record that gets its key from its identity
	version  int64  // the one the editor saw, 0 for a new record
	values   []string
	why      string
	ends     bool
	problems map[string]string // by column
	// objections are what a reason may answer, in the words of the page.
	objections []string
	conflict   *Conflict
}

// saved is what saving a draft came to: an id of 0 when nothing differed.
type saved struct {
	key       string
	changeset int64
}

// refused reports whether the draft cannot be saved as it is.
func (d *draft) refused() bool { return len(d.problems) > 0 || d.conflict != nil }

func (d *draft) fail(column, message string) {
	if d.problems[column] == "" {
		d.problems[column] = message
	}
}

// set takes a typed value into a column, in its canonical spelling. Numbers may be
// typed as people do: full-width, with grouped thousands.
func (d *draft) set(l text.Lang, i int, column dataset.Column, typed string) {
	d.values[i] = typed
	if column.Type == dataset.Money || column.Type == dataset.Number || column.Type == dataset.Integer {
		typed = plainNumber(typed)
	}
	canonical, code := column.Canonical(typed)
	if code != "" {
		d.fail(column.Name, problemText(l, d.kind, code, column.Explain(code)))
		return
	}
	d.values[i] = canonical
}

// plainNumber rewrites a number that people type, and leaves everything else for
// the column to refuse.
func plainNumber(typed string) string {
	if strings.TrimSpace(typed) == "" {
		return ""
	}
	low, err := catalog.ParseDecimal("-9000000000")
	if err != nil {
		return typed
	}
	d, err := catalog.TypedField{Min: low, Decimals: 9}.Parse(typed)
	if err != nil {
		return typed
	}
	return d.String()
}

// problemText says a problem of a value in the page's language. Columns in the
// detail are those of kind.
func problemText(l text.Lang, kind dataset.Kind, code dataset.Code, detail dataset.Detail) string {
	key, more := "problem."+string(code), detailText(l, kind, detail)
	problem := text.T(l, key, "detail", more)
	if more == "" || problem != text.T(l, key) {
		return problem
	}
	return text.T(l, "problem.more", "problem", problem, "detail", more)
}

// detailText words what a problem adds.
func detailText(l text.Lang, kind dataset.Kind, d dataset.Detail) string {
	switch d.Reason {
	case "":
		return d.A
	case dataset.ReasonNotIn:
		d.A = text.Word(l, "kind", d.A)
	case dataset.ReasonBilling:
		d.A = text.Word(l, "billing", d.A)
	case dataset.ReasonThanColumn:
		d.A = columnLabel(l, kind, d.A)
	}
	return text.T(l, "problem.reason."+string(d.Reason), "a", d.A, "b", d.B, "c", d.C)
}

// save checks a draft against the whole set and records it. A draft that is
// refused comes back with its problems; the error is for failures of the database.
func (a *Admin) save(ctx context.Context, l text.Lang, actor Actor, d *draft) (saved, error) {
	if problem := whyProblem(l, d.why); problem != "" {
		d.fail(whyField, problem)
	}
	if len(d.problems) > 0 {
		return saved{}, nil
	}
	set, err := a.Records.All(ctx)
	if err != nil {
		return saved{}, err
	}
	before := recordIn(set[d.kind], d.key)
	if err := a.checkVersion(ctx, d); err != nil || d.conflict != nil {
		return saved{}, err
	}
	a.check(l, d, set, before)
	if d.refused() {
		return saved{}, nil
	}
	return a.apply(ctx, actor, d)
}

// recordIn returns the record under a key; one without values when there is none.
func recordIn(records []dataset.Record, key string) dataset.Record {
	i := slices.IndexFunc(records, func(r dataset.Record) bool { return r.Key == key })
	if key == "" || i < 0 {
		return dataset.Record{}
	}
	return records[i]
}

// checkVersion finds a conflict before the draft is judged: objections against a
// record that stands no more would help nobody.
func (a *Admin) checkVersion(ctx context.Context, d *draft) error {
	if d.key == "" || d.version == 0 {
		return nil
	}
	now, err := a.Records.Record(ctx, d.kind, d.key)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	if err == nil && now.Version == d.version {
		return nil
	}
	d.conflict = &Conflict{Kind: d.kind, Key: d.key, Yours: &dataset.Record{Kind: d.kind, Key: d.key, Values: d.values}}
	if err == nil {
		d.conflict.Current, d.conflict.Theirs, d.conflict.Who, d.conflict.At = now.Version, &now.Record, now.Who, now.Since
		return nil
	}
	versions, err := a.Records.History(ctx, d.kind, d.key)
	if errors.Is(err, ErrNotFound) {
		return ErrNotFound
	}
	if err == nil && len(versions) > 0 && versions[0].Closed != nil {
		d.conflict.Who, d.conflict.At = versions[0].Closed.Who, versions[0].Closed.At
	}
	return err
}

// check judges the draft by what it would do to the set, in which the record is before.
func (a *Admin) check(l text.Lang, d *draft, set dataset.Set, before dataset.Record) {
	key, values := d.key, d.values
	if key == "" {
		key = newKey(set[d.kind], d.kind, d.values)
	}
	if d.ends {
		values = nil
	}
	judged := review.New(set, review.With(set, d.kind, key, values), a.Now())
	for _, p := range judged.Problems() {
		d.fail(a.placeOf(d, p, key), refusalText(l, d, p, key))
	}
	if d.ends {
		return
	}
	verdict := judged.Record(d.kind, key)
	for _, p := range verdict.Refusals {
		d.fail(a.placeOf(d, p, key), refusalText(l, d, p, key))
	}
	if len(d.problems) > 0 {
		return
	}
	for _, o := range verdict.Objections {
		d.objections = append(d.objections, objectionText(l, o))
	}
	if len(d.objections) > 0 && !d.answered(before) {
		for i, o := range verdict.Objections {
			d.fail(o.Column, d.objections[i])
		}
		d.fail(d.reasonField(), text.T(l, "review.reason"))
	}
}

// newKey is the key that a new record would get.
func newKey(records []dataset.Record, kind dataset.Kind, values []string) string {
	var keys dataset.Keys
	for _, r := range records {
		keys.Take(r.Key)
	}
	return keys.Assign(dataset.SchemaOf(kind).Key(values))
}

// placeOf is the field that a problem is shown at; problems of other records are
// shown above the form.
func (a *Admin) placeOf(d *draft, p dataset.Problem, key string) string {
	if p.Kind != d.kind || p.Key != key {
		return elsewhere
	}
	column, _, _ := strings.Cut(p.Column, "/")
	return column
}

// elsewhere is the field of problems that no column of the record has.
const elsewhere = "record"

func refusalText(l text.Lang, d *draft, p dataset.Problem, key string) string {
	message := problemText(l, p.Kind, p.Code, p.Detail)
	if p.Kind == d.kind && p.Key == key {
		return message
	}
	return text.T(l, "problem.elsewhere", "kind", text.Word(l, "kind", string(p.Kind)), "key", p.Key, "problem", message)
}

// reasonField is where a reason for an unlikely value is written: beside the price,
// for readers to see, or with the change where a kind has no such column.
func (d *draft) reasonField() string {
	if _, _, ok := dataset.SchemaOf(d.kind).Column(exceptionColumn); ok {
		return exceptionColumn
	}
	return whyField
}

const (
	exceptionColumn = "exception"
	whyField        = "why"
	versionField    = "version"
)

// answered reports whether the draft gives a reason for what is objected to now: a
// reason that stood there before was given for something else.
func (d *draft) answered(before dataset.Record) bool {
	i, _, ok := dataset.SchemaOf(d.kind).Column(exceptionColumn)
	if !ok {
		return d.why != ""
	}
	return d.values[i] != "" && (before.Values == nil || before.Values[i] != d.values[i])
}

func objectionText(l text.Lang, o review.Objection) string {
	return text.T(l, "review."+string(o.Code), o.Args...)
}

// apply records the draft and lets visitors see it.
func (a *Admin) apply(ctx context.Context, actor Actor, d *draft) (saved, error) {
	op := Op{Kind: d.kind, Key: d.key, Expect: d.version}
	if !d.ends {
		op.New = &dataset.Record{Kind: d.kind, Key: d.key, Values: d.values}
	}
	origin := OriginForm
	if actor.Token != "" {
		origin = OriginAPI
	}
	applied, err := a.Records.Apply(ctx, Changeset{Who: actor.Name, Why: d.why, Origin: origin, Ops: []Op{op}})
	if errors.Is(err, ErrUnavailable) {
		// Whether it was kept is not known: what is recorded now tells.
		if kept, ok := a.keptAfterAll(ctx, d); ok {
			applied, err = Applied{ID: kept, Keys: []string{d.key}}, nil
		}
	}
	var conflict *ConflictError
	if errors.As(err, &conflict) {
		d.conflict = &conflict.Conflicts[0]
		return saved{}, nil
	}
	if err != nil {
		return saved{}, err
	}
	a.Log.Info("record changed", "user", actor.Name, "kind", d.kind, "key", applied.Keys[0], "changeset", applied.ID, "origin", origin)
	a.refresh(ctx)
	return saved{key: applied.Keys[0], changeset: applied.ID}, nil
}

// keptAfterAll reports the changeset of a write whose answer was lost.
func (a *Admin) keptAfterAll(ctx context.Context, d *draft) (int64, bool) {
	if d.key == "" || d.ends {
		return 0, false
	}
	versions, err := a.Records.History(ctx, d.kind, d.key)
	if err != nil || len(versions) == 0 || versions[0].Closed != nil {
		return 0, false
	}
	newest := versions[0]
	return newest.Opened.ID, newest.Number == d.version+1 && slices.Equal(newest.Record.Values, d.values)
}

// refresh shows a change to visitors. The change is kept whether or not that works
// at once: the market follows the records by itself.
func (a *Admin) refresh(ctx context.Context) {
	if err := a.Refresh(ctx); err != nil {
		a.Log.Error("market not refreshed after a change", "error", err.Error())
	}
}

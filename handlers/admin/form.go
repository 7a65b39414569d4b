package admin

import (
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/web"
)

// maxWhy is the longest reason of a change, in characters.
const maxWhy = 500

// whyProblem says what is wrong with the reason of a change, "" for nothing: without
// one the history would not tell why a figure moved.
func whyProblem(l text.Lang, why string) string {
	switch {
	case why == "":
		return text.T(l, "records.why.needed")
	case utf8.RuneCountInString(why) > maxWhy || strings.ContainsFunc(why, unprintable):
		return text.T(l, "problem.too-long", "detail", maxWhy)
	}
	return ""
}

// kindParam returns the kind that an address names.
func kindParam(r *web.Request) (dataset.Kind, error) {
	kind := dataset.Kind(r.Param("kind"))
	if !kind.Known() {
		return "", ErrNotFound
	}
	return kind, nil
}

// recordParam returns kind and key that an address names.
func recordParam(r *web.Request) (dataset.Kind, string, error) {
	kind, err := kindParam(r)
	if err != nil {
		return "", "", err
	}
	key := keyOf(r.Param("key"))
	if key == "" {
		return "", "", ErrNotFound
	}
	return kind, key, nil
}

// typed reads a posted form into a draft. Only columns of the kind are taken;
// columns the form lacks keep what base has, so a row's few fields suffice.
func typed(l text.Lang, form url.Values, kind dataset.Kind, base []string) *draft {
	schema := dataset.SchemaOf(kind)
	d := &draft{kind: kind, values: make([]string, len(schema.Columns)), problems: map[string]string{}, why: strings.TrimSpace(form.Get(whyField))}
	copy(d.values, base)
	for i, column := range schema.Columns {
		if given, ok := form[column.Name]; ok && len(given) > 0 {
			d.set(l, i, column, given[0])
		} else if base == nil {
			d.set(l, i, column, "")
		}
	}
	return d
}

// readVersion takes the version that the editor saw; without one nothing may be
// changed.
func (d *draft) readVersion(l text.Lang, form url.Values) {
	version, err := strconv.ParseInt(form.Get(versionField), 10, 64)
	if err != nil || version < 0 {
		d.fail(versionField, text.T(l, "problem.version"))
		return
	}
	d.version = version
}

package admin

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/views"
	pages "gpuscale/views/admin"
	"gpuscale/views/ui"
	"gpuscale/web"
)

// rowsPerPage is the length of a page of a table.
const rowsPerPage = 50

// filterColumns are the columns that some table can be narrowed by.
var filterColumns = func() []string {
	var all []string
	for _, kind := range dataset.Kinds {
		for _, column := range layoutOf(kind).filters {
			if !contains(all, column) {
				all = append(all, column)
			}
		}
	}
	return all
}()

var listParams = append([]string{"q", "sort", "page", "saved"}, filterColumns...)

// showKinds lists all kinds of records with their tables.
func (a *Admin) showKinds(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	set, err := a.Records.All(ctx)
	if err != nil {
		return web.Result{}, err
	}
	l := text.Lang(r.Lang)
	var m pages.KindsModel
	for _, kind := range dataset.Kinds {
		m.Kinds = append(m.Kinds, pages.KindLine{Path: kindPath(kind), Name: text.Word(l, "kind", string(kind)), About: text.Word(l, "kind_about", string(kind)), Count: text.Count(len(set[kind]))})
	}
	return web.Result{Page: pages.Kinds(a.frame(r, actor, "records", text.T(l, "admin.nav.records")), m)}, nil
}

func kindPath(kind dataset.Kind) string { return "/admin/" + string(kind) }

func recordPath(kind dataset.Kind, key string) string {
	return kindPath(kind) + "/" + escape(segment(key))
}

// listing is a table as it was asked for.
type listing struct {
	kind     dataset.Kind
	schema   dataset.Schema
	layout   layout
	query    ListQuery
	typed    map[string]string
	problems map[string]string
}

func (a *Admin) showList(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	kind, err := kindParam(r)
	if err != nil {
		return web.Result{}, err
	}
	l := text.Lang(r.Lang)
	q := a.readListing(l, r, kind)
	var rows []Recorded
	var total int64
	if len(q.problems) == 0 {
		if rows, total, err = a.Records.List(ctx, kind, q.query); err != nil {
			return web.Result{}, err
		}
	}
	if r.Rep == web.JSON {
		return listAPI(q, rows, total), nil
	}
	f := a.frame(r, actor, navOf(kind), text.Word(l, "kind", string(kind)))
	result := web.Result{Page: pages.Table(f, a.tableModel(f, r, q, page{rows, total})), Fragments: []string{pages.TableRows}}
	if len(q.problems) > 0 {
		result.Err = web.InvalidQuery(q.problems)
	}
	return result, nil
}

// navOf is the entry of the bar that a kind stands under.
func navOf(kind dataset.Kind) string {
	if kind == dataset.Offers || kind == dataset.Providers {
		return string(kind)
	}
	return "records"
}

func (a *Admin) readListing(l text.Lang, r *web.Request, kind dataset.Kind) listing {
	q := listing{kind: kind, schema: dataset.SchemaOf(kind), layout: layoutOf(kind), typed: map[string]string{}, problems: map[string]string{},
		query: ListQuery{Filter: map[string][]string{}, Search: r.Query.Get("q"), Sort: r.Query.Get("sort"), Page: 1, Per: rowsPerPage}}
	for _, name := range q.layout.filters {
		if value := r.Query.Get(name); value != "" {
			a.filter(l, &q, name, value)
		}
	}
	if _, _, ok := q.schema.Column(strings.TrimPrefix(q.query.Sort, "-")); q.query.Sort != "" && !ok {
		q.problems["sort"] = text.T(l, "query.word", "value", q.query.Sort, "allowed", strings.Join(q.schema.Names(), ", "))
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

// unknownValue asks for records whose value is unknown.
const unknownValue = "-"

func (a *Admin) filter(l text.Lang, q *listing, name, value string) {
	q.typed[name] = value
	if value == unknownValue {
		q.query.Filter[name] = []string{""}
		return
	}
	_, column, _ := q.schema.Column(name)
	canonical, code := column.Canonical(value)
	if code != "" {
		q.problems[name] = problemText(l, q.kind, code, column.Explain(code))
		return
	}
	if choices := a.choices(l, q.kind, column); len(choices) > 0 && !slices.ContainsFunc(choices, func(c pages.Choice) bool { return c.Value == canonical }) {
		q.problems[name] = problemText(l, q.kind, dataset.CodeReference, dataset.Detail{})
		return
	}
	q.query.Filter[name] = []string{canonical}
}

type page struct {
	rows  []Recorded
	total int64
}

func (a *Admin) tableModel(f views.Frame, r *web.Request, q listing, found page) pages.TableModel {
	m := pages.TableModel{Kind: string(q.kind), Title: text.Word(f.Lang, "kind", string(q.kind)), About: text.Word(f.Lang, "kind_about", string(q.kind)),
		Count: f.N("records.count", int(found.total)), Search: q.query.Search, Problems: q.problems, Path: kindPath(q.kind), NewPath: kindPath(q.kind) + "/" + newWord,
		Sort: q.query.Sort, Saved: savedNote(f, r), Narrowed: q.query.Search != "" || len(q.typed) > 0}
	for _, name := range q.layout.filters {
		m.Filters = append(m.Filters, a.filterField(f.Lang, q, name))
	}
	for _, name := range q.layout.columns {
		m.Columns = append(m.Columns, a.columnHead(f, r, q, name))
	}
	for _, row := range found.rows {
		m.Rows = append(m.Rows, a.row(f, row))
	}
	pagesInAll := (int(found.total) + rowsPerPage - 1) / rowsPerPage
	from := (q.query.Page - 1) * rowsPerPage
	m.Pager = ui.PagerProps{Label: f.T("records.pages"), Page: q.query.Page, Pages: pagesInAll,
		Range:     f.T("records.range", "from", text.Count(min(from+1, int(found.total))), "to", text.Count(min(from+len(found.rows), int(found.total))), "total", text.Count(int(found.total))),
		PageLabel: func(n int) string { return f.T("records.page", "page", n) },
		Href:      func(n int) string { return f.Href(listPath(r, q, "page", strconv.Itoa(n))) }}
	return m
}

// listPath is the address of the table with one parameter set.
func listPath(r *web.Request, q listing, name, value string) string {
	values := map[string][]string{}
	for n, v := range r.Query {
		values[n] = v
	}
	delete(values, "saved")
	if name != "page" {
		delete(values, "page")
	}
	values[name] = []string{value}
	return kindPath(q.kind) + "?" + web.Encode(values, listParams)
}

func (a *Admin) columnHead(f views.Frame, r *web.Request, q listing, name string) pages.ColumnHead {
	_, column, _ := q.schema.Column(name)
	head := pages.ColumnHead{Name: name, Label: columnLabel(f.Lang, q.kind, name), Numeric: numeric(column), Href: f.Href(listPath(r, q, "sort", name))}
	switch q.query.Sort {
	case name:
		head.Sorted, head.Href = "ascending", f.Href(listPath(r, q, "sort", "-"+name))
	case "-" + name:
		head.Sorted = "descending"
	}
	return head
}

func numeric(c dataset.Column) bool {
	return c.Type == dataset.Money || c.Type == dataset.Number || c.Type == dataset.Integer
}

func (a *Admin) filterField(l text.Lang, q listing, name string) pages.FilterField {
	field := pages.FilterField{Name: name, Label: columnLabel(l, q.kind, name), Value: q.typed[name], Problem: q.problems[name]}
	_, column, _ := q.schema.Column(name)
	choices := a.choices(l, q.kind, column)
	if len(choices) == 0 {
		return field
	}
	known := slices.ContainsFunc(choices, func(c pages.Choice) bool { return c.Value == field.Value })
	if field.Value != "" && field.Value != unknownValue && !known {
		// A wrong value stays visible beside its message.
		choices = append(choices, pages.Choice{Value: field.Value, Label: field.Value})
	}
	field.Choices = append([]pages.Choice{{Value: "", Label: text.T(l, "records.any", "column", field.Label)}}, choices...)
	if !column.Required {
		field.Choices = append(field.Choices, pages.Choice{Value: unknownValue, Label: text.T(l, "records.unknown")})
	}
	for i := range field.Choices {
		field.Choices[i].Chosen = field.Choices[i].Value == field.Value
	}
	return field
}

// choices are the values that a column may hold, where they are few and known.
func (a *Admin) choices(l text.Lang, kind dataset.Kind, c dataset.Column) []pages.Choice {
	var list []pages.Choice
	switch {
	case c.Type == dataset.Word:
		for _, w := range c.Words {
			list = append(list, pages.Choice{Value: w, Label: wordLabel(l, c.Name, w)})
		}
	case c.Name == "provider":
		for _, p := range a.Market().Providers() {
			list = append(list, pages.Choice{Value: p.Slug, Label: p.Name.In(string(l))})
		}
	case c.Name == "key" && kind == dataset.ProviderFacts:
		for _, k := range a.Market().FactKeys() {
			list = append(list, pages.Choice{Value: k.Key, Label: k.Label.In(string(l))})
		}
	}
	return list
}

// wordFamilies says where the words of a column have their texts.
var wordFamilies = map[string]string{"billing_mode": "billing", "price_tier": "price_kind", "evidence_grade": "grade", "unit": "unit_name",
	"confidence": "confidence", "verdict": "verdict", "group": "group", "currency": "currency", "market": "market", "status": "provider_status",
	"availability": "availability", "form": "form"}

// wordLabel says a word of a vocabulary in the page's language.
func wordLabel(l text.Lang, column, word string) string {
	if key := "column_word." + column + ":" + word; text.Has(key) {
		return text.T(l, key)
	}
	if column == "key" { // a passage goes by the title of its section
		return text.Word(l, "guide", strings.TrimPrefix(word, "guide."))
	}
	if column == "market" {
		word = strings.ToLower(word)
	}
	return text.Word(l, wordFamilies[column], word)
}

// columnLabel is the heading of a column.
func columnLabel(l text.Lang, kind dataset.Kind, name string) string {
	if key := "column." + string(kind) + ":" + name; text.Has(key) {
		return text.T(l, key)
	}
	return text.Word(l, "column", name)
}

// savedNote says that a change was kept, after the way back from its form.
func savedNote(f views.Frame, r *web.Request) *pages.SavedNote {
	id, err := strconv.ParseInt(r.Query.Get("saved"), 10, 64)
	if err != nil || id < 0 {
		return nil
	}
	if id == 0 {
		return &pages.SavedNote{Text: f.T("records.unchanged")}
	}
	return &pages.SavedNote{Text: f.T("records.saved", "id", id), Path: changesetPath(id)}
}

package admin

import (
	"fmt"
	"hash/fnv"
	"net/url"
	"strings"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/views"
	pages "gpuscale/views/admin"
)

// newWord is the last part of the address of an empty form.
const newWord = "new"

func escape(segment string) string { return url.PathEscape(segment) }

// domID is an id of the page that stands for a record.
func domID(key string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key)) // never fails
	return fmt.Sprintf("r-%x", h.Sum64())
}

// row is a record as a line of its table.
func (a *Admin) row(f views.Frame, recorded Recorded) pages.Row {
	record := recorded.Record
	lay := layoutOf(record.Kind)
	path := recordPath(record.Kind, record.Key)
	row := pages.Row{ID: domID(record.Key), Title: a.words(f.Lang, record, lay.title), Sub: a.words(f.Lang, record, lay.sub), Path: path, Version: recorded.Version, EditInline: len(lay.inline) > 0}
	if row.Title == "" {
		row.Title = record.Key
	}
	for _, name := range lay.columns {
		row.Cells = append(row.Cells, a.cell(f.Lang, record, name))
	}
	return row
}

// words joins the values of columns as the name of a record.
func (a *Admin) words(l text.Lang, record dataset.Record, columns []string) string {
	var words []string
	for _, name := range columns {
		value := record.Get(name)
		switch {
		case value == "":
		case name == "provider":
			words = append(words, a.providerName(l, value))
		case name == "gpu_count":
			words = append(words, "×"+value)
		default:
			_, column, _ := dataset.SchemaOf(record.Kind).Column(name)
			if column.Type == dataset.Word {
				value = wordLabel(l, name, value)
			}
			words = append(words, value)
		}
	}
	return strings.Join(words, " · ")
}

func (a *Admin) providerName(l text.Lang, slug string) string {
	if p, ok := a.Market().Provider(slug); ok {
		return p.Name.In(string(l))
	}
	return slug
}

// cell is a value of a record as its table shows it.
func (a *Admin) cell(l text.Lang, record dataset.Record, name string) pages.Cell {
	_, column, _ := dataset.SchemaOf(record.Kind).Column(name)
	value := record.Get(name)
	cell := pages.Cell{Name: name, Label: columnLabel(l, record.Kind, name), Text: value, Numeric: numeric(column)}
	switch {
	case value == "":
	case column.Type == dataset.Word:
		cell.Text = wordLabel(l, name, value)
	case name == "provider":
		cell.Text = a.providerName(l, value)
	case column.Type == dataset.Address:
		source := catalog.Source{URL: value}
		cell.URL, cell.Text = source.Link(), addressLabel(l, source)
	case column.Type == dataset.Money:
		cell.Text = shownMoney(value)
	}
	return cell
}

// addressLabel is the host of an address, or what stands in its place.
func addressLabel(l text.Lang, s catalog.Source) string {
	u, err := url.Parse(s.URL)
	switch {
	case s.IsArticle():
		return text.T(l, "value.article")
	case err != nil || u.Host == "":
		return text.T(l, "evidence.file")
	}
	return strings.TrimPrefix(u.Host, "www.")
}

// shownMoney prints an amount with at least two decimals.
func shownMoney(value string) string {
	d, err := catalog.ParseDecimal(value)
	if err != nil {
		return value
	}
	return views.Published(d)
}

// editRow is a record whose few main fields can be changed in its line.
func (a *Admin) editRow(f views.Frame, recorded Recorded, d *draft) pages.EditRow {
	lay := layoutOf(d.kind)
	schema := dataset.SchemaOf(d.kind)
	row := pages.EditRow{Row: a.row(f, recorded), Kind: string(d.kind), Version: d.version, Why: d.why, WhyProblem: d.problems[whyField] != ""}
	shown := append([]string{}, lay.columns...)
	if d.problems[exceptionColumn] != "" {
		row.Exception = a.field(f, d, exceptionColumn)
	}
	for _, name := range shown {
		_, column, _ := schema.Column(name)
		cell := pages.EditCell{Cell: a.cell(f.Lang, dataset.Record{Kind: d.kind, Values: d.values}, name)}
		if contains(lay.inline, name) {
			field := a.field(f, d, name)
			cell.Field = &field
		}
		cell.Numeric = numeric(column)
		row.Cells = append(row.Cells, cell)
	}
	row.Problems = d.summary(f.Lang, shown)
	if d.conflict != nil {
		row.Conflict = a.conflictNote(f, d)
	}
	return row
}

// summary lists the problems that no shown field carries.
func (d *draft) summary(l text.Lang, shown []string) []string {
	var lines []string
	for _, name := range sortedKeys(d.problems) {
		switch {
		case contains(shown, name) || name == exceptionColumn:
		case name == elsewhere || name == whyField || name == versionField:
			lines = append(lines, d.problems[name])
		default:
			lines = append(lines, columnLabel(l, d.kind, name)+text.T(l, "records.colon")+d.problems[name])
		}
	}
	return lines
}

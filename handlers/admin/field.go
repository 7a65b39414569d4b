package admin

import (
	"slices"
	"strings"

	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/views"
	pages "gpuscale/views/admin"
)

// longText is from how many characters on a text gets a larger field.
const longText = 60

// field is one column of a draft as a field of its form.
func (a *Admin) field(f views.Frame, d *draft, name string) pages.Field {
	i, column, _ := dataset.SchemaOf(d.kind).Column(name)
	field := pages.Field{ID: domID(d.key) + "-" + name, Name: name, Label: columnLabel(f.Lang, d.kind, name), Value: d.values[i], Problem: d.problems[name],
		Required: column.Required, Numeric: numeric(column), EditorOnly: column.EditorOnly, Hint: hint(f.Lang, d.kind, column)}
	field.Choices = a.choices(f.Lang, d.kind, column)
	switch {
	case column.Type == dataset.Word:
		field.Shape = pages.SelectShape
		if !column.Required || field.Value == "" {
			field.Choices = append([]pages.Choice{{Value: "", Label: f.T("records.unknown")}}, field.Choices...)
		}
		if field.Value != "" && !slices.ContainsFunc(field.Choices, func(c pages.Choice) bool { return c.Value == field.Value }) {
			field.Choices = append(field.Choices, pages.Choice{Value: field.Value, Label: field.Value})
		}
		for j := range field.Choices {
			field.Choices[j].Chosen = field.Choices[j].Value == field.Value
		}
	case len(field.Choices) > 0:
		field.Shape = pages.ListShape
	case column.Type == dataset.Text && !column.Slug && (len(field.Value) > longText || strings.Contains(field.Value, "\n") || lengthy(name)):
		field.Shape = pages.AreaShape
	}
	return field
}

// lengthy tells columns that are meant for sentences.
func lengthy(name string) bool {
	for _, part := range []string{"description", "advice", "rule", "text_", "implication", "note", "how_to"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return name == "zh" || name == "en"
}

// hint says how a column is filled in.
func hint(l text.Lang, kind dataset.Kind, c dataset.Column) string {
	if key := "column_hint." + c.Name; text.Has(key) && (kind == dataset.Offers || c.Name != "valid_from") {
		return text.T(l, key)
	}
	switch c.Type {
	case dataset.List:
		return text.T(l, "column_type.list")
	case dataset.Day:
		return text.T(l, "column_type.day")
	case dataset.Address:
		return text.T(l, "column_type.address")
	case dataset.Fraction:
		return text.T(l, "column_type.fraction")
	}
	return ""
}

package handlers

import (
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/ui"
)

// filter is one condition of a list: its parameter, and for each value its words and
// how many things would be left with it under the other conditions.
type filter struct {
	name   string
	title  string
	values []string
	label  func(value string) string
	count  func(value string) int
}

// listFilters prepares the filters of a list page. names are its parameters in the
// order of links.
func listFilters(q *query, f views.Frame, names []string, filters []filter) views.ListFilters {
	links := address{frame: f, path: f.Path, names: names, values: q.values}
	l := views.ListFilters{Path: f.Path}
	all := map[string][]string{}
	for i := range filters {
		c := &filters[i]
		g := views.FilterGroup{Name: c.name, Title: c.title, Error: q.problems[c.name]}
		typed := q.values[c.name]
		all[c.name] = nil
		for _, value := range c.values {
			chosen := slices.ContainsFunc(typed, func(t string) bool { return strings.EqualFold(strings.TrimSpace(t), value) })
			g.Options = append(g.Options, ui.Option{Value: value, Label: c.label(value), Count: text.Count(c.count(value)), Chosen: chosen})
		}
		for _, t := range typed {
			bare, excluded := strings.CutPrefix(strings.TrimSpace(t), "!")
			value, known := fold(bare, c.values)
			label := bare
			if known {
				label = c.label(value)
			}
			if excluded {
				label = f.T("list.chip.not", "label", label)
			}
			if excluded || !known {
				l.Keep = append(l.Keep, views.Hidden{Name: c.name, Value: t})
			}
			l.Chips = append(l.Chips, ui.ChipProps{Label: c.title + " · " + label, Remove: f.T("list.chip.remove", "label", label), Href: links.without(c.name, t)})
		}
		l.Groups = append(l.Groups, g)
	}
	for _, name := range viewpointParams {
		if typed := q.shown(name); typed != "" {
			l.Keep = append(l.Keep, views.Hidden{Name: name, Value: typed})
		}
	}
	l.Clear = links.changed(all)
	return l
}

// keptConditions are the conditions of a list that the viewpoint's form carries along.
func keptConditions(q *query, filters []filter) []views.Hidden {
	var all []views.Hidden
	for _, c := range filters {
		for _, value := range q.values[c.name] {
			all = append(all, views.Hidden{Name: c.name, Value: value})
		}
	}
	return all
}

// passes reports whether a value fits the terms of a filter; the empty value is
// unknown and fits only terms without a wanted value.
func passes[T ~string](t catalog.Terms[T], value T) bool {
	return (len(t.In) == 0 || slices.Contains(t.In, value)) && !slices.Contains(t.Out, value)
}

// listParams are the parameters of a list page in the order of links.
func listParams(names ...string) []string { return append(names, viewpointParams...) }

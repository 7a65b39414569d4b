package handlers

import (
	"net/url"
	"slices"
	"strings"

	"gpuscale/views"
	"gpuscale/web"
)

// address writes links to a page that keep everything else the visitor chose. Names
// are the parameters that the page knows, in the order of links.
type address struct {
	frame  views.Frame
	path   string
	names  []string
	values url.Values
}

// with is the page itself with changed values of one parameter; without any the
// parameter is left out. A changed list begins at its first page.
func (a address) with(name string, values ...string) string {
	return a.changed(map[string][]string{name: values})
}

// changed is with for several parameters.
func (a address) changed(change map[string][]string) string {
	if _, ok := change["page"]; !ok {
		change["page"] = nil
	}
	query := make([]byte, 0, 128)
	for _, name := range a.names {
		values, ok := change[name]
		if !ok {
			values = a.values[name]
		}
		if len(values) > 0 {
			query = append(append(query, web.Encode(url.Values{name: values}, []string{name})...), '&')
		}
	}
	return a.written(strings.TrimSuffix(string(query), "&"))
}

// without is the page without one value of a parameter.
func (a address) without(name, value string) string {
	return a.with(name, dropped(a.values[name], value)...)
}

// of is the page with other values of all parameters.
func (a address) of(values url.Values) string { return a.written(web.Encode(values, a.names)) }

func (a address) written(query string) string {
	if query == "" {
		return a.frame.Href(a.path)
	}
	return a.frame.Href(a.path + "?" + query)
}

// carried is the query of links to other pages, "?as_of=…", with the parameters
// named; "" when none is set.
func (a address) carried(names ...string) string {
	if query := web.Encode(a.values, names); query != "" {
		return "?" + query
	}
	return ""
}

// extended adds a query, which must be escaped, to an address.
func extended(href, query string) string {
	if strings.Contains(href, "?") {
		return href + "&" + query
	}
	return href + "?" + query
}

// dropped is a list without one value.
func dropped(list []string, value string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(v string) bool { return v == value })
}

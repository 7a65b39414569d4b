package handlers

import (
	"bytes"
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
	parts  []string // by place in names, see fixed
}

// with is the page itself with changed values of one parameter; without any the
// parameter is left out. A changed list begins at its first page.
func (a address) with(name string, values ...string) string {
	query := make([]byte, 0, 128)
	for i, n := range a.names {
		switch n {
		case name:
			query = appendQuery(query, name, values)
		case "page":
		default:
			query = append(query, a.kept(i)...)
		}
	}
	return a.written(query)
}

// changed is with for several parameters.
func (a address) changed(change map[string][]string) string {
	query := make([]byte, 0, 128)
	for i, name := range a.names {
		if values, ok := change[name]; ok {
			query = appendQuery(query, name, values)
		} else if name != "page" {
			query = append(query, a.kept(i)...)
		}
	}
	return a.written(query)
}

// fixed returns the address with its unchanged parameters written once, for pages
// with many links.
func (a address) fixed() address {
	a.parts = make([]string, len(a.names))
	for i, name := range a.names {
		a.parts[i] = string(appendQuery(nil, name, a.values[name]))
	}
	return a
}

// kept is an unchanged parameter as written in a query, with a trailing "&".
func (a address) kept(i int) string {
	if a.parts != nil {
		return a.parts[i]
	}
	return string(appendQuery(nil, a.names[i], a.values[a.names[i]]))
}

func appendQuery(query []byte, name string, values []string) []byte {
	if len(values) == 0 {
		return query
	}
	return append(append(query, web.Encode(url.Values{name: values}, []string{name})...), '&')
}

// without is the page without one value of a parameter.
func (a address) without(name, value string) string {
	return a.with(name, dropped(a.values[name], value)...)
}

// of is the page with other values of all parameters.
func (a address) of(values url.Values) string { return a.written([]byte(web.Encode(values, a.names))) }

// written is the page with a query, of which a trailing "&" is no part.
func (a address) written(query []byte) string {
	query = bytes.TrimSuffix(query, []byte("&"))
	if len(query) == 0 {
		return a.frame.Href(a.path)
	}
	return a.frame.Href(a.path + "?" + string(query))
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

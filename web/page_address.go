package web

import "strings"

// Has reports whether a decoded path is an address of the page: in one of the
// languages and, with an ending, in a representation that the page has. Whether the
// record exists that a part of the path names is not asked.
func (p Page) Has(path string) bool {
	if rest, english := strings.CutPrefix(path, "/en/"); english {
		path = "/" + rest
	}
	for _, e := range endings {
		rest, found := strings.CutSuffix(path, e.ending)
		if !found {
			continue
		}
		if p.Reps&e.rep == 0 || rest == "/" {
			return false
		}
		if path = rest; path == "/index" {
			path = "/"
		}
		break
	}
	pattern, parts := strings.Split(p.Path, "/"), strings.Split(path, "/")
	if len(pattern) != len(parts) {
		return false
	}
	for i, part := range pattern {
		if part != parts[i] && (!strings.HasPrefix(part, ":") || parts[i] == "") {
			return false
		}
	}
	return true
}

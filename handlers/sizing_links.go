package handlers

import (
	"strconv"

	"gpuscale/sizing"
)

// query is the query of a link to another page: the moment and currency asked for
// and what is given in pairs.
func (s *sizingPage) query(pairs ...string) string {
	values := map[string][]string{}
	names := []string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		names = append(names, pairs[i])
		values[pairs[i]] = []string{pairs[i+1]}
	}
	for _, name := range []string{"currency", "as_of"} {
		if typed := s.typed.values[name]; len(typed) > 0 {
			names, values[name] = append(names, name), typed
		}
	}
	return address{names: names, values: values}.carried(names...)
}

// costHref leads to the cost calculator with the cards and, where known, the time of
// this sizing.
func (s *sizingPage) costHref(f *sizing.Fit) string {
	pairs := []string{"gpu", f.Device.Slug, "gpus", strconv.Itoa(f.Cards)}
	if f.Hours != nil && comparedHours(f) == f.Hours.Mid {
		pairs = append(pairs, "hours", billedHours(f.Hours.Mid).String())
	}
	return s.frame.Href("/calculator/cost" + s.query(pairs...))
}

package catalog

import (
	"slices"
	"strconv"
	"strings"
)

// values makes one entry for every different value of a dict, adding up counts;
// blank values, which stand for the unknown, are no choice.
func values[T any](dict []T, name func(T) FacetValue, counts ...[]int32) []FacetValue {
	place := map[string]int{}
	var list []FacetValue
	for i, d := range dict {
		v := name(d)
		if v.Value == "" {
			continue
		}
		for _, c := range counts {
			v.Count += int(c[i])
		}
		if j, ok := place[v.Value]; ok {
			list[j].Count += v.Count
			continue
		}
		place[v.Value] = len(list)
		list = append(list, v)
	}
	return list
}

// facet marks the chosen values and drops those that would find nothing and are
// not chosen.
func facet[T ~string](name string, chosen Terms[T], list []FacetValue) Facet {
	for i := range list {
		list[i].Selected = slices.Contains(chosen.In, T(list[i].Value))
		list[i].Excluded = slices.Contains(chosen.Out, T(list[i].Value))
	}
	list = slices.DeleteFunc(list, func(v FacetValue) bool { return v.Count == 0 && !v.Selected && !v.Excluded })
	switch name {
	case "vram", "count":
		slices.SortFunc(list, func(a, b FacetValue) int { return compareNumeric(a.Value, b.Value) })
	case "provider", "vendor":
		list = byLabel(list)
	}
	return Facet{Name: name, Values: list}
}

func compareNumeric(a, b string) int {
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return strings.Compare(a, b)
}

func plain[T ~string](v T) FacetValue { return FacetValue{Value: string(v)} }

func providerValue(p *Provider) FacetValue { return FacetValue{Value: p.Slug, Label: p.Name} }

func kindValue(p *Provider) FacetValue { return FacetValue{Value: string(p.Kind)} }

func marketValue(p *Provider) FacetValue { return FacetValue{Value: string(p.Market)} }

func shareValue(s Share) FacetValue { return FacetValue{Value: string(s.Word())} }

func numberValue(n Number) FacetValue {
	if !n.Known {
		return FacetValue{}
	}
	return FacetValue{Value: strconv.FormatFloat(n.Value, 'f', -1, 64)}
}

func countValue(n Opt[int]) FacetValue {
	if !n.Known {
		return FacetValue{}
	}
	return FacetValue{Value: strconv.Itoa(n.Value)}
}

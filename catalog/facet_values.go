package catalog

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// facetTable holds the choices of one facet and, for every number of a dict, the
// choices that an offer or price with that number counts for. The unknown counts for
// none. It is made once a book: what depends on the query is only the counts.
type facetTable struct {
	name    string
	choices []FacetValue
	of      [][]uint32
	byCount bool // the most frequent first, else in the order of choices
}

// newFacetTable makes a table whose choices stand in the order of the dict.
func newFacetTable[T any](name string, dict []T, choices func(T) []FacetValue) facetTable {
	t := facetTable{name: name, of: make([][]uint32, len(dict))}
	place := map[string]uint32{}
	for i, d := range dict {
		for _, choice := range choices(d) {
			n, known := place[choice.Value]
			if !known {
				n = uint32(len(t.choices))
				place[choice.Value] = n
				t.choices = append(t.choices, choice)
			}
			t.of[i] = append(t.of[i], n)
		}
	}
	return t
}

// each adapts a property with one value, or none when it is blank.
func each[T any](choice func(T) FacetValue) func(T) []FacetValue {
	return func(v T) []FacetValue {
		if c := choice(v); c.Value != "" {
			return []FacetValue{c}
		}
		return nil
	}
}

// sorted puts the choices into an order of their own.
func (t facetTable) sorted(compare func(a, b FacetValue) int) facetTable {
	order := make([]uint32, len(t.choices))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return compare(t.choices[a], t.choices[b]) })
	choices, moved := make([]FacetValue, len(order)), make([]uint32, len(order))
	for to, from := range order {
		choices[to], moved[from] = t.choices[from], uint32(to)
	}
	t.choices = choices
	for _, of := range t.of {
		for i, n := range of {
			of[i] = moved[n]
		}
	}
	return t
}

// frequent makes the most frequent choices come first, equal ones by value.
func (t facetTable) frequent() facetTable {
	t = t.sorted(func(a, b FacetValue) int { return strings.Compare(a.Value, b.Value) })
	t.byCount = true
	return t
}

// facet gives every choice its count: those that would find nothing and are not
// chosen are left out.
func facet[T ~string](t *facetTable, chosen Terms[T], counts ...[]int32) Facet {
	sums := make([]int, len(t.choices))
	for i, of := range t.of {
		n := 0
		for _, c := range counts {
			n += int(c[i])
		}
		if n != 0 {
			for _, choice := range of {
				sums[choice] += n
			}
		}
	}
	order := make([]int, 0, len(t.choices))
	for i := range t.choices {
		if sums[i] != 0 || chosen.names(T(t.choices[i].Value)) {
			order = append(order, i)
		}
	}
	if t.byCount {
		slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b)) })
	}
	list := make([]FacetValue, len(order))
	for i, choice := range order {
		v := t.choices[choice]
		v.Count = sums[choice]
		v.Selected, v.Excluded = slices.Contains(chosen.In, T(v.Value)), slices.Contains(chosen.Out, T(v.Value))
		list[i] = v
	}
	return Facet{Name: t.name, Values: list}
}

// names reports whether a value is chosen or excluded.
func (t Terms[T]) names(v T) bool { return slices.Contains(t.In, v) || slices.Contains(t.Out, v) }

func compareNumeric(a, b FacetValue) int {
	x, _ := strconv.ParseFloat(a.Value, 64)
	y, _ := strconv.ParseFloat(b.Value, 64)
	return cmp.Or(cmp.Compare(x, y), strings.Compare(a.Value, b.Value))
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

// facetTables are the tables of all facets.
type facetTables struct {
	gpu, vendor, vram, count, billing, provider, kind, market, region, form, share, priceKind, grade, freshness facetTable
}

func newFacetTables(b *book) facetTables {
	places := make([]int, len(b.regions.values))
	for i := range places {
		places[i] = i
	}
	return facetTables{
		gpu:       newFacetTable("gpu", b.gpus.values, b.gpuChoices()).frequent(),
		vendor:    newFacetTable("vendor", b.vendors.values, each(plain[string])).frequent(),
		vram:      newFacetTable("vram", b.numbers.values, each(numberValue)).sorted(compareNumeric),
		count:     newFacetTable("count", b.counts.values, each(countValue)).sorted(compareNumeric),
		billing:   newFacetTable("billing", b.billings.values, each(plain[BillingMode])),
		provider:  newFacetTable("provider", b.providers.values, each(providerValue)).frequent(),
		kind:      newFacetTable("kind", b.providers.values, each(kindValue)),
		market:    newFacetTable("market", b.providers.values, each(marketValue)),
		region:    newFacetTable("region", places, b.regionChoices).frequent(),
		form:      newFacetTable("form", b.forms.values, each(plain[Form])),
		share:     newFacetTable("share", b.shares.values, each(shareValue)),
		priceKind: newFacetTable("price_kind", b.kinds.values, each(plain[PriceKind])),
		grade:     newFacetTable("grade", b.grades.values, each(plain[Grade])),
		freshness: newFacetTable("freshness", b.freshness.values, each(plain[Freshness])),
	}
}

// gpuChoices count a part for itself and for every family on offer that includes it,
// as choosing the family does.
func (b *book) gpuChoices() func(*Accelerator) []FacetValue {
	return func(part *Accelerator) []FacetValue {
		var list []FacetValue
		for _, a := range b.gpus.values {
			if part != nil && a != nil && (a == part || a.Family() && a.includes(part)) {
				list = append(list, FacetValue{Value: a.Slug, Label: a.Label()})
			}
		}
		return list
	}
}

// regionChoices count an offer once for every place its regions name.
func (b *book) regionChoices(regions int) []FacetValue {
	var list []FacetValue
	for _, n := range b.regionTerm.places[regions] {
		place := b.regionTerm.values[n]
		list = append(list, FacetValue{Value: place, Label: Words{Zh: place}})
	}
	return list
}

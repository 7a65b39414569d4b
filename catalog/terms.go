package catalog

import (
	"slices"
	"strings"
)

// searchText holds, for every value that a typed search may hit, the text it is
// looked for in.
type searchText struct {
	providers, gpus, names, instances, regions textColumn
}

// textHits holds, for every value of a searchText, a bit for every word found in it.
type textHits struct {
	providers, gpus, names, instances, regions []uint32
}

// textColumn holds many texts one after another, so that a word is looked for in all
// of them in one go.
type textColumn struct {
	all  string
	ends []uint32 // by number: where the text ends in all, its separator included
}

// mark sets bit in the hits of every text that has the word, which must not be blank,
// and reports whether any has.
func (c *textColumn) mark(hits []uint32, word string, bit uint32) bool {
	found, n := false, 0
	for at := 0; ; at = int(c.ends[n]) {
		next := strings.Index(c.all[at:], word)
		if next < 0 {
			return found
		}
		for int(c.ends[n]) <= at+next {
			n++
		}
		hits[n] |= bit
		found = true
	}
}

func newSearchText(b *book) searchText {
	aliases := b.market.matcher.names
	return searchText{
		providers: texts(b.providers.values, func(p *Provider) []string { return []string{p.Slug, p.Name.Zh, p.Name.En} }),
		gpus: texts(b.gpus.values, func(a *Accelerator) []string {
			if a == nil {
				return nil
			}
			return append(slices.Sorted(slices.Values(aliases[a.Slug])), a.Slug, a.Model, a.Vendor)
		}),
		names:     texts(b.names.values, func(s string) []string { return []string{s} }),
		instances: texts(b.instances.values, func(s string) []string { return []string{s} }),
		regions:   texts(b.regions.values, slices.Clone[[]string]),
	}
}

// searchAliases are the names a card is searched by, by slug. The name of one cloud's
// instance tells its card, but says nothing of what other clouds offer with that card:
// it is looked for in the instances alone.
func searchAliases(all []Alias) map[string][]string {
	names := map[string][]string{}
	for _, a := range all {
		if a.Kind != AliasInstance && a.Kind != AliasInstanceFamily {
			names[a.Slug] = append(names[a.Slug], a.Name)
		}
	}
	return names
}

func (t *searchText) newHits() textHits {
	n := func(c *textColumn) []uint32 { return make([]uint32, len(c.ends)) }
	return textHits{n(&t.providers), n(&t.gpus), n(&t.names), n(&t.instances), n(&t.regions)}
}

// mark notes where a word stands and reports whether it stands anywhere.
func (t *searchText) mark(h *textHits, word string, bit uint32) bool {
	found := t.providers.mark(h.providers, word, bit)
	found = t.gpus.mark(h.gpus, word, bit) || found
	found = t.names.mark(h.names, word, bit) || found
	found = t.regions.mark(h.regions, word, bit) || found
	return t.instances.mark(h.instances, word, bit) || found
}

func texts[T any](values []T, of func(T) []string) textColumn {
	c := textColumn{ends: make([]uint32, len(values))}
	var all []byte
	for i, v := range values {
		all = append(append(all, searchable(of(v)...)...), '\n')
		c.ends[i] = uint32(len(all))
	}
	c.all = string(all)
	return c
}

// regionTerms are the words regions are filtered by: every published region, and
// each place of one that lists several (北京、上海).
type regionTerms struct {
	values []string // places, for the facet
	places [][]int  // by number of the region list: the places it names
	index  map[string]int
}

func newRegionTerms(b *book) regionTerms {
	t := regionTerms{index: map[string]int{}, places: make([][]int, len(b.regions.values))}
	for i, list := range b.regions.values {
		for _, published := range list {
			for _, place := range strings.Split(published, "、") {
				place = strings.TrimSpace(place)
				n, ok := t.index[Fold(place)]
				if !ok {
					n = len(t.values)
					t.values = append(t.values, place)
					t.index[Fold(place)] = n
				}
				if !slices.Contains(t.places[i], n) {
					t.places[i] = append(t.places[i], n)
				}
			}
		}
	}
	return t
}

// find returns the places that a filter value names; nil when it names none.
func (t *regionTerms) find(value string) []int {
	var found []int
	for _, place := range strings.Split(value, "、") {
		n, ok := t.index[Fold(strings.TrimSpace(place))]
		if !ok {
			return nil
		}
		found = append(found, n)
	}
	return found
}

// Region reports whether offers can be filtered by the region, whatever its case,
// and returns its spelling.
func (m *Market) Region(value string) (string, bool) {
	places := m.book.regionTerm.find(value)
	if len(places) == 0 {
		return "", false
	}
	names := make([]string, len(places))
	for i, n := range places {
		names[i] = m.book.regionTerm.values[n]
	}
	return strings.Join(names, "、"), true
}

// Places returns the places that offers can be filtered by: a published region that
// lists several counts as each of them.
func (m *Market) Places() []string { return m.book.regionTerm.values }

// Vendor reports whether offers can be filtered by the maker of the card, whatever
// its case, and returns its spelling.
func (m *Market) Vendor(value string) (string, bool) {
	for _, v := range m.Vendors() {
		if strings.EqualFold(v, value) {
			return v, true
		}
	}
	return "", false
}

// Vendors returns the makers of the accelerators and of the offered cards.
func (m *Market) Vendors() []string {
	vendors := slices.Clone(m.book.vendors.values)
	for i := range m.data.Accelerators {
		vendors = append(vendors, m.data.Accelerators[i].Vendor)
	}
	slices.Sort(vendors)
	return slices.DeleteFunc(slices.Compact(vendors), func(v string) bool { return v == "" })
}

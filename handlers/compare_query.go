package handlers

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/web"
)

// compareKinds are the parameters that name columns, and what they hold.
var compareKinds = []struct {
	name string
	kind catalog.CompareKind
}{{"o", catalog.CompareOffers}, {"p", catalog.CompareProviders}, {"g", catalog.CompareAccelerators}}

// compareColumn is one thing asked for that is in the market.
type compareColumn struct {
	id    string
	label catalog.Words
}

// compareAsk is what one address asks to compare.
type compareAsk struct {
	market   *catalog.Market
	name     string // o, p or g
	kind     catalog.CompareKind
	columns  []compareColumn
	missing  []string       // ids that are not in the market
	counts   map[string]int // ids by parameter
	typed    map[string][]string
	base     string
	diff     bool
	currency catalog.Currency
	month    catalog.MonthHours
	asOf     string
	focus    string
	rest     string // of every link: what is asked for beside columns and base
}

// readCompare reads the address. Ids that are not in the market are no problem as
// long as one is.
func readCompare(q *query, m *catalog.Market) *compareAsk {
	a := &compareAsk{market: m, name: "o", kind: catalog.CompareOffers, counts: map[string]int{}, typed: map[string][]string{}, asOf: q.typed("as_of")}
	for i := len(compareKinds) - 1; i >= 0; i-- {
		k := compareKinds[i]
		if ids := compareIDs(q.values[k.name]); len(ids) > 0 {
			a.name, a.kind, a.typed[k.name], a.counts[k.name] = k.name, k.kind, ids, len(ids)
		}
	}
	if a.mixed() {
		for name := range a.counts {
			q.fail(name, text.T(q.lang, "compare.mixed.field"))
		}
	}
	for _, id := range a.typed[a.name] {
		a.add(id)
	}
	if len(a.columns) > catalog.MaxColumns {
		q.fail(a.name, text.T(q.lang, "compare.many.field", "n", len(a.columns)))
	}
	a.diff = word(q, "diff", []string{"0", "1"}, "0") == "1"
	a.currency = word(q, "currency", catalog.Currencies, catalog.CNY)
	a.month = monthOf(word(q, "month", compareMonths, "730"))
	a.readBase(q)
	if focus := q.typed("focus"); focusID.MatchString(focus) {
		a.focus = focus
	}
	return a
}

var (
	compareMonths = []string{"720", "730", "744"}
	focusID       = regexp.MustCompile(`^[bxlr]-[0-5]$`)
)

func monthOf(hours string) catalog.MonthHours {
	switch hours {
	case "720":
		return catalog.Month720
	case "744":
		return catalog.Month744
	}
	return catalog.Month730
}

// compareIDs splits values at commas and keeps each id once.
func compareIDs(values []string) []string {
	var ids []string
	for _, v := range values {
		for id := range strings.SplitSeq(v, ",") {
			if id = strings.TrimSpace(id); id != "" && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func (a *compareAsk) mixed() bool { return len(a.counts) > 1 }

// add notes one id: as a column, or as missing. Ids of prices of one offer are one
// column.
func (a *compareAsk) add(id string) {
	c, ok := lookUp(a.market, a.kind, id)
	switch {
	case !ok:
		a.missing = append(a.missing, id)
	case !slices.ContainsFunc(a.columns, func(x compareColumn) bool { return x.id == c.id }):
		a.columns = append(a.columns, c)
	}
}

func lookUp(m *catalog.Market, kind catalog.CompareKind, id string) (compareColumn, bool) {
	for _, id := range []string{id, strings.ToLower(id)} {
		switch kind {
		case catalog.CompareProviders:
			if p, ok := m.Provider(id); ok {
				return compareColumn{p.Slug, p.Name}, true
			}
		case catalog.CompareAccelerators:
			if g, ok := m.Accelerator(id); ok {
				return compareColumn{g.Slug, g.Label()}, true
			}
		default:
			if o, ok := m.Offer(id); ok {
				return compareColumn{o.ID, o.Label()}, true
			}
		}
	}
	return compareColumn{}, false
}

// readBase finds the base among the columns; without one it is the first. The base
// may be gone from the market: then there is none to blame the reader for.
func (a *compareAsk) readBase(q *query) {
	typed := q.typed("base")
	if len(a.columns) > 0 {
		a.base = a.columns[0].id
	}
	if typed == "" || slices.Contains(a.missing, typed) || len(a.columns) == 0 {
		return
	}
	c, ok := lookUp(a.market, a.kind, typed)
	if !ok || !slices.ContainsFunc(a.columns, func(x compareColumn) bool { return x.id == c.id }) {
		q.fail("base", text.T(q.lang, "compare.base.unknown", "value", typed, "allowed", strings.Join(a.ids(), ", ")))
		return
	}
	a.base = c.id
}

func (a *compareAsk) ids() []string {
	ids := make([]string, len(a.columns))
	for i, c := range a.columns {
		ids[i] = c.id
	}
	return ids
}

func (a *compareAsk) labels(l text.Lang) []string {
	names := make([]string, len(a.columns))
	for i, c := range a.columns {
		names[i] = c.label.In(string(l))
	}
	return names
}

func (a *compareAsk) missingText(l text.Lang) string {
	return strings.Join(a.missing, text.T(l, "list.separator"))
}

// values is the shortest query for these columns and this base, in this order.
func (a *compareAsk) values(ids []string, base string) url.Values {
	v := url.Values{a.name: ids}
	set := func(name, value, standard string) {
		if value != "" && value != standard {
			v.Set(name, value)
		}
	}
	if len(ids) > 0 && slices.Contains(ids, base) {
		set("base", base, ids[0])
	}
	if a.diff {
		v.Set("diff", "1")
	}
	set("as_of", a.asOf, "")
	set("currency", string(a.currency), string(catalog.CNY))
	set("month", monthText(a.month), monthText(catalog.Month730))
	return v
}

// path is the address, without language prefix, of a comparison of these columns.
func (a *compareAsk) path(ids []string, base string) string {
	if a.rest == "" {
		// The rest of the address is the same in the dozens of links of a page.
		a.rest = "&" + web.Encode(a.values(nil, ""), compareParams)
	}
	b := make([]byte, 0, 16*len(ids)+len(a.rest)+40)
	b = append(b, "/compare?"...)
	for i, id := range ids {
		if i > 0 {
			b = append(b, '&')
		}
		b = append(append(append(b, a.name...), '='), url.QueryEscape(id)...)
	}
	if len(ids) > 0 && base != ids[0] && slices.Contains(ids, base) {
		b = append(append(b, "&base="...), url.QueryEscape(base)...)
	}
	return string(append(b, strings.TrimSuffix(a.rest, "&")...))
}

// focusHeader tells the page where the focus goes after a swap.
func (a *compareAsk) focusHeader() http.Header {
	if a.focus == "" {
		return nil
	}
	return http.Header{"HX-Trigger-After-Settle": {`{"focus":"#` + a.focus + `"}`}}
}

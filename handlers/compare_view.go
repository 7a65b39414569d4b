package handlers

import (
	"slices"
	"strconv"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/ui"
)

func monthText(m catalog.MonthHours) string { return strconv.Itoa(int(m)) }

// compareModel makes the page of a comparison.
func compareModel(f views.Frame, a *compareAsk, v compared, sources *views.SourceNotes) *views.CompareModel {
	l := f.Lang
	w := v.words(l, a.market)
	model := &views.CompareModel{
		Market: a.market, Rows: v.Comparison, Sources: sources, Title: f.N(compareTitle[a.kind], len(a.columns)),
		Below: w.below, How: w.how, Beams: w.beams, Finding: w.finding, Doubts: w.doubts, Claims: w.claims, Foot: w.foot,
		Notes: compareNotes(l, v), Tools: compareTools(f, a), Add: compareAdd(f, a), Hidden: v.SameRows,
		Heads: make([]views.CompareHead, len(v.Columns)),
	}
	if v.Base >= 0 {
		model.Base = views.In(l, v.Columns[v.Base].Label)
	}
	for i := range v.Columns {
		h := compareHead(f, a, v, i)
		h.Profile, h.ProfileLabel = w.profiles[i].scores, w.profiles[i].label
		model.Heads[i] = h
	}
	return model
}

var compareTitle = map[catalog.CompareKind]string{
	catalog.CompareOffers: "compare.title.offers", catalog.CompareProviders: "compare.title.providers", catalog.CompareAccelerators: "compare.title.gpus",
}

// compareHead makes the head of column i with its links.
func compareHead(f views.Frame, a *compareAsk, v compared, i int) views.CompareHead {
	ids, id := a.ids(), a.columns[i].id
	h := views.CompareHead{Label: views.In(f.Lang, a.columns[i].label), Base: i == v.Base}
	v.name(f, &h, i)
	h.BaseHref = f.Href(a.path(ids, id))
	h.Remove = a.move(f, slices.Delete(slices.Clone(ids), i, i+1), "x-", min(i, len(ids)-2))
	if i > 0 {
		h.Left = a.move(f, swapped(ids, i, i-1), "l-", max(i-1, 1))
	}
	if i < len(ids)-1 {
		h.Right = a.move(f, swapped(ids, i, i+1), "r-", min(i+1, len(ids)-2))
	}
	return h
}

// move is a link to other columns; after it the focus goes to the link of that name
// in column next.
func (a *compareAsk) move(f views.Frame, ids []string, name string, next int) views.CompareMove {
	base := a.base
	href := f.Href(a.path(ids, base))
	return views.CompareMove{Href: href, Get: href + "&focus=" + name + strconv.Itoa(next)}
}

func swapped(ids []string, i, j int) []string {
	ids = slices.Clone(ids)
	ids[i], ids[j] = ids[j], ids[i]
	return ids
}

// compareTools is the form above the table.
func compareTools(f views.Frame, a *compareAsk) views.CompareTools {
	t := views.CompareTools{Action: f.Href("/compare"), Diff: a.diff, Keep: a.keep(true)}
	for _, c := range catalog.Currencies {
		t.Currencies = append(t.Currencies, ui.Option{Value: string(c), Label: text.Word(f.Lang, "currency", string(c)), Chosen: c == a.currency})
	}
	for _, m := range compareMonths {
		label := f.T("compare.month") + " " + f.T("compare.month.hours", "n", m)
		t.Months = append(t.Months, ui.Option{Value: m, Label: label, Chosen: m == monthText(a.month)})
	}
	return t
}

// keep lists what a form of the page keeps of the address; the tools form has
// fields of its own for diff, currency and month.
func (a *compareAsk) keep(tools bool) []views.CompareField {
	var kept []views.CompareField
	values := a.values(a.ids(), a.base)
	for _, name := range compareParams {
		if tools && (name == "diff" || name == "currency" || name == "month") {
			continue
		}
		for _, value := range values[name] {
			kept = append(kept, views.CompareField{Name: name, Value: value})
		}
	}
	return kept
}

// compareFoot explains the marks, and how money was converted.
func compareFoot(l text.Lang, v compared) []string {
	lines := []string{text.T(l, "compare.foot.unknown"), text.T(l, "compare.foot.marks")}
	for _, c := range catalog.Currencies {
		if rate, ok := v.Basis.Rate(c); ok && rate != nil {
			lines = append(lines, text.T(l, "compare.foot.rate", "base", rate.Base, "rate", rate.Value.Trim(0).String(), "quote", rate.Quote, "date", rate.Date.String()))
		}
	}
	return append(lines, text.T(l, "compare.foot.month", "n", monthText(v.Basis.Month)))
}

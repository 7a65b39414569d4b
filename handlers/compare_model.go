package handlers

import (
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
)

// compared is a comparison with what the page adds to the domain's.
type compared struct {
	catalog.Comparison
	costs           costRows
	said            *compareWords    // what the page says of it, by language
	extra           []compareWarning // beside the domain's warnings
	onlyDifferences bool             // rows that agree are left out of what is written
}

// compareWarning is one warning in both languages.
type compareWarning struct {
	Code   catalog.WarningCode
	Text   catalog.Words
	IDs    []string
	Doubts []string
}

// Codes of warnings that the page adds.
const (
	warnMissing       catalog.WarningCode = "unknown-id"
	warnEnded         catalog.WarningCode = "ended"
	warnSoldOut       catalog.WarningCode = "sold-out"
	warnContradiction catalog.WarningCode = "contradiction"
)

// comparison is what was asked for, with the ids that were not found.
func (a *compareAsk) comparison(memo *compareMemo) compared {
	v := memo.table(a)
	v.onlyDifferences = a.diff
	v.extra = append(a.missingWarnings(), v.extra...)
	return v
}

// newCompared weighs what was asked for. Rows that agree are kept: representations
// leave them out when only differences are asked for.
func newCompared(memo *compareMemo, a *compareAsk) compared {
	v := compared{said: &compareWords{}, Comparison: a.market.Compare(catalog.CompareQuery{Kind: a.kind, IDs: a.ids(), Base: a.base, Currency: a.currency, Month: a.month})}
	if a.kind == catalog.CompareOffers {
		v.costs = newCostRows(memo, a.market, &v.Comparison)
		v.AddRows(catalog.Cost, v.costs.rows...)
	}
	v.extra = v.stateWarnings()
	return v
}

// inBoth words a text in both languages.
func inBoth(key string, args ...any) catalog.Words {
	return catalog.Words{Zh: text.T(text.ZH, key, args...), En: text.T(text.EN, key, args...)}
}

// missingWarnings names the ids that are not in the market.
func (a *compareAsk) missingWarnings() []compareWarning {
	if len(a.missing) == 0 {
		return nil
	}
	words := catalog.Words{
		Zh: text.T(text.ZH, "compare.warn.unknown", "ids", a.missingText(text.ZH)),
		En: text.T(text.EN, "compare.warn.unknown", "ids", a.missingText(text.EN)),
	}
	return []compareWarning{{Code: warnMissing, Text: words, IDs: a.missing}}
}

// stateWarnings tells columns that can no longer be rented as shown, and prices that
// contradict another of their offer.
func (v *compared) stateWarnings() []compareWarning {
	var ended, soldOut []string
	var list []compareWarning
	for i := range v.Columns {
		o := v.Columns[i].Offer
		if o == nil {
			continue
		}
		if !slices.ContainsFunc(o.Prices, func(p catalog.Price) bool { return !p.Ended() }) {
			ended = append(ended, v.Columns[i].ID)
		}
		if o.Availability == catalog.SoldOut {
			soldOut = append(soldOut, v.Columns[i].ID)
		}
		list = append(list, contradictionWarnings(&v.Columns[i])...)
	}
	if len(ended) > 0 {
		list = append(list, compareWarning{Code: warnEnded, Text: inBoth("compare.warn.ended"), IDs: ended})
	}
	if len(soldOut) > 0 {
		list = append(list, compareWarning{Code: warnSoldOut, Text: inBoth("compare.warn.sold-out"), IDs: soldOut})
	}
	return list
}

func contradictionWarnings(column *catalog.CompareColumn) []compareWarning {
	var list []compareWarning
	for i := range column.Offer.Prices {
		p := &column.Offer.Prices[i]
		for _, c := range p.Contradictions {
			in := func(l text.Lang) string {
				if !c.Open() {
					return text.Word(l, "contradiction", string(c.Code))
				}
				return text.T(l, "compare.warn.contradicts", "what", text.Word(l, "contradiction", string(c.Code)), "mode", text.Word(l, "billing", string(p.Billing)))
			}
			list = append(list, compareWarning{Code: warnContradiction, Text: catalog.Words{Zh: in(text.ZH), En: in(text.EN)}, IDs: []string{column.ID}})
		}
	}
	return list
}

// warnings lists all warnings but doubts, the page's first.
func (v *compared) warnings() []compareWarning {
	list := slices.Clone(v.extra)
	for _, w := range v.Warnings {
		list = append(list, compareWarning{w.Code, w.Text, w.IDs, w.Doubts})
	}
	return list
}

// compareNotes are the warnings that the page shows above the table, save doubts.
func compareNotes(l text.Lang, v compared) []views.CompareNote {
	var notes []views.CompareNote
	for _, w := range v.warnings() {
		if w.Code == catalog.WarnDoubt {
			continue
		}
		note := views.CompareNote{Text: views.In(l, w.Text)}
		if w.Code != warnMissing && len(w.IDs) < len(v.Columns) {
			note.About = v.names(l, w.IDs)
		}
		notes = append(notes, note)
	}
	return notes
}

// compareDoubts are the objections to what the columns show: those that stand beside
// figures, and those to a column as a whole.
func compareDoubts(l text.Lang, m *catalog.Market, v compared) (beside, whole []views.CompareNote) {
	cells := v.cellDoubts()
	for _, w := range v.Warnings {
		for _, line := range views.DoubtLines(l, m, w.Doubts) {
			note := views.CompareNote{ID: line.ID, Lead: line.Verdict, Text: line.Text, About: v.names(l, w.IDs), EvidenceURL: line.URL}
			if cells[line.ID] {
				beside = append(beside, note)
			} else {
				whole = append(whole, note)
			}
		}
	}
	return beside, whole
}

func (v *compared) cellDoubts() map[string]bool {
	ids := map[string]bool{}
	for _, g := range v.Groups {
		for i := range g.Rows {
			for j := range g.Rows[i].Cells {
				for _, id := range g.Rows[i].Cells[j].Doubts {
					ids[id] = true
				}
			}
		}
	}
	return ids
}

func (v *compared) names(l text.Lang, ids []string) string {
	var names []string
	for i := range v.Columns {
		if slices.Contains(ids, v.Columns[i].ID) {
			names = append(names, views.In(l, v.Columns[i].Label))
		}
	}
	return strings.Join(names, text.T(l, "list.separator"))
}

// shown returns the groups with the rows that are asked for, as representations other
// than the page write them: labels say how many cards a job is for.
func (v *compared) shown() []catalog.CompareGroup {
	groups := slices.Clone(v.Groups)
	zh, en := v.costs.how(text.ZH), v.costs.how(text.EN)
	for i := range groups {
		rows := slices.Clone(groups[i].Rows)
		if v.onlyDifferences {
			rows = slices.DeleteFunc(rows, func(r catalog.CompareRow) bool { return r.Same })
		}
		for j := range rows {
			if r := &rows[j]; zh[r.Key] != "" {
				r.Label = catalog.Words{Zh: r.Label.Zh + "（" + zh[r.Key] + "）", En: r.Label.En + " (" + en[r.Key] + ")"}
			}
		}
		groups[i].Rows = rows
	}
	return groups
}

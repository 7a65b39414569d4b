package review

import (
	"time"

	"gpuscale/catalog"
	"gpuscale/dataset"
)

// charged are the columns that a change of needs its own evidence.
var charged = []string{"price_amount", "price_max", "currency", "unit", "billing_mode", "valid_from", "valid_to"}

// Evidence holds a price to its rule: one that is new, or another than before, names
// its source, the day it was seen, not after now, and its grade. before has no values
// for a new price; other kinds have no such rule.
func Evidence(before, after dataset.Record, now time.Time) []dataset.Problem {
	if after.Kind != dataset.Offers || before.Values != nil && unchanged(before, after, charged...) {
		return nil
	}
	var problems []dataset.Problem
	add := func(column string, code dataset.Code) {
		problems = append(problems, dataset.Problem{Kind: after.Kind, Key: after.Key, Column: column, Code: code, Value: after.Get(column)})
	}
	for _, column := range []string{"source_url", "source_date", "evidence_grade"} {
		if after.Get(column) == "" {
			add(column, dataset.CodeEvidence)
		}
	}
	if day, err := catalog.ParseDate(after.Get("source_date")); err == nil && day.Known() && day.Start().After(now) {
		add("source_date", dataset.CodeFuture)
	}
	return problems
}

// EvidenceOfFiles is the rule of Evidence for the lines of files. A published
// catalogue that dates nothing may be taken without a day: its prices are kept as
// undated notes, which no ranking counts.
func EvidenceOfFiles(now time.Time) dataset.Rule {
	return func(f *dataset.File, before, after dataset.Record) []dataset.Problem {
		problems := Evidence(before, after, now)
		if f.Catalogue == "" || after.Kind != dataset.Offers || after.Get("evidence_grade") != string(catalog.GradeC) {
			return problems
		}
		kept := problems[:0]
		for _, p := range problems {
			if p.Column != "source_date" || p.Code != dataset.CodeEvidence {
				kept = append(kept, p)
			}
		}
		return kept
	}
}

package dataset

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Code names a kind of problem, so that a page can say it in its own language.
type Code string

// Problem codes. Those of a file and its rows come first, then those of single
// values, then those that only show when files are read together.
const (
	CodeUnknownKind    Code = "unknown-kind"    // the header fits no kind of record
	CodeUnknownColumn  Code = "unknown-column"  // Column
	CodeMissingColumn  Code = "missing-column"  // Column
	CodeRepeatedColumn Code = "repeated-column" // Column
	CodeRagged         Code = "ragged"          // Value: cells found, Detail: cells expected
	CodeQuote          Code = "quote"           // a quotation mark that does not follow RFC 4180

	CodeRequired   Code = "required"
	CodeWord       Code = "word" // Detail: the vocabulary
	CodeNumber     Code = "number"
	CodeRange      Code = "range"
	CodeInteger    Code = "integer"
	CodeDay        Code = "day"
	CodeAddress    Code = "address"
	CodeFraction   Code = "fraction"
	CodeSlug       Code = "slug"
	CodeControl    Code = "control"
	CodeBidi       Code = "bidi"
	CodeUnreadable Code = "unreadable"
	CodeTooLong    Code = "too-long"
	CodeEvidence   Code = "evidence" // a price without source, day or grade
	CodeFuture     Code = "future"   // a day that has not begun

	CodeReference Code = "reference" // Detail: the kind that knows no such key
	CodeRepeated  Code = "repeated"  // a key that must be unique is not
	CodeOrder     Code = "order"     // Detail: the column that must not be smaller
	CodeNegative  Code = "negative"
	CodeUnit      Code = "unit"     // Detail: what the unit should agree with
	CodeSkipped   Code = "skipped"  // a foreign row that is no offer; Detail: why
	CodeConflict  Code = "conflict" // Detail: the value this one contradicts
	CodeJoined    Code = "joined"   // Detail: the line whose price this is part of
)

var codeTexts = map[Code]string{
	CodeUnknownKind:    "the header fits no kind of record",
	CodeUnknownColumn:  "unknown column",
	CodeMissingColumn:  "missing column",
	CodeRepeatedColumn: "column appears twice",
	CodeRagged:         "wrong number of cells",
	CodeQuote:          "misplaced quotation mark",
	CodeRequired:       "must not be empty",
	CodeEvidence:       "a new or changed price needs its source (address or file), the day it was seen and its grade",
	CodeFuture:         "lies in the future",
	CodeWord:           "not in the vocabulary",
	CodeNumber:         "not a plain decimal number (use a point, no thousands separator, no exponent)",
	CodeRange:          "number out of range",
	CodeInteger:        "not a whole number",
	CodeDay:            "not a date YYYY, YYYY-MM or YYYY-MM-DD",
	CodeAddress:        "not an http(s) address",
	CodeFraction:       "not 1 or a fraction such as 1/2",
	CodeSlug:           "may hold only letters, digits and . _ : -",
	CodeControl:        "holds a control character",
	CodeBidi:           "holds a character that reverses the reading direction",
	CodeUnreadable:     "holds bytes that are no text",
	CodeTooLong:        "too long",
	CodeReference:      "unknown",
	CodeRepeated:       "appears twice",
	CodeOrder:          "smaller than",
	CodeNegative:       "negative",
	CodeUnit:           "unit does not agree",
	CodeSkipped:        "left out",
	CodeConflict:       "contradicts",
	CodeJoined:         "is part of another price",
}

// Codes lists every code in order, so that pages can be held to know them all.
func Codes() []Code { return slices.Sorted(maps.Keys(codeTexts)) }

// Problem is one thing wrong with a file, a row or a value. Line counts from 1 and
// is 0 where records, not a file, were looked at; then Key names the record.
type Problem struct {
	File   string
	Line   int
	Kind   Kind
	Key    string
	Column string
	Code   Code
	Value  string
	Detail Detail
}

// Error returns "file:line: column: reason" in English.
func (p Problem) Error() string {
	var b strings.Builder
	switch {
	case p.File != "":
		b.WriteString(p.File)
	default:
		b.WriteString(string(p.Kind))
	}
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d", p.Line)
	} else if p.Key != "" {
		fmt.Fprintf(&b, " %s", p.Key)
	}
	b.WriteString(": ")
	if p.Column != "" {
		fmt.Fprintf(&b, "%s: ", p.Column)
	}
	if p.Value != "" {
		fmt.Fprintf(&b, "%q ", shorten(p.Value))
	}
	b.WriteString(codeTexts[p.Code])
	if p.Detail != (Detail{}) {
		fmt.Fprintf(&b, " (%s)", p.Detail)
	}
	return b.String()
}

func sortProblems(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
}

// shorten keeps a message readable when a cell holds a whole page.
func shorten(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// Problems is a list of problems as one error, all of them named.
type Problems []Problem

// Error returns one line per problem.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

package dataset

import (
	"maps"
	"slices"
	"strings"
)

// Reason names what a problem has to say about a value, so that a page can say it in
// its own language.
type Reason string

// Reasons, with what A, B and C of the Detail hold.
const (
	ReasonNotIn         Reason = "not-in"          // A: the kind
	ReasonCells         Reason = "cells"           // A: how many are expected
	ReasonNoHeader      Reason = "no-header"       // a cell below no column name
	ReasonIs            Reason = "is"              // A: the key that has the name
	ReasonUnitOf        Reason = "unit-of"         // A: the unit, B: the key that demands it
	ReasonBilling       Reason = "billing"         // A: the billing mode
	ReasonThanColumn    Reason = "than-column"     // A: the column, B: its value
	ReasonAtLeast       Reason = "at-least"        // A: the bound
	ReasonMoneyBound    Reason = "money-bound"     // what an amount can hold
	ReasonFigureBound   Reason = "figure-bound"    // what a figure can hold
	ReasonNoSuchMemory  Reason = "no-such-memory"  // A: the card
	ReasonOtherPrice    Reason = "other-price"     // A: the line, B: its amount
	ReasonAsLine        Reason = "as-line"         // A: the line
	ReasonWithLine      Reason = "with-line"       // A: the line
	ReasonAboveZero     Reason = "above-zero"      //
	ReasonZeroPart      Reason = "zero-part"       // a price of zero
	ReasonNoAccelerator Reason = "no-accelerator"  //
	ReasonLoneHost      Reason = "lone-host"       // a host without its cards
	ReasonNoPrice       Reason = "no-price"        // no price of the instance
	ReasonEach          Reason = "each"            // A: total, B: cards, C: price of a card
	ReasonTimes         Reason = "times"           // A: the card, B: how many
	ReasonAboveOnDemand Reason = "above-on-demand" // A: the on-demand price
	ReasonCardAndCount  Reason = "card-and-count"  //
	ReasonTotal         Reason = "total"           // A: cards
	ReasonNoEvenPart    Reason = "no-even-part"    // A: memory of the whole card in GB
	ReasonNoOffers      Reason = "no-offers"       // JSON without a list of offers
	ReasonBrokenArchive Reason = "broken-archive"  // a ZIP or workbook that does not open
	ReasonNoWorkbook    Reason = "no-workbook"     // an archive of other things
	ReasonOldWorkbook   Reason = "old-workbook"    // .xls, or encrypted
	ReasonOtherName     Reason = "other-name"      // name and content disagree
	ReasonNoCSV         Reason = "no-csv"          // A: the file in the archive
	ReasonNoJSON        Reason = "no-json"         // A: the line
	ReasonNewerKnown    Reason = "newer-known"     // A: the amount on record, B: the day it was seen
)

// reasonTexts say the reasons in English, for the command line and for logs.
var reasonTexts = map[Reason]string{
	ReasonNotIn:         "not in {a}",
	ReasonCells:         "{a} expected",
	ReasonNoHeader:      "a cell without a column name",
	ReasonIs:            "is {a}",
	ReasonUnitOf:        "{a} for {b}",
	ReasonBilling:       "billing_mode {a}",
	ReasonThanColumn:    "{a} {b}",
	ReasonAtLeast:       "at least {a}",
	ReasonMoneyBound:    "at most nine decimals and 9,000,000,000",
	ReasonFigureBound:   "below 1,000,000,000,000,000",
	ReasonNoSuchMemory:  "no {a} has this memory",
	ReasonOtherPrice:    "line {a} gives {b} for the same machine and place",
	ReasonAsLine:        "as line {a}",
	ReasonWithLine:      "with line {a}",
	ReasonAboveZero:     "must be above zero",
	ReasonZeroPart:      "a price of zero is incomplete, not free",
	ReasonNoAccelerator: "no accelerator",
	ReasonLoneHost:      "host part without its cards",
	ReasonNoPrice:       "no price of the instance",
	ReasonEach:          "{a} for {b} is {c} each",
	ReasonTimes:         "{a} times {b}",
	ReasonAboveOnDemand: "above the on-demand price {a}",
	ReasonCardAndCount:  "card and count are given together or not at all",
	ReasonTotal:         "the total of {a} cards, not that of one",
	ReasonNoEvenPart:    "no even part of {a} GB: share unknown",
	ReasonNoOffers:      `no "offers"`,
	ReasonBrokenArchive: "the archive does not open",
	ReasonNoWorkbook:    "no XLSX workbook",
	ReasonOldWorkbook:   "an old or encrypted workbook; save it as .xlsx or CSV",
	ReasonOtherName:     "name and content disagree",
	ReasonNoCSV:         "{a} is no CSV file",
	ReasonNoJSON:        "JSON breaks off at line {a}",
	ReasonNewerKnown:    "{a} on record was seen later, {b}",
}

// Reasons lists every reason in order, so that pages can be held to know them all.
func Reasons() []Reason { return slices.Sorted(maps.Keys(reasonTexts)) }

// Detail is what a problem adds to its code: a reason with what was found, or,
// without a reason, something that reads alike in every language: A is then a
// vocabulary, a bound or a name.
type Detail struct {
	Reason  Reason
	A, B, C string
}

// because is the detail of a reason with what was found.
func because(r Reason, found ...string) Detail {
	d := Detail{Reason: r}
	for i, place := range []*string{&d.A, &d.B, &d.C} {
		if i < len(found) {
			*place = found[i]
		}
	}
	return d
}

// String says the detail in English; "" where there is none.
func (d Detail) String() string {
	if d.Reason == "" {
		return d.A
	}
	return strings.NewReplacer("{a}", d.A, "{b}", d.B, "{c}", d.C).Replace(reasonTexts[d.Reason])
}

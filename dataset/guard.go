package dataset

import (
	"strings"

	"gpuscale/catalog"
)

// numeric reports whether a spreadsheet should see the column as numbers.
func (c Column) numeric() bool { return c.Type == Money || c.Type == Number || c.Type == Integer }

// Guard makes a text cell harmless to spreadsheets, which run cells that start
// with a formula character: it prefixes an apostrophe. A plain negative number is
// no formula and stays as it is. The readers take the apostrophe off again; a text
// that itself starts with apostrophes before a formula character gets one more, so
// that no text is changed by a round trip.
func Guard(s string) string {
	if !startsFormula(strings.TrimLeft(s, "'")) {
		return s
	}
	if _, err := catalog.ParseDecimal(s); err == nil {
		return s
	}
	return "'" + s
}

func unguard(s string) string {
	if len(s) > 1 && s[0] == '\'' && startsFormula(strings.TrimLeft(s, "'")) {
		return s[1:]
	}
	return s
}

func startsFormula(s string) bool {
	if s == "" {
		return false
	}
	switch s[0] {
	case '=', '+', '-', '@', '\t', '\r', '\n':
		return true
	}
	for _, wide := range []string{"＝", "＋", "－", "＠"} {
		if strings.HasPrefix(s, wide) {
			return true
		}
	}
	return false
}

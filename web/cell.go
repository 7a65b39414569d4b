package web

import (
	"strings"
	"unicode/utf8"
)

// Cell makes text safe for a cell of a CSV file: what a spreadsheet would run as a
// formula gets a leading apostrophe. Numbers must not pass through it.
func Cell(s string) string {
	first, _ := utf8.DecodeRuneInString(s)
	if s != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", first) {
		return "'" + s
	}
	return s
}

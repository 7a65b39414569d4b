package text

import (
	"strconv"
	"strings"
	"time"
)

// Shanghai is the zone in which days are counted and shown. China has had no
// daylight saving time since 1991, so a fixed offset needs no zone data.
var Shanghai = time.FixedZone("UTC+8", 8*60*60)

// Minus is the minus sign shown in numbers (U+2212).
const Minus = "−"

// Count prints a whole number with thousands grouped by comma: 12,345.
func Count(n int) string { return Group(strconv.Itoa(n)) }

// Group puts commas between thousands of a plain decimal number and replaces a
// leading hyphen by the minus sign: "-141000.5" becomes "−141,000.5".
func Group(number string) string {
	sign := ""
	if rest, negative := strings.CutPrefix(number, "-"); negative {
		sign, number = Minus, rest
	}
	whole, fraction, split := strings.Cut(number, ".")
	if len(whole) <= 3 {
		return sign + number
	}
	var b strings.Builder
	b.WriteString(sign)
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	if split {
		b.WriteByte('.')
		b.WriteString(fraction)
	}
	return b.String()
}

// Percent prints a ratio as a percentage with the given number of decimals:
// Percent(0.125, 1) is "12.5%", Percent(-0.3, 0) is "−30%".
func Percent(ratio float64, decimals int) string {
	return Group(strconv.FormatFloat(ratio*100, 'f', decimals, 64)) + "%"
}

// Float prints a physical figure with at most decimals places and no trailing
// zeros: Float(2, 3) is "2", Float(3.3500, 3) is "3.35".
func Float(f float64, decimals int) string {
	s := strconv.FormatFloat(f, 'f', decimals, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		s = "0"
	}
	return Group(s)
}

// Date prints the day of t in Shanghai: 2026-11-30.
func Date(t time.Time) string { return t.In(Shanghai).Format(time.DateOnly) }

// Minute prints the minute of t in Shanghai: 2026-11-30 09:30.
func Minute(t time.Time) string { return t.In(Shanghai).Format("2006-01-02 15:04") }

// DaysBetween counts the calendar days in Shanghai from day to now; it is
// negative when day lies ahead.
func DaysBetween(day, now time.Time) int {
	return midnight(now) - midnight(day)
}

func midnight(t time.Time) int {
	y, m, d := t.In(Shanghai).Date()
	return int(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// relativeDays is how far back a day is named by its distance; older days are
// named by their date.
const relativeDays = 60

// Ago names a past day relative to now: 今天, 3 天前, and the date beyond 60 days
// or when it lies ahead.
func Ago(l Lang, day, now time.Time) string {
	switch days := DaysBetween(day, now); {
	case days < 0 || days > relativeDays:
		return Date(day)
	case days == 0:
		return T(l, "date.today")
	default:
		return N(l, "date.ago", days)
	}
}

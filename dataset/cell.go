package dataset

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"gpuscale/catalog"
)

// Figures beyond this bound are typing errors, and doubles no longer hold them exactly.
const maxFigure = 1e15

// Canonical returns the one spelling under which a value of this column is kept:
// trimmed, NFC, numbers without needless zeros, words as the vocabulary spells
// them. The code is empty when the value is acceptable. An empty value is unknown
// and acceptable unless the column is required.
func (c Column) Canonical(raw string) (string, Code) {
	s, code := cleanText(raw, c.Type == Text)
	if code != "" {
		return s, code
	}
	if s == "" {
		if c.Required {
			return "", CodeRequired
		}
		return "", ""
	}
	switch c.Type {
	case Word:
		return canonicalWord(s, c.Words)
	case List:
		return c.canonicalList(s)
	case Money:
		return canonicalMoney(s)
	case Number:
		return canonicalNumber(s)
	case Integer:
		return canonicalInteger(s)
	case Day:
		return canonicalDay(s)
	case Address:
		return canonicalAddress(s)
	case Fraction:
		return canonicalFraction(s)
	}
	if c.Slug && !isSlug(s) {
		return s, CodeSlug
	}
	return s, ""
}

// Explain returns what a problem with code on this column should add: the
// vocabulary for a word outside it, the bound for a number or a text.
func (c Column) Explain(code Code) Detail {
	switch {
	case code == CodeWord:
		return Detail{A: strings.Join(c.Words, ", ")}
	case code == CodeTooLong:
		return Detail{A: strconv.Itoa(MaxText)}
	case code == CodeRange && c.Type == Money:
		return because(ReasonMoneyBound)
	case code == CodeRange:
		return because(ReasonFigureBound)
	}
	return Detail{}
}

// cleanText trims and normalises s and refuses what no value may hold. Line breaks
// are kept only where multiline says so.
func cleanText(s string, multiline bool) (string, Code) {
	if plainASCII(s) {
		return strings.Trim(s, " "), limitText(s)
	}
	if !utf8.ValidString(s) {
		return s, CodeUnreadable
	}
	s = trim(s)
	if multiline && strings.Contains(s, "\r") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	for _, r := range s {
		switch {
		case r == '\n' && multiline:
		case r < 0x20 || r >= 0x7f && r < 0xa0:
			return s, CodeControl
		case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return s, CodeBidi
		case r == utf8.RuneError:
			return s, CodeUnreadable
		}
	}
	return norm.NFC.String(s), limitText(s)
}

// trim also removes the byte-order mark, which programs leave inside joined files.
func trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
}

func limitText(s string) Code {
	if len(s) > MaxText && utf8.RuneCountInString(s) > MaxText {
		return CodeTooLong
	}
	return ""
}

func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

func canonicalWord(s string, words []string) (string, Code) {
	for _, w := range words {
		if w == s {
			return w, ""
		}
	}
	for _, w := range words {
		if strings.EqualFold(w, s) {
			return w, ""
		}
	}
	return s, CodeWord
}

func (c Column) canonicalList(s string) (string, Code) {
	if !strings.Contains(s, ";") {
		if c.Words == nil {
			return s, ""
		}
		return canonicalWord(s, c.Words)
	}
	var elements []string
	for _, e := range strings.Split(s, ";") {
		if e = trim(e); e == "" {
			continue
		}
		if c.Words != nil {
			w, code := canonicalWord(e, c.Words)
			if code != "" {
				return s, code
			}
			e = w
		}
		elements = append(elements, e)
	}
	if len(elements) == 0 && c.Required {
		return "", CodeRequired
	}
	return strings.Join(elements, ";"), ""
}

// Elements returns the elements of a List value, nil for an empty one.
func Elements(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, ";")
}

func canonicalMoney(s string) (string, Code) {
	if shortInteger(s) {
		return s, ""
	}
	d, err := catalog.ParseDecimal(s)
	if err != nil {
		return s, CodeNumber
	}
	d = d.Trim(0)
	if _, err := catalog.Nano(d); err != nil {
		return s, CodeRange
	}
	return d.String(), ""
}

func canonicalNumber(s string) (string, Code) {
	if shortInteger(s) {
		return s, ""
	}
	if _, err := catalog.ParseDecimal(s); err != nil {
		return s, CodeNumber
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f >= maxFigure || f <= -maxFigure {
		return s, CodeRange
	}
	if f == 0 {
		return "0", ""
	}
	return strconv.FormatFloat(f, 'f', -1, 64), ""
}

func canonicalInteger(s string) (string, Code) {
	if shortInteger(s) {
		return s, ""
	}
	d, err := catalog.ParseDecimal(s)
	if err != nil {
		return s, CodeNumber
	}
	d = d.Trim(0)
	if d.Scale() > 0 {
		return s, CodeInteger
	}
	if n, _, ok := d.Int64(0); !ok || n >= maxFigure || n <= -maxFigure {
		return s, CodeRange
	}
	return d.String(), ""
}

// shortInteger recognises what most cells hold and what needs no conversion.
func shortInteger(s string) bool {
	if len(s) > 9 || len(s) > 1 && s[0] == '0' {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func canonicalDay(s string) (string, Code) {
	d, err := catalog.ParseDate(s)
	if err != nil || d.Year < 1900 {
		return s, CodeDay
	}
	return s, ""
}

func canonicalAddress(s string) (string, Code) {
	if rest, ok := strings.CutPrefix(s, "seed:"); ok && rest != "" && !strings.Contains(rest, " ") {
		return s, ""
	}
	if sha, ok := strings.CutPrefix(s, "upload:"); ok && isDigest(sha) {
		return s, ""
	}
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok || strings.ContainsAny(s, " \"<>\\`") {
		return s, CodeAddress
	}
	scheme = strings.ToLower(scheme)
	if scheme != "http" && scheme != "https" {
		return s, CodeAddress
	}
	u, err := url.Parse(scheme + "://" + rest)
	if err != nil || u.Hostname() == "" || u.User != nil {
		return s, CodeAddress
	}
	if host := strings.ToLower(u.Host); host != u.Host {
		rest = host + strings.TrimPrefix(rest, u.Host)
	}
	return scheme + "://" + rest, ""
}

// isDigest tells the name of an evidence file: a SHA-256 in lower-case hexadecimal.
func isDigest(s string) bool { return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == "" }

func canonicalFraction(s string) (string, Code) {
	num, den, ok := parseFraction(s)
	if !ok {
		return s, CodeFraction
	}
	a, b := num, den
	for b != 0 {
		a, b = b, a%b
	}
	if num, den = num/a, den/a; den == 1 {
		return "1", ""
	}
	return strconv.Itoa(num) + "/" + strconv.Itoa(den), ""
}

// parseFraction reads "1" or "n/d" with 0 < n <= d <= 10000.
func parseFraction(s string) (num, den int, ok bool) {
	if s == "1" {
		return 1, 1, true
	}
	left, right, cut := strings.Cut(s, "/")
	num, err1 := strconv.Atoi(left)
	den, err2 := strconv.Atoi(right)
	if !cut || err1 != nil || err2 != nil || num < 1 || den < num || den > 10_000 {
		return 0, 0, false
	}
	return num, den, true
}

func isSlug(s string) bool {
	if len(s) > 160 {
		return false
	}
	for i := range len(s) {
		switch b := s[i]; {
		case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b >= '0' && b <= '9',
			b == '.', b == '_', b == ':', b == '-':
		default:
			return false
		}
	}
	return true
}

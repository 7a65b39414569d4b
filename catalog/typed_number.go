package catalog

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/govalues/decimal"
)

// TypedField says what a number typed into a form may be. The zero Max is no
// upper bound, beyond the 15 digits that any number may have.
type TypedField struct {
	Min, Max Decimal
	Decimals int         // decimals allowed, 0 for a whole number
	Units    []TypedUnit // words that may follow the number
}

// TypedUnit is a word that multiplies the number it follows.
type TypedUnit struct {
	Word   string // matched without regard to case
	Factor int64
}

// CountUnits are the multipliers people type after a count or an amount of money.
var CountUnits = []TypedUnit{{"万", 1e4}, {"亿", 1e8}, {"k", 1e3}}

// ScaleUnits are the multipliers of parameters and tokens: 7B, 1.5T, 3000亿.
var ScaleUnits = append([]TypedUnit{{"m", 1e6}, {"b", 1e9}, {"t", 1e12}}, CountUnits...)

// Codes of a TypedError, with their parameters.
const (
	TypedNotANumber   = "not-a-number"
	TypedExponent     = "exponent"      // 1e309, which few mean and no field holds
	TypedDecimalComma = "decimal-comma" // a comma where a point belongs: 12,5
	TypedTooLong      = "too-many-digits"
	TypedNotWhole     = "not-whole"
	TypedTooPrecise   = "too-many-decimals" // decimals
	TypedBelowMin     = "below-minimum"     // min
	TypedAboveMax     = "above-maximum"     // max
)

// TypedError says why a typed number is refused; pages word the code. Limit is
// the bound that was missed, "" when the code has none.
type TypedError struct {
	Code  string
	Limit string
}

// Error returns the code, for logs.
func (e *TypedError) Error() string { return strings.TrimSpace(e.Code + " " + e.Limit) }

// Parse reads a number as people type it: full-width digits and points, "。" between
// digits, thousands in groups of three, spaces around it, and a unit after it.
// Exponents, digit separators other than grouped commas, hexadecimal, NaN and
// infinities are refused, and so is a comma where a point belongs. Minus zero is 0.
// The error is a *TypedError; empty text is not a number.
func (f TypedField) Parse(text string) (Decimal, error) {
	digits, factor := f.cutUnit(narrow(text))
	negative := strings.HasPrefix(digits, "-")
	digits, err := ungroup(strings.TrimPrefix(digits, "-"))
	if err != nil {
		return Decimal{}, err
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	if len(whole) > 15 || len(fraction) > 9 {
		return Decimal{}, &TypedError{Code: TypedTooLong}
	}
	d, parseErr := decimal.Parse(digits)
	if parseErr == nil {
		d, parseErr = d.Mul(decimal.MustNew(factor, 0))
	}
	if parseErr != nil {
		return Decimal{}, &TypedError{Code: TypedTooLong}
	}
	if negative && !d.IsZero() {
		d = d.Neg()
	}
	d = d.Trim(0)
	if problem := f.Check(d); problem != nil {
		return Decimal{}, problem
	}
	return d, nil
}

// Check returns why a number is outside the field, nil when it is not. Trailing
// zeros count as decimals.
func (f TypedField) Check(d Decimal) *TypedError {
	switch {
	case d.Cmp(f.Min) < 0:
		return &TypedError{Code: TypedBelowMin, Limit: f.Min.String()}
	case !f.Max.IsZero() && d.Cmp(f.Max) > 0:
		return &TypedError{Code: TypedAboveMax, Limit: f.Max.String()}
	case f.Decimals == 0 && !d.IsInt():
		return &TypedError{Code: TypedNotWhole}
	case d.Scale() > f.Decimals:
		return &TypedError{Code: TypedTooPrecise, Limit: decimal.MustNew(int64(f.Decimals), 0).String()}
	}
	return nil
}

// cutUnit splits "5.5 万" into the number and its factor.
func (f TypedField) cutUnit(text string) (number string, factor int64) {
	for _, unit := range f.Units {
		cut := len(text) - len(unit.Word)
		if cut > 0 && strings.EqualFold(text[cut:], unit.Word) {
			return strings.TrimRightFunc(text[:cut], unicode.IsSpace), unit.Factor
		}
	}
	return text, 1
}

// narrow trims Unicode spaces and maps full-width forms to ASCII; "。" is a point,
// as Chinese keyboards write it.
func narrow(text string) string {
	text = strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' })
	return strings.Map(func(r rune) rune {
		switch {
		case r == '。':
			return '.'
		case r == '−':
			return '-'
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		}
		return r
	}, text)
}

// ungroup removes thousands separators and checks that nothing but digits and one
// point is left.
func ungroup(text string) (string, error) {
	whole, fraction, pointed := strings.Cut(text, ".")
	if !allDigits(strings.ReplaceAll(whole, ",", "")) || pointed && !allDigits(strings.ReplaceAll(fraction, ",", "")) {
		return "", &TypedError{Code: unread(text)}
	}
	groups := strings.Split(whole, ",")
	if strings.Contains(fraction, ",") {
		return "", &TypedError{Code: TypedDecimalComma}
	}
	for i, group := range groups {
		first := i == 0
		if first && len(groups) > 1 && (len(group) == 0 || len(group) > 3 || group[0] == '0') || !first && len(group) != 3 {
			return "", &TypedError{Code: TypedDecimalComma}
		}
	}
	whole = strings.Join(groups, "")
	if pointed {
		return whole + "." + fraction, nil
	}
	return whole, nil
}

// unread is why text without plain digits is no number that fields take.
func unread(text string) string {
	if exponent.MatchString(text) {
		return TypedExponent
	}
	return TypedNotANumber
}

var exponent = regexp.MustCompile(`^[0-9.]+[eE][-+]?[0-9]+$`)

func allDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

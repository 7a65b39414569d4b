package catalog

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/govalues/decimal"
)

var anyTyped = TypedField{Min: decimal.MustParse("-1000000000"), Decimals: 6, Units: CountUnits}

func TestTypedNumbersAreReadAsPeopleTypeThem(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"plain", "12.5", "12.5"},
		{"full-width digits and point", "１２．５", "12.5"},
		{"Chinese full stop as point", "12。5", "12.5"},
		{"thousands in groups", "1,250.50", "1250.5"},
		{"full-width thousands", "１，２５０．５０", "1250.5"},
		{"several groups", "1,234,567", "1234567"},
		{"no-break space after it", "12.5\u00a0", "12.5"},
		{"space before it", " 12.5", "12.5"},
		{"ideographic space around it", "\u300012.5\u3000", "12.5"},
		{"minus zero is zero", "-0", "0"},
		{"minus zero with decimals is zero", "-0.00", "0"},
		{"ten thousands", "5万", "50000"},
		{"a part of ten thousands", "1.25 万", "12500"},
		{"hundred millions", "2亿", "200000000"},
		{"thousands by letter", "8K", "8000"},
		{"negative where allowed", "-3", "-3"},
		{"leading zeros", "007", "7"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := anyTyped.Parse(tt.text)
			if err != nil || got.String() != tt.want {
				t.Errorf("Parse(%q) = %v, %v, want %s", tt.text, got, err, tt.want)
			}
		})
	}
}

func TestTypedNumbersThatMislead(t *testing.T) {
	hours := TypedField{Max: decimal.MustParse("87600"), Decimals: 6}
	cards := TypedField{Min: decimal.MustParse("1"), Max: decimal.MustParse("100000"), Units: CountUnits}
	for _, tt := range []struct {
		name, text string
		field      TypedField
		code       string
	}{
		{"decimal comma", "12,5", anyTyped, TypedDecimalComma},
		{"German grouping", "1.250,50", anyTyped, TypedDecimalComma},
		{"zero before the comma", "0,500", anyTyped, TypedDecimalComma},
		{"groups of two", "12,34,567", anyTyped, TypedDecimalComma},
		{"exponent beyond float64", "1e309", anyTyped, TypedExponent},
		{"negative exponent", "1e-320", anyTyped, TypedExponent},
		{"NaN", "NaN", anyTyped, TypedNotANumber},
		{"infinity", "inf", anyTyped, TypedNotANumber},
		{"infinity in full", "Infinity", anyTyped, TypedNotANumber},
		{"hexadecimal", "0x10", anyTyped, TypedNotANumber},
		{"hexadecimal float", "0x1p4", anyTyped, TypedNotANumber},
		{"underscores", "1_000", anyTyped, TypedNotANumber},
		{"empty", "", anyTyped, TypedNotANumber},
		{"only a unit", "万", anyTyped, TypedNotANumber},
		{"only a point", ".", anyTyped, TypedNotANumber},
		{"point at the end", "12.", anyTyped, TypedNotANumber},
		{"two points", "1.2.3", anyTyped, TypedNotANumber},
		{"two signs", "--1", anyTyped, TypedNotANumber},
		{"plus sign", "+1", anyTyped, TypedNotANumber},
		{"inner space", "1 250", anyTyped, TypedNotANumber},
		{"NUL", "1\x00", anyTyped, TypedNotANumber},
		{"far too long", strings.Repeat("9", 400), anyTyped, TypedTooLong},
		{"unit takes it too far", "999999999999999亿", anyTyped, TypedTooLong},
		{"more hours than ten years", "1e10", hours, TypedExponent},
		{"hours above the cap", "87600.1", hours, TypedAboveMax},
		{"negative hours", "-1", hours, TypedBelowMin},
		{"a step too fine", "0.0000001", hours, TypedTooPrecise},
		{"half a card", "1.5", cards, TypedNotWhole},
		{"no card", "0", cards, TypedBelowMin},
		{"more cards than there are", "11万", cards, TypedAboveMax},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.field.Parse(tt.text)
			var typed *TypedError
			if !errors.As(err, &typed) || typed.Code != tt.code {
				t.Errorf("Parse(%q) = %v, %v, want code %s", tt.text, got, err, tt.code)
			}
		})
	}
}

// FuzzTypedField holds that whatever is accepted is a plain number within bounds,
// and reads the same again.
func FuzzTypedField(f *testing.F) {
	for _, text := range []string{"12.5", "１２．５", "12。5", "1,250.50", "12,5", "1e309", "-0", "5万", "NaN", "0x1p4"} {
		f.Add(text)
	}
	field := TypedField{Max: decimal.MustParse("87600"), Decimals: 6, Units: CountUnits}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := field.Parse(text)
		if err != nil {
			return
		}
		if d.IsNeg() || d.Cmp(field.Max) > 0 || d.Scale() > 6 || strings.HasPrefix(d.String(), "-") {
			t.Fatalf("%q was read as %s", text, d)
		}
		if _, ok := new(big.Rat).SetString(d.String()); !ok {
			t.Fatalf("%q was read as %s, which is no number", text, d)
		}
		again, err := field.Parse(d.String())
		if err != nil || again.Cmp(d) != 0 {
			t.Fatalf("%q reads %s, then %s (%v)", text, d, again, err)
		}
	})
}

package views

import (
	"strings"
	"time"

	"gpuscale/catalog"
	"gpuscale/text"
)

// Hourly prints an amount per hour with at least two decimals and two significant
// digits: "8.00", "0.0084", "0.012".
func Hourly(d catalog.Decimal) string {
	whole, fraction, _ := strings.Cut(d.String(), ".")
	keep := 2
	if strings.Trim(whole, "-0") == "" {
		if first := strings.IndexFunc(fraction, func(r rune) bool { return r != '0' }); first > 0 {
			keep = first + 2
		}
	}
	return text.Group(catalog.RoundHalfUp(d, keep).String())
}

// HourlyRange prints a range per hour: "6.00–8.00", or its low end alone.
func HourlyRange(r catalog.Range) string {
	if r.High.Known && r.High.Value.Cmp(r.Low) != 0 {
		return Hourly(r.Low) + "–" + Hourly(r.High.Value)
	}
	return Hourly(r.Low)
}

// Amount prints a total with two decimals and grouped thousands: "141,000.00".
func Amount(d catalog.Decimal) string { return text.Group(catalog.RoundHalfUp(d, 2).String()) }

// Whole prints an amount without decimals, for months and headlines: "141,000".
func Whole(d catalog.Decimal) string { return text.Group(catalog.RoundHalfUp(d, 0).String()) }

// Symbol is the sign of a currency: ¥ or $.
func Symbol(c catalog.Currency) string {
	if c == catalog.USD {
		return "$"
	}
	return "¥"
}

// Published prints an amount as the source publishes it, with at least two
// decimals: "8" becomes "8.00", "0.000110592" stays.
func Published(d catalog.Decimal) string {
	d = d.Trim(0)
	if d.Scale() < 2 {
		d = d.Pad(2)
	}
	return text.Group(d.String())
}

// Figure prints a physical figure with its unit, or 未公开 when unknown.
func Figure(l text.Lang, n catalog.Number, decimals int, unit string) string {
	if !n.Known {
		return text.T(l, "value.unknown")
	}
	if unit == "" {
		return text.Float(n.Value, decimals)
	}
	return text.Float(n.Value, decimals) + " " + unit
}

// In returns words of the data in the page's language.
func In(l text.Lang, w catalog.Words) string { return w.In(string(l)) }

// Seen prints how long ago a source was read, or its date: 3 天前, 2026-05.
func Seen(l text.Lang, d catalog.Date, now time.Time) string {
	switch {
	case !d.Known():
		return text.T(l, "freshness.undated")
	case d.Day == 0:
		return d.String()
	}
	return text.Ago(l, d.Start(), now)
}

// CardName is an accelerator's name for readers: its model with memory and form
// where they tell parts apart.
func CardName(a *catalog.Accelerator) string {
	if a == nil {
		return ""
	}
	name := a.Model
	if a.MemoryGB.Known && !strings.Contains(name, "GB") {
		name += " " + text.Float(a.MemoryGB.Value, 1) + "GB"
	}
	return name
}

package handlers

import (
	"maps"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/text"
	"gpuscale/views"
)

// warning words a warning of a bill.
func (c *costPage) warning(n pricing.Notice) string {
	if card := n.For; card != "" {
		n.For = ""
		return c.t("cost.warn.of-line", "card", c.valueLabel("gpu", card), "what", c.warning(n))
	}
	if key := "contradiction." + n.Code; text.Has(key) {
		if n.Code == string(catalog.SpotEqualsOnDemand) {
			return c.t(key)
		}
		return c.t("cost.warn.contradiction", "what", c.t(key))
	}
	return c.t("cost.warn."+n.Code, c.params(n)...)
}

// reason words why a price has no total.
func (c *costPage) reason(n pricing.Notice) string {
	return c.t("cost.excluded."+n.Code, c.params(n)...)
}

func (c *costPage) params(n pricing.Notice) []any {
	var args []any
	for _, name := range slices.Sorted(maps.Keys(n.Params)) {
		value := n.Params[name]
		switch name {
		case "words_en":
			continue
		case "words":
			if english := n.Params["words_en"]; english != "" && c.lang() == text.EN {
				value = english
			}
		case "budget", "total":
			value = views.Symbol(c.ask.job.Currency) + text.Group(value)
		case "accelerator":
			value = c.valueLabel("gpu", value)
		case "currency":
			value = text.Word(c.lang(), "currency", value)
		case "unit":
			value = text.Word(c.lang(), "unit_name", value)
		default:
			if _, err := catalog.ParseDecimal(value); err == nil {
				value = text.Group(value)
			}
		}
		args = append(args, name, value)
	}
	return args
}

func (c *costPage) warnings(b *pricing.Bill) []string {
	var words []string
	for _, n := range b.Warnings {
		words = append(words, c.warning(n))
	}
	return words
}

// costMoney prints a total in its currency: ¥141,000.00, ¥90.00–120.00.
func costMoney(r catalog.Range) string {
	s := views.Symbol(r.Currency) + views.Amount(r.Low)
	if r.High.Known && r.High.Value.Cmp(r.Low) != 0 {
		s += "–" + views.Amount(r.High.Value)
	}
	return s
}

// shownTotal is a row's total as a table shows it.
func shownTotal(r *pricing.Row) views.CostTotal {
	total := r.Total()
	return views.CostTotal{Text: costMoney(total), AtLeast: r.AtLeast, Range: total.High.Known}
}

// totalWords is a total in a sentence, an incomplete one with 至少 before it.
func (c *costPage) totalWords(total catalog.Range, atLeast bool) string {
	if atLeast {
		return c.t("cost.at-least") + " " + costMoney(total)
	}
	return costMoney(total)
}

// name names an offer: provider, card and count.
func (c *costPage) name(o *catalog.Offer) string { return views.In(c.lang(), o.Label()) }

func (c *costPage) mode(b catalog.BillingMode) string {
	return text.Word(c.lang(), "billing", string(b))
}

// costHourly prints an effective price with its currency, "" when it is unknown.
func costHourly(r catalog.Opt[catalog.Range]) string {
	if !r.Known {
		return ""
	}
	return views.Symbol(r.Value.Currency) + views.HourlyRange(r.Value)
}

// even says where another mode costs the same, "" where that is not known.
func (c *costPage) even(billing catalog.BillingMode, even catalog.Opt[pricing.BreakEven]) string {
	e, known := even.Get()
	if !known {
		return ""
	}
	return c.t("cost.even.table", "mode", c.mode(billing), "other", c.mode(e.Against), "period", c.t("cost.period."+string(e.Period)),
		"hours", text.Group(e.Hours.Trim(0).String()), "share", e.Share.Trim(0).String())
}

// detail says what machine it is and where.
func (c *costPage) detail(o *catalog.Offer) string {
	var parts []string
	if o.InstanceType != "" {
		parts = append(parts, o.InstanceType)
	}
	return strings.Join(append(parts, c.host(o), c.region(o)), " · ")
}

func (c *costPage) host(o *catalog.Offer) string {
	if !o.VCPU.Known || !o.RAMGiB.Known {
		return c.t("cost.host.unknown")
	}
	return c.t("cost.host", "cpu", text.Float(o.VCPU.Value, 1), "ram", text.Float(o.RAMGiB.Value, 1))
}

func (c *costPage) region(o *catalog.Offer) string {
	if len(o.Regions) == 0 {
		return c.t("cost.region.unknown")
	}
	return strings.Join(o.Regions, c.t("list.separator"))
}

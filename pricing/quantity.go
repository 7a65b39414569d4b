package pricing

import (
	"regexp"
	"strings"

	"gpuscale/catalog"
)

// quantityRule is how the price of a GB changes with the quantity, read from the rule
// beside it. Of what is not said in these words nothing is guessed.
type quantityRule struct {
	tiers     []Tier // by GB in all; each price as published, in the unit of the first
	volume    bool   // the whole quantity has the price of the tier that it reaches
	step      int64  // micro-GB that are sold at once; 0: any part
	limit     catalog.Opt[catalog.Decimal]
	discounts bool // larger quantities cost less by an unpublished share
}

var (
	tierWords = regexp.MustCompile(`超过 ?([0-9.]+) ?(GB|TB|GiB|TiB) ?(部分|全部) ?(?:按 ?)?([0-9.]+)`)
	stepWords = regexp.MustCompile(`(?:不足|最小单元) ?([0-9.]+) ?(GB|TB|GiB|TiB)`)
	capWords  = regexp.MustCompile(`每月封顶 ?([0-9.]+)`)
)

// readQuantityRule reads "超过 1TB 部分 0.05" (graduated) or "全部" (volume), "不足 1TB 按
// 1TB" or "最小单元 1GB" (steps) and "每月封顶 50" (a cap).
func readQuantityRule(c *catalog.ExtraCost) quantityRule {
	rule := quantityRule{discounts: strings.Contains(c.Rule.Zh, "分级")}
	first, known := c.Price.Get()
	if !known {
		return rule
	}
	last := Tier{Price: first}
	for _, m := range tierWords.FindAllStringSubmatch(c.Rule.Zh, -1) {
		from, ok1 := gigabytesOf(m[1], m[2])
		price, err := catalog.ParseDecimal(m[4])
		if !ok1 || err != nil || first.IsZero() {
			rule.discounts = true
			continue
		}
		last.UpTo = catalog.Known(from)
		rule.tiers = append(rule.tiers, last)
		last = Tier{Price: price}
		rule.volume = m[3] == "全部"
	}
	if len(rule.tiers) > 0 {
		rule.tiers = append(rule.tiers, last)
	}
	if m := stepWords.FindStringSubmatch(c.Rule.Zh); m != nil {
		if size, ok := gigabytesOf(m[1], m[2]); ok && size.IsPos() {
			rule.step = units(size, 6)
		}
	}
	if m := capWords.FindStringSubmatch(c.Rule.Zh); m != nil {
		if limit, err := catalog.ParseDecimal(m[1]); err == nil {
			rule.limit = catalog.Known(limit)
		}
	}
	return rule
}

func gigabytesOf(size, unit string) (gb catalog.Decimal, ok bool) {
	d, err := catalog.ParseDecimal(size)
	if err != nil {
		return d, false
	}
	rounded, err := Exactly(d).Times(Exactly(sizeUnits[unit])).Round(6)
	return rounded.Trim(0), err == nil && rounded.Cmp(whole(1_000_000_000)) <= 0
}

// stepped returns what is billed of micro-GB where only whole steps are sold.
func (q *quantityRule) stepped(microGB int64) int64 {
	if q.step <= 0 {
		return microGB
	}
	return catalog.WholePeriods(microGB, q.step)
}

// weighted returns the GB at the first price that cost as much as those billed.
func (c *charge) weighted(price *unitPrice) Amount {
	billed := ratioOf(c.microGB, micro)
	tiers := price.rule.tiers
	if len(tiers) == 0 || c.microGB == 0 {
		return billed
	}
	all, first := ratioOf(c.free+c.microGB, micro), Exactly(price.published)
	if price.rule.volume {
		return ProRata(Volume(all, tiers), billed, all).Over(first)
	}
	return Graduated(all, tiers).Minus(Graduated(ratioOf(c.free, micro), tiers)).Over(first)
}

// capped holds a charge to the monthly cap of its price, for every month begun.
func (c *charge) capped(amount Amount, price *unitPrice) Amount {
	limit, known := price.rule.limit.Get()
	if !known || price.exact.Sign() == 0 {
		return amount
	}
	return Capped(amount, Exactly(limit).Times(price.money).Times(c.monthsBegun(price)))
}

func (c *charge) monthsBegun(price *unitPrice) Amount {
	return maxAmount(Periods(ratioOf(c.micros, microsPerHour), Whole(int64(price.month))), Whole(1))
}

// slices writes every tier with its part of what is billed: "1000 GB × 0.07 + 1000 GB ×
// 0.05"; "" where one price holds.
func (c *charge) slices() string {
	tiers := c.price.rule.tiers
	if len(tiers) == 0 || c.price.rule.volume {
		return ""
	}
	var parts []string
	from, all := Exactly(hoursOf(c.free*PerHour)), ratioOf(c.free+c.microGB, micro)
	for _, t := range tiers {
		to := all
		if limit, bounded := t.UpTo.Get(); bounded {
			to = minAmount(all, Exactly(limit))
		}
		if to.Cmp(from) <= 0 {
			continue
		}
		size, err := to.Minus(from).Round(6)
		if err != nil {
			return ""
		}
		parts = append(parts, size.Trim(0).String()+" GB × "+twoDecimals(t.Price))
		from = to
	}
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return "(" + strings.Join(parts, " + ") + ")"
}

// reached returns the price of the tier that a volume price bills at, as published.
func (c *charge) reached() catalog.Decimal {
	if c.price.rule.volume {
		all := ratioOf(c.free+c.microGB, micro)
		for _, t := range c.price.rule.tiers {
			if limit, bounded := t.UpTo.Get(); !bounded || all.Cmp(Exactly(limit)) <= 0 {
				return t.Price
			}
		}
	}
	return c.price.published
}

package pricing

import (
	"slices"
	"strings"

	"gpuscale/catalog"
)

// charge is one product of a bill: a unit price times GB, time and pieces. It is
// kept in whole numbers, from which the exact amount, the estimate and the formula
// follow.
type charge struct {
	item    Item
	price   *unitPrice
	high    *unitPrice // upper end where several prices are published; nil: none
	total   int64      // micro-GB before the free quota
	free    int64      // micro-GB
	microGB int64      // billed; 0 with a price that has no GB
	micros  int64      // time; 0 with a price that has none
	pieces  int64
}

func (c *charge) at(price *unitPrice) Amount {
	amount := price.exact.Times(Whole(c.pieces))
	if !price.gigabytes.IsZero() {
		amount = amount.Times(c.weighted(price))
	}
	if price.hours > 0 {
		amount = amount.Times(ratioOf(c.micros, microsPerHour))
	}
	return c.capped(amount, price)
}

func (c *charge) amount() Amount { return c.at(c.price) }

func (c *charge) highAmount() Amount {
	if c.high == nil {
		return c.amount()
	}
	return c.at(c.high)
}

// estimate is amount in float64, for searches that are confirmed exactly.
func (c *charge) estimate() float64 {
	if len(c.price.rule.tiers) > 0 || c.price.rule.limit.Known {
		return c.amount().Float()
	}
	f := c.price.approx * float64(c.pieces)
	if !c.price.gigabytes.IsZero() {
		f *= float64(c.microGB) / micro
	}
	if c.price.hours > 0 {
		f *= float64(c.micros) / microsPerHour
	}
	return f
}

// extras are the charges beside card time that a provider's terms put on a job,
// and what is not known about them.
type extras struct {
	charges []charge
	missing []missing
	atLeast bool
	open    []string // open doubts of what was used

	gratis []Free

	first   [3]charge // space for what charges mostly hold
	lacking [2]missing
}

// missing is a cost that no source gives whole, for so many of what param names.
type missing struct {
	code, param string
	quantity    catalog.Decimal
}

func (e *extras) unknown(code, param string, quantity catalog.Decimal) {
	e.atLeast = true
	e.missing = append(e.missing, missing{code, param, quantity})
}

// warnings words what is unknown, for the bills that are read.
func (e *extras) warnings() []Notice {
	var list []Notice
	for _, m := range e.missing {
		list = append(list, Notice{Code: m.code, Params: map[string]string{m.param: m.quantity.String()}})
	}
	return list
}

func (e *extras) amount() Amount {
	var sum Amount
	for i := range e.charges {
		sum = sum.Plus(e.charges[i].amount())
	}
	return sum
}

func (e *extras) highAmount() Amount {
	var sum Amount
	for i := range e.charges {
		sum = sum.Plus(e.charges[i].highAmount())
	}
	return sum
}

func (e *extras) hasRange() bool {
	return slices.ContainsFunc(e.charges, func(c charge) bool { return c.high != nil })
}

func (e *extras) estimate() float64 {
	var sum float64
	for i := range e.charges {
		sum += e.charges[i].estimate()
	}
	return sum
}

// extras returns what a job costs beside card time when the run takes extra
// microseconds longer than planned.
func (t *terms) extras(j *Job, extra int64) *extras {
	e := &extras{}
	e.charges, e.missing = e.first[:0], e.lacking[:0]
	c := j.clock()
	held := holding{run: c.run() + extra, kept: c.kept() + extra}
	held.put(e, t.disks, j.StorageGB)
	held.put(e, t.snapshots, j.SnapshotGB)
	held.put(e, t.images, j.ImageGB)
	e.move(ItemEgress, WarnEgressUnknown, &t.egress, moved{j.EgressGB, held.run})
	e.move(ItemUpload, WarnUploadUnknown, &t.upload, moved{j.UploadGB, held.run})
	e.hold(t.addresses, j.PublicIPs, held.kept)
	return e
}

// holding is how long something is kept: while running, and in all.
type holding struct{ run, kept int64 }

// put charges the cheapest way to keep the data. With none that is priced, or when
// only ways without a published price have room, the cost is unknown.
func (h holding) put(e *extras, ways []storage, gb catalog.Decimal) {
	if gb.IsZero() {
		return
	}
	best, cheapest := charge{}, -1
	for i := range ways {
		c, ok := ways[i].charge(units(gb, 6), h)
		if ok && (cheapest < 0 || estimateOf(&c) < estimateOf(&best)) {
			best, cheapest = c, i
		}
	}
	if cheapest < 0 {
		e.unknown(WarnStorageUnknown, "gb", gb)
		return
	}
	e.open = append(e.open, ways[cheapest].open...)
	if best.price != nil {
		e.add(best)
	} else {
		e.gratis = append(e.gratis, Free{Item: ItemStorage, GB: gb, Source: ways[cheapest].source})
	}
}

func estimateOf(c *charge) float64 {
	if c.price == nil {
		return 0
	}
	return c.estimate()
}

// charge returns what keeping microGB costs; a charge without a price is free. ok
// is false when it takes an unpublished price.
func (s *storage) charge(microGB int64, h holding) (c charge, ok bool) {
	c = charge{item: ItemStorage, total: microGB, free: s.freeMicroGB, pieces: 1, micros: h.kept}
	c.microGB = max(microGB-s.freeMicroGB, 0)
	if s.whileStopped.Known && !s.whileStopped.Value {
		c.micros = h.run
	}
	if s.unlimited || c.microGB == 0 || c.micros == 0 {
		return c, true
	}
	if c.price = s.price; s.price == nil {
		return c, false
	}
	c.microGB = s.price.rule.stepped(c.microGB)
	return c, true
}

// moved is traffic and the time in which it is sent.
type moved struct {
	gb     catalog.Decimal
	micros int64
}

// move charges traffic; several published prices span a range. Where only the width of
// a line is sold, the traffic takes one.
func (e *extras) move(item Item, code string, t *transfer, m moved) {
	if m.gb.IsZero() {
		return
	}
	total := units(m.gb, 6)
	billed := max(total-t.freeMicroGB, 0)
	e.open = append(e.open, t.open...)
	switch {
	case t.unlimited || len(t.prices) > 0 && billed == 0:
		e.gratis = append(e.gratis, Free{Item: item, GB: m.gb, Source: t.source})
	case len(t.prices) == 0 && len(t.lines) > 0 && m.micros > 0:
		e.widen(item, t, m)
	case len(t.prices) == 0:
		e.unknown(code, "gb", m.gb)
	default:
		c := charge{item: item, total: total, free: t.freeMicroGB, pieces: 1}
		c.price, c.high = span(t.prices)
		c.microGB = c.price.rule.stepped(billed)
		e.add(c)
	}
}

// widen charges the line that sends the traffic evenly throughout the run, in whole
// Mbit/s: no source says how evenly a visitor sends.
func (e *extras) widen(item Item, t *transfer, m moved) {
	each := TrafficGB(Whole(1), Whole(1), ratioOf(m.micros, microsPerHour))
	width, ok := Exactly(m.gb).Over(each).Ceil().whole()
	if !ok {
		e.unknown(WarnEgressUnknown, "gb", m.gb)
		return
	}
	c := charge{item: item, micros: m.micros, pieces: width}
	c.price, c.high = span(t.lines)
	e.add(c)
	e.missing = append(e.missing, missing{WarnBandwidth, "mbit", whole(width)})
}

// add puts a charge on the bill; a discount of unpublished size is told, not guessed.
func (e *extras) add(c charge) {
	e.charges = append(e.charges, c)
	if c.price.rule.discounts && len(c.price.rule.tiers) == 0 {
		e.missing = append(e.missing, missing{WarnTierUnknown, "gb", hoursOf(c.microGB * PerHour)})
	}
}

// hold charges public addresses for as long as the data is kept.
func (e *extras) hold(prices []unitPrice, count int, micros int64) {
	switch {
	case count == 0:
	case len(prices) == 0:
		e.unknown(WarnPublicIPUnknown, "count", whole(int64(count)))
	default:
		c := charge{item: ItemPublicIP, micros: micros, pieces: int64(count)}
		c.price, c.high = span(prices)
		e.charges = append(e.charges, c)
		for _, price := range prices {
			e.open = append(e.open, price.open...)
		}
	}
}

// span returns the lowest price and, when another is higher, the highest.
func span(prices []unitPrice) (low, high *unitPrice) {
	low, high = &prices[0], &prices[0]
	for i := range prices {
		if prices[i].approx < low.approx {
			low = &prices[i]
		}
		if prices[i].approx > high.approx {
			high = &prices[i]
		}
	}
	if high.approx == low.approx {
		return low, nil
	}
	return low, high
}

// formula writes the charge with its numbers: "(100 − 50) GB × 0.01 ÷ 24 h × 240 h".
func (c *charge) formula(shown catalog.Currency) string {
	var parts []string
	price := twoDecimals(c.reached())
	if !c.price.gigabytes.IsZero() {
		if slices := c.slices(); slices != "" {
			price = slices
		} else {
			parts = append(parts, c.quantity())
		}
	}
	if size := c.price.gigabytes; !size.IsZero() && !size.IsOne() {
		price += " ÷ " + size.String()
	}
	if c.price.hours > 1 {
		price += " ÷ " + itoa(int64(c.price.hours)) + " h"
	}
	parts = append(parts, price)
	if c.price.hours > 0 {
		parts = append(parts, hoursOf(c.micros).String()+" h")
	}
	if c.pieces != 1 {
		pieces := itoa(c.pieces)
		if c.price.mbit {
			pieces += " Mbps"
		}
		parts = append(parts, pieces)
	}
	formula := strings.Join(parts, " × ")
	if limit, known := c.price.rule.limit.Get(); known {
		months, _ := c.monthsBegun(c.price).whole()
		formula = "min(" + formula + ", " + twoDecimals(limit) + " × " + itoa(months) + ")"
	}
	return formula + exchangeFormula(c.price.rate, shown)
}

// quantity writes the GB billed, with the free ones taken off and whole steps named.
func (c *charge) quantity() string {
	total := hoursOf(c.total * PerHour).String() // micro-GB, six decimals like hours
	if c.free != 0 {
		total = "(" + total + " − " + hoursOf(c.free*PerHour).String() + ")"
	}
	if step := c.price.rule.step; step > 0 && c.microGB != c.total-c.free {
		size := hoursOf(step * PerHour).String()
		return "⌈" + total + " ÷ " + size + "⌉ × " + size + " GB"
	}
	return total + " GB"
}

// exchangeFormula returns " × 6.7394" or " ÷ 6.7394", "" without an exchange.
func exchangeFormula(rate *catalog.Rate, shown catalog.Currency) string {
	switch {
	case rate == nil:
		return ""
	case rate.Quote == shown:
		return " × " + rate.Value.String()
	}
	return " ÷ " + rate.Value.String()
}

// twoDecimals writes a published price with at least two decimals.
func twoDecimals(d catalog.Decimal) string {
	d = d.Trim(2)
	return d.Pad(max(d.Scale(), 2)).String()
}

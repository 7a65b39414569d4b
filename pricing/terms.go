package pricing

import (
	"regexp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
)

// terms are a provider's rules beside the price of the card, read from its extra
// costs, facts and billing words once per market and basis.
type terms struct {
	provider    *catalog.Provider
	granularity catalog.Opt[Granularity]
	minimum     *unitPrice // smallest bill
	topUp       *catalog.ExtraCost
	stopped     catalog.Opt[bool]            // cards are billed while stopped
	stoppedOpen []string                     // open doubts of that rule
	retention   catalog.Opt[catalog.Decimal] // days a stopped machine is kept
	settled     bool                         // every clock hour is billed by itself
	trial       catalog.Words                // an allowance of free use; empty: none known
	disks       []storage
	snapshots   []storage
	images      []storage
	egress      transfer
	upload      transfer
	addresses   []unitPrice
	hosts       map[string]*unitPrice // of machines sold apart from their cards, by instance type
}

// storage is one way to keep data at a provider.
type storage struct {
	freeMicroGB  int64 // given without charge
	unlimited    bool
	price        *unitPrice        // nil: not published
	whileStopped catalog.Opt[bool] // unset counts as billed
	open         []string          // open doubts
	source       catalog.Source
}

// transfer is what moving data costs. Several prices span a range.
type transfer struct {
	prices      []unitPrice
	lines       []unitPrice // of a Mbit/s for a time
	source      catalog.Source
	unlimited   bool
	freeMicroGB int64
	open        []string // open doubts
}

// unitPrice is money for one unit: for one GB, for an hour, or for a GB kept for an
// hour. published is as the source writes it.
type unitPrice struct {
	published catalog.Decimal
	unit      string // as published, e.g. GB-month
	rate      *catalog.Rate
	exact     Amount // in the basis' currency, per GB, hour, or both
	money     Amount // one unit of the published currency in the basis'
	rule      quantityRule
	mbit      bool            // for a Mbit/s
	month     int             // hours of a month
	approx    float64         // the same, for searches
	gigabytes catalog.Decimal // GB in the published unit, 0 when it has none
	hours     int             // hours in the published unit, 0 when it has none
	source    catalog.Source
	open      []string // open doubts, by id
}

// readTerms reads the terms of a provider in the currency and month of a basis.
func readTerms(m *catalog.Market, p *catalog.Provider, basis catalog.Basis) *terms {
	t := &terms{provider: p}
	for _, cost := range m.ExtraCosts(p.Slug) {
		cost.Doubts = openDoubts(m, cost.Doubts)
		t.read(&cost, basis)
	}
	for _, f := range m.Facts(p.Slug) {
		switch f.Key {
		case "retention_stopped":
			t.readRetention(f)
		case "billing_granularity":
			t.settled = t.settled || settlesHourly(f)
		case "free_trial":
			t.trial = f.Value
		}
	}
	t.readGranularity(p)
	return t
}

// openDoubts returns the doubts that object, rather than only inform.
func openDoubts(m *catalog.Market, ids []string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		d, known := m.Doubt(id)
		return !known || !d.Open()
	})
}

func (t *terms) read(c *catalog.ExtraCost, basis catalog.Basis) {
	switch c.Type {
	case "data-disk", "file-storage":
		if !strings.Contains(strings.ToLower(c.Item.En), "cache") { // a cache keeps nothing
			t.disks = append(t.disks, readStorage(c, basis))
		}
	case "snapshot":
		t.snapshots = append(t.snapshots, readStorage(c, basis))
	case "image-storage":
		t.images = append(t.images, readStorage(c, basis))
	case "egress":
		t.egress.read(c, basis)
	case "upload":
		t.upload.read(c, basis)
	case "public-ip":
		if price, ok := readUnitPrice(c, basis); ok && price.hours > 0 && !price.mbit {
			t.addresses = append(t.addresses, price)
		}
	case "stopped-rule":
		if c.BilledWhileStopped.Known {
			t.stopped, t.stoppedOpen = c.BilledWhileStopped, c.Doubts
		}
	case "host-part":
		t.readHost(c, basis)
	case "minimum-charge":
		t.readMinimum(c, basis)
	}
}

// readMinimum tells apart a shortest time, a smallest top-up and a smallest bill.
func (t *terms) readMinimum(c *catalog.ExtraCost, basis catalog.Basis) {
	amount, known := c.Price.Get()
	switch {
	case !known:
	case c.Currency == "":
		if hours, ok := timeUnits[c.Unit]; ok {
			g := t.granularity.Value
			g.MinimumSeconds, _ = Exactly(amount).Times(Whole(int64(hours) * PerHour)).Ceil().whole()
			t.granularity.Value = g
		}
	case strings.Contains(strings.ToLower(c.Item.En), "top-up"):
		t.topUp = c
	default:
		if rate, ok := basis.Rate(c.Currency); ok {
			price := &unitPrice{published: amount, rate: rate, exact: exchanged(amount, rate, basis), source: c.Source, open: c.Doubts}
			price.approx = price.exact.Float()
			t.minimum = price
		}
	}
}

// readGranularity keeps a minimum already read; a provider that names several steps
// bills some products more finely than others, and the coarsest is assumed.
func (t *terms) readGranularity(p *catalog.Provider) {
	for _, word := range p.BillingModes {
		step, ok := map[string]int64{"per-second": PerSecond, "per-minute": PerMinute, "per-hour": PerHour}[word]
		if ok {
			t.granularity.Value.StepSeconds = max(t.granularity.Value.StepSeconds, step)
			t.granularity.Known = true
		}
	}
}

func (t *terms) readRetention(f catalog.Fact) {
	days, err := catalog.ParseDecimal(f.Value.Zh)
	if err != nil {
		return
	}
	if f.Unit == "hour" {
		days, err = days.Quo(decimal.MustNew(24, 0))
	}
	if err == nil && (!t.retention.Known || days.Cmp(t.retention.Value) < 0) {
		t.retention = catalog.Known(days)
	}
}

func readStorage(c *catalog.ExtraCost, basis catalog.Basis) storage {
	s := storage{whileStopped: c.BilledWhileStopped, open: c.Doubts, source: c.Source}
	s.freeMicroGB, s.unlimited = freeQuota(c.FreeQuota)
	if price, ok := readUnitPrice(c, basis); ok && price.hours > 0 && !price.gigabytes.IsZero() {
		s.price = &price
	}
	return s
}

func (t *transfer) read(c *catalog.ExtraCost, basis catalog.Basis) {
	free, unlimited := freeQuota(c.FreeQuota)
	t.unlimited = t.unlimited || unlimited
	t.freeMicroGB = max(t.freeMicroGB, free)
	t.open = append(t.open, c.Doubts...)
	if unlimited || t.source == (catalog.Source{}) {
		t.source = c.Source
	}
	switch price, ok := readUnitPrice(c, basis); {
	case !ok:
	case price.mbit && price.hours > 0:
		t.lines = append(t.lines, price)
	case price.hours == 0 && !price.gigabytes.IsZero():
		t.prices = append(t.prices, price)
	}
}

// The words of published units.
var (
	sizeUnits = map[string]catalog.Decimal{
		"GB": decimal.MustNew(1, 0), "TB": decimal.MustNew(1000, 0),
		"GiB": decimal.MustParse("1.073741824"), "TiB": decimal.MustParse("1099.511627776"),
	}
	timeUnits = map[string]int{"hour": 1, "day": 24, "week": 168}
)

// readUnitPrice reads a price per GB, per hour, or per GB and hour; ok is false for
// other units, an unknown price or an unknown exchange rate.
func readUnitPrice(c *catalog.ExtraCost, basis catalog.Basis) (unitPrice, bool) {
	amount, known := c.Price.Get()
	rate, convertible := basis.Rate(c.Currency)
	if !known || !convertible || amount.IsNeg() {
		return unitPrice{}, false
	}
	price := unitPrice{published: amount, unit: c.Unit, rate: rate, source: c.Source, open: c.Doubts, rule: readQuantityRule(c),
		money: factorOf(rate, basis.Currency), month: int(basis.Month)}
	for _, word := range strings.Split(c.Unit, "-") {
		if size, ok := sizeUnits[word]; ok {
			price.gigabytes = size
		} else if word == "Mbps" {
			price.mbit = true
		} else if hours, ok := unitHours(word, basis.Month); ok {
			price.hours = hours
		} else {
			return unitPrice{}, false
		}
	}
	per := Whole(1)
	if !price.gigabytes.IsZero() {
		per = per.Times(Exactly(price.gigabytes))
	}
	if price.hours > 0 {
		per = per.Times(Whole(int64(price.hours)))
	}
	price.exact = exchanged(amount, rate, basis).Over(per)
	price.approx = price.exact.Float()
	return price, true
}

func unitHours(word string, month catalog.MonthHours) (int, bool) {
	switch word {
	case "month":
		return int(month), true
	case "year":
		return 12 * int(month), true
	}
	hours, ok := timeUnits[word]
	return hours, ok
}

// exchanged returns an amount in the basis' currency at a rate that Basis.Rate gave.
func exchanged(amount catalog.Decimal, rate *catalog.Rate, basis catalog.Basis) Amount {
	return Converted(Exactly(amount), factorOf(rate, basis.Currency))
}

// factorOf is what an amount is multiplied by to be in the currency shown.
func factorOf(rate *catalog.Rate, shown catalog.Currency) Amount {
	switch {
	case rate == nil:
		return Whole(1)
	case rate.Quote == shown:
		return Exactly(rate.Value)
	}
	return Whole(1).Over(Exactly(rate.Value))
}

var quotaSize = regexp.MustCompile(`([0-9]+(?:\.[0-9]+)?) ?(GB|TB|GiB|TiB)`)

// freeQuota returns the micro-GB that are free. Of several quotas the one of the
// data disk counts, else the smallest.
func freeQuota(quotas []catalog.Words) (microGB int64, unlimited bool) {
	smallest := int64(-1)
	for _, q := range quotas {
		if strings.Contains(q.Zh, "不限") || strings.Contains(strings.ToLower(q.En), "unlimited") {
			return 0, true
		}
		found := quotaSize.FindStringSubmatch(q.Zh)
		if found == nil {
			continue
		}
		size, err := catalog.ParseDecimal(found[1])
		if err != nil {
			continue
		}
		free, ok := Exactly(size).Times(Exactly(sizeUnits[found[2]])).Times(Whole(micro)).Floor().whole()
		if !ok {
			continue
		}
		if strings.Contains(q.Zh, "数据盘") {
			return free, false
		}
		if smallest < 0 || free < smallest {
			smallest = free
		}
	}
	return max(smallest, 0), false
}

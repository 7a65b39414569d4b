package pricing

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"gpuscale/catalog"
)

// oracle computes a bill's total a second time, from the published text of every
// number and in fractions, by the words of the contract rather than by the code
// under test.
type oracle struct {
	amount, high string // published price and upper end, "" none
	billing      catalog.BillingMode
	unit         catalog.Unit
	cards        int64 // a machine
	dollars      bool  // published in USD
	step         int64 // seconds; 0: unknown
	minimum      string
	diskPrice    string // per GB-month; "" unknown
	diskFree     int64
	egressPrice  string // per GB in USD; "" unknown
	addressPrice string // per hour; "" unknown
	stopped      string // yes, no, ""

	needed                       int64
	hours                        string // in one go, or a day
	days                         int64  // 0: in one go
	storage, egress, addresses   int64
	stoppedDays, vat, monthHours int64
	showDollars                  bool
}

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(s)
	}
	return r
}

func ratInt(n int64) *big.Rat { return new(big.Rat).SetInt64(n) }

func mul(factors ...*big.Rat) *big.Rat {
	product := ratInt(1)
	for _, f := range factors {
		product.Mul(product, f)
	}
	return product
}

func quo(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }

func add(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }

// roundedUp returns the smallest multiple of step that is not below x.
func roundedUp(x, step *big.Rat) *big.Rat {
	times := quo(x, step)
	n := new(big.Int).Quo(times.Num(), times.Denom())
	if !times.IsInt() {
		n.Add(n, big.NewInt(1))
	}
	return mul(new(big.Rat).SetInt(n), step)
}

// halfUp writes x ≥ 0 with two decimals.
func halfUp(x *big.Rat) string {
	shifted := add(mul(x, ratInt(100)), rat("1/2"))
	n := new(big.Int).Quo(shifted.Num(), shifted.Denom())
	digits := fmt.Sprintf("%03d", n)
	return digits[:len(digits)-2] + "." + digits[len(digits)-2:]
}

func (o *oracle) exchange(amount *big.Rat, dollars bool) *big.Rat {
	switch {
	case dollars && !o.showDollars:
		return mul(amount, rat("6.7394"))
	case !dollars && o.showDollars:
		return quo(amount, rat("6.7394"))
	}
	return amount
}

func (o *oracle) unitHours() *big.Rat {
	switch _, period, _ := strings.Cut(string(o.unit), "-"); period {
	case "day":
		return ratInt(24)
	case "week":
		return ratInt(168)
	case "month":
		return ratInt(o.monthHours)
	case "year":
		return ratInt(12 * o.monthHours)
	}
	return ratInt(1)
}

// paidHours returns the hours each card or machine is paid for, without those that
// it is shut down.
func (o *oracle) paidHours() *big.Rat {
	sessions := max(o.days, 1)
	span := rat(o.hours)
	if o.days > 0 && rat(o.hours).Sign() > 0 {
		span = ratInt(24 * o.days)
	}
	switch o.billing {
	case catalog.BillDay:
		return roundedUp(span, ratInt(24))
	case catalog.BillWeek:
		return roundedUp(span, ratInt(168))
	case catalog.BillMonth:
		return roundedUp(span, ratInt(o.monthHours))
	case catalog.BillYear:
		return roundedUp(span, ratInt(12*o.monthHours))
	case catalog.BillReserved:
		return roundedUp(span, o.unitHours())
	}
	session := rat(o.hours)
	if o.step > 0 {
		session = roundedUp(session, quo(ratInt(o.step), ratInt(3600)))
	}
	return mul(session, ratInt(sessions))
}

// shutHours returns the hours that cards stay shut down and billed.
func (o *oracle) shutHours() *big.Rat {
	if o.billing != catalog.OnDemand && o.billing != catalog.BillDynamic || o.stopped != "yes" {
		return ratInt(0)
	}
	shut := ratInt(24 * o.stoppedDays)
	if o.days > 0 && o.storage > 0 && rat(o.hours).Sign() > 0 {
		shut = add(shut, new(big.Rat).Sub(ratInt(24*o.days), mul(rat(o.hours), ratInt(o.days))))
	}
	return shut
}

func (o *oracle) keptHours() *big.Rat {
	kept := rat(o.hours)
	if o.days > 0 {
		kept = ratInt(0)
		if rat(o.hours).Sign() > 0 {
			kept = ratInt(24 * o.days)
		}
	}
	return add(kept, ratInt(24*o.stoppedDays))
}

func (o *oracle) total(price string) string {
	machines := (o.needed + o.cards - 1) / o.cards
	pieces := machines * o.cards
	if strings.HasPrefix(string(o.unit), "instance") {
		pieces = machines
	}
	each := o.exchange(quo(mul(rat(price), ratInt(pieces)), o.unitHours()), o.dollars)
	compute := mul(each, o.paidHours())
	sum := add(compute, mul(each, o.shutHours()))
	if o.minimum != "" && compute.Sign() > 0 {
		if least := o.exchange(rat(o.minimum), false); compute.Cmp(least) < 0 {
			sum = add(sum, new(big.Rat).Sub(least, compute))
		}
	}
	if billed := o.storage - o.diskFree; o.diskPrice != "" && billed > 0 {
		perHour := quo(mul(rat(o.diskPrice), ratInt(billed)), ratInt(o.monthHours))
		sum = add(sum, o.exchange(mul(perHour, o.keptHours()), false))
	}
	if o.egressPrice != "" {
		sum = add(sum, o.exchange(mul(rat(o.egressPrice), ratInt(o.egress)), true))
	}
	if o.addressPrice != "" {
		sum = add(sum, o.exchange(mul(rat(o.addressPrice), ratInt(o.addresses), o.keptHours()), false))
	}
	return halfUp(mul(sum, quo(ratInt(100+o.vat), ratInt(100))))
}

// random fills the oracle with a job and an offer.
func randomOracle(r *rand.Rand) oracle {
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	number := func(limit int64, decimals int) string {
		text := strconv.FormatInt(r.Int64N(limit), 10)
		if decimals > 0 {
			text += fmt.Sprintf(".%0*d", decimals, r.IntN(pow(decimals)))
		}
		return text
	}
	o := oracle{
		amount: number(2000, r.IntN(10)), cards: []int64{1, 1, 2, 4, 8}[r.IntN(5)], dollars: r.IntN(3) == 0,
		step: []int64{0, 1, 60, 3600}[r.IntN(4)], minimum: pick("", "", "0.01", "25"), diskPrice: pick("", "0.35", "0.3", "1", "0.0007"),
		diskFree: []int64{0, 0, 50}[r.IntN(3)], egressPrice: pick("", "0.8", "0.125", "0.09"), addressPrice: pick("", "0.02", "0.005"),
		stopped: pick("yes", "no", ""), needed: 1 + r.Int64N(20), hours: number(3000, r.IntN(4)),
		storage: r.Int64N(3) * r.Int64N(5000), egress: r.Int64N(3) * r.Int64N(5000), addresses: r.Int64N(3),
		stoppedDays: r.Int64N(2) * r.Int64N(40), vat: []int64{0, 6}[r.IntN(2)],
		monthHours: []int64{730, 720, 744}[r.IntN(3)], showDollars: r.IntN(4) == 0,
	}
	if rat(o.amount).Sign() == 0 {
		o.amount = "1"
	}
	modes := []struct {
		billing catalog.BillingMode
		units   []catalog.Unit
	}{{catalog.OnDemand, []catalog.Unit{catalog.GPUHour, catalog.InstanceHour, catalog.GPUDay}},
		{catalog.BillDynamic, []catalog.Unit{catalog.GPUHour}}, {catalog.BillDay, []catalog.Unit{catalog.GPUDay, catalog.InstanceDay}},
		{catalog.BillWeek, []catalog.Unit{catalog.GPUWeek, catalog.InstanceWeek}}, {catalog.BillYear, []catalog.Unit{catalog.GPUYear, catalog.InstanceYear}},
		{catalog.BillMonth, []catalog.Unit{catalog.GPUMonth, catalog.InstanceMonth, catalog.GPUHour}},
		{catalog.BillReserved, []catalog.Unit{catalog.InstanceMonth, catalog.GPUHour}}}
	mode := modes[r.IntN(len(modes))]
	o.billing, o.unit = mode.billing, mode.units[r.IntN(len(mode.units))]
	if o.billing == catalog.BillDynamic {
		o.high = halfUp(mul(rat(o.amount), rat("1.5")))
	}
	if r.IntN(3) == 0 {
		o.hours, o.days = number(24, r.IntN(3)), 1+r.Int64N(60)
	}
	return o
}

func pow(n int) int {
	p := 1
	for range n {
		p *= 10
	}
	return p
}

func (o *oracle) market() *catalog.Market {
	l := line("x", o.amount, o.billing, o.unit, count(int(o.cards)))
	if o.dollars {
		l.Currency = catalog.USD
	}
	if o.high != "" {
		l.Max = opt(o.high)
	}
	data := testData(l)
	words := map[int64][]string{0: {"on-demand"}, 1: {"per-second"}, 60: {"per-minute"}, 3600: {"per-hour"}}
	data.Providers[0].BillingModes = words[o.step]
	disk := extra("data-disk", o.diskPrice, catalog.CNY, "GB-month")
	if o.diskFree > 0 {
		free(fmt.Sprint(o.diskFree, "GB"))(&disk)
	}
	costs := []catalog.ExtraCost{disk, extra("egress", o.egressPrice, catalog.USD, "GB"), extra("public-ip", o.addressPrice, catalog.CNY, "hour")}
	if o.minimum != "" {
		costs = append(costs, extra("minimum-charge", o.minimum, catalog.CNY, "once"))
	}
	if o.stopped != "" {
		costs = append(costs, extra("stopped-rule", "", "", "", whileStopped(o.stopped == "yes")))
	}
	data.ExtraCosts = costs
	return catalog.NewMarket(data, testMoment)
}

func (o *oracle) job() Job {
	j := Job{Cards: int(o.needed), StorageGB: whole(o.storage), EgressGB: whole(o.egress), PublicIPs: int(o.addresses),
		StoppedDays: whole(o.stoppedDays), VATPercent: int(o.vat), Month: catalog.MonthHours(o.monthHours)}
	if o.days > 0 {
		j.Schedule = Schedule{HoursPerDay: opt(o.hours), Days: catalog.Known(whole(o.days))}
	} else {
		j.Schedule = Schedule{Hours: opt(o.hours)}
	}
	if o.showDollars {
		j.Currency = catalog.USD
	}
	return j
}

// TestBillsEqualTheOracle compares 10,000 random jobs over random offers to the
// cent, and holds that more hours and more cards never cost less.
func TestBillsEqualTheOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(2026, 12))
	for i := range 10_000 {
		o := randomOracle(r)
		m, job := o.market(), o.job()
		row, reason, err := At(m, "x", job)
		if err != nil || reason != nil {
			t.Fatalf("job %d: %v %v\n%+v", i, err, reason, o)
		}
		got := row.Total()
		if want := o.total(o.amount); got.Low.String() != want {
			t.Fatalf("job %d: total %s, want %s\n%+v", i, got.Low, want, o)
		}
		if o.high != "" && got.High.Known && got.High.Value.String() != o.total(o.high) {
			t.Fatalf("job %d: high %s, want %s\n%+v", i, got.High.Value, o.total(o.high), o)
		}
		if i%10 == 0 {
			requireSound(t, row.Bill())
			requireMonotonic(t, m, job, row.low)
		}
	}
}

func requireSound(t *testing.T, b Bill) {
	t.Helper()
	requireSum(t, b)
	for _, l := range b.Lines {
		text := l.Formula + " " + l.Amount.String()
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || l.Amount.IsNeg() && l.Item != ItemRounding || strings.HasPrefix(l.Amount.String(), "-0.00") {
			t.Fatalf("unsound line %s: %s", l.Item, text)
		}
	}
}

func requireMonotonic(t *testing.T, m *catalog.Market, job Job, cents int64) {
	t.Helper()
	more := []Job{job, job}
	more[0].Cards++
	if more[1].Schedule.Hours.Known {
		more[1].Schedule.Hours = opt(add(rat(job.Schedule.Hours.Value.String()), rat("0.5")).FloatString(6))
	} else {
		more[1].Schedule.Days = catalog.Known(whole(units(job.Schedule.Days.Value, 0) + 1))
	}
	for _, j := range more {
		row, reason, err := At(m, "x", j)
		if err != nil || reason != nil || row.low < cents {
			t.Fatalf("more of %+v\ncosts %+v: %v %v", job, row, reason, err)
		}
	}
}

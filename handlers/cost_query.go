package handlers

import (
	"maps"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/text"
)

// costParams are the parameters of the calculator in the order of links; those of
// the form that links never carry come last.
var costParams = []string{"gpu", "vram_min", "gpus", "hours", "hours_per_day", "days", "months", "utilisation", "interruptible",
	"interruption_per_hour", "checkpoint_minutes", "restart_minutes", "storage_gb", "egress_gb", "upload_gb", "public_ip", "stopped_days",
	"snapshot_gb", "image_gb", "coupon_card_hours", "coupon_price", "budget", "provider", "market", "region", "billing", "currency", "month",
	"vat", "line", "as_of", "by", "line_gpu", "line_gpus", "line_hours", "drop"}

// costFormOnly are parameters that only the form sends: which way of giving the time
// is chosen, a line to add, a line to remove.
var costFormOnly = []string{"by", "line_gpu", "line_gpus", "line_hours", "drop"}

// costShown are the parameters that change how a result is shown rather than the
// job: with these alone the calculator shows its example.
var costShown = []string{"currency", "month", "vat", "as_of"}

// The ways of giving the time, with the fields of each.
var (
	costWays   = []string{"hours", "daily", "months"}
	costWayOf  = map[string]string{"hours": "hours", "hours_per_day": "daily", "days": "daily", "months": "months"}
	costFields = map[string][]string{"hours": {"hours"}, "daily": {"hours_per_day", "days"}, "months": {"months"}}
)

// costDefaults are the values that fields show and mean when nothing was typed.
var costDefaults = map[string]string{"gpus": "1", "hours": "100", "hours_per_day": "8", "days": "22", "months": "1",
	"utilisation": "100", "restart_minutes": "0", "storage_gb": "0", "egress_gb": "0", "upload_gb": "0", "public_ip": "0",
	"stopped_days": "0", "snapshot_gb": "0", "image_gb": "0", "interruptible": "yes", "currency": "CNY", "month": "730", "vat": "0", "line_gpus": "1"}

// costExample is what the calculator shows before anything is asked.
var costExample = map[string]string{"gpu": "rtx-5090-32gb", "gpus": "1", "hours_per_day": "8", "days": "22", "storage_gb": "200", "egress_gb": "50"}

// costAsk is what one address asks to weigh.
type costAsk struct {
	market  *catalog.Market
	offers  catalog.OfferQuery
	job     pricing.Job
	way     string   // one of costWays
	lines   []string // of the basket, as typed
	example bool
}

// readCost reads the address; what is wrong with it is noted in q.
func readCost(q *query, m *catalog.Market) *costAsk {
	a := &costAsk{market: m}
	q.values = maps.Clone(q.values)
	a.fillExample(q)
	a.readOffers(q)
	a.readJob(q)
	a.readSchedule(q)
	a.readLines(q)
	a.readCoupon(q)
	if len(q.problems) == 0 {
		for _, problem := range a.job.Check() {
			q.fail(problem.Field, jobProblem(q.lang, problem.Err))
		}
	}
	return a
}

// fillExample takes the example for what was asked when nothing of a job was.
func (a *costAsk) fillExample(q *query) {
	for name := range q.values {
		if !slices.Contains(costShown, name) {
			return
		}
	}
	a.example = true
	for name, value := range costExample {
		if _, known := a.market.Accelerator(value); name == "gpu" && !known {
			continue
		}
		q.values[name] = []string{value}
	}
}

func (a *costAsk) readOffers(q *query) {
	m := a.market
	a.offers = catalog.OfferQuery{
		Provider: q.providerTerms("provider", m), GPU: termsBy(q, "gpu", gpuSlug(m), q.allowed("offers.slug.gpu")),
		Market: terms(q, "market", areas), VRAM: catalog.Bounds{Min: q.figure("vram_min", gigabytes)},
		Region:   termsBy(q, "region", m.Region, func() string { return strings.Join(m.Places(), ", ") }),
		Currency: word(q, "currency", catalog.Currencies, catalog.CNY), Month: month(q),
	}
	a.job.Currency, a.job.Month = a.offers.Currency, a.offers.Month
	a.job.Billing = costModes(q)
	a.offers.Billing.In = a.job.Billing
}

// costModes reads the billing modes: named ones, or all without those excluded.
func costModes(q *query) []catalog.BillingMode {
	const all = catalog.BillingMode("all")
	t := terms(q, "billing", append([]catalog.BillingMode{all}, catalog.BillingModes...))
	modes := t.In
	if slices.Contains(modes, all) || len(modes) == 0 && len(t.Out) > 0 {
		modes = catalog.BillingModes
	}
	modes = slices.DeleteFunc(slices.Clone(modes), func(b catalog.BillingMode) bool { return slices.Contains(t.Out, b) })
	if len(modes) == len(catalog.BillingModes) {
		return nil
	}
	return modes
}

func (a *costAsk) readJob(q *query) {
	j := &a.job
	j.Cards, j.PublicIPs = q.count("gpus"), q.count("public_ip")
	for name, into := range map[string]*catalog.Decimal{"storage_gb": &j.StorageGB, "egress_gb": &j.EgressGB, "upload_gb": &j.UploadGB,
		"stopped_days": &j.StoppedDays, "snapshot_gb": &j.SnapshotGB, "image_gb": &j.ImageGB, "utilisation": &j.Utilisation,
		"restart_minutes": &j.RestartMinutes} {
		*into = q.jobNumber(name).Value
	}
	j.InterruptionPerHour, j.CheckpointMinutes = q.jobNumber("interruption_per_hour"), q.jobNumber("checkpoint_minutes")
	j.Budget = q.jobNumber("budget")
	j.Uninterruptible = word(q, "interruptible", []string{"yes", "no"}, "yes") == "no"
	if word(q, "vat", []string{"0", "6"}, "0") == "6" {
		j.VATPercent = 6
	}
}

// jobNumber reads a number of the job, its default when nothing was typed.
func (q *query) jobNumber(name string) catalog.Opt[catalog.Decimal] {
	if q.typed(name) == "" && costDefaults[name] != "" {
		d, err := catalog.ParseDecimal(costDefaults[name])
		return catalog.Opt[catalog.Decimal]{Value: d, Known: err == nil}
	}
	return q.number(name, pricing.Fields[name])
}

func (q *query) count(name string) int {
	n, _, _ := q.jobNumber(name).Value.Int64(0)
	return int(n)
}

// readSchedule reads the time each card runs. The form says which way is chosen;
// without it the fields that are there tell, and only one way may be.
func (a *costAsk) readSchedule(q *query) {
	way := word(q, "by", costWays, "")
	if way == "" {
		var given []string
		for _, name := range []string{"hours", "hours_per_day", "days", "months"} {
			if q.typed(name) != "" && !slices.Contains(given, costWayOf[name]) {
				given = append(given, costWayOf[name])
			}
		}
		if len(given) > 1 {
			a.refuseSchedules(q)
		}
		way = append(given, "hours")[0]
	} else if chosen := costFields[way]; slices.ContainsFunc(chosen, func(name string) bool { return q.typed(name) == "" }) {
		for _, name := range chosen {
			if q.typed(name) == "" {
				q.fail(name, text.T(q.lang, "cost.problem.missing"))
			}
		}
	}
	a.way = way
	s := &a.job.Schedule
	switch way {
	case "hours":
		s.Hours = q.jobNumber("hours")
	case "daily":
		s.HoursPerDay, s.Days = q.number("hours_per_day", pricing.Fields["hours_per_day"]), q.number("days", pricing.Fields["days"])
	default:
		s.Months = q.jobNumber("months")
	}
}

// refuseSchedules says that time was given in several ways, beside what is wrong with
// the numbers themselves: at the first of them that has no problem of its own.
func (a *costAsk) refuseSchedules(q *query) {
	var sound string
	for _, name := range []string{"months", "days", "hours_per_day", "hours"} {
		if q.number(name, pricing.Fields[name]); q.typed(name) != "" && q.problems[name] == "" {
			sound = name
		}
	}
	why := text.T(q.lang, "cost.problem.one-schedule")
	if sound == "" {
		q.problems["hours"] = strings.TrimPrefix(q.problems["hours"]+text.T(q.lang, "cost.and")+why, text.T(q.lang, "cost.and"))
		return
	}
	q.fail(sound, why)
}

// readCoupon reads a coupon, which counts at the provider that sold it.
func (a *costAsk) readCoupon(q *query) {
	hours, price := q.jobNumber("coupon_card_hours"), q.jobNumber("coupon_price")
	switch {
	case !hours.Known && !price.Known:
		return
	case !hours.Known:
		q.fail("coupon_card_hours", text.T(q.lang, "cost.problem.missing"))
	case !price.Known:
		q.fail("coupon_price", text.T(q.lang, "cost.problem.missing"))
	case len(a.offers.Provider.In) != 1:
		q.fail("provider", text.T(q.lang, "cost.problem.coupon"))
	}
	a.job.Coupon = catalog.Known(pricing.CouponPackage{CardHours: hours.Value, Price: price.Value})
}

// jobProblem words an objection to a field of a job.
func jobProblem(l text.Lang, e *catalog.TypedError) string {
	switch e.Code {
	case pricing.ProblemSchedule, pricing.ProblemDays, pricing.ProblemWord:
		return text.T(l, "cost.problem."+e.Code)
	}
	return typedProblem(l, e)
}

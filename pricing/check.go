package pricing

import (
	"strconv"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
)

// Fields says what may be typed for each number of a job, by its name in a query.
var Fields = map[string]catalog.TypedField{
	"gpus":                  {Min: whole(1), Max: whole(MaxCards), Units: catalog.CountUnits},
	"hours":                 {Max: whole(MaxHours), Decimals: 6, Units: catalog.CountUnits},
	"hours_per_day":         {Max: whole(24), Decimals: 6},
	"days":                  {Max: whole(3650)},
	"months":                {Max: whole(120), Decimals: 6},
	"storage_gb":            {Max: whole(1_000_000_000), Decimals: 6, Units: catalog.CountUnits},
	"snapshot_gb":           {Max: whole(1_000_000_000), Decimals: 6, Units: catalog.CountUnits},
	"image_gb":              {Max: whole(1_000_000_000), Decimals: 6, Units: catalog.CountUnits},
	"egress_gb":             {Max: whole(1_000_000_000), Decimals: 6, Units: catalog.CountUnits},
	"upload_gb":             {Max: whole(1_000_000_000), Decimals: 6, Units: catalog.CountUnits},
	"public_ip":             {Max: whole(10_000)},
	"stopped_days":          {Max: whole(3650), Decimals: 6},
	"utilisation":           {Min: whole(1), Max: whole(100), Decimals: 6},
	"interruption_per_hour": {Max: whole(60), Decimals: 6},
	"checkpoint_minutes":    {Max: whole(1440), Decimals: 6},
	"restart_minutes":       {Max: whole(1440), Decimals: 6},
	"coupon_card_hours":     {Max: whole(1_000_000_000), Decimals: 6, Units: catalog.CountUnits},
	"coupon_price":          {Max: whole(1_000_000_000_000), Decimals: 2, Units: catalog.CountUnits},
	"budget":                {Max: whole(1_000_000_000_000), Decimals: 2, Units: catalog.CountUnits},
}

func whole(n int64) catalog.Decimal { return decimal.MustNew(n, 0) }

// Problem is an objection to one field of a job, named as in a query.
type Problem struct {
	Field string
	Err   *catalog.TypedError
}

// Codes of problems beside those of catalog.TypedError.
const (
	ProblemSchedule = "one-schedule" // neither or several of hours, hours_per_day with days, months
	ProblemDays     = "days-missing" // hours_per_day without days, or days without hours_per_day
	ProblemWord     = "unknown-word" // a currency, month, mode or VAT rate outside its vocabulary
)

// Check returns every objection to the job, in the order of its fields; a job
// without any can be evaluated.
func (j *Job) Check() []Problem {
	c := checker{}
	c.number("gpus", whole(int64(j.Cards)))
	c.schedule(j.Schedule)
	for _, f := range []struct {
		name  string
		value catalog.Decimal
	}{{"storage_gb", j.StorageGB}, {"snapshot_gb", j.SnapshotGB}, {"image_gb", j.ImageGB}, {"egress_gb", j.EgressGB},
		{"upload_gb", j.UploadGB}, {"public_ip", whole(int64(j.PublicIPs))}, {"stopped_days", j.StoppedDays},
		{"restart_minutes", j.RestartMinutes}} {
		c.number(f.name, f.value)
	}
	if !j.Utilisation.IsZero() {
		c.number("utilisation", j.Utilisation)
	}
	c.optional("interruption_per_hour", j.InterruptionPerHour)
	c.optional("checkpoint_minutes", j.CheckpointMinutes)
	c.optional("budget", j.Budget)
	c.word("vat", j.VATPercent == 0 || j.VATPercent == 6)
	c.word("currency", j.Currency == "" || j.Currency == catalog.CNY || j.Currency == catalog.USD)
	switch j.Month {
	case 0, catalog.Month730, catalog.Month720, catalog.Month744:
	default:
		c.add("month", ProblemWord)
	}
	if coupon, used := j.Coupon.Get(); used {
		c.number("coupon_card_hours", coupon.CardHours)
		c.number("coupon_price", coupon.Price)
	}
	for _, line := range j.Basket {
		c.field("line", Fields["gpus"], whole(int64(line.Cards)))
		c.field("line", Fields["hours"], line.Hours)
	}
	return c.problems
}

type checker struct{ problems []Problem }

func (c *checker) add(field, code string) {
	c.problems = append(c.problems, Problem{Field: field, Err: &catalog.TypedError{Code: code}})
}

func (c *checker) number(name string, value catalog.Decimal) { c.field(name, Fields[name], value) }

func (c *checker) field(name string, field catalog.TypedField, value catalog.Decimal) {
	if err := field.Check(value.Trim(0)); err != nil {
		c.problems = append(c.problems, Problem{Field: name, Err: err})
	}
}

func (c *checker) optional(name string, value catalog.Opt[catalog.Decimal]) {
	if value.Known {
		c.number(name, value.Value)
	}
}

func (c *checker) word(name string, known bool) {
	if !known {
		c.add(name, ProblemWord)
	}
}

func (c *checker) schedule(s Schedule) {
	c.optional("hours", s.Hours)
	c.optional("hours_per_day", s.HoursPerDay)
	c.optional("days", s.Days)
	c.optional("months", s.Months)
	ways := 0
	for _, set := range []bool{s.Hours.Known, s.HoursPerDay.Known || s.Days.Known, s.Months.Known} {
		if set {
			ways++
		}
	}
	if ways != 1 {
		c.add("hours", ProblemSchedule)
	} else if s.HoursPerDay.Known != s.Days.Known {
		c.add("days", ProblemDays)
	}
}

// withDefaults fills the words whose zero value stands for a default.
func (j Job) withDefaults() Job {
	if j.Currency == "" {
		j.Currency = catalog.CNY
	}
	if j.Month == 0 {
		j.Month = catalog.Month730
	}
	if j.Utilisation.IsZero() {
		j.Utilisation = whole(100)
	}
	return j
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

package pricing

import "gpuscale/catalog"

// Job is what is rented and how it runs: the input of a bill. Quantities that
// were left out are zero, except where an unset Opt means "not known".
type Job struct {
	Cards    int // cards needed, 1–100,000
	Schedule Schedule

	StorageGB   catalog.Decimal // GB kept for the run and while stopped, 0–1e9
	SnapshotGB  catalog.Decimal // GB of snapshots, kept as long, 0–1e9
	ImageGB     catalog.Decimal // GB of own images, kept as long, 0–1e9
	EgressGB    catalog.Decimal // GB sent to the internet in all, 0–1e9
	UploadGB    catalog.Decimal // GB brought in in all, 0–1e9
	PublicIPs   int             // addresses held for the run and while stopped, 0–10,000
	StoppedDays catalog.Decimal // days shut down but kept after the run, 0–3,650

	Utilisation         catalog.Decimal              // percent of paid card time that computes, 1–100; zero means 100
	InterruptionPerHour catalog.Opt[catalog.Decimal] // interruptions per hour of one machine, 0–60; unset: unknown
	CheckpointMinutes   catalog.Opt[catalog.Decimal] // time to save one checkpoint; unset: no checkpoints
	RestartMinutes      catalog.Decimal              // time to be running again after an interruption

	VATPercent int // added to prices: 0 or 6
	Currency   catalog.Currency
	Month      catalog.MonthHours
	Billing    []catalog.BillingMode        // empty: every mode
	Budget     catalog.Opt[catalog.Decimal] // in Currency
	Basket     []BasketLine                 // further cards rented from the same provider
	Coupon     catalog.Opt[CouponPackage]

	Uninterruptible bool // the run must not be interrupted: spot is excluded
}

// Schedule says how long each card runs, in one of three ways: Hours in one go;
// HoursPerDay on each of Days; or Months of running throughout. Set exactly one.
type Schedule struct {
	Hours       catalog.Opt[catalog.Decimal] // 0–87,600
	HoursPerDay catalog.Opt[catalog.Decimal] // 0–24
	Days        catalog.Opt[catalog.Decimal] // 0–3,650, whole days
	Months      catalog.Opt[catalog.Decimal] // 0–120
}

// BasketLine is one further position of a basket: Cards of an accelerator, each
// running Hours in one go.
type BasketLine struct {
	Accelerator string // slug
	Cards       int
	Hours       catalog.Decimal
}

// Limits of inputs; beyond them a job is refused rather than computed.
const (
	MaxHours = 87_600  // ten years
	MaxCards = 100_000 // more than any provider rents
)

// HoursPerCard returns how long each card runs in all; ok is false for a schedule
// that is not set.
func (s Schedule) HoursPerCard(month catalog.MonthHours) (hours catalog.Decimal, ok bool) {
	if !s.Hours.Known && !s.Months.Known && !(s.HoursPerDay.Known && s.Days.Known) {
		return catalog.Decimal{}, false
	}
	job := Job{Schedule: s, Month: month}
	return hoursOf(job.clock().run()), true
}

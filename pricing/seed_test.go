package pricing_test

import (
	"strings"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/pricing"
	"gpuscale/seed"
)

func seedMarket(t *testing.T) *catalog.Market {
	t.Helper()
	set, err := seed.Load()
	if err != nil {
		t.Fatal(err)
	}
	data, problems := dataset.Parse(set)
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	return catalog.NewMarket(data, time.Date(2026, 12, 1, 12, 0, 0, 0, catalog.Shanghai))
}

func known(s string) catalog.Opt[catalog.Decimal] { return catalog.Known(decimal.MustParse(s)) }

// Whatever the job, the bills of the starting data keep their promises.
func TestBillsOfTheStartingDataAddUp(t *testing.T) {
	m := seedMarket(t)
	plain := pricing.Job{Cards: 1, Schedule: pricing.Schedule{Hours: known("100")}}
	full := pricing.Job{Cards: 12, Schedule: pricing.Schedule{HoursPerDay: known("7.5"), Days: known("40")}, StorageGB: decimal.MustParse("500"),
		EgressGB: decimal.MustParse("50"), UploadGB: decimal.MustParse("20"), PublicIPs: 2, StoppedDays: decimal.MustParse("9"),
		Utilisation: decimal.MustParse("63.5"), InterruptionPerHour: known("0.01"), CheckpointMinutes: known("5"), VATPercent: 6,
		Currency: catalog.USD, Month: catalog.Month744}
	months := pricing.Job{Cards: 64, Schedule: pricing.Schedule{Months: known("1.5")}, Currency: catalog.CNY}
	for name, job := range map[string]pricing.Job{"plain": plain, "everything": full, "months": months} {
		for _, show := range []catalog.Show{catalog.ShowRanked, catalog.ShowAll} {
			t.Run(name+" "+string(show), func(t *testing.T) {
				result, err := pricing.Evaluate(m, catalog.OfferQuery{Show: show}, job)
				if err != nil || len(result.Results) == 0 {
					t.Fatal(len(result.Results), err)
				}
				for i := range result.Results {
					requireSoundBill(t, &result.Results[i], job)
				}
				requireOrder(t, result.Results)
				requireReasons(t, result.Excluded)
			})
		}
	}
}

func requireSoundBill(t *testing.T, r *pricing.Row, job pricing.Job) {
	t.Helper()
	offer, _ := r.Offer()
	b := r.Bill()
	var sum pricing.Amount
	for _, line := range b.Lines {
		sum = sum.Plus(pricing.Exactly(line.Amount))
		if line.Amount.IsZero() || strings.Contains(line.Formula, "NaN") || strings.Contains(line.Formula, "Inf") {
			t.Errorf("%s: line %+v", r.PriceID(), line)
		}
	}
	if sum.Cmp(pricing.Exactly(b.Total.Low)) != 0 {
		t.Errorf("%s: lines sum to %v, total %s", r.PriceID(), sum.Float(), b.Total.Low)
	}
	per := offer.Count.Or(1)
	if want := (job.Cards + per - 1) / per; b.Machines != want || b.Cards != want*per {
		t.Errorf("%s: %d machines and %d cards, want %d machines of %d", r.PriceID(), b.Machines, b.Cards, want, per)
	}
	if b.Total.Low.Sign() <= 0 || b.Total.High.Known && b.Total.High.Value.Cmp(b.Total.Low) < 0 {
		t.Errorf("%s: total %+v", r.PriceID(), b.Total)
	}
	if !b.EffectivePerGPUHour.Known || b.EffectivePerGPUHour.Value.Low.Sign() <= 0 {
		t.Errorf("%s: effective price %+v", r.PriceID(), b.EffectivePerGPUHour)
	}
	var parts pricing.Amount
	for _, part := range r.Parts() {
		parts = parts.Plus(pricing.Exactly(part.Amount))
	}
	if off := parts.Minus(sum).Float(); off > 0.04 || off < -0.04 {
		t.Errorf("%s: parts %v of a total of %s", r.PriceID(), r.Parts(), b.Total.Low)
	}
}

func requireOrder(t *testing.T, rows []pricing.Row) {
	t.Helper()
	for i := 1; i < len(rows); i++ {
		a, b := &rows[i-1], &rows[i]
		if c := a.Total().Low.Cmp(b.Total().Low); c > 0 || c == 0 && a.AtLeast && !b.AtLeast {
			t.Errorf("%s at %v (at least %v) stands before %s at %v", a.PriceID(), a.Total().Low, a.AtLeast, b.PriceID(), b.Total().Low)
		}
	}
}

func requireReasons(t *testing.T, excluded []pricing.Exclusion) {
	t.Helper()
	for i := range excluded {
		x := &excluded[i]
		if _, price := x.Offer(); x.Notice.Code == "" || price.ID != x.PriceID() {
			t.Errorf("%s is excluded as %q", x.PriceID(), x.Notice.Code)
		}
	}
}

// The starting data has no price of a host, so cards priced alone stay out.
func TestCardsPricedAloneAreExcludedInTheStartingData(t *testing.T) {
	m := seedMarket(t)
	result, err := pricing.Evaluate(m, catalog.OfferQuery{Show: catalog.ShowAll, Provider: catalog.Terms[string]{In: []string{"gcp"}}},
		pricing.Job{Cards: 1, Schedule: pricing.Schedule{Hours: known("1")}})
	if err != nil {
		t.Fatal(err)
	}
	alone := 0
	for i := range result.Excluded {
		if result.Excluded[i].Notice.Code == pricing.ExcludedHost {
			alone++
		}
	}
	if alone != 16 {
		t.Errorf("%d prices of cards alone are excluded, want 16", alone)
	}
}

func TestEveryCostThatABillReadsCanBeRecorded(t *testing.T) {
	_, column, _ := dataset.SchemaOf(dataset.ExtraCosts).Column("cost_type")
	for _, kind := range []string{"data-disk", "file-storage", "snapshot", "image-storage", "egress", "upload", "public-ip", "stopped-rule",
		"host-part", "minimum-charge"} {
		if _, code := column.Canonical(kind); code != "" {
			t.Errorf("no file can hold a cost of the type %q: %s", kind, code)
		}
	}
}

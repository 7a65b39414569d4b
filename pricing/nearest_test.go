package pricing

import (
	"math/rand/v2"
	"testing"
	"time"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/seed"
)

func startingMarket(t *testing.T) *catalog.Market {
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

func answerOf(t *testing.T, m *catalog.Market, q catalog.OfferQuery, job Job) groupKey {
	t.Helper()
	e, err := evaluate(m, q, job)
	if err != nil {
		t.Fatal(err)
	}
	if best := e.result.Best(); best != nil {
		return best.group.plan.key
	}
	return groupKey{}
}

// walked finds the nearest change by trying every value.
func walked(t *testing.T, m *catalog.Market, q catalog.OfferQuery, job Job, l lever, sign int64) (int64, bool) {
	t.Helper()
	today := answerOf(t, m, q, job)
	today.host = nil
	from, _ := Exactly(l.from).Floor().whole()
	if sign < 0 {
		from, _ = Exactly(l.from).Ceil().whole()
	}
	for n := from + sign; n >= l.min && n <= l.max; n += sign {
		moved := job
		l.set(&moved, n)
		at := answerOf(t, m, q, moved)
		if at.host = nil; at != today {
			return n, true
		}
	}
	return 0, false
}

func randomJob(r *rand.Rand) Job {
	pick := func(words ...string) catalog.Decimal { return dec(words[r.IntN(len(words))]) }
	job := Job{Cards: []int{1, 1, 2, 3, 8, 16, 20}[r.IntN(7)], StorageGB: pick("0", "0", "50", "200", "2000"), EgressGB: pick("0", "0", "50", "800"),
		StoppedDays: pick("0", "0", "3"), Uninterruptible: r.IntN(4) == 0}
	switch r.IntN(4) {
	case 0:
		job.Schedule = Schedule{HoursPerDay: catalog.Known(pick("4", "8", "24")), Days: catalog.Known(pick("5", "22", "60"))}
	case 1:
		job.Schedule = Schedule{Months: catalog.Known(pick("1", "2.5", "7"))}
	default:
		job.Schedule = Schedule{Hours: catalog.Known(pick("1", "10", "10.5", "100", "300", "655", "656", "657", "731", "1500"))}
	}
	if r.IntN(3) == 0 {
		job.InterruptionPerHour, job.CheckpointMinutes, job.RestartMinutes = opt("0.03"), opt("2"), dec("5")
	}
	if r.IntN(6) == 0 {
		job.Coupon = catalog.Known(CouponPackage{CardHours: dec("300"), Price: dec("300")})
	}
	return job
}

// The changes that are reported are the nearest there are, in both directions, also
// where a price is the cheapest for a few hours only.
func TestChangesAreTheNearest(t *testing.T) {
	m := startingMarket(t)
	r := rand.New(rand.NewPCG(7, 12))
	cards := []string{"rtx-4090-24gb", "rtx-5090-32gb", "a100-80gb-sxm", "h100-any", "rtx-3090-24gb", "v100-any", "l40s-48gb"}
	jobs := 28
	if testing.Short() {
		jobs = 7
	}
	for i := range jobs {
		q := catalog.OfferQuery{GPU: catalog.Terms[string]{In: []string{cards[i%len(cards)]}}}
		job := randomJob(r)
		if told := []struct {
			card, hours string
			cards       int
		}{{"rtx-5090-32gb", "100", 1}, {"h100-any", "300", 8}, {"rtx-4090-24gb", "10", 1}}; i < len(told) {
			q.GPU.In = []string{told[i].card}
			job = Job{Cards: told[i].cards, Schedule: Schedule{Hours: opt(told[i].hours)}}
		}
		result, err := Evaluate(m, q, job)
		if err != nil {
			t.Fatal(err)
		}
		if len(result.Results) == 0 {
			continue
		}
		filled := job.withDefaults()
		for _, l := range filled.levers() {
			for _, sign := range []int64{-1, 1} {
				if l.name == "storage_gb" || l.name == "egress_gb" {
					l.max = 2500 // walking further takes long
				}
				want, changes := walked(t, m, q, job, l, sign)
				got, found := reported(result, l, sign)
				if found && got > l.max {
					found = false
				}
				if found != changes || found && got != want {
					t.Errorf("job %d %v: %s from %s by %d: %d %v, want %d %v\n%+v", i, q.GPU.In, l.name, l.from, sign, got, found, want, changes, job)
				}
			}
		}
	}
}

func reported(result Result, l lever, sign int64) (int64, bool) {
	for _, c := range result.Sensitivity {
		if c.Input == l.name && c.At.Cmp(l.from) == int(sign) {
			return units(c.At, 0), true
		}
	}
	return 0, false
}

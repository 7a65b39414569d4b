package pricing

import (
	"errors"
	"slices"
	"testing"

	"gpuscale/catalog"
)

func TestAnInvalidJobIsRefused(t *testing.T) {
	m := marketOf(line("a", "1", catalog.OnDemand, catalog.GPUHour))
	valid := hours("1")
	for _, tt := range []struct {
		name, field, code string
		change            func(*Job)
	}{
		{"no card", "gpus", catalog.TypedBelowMin, func(j *Job) { j.Cards = 0 }},
		{"more cards than there are", "gpus", catalog.TypedAboveMax, func(j *Job) { j.Cards = MaxCards + 1 }},
		{"negative hours", "hours", catalog.TypedBelowMin, func(j *Job) { j.Schedule.Hours = opt("-1") }},
		{"more than ten years", "hours", catalog.TypedAboveMax, func(j *Job) { j.Schedule.Hours = opt("87601") }},
		{"no schedule", "hours", ProblemSchedule, func(j *Job) { j.Schedule = Schedule{} }},
		{"two schedules", "hours", ProblemSchedule, func(j *Job) { j.Schedule.Months = opt("1") }},
		{"hours a day without days", "days", ProblemDays, func(j *Job) { j.Schedule = Schedule{HoursPerDay: opt("8")} }},
		{"25 hours a day", "hours_per_day", catalog.TypedAboveMax, func(j *Job) { j.Schedule = Schedule{HoursPerDay: opt("25"), Days: opt("1")} }},
		{"half a day", "days", catalog.TypedNotWhole, func(j *Job) { j.Schedule = Schedule{HoursPerDay: opt("8"), Days: opt("1.5")} }},
		{"negative storage", "storage_gb", catalog.TypedBelowMin, func(j *Job) { j.StorageGB = dec("-1") }},
		{"more than all of a card", "utilisation", catalog.TypedAboveMax, func(j *Job) { j.Utilisation = dec("101") }},
		{"another VAT rate", "vat", ProblemWord, func(j *Job) { j.VATPercent = 13 }},
		{"another currency", "currency", ProblemWord, func(j *Job) { j.Currency = "EUR" }},
		{"another month", "month", ProblemWord, func(j *Job) { j.Month = 700 }},
		{"an empty line of the basket", "line", catalog.TypedBelowMin, func(j *Job) { j.Basket = []BasketLine{{Accelerator: "rtx-4090"}} }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			job := valid
			tt.change(&job)
			problems := job.Check()
			if len(problems) != 1 || problems[0].Field != tt.field || problems[0].Err.Code != tt.code {
				t.Errorf("problems %v, want %s %s", problems, tt.field, tt.code)
			}
			if _, err := Evaluate(m, catalog.OfferQuery{}, job); !errors.Is(err, ErrInvalidJob) {
				t.Errorf("evaluated: %v", err)
			}
		})
	}
	if problems := valid.Check(); problems != nil {
		t.Errorf("a valid job has %v", problems)
	}
}

func TestEvaluateKeepsToTheQueryAndTheModes(t *testing.T) {
	m := marketOf(line("p-hour", "5", catalog.OnDemand, catalog.GPUHour, offerOf("x")),
		line("p-month", "2190", catalog.BillMonth, catalog.GPUMonth, offerOf("x")),
		line("q-hour", "4", catalog.OnDemand, catalog.GPUHour, provider("q")))
	job := hours("730")
	result, err := Evaluate(m, catalog.OfferQuery{}, job)
	if got := ids(result); err != nil || !slices.Equal(got, []string{"p-month", "q-hour", "p-hour"}) {
		t.Errorf("all modes: %v, %v", got, err)
	}
	job.Billing = []catalog.BillingMode{catalog.OnDemand}
	result, _ = Evaluate(m, catalog.OfferQuery{}, job)
	if got := ids(result); !slices.Equal(got, []string{"q-hour", "p-hour"}) {
		t.Errorf("on demand only: %v", got)
	}
	result, _ = Evaluate(m, catalog.OfferQuery{Provider: catalog.Terms[string]{In: []string{"p"}}}, hours("730"))
	if got := ids(result); !slices.Equal(got, []string{"p-month", "p-hour"}) {
		t.Errorf("provider p only: %v", got)
	}
	result, _ = Evaluate(m, catalog.OfferQuery{GPU: catalog.Terms[string]{In: []string{"rtx-4090"}}}, hours("730"))
	if len(result.Results) != 0 || len(result.Sensitivity) != 0 {
		t.Errorf("no offer fits, but %v", ids(result))
	}
}

// Every change that is named is one: at the value the named price wins, and one
// step before it did not.
func TestSensitivityNamesRealChanges(t *testing.T) {
	data := testData(line("hourly", "8", catalog.OnDemand, catalog.GPUHour, offerOf("x")),
		line("monthly", "4500", catalog.BillMonth, catalog.GPUMonth, offerOf("x")),
		line("eights", "7", catalog.OnDemand, catalog.GPUHour, provider("q"), count(8)),
		line("cheap-disk", "8.10", catalog.OnDemand, catalog.GPUHour, provider("r")))
	data.ExtraCosts = []catalog.ExtraCost{extra("data-disk", "1", catalog.CNY, "GB-month"),
		extra("egress", "1", catalog.CNY, "GB"),
		extra("data-disk", "0.1", catalog.CNY, "GB-month", func(e *catalog.ExtraCost) { e.Provider = "r" }),
		extra("egress", "", "", "", free("不限"), func(e *catalog.ExtraCost) { e.Provider = "r" })}
	m := catalog.NewMarket(data, testMoment)
	want := map[string]struct{ at, winner string }{
		"hours":      {"563", "monthly"},
		"gpus":       {"8", "eights"},
		"storage_gb": {"82", "cheap-disk"},
		"egress_gb":  {"11", "cheap-disk"},
	}
	job := hours("100")
	result, err := Evaluate(m, catalog.OfferQuery{}, job)
	if err != nil || result.Results[0].PriceID() != "hourly" {
		t.Fatal(ids(result), err)
	}
	for _, c := range result.Sensitivity {
		w := want[c.Input]
		if c.At.String() != w.at || c.Winner.PriceID() != w.winner {
			t.Errorf("%s: %s from %s on, want %s from %s on", c.Input, c.Winner.PriceID(), c.At, w.winner, w.at)
		}
		delete(want, c.Input)
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
	requireRealChanges(t, m, job, result)
}

func requireRealChanges(t *testing.T, m *catalog.Market, job Job, result Result) {
	t.Helper()
	for _, c := range result.Sensitivity {
		for _, l := range job.levers() {
			if l.name != c.Input {
				continue
			}
			moved := job
			l.set(&moved, units(c.At, 0))
			at, err := Evaluate(m, catalog.OfferQuery{}, moved)
			if err != nil {
				t.Fatal(err)
			}
			first := at.Best()
			if first.PriceID() != c.Winner.PriceID() || first.Total() != c.Winner.Total() {
				t.Errorf("%s = %s: %s at %v wins, not %s at %v", c.Input, c.At, first.PriceID(), first.Total(), c.Winner.PriceID(), c.Winner.Total())
			}
			if first.PriceID() == result.Best().PriceID() {
				t.Errorf("%s = %s: the winner stays %s", c.Input, c.At, first.PriceID())
			}
		}
	}
}

func TestHoursWithinABudget(t *testing.T) {
	data := testData(line("hourly", "8", catalog.OnDemand, catalog.GPUHour, count(8), offerOf("x")),
		line("monthly", "2000", catalog.BillMonth, catalog.InstanceMonth, count(8), offerOf("x")),
		line("dear", "9000", catalog.BillMonth, catalog.InstanceMonth, provider("q")),
		line("tiny", "0.000001", catalog.OnDemand, catalog.GPUHour, provider("r")))
	m := catalog.NewMarket(data, testMoment)
	job := Job{Cards: 8, Schedule: Schedule{Hours: opt("100")}, Budget: opt("5000")}
	result := everything(t, m, job)
	want := map[string]int{"hourly": 78, "monthly": 1460, "dear": 0, "tiny": MaxHours}
	for i := range result.Results {
		row := &result.Results[i]
		if got, ok := row.HoursWithin(dec("5000")); !ok || got != want[row.PriceID()] {
			t.Errorf("%s: %d hours for 5000, %v, want %d", row.PriceID(), got, ok, want[row.PriceID()])
		}
		if over := row.PriceID() == "hourly" || row.PriceID() == "dear"; row.OverBudget() != over || row.Bill().warned(WarnOverBudget) != over {
			t.Errorf("%s: over budget %v, want %v", row.PriceID(), row.OverBudget(), over)
		}
	}
	job.StorageGB, job.StoppedDays = dec("1000"), dec("30")
	data.ExtraCosts = []catalog.ExtraCost{extra("data-disk", "1", catalog.CNY, "GB-day")}
	row, _, _ := At(catalog.NewMarket(data, testMoment), "hourly", job)
	if got, ok := row.HoursWithin(dec("5000")); ok {
		t.Errorf("30000 of storage leave %d hours of a budget of 5000", got)
	}
}

func TestABasketIsBoughtFromOneProvider(t *testing.T) {
	rtx := func(l *catalog.PriceLine) {
		l.AcceleratorName, l.VRAMGB, l.FormFactor = "RTX 4090", catalog.Known(24.0), ""
	}
	m := marketOf(line("p-a100", "8", catalog.OnDemand, catalog.GPUHour), line("p-4090", "2", catalog.OnDemand, catalog.GPUHour, rtx),
		line("q-a100", "7", catalog.OnDemand, catalog.GPUHour, provider("q")),
		line("q-4090", "3.50", catalog.OnDemand, catalog.GPUHour, rtx, provider("q")),
		line("r-a100", "1", catalog.OnDemand, catalog.GPUHour, provider("r")))
	job := hours("10")
	job.Basket = []BasketLine{{Accelerator: "rtx-4090", Cards: 2, Hours: dec("5")}}
	result, err := Evaluate(m, catalog.OfferQuery{GPU: catalog.Terms[string]{In: []string{"a100-80gb-sxm"}}}, job)
	if err != nil {
		t.Fatal(err)
	}
	if got := ids(result); !slices.Equal(got, []string{"p-a100", "q-a100"}) {
		t.Fatalf("results %v", got)
	}
	b := result.Results[0].Bill()
	if total(b) != "CNY 100.00" || len(b.Lines) != 2 || b.Lines[1].Formula != "2.00 × 5 h × 2" {
		t.Errorf("%s, lines %v", total(b), b.Lines)
	}
	requireSum(t, b)
	if x := result.Excluded; len(x) != 1 || x[0].PriceID() != "r-a100" || x[0].Notice.Code != ExcludedLineMissing || x[0].Notice.Params["accelerator"] != "rtx-4090" {
		t.Errorf("excluded %+v, want r without the further card", x)
	}
	if choice := result.Basket[0]; choice.Row == nil || choice.Row.PriceID() != "p-4090" {
		t.Errorf("the line alone is cheapest at %v", choice)
	}
}

package pricing

import (
	"testing"

	"gpuscale/catalog"
)

// withProvider bills price a under a provider that names its metering.
func withProvider(t *testing.T, words []string, costs []catalog.ExtraCost, facts []catalog.Fact, billing catalog.BillingMode, job Job) Bill {
	t.Helper()
	data := testData(line("a", "3.00", billing, catalog.GPUHour))
	data.Providers[0].BillingModes = words
	data.ExtraCosts, data.Facts = costs, facts
	return billAt(t, catalog.NewMarket(data, testMoment), "a", job)
}

func TestTenJobsOfTwentyMinutes(t *testing.T) {
	jobs := Job{Cards: 1, Schedule: Schedule{HoursPerDay: opt("0.333333"), Days: opt("10")}}
	for _, tt := range []struct {
		name  string
		words []string
		total string
		hours string
	}{
		{"by the second", []string{"per-second"}, "CNY 10.00", "3.333333"},
		{"by the minute", []string{"per-minute"}, "CNY 10.00", "3.333333"},
		{"by the started hour", []string{"per-hour"}, "CNY 30.00", "10"},
		{"the coarsest of several steps is assumed", []string{"per-second", "per-hour"}, "CNY 30.00", "10"},
		{"unknown metering is a lower bound", []string{"on-demand"}, "CNY ≥10.00", "3.33333"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := withProvider(t, tt.words, nil, nil, catalog.OnDemand, jobs)
			if got := total(b); got != tt.total {
				t.Errorf("total %s, want %s", got, tt.total)
			}
			if b.HoursBilled.String() != tt.hours {
				t.Errorf("billed %s h, want %s", b.HoursBilled, tt.hours)
			}
			if b.AtLeast != b.warned(WarnGranularityUnknown) {
				t.Errorf("at least: %v, warnings %v", b.AtLeast, b.Warnings)
			}
		})
	}
}

func TestShortestTimeAndSmallestBill(t *testing.T) {
	oneHour := []catalog.ExtraCost{extra("minimum-charge", "1", "", "hour")}
	if got := total(withProvider(t, []string{"per-second"}, oneHour, nil, catalog.OnDemand, hours("0.1"))); got != "CNY 3.00" {
		t.Errorf("six minutes with a shortest term of an hour cost %s, want CNY 3.00", got)
	}
	cent := []catalog.ExtraCost{extra("minimum-charge", "0.01", catalog.CNY, "once")}
	b := withProvider(t, []string{"per-second"}, cent, nil, catalog.OnDemand, hours("0.000278"))
	if got := total(b); got != "CNY 0.01" {
		t.Errorf("a second at 3.00 an hour costs %s, want the smallest bill of CNY 0.01", got)
	}
	if got := b.line(ItemMinimum); got != "0.01 − 3.00 × 1 s ÷ 3600 = 0.01" {
		t.Errorf("minimum line %q", got)
	}
	requireSum(t, b)
	if got := total(withProvider(t, []string{"per-second"}, cent, nil, catalog.OnDemand, hours("0"))); got != "CNY 0.00" {
		t.Errorf("a machine that was never started costs %s", got)
	}
}

// A machine stopped for 72 hours with a 100 GB disk: the disk and the address are
// still billed, the card only where the provider does so.
func TestWhatBillsWhileStopped(t *testing.T) {
	disk := extra("data-disk", "0.73", catalog.CNY, "GB-month")
	address := extra("public-ip", "0.02", catalog.CNY, "hour")
	rule := func(billed bool) catalog.ExtraCost { return extra("stopped-rule", "", "", "", whileStopped(billed)) }
	job := hours("28")
	job.StorageGB, job.PublicIPs, job.StoppedDays = dec("100"), 1, dec("3")
	for _, tt := range []struct {
		name           string
		costs          []catalog.ExtraCost
		total, stopped string
		warning        string
	}{
		{"cards that are free while stopped", []catalog.ExtraCost{disk, address, rule(false)}, "CNY 96.00", "", ""},
		{"cards that are billed while stopped", []catalog.ExtraCost{disk, address, rule(true)}, "CNY 312.00", "3.00 × 72 h = 216.00", WarnStoppedBilled},
		{"an unknown rule makes a lower bound", []catalog.ExtraCost{disk, address}, "CNY ≥96.00", "", WarnStoppedUnknown},
		{"a disk that is free while stopped", []catalog.ExtraCost{extra("data-disk", "0.73", catalog.CNY, "GB-month", whileStopped(false)), address, rule(false)}, "CNY 88.80", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := withProvider(t, []string{"per-second"}, tt.costs, nil, catalog.OnDemand, job)
			if got := total(b); got != tt.total {
				t.Errorf("total %s, want %s", got, tt.total)
			}
			if got := b.line(ItemStopped); got != tt.stopped {
				t.Errorf("stopped %q, want %q", got, tt.stopped)
			}
			if tt.warning != "" && !b.warned(tt.warning) {
				t.Errorf("no warning %s in %v", tt.warning, b.Warnings)
			}
			requireSum(t, b)
		})
	}
}

func TestDataIsReleasedAfterTheRetention(t *testing.T) {
	facts := []catalog.Fact{{Provider: "p", Key: "retention_stopped", Value: catalog.Words{Zh: "15"}, Unit: "day"}}
	job := hours("28")
	for days, warned := range map[string]bool{"14": false, "15": true, "30": true} {
		job.StoppedDays = dec(days)
		b := withProvider(t, []string{"per-second"}, nil, facts, catalog.OnDemand, job)
		if b.warned(WarnReleased) != warned {
			t.Errorf("stopped for %s of 15 days: warned %v, want %v", days, b.warned(WarnReleased), warned)
		}
	}
}

func TestNightsCountOnlyWhenDataIsKept(t *testing.T) {
	costs := []catalog.ExtraCost{extra("data-disk", "0.01", catalog.CNY, "GB-day"), extra("stopped-rule", "", "", "", whileStopped(true))}
	days := Job{Cards: 1, Schedule: Schedule{HoursPerDay: opt("8"), Days: opt("10")}}
	if got := total(withProvider(t, []string{"per-second"}, costs, nil, catalog.OnDemand, days)); got != "CNY 240.00" {
		t.Errorf("80 hours without data cost %s, want CNY 240.00", got)
	}
	days.StorageGB = dec("100")
	b := withProvider(t, []string{"per-second"}, costs, nil, catalog.OnDemand, days)
	if got := b.line(ItemStorage); got != "100 GB × 0.01 ÷ 24 h × 240 h = 10.00" {
		t.Errorf("storage %q: data is kept for ten whole days", got)
	}
	if got := b.line(ItemStopped); got != "3.00 × 160 h = 480.00" {
		t.Errorf("stopped %q: the nights are billed where shutting down does not end billing", got)
	}
}

func TestSpotInterruptions(t *testing.T) {
	job := hours("72")
	b := withProvider(t, []string{"per-second"}, nil, nil, catalog.Spot, job)
	if total(b) != "CNY ≥216.00" || !b.warned(WarnInterruptionUnknown) {
		t.Errorf("without a rate: %s, %v", total(b), b.Warnings)
	}
	job.InterruptionPerHour = opt("0")
	if b = withProvider(t, []string{"per-second"}, nil, nil, catalog.Spot, job); total(b) != "CNY 216.00" {
		t.Errorf("a machine that is never taken away costs %s", total(b))
	}
	job.InterruptionPerHour, job.CheckpointMinutes, job.RestartMinutes = opt("0.25"), opt("2"), dec("5")
	b = withProvider(t, []string{"per-second"}, nil, nil, catalog.Spot, job)
	if got := total(b); got != "CNY 251.65" {
		t.Errorf("with an interruption every four hours: %s, want CNY 251.65 as the reference case says", got)
	}
	if b.line(ItemCompute) != "3.00 × 72 h = 216.00" || b.line(ItemInterruption) == "" || !b.warned(WarnCheckpointInterval) {
		t.Errorf("lines %v, warnings %v", b.Lines, b.Warnings)
	}
	requireSum(t, b)
	b = withProvider(t, []string{"per-second"}, nil, nil, catalog.OnDemand, job)
	if total(b) != "CNY 216.00" {
		t.Errorf("on-demand cards are not taken away, but cost %s", total(b))
	}
	job.CheckpointMinutes = catalog.Opt[catalog.Decimal]{}
	m := marketOf(line("a", "3.00", catalog.Spot, catalog.GPUHour))
	if _, reason, err := At(m, "a", job); err != nil || reason == nil || reason.Code != ExcludedInterruptions {
		t.Errorf("72 hours without checkpoints, interrupted every four: %v, %v", reason, err)
	}
}

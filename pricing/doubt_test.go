package pricing

import (
	"testing"

	"gpuscale/catalog"
)

func TestAnObjectionToACostStandsBesideTheTotal(t *testing.T) {
	doubted := func(e *catalog.ExtraCost) { e.Doubts = []string{"N1", "Q2", "gone"} }
	for _, row := range []struct {
		name  string
		costs []catalog.ExtraCost
		job   func(*Job)
		want  string
	}{
		{"traffic", []catalog.ExtraCost{extra("egress", "1", catalog.CNY, "GB", doubted)}, func(j *Job) { j.EgressGB = dec("20") }, "Q2"},
		{"a free quota that is enough", []catalog.ExtraCost{extra("data-disk", "0.01", catalog.CNY, "GB-day", free("100GB"), doubted)},
			func(j *Job) { j.StorageGB = dec("20") }, "Q2"},
		{"the way of storing that is not used", []catalog.ExtraCost{extra("data-disk", "9", catalog.CNY, "GB-day", doubted), extra("file-storage", "0.01", catalog.CNY, "GB-day")},
			func(j *Job) { j.StorageGB = dec("20") }, ""},
		{"the rule for stopped cards", []catalog.ExtraCost{extra("stopped-rule", "", "", "", whileStopped(false), doubted)},
			func(j *Job) { j.StoppedDays = dec("2") }, "Q2"},
		{"a rule that does not matter here", []catalog.ExtraCost{extra("stopped-rule", "", "", "", whileStopped(false), doubted)}, func(*Job) {}, ""},
		{"the smallest bill", []catalog.ExtraCost{extra("minimum-charge", "500", catalog.CNY, "once", doubted)}, func(*Job) {}, "Q2"},
		{"addresses", []catalog.ExtraCost{extra("public-ip", "0.02", catalog.CNY, "hour", doubted)}, func(j *Job) { j.PublicIPs = 1 }, "Q2"},
	} {
		t.Run(row.name, func(t *testing.T) {
			data := testData(line("a", "8.00", catalog.OnDemand, catalog.GPUHour))
			data.ExtraCosts = row.costs
			data.Doubts = []catalog.Doubt{{ID: "N1", Verdict: catalog.VerdictNote}, {ID: "Q2", Verdict: catalog.VerdictDoubtful}}
			job := hours("10")
			row.job(&job)
			got := ""
			for _, w := range billAt(t, catalog.NewMarket(data, testMoment), "a", job).Warnings {
				if w.Code == WarnDoubtedCost {
					got = w.Params["doubts"]
				}
			}
			if got != row.want {
				t.Errorf("objections %q, want %q: only open ones, and only to what was used", got, row.want)
			}
		})
	}
}

package pricing

import (
	"testing"

	"gpuscale/catalog"
)

func TestBillsByBillingMode(t *testing.T) {
	m := marketOf(
		line("hour", "8.00", catalog.OnDemand, catalog.GPUHour, count(8)),
		line("machine", "64.00", catalog.OnDemand, catalog.InstanceHour, count(8)),
		line("nano", "0.0084", catalog.OnDemand, catalog.GPUHour),
		line("month", "4500", catalog.BillMonth, catalog.GPUMonth, count(8)),
		line("year", "36000", catalog.BillYear, catalog.InstanceYear),
		line("day", "100", catalog.BillDay, catalog.GPUDay),
		line("rated-month", "5", catalog.BillMonth, catalog.GPUHour),
		line("reserved", "3000", catalog.BillReserved, catalog.InstanceMonth),
		line("dollar", "1.39", catalog.OnDemand, catalog.GPUHour, currency(catalog.USD)),
		line("dynamic", "2.00", catalog.BillDynamic, catalog.GPUHour, func(l *catalog.PriceLine) { l.Max = opt("3.50"); l.Kind = catalog.KindRange }),
		line("usage", "0.50", catalog.BillUsage, catalog.PFLOPHour),
		line("cores", "0.10", catalog.BillCoreHour, catalog.CoreHour, func(l *catalog.PriceLine) { l.VCPU = catalog.Known(16.0) }),
		line("day-rate", "24", catalog.OnDemand, catalog.GPUDay),
	)
	months := func(n string) Job { return Job{Cards: 8, Schedule: Schedule{Months: opt(n)}} }
	with := func(j Job, change func(*Job)) Job { change(&j); return j }
	cards := func(n int) func(*Job) { return func(j *Job) { j.Cards = n } }
	for _, tt := range []struct {
		name, price, total, formula string
		job                         Job
	}{
		{"eight cards for a hundred hours", "hour", "CNY 6400.00", "8.00 × 100 h × 8 = 6400.00", with(hours("100"), cards(8))},
		{"a machine price is not the price of a card", "machine", "CNY 6400.00", "64.00 × 100 h = 6400.00", with(hours("100"), cards(8))},
		{"one card of a machine of eight pays for the machine", "machine", "CNY 6400.00", "64.00 × 100 h = 6400.00", hours("100")},
		{"nine cards need two machines", "machine", "CNY 12800.00", "64.00 × 100 h × 2 = 12800.00", with(hours("100"), cards(9))},
		{"a month of a small price comes from the unrounded price", "nano", "CNY 6.13", "0.0084 × 730 h = 6.13", Job{Cards: 1, Schedule: Schedule{Months: opt("1")}}},
		{"a month of 720 hours", "nano", "CNY 6.05", "0.0084 × 720 h = 6.05", with(Job{Cards: 1, Schedule: Schedule{Months: opt("1")}}, func(j *Job) { j.Month = catalog.Month720 })},
		{"a month of 744 hours", "nano", "CNY 6.25", "0.0084 × 744 h = 6.25", with(Job{Cards: 1, Schedule: Schedule{Months: opt("1")}}, func(j *Job) { j.Month = catalog.Month744 })},
		{"three months prepaid", "month", "CNY 108000.00", "4500.00 × 3 × 8 = 108000.00", months("3")},
		{"a hundred hours take a whole month", "month", "CNY 36000.00", "4500.00 × 1 × 8 = 36000.00", with(hours("100"), cards(8))},
		{"731 hours take two months", "month", "CNY 72000.00", "4500.00 × 2 × 8 = 72000.00", with(hours("731"), cards(8))},
		{"a year is paid in full", "year", "CNY 36000.00", "36000.00 × 1 = 36000.00", with(months("5"), cards(1))},
		{"thirteen months take two years", "year", "CNY 72000.00", "36000.00 × 2 = 72000.00", with(months("13"), cards(1))},
		{"25 hours take two days", "day", "CNY 200.00", "100.00 × 2 = 200.00", hours("25")},
		{"a monthly subscription quoted by the hour", "rated-month", "CNY 3650.00", "5.00 × 730 h = 3650.00", hours("100")},
		{"a commitment of unknown length is a lower bound", "reserved", "CNY ≥3000.00", "3000.00 × 1 = 3000.00", hours("100")},
		{"dollars are converted once, at full precision", "dollar", "CNY 936.78", "1.39 × 100 h × 6.7394 = 936.78", hours("100")},
		{"dollars stay dollars", "dollar", "USD 139.00", "1.39 × 100 h = 139.00", with(hours("100"), func(j *Job) { j.Currency = catalog.USD })},
		{"yuan in dollars", "hour", "USD 949.64", "8.00 × 100 h × 8 ÷ 6.7394 = 949.64", with(hours("100"), func(j *Job) { j.Currency = catalog.USD })},
		{"a dynamic price gives a range", "dynamic", "CNY 200.00–350.00", "2.00 × 100 h = 200.00", hours("100")},
		{"delivered PFLOP-hours at a stated utilisation", "usage", "CNY 6.24", "0.50 × 100 h × 312 TFLOPS ÷ 1000 × 40% = 6.24", with(hours("100"), func(j *Job) { j.Utilisation = dec("40") })},
		{"core-hours with a stated number of cores", "cores", "CNY 160.00", "0.10 × 100 h × 16 = 160.00", hours("100")},
		{"a daily rate for part of a day", "day-rate", "CNY 36.00", "24.00 ÷ 24 h × 36 h = 36.00", hours("36")},
		{"no hours cost nothing", "hour", "CNY 0.00", "", hours("0")},
		{"the second of the clock counts", "hour", "CNY 16.02", "8.00 × 901 s ÷ 3600 × 8 = 16.02", with(hours("0.250278"), cards(8))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := billAt(t, m, tt.price, tt.job)
			if got := total(b); got != tt.total {
				t.Errorf("total %s, want %s", got, tt.total)
			}
			if got := b.line(ItemCompute); got != tt.formula {
				t.Errorf("compute %s, want %s", got, tt.formula)
			}
			requireSum(t, b)
		})
	}
}

func requireSum(t *testing.T, b Bill) {
	t.Helper()
	var sum Amount
	for _, l := range b.Lines {
		if l.Amount.IsZero() {
			t.Errorf("line %s is zero", l.Item)
		}
		sum = sum.Plus(Exactly(l.Amount))
	}
	if sum.Cmp(Exactly(b.Total.Low)) != 0 {
		t.Errorf("lines sum to %s, total is %s", cents(t, sum), b.Total.Low)
	}
}

func TestExtraCostsOfABill(t *testing.T) {
	for _, tt := range []struct {
		name         string
		costs        []catalog.ExtraCost
		change       func(*Job)
		total, lines string
		warning      string
	}{
		{"storage by the month is charged by the hour", []catalog.ExtraCost{extra("data-disk", "0.35", catalog.CNY, "GB-month")},
			func(j *Job) { j.StorageGB = dec("100") }, "CNY 80.48", "100 GB × 0.35 ÷ 730 h × 10 h = 0.48", ""},
		{"a free quota comes off first", []catalog.ExtraCost{extra("data-disk", "0.01", catalog.CNY, "GB-day", free("50GB"))},
			func(j *Job) { j.StorageGB = dec("74") }, "CNY 80.10", "(74 − 50) GB × 0.01 ÷ 24 h × 10 h = 0.10", ""},
		{"within the free quota storage costs nothing", []catalog.ExtraCost{extra("data-disk", "", "", "", free("50GB"))},
			func(j *Job) { j.StorageGB = dec("50") }, "CNY 80.00", "", ""},
		{"beyond the quota without a price the total is a lower bound", []catalog.ExtraCost{extra("data-disk", "", "", "", free("50GB"))},
			func(j *Job) { j.StorageGB = dec("51") }, "CNY ≥80.00", "", WarnStorageUnknown},
		{"the cheapest way to keep data counts", []catalog.ExtraCost{extra("data-disk", "0.60", catalog.CNY, "GB-month"), extra("file-storage", "0.30", catalog.CNY, "GB-month")},
			func(j *Job) { j.StorageGB = dec("730") }, "CNY 83.00", "730 GB × 0.30 ÷ 730 h × 10 h = 3.00", ""},
		{"binary gigabytes", []catalog.ExtraCost{extra("file-storage", "1.073741824", catalog.CNY, "GiB-month")},
			func(j *Job) { j.StorageGB = dec("730") }, "CNY 90.00", "730 GB × 1.073741824 ÷ 1.073741824 ÷ 730 h × 10 h = 10.00", ""},
		{"terabytes by the day", []catalog.ExtraCost{extra("file-storage", "2", catalog.CNY, "TB-day", free("12TB"))},
			func(j *Job) { j.StorageGB = dec("24000") }, "CNY 90.00", "(24000 − 12000) GB × 2.00 ÷ 1000 ÷ 24 h × 10 h = 10.00", ""},
		{"without any price of storage the total is a lower bound", nil,
			func(j *Job) { j.StorageGB = dec("1") }, "CNY ≥80.00", "", WarnStorageUnknown},
		{"a price per user and year says nothing of gigabytes", []catalog.ExtraCost{extra("file-storage", "300", catalog.CNY, "user-year")},
			func(j *Job) { j.StorageGB = dec("1") }, "CNY ≥80.00", "", WarnStorageUnknown},
		{"a cache keeps no data", []catalog.ExtraCost{extra("file-storage", "0.15", catalog.CNY, "GB-month", func(e *catalog.ExtraCost) { e.Item = catalog.Words{En: "Regional cache"} })},
			func(j *Job) { j.StorageGB = dec("1") }, "CNY ≥80.00", "", WarnStorageUnknown},
		{"outbound traffic", []catalog.ExtraCost{extra("egress", "0.80", catalog.CNY, "GB")},
			func(j *Job) { j.EgressGB = dec("200") }, "CNY 240.00", "200 GB × 0.80 = 160.00", ""},
		{"unlimited traffic costs nothing", []catalog.ExtraCost{extra("egress", "", "", "", free("不限"))},
			func(j *Job) { j.EgressGB = dec("200") }, "CNY 80.00", "", ""},
		{"two prices of traffic span a range", []catalog.ExtraCost{extra("egress", "2.67", catalog.USD, "TB"), extra("egress", "4", catalog.USD, "TB")},
			func(j *Job) { j.EgressGB = dec("1000") }, "CNY 97.99–106.96", "1000 GB × 2.67 ÷ 1000 × 6.7394 = 17.99", WarnRange},
		{"traffic without a price is unknown, not free", nil,
			func(j *Job) { j.EgressGB = dec("0.1") }, "CNY ≥80.00", "", WarnEgressUnknown},
		{"uploads without a price are unknown, not free", nil,
			func(j *Job) { j.UploadGB = dec("10") }, "CNY ≥80.00", "", WarnUploadUnknown},
		{"a priced upload", []catalog.ExtraCost{extra("upload", "0.10", catalog.CNY, "GB")},
			func(j *Job) { j.UploadGB = dec("10") }, "CNY 81.00", "10 GB × 0.10 = 1.00", ""},
		{"public addresses by the hour", []catalog.ExtraCost{extra("public-ip", "0.02", catalog.CNY, "hour")},
			func(j *Job) { j.PublicIPs = 3 }, "CNY 80.60", "0.02 × 10 h × 3 = 0.60", ""},
		{"public addresses without a price", nil, func(j *Job) { j.PublicIPs = 1 }, "CNY ≥80.00", "", WarnPublicIPUnknown},
		{"value-added tax comes on top of everything", []catalog.ExtraCost{extra("egress", "1", catalog.CNY, "GB")},
			func(j *Job) { j.EgressGB = dec("20"); j.VATPercent = 6 }, "CNY 106.00", "20 GB × 1.00 = 20.00", ""},
		{"a smallest bill below the cost changes nothing", []catalog.ExtraCost{extra("minimum-charge", "0.01", catalog.CNY, "once")},
			func(*Job) {}, "CNY 80.00", "", ""},
		{"a smallest top-up is no smallest bill", []catalog.ExtraCost{extra("minimum-charge", "500", catalog.CNY, "once", func(e *catalog.ExtraCost) { e.Item = catalog.Words{En: "Minimum top-up"} })},
			func(*Job) {}, "CNY 80.00", "", WarnTopUp},
		{"a price in an unknown currency is unknown", []catalog.ExtraCost{extra("egress", "1", "EUR", "GB")},
			func(j *Job) { j.EgressGB = dec("20") }, "CNY ≥80.00", "", WarnEgressUnknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := testData(line("a", "8.00", catalog.OnDemand, catalog.GPUHour))
			data.ExtraCosts = tt.costs
			job := hours("10")
			tt.change(&job)
			b := billAt(t, catalog.NewMarket(data, testMoment), "a", job)
			if got := total(b); got != tt.total {
				t.Errorf("total %s, want %s", got, tt.total)
			}
			for _, l := range b.Lines {
				if got := l.Formula + " = " + l.Amount.String(); tt.lines != "" && l.Item != ItemCompute && l.Item != ItemVAT && got != tt.lines {
					t.Errorf("%s: %s, want %s", l.Item, got, tt.lines)
				}
			}
			if tt.warning != "" && !b.warned(tt.warning) {
				t.Errorf("no warning %s in %v", tt.warning, b.Warnings)
			}
			requireSum(t, b)
		})
	}
}

func TestARoundingLineBridgesToTheTotal(t *testing.T) {
	data := testData(line("a", "0.004", catalog.OnDemand, catalog.GPUHour))
	data.ExtraCosts = []catalog.ExtraCost{extra("egress", "0.004", catalog.CNY, "GB"), extra("upload", "0.004", catalog.CNY, "GB")}
	job := hours("1")
	job.EgressGB, job.UploadGB = dec("1"), dec("1")
	b := billAt(t, catalog.NewMarket(data, testMoment), "a", job)
	if len(b.Lines) != 1 || b.Lines[0].Item != ItemRounding || total(b) != "CNY 0.01" {
		t.Errorf("got %v, total %s: three lines of 0.004 are 0.01 in all", b.Lines, total(b))
	}
}

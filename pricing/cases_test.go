package pricing

import (
	"testing"

	"gpuscale/catalog"
)

// everything weighs a job over all prices of a market, ranked or not.
func everything(t *testing.T, m *catalog.Market, job Job) Result {
	t.Helper()
	result, err := Evaluate(m, catalog.OfferQuery{Show: catalog.ShowAll}, job)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func ids(r Result) []string {
	var list []string
	for i := range r.Results {
		list = append(list, r.Results[i].PriceID())
	}
	return list
}

// Prices that cannot be computed with are excluded with a reason, never taken as
// free: a missing host, a missing price, a preview at zero, spot "0.00".
func TestWhatIsNotKnownIsExcludedWithAReason(t *testing.T) {
	m := marketOf(
		line("good", "5", catalog.OnDemand, catalog.GPUHour),
		line("no-host", "2.03", catalog.OnDemand, catalog.GPUHour, func(l *catalog.PriceLine) { l.Scope = catalog.ScopeGPUPart }),
		line("preview", "0", catalog.OnDemand, catalog.GPUHour),
		line("spot-zero", "0.00", catalog.Spot, catalog.GPUHour),
		line("no-price", "1", catalog.OnDemand, catalog.GPUHour, func(l *catalog.PriceLine) { l.Amount = catalog.Opt[catalog.Decimal]{} }),
		line("no-share", "1", catalog.OnDemand, catalog.GPUHour, func(l *catalog.PriceLine) { l.Share = catalog.Share{} }),
		line("no-count", "1", catalog.OnDemand, catalog.InstanceHour, func(l *catalog.PriceLine) { l.Count = catalog.Opt[int]{} }),
		line("cores", "0.10", catalog.BillCoreHour, catalog.CoreHour),
		line("peak", "0.50", catalog.BillUsage, catalog.PFLOPHour, func(l *catalog.PriceLine) {
			l.AcceleratorName = "RTX 4090"
			l.VRAMGB = catalog.Known(24.0)
			l.FormFactor = ""
		}),
		line("euro", "1", catalog.OnDemand, catalog.GPUHour, currency("EUR")),
	)
	result := everything(t, m, hours("100"))
	if got := ids(result); len(got) != 1 || got[0] != "good" {
		t.Errorf("results %v, want only the good price", got)
	}
	want := map[string]string{"no-host": ExcludedHost, "preview": ExcludedZeroPrice, "spot-zero": ExcludedZeroPrice,
		"no-price": ExcludedPriceUnknown, "no-share": ExcludedShareUnknown, "no-count": ExcludedCountUnknown,
		"cores": ExcludedCoreHours, "peak": ExcludedPeakUnknown, "euro": ExcludedRateUnknown}
	for _, x := range result.Excluded {
		if want[x.PriceID()] != x.Notice.Code {
			t.Errorf("%s is excluded as %q, want %q", x.PriceID(), x.Notice.Code, want[x.PriceID()])
		}
		delete(want, x.PriceID())
	}
	if len(want) > 0 {
		t.Errorf("not excluded: %v", want)
	}
}

func TestASliceOfACardSaysSo(t *testing.T) {
	m := marketOf(line("slice", "0.123", catalog.OnDemand, catalog.GPUHour, func(l *catalog.PriceLine) {
		l.Share, l.VRAMGB = catalog.Share{Num: 1, Den: 20}, catalog.Known(4.0)
	}))
	ranked, err := Evaluate(m, catalog.OfferQuery{}, hours("1"))
	if err != nil || len(ranked.Results) != 0 {
		t.Errorf("a slice is weighed with whole cards: %v, %v", ids(ranked), err)
	}
	if b := billAt(t, m, "slice", hours("1")); !b.warned(WarnSlice) {
		t.Errorf("no warning that a slice is sold: %v", b.Warnings)
	}
}

func TestAQuoteForManyMachinesIsNoPriceOfOne(t *testing.T) {
	month := Job{Cards: 64, Schedule: Schedule{Months: opt("1")}}
	m := marketOf(line("quote", "720000", catalog.BillMonth, catalog.InstanceMonth, count(64)))
	b := billAt(t, m, "quote", month)
	perMachine := ProRata(Exactly(b.Total.Low), Whole(8), Whole(int64(b.Cards)))
	if got := cents(t, perMachine); total(b) != "CNY 720000.00" || got != "90000.00" {
		t.Errorf("64 cards for %s make %s a machine of eight, want 90000.00", total(b), got)
	}
}

// The same card with a small and a large host is two offers with two bills.
func TestHostsOfDifferentSizeAreTwoOffers(t *testing.T) {
	host := func(vcpu, ram float64) func(*catalog.PriceLine) {
		return func(l *catalog.PriceLine) { l.VCPU, l.RAMGiB = catalog.Known(vcpu), catalog.Known(ram) }
	}
	m := marketOf(line("small", "1.5484", catalog.OnDemand, catalog.GPUHour, offerOf("l40s"), host(8, 32)),
		line("large", "2.342", catalog.OnDemand, catalog.GPUHour, offerOf("l40s"), host(40, 160)))
	result := everything(t, m, hours("100"))
	if got := ids(result); len(got) != 2 || got[0] != "small" {
		t.Fatalf("results %v", got)
	}
	if offer, _ := result.Results[0].Offer(); offer.VCPU.Value != 8 {
		t.Errorf("the cheapest states a host of %v vCPU, want 8", offer.VCPU)
	}
}

func TestContradictionsAreNotSavings(t *testing.T) {
	for _, tt := range []struct {
		name, hourly, other string
		billing             catalog.BillingMode
		unit                catalog.Unit
		code                catalog.ContradictionCode
	}{
		{"spot above on-demand", "2.03285", "2.1626", catalog.Spot, catalog.GPUHour, catalog.SpotAboveOnDemand},
		{"spot equal to on-demand claims no discount", "2", "2", catalog.Spot, catalog.GPUHour, catalog.SpotEqualsOnDemand},
		{"a month above 730 hours", "2", "1461", catalog.BillMonth, catalog.GPUMonth, catalog.MonthAboveOnDemand},
		{"a commitment above on-demand", "2", "2.50", catalog.BillReserved, catalog.GPUHour, catalog.ReservedAboveOnDemand},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := marketOf(line("hourly", tt.hourly, catalog.OnDemand, catalog.GPUHour, offerOf("x")),
				line("other", tt.other, tt.billing, tt.unit, offerOf("x")))
			b := billAt(t, m, "other", hours("100"))
			if !b.warned(string(tt.code)) {
				t.Errorf("no warning %s in %v", tt.code, b.Warnings)
			}
			if b.BreakEven.Known {
				t.Errorf("break-even %v is advised on a contradiction", b.BreakEven.Value)
			}
		})
	}
}

func TestBreakEvenBetweenModesOfAnOffer(t *testing.T) {
	m := marketOf(line("hourly", "8.00", catalog.OnDemand, catalog.GPUHour, offerOf("x"), count(8)),
		line("monthly", "36000", catalog.BillMonth, catalog.InstanceMonth, offerOf("x"), count(8)),
		line("yearly", "408000", catalog.BillYear, catalog.InstanceYear, offerOf("x"), count(8)),
		line("elsewhere", "1.00", catalog.OnDemand, catalog.GPUHour))
	want := map[string]BreakEven{
		"monthly": {Against: catalog.OnDemand, PriceID: "hourly", Hours: dec("562.50"), Share: dec("77.1"), Period: catalog.BillMonth},
		"yearly":  {Against: catalog.OnDemand, PriceID: "hourly", Hours: dec("6375.00"), Share: dec("72.8"), Period: catalog.BillYear},
		"hourly":  {Against: catalog.BillMonth, PriceID: "monthly", Hours: dec("562.50"), Share: dec("77.1"), Period: catalog.BillMonth},
	}
	for id, even := range want {
		b := billAt(t, m, id, Job{Cards: 8, Schedule: Schedule{Hours: opt("660")}})
		if got := b.BreakEven.Value; got != even {
			t.Errorf("%s: %+v, want %+v", id, got, even)
		}
	}
	if b := billAt(t, m, "elsewhere", hours("1")); b.BreakEven.Known {
		t.Errorf("an offer with one price has a break-even: %v", b.BreakEven.Value)
	}
}

// A price already in the shown currency is not converted again; the rate that was
// used is the newest, with its date.
func TestCurrenciesAreConvertedOnce(t *testing.T) {
	m := marketOf(line("cn", "10.00", catalog.OnDemand, catalog.GPUHour),
		line("intl", "1.40", catalog.OnDemand, catalog.GPUHour, currency(catalog.USD), provider("q")))
	result := everything(t, m, hours("100"))
	if got := ids(result); got[0] != "intl" || total(result.Results[0].Bill()) != "CNY 943.52" {
		t.Errorf("%v, cheapest %s: 1.40 × 6.7394 × 100 is below 1000.00", got, total(result.Results[0].Bill()))
	}
	if got := total(result.Results[1].Bill()); got != "CNY 1000.00" {
		t.Errorf("a price in yuan became %s", got)
	}
	if len(result.Rates) != 1 || result.Rates[0].Date.String() != "2026-08-22" || result.Rates[0].Source.URL == "" {
		t.Errorf("rates %+v, want the newest with its date and source", result.Rates)
	}
	job := hours("100")
	job.Currency = catalog.USD
	dollars := everything(t, m, job)
	if got := total(dollars.Results[0].Bill()); got != "USD 140.00" || dollars.Results[0].PriceID() != "intl" {
		t.Errorf("in dollars the cheapest is %s at %s", dollars.Results[0].PriceID(), got)
	}
}

// The month convention that is named is the one in force, in the list's price per
// card-hour as in the bill.
func TestOneMonthConventionEverywhere(t *testing.T) {
	m := marketOf(line("hourly", "10", catalog.OnDemand, catalog.GPUHour), line("monthly", "7200", catalog.BillMonth, catalog.GPUMonth, provider("q")))
	for month, want := range map[catalog.MonthHours]string{catalog.Month720: "7200.00", catalog.Month730: "7300.00", catalog.Month744: "7440.00"} {
		job := Job{Cards: 1, Schedule: Schedule{Months: opt("1")}, Month: month}
		if got := billAt(t, m, "hourly", job).Total.Low.String(); got != want {
			t.Errorf("a month of %d hours at 10 costs %s, want %s", month, got, want)
		}
		_, price, _ := m.Price("monthly")
		perHour := m.Basis(catalog.CNY, month).PerGPUHour(&price).Rounded().Low.String()
		effective := billAt(t, m, "monthly", job).EffectivePerGPUHour.Value.Low.String()
		if perHour != effective {
			t.Errorf("a month of %d hours: the list says %s an hour, the bill %s", month, perHour, effective)
		}
	}
}

func TestAMissingPriceIsNeverASaving(t *testing.T) {
	data := testData(line("complete", "5.00", catalog.OnDemand, catalog.GPUHour),
		line("open", "5.00", catalog.OnDemand, catalog.GPUHour, provider("q")),
		line("floor", "5.00", catalog.OnDemand, catalog.GPUHour, func(l *catalog.PriceLine) { l.Kind = catalog.KindFloor }))
	data.ExtraCosts = []catalog.ExtraCost{extra("egress", "", "", "", free("不限"))}
	job := hours("100")
	job.EgressGB = dec("10")
	result := everything(t, catalog.NewMarket(data, testMoment), job)
	if got := ids(result); got[0] != "complete" || result.Results[0].AtLeast {
		t.Errorf("order %v: of equal totals the complete one comes first", got)
	}
	for _, row := range result.Results[1:] {
		if !row.AtLeast {
			t.Errorf("%s counts as complete", row.PriceID())
		}
	}
}

func TestAForgottenShutdownCostsAWeekend(t *testing.T) {
	m := marketOf(line("a", "2.00", catalog.OnDemand, catalog.GPUHour))
	result, err := Modes(m, "a", ForgottenShutdown(1, catalog.CNY))
	if err != nil || total(result.Results[0].Bill()) != "CNY 128.00" {
		t.Errorf("got %v, %v, want 64 h × 2.00", result.Results, err)
	}
}

func TestStandardJobsAndTheHiddenShare(t *testing.T) {
	data := testData(line("a", "2.00", catalog.OnDemand, catalog.GPUHour, offerOf("x")), line("m", "1000", catalog.BillMonth, catalog.GPUMonth, offerOf("x")))
	data.ExtraCosts = []catalog.ExtraCost{extra("data-disk", "0.01", catalog.CNY, "GB-day"), extra("stopped-rule", "", "", "", whileStopped(false))}
	m := catalog.NewMarket(data, testMoment)
	want := map[string]struct{ id, total, share string }{
		StandardMonth:       {"m", "CNY 1000.00", "0.0"},
		StandardShort:       {"a", "CNY 61.25", "2.0"},
		StandardStoppedWeek: {"a", "CNY 68.25", "12.1"},
	}
	for _, s := range StandardJobs(1, catalog.CNY, catalog.Month730) {
		result, err := Modes(m, "m", s.Job)
		if err != nil {
			t.Fatal(err)
		}
		best := result.Results[0].Bill()
		w := want[s.Key]
		if got := total(best); result.Results[0].PriceID() != w.id || got != w.total || best.HiddenShare().Value.String() != w.share {
			t.Errorf("%s: %s at %s, hidden %v, want %+v", s.Key, result.Results[0].PriceID(), got, best.HiddenShare(), w)
		}
	}
	job := hours("10")
	job.EgressGB = dec("10")
	if b := billAt(t, m, "a", job); b.HiddenShare().Known {
		t.Errorf("with unknown traffic the hidden share is %v", b.HiddenShare())
	}
}

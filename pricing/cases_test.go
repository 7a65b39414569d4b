package pricing

import (
	"slices"
	"strings"
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

// A quote of 720,000 a month for 64 cards is eight servers at 90,000, however it is
// recorded; it is never 720,000 for a server.
func TestAQuoteForManyMachinesIsNoPriceOfOne(t *testing.T) {
	quote := func(l *catalog.PriceLine) { l.Kind = catalog.KindQuote }
	m := marketOf(line("together", "720000", catalog.BillMonth, catalog.InstanceMonth, count(64), quote),
		line("servers", "90000", catalog.BillMonth, catalog.InstanceMonth, count(8), quote, provider("q")))
	month := func(cards int) Job { return Job{Cards: cards, Schedule: Schedule{Months: opt("1")}} }
	b := billAt(t, m, "together", month(64))
	var said Notice
	for _, n := range b.Warnings {
		if n.Code == WarnCluster {
			said = n
		}
	}
	if total(b) != "CNY 720000.00" || said.Params["servers"] != "8" || said.Params["each"] != "90000.00" {
		t.Errorf("64 cards: %s, said %v", total(b), b.Warnings)
	}
	if b := billAt(t, m, "together", month(8)); total(b) != "CNY 720000.00" || !b.warned(WarnCardsIdle) || b.Cards != 64 {
		t.Errorf("8 of the 64 cards: %s, %d cards, %v", total(b), b.Cards, b.Warnings)
	}
	eight := billAt(t, m, "servers", month(64))
	if total(eight) != "CNY 720000.00" || eight.Machines != 8 || eight.warned(WarnCluster) {
		t.Errorf("servers of eight: %s on %d machines", total(eight), eight.Machines)
	}
	if one := billAt(t, m, "servers", month(8)); total(one) != "CNY 90000.00" || one.Machines != 1 {
		t.Errorf("one server: %s on %d machines", total(one), one.Machines)
	}
	for id, want := range map[string]string{"together": "15.4109589", "servers": "15.4109589"} {
		_, price, _ := m.Price(id)
		if got := m.Basis(catalog.CNY, catalog.Month730).PerGPUHour(&price).Low.String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s a card and hour, want %s", id, got, want)
		}
	}
}

// A disk, an address and a snapshot go on while a machine is shut down; its cards only
// where the provider says so.
func TestWhatGoesOnWhileAMachineIsStopped(t *testing.T) {
	for _, tt := range []struct {
		name    string
		stopped []catalog.ExtraCost
		want    string
		atLeast bool
	}{
		{"cards are not billed", []catalog.ExtraCost{extra("stopped-rule", "", "", "", whileStopped(false))}, "CNY 64.80", false},
		{"cards are billed", []catalog.ExtraCost{extra("stopped-rule", "", "", "", whileStopped(true))}, "CNY 280.80", false},
		{"not known", nil, "CNY ≥64.80", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := testData(line("x", "3", catalog.OnDemand, catalog.GPUHour))
			data.ExtraCosts = append([]catalog.ExtraCost{extra("data-disk", "0.01", catalog.CNY, "GB-hour"), extra("public-ip", "0.02", catalog.CNY, "hour"),
				extra("snapshot", "0.24", catalog.CNY, "GB-day")}, tt.stopped...)
			job := hours("0")
			job.StoppedDays, job.StorageGB, job.SnapshotGB, job.PublicIPs = dec("3"), dec("50"), dec("38"), 1
			b := billAt(t, catalog.NewMarket(data, testMoment), "x", job)
			// 50 × 0.01 × 72 + 38 × 0.24 ÷ 24 × 72 + 0.02 × 72, and 3 × 72 for the cards
			var amounts []string
			for _, l := range b.Lines {
				if l.Item != ItemStopped {
					amounts = append(amounts, l.Amount.String())
				}
			}
			if !slices.Equal(amounts, []string{"36.00", "27.36", "1.44"}) {
				t.Errorf("disk, snapshot and address cost %v", amounts)
			}
			if total(b) != tt.want || b.AtLeast != tt.atLeast {
				t.Errorf("%s, at least %v, want %s\n%v", total(b), b.AtLeast, tt.want, b.Lines)
			}
		})
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
	m := marketOf(line("hourly", "10", catalog.OnDemand, catalog.GPUHour), line("monthly", "7200", catalog.BillMonth, catalog.GPUMonth, provider("q")),
		line("daily", "240", catalog.BillDay, catalog.GPUDay, provider("r")))
	for month, want := range map[catalog.MonthHours]string{catalog.Month720: "7200.00", catalog.Month730: "7300.00", catalog.Month744: "7440.00"} {
		job := Job{Cards: 1, Schedule: Schedule{Months: opt("1")}, Month: month}
		if got := billAt(t, m, "hourly", job).Total.Low.String(); got != want {
			t.Errorf("a month of %d hours at 10 costs %s, want %s", month, got, want)
		}
		days := map[catalog.MonthHours]string{catalog.Month720: "7200.00", catalog.Month730: "7440.00", catalog.Month744: "7440.00"}[month]
		if got := billAt(t, m, "daily", job).Total.Low.String(); got != days {
			t.Errorf("a month of %d hours in whole days at 240 costs %s, want %s", month, got, days)
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

// A card and software at one price cannot be separated: no part is invented for the
// card, in the list as in the bill.
func TestABundleHasNoPricePerCard(t *testing.T) {
	m := marketOf(line("card", "5", catalog.OnDemand, catalog.GPUHour), line("bundle", "4", catalog.OnDemand, catalog.GPUHour, provider("q"), func(l *catalog.PriceLine) {
		l.Share = catalog.Share{}
	}))
	result := everything(t, m, hours("100"))
	if got := ids(result); len(got) != 1 || got[0] != "card" {
		t.Errorf("results %v", got)
	}
	if len(result.Excluded) != 1 || result.Excluded[0].PriceID() != "bundle" || result.Excluded[0].Notice.Code != ExcludedShareUnknown {
		t.Errorf("excluded %+v", result.Excluded)
	}
	_, price, _ := m.Price("bundle")
	if per := m.Basis(catalog.CNY, catalog.Month730).PerGPUHour(&price); per.Reason != catalog.ReasonShareUnknown {
		t.Errorf("a bundle is %+v a card and hour", per)
	}
	if price.Amount.Value.String() != "4" {
		t.Errorf("the published price became %v", price.Amount)
	}
}

package catalog_test

import (
	"fmt"
	"testing"
	"time"

	"gpuscale/catalog"
)

var testDay = time.Date(2026, 12, 1, 12, 0, 0, 0, catalog.Shanghai)

func known(t testing.TB, s string) catalog.Opt[catalog.Decimal] {
	t.Helper()
	d, err := catalog.ParseDecimal(s)
	if err != nil {
		t.Fatal(err)
	}
	return catalog.Known(d)
}

func day(s string) catalog.Date {
	d, err := catalog.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

// line is a ranked price of 8.00 CNY for an A100 card and hour; change bends it.
func line(t testing.TB, id string, change func(*catalog.PriceLine)) catalog.PriceLine {
	l := catalog.PriceLine{
		ID: id, Provider: "alpha", AcceleratorName: "A100 SXM4 80GB", Vendor: "NVIDIA", VRAMGB: catalog.Known(80.0),
		Count: catalog.Known(1), Share: catalog.Share{Num: 1, Den: 1}, Billing: catalog.OnDemand, Amount: known(t, "8"),
		Kind: catalog.KindList, Currency: catalog.CNY, Unit: catalog.GPUHour, Grade: catalog.GradeA, Scope: catalog.ScopeWhole,
		Source: catalog.Source{URL: "https://alpha.example/price", Seen: day("2026-11-20"), Confidence: catalog.OfficialPage},
	}
	if change != nil {
		change(&l)
	}
	return l
}

func smallData(t testing.TB, lines ...catalog.PriceLine) catalog.Data {
	card := func(slug, model string, form catalog.Form, gb, link float64) catalog.Accelerator {
		return catalog.Accelerator{Slug: slug, Vendor: "NVIDIA", Model: model, Form: form, MemoryGB: catalog.Known(gb),
			FP16TFLOPS: catalog.Known(312.0), BandwidthGBs: catalog.Known(2039.0), TDPWatts: catalog.Known(400.0),
			InterconnectGBs: catalog.Known(600.0), DefaultLinkGBs: catalog.Known(link)}
	}
	return catalog.Data{
		Revision: 7,
		Providers: []catalog.Provider{
			{Slug: "alpha", Name: catalog.Words{Zh: "甲云", En: "Alpha"}, Kind: catalog.Hyperscaler, Market: catalog.MainlandChina, Status: catalog.StatusActive},
			{Slug: "beta", Name: catalog.Words{Zh: "乙云", En: "Beta"}, Kind: catalog.Specialist, Market: catalog.International, Status: catalog.StatusThin},
			{Slug: "gone", Name: catalog.Words{Zh: "丙云", En: "Gone"}, Market: catalog.MainlandChina, Status: catalog.StatusWithdrawn},
		},
		Accelerators: []catalog.Accelerator{
			card("a100-pcie-40gb", "A100 PCIe 40GB", catalog.FormPCIe, 40, 64), card("a100-pcie-80gb", "A100 PCIe 80GB", catalog.FormPCIe, 80, 64),
			card("a100-sxm4-80gb", "A100 SXM4 80GB", catalog.FormSXM, 80, 600), card("t4-16gb", "T4", catalog.FormPCIe, 16, 32),
			card("l40s-48gb", "L40S", catalog.FormPCIe, 48, 64), card("h200-141gb", "H200", catalog.FormSXM, 141, 900),
		},
		Aliases: []catalog.Alias{{Name: "A100 PCIe 40GB", Slug: "a100-pcie-40gb"}, {Name: "A100 PCIe 80GB", Slug: "a100-pcie-80gb"},
			{Name: "A100 SXM4 80GB", Slug: "a100-sxm4-80gb"}, {Name: "T4", Slug: "t4-16gb"}, {Name: "L40S", Slug: "l40s-48gb"}, {Name: "H200", Slug: "h200-141gb"}},
		AmbiguousNames: []catalog.AmbiguousName{{Name: "A100", Candidates: []string{"a100-pcie-40gb", "a100-pcie-80gb", "a100-sxm4-80gb"}}},
		ReportedMemory: []catalog.ReportedMemory{{Slug: "l40s-48gb", MiB: 46068}},
		Rates: []catalog.Rate{
			{Date: day("2024-11-25"), Base: catalog.USD, Quote: catalog.CNY, Value: known(t, "7.1918").Value},
			{Date: day("2026-08-22"), Base: catalog.USD, Quote: catalog.CNY, Value: known(t, "6.7394").Value},
		},
		Doubts: []catalog.Doubt{{ID: "D1", Verdict: catalog.VerdictDoubtful}, {ID: "N1", Verdict: catalog.VerdictNote}},
		Prices: lines,
	}
}

func smallMarket(t testing.TB, lines ...catalog.PriceLine) *catalog.Market {
	return catalog.NewMarket(smallData(t, lines...), testDay)
}

// hourText returns the per-card-hour of a price as it is published, or the reason
// why there is none.
func hourText(t *testing.T, m *catalog.Market, id string, c catalog.Currency, month catalog.MonthHours) string {
	t.Helper()
	_, p, ok := m.Price(id)
	if !ok {
		t.Fatalf("price %s is missing", id)
	}
	hour := m.Basis(c, month).PerGPUHour(&p)
	if !hour.Known() {
		return string(hour.Reason)
	}
	r := hour.Rounded()
	text := r.Low.String()
	if r.High.Known {
		text += "–" + r.High.Value.String()
	}
	return fmt.Sprintf("%s %s", text, r.Currency)
}

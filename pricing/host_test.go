package pricing

import (
	"testing"

	"gpuscale/catalog"
)

// gpuPart makes a line the price of cards without their machine.
func gpuPart(l *catalog.PriceLine) { l.Scope = catalog.ScopeGPUPart }

func hostOf(instance, amount string) catalog.ExtraCost {
	return extra("host-part", amount, catalog.USD, "hour", func(e *catalog.ExtraCost) { e.Item = catalog.Words{Zh: instance} })
}

// Cards and their machine sold apart are one price when both are known, and none
// when the machine's is missing, zero, or for another shape.
func TestCardsAndTheirHostAreOnePriceWhenBothAreKnown(t *testing.T) {
	for _, tt := range []struct {
		name  string
		line  catalog.PriceLine
		hosts []catalog.ExtraCost
		want  string // total for 100 hours in USD, "" excluded
	}{
		{"both known", line("x", "2.03", catalog.OnDemand, catalog.GPUHour, currency(catalog.USD), offerOf("a2-highgpu-1g"), gpuPart),
			[]catalog.ExtraCost{hostOf("a2-highgpu-1g", "0.74")}, "USD 277.00"},
		{"eight cards in one machine", line("x", "2.00", catalog.OnDemand, catalog.GPUHour, currency(catalog.USD), offerOf("a2-highgpu-8g"), count(8), gpuPart),
			[]catalog.ExtraCost{hostOf("a2-highgpu-8g", "5.00")}, "USD 2100.00"},
		{"no host", line("x", "2.03", catalog.OnDemand, catalog.GPUHour, currency(catalog.USD), offerOf("a2-highgpu-1g"), gpuPart), nil, ""},
		{"a host at zero is incomplete", line("x", "2.03", catalog.OnDemand, catalog.GPUHour, currency(catalog.USD), offerOf("a4-highgpu-8g"), gpuPart),
			[]catalog.ExtraCost{hostOf("a4-highgpu-8g", "0.0")}, ""},
		{"the host of another shape", line("x", "2.03", catalog.OnDemand, catalog.GPUHour, currency(catalog.USD), offerOf("a2-highgpu-1g"), gpuPart),
			[]catalog.ExtraCost{hostOf("a2-highgpu-2g", "1.48")}, ""},
		{"spot cards with a host on demand", line("x", "0.90", catalog.Spot, catalog.GPUHour, currency(catalog.USD), offerOf("a2-highgpu-1g"), gpuPart),
			[]catalog.ExtraCost{hostOf("a2-highgpu-1g", "0.74")}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := testData(tt.line)
			data.ExtraCosts = tt.hosts
			job := hours("100")
			job.Cards, job.Currency = tt.line.Count.Value, catalog.USD
			row, reason, err := At(catalog.NewMarket(data, testMoment), "x", job)
			switch {
			case err != nil:
				t.Fatal(err)
			case tt.want == "" && (reason == nil || reason.Code != ExcludedHost):
				t.Errorf("not excluded as a price without its host: %v", reason)
			case tt.want != "" && (reason != nil || total(row.Bill()) != tt.want):
				t.Errorf("got %v %v, want %s", row, reason, tt.want)
			}
		})
	}
}

func TestAPriceOfCardsAloneIsNeverRankedAsAMachine(t *testing.T) {
	data := testData(line("x", "0.01", catalog.OnDemand, catalog.GPUHour, gpuPart), line("whole", "5", catalog.OnDemand, catalog.GPUHour))
	result, err := Evaluate(catalog.NewMarket(data, testMoment), catalog.OfferQuery{}, hours("1"))
	if got := ids(result); err != nil || len(got) != 1 || got[0] != "whole" {
		t.Errorf("ranked %v, %v, want the whole machine alone", got, err)
	}
}

// The parts of a bill with a host, a basket, tax and a coupon sum to the total.
func TestThePartsOfABillSumToItsTotal(t *testing.T) {
	data := testData(line("x", "2", catalog.OnDemand, catalog.GPUHour, offerOf("type-a"), gpuPart, count(8)),
		line("n", "1", catalog.OnDemand, catalog.GPUHour, func(l *catalog.PriceLine) {
			l.AcceleratorName, l.VRAMGB, l.FormFactor = "RTX 4090", catalog.Known(24.0), ""
		}))
	data.ExtraCosts = []catalog.ExtraCost{hostOf("type-a", "3"), extra("data-disk", "0.01", catalog.CNY, "GB-day"),
		extra("egress", "0.80", catalog.CNY, "GB"), extra("stopped-rule", "", "", "", whileStopped(true))}
	job := Job{Cards: 6, Schedule: Schedule{Hours: opt("100")}, StorageGB: dec("100"), EgressGB: dec("10"), StoppedDays: dec("1"),
		Utilisation: dec("50"), VATPercent: 6, Coupon: catalog.Known(CouponPackage{CardHours: dec("200"), Price: dec("150")}),
		Basket: []BasketLine{{Accelerator: "rtx-4090", Cards: 1, Hours: dec("10")}}}
	row, reason, err := At(catalog.NewMarket(data, testMoment), "x", job)
	if err != nil || reason != nil {
		t.Fatal(reason, err)
	}
	var sum Amount
	kinds := map[PartKind]bool{}
	for _, part := range row.Parts() {
		sum = sum.Plus(Exactly(part.Amount))
		kinds[part.Kind] = true
	}
	if off := sum.Minus(Exactly(row.Total().Low)).Float(); off > 0.03 || off < -0.03 {
		t.Errorf("parts %v sum to %v, total %s", row.Parts(), sum.Float(), row.Total().Low)
	}
	for _, kind := range []PartKind{PartUseful, PartIdle, PartStorage, PartTraffic, PartTax} {
		if !kinds[kind] {
			t.Errorf("no part %s in %v", kind, row.Parts())
		}
	}
}

func TestUsefulIsWhatTheCardsNeededCompute(t *testing.T) {
	m := marketOf(line("x", "2", catalog.OnDemand, catalog.GPUHour, count(8)))
	row, _, err := At(m, "x", Job{Cards: 6, Schedule: Schedule{Hours: opt("100")}, Utilisation: dec("50")})
	if err != nil {
		t.Fatal(err)
	}
	parts := row.Parts() // 1600.00, of which 6 of 8 cards compute half of the time
	if len(parts) != 2 || parts[0] != (Part{PartUseful, dec("600.00")}) || parts[1] != (Part{PartIdle, dec("1000.00")}) {
		t.Errorf("parts %v, want 600.00 useful and 1000.00 idle", parts)
	}
}

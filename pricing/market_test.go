package pricing

import (
	"fmt"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
)

// testMoment is the moment all test markets stand at.
var testMoment = time.Date(2026, 12, 1, 12, 0, 0, 0, catalog.Shanghai)

func dec(s string) catalog.Decimal { return decimal.MustParse(s) }

func opt(s string) catalog.Opt[catalog.Decimal] { return catalog.Known(dec(s)) }

var testSource = catalog.Source{URL: "https://example.com/price", Seen: catalog.Date{Year: 2026, Month: 11, Day: 20}, Confidence: catalog.OfficialPage}

// line returns a ranked whole-card price of provider p; options change it.
func line(id, amount string, billing catalog.BillingMode, unit catalog.Unit, options ...func(*catalog.PriceLine)) catalog.PriceLine {
	l := catalog.PriceLine{ID: id, Provider: "p", InstanceType: "type-" + id, AcceleratorName: "A100 80GB SXM",
		Vendor: "NVIDIA", FormFactor: "SXM", VRAMGB: catalog.Known(80.0), Count: catalog.Known(1), Billing: billing,
		Amount: opt(amount), Kind: catalog.KindList, Currency: catalog.CNY, Unit: unit, Source: testSource,
		Grade: catalog.GradeA, Scope: catalog.ScopeWhole, Share: catalog.Share{Num: 1, Den: 1}}
	for _, option := range options {
		option(&l)
	}
	return l
}

func count(n int) func(*catalog.PriceLine) {
	return func(l *catalog.PriceLine) { l.Count = catalog.Known(n) }
}

func provider(slug string) func(*catalog.PriceLine) {
	return func(l *catalog.PriceLine) { l.Provider = slug }
}

func currency(c catalog.Currency) func(*catalog.PriceLine) {
	return func(l *catalog.PriceLine) { l.Currency = c }
}

// offerOf makes lines prices of the same offer.
func offerOf(name string) func(*catalog.PriceLine) {
	return func(l *catalog.PriceLine) { l.InstanceType = name }
}

func extra(kind, amount string, c catalog.Currency, unit string, options ...func(*catalog.ExtraCost)) catalog.ExtraCost {
	e := catalog.ExtraCost{Provider: "p", Type: kind, Currency: c, Unit: unit, Source: testSource}
	if amount != "" {
		e.Price = opt(amount)
	}
	for _, option := range options {
		option(&e)
	}
	return e
}

func free(words string) func(*catalog.ExtraCost) {
	return func(e *catalog.ExtraCost) { e.FreeQuota = []catalog.Words{{Zh: words}} }
}

func whileStopped(billed bool) func(*catalog.ExtraCost) {
	return func(e *catalog.ExtraCost) { e.BilledWhileStopped = catalog.Known(billed) }
}

// testData is a market of three providers, p metering by the second, and a USD rate.
func testData(lines ...catalog.PriceLine) catalog.Data {
	provider := func(slug string) catalog.Provider {
		return catalog.Provider{Slug: slug, Name: catalog.Words{Zh: slug}, Kind: catalog.Specialist, Market: catalog.MainlandChina,
			Status: catalog.StatusActive, BillingModes: []string{"per-second"}}
	}
	return catalog.Data{
		Providers: []catalog.Provider{provider("p"), provider("q"), provider("r")},
		Accelerators: []catalog.Accelerator{
			{Slug: "a100-80gb-sxm", Vendor: "NVIDIA", Model: "A100", Form: catalog.FormSXM, MemoryGB: catalog.Known(80.0), FP16TFLOPS: catalog.Known(312.0)},
			{Slug: "rtx-4090", Vendor: "NVIDIA", Model: "RTX 4090", Form: catalog.FormPCIe, MemoryGB: catalog.Known(24.0)}},
		Aliases: []catalog.Alias{{Name: "A100 80GB SXM", Slug: "a100-80gb-sxm", Kind: "product"}, {Name: "RTX 4090", Slug: "rtx-4090", Kind: "product"}},
		Prices:  lines,
		Rates: []catalog.Rate{
			{Date: catalog.Date{Year: 2024, Month: 11, Day: 25}, Base: catalog.USD, Quote: catalog.CNY, Value: dec("7.1918")},
			{Date: catalog.Date{Year: 2026, Month: 8, Day: 22}, Base: catalog.USD, Quote: catalog.CNY, Value: dec("6.7394"), Source: testSource}},
	}
}

func marketOf(lines ...catalog.PriceLine) *catalog.Market {
	return catalog.NewMarket(testData(lines...), testMoment)
}

func hours(h string) Job { return Job{Cards: 1, Schedule: Schedule{Hours: opt(h)}} }

// billAt returns the bill at a price, failing the test when it is excluded.
func billAt(t *testing.T, m *catalog.Market, priceID string, job Job) Bill {
	t.Helper()
	row, reason, err := At(m, priceID, job)
	if err != nil || reason != nil {
		t.Fatalf("price %s: %v, %v", priceID, reason, err)
	}
	return row.Bill()
}

func (b Bill) line(item Item) string {
	for _, l := range b.Lines {
		if l.Item == item {
			return l.Formula + " = " + l.Amount.String()
		}
	}
	return ""
}

func (b Bill) warned(code string) bool {
	for _, w := range b.Warnings {
		if w.Code == code {
			return true
		}
	}
	return false
}

func total(b Bill) string {
	s := b.Total.Low.String()
	if b.Total.High.Known {
		s += "–" + b.Total.High.Value.String()
	}
	if b.AtLeast {
		s = "≥" + s
	}
	return fmt.Sprint(b.Total.Currency, " ", s)
}

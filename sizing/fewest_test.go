package sizing

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// Falcon-7B has 71 heads, which nothing divides: four cards would be three stages and
// an idle card.
func TestIdleCardsOfOneMachineAreNotAskedFor(t *testing.T) {
	fit := evaluateOn(t, Request{Model: "Falcon-7B"}, Device{Slug: "small", Name: "small", Vendor: "NVIDIA", MemoryGB: Known(8)}).Fits[0]
	if fit.State != Fits || fit.Cards != 3 || fit.Stages != 3 {
		t.Errorf("%s on %d cards in %d stages", fit.State, fit.Cards, fit.Stages)
	}
}

// Where fewer cards than those given hold the job, the result names how few; those are
// never faster.
func TestNoFewerCardsFitUnnamed(t *testing.T) {
	devices := testDevices(t)
	rapid.Check(t, func(t *rapid.T) {
		r := drawRequest(t)
		r.GPUs = 0
		device := rapid.SampledFrom(devices).Draw(t, "device")
		fit := mustEvaluate(t, r, []Device{device}).Fits[0]
		if fit.State != Fits {
			t.Skip()
		}
		named := fit.Cards
		if i := slices.IndexFunc(fit.Warnings, func(n Notice) bool { return n.Code == NoticeFewerCards }); i >= 0 {
			named, _ = strconv.Atoi(fit.Warnings[i].Params["cards"])
		}
		for asked := 1; asked <= min(fit.Cards, int(DefaultAssumptions().NodeCards)); asked++ {
			r.GPUs = asked
			one := mustEvaluate(t, r, []Device{device}).Fits[0]
			switch {
			case one.State == Fits && asked < named:
				t.Fatalf("%d cards fit, %d are given and %d named", asked, fit.Cards, named)
			case one.State != Fits && asked == named:
				t.Fatalf("%d cards are named and do not fit", named)
			case one.State == Fits && asked < fit.Cards && one.TokensPerS.Value > fit.TokensPerS.Value*(1+1e-9):
				t.Fatalf("%d cards give %v tokens/s, %d give %v", asked, one.TokensPerS.Value, fit.Cards, fit.TokensPerS.Value)
			}
		}
	})
}

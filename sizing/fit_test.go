package sizing

import (
	"math"
	"slices"
	"testing"
)

func TestUnknownFiguresStayUnknown(t *testing.T) {
	known := testDevice(t, "A100-SXM-80GB")
	for _, c := range []struct {
		name   string
		change func(*Device)
		code   string
		state  State
	}{
		{"memory", func(d *Device) { d.MemoryGB = Unknown() }, NoticeMemoryUnknown, NotKnown},
		{"memory of zero is no figure", func(d *Device) { d.MemoryGB = Known(0) }, NoticeMemoryUnknown, NotKnown},
		{"bandwidth", func(d *Device) { d.BandwidthGBps = Unknown() }, NoticeBandwidthUnknown, Fits},
		{"peak", func(d *Device) { d.Peaks = Peaks{} }, NoticePeakUnknown, Fits},
	} {
		t.Run(c.name, func(t *testing.T) {
			device := known
			c.change(&device)
			fit := evaluateOn(t, Request{Model: "Llama-2-7B", Tokens: Known(1e9)}, device).Fits[0]
			if fit.State != c.state || !slices.Contains(codes(fit.Warnings), c.code) {
				t.Errorf("state %s with %v, want %s and %s", fit.State, codes(fit.Warnings), c.state, c.code)
			}
			if fit.TokensPerS.Known || fit.Hours != nil || fit.Serving != nil {
				t.Errorf("speed is stated although a figure is missing: %+v", fit)
			}
		})
	}
}

func TestTrainingHoursAreARangeAroundTheUtilisation(t *testing.T) {
	device := testDevice(t, "A100-SXM-80GB")
	r := Request{Model: "Llama-2-7B", Task: Train, Context: 4096, Tokens: Known(2e12), GPUs: 64}
	fit := evaluateOn(t, r, device).Fits[0]
	if fit.State != Fits || fit.GPUHours == nil {
		t.Fatalf("%s %v", fit.State, codes(fit.Warnings))
	}
	// 184,320 GPU-hours are published for this run.
	if g := fit.GPUHours; !(g.Low < 184_320 && 184_320 < g.High) || math.Abs(g.Mid/184_320-1) > 0.05 {
		t.Errorf("GPU-hours %+v do not bracket 184,320", *g)
	}
	if math.Abs(fit.Hours.Mid*64/fit.GPUHours.Mid-1) > 1e-12 {
		t.Errorf("wall %v and GPU-hours %v disagree", fit.Hours.Mid, fit.GPUHours.Mid)
	}
	r.MFU = Known(60)
	fit = evaluateOn(t, r, device).Fits[0]
	if h := fit.Hours; h.Low != h.Mid || h.Mid >= h.High {
		t.Errorf("a utilisation above the usual bound is the fast end: %+v", *h)
	}
}

func TestFullRecomputeIsChosenOnlyWhenNeededAndSaid(t *testing.T) {
	r := Request{Model: "Llama-3.1-405B", Task: Train, Context: 32768, GPUs: 1024, Tokens: Known(1e12)}
	fit := evaluateOn(t, r, testDevice(t, "H100-SXM-80GB")).Fits[0]
	if fit.State != Fits || fit.Recompute != RecomputeFull || !slices.Contains(codes(fit.Warnings), NoticeFullRecompute) {
		t.Errorf("%s with recompute %q: %v", fit.State, fit.Recompute, codes(fit.Warnings))
	}
	r = Request{Model: "Llama-2-7B", Task: LoRA, Context: 1024}
	if fit := evaluateOn(t, r, testDevice(t, "A100-SXM-80GB")).Fits[0]; fit.Recompute != RecomputeSelective || fit.Cards != 1 {
		t.Errorf("LoRA of 7B: recompute %q on %d cards", fit.Recompute, fit.Cards)
	}
}

func TestAskedCardsThatDoNotFitNameTheFewestThatDo(t *testing.T) {
	fit := evaluateOn(t, Request{Model: "Llama-3.1-70B", GPUs: 1}, testDevice(t, "A100-SXM-80GB")).Fits[0]
	i := slices.IndexFunc(fit.Warnings, func(n Notice) bool { return n.Code == NoticeNeedsCards })
	if fit.State != DoesNotFit || i < 0 || fit.Warnings[i].Params["cards"] != "3" {
		t.Errorf("%s %+v", fit.State, fit.Warnings)
	}
	fit = evaluateOn(t, Request{Model: "Llama-3.1-70B", GPUs: 12}, testDevice(t, "A100-SXM-80GB")).Fits[0]
	if fit.Cards != 16 || !slices.Contains(codes(fit.Warnings), NoticeNodeUnits) {
		t.Errorf("12 cards are bought as %d: %v", fit.Cards, codes(fit.Warnings))
	}
}

func TestCardsBeyondOneCopyServeMoreCopies(t *testing.T) {
	device := testDevice(t, "H100-SXM-80GB")
	one := evaluateOn(t, Request{Model: "Llama-3.1-8B", Batch: 64, GPUs: 8}, device).Fits[0]
	many := evaluateOn(t, Request{Model: "Llama-3.1-8B", Batch: 64, GPUs: 1024}, device).Fits[0]
	if many.State != Fits || many.Replicas != 128 || many.Stages != 1 || one.Replicas != 1 {
		t.Fatalf("%s with %d copies of %d stages", many.State, many.Replicas, many.Stages)
	}
	if many.TokensPerS.Value <= one.TokensPerS.Value || many.Serving.PerCard >= one.Serving.PerCard {
		t.Errorf("8 cards make %v tokens/s, 1024 make %v", one.TokensPerS.Value, many.TokensPerS.Value)
	}
	odd := evaluateOn(t, Request{Model: "Llama-3.1-405B", GPUs: 24}, device).Fits[0]
	if odd.Stages != 2 || odd.Replicas != 1 || !slices.Contains(codes(odd.Warnings), NoticeIdleCards) {
		t.Errorf("24 cards: %d stages, %d copies, %v", odd.Stages, odd.Replicas, codes(odd.Warnings))
	}
}

func TestWarningsNameTheLinkTheReplicationAndTheVendor(t *testing.T) {
	device := testDevice(t, "A100-SXM-80GB")
	device.InterconnectGBps, device.Vendor = Known(64), "Huawei"
	device.Peaks.BF16 = Unknown()
	fit := evaluateOn(t, Request{Model: "ChatGLM3-6B", GPUs: 8}, device).Fits[0]
	for _, code := range []string{NoticeInterconnectSlow, NoticeKVReplicated, NoticeFittedOnNVIDIA, NoticeBF16FromFP16} {
		if !slices.Contains(codes(fit.Warnings), code) {
			t.Errorf("%s is missing from %v", code, codes(fit.Warnings))
		}
	}
	device.InterconnectGBps = Unknown()
	fit = evaluateOn(t, Request{Model: "DeepSeek-V2", GPUs: 8, Precision: FP8}, device).Fits[0]
	for _, code := range []string{NoticeInterconnectUnknown, NoticeLatentReplicated} {
		if !slices.Contains(codes(fit.Warnings), code) {
			t.Errorf("%s is missing from %v", code, codes(fit.Warnings))
		}
	}
}

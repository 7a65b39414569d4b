package sizing

import (
	"encoding/csv"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// testDevices reads the package's table of accelerators, 8-card machines with a
// fast link for SXM parts and PCIe for the rest.
func testDevices(tb testing.TB) []Device {
	tb.Helper()
	f, err := os.Open(filepath.Join("testdata", "gpu_specs.csv"))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	figure := func(cell string) Figure {
		v, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			return Unknown()
		}
		return Known(v)
	}
	var devices []Device
	for _, r := range records[1:] {
		devices = append(devices, Device{
			Slug: r[0], Name: r[0], Vendor: "NVIDIA", Software: "CUDA",
			MemoryGB: figure(r[5]), BandwidthGBps: figure(r[6]), InterconnectGBps: Known(600),
			Peaks: Peaks{FP16: figure(r[1]), BF16: figure(r[2]), FP8: figure(r[3])},
		})
	}
	return devices
}

func testDevice(tb testing.TB, slug string) Device {
	tb.Helper()
	devices := testDevices(tb)
	i := slices.IndexFunc(devices, func(d Device) bool { return d.Slug == slug })
	if i < 0 {
		tb.Fatalf("no device %q", slug)
	}
	return devices[i]
}

func evaluateOn(t *testing.T, r Request, devices ...Device) Result {
	t.Helper()
	result, err := Evaluate(r, devices)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func codes(notices []Notice) []string {
	var list []string
	for _, n := range notices {
		list = append(list, n.Code)
	}
	return list
}

func TestClaimThat70BServesOnOne80GBCardHoldsOnlyAt4Bit(t *testing.T) {
	findings, err := CheckClaim(Claim{Model: "Llama-2-70B", Cards: 1}, testDevice(t, "A800-SXM-80GB"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		want := DoesNotFit
		if f.Precision == INT4 {
			want = Fits
		}
		if f.State != want {
			t.Errorf("%s: %s with %.1f GB per card, want %s", f.Precision, f.State, f.PerCardGB.Value, want)
		}
		if (f.HeadroomGB.Value >= 0) != (f.State == Fits) {
			t.Errorf("%s: headroom %.1f GB contradicts %s", f.Precision, f.HeadroomGB.Value, f.State)
		}
	}
}

func TestMemoryPartsSumToTheTotalAndShowTheirNumbers(t *testing.T) {
	for _, task := range Tasks() {
		result := evaluateOn(t, Request{Model: "Llama-2-7B", Task: task, Context: 2048})
		sum := 0.0
		for _, p := range result.Memory.Parts {
			sum += p.GB
			if p.Formula == "" || p.GB <= 0 {
				t.Errorf("%s: part %s has formula %q and %v GB", task, p.Item, p.Formula, p.GB)
			}
			if !slices.Contains(Items(), p.Item) {
				t.Errorf("%s: item %q is not listed", task, p.Item)
			}
		}
		if math.Abs(sum-result.Memory.TotalGB) > 1e-9*sum {
			t.Errorf("%s: parts sum to %v, total is %v", task, sum, result.Memory.TotalGB)
		}
	}
}

func TestFormulaOfTheCacheHoldsTheNumbersPutIn(t *testing.T) {
	result := evaluateOn(t, Request{Model: "Llama-2-70B", Context: 4096, Batch: 8})
	i := slices.IndexFunc(result.Memory.Parts, func(p Part) bool { return p.Item == ItemCache })
	got := result.Memory.Parts[i]
	if want := "2 × L × n_kv × d_h × B × s × b = 2 × 80 × 8 × 128 × 2 × 4096 × 8"; got.Formula != want {
		t.Errorf("formula %q, want %q", got.Formula, want)
	}
	if want := 10.737418240; math.Abs(got.GB-want) > 1e-9 {
		t.Errorf("%v GB, want %v", got.GB, want)
	}
}

func TestFewestCardsAreAPowerOfTwoOrWholeMachines(t *testing.T) {
	for _, c := range []struct {
		name, model, device string
		precision           Precision
		cards, tensor       int
	}{
		{"7B in bf16 on one 24 GB card", "Llama-2-7B", "RTX-4090-24GB", BF16, 1, 1},
		{"70B in bf16 on 80 GB cards", "Llama-3.1-70B", "A100-SXM-80GB", BF16, 4, 4},
		{"405B in bf16 needs two machines", "Llama-3.1-405B", "H100-SXM-80GB", BF16, 16, 8},
		{"28 heads allow tensor 4, so 8 cards are two stages", "Qwen2.5-7B", "T4-16GB", FP32, 4, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			fit := evaluateOn(t, Request{Model: c.model, Precision: c.precision}, testDevice(t, c.device)).Fits[0]
			if fit.State != Fits || fit.Cards != c.cards || fit.Tensor != c.tensor {
				t.Errorf("%s on %d cards, tensor %d (%.1f GB each); want %d and %d",
					fit.State, fit.Cards, fit.Tensor, fit.PerCardGB.Value, c.cards, c.tensor)
			}
		})
	}
}

func TestWrongFieldsAreNamedTogether(t *testing.T) {
	bad := DefaultAssumptions()
	bad.ReserveShare = 2
	_, err := Evaluate(Request{
		Model: "no such model", Task: "dream", Precision: "fp3", Context: -1, Tokens: Known(-5),
		MFU: Known(66), GPUs: -1, GPU: []string{"nothing"}, Format: "q9", Recompute: "half",
		Assumptions: &bad,
	}, testDevices(t))
	var invalid *RequestError
	if !errors.As(err, &invalid) {
		t.Fatalf("error is %v", err)
	}
	got := map[string]string{}
	for _, f := range invalid.Fields {
		got[f.Field] = f.Code
		if !slices.Contains(FieldErrorCodes(), f.Code) {
			t.Errorf("code %q is not listed", f.Code)
		}
	}
	want := map[string]string{
		"model": ErrUnknownName, "task": ErrUnknownName, "precision": ErrUnknownName, "recompute": ErrUnknownName,
		"format": ErrUnknownName, "context": ErrOutOfRange, "tokens": ErrOutOfRange, "mfu": ErrMFUTooHigh,
		"gpus": ErrOutOfRange, "gpu": ErrUnknownDevice, "assumptions": ErrAssumption,
	}
	for field, code := range want {
		if got[field] != code {
			t.Errorf("%s: %q, want %q", field, got[field], code)
		}
	}
}

func TestIntegerPrecisionsCannotTrainFully(t *testing.T) {
	for _, p := range []Precision{INT8, INT4} {
		if _, err := Evaluate(Request{Model: "Llama-2-7B", Task: Finetune, Precision: p}, nil); err == nil {
			t.Errorf("full fine-tuning in %s is accepted", p)
		}
		if _, err := Evaluate(Request{Model: "Llama-2-7B", Task: LoRA, Precision: p}, nil); err != nil {
			t.Errorf("adapters over %s: %v", p, err)
		}
	}
}

func TestEncodersReadAndDoNotGenerate(t *testing.T) {
	result := evaluateOn(t, Request{Model: "BERT-base-uncased", Batch: 32, Tokens: Known(1e9)}, testDevice(t, "L4-24GB"))
	fit := result.Fits[0]
	if fit.Serving != nil || !fit.TokensPerS.Known || fit.Hours == nil {
		t.Errorf("%+v", fit)
	}
	if !slices.Contains(codes(result.Notices), NoticeEncoder) {
		t.Errorf("notices %v", codes(result.Notices))
	}
	if slices.ContainsFunc(result.Memory.Parts, func(p Part) bool { return p.Item == ItemCache }) {
		t.Error("an encoder has no cache")
	}
}

func TestEveryCodeUsedIsListed(t *testing.T) {
	for _, model := range []string{"Llama-2-7B", "DeepSeek-V3/R1", "Qwen2.5-7B", "Falcon-7B", "BERT-base-cased"} {
		for _, task := range Tasks() {
			for _, gpus := range []int{0, 1, 8, 12} {
				r := Request{Model: model, Task: task, Precision: FP8, Context: 50_000, GPUs: gpus, Tokens: Known(1e9)}
				result := evaluateOn(t, r, testDevices(t)...)
				for _, fit := range result.Fits {
					for _, n := range fit.Warnings {
						if !slices.Contains(NoticeCodes(), n.Code) {
							t.Fatalf("code %q is not listed", n.Code)
						}
					}
				}
				for _, o := range result.Opinions {
					if !slices.Contains(OpinionCodes(), o.Code) || !(o.Value >= 0) || o.Formula == "" {
						t.Fatalf("opinion %+v", o)
					}
				}
			}
		}
	}
}

func TestAssumptionsAreEditedWithinTheirBounds(t *testing.T) {
	a := DefaultAssumptions()
	if a.Set("no such key", 1) || a.Set("reserve_share", 0.95) || a.Set("mfu_mid", math.NaN()) {
		t.Error("a wrong key or value is accepted")
	}
	if a != DefaultAssumptions() {
		t.Error("a refused value changed something")
	}
	if !a.Set("reserve_share", 0) {
		t.Fatal("a value on the bound is refused")
	}
	for _, entry := range a.List() {
		if entry.Source == "" || entry.Unit == "" || entry.Edited() != (entry.Key == "reserve_share") {
			t.Errorf("%+v", entry)
		}
	}
	plain := evaluateOn(t, Request{Model: "Llama-2-7B"})
	edited := evaluateOn(t, Request{Model: "Llama-2-7B", Assumptions: &a})
	if edited.Memory.TotalGB >= plain.Memory.TotalGB {
		t.Errorf("no reserve needs %v GB, with reserve %v GB", edited.Memory.TotalGB, plain.Memory.TotalGB)
	}
}

func TestThroughputBandCoversNineOfTenPublishedRates(t *testing.T) {
	cases, err := readReferences(filepath.Join("testdata", "refs", "inference_refs.csv"))
	if err != nil {
		t.Fatal(err)
	}
	var deviations []float64
	for _, c := range cases {
		if !c.published.Known || !slices.Contains([]string{"I1", "I2", "I3"}, c.formula) {
			continue
		}
		value, err := c.run(inferenceRunners)
		if err != nil {
			t.Fatal(err)
		}
		ratio := value / c.published.Value
		deviations = append(deviations, max(ratio, 1/ratio)-1)
	}
	slices.Sort(deviations)
	p90, band := quantile(deviations, 0.9), DefaultAssumptions().ThroughputBand
	if p90 > band || p90 < band-0.1 {
		t.Errorf("p90 of the ratio is %.3f, the band is %v", p90, band)
	}
}

// BenchmarkEvaluate sizes as many devices as the real catalogue holds.
func BenchmarkEvaluate(b *testing.B) {
	var devices []Device
	for len(devices) < 163 {
		devices = append(devices, testDevices(b)...)
	}
	devices = devices[:163]
	for _, c := range []Request{
		{Model: "Llama-2-7B"},
		{Model: "DeepSeek-V3/R1", Precision: FP8, Tokens: Known(1e9)},
		{Model: "Llama-3.1-405B", Task: Train, Tokens: Known(1e13)},
		{Model: "Llama-3.1-405B", Batch: 256, GPUs: 1024},
	} {
		b.Run(c.Model+" "+string(c.Task), func(b *testing.B) {
			for b.Loop() {
				if _, err := Evaluate(c, devices); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package sizing

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawOwn draws a possible model of own numbers.
func drawOwn(t *rapid.T) OwnNumbers {
	heads := rapid.SampledFrom([]int{4, 8, 12, 28, 32, 40, 64, 71, 96, 128}).Draw(t, "heads")
	divisors := []int{}
	for d := 1; d <= heads; d++ {
		if heads%d == 0 {
			divisors = append(divisors, d)
		}
	}
	return OwnNumbers{
		ParamsB: rapid.Float64Range(200, 400).Draw(t, "params"), Heads: heads,
		Layers: rapid.IntRange(16, 120).Draw(t, "layers"), Hidden: 64 * rapid.IntRange(32, 128).Draw(t, "hidden/64"),
		KVHeads: rapid.SampledFrom(divisors).Draw(t, "kv"), HeadDim: rapid.SampledFrom([]int{64, 80, 128, 256}).Draw(t, "head_dim"),
		Vocab: rapid.IntRange(1, 300_000).Draw(t, "vocab"),
	}
}

func drawRequest(t *rapid.T) Request {
	r := Request{
		Task: rapid.SampledFrom(Tasks()).Draw(t, "task"), Context: rapid.IntRange(1, 200_000).Draw(t, "context"),
		Batch: rapid.IntRange(1, 500).Draw(t, "batch"), GPUs: rapid.SampledFrom([]int{0, 0, 1, 2, 3, 8, 12, 64, 1024}).Draw(t, "gpus"),
		Precision: rapid.SampledFrom([]Precision{FP32, BF16, FP16, FP8}).Draw(t, "precision"),
	}
	if r.Task != Train && r.Task != Finetune {
		r.Precision = rapid.SampledFrom(Precisions()).Draw(t, "narrow precision")
	}
	if rapid.Bool().Draw(t, "with tokens") {
		r.Tokens = Known(rapid.Float64Range(1, 1e15).Draw(t, "tokens"))
	}
	if rapid.Bool().Draw(t, "built in") {
		r.Model = rapid.SampledFrom(Models()).Draw(t, "model").Name
	} else {
		own := drawOwn(t)
		r.Own = &own
	}
	return r
}

func mustEvaluate(t *rapid.T, r Request, devices []Device) Result {
	result, err := Evaluate(r, devices)
	if err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	return result
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func TestEveryFigureIsFiniteAndFitsAreConsistent(t *testing.T) {
	devices := testDevices(t)
	rapid.Check(t, func(t *rapid.T) {
		result := mustEvaluate(t, drawRequest(t), devices)
		if !finite(result.Memory.TotalGB) || result.Memory.TotalGB <= 0 {
			t.Fatalf("total %v GB", result.Memory.TotalGB)
		}
		for _, f := range result.Fits {
			if f.State == NotKnown {
				t.Fatalf("%s is unknown although its memory is known", f.Device.Name)
			}
			if !finite(f.PerCardGB.Value) || f.PerCardGB.Value <= 0 || (f.HeadroomGB.Value >= 0) != (f.State == Fits) {
				t.Fatalf("%s: %s with %v GB, headroom %v", f.Device.Name, f.State, f.PerCardGB, f.HeadroomGB)
			}
			if f.TokensPerS.Known && !(positiveFinite(f.TokensPerS.Value)) {
				t.Fatalf("%s: %v tokens/s", f.Device.Name, f.TokensPerS.Value)
			}
			if h := f.Hours; h != nil && !(finite(h.High) && 0 < h.Low && h.Low <= h.Mid && h.Mid <= h.High) {
				t.Fatalf("%s: hours %+v", f.Device.Name, *h)
			}
			if s := f.Serving; s != nil && !(finite(s.Step) && s.Step > 0 && finite(s.FirstToken) && s.FirstToken >= 0 && finite(s.MaxTokensPerS) && s.MaxTokensPerS >= 0 && s.MaxSequences >= 0) {
				t.Fatalf("%s: %+v", f.Device.Name, *s)
			}
		}
	})
}

// moreOf draws a pair of requests of which the second asks for more.
func moreOf(t *rapid.T) (Request, Request) {
	less := drawRequest(t)
	less.GPUs = 0
	more := less
	switch rapid.SampledFrom([]string{"context", "batch", "params"}).Draw(t, "what") {
	case "context":
		more.Context += rapid.IntRange(1, 100_000).Draw(t, "more context")
	case "batch":
		more.Batch += rapid.IntRange(1, 100).Draw(t, "more batch")
	default:
		own := drawOwn(t)
		larger := own
		larger.ParamsB += rapid.Float64Range(0.001, 400).Draw(t, "more params")
		less.Model, more.Model, less.Own, more.Own = "", "", &own, &larger
	}
	return less, more
}

func TestMoreContextBatchOrParametersNeverNeedLess(t *testing.T) {
	devices := testDevices(t)[:8]
	rapid.Check(t, func(t *rapid.T) {
		less, more := moreOf(t)
		small, large := mustEvaluate(t, less, devices), mustEvaluate(t, more, devices)
		if large.Memory.TotalGB < small.Memory.TotalGB*(1-1e-12) {
			t.Fatalf("%v GB for more, %v GB for less", large.Memory.TotalGB, small.Memory.TotalGB)
		}
		cards := map[string]int{}
		for _, f := range small.Fits {
			if f.State == Fits && f.Recompute != RecomputeFull {
				cards[f.Device.Slug] = f.Cards
			}
		}
		for _, f := range large.Fits {
			if n, fitted := cards[f.Device.Slug]; fitted && f.State == Fits && f.Recompute != RecomputeFull && f.Cards < n {
				t.Fatalf("%s: %d cards for more, %d for less", f.Device.Slug, f.Cards, n)
			}
		}
	})
}

func TestMoreCardsNeverHoldMoreEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(Models()).Draw(t, "model")
		cache := Cache{Tokens: 4096, Sequences: 4, Bytes: 2}
		previous := math.Inf(1)
		for cards := 1; cards <= 256; cards *= 2 {
			held := m.CacheBytes(cards, cache)
			if held > previous {
				t.Fatalf("%s: %v bytes on %d cards, %v on half", m.Name, held, cards, previous)
			}
			if m.MLA == nil && m.Kind != Encoder && cards/2 >= m.KVHeads && held != previous {
				t.Fatalf("%s: heads are not copied beyond %d cards", m.Name, m.KVHeads)
			}
			previous = held
		}
		stage := rapid.IntRange(0, 3).Draw(t, "stage")
		if a, b := ZeROBytes(1e9, MixedAdam, stage, 8), ZeROBytes(1e9, MixedAdam, stage, 16); b > a {
			t.Fatalf("stage %d: %v on 16 cards, %v on 8", stage, b, a)
		}
	})
}

func TestDecodeInClosedFormEqualsTheSumOfItsSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(Models()).Draw(t, "model")
		r := Roofline{
			Model: &m, Cards: 1, BandwidthGBps: rapid.Float64Range(100, 8000).Draw(t, "bandwidth"),
			DecodeTFLOPS: rapid.Float64Range(1, 2000).Draw(t, "peak"), DecodeMFU: 0.4, MBU: 0.85,
			LayerOverhead: 1e-4, WeightsRead: m.BatchRead(MapFor(BF16), 8), CachePerToken: m.CacheBytesPerToken(1, Cache{Bytes: 2}),
		}
		batch, prompt := rapid.Float64Range(1, 512).Draw(t, "batch"), float64(rapid.IntRange(0, 4000).Draw(t, "prompt"))
		output := rapid.IntRange(1, 600).Draw(t, "output")
		sum := 0.0
		for k := range output {
			sum += r.DecodeStep(batch, prompt+float64(k)+0.5)
		}
		if got := r.Decode(batch, prompt, float64(output)); math.Abs(got/sum-1) > 1e-9 {
			t.Fatalf("closed form %v s, steps %v s", got, sum)
		}
	})
}

func TestExpertsReadBetweenTheActiveAndAllWeights(t *testing.T) {
	for _, m := range Models() {
		for _, p := range Precisions() {
			w := MapFor(p)
			previous := 0.0
			for batch := 1.0; batch <= 4096; batch *= 2 {
				read := m.BatchRead(w, batch)
				if read < previous || read > w.Bytes(m.Parameters()) {
					t.Fatalf("%s %s: %v bytes for %v sequences, %v for half", m.Name, p, read, batch, previous)
				}
				previous = read
			}
		}
	}
}

func FuzzParseModels(f *testing.F) {
	f.Add(modelsCSV[:2000])
	f.Add("model,family\nx,y\n")
	f.Fuzz(func(t *testing.T, text string) {
		models, err := ParseModels(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, m := range models {
			if m.Parameters().Total() <= 0 || m.ActiveParameters().Total() <= 0 {
				t.Fatalf("%q has %d parameters", m.Name, m.Parameters().Total())
			}
		}
	})
}

func FuzzEvaluateOwnNumbers(f *testing.F) {
	f.Add(7.0, 32, 4096, 32, 32, 128, 32_000, 4096, 1, 1e12, 40.0)
	f.Add(0.0, -1, 1<<40, 0, 3, 0, 0, -5, 0, math.Inf(1), math.NaN())
	devices := testDevices(f)
	f.Fuzz(func(t *testing.T, params float64, layers, hidden, heads, kv, width, vocab, context, batch int, tokens, mfu float64) {
		own := OwnNumbers{ParamsB: params, Layers: layers, Hidden: hidden, Heads: heads, KVHeads: kv, HeadDim: width, Vocab: vocab}
		for _, task := range Tasks() {
			result, err := Evaluate(Request{
				Own: &own, Task: task, Context: context, Batch: batch,
				Tokens: Figure{Value: tokens, Known: true}, MFU: Figure{Value: mfu, Known: true},
			}, devices)
			if err != nil {
				continue
			}
			if !positiveFinite(result.Memory.TotalGB) {
				t.Fatalf("total %v GB for %+v", result.Memory.TotalGB, own)
			}
			for _, fit := range result.Fits {
				if fit.Hours != nil && !(positiveFinite(fit.Hours.Low) && positiveFinite(fit.Hours.High)) {
					t.Fatalf("hours %+v for %+v", *fit.Hours, own)
				}
			}
		}
	})
}

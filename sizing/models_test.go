package sizing

import (
	"strings"
	"testing"
)

func TestBuiltInModelsCountTheirCheckpointsExactly(t *testing.T) {
	models := Models()
	if len(models) != 68 {
		t.Fatalf("%d models, want 68", len(models))
	}
	for name, want := range map[string]int64{
		"Llama-2-7B": 6_738_415_616, "Llama-3.1-405B": 405_853_388_800, "Qwen2.5-0.5B": 494_032_768,
		"Mixtral-8x7B": 46_702_792_704, "DeepSeek-V3/R1": 671_026_419_200, "Gemma-2-27B": 27_227_128_320,
		"GPT-J-6B": 6_050_882_784, "BLOOM-176B": 176_247_271_424, "BERT-base-uncased": 109_482_240,
		"OPT-175B": 174_604_468_224, "Pythia-12B": 11_846_072_320, "OLMo-7B": 6_888_095_744,
	} {
		m, ok := LookupModel(strings.ToLower(name))
		if !ok || m.Parameters().Total() != want {
			t.Errorf("%s (found %v): %d parameters, want %d", name, ok, m.Parameters().Total(), want)
		}
	}
	for _, m := range models {
		if active := m.ActiveParameters().Total(); active > m.Parameters().Total() || (m.MoE == nil) != (active == m.Parameters().Total()) {
			t.Errorf("%s: %d active of %d", m.Name, active, m.Parameters().Total())
		}
	}
}

func TestFamiliesHoldEveryModelOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Families() {
		for _, m := range f.Models {
			if m.Family != f.Name || seen[m.Name] {
				t.Errorf("%s in family %s (seen before: %v)", m.Name, f.Name, seen[m.Name])
			}
			seen[m.Name] = true
		}
	}
	if len(seen) != len(Models()) {
		t.Errorf("%d models in families, want %d", len(seen), len(Models()))
	}
}

func TestCallersCannotChangeTheCatalogue(t *testing.T) {
	Models()[0].Layers = 1
	if m := Models()[0]; m.Layers == 1 {
		t.Error("a change of the returned slice reached the catalogue")
	}
}

func TestParseErrorsNameTheLineAndTheColumn(t *testing.T) {
	header, rest, _ := strings.Cut(modelsCSV, "\n")
	first, _, _ := strings.Cut(rest, "\n")
	for _, c := range []struct{ name, text, want string }{
		{"a word for a number", header + "\n" + strings.Replace(first, "4096", "many", 1), `line 2: column "hidden"`},
		{"a negative number", header + "\n" + first + "\n" + strings.Replace(strings.Replace(first, "Llama-2-7B", "x", 1), "4096", "-1", 1), `line 3: column "hidden"`},
		{"too few cells", header + "\n" + first[:40], "line 2"},
		{"a missing column", strings.Replace(header, "vocab,", "", 1) + "\n", `column "vocab" is missing`},
		{"a model twice", header + "\n" + first + "\n" + first, "line 3: model \"Llama-2-7B\" is already on line 2"},
		{"an unknown kind", header + "\n" + strings.Replace(first, "dense", "dance", 1), "unknown kind"},
		{"an unknown flag", header + "\n" + strings.Replace(first, "{}", `"{""wings"": 2}"`, 1), "other_flags_json"},
		{"an impossible shape", header + "\n" + strings.Replace(first, "4096,32,", "4096,0,", 1), `column "layers"`},
		{"nothing at all", "", "line 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := ParseModels(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want it to contain %q", err, c.want)
			}
		})
	}
}

func TestOwnNumbersKeepExactlyTheStatedParameters(t *testing.T) {
	own := OwnNumbers{ParamsB: 70.6, Layers: 80, Hidden: 8192, Heads: 64, KVHeads: 8, Vocab: 128_256}
	m, errs := own.Model()
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if got := m.Parameters().Total(); got != 70_600_000_000 {
		t.Errorf("%d parameters", got)
	}
	if m.HeadDim != 128 || m.FFN < 28_000 || m.FFN > 29_000 {
		t.Errorf("head dimension %d and MLP width %d are far from Llama 3.1 70B", m.HeadDim, m.FFN)
	}
}

func TestOwnNumbersNameEachWrongField(t *testing.T) {
	good := OwnNumbers{ParamsB: 7, Layers: 32, Hidden: 4096, Heads: 32}
	for _, c := range []struct {
		name, field, code string
		change            func(*OwnNumbers)
	}{
		{"no parameters", "params_b", ErrRequired, func(o *OwnNumbers) { o.ParamsB = 0 }},
		{"negative parameters", "params_b", ErrOutOfRange, func(o *OwnNumbers) { o.ParamsB = -7 }},
		{"too few parameters for the shape", "params_b", ErrParamsTooFew, func(o *OwnNumbers) { o.ParamsB = 0.5 }},
		{"more parameters than any MLP holds", "params_b", ErrOutOfRange, func(o *OwnNumbers) { o.ParamsB, o.Layers, o.Hidden, o.Heads = 99_000, 1, 64, 1 }},
		{"no layers", "layers", ErrRequired, func(o *OwnNumbers) { o.Layers = 0 }},
		{"too many layers", "layers", ErrOutOfRange, func(o *OwnNumbers) { o.Layers = 1001 }},
		{"no hidden size", "hidden", ErrRequired, func(o *OwnNumbers) { o.Hidden = 0 }},
		{"no heads", "heads", ErrRequired, func(o *OwnNumbers) { o.Heads = 0 }},
		{"key/value heads that do not divide", "kv_heads", ErrNotDivisor, func(o *OwnNumbers) { o.KVHeads = 5 }},
		{"a width that heads do not divide", "head_dim", ErrNeedsHeadDim, func(o *OwnNumbers) { o.Heads = 30 }},
		{"a negative vocabulary", "vocab", ErrOutOfRange, func(o *OwnNumbers) { o.Vocab = -1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			own := good
			c.change(&own)
			_, errs := own.Model()
			if len(errs) != 1 || errs[0].Field != c.field || errs[0].Code != c.code {
				t.Errorf("errors %+v, want %s %s", errs, c.field, c.code)
			}
		})
	}
	if m, errs := good.Model(); len(errs) > 0 || !m.VocabAssumed || m.KVHeads != 32 {
		t.Errorf("%+v %+v", m, errs)
	}
}

func TestSlidingWindowLayersHoldAtMostTheWindow(t *testing.T) {
	m, _ := LookupModel("Gemma-2-9B")
	cache := Cache{Tokens: 8192, Sequences: 1, Bytes: 2}
	perLayer := 2.0 * 8 * 256 * 2
	if got, want := m.CacheBytes(1, cache), perLayer*(21*8192+21*4096); got != want {
		t.Errorf("%v bytes, want %v", got, want)
	}
}

func TestFewerHeadsThanCardsAreCopied(t *testing.T) {
	m, _ := LookupModel("ChatGLM3-6B") // two key/value heads
	cache := Cache{Bytes: 2}
	one, two, eight := m.CacheBytesPerToken(1, cache), m.CacheBytesPerToken(2, cache), m.CacheBytesPerToken(8, cache)
	if two != one/2 || eight != two {
		t.Errorf("per card %v, %v, %v bytes on 1, 2, 8 cards", one, two, eight)
	}
	latent, _ := LookupModel("DeepSeek-V3/R1")
	if latent.CacheBytesPerToken(1, cache) != latent.CacheBytesPerToken(8, cache) {
		t.Error("the latent is on every card in full")
	}
	if got, want := latent.CacheBytesPerToken(1, Cache{Bytes: 2, LatentPad: 128}), 61*640*2.0; got != want {
		t.Errorf("padded latent %v bytes, want %v", got, want)
	}
}

func TestWeightFormatsHaveTheirPublishedBits(t *testing.T) {
	for name, want := range map[string]float64{
		"awq-int4-g128": 4.15625, "gptq-int4-g128-sym": 4.125, "int4-g32-sym": 4.5, "nf4": 4.5,
		"nf4-double": 4.126953125, "mxfp4": 4.25, "nvfp4": 4.5, "gguf-q5_0": 5.5, "gguf-q5_1": 6, "gguf-q8_0": 8.5,
	} {
		if w, ok := LookupFormat(name); !ok || w.LinearBits != want {
			t.Errorf("%s: %v bits, want %v", name, w.LinearBits, want)
		}
	}
	if got := MapFor(FP8).LinearBits; got != 8.001953125 {
		t.Errorf("fp8 with block scales: %v bits", got)
	}
}

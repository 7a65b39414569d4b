package sizing

import (
	"math"
	"slices"
	"testing"
)

func partGB(t *testing.T, r Result, item string) float64 {
	t.Helper()
	i := slices.IndexFunc(r.Memory.Parts, func(p Part) bool { return p.Item == item })
	if i < 0 {
		t.Fatalf("no part %s in %+v", item, r.Memory.Parts)
	}
	return r.Memory.Parts[i].GB
}

func TestIntermediateValuesOfFP32TakeTwiceTheRoom(t *testing.T) {
	for _, c := range []struct {
		name, item string
		request    Request
		ratio      float64
	}{
		{"activations keep their one-byte masks", ItemActivations, Request{Task: Train}, 66.0 / 34},
		{"recomputed activations are values only", ItemActivations, Request{Task: Train, Recompute: RecomputeFull}, 2},
		{"the prefill workspace", ItemWorkspace, Request{Task: Inference}, 2},
		{"the cache", ItemCache, Request{Task: Inference}, 2},
		{"the copy that QLoRA computes with", ItemDequantised, Request{Task: QLoRA}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.request.Model = "Llama-2-7B"
			c.request.Precision = BF16
			narrow := partGB(t, evaluateOn(t, c.request), c.item)
			c.request.Precision = FP32
			wide := partGB(t, evaluateOn(t, c.request), c.item)
			if math.Abs(wide/narrow-c.ratio) > 1e-9 {
				t.Errorf("fp32 takes %.3f GB and bf16 %.3f GB: ratio %.4f, want %.4f", wide, narrow, wide/narrow, c.ratio)
			}
		})
	}
}

func TestQLoRASaysThatItsBaseIsNF4(t *testing.T) {
	for precision, arithmetic := range map[Precision]string{FP32: "fp32", INT8: "bf16", BF16: "bf16"} {
		r := evaluateOn(t, Request{Model: "Llama-2-7B", Task: QLoRA, Precision: precision})
		i := slices.IndexFunc(r.Notices, func(n Notice) bool { return n.Code == NoticeQLoRABase })
		if i < 0 || r.Notices[i].Params["precision"] != arithmetic {
			t.Errorf("%s: %+v, want %s with %s", precision, r.Notices, NoticeQLoRABase, arithmetic)
		}
	}
}

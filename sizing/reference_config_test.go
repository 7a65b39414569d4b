package sizing

import (
	"encoding/json"
	"strings"
)

// modelJSON is a model in the short notation of the reference files.
type modelJSON struct {
	L, V, D, F, H, KV int
	DH                int    `json:"dh"`
	Gated             *bool  `json:"gated"`
	Norm              string `json:"norm"`
	NormsPerLayer     *int   `json:"norms_per_layer"`
	Pos               int    `json:"pos"`
	Extra             int64  `json:"extra"`
	FinalNorm         *int   `json:"final_norm"`
	QKVBias           bool   `json:"qkv_bias"`
	Bias              bool   `json:"bias"`
	MLPBias           bool   `json:"mlp_bias"`
	HeadBias          bool   `json:"lm_head_bias"`
	QKNorm            bool   `json:"qk_norm"`
	Tied              bool   `json:"tied"`
	EmbedNorm         bool   `json:"embed_norm"`
	SlidingWindow     int    `json:"sliding_window"`
	SlidingLayers     *int   `json:"sliding_layers"`
	MoE               *struct {
		E, F, K, Shared int
		FirstDense      int  `json:"first_dense"`
		RouterBias      bool `json:"router_bias"`
	} `json:"moe"`
	MLA *struct {
		KVLora int  `json:"kv_lora"`
		QLora  *int `json:"q_lora"`
		Nope   int  `json:"nope"`
		Rope   int  `json:"rope"`
		V      int  `json:"v"`
	} `json:"mla"`
}

// config reads a model: from "config", from the top level when key is empty, and
// by name from "model" when there is no configuration.
func (in *inputs) config(key string) *Model {
	if key != "" && !in.has(key) {
		name := in.text("model", "")
		m, ok := LookupModel(name)
		if !ok {
			in.fail("model %q is not in models.csv", name)
		}
		return &m
	}
	text := in.raw[key]
	if key == "" {
		whole, err := json.Marshal(in.raw)
		if err != nil {
			in.fail("%w", err)
		}
		text = whole
	}
	var j modelJSON
	if err := json.Unmarshal(text, &j); err != nil {
		in.fail("configuration: %w", err)
	}
	m := j.model()
	if errs := m.Validate(); len(errs) > 0 {
		in.fail("configuration: %s %s", errs[0].Field, errs[0].Code)
	}
	return m
}

func (j *modelJSON) model() *Model {
	m := &Model{
		Kind: Dense, Hidden: j.D, Layers: j.L, Heads: j.H, KVHeads: j.KV, HeadDim: j.DH, FFN: j.F,
		Vocab: j.V, Gated: j.Gated == nil || *j.Gated, Norm: RMSNorm, NormsPerLayer: 2,
		QKVBias: j.QKVBias, AllBias: j.Bias, MLPBias: j.MLPBias, HeadBias: j.HeadBias,
		QKNorm: j.QKNorm, Tied: j.Tied, EmbedNorm: j.EmbedNorm, LearnedPositions: j.Pos,
		ExtraParams: j.Extra, NoFinalNorm: j.FinalNorm != nil && *j.FinalNorm == 0,
		SlidingWindow: j.SlidingWindow,
	}
	if m.HeadDim == 0 && m.Heads > 0 {
		m.HeadDim = m.Hidden / m.Heads
	}
	if m.KVHeads == 0 {
		m.KVHeads = m.Heads
	}
	if j.NormsPerLayer != nil {
		m.NormsPerLayer = *j.NormsPerLayer
	}
	switch {
	case strings.Contains(j.Norm, "non"):
		m.Norm = NonParametric
	case strings.HasPrefix(j.Norm, "l"):
		m.Norm = LayerNorm
	}
	if m.SlidingWindow > 0 {
		m.SlidingLayers = m.Layers
		if j.SlidingLayers != nil {
			m.SlidingLayers = *j.SlidingLayers
		}
	}
	j.variants(m)
	return m
}

func (j *modelJSON) variants(m *Model) {
	if e := j.MoE; e != nil {
		m.Kind = Experts
		m.MoE = &MoE{
			Experts: e.E, TopK: e.K, FFN: e.F, Shared: e.Shared, FirstDense: e.FirstDense,
			RouterBias: e.RouterBias,
		}
	}
	if a := j.MLA; a != nil {
		m.MLA = &MLA{KVRank: a.KVLora, NoPE: a.Nope, RoPE: a.Rope, V: a.V}
		if a.QLora != nil {
			m.MLA.QRank = *a.QLora
		}
	}
}

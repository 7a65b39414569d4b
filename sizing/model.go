package sizing

// Kind is the architecture class of a model.
type Kind string

// Kinds of the catalogue: a dense decoder, a mixture of experts, an encoder.
const (
	Dense   Kind = "dense"
	Experts Kind = "moe"
	Encoder Kind = "encoder"
)

// Norm is the kind of normalisation layer; it decides the parameters per norm.
type Norm string

// Norms: one vector, two vectors, none.
const (
	RMSNorm       Norm = "rmsnorm"
	LayerNorm     Norm = "layernorm"
	NonParametric Norm = "layernorm-nonparam"
)

func (n Norm) vectors() int64 {
	switch n {
	case LayerNorm:
		return 2
	case NonParametric:
		return 0
	}
	return 1
}

// MoE describes expert layers: Experts of width FFN, TopK of them per token,
// Shared ones always active; the first FirstDense layers have no experts.
type MoE struct {
	Experts, TopK, FFN, Shared, FirstDense int
	RouterBias                             bool
}

// MLA describes multi-head latent attention (DeepSeek): ranks of the query and
// key/value compression (QRank 0 = no query compression) and the head widths.
type MLA struct {
	QRank, KVRank, NoPE, RoPE, V int
}

// Model is the shape of a transformer. Widths are elements; the zero value is
// not valid, see Validate.
type Model struct {
	Name, Family, Source           string
	Kind                           Kind
	Hidden, Layers, Heads, KVHeads int
	HeadDim, FFN, Vocab            int
	// MaxContext is the trained context in tokens, 0 when not known.
	MaxContext int
	Gated      bool
	Norm       Norm
	// NormsPerLayer is 2 in most models, 4 in Gemma 2, 1 in parallel blocks.
	NormsPerLayer int
	// QKVBias and AllBias add biases to the attention; AllBias to the MLP too.
	QKVBias, AllBias, MLPBias, HeadBias bool
	QKNorm, Tied, EmbedNorm             bool
	NoFinalNorm                         bool
	// LearnedPositions is the number of trained position vectors, 0 for rotary.
	LearnedPositions int
	// ExtraParams are parameters outside the formula (poolers, heads, rounding).
	ExtraParams int64
	MoE         *MoE
	MLA         *MLA
	// SlidingWindow bounds the cache of SlidingLayers layers to that many tokens.
	SlidingWindow, SlidingLayers int
	// extraLinear are linear parameters that no whole MLP width accounts for.
	extraLinear int64
	// VocabAssumed says that own numbers came without a vocabulary.
	VocabAssumed bool
}

// attentionWidth is h*d_h, the width the score and value products work on; MLA
// scores use the query width and values their own, so the mean counts.
func (m *Model) attentionWidth() float64 {
	if m.MLA != nil {
		return float64(m.Heads) * float64(m.MLA.NoPE+m.MLA.RoPE+m.MLA.V) / 2
	}
	return float64(m.Heads) * float64(m.HeadDim)
}

// mlpWidth is the widest MLP one token passes: the dense width, or the active
// experts side by side.
func (m *Model) mlpWidth() float64 {
	if m.MoE == nil {
		return float64(m.FFN)
	}
	active := float64(m.MoE.TopK+m.MoE.Shared) * float64(m.MoE.FFN)
	if m.MoE.FirstDense > 0 {
		active = max(active, float64(m.FFN))
	}
	return active
}

// maxFFN bounds the MLP width; anything above is a slip of the pen.
const maxFFN = 10_000_000

// Validate returns one FieldError per impossible field, named as in models.csv.
func (m *Model) Validate() []FieldError {
	var errs []FieldError
	check := func(field string, value, low, high int) {
		if value < low || value > high {
			errs = append(errs, outOfRange(field, float64(low), float64(high)))
		}
	}
	check("hidden", m.Hidden, 1, 1_000_000)
	check("layers", m.Layers, 1, 10_000)
	check("heads", m.Heads, 1, 10_000)
	check("kv_heads", m.KVHeads, 1, 10_000)
	check("head_dim", m.HeadDim, 1, 100_000)
	check("ffn", m.FFN, 1, maxFFN)
	check("vocab", m.Vocab, 1, 100_000_000)
	check("norms_per_layer", m.NormsPerLayer, 0, 8)
	if len(errs) == 0 && m.Heads%m.KVHeads != 0 {
		errs = append(errs, fieldError("kv_heads", ErrNotDivisor, "of", "heads"))
	}
	if m.MoE != nil {
		check("moe_experts", m.MoE.Experts, 1, 100_000)
		check("moe_topk", m.MoE.TopK, 1, m.MoE.Experts)
		check("moe_ffn", m.MoE.FFN, 1, maxFFN)
		check("moe_first_dense", m.MoE.FirstDense, 0, m.Layers)
	}
	if m.MLA != nil {
		check("mla_kv_lora", m.MLA.KVRank, 1, 1_000_000)
		check("mla_nope", m.MLA.NoPE, 1, 100_000)
		check("mla_v", m.MLA.V, 1, 100_000)
	}
	check("sliding_layers", m.SlidingLayers, 0, m.Layers)
	return errs
}

func outOfRange(field string, low, high float64) FieldError {
	return fieldError(field, ErrOutOfRange, "min", num(low), "max", num(high))
}

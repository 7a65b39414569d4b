package sizing

import (
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

//go:embed models.csv
var modelsCSV string

// Family is the catalogue's models of one family, in file order.
type Family struct {
	Name   string
	Models []*Model
}

var catalogue = sync.OnceValue(func() []Model {
	models, err := ParseModels(strings.NewReader(modelsCSV))
	if err != nil {
		panic(err) // the embedded file is checked by the package's tests
	}
	return models
})

// Models returns the built-in models in file order; the slice is the caller's.
func Models() []Model {
	return append([]Model(nil), catalogue()...)
}

// LookupModel finds a built-in model by name, without regard to case.
func LookupModel(name string) (Model, bool) {
	name = strings.TrimSpace(name)
	for _, m := range catalogue() {
		if strings.EqualFold(m.Name, name) {
			return m, true
		}
	}
	return Model{}, false
}

// Families returns the built-in models grouped by family, in file order.
func Families() []Family {
	var families []Family
	index := map[string]int{}
	for _, m := range Models() {
		at, seen := index[m.Family]
		if !seen {
			at = len(families)
			index[m.Family] = at
			families = append(families, Family{Name: m.Family})
		}
		families[at].Models = append(families[at].Models, &m)
	}
	return families
}

// ParseModels reads models in the format of models.csv. An error names the line,
// the column and the value; a model whose shape is impossible is an error too.
func ParseModels(r io.Reader) ([]Model, error) {
	reader := csv.NewReader(r)
	header, err := reader.Read()
	if err != nil {
		return nil, fmt.Errorf("models.csv line 1: %w", err)
	}
	columns := map[string]int{}
	for i, name := range header {
		columns[name] = i
	}
	if err := requireColumns(columns); err != nil {
		return nil, err
	}
	var models []Model
	seen := map[string]int{}
	for {
		record, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return models, nil
		}
		line, _ := reader.FieldPos(0)
		if err != nil {
			return nil, fmt.Errorf("models.csv line %d: %w", line, err)
		}
		row := modelRow{columns: columns, record: record, line: line}
		m, err := row.model()
		if err != nil {
			return nil, err
		}
		key := strings.ToLower(m.Name)
		if earlier, twice := seen[key]; twice {
			return nil, fmt.Errorf("models.csv line %d: model %q is already on line %d", line, m.Name, earlier)
		}
		seen[key] = line
		models = append(models, m)
	}
}

var modelColumns = []string{
	"model", "family", "kind", "hidden", "layers", "heads", "kv_heads", "head_dim", "ffn", "vocab",
	"max_ctx", "gated_mlp", "norm", "norms_per_layer", "attn_bias_qkv", "all_bias", "qk_norm",
	"tied_embeddings", "learned_pos", "moe_experts", "moe_topk", "moe_ffn", "moe_shared",
	"moe_first_dense", "mla_q_lora", "mla_kv_lora", "mla_nope", "mla_rope", "mla_v",
	"sliding_window", "config_source", "other_flags_json",
}

func requireColumns(columns map[string]int) error {
	for _, name := range modelColumns {
		if _, ok := columns[name]; !ok {
			return fmt.Errorf("models.csv line 1: column %q is missing", name)
		}
	}
	return nil
}

// modelRow reads the cells of one line and keeps the first error.
type modelRow struct {
	columns map[string]int
	record  []string
	line    int
	err     error
}

func (r *modelRow) text(column string) string {
	return strings.TrimSpace(r.record[r.columns[column]])
}

// whole reads a whole number; an empty cell is 0, the file's sign for "has none".
func (r *modelRow) whole(column string) int {
	cell := r.text(column)
	if cell == "" {
		return 0
	}
	v, err := strconv.Atoi(cell)
	if err == nil && v < 0 {
		err = errors.New("negative")
	}
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("models.csv line %d: column %q: %q is no whole number ≥ 0", r.line, column, cell)
	}
	return v
}

func (r *modelRow) flag(column string) bool { return r.whole(column) != 0 }

func (r *modelRow) model() (Model, error) {
	m := Model{
		Name: r.text("model"), Family: r.text("family"), Kind: Kind(r.text("kind")),
		Source: r.text("config_source"), Norm: Norm(r.text("norm")),
		Hidden: r.whole("hidden"), Layers: r.whole("layers"), Heads: r.whole("heads"),
		KVHeads: r.whole("kv_heads"), HeadDim: r.whole("head_dim"), FFN: r.whole("ffn"),
		Vocab: r.whole("vocab"), MaxContext: r.whole("max_ctx"), Gated: r.flag("gated_mlp"),
		NormsPerLayer: r.whole("norms_per_layer"), QKVBias: r.flag("attn_bias_qkv"),
		AllBias: r.flag("all_bias"), QKNorm: r.flag("qk_norm"), Tied: r.flag("tied_embeddings"),
		LearnedPositions: r.whole("learned_pos"), SlidingWindow: r.whole("sliding_window"),
	}
	r.attachVariants(&m)
	if r.err == nil {
		r.err = m.applyFlags(r.text("other_flags_json"))
		if r.err != nil {
			r.err = fmt.Errorf("models.csv line %d: column \"other_flags_json\": %w", r.line, r.err)
		}
	}
	if r.err == nil {
		r.err = r.plausible(&m)
	}
	return m, r.err
}

func (r *modelRow) attachVariants(m *Model) {
	if r.whole("moe_experts") > 0 {
		m.MoE = &MoE{
			Experts: r.whole("moe_experts"), TopK: r.whole("moe_topk"), FFN: r.whole("moe_ffn"),
			Shared: r.whole("moe_shared"), FirstDense: r.whole("moe_first_dense"),
		}
	}
	if r.whole("mla_kv_lora") > 0 {
		m.MLA = &MLA{
			QRank: r.whole("mla_q_lora"), KVRank: r.whole("mla_kv_lora"),
			NoPE: r.whole("mla_nope"), RoPE: r.whole("mla_rope"), V: r.whole("mla_v"),
		}
	}
	if m.SlidingWindow > 0 {
		m.SlidingLayers = m.Layers
	}
}

func (r *modelRow) plausible(m *Model) error {
	fail := func(what string) error {
		return fmt.Errorf("models.csv line %d: model %q: %s", r.line, m.Name, what)
	}
	switch m.Kind {
	case Dense, Encoder:
	case Experts:
		if m.MoE == nil {
			return fail("kind moe without moe_experts")
		}
	default:
		return fail(fmt.Sprintf("unknown kind %q", m.Kind))
	}
	if m.Norm != RMSNorm && m.Norm != LayerNorm && m.Norm != NonParametric {
		return fail(fmt.Sprintf("unknown norm %q", m.Norm))
	}
	if m.Name == "" || m.Family == "" {
		return fail("name and family are required")
	}
	if errs := m.Validate(); len(errs) > 0 {
		return fail(fmt.Sprintf("column %q: %s", errs[0].Field, errs[0].Code))
	}
	return nil
}

// otherFlags are the rare traits of other_flags_json; a nil pointer means that
// the model follows the common form.
type otherFlags struct {
	RouterBias   bool  `json:"router_bias"`
	EmbedNorm    bool  `json:"embed_norm"`
	MLPBias      bool  `json:"mlp_bias"`
	HeadBias     bool  `json:"lm_head_bias"`
	Extra        int64 `json:"extra"`
	FinalNorm    *int  `json:"final_norm"`
	SlidingEvery int   `json:"sliding_every"`
}

func (m *Model) applyFlags(text string) error {
	if text == "" {
		return nil
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	var f otherFlags
	if err := decoder.Decode(&f); err != nil {
		return err
	}
	if f.RouterBias && m.MoE == nil {
		return errors.New("router_bias without experts")
	}
	if m.MoE != nil {
		m.MoE.RouterBias = f.RouterBias
	}
	m.EmbedNorm, m.MLPBias, m.HeadBias, m.ExtraParams = f.EmbedNorm, f.MLPBias, f.HeadBias, f.Extra
	m.NoFinalNorm = f.FinalNorm != nil && *f.FinalNorm == 0
	if f.SlidingEvery > 1 {
		m.SlidingLayers = m.Layers / f.SlidingEvery
	}
	return nil
}

package handlers

import (
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/sizing"
	"gpuscale/text"
)

// sizingOwn are the parameters of a model given by its own numbers.
var sizingOwn = []string{"params_b", "layers", "hidden", "heads", "kv_heads", "head_dim", "vocab"}

// sizingShown are the parameters that change how a result is shown rather than what
// is sized: with these alone the page shows its example.
var sizingShown = []string{"currency", "sort", "as_of"}

// sizingConstant begins the fields of the constants, which the form sends one by
// one; links carry them as assume=key:value.
const sizingConstant = "assume."

// sizingParams are the parameters of the page in the order of links; the fields that
// links never carry come last.
var sizingParams = slices.Concat([]string{"model"}, sizingOwn,
	[]string{"task", "precision", "context", "batch", "tokens", "mfu", "gpu", "gpus", "assume", "currency", "sort", "as_of"}, constantFields())

func constantFields() []string {
	var names []string
	for _, a := range sizing.DefaultAssumptions().List() {
		names = append(names, sizingConstant+a.Key)
	}
	return names
}

// The model sized when none is named, and the word of the form for own numbers.
const (
	sizingModel    = "Llama-2-70B"
	sizingOwnModel = "own"
)

// The fields of numbers: what people can mean, generously; sizing knows the bounds.
var (
	sizingUnits = append([]catalog.TypedUnit{{Word: "万亿", Factor: 1e12}, {Word: "千亿", Factor: 1e11}, {Word: "百亿", Factor: 1e10}},
		catalog.ScaleUnits...)
	sizingShape   = catalog.TypedField{Min: catalog.WholeDecimal(1), Max: catalog.WholeDecimal(1e9), Units: catalog.CountUnits}
	sizingParamsB = catalog.TypedField{Max: catalog.WholeDecimal(1e9), Decimals: 9}
	sizingLong    = catalog.TypedField{Min: catalog.WholeDecimal(1), Max: catalog.WholeDecimal(1e9), Units: sizingUnits}
	sizingTokens  = catalog.TypedField{Min: catalog.WholeDecimal(1), Max: catalog.WholeDecimal(1e18), Units: sizingUnits}
	sizingMFU     = catalog.TypedField{Decimals: 4, Units: []catalog.TypedUnit{{Word: "%", Factor: 1}}}
	sizingCards   = catalog.TypedField{Min: catalog.WholeDecimal(1), Units: catalog.CountUnits}
	sizingNumber  = catalog.TypedField{Max: catalog.WholeDecimal(1e9), Decimals: 9}
)

// sizingSorts are the orders of the table.
var sizingSorts = []string{"hour", "run", "token", "cards", "headroom", "speed", "name"}

// sizingAsk is what one address asks to size.
type sizingAsk struct {
	market   *catalog.Market
	request  sizing.Request
	cards    catalog.Terms[string]
	currency catalog.Currency
	sort     string // "" is by what it costs
	desc     bool
	example  bool
	assumed  []string // key:value of the changed constants, in the order of the list
	refused  map[string]refusedConstant
}

// refusedConstant is a value of assume that its constant does not take.
type refusedConstant struct{ typed, why string }

// readSizing reads the address; what is wrong with it is noted in q.
func readSizing(q *query, m *catalog.Market) *sizingAsk {
	q.values = maps.Clone(q.values)
	a := &sizingAsk{market: m, example: true, refused: map[string]refusedConstant{}}
	for name := range q.values {
		a.example = a.example && slices.Contains(sizingShown, name)
	}
	a.readModel(q)
	r := &a.request
	r.Task = word(q, "task", sizing.Tasks(), sizing.Inference)
	r.Precision = word(q, "precision", sizing.Precisions(), sizing.BF16)
	r.Context, r.Batch = q.sized("context", sizingLong), q.sized("batch", sizingLong)
	r.GPUs = q.sized("gpus", sizingCards)
	r.Tokens = physical(q.counted("tokens", sizingTokens))
	r.MFU = physical(q.number("mfu", sizingMFU))
	a.cards = termsBy(q, "gpu", gpuSlug(m), q.allowed("sizing.gpu.slug"))
	a.currency = word(q, "currency", catalog.Currencies, catalog.CNY)
	a.readSort(q)
	a.readConstants(q)
	return a
}

func physical(d catalog.Opt[catalog.Decimal]) sizing.Figure {
	value, ok := d.Value.Float64()
	return sizing.Figure{Value: value, Known: d.Known && ok}
}

// sized reads a whole number; absent is 0, which sizing takes for its default.
func (q *query) sized(name string, field catalog.TypedField) int {
	n, _, ok := q.counted(name, field).Value.Int64(0)
	if !ok {
		return math.MaxInt // beyond any bound that sizing has
	}
	return int(n)
}

// countWords may follow a count and change nothing: "4096 tokens", "8 张".
var countWords = []string{"tokens", "token", "张", "卡", "路", "层"}

// counted is number without a word of countWords after it; what was typed stays.
func (q *query) counted(name string, field catalog.TypedField) catalog.Opt[catalog.Decimal] {
	kept := q.values[name]
	typed := q.typed(name)
	for _, w := range countWords {
		if cut := len(typed) - len(w); cut > 0 && strings.EqualFold(typed[cut:], w) {
			q.values[name] = []string{strings.TrimSpace(typed[:cut])}
			defer func() { q.values[name] = kept }()
			break
		}
	}
	return q.number(name, field)
}

// readModel reads a preset or own numbers. Numbers without a preset count as own;
// both together are a mistake that sizing words.
func (a *sizingAsk) readModel(q *query) {
	own := strings.EqualFold(q.typed("model"), sizingOwnModel)
	given := slices.ContainsFunc(sizingOwn, func(name string) bool { return q.typed(name) != "" })
	typed := q.typed("model")
	if own || given {
		a.request.Own = &sizing.OwnNumbers{
			ParamsB: q.billions("params_b"), Layers: q.sized("layers", sizingShape), Hidden: q.sized("hidden", sizingShape),
			Heads: q.sized("heads", sizingShape), KVHeads: q.sized("kv_heads", sizingShape),
			HeadDim: q.sized("head_dim", sizingShape), Vocab: q.sized("vocab", sizingShape),
		}
	}
	switch {
	case own:
	case typed != "":
		a.request.Model = typed
		if m, ok := sizing.FindModel(typed); ok {
			a.request.Model = m.Name
		}
	case !given:
		a.request.Model = sizingModel
	}
}

// billions reads parameters in units of 1e9; with a unit of its own the number is
// absolute: 70, 70B and 700亿 are the same.
func (q *query) billions(name string) float64 {
	typed := q.typed(name)
	if typed == "" {
		return 0
	}
	if d, err := sizingParamsB.Parse(typed); err == nil {
		f, _ := d.Float64()
		return f
	}
	absolute := sizingTokens
	absolute.Decimals = 9
	if d, err := absolute.Parse(typed); err == nil {
		f, _ := d.Float64()
		return f / 1e9
	}
	q.number(name, sizingParamsB)
	return 0
}

// readSort reads the order of the table; a leading minus is descending.
func (a *sizingAsk) readSort(q *query) {
	typed, descending := strings.CutPrefix(q.typed("sort"), "-")
	if typed == "" && !descending {
		return
	}
	key, ok := fold(typed, sizingSorts)
	if !ok {
		q.failWord("sort", q.typed("sort"), vocabularyText(sizingSorts))
		return
	}
	a.sort, a.desc = key, descending
}

// readConstants reads changed constants, from links and from the form's fields.
func (a *sizingAsk) readConstants(q *query) {
	constants := sizing.DefaultAssumptions()
	for _, typed := range q.values["assume"] {
		key, number, ok := strings.Cut(strings.ReplaceAll(typed, "：", ":"), ":")
		if !ok {
			q.fail("assume", text.T(q.lang, "sizing.assume.form", "value", typed))
			continue
		}
		if why := setConstant(q.lang, &constants, strings.TrimSpace(key), number); why != "" {
			q.fail("assume", why)
			a.refused[strings.TrimSpace(key)] = refusedConstant{typed: strings.TrimSpace(number), why: why}
		}
	}
	for _, name := range constantFields() {
		if typed := q.typed(name); typed != "" {
			if why := setConstant(q.lang, &constants, strings.TrimPrefix(name, sizingConstant), typed); why != "" {
				q.fail(name, why)
			}
		}
	}
	for _, c := range constants.List() {
		if c.Edited() {
			a.assumed = append(a.assumed, c.Key+":"+strconv.FormatFloat(c.Value, 'f', -1, 64))
		}
	}
	a.request.Assumptions = &constants
}

// setConstant changes one constant; it returns why it could not.
func setConstant(l text.Lang, constants *sizing.Assumptions, key, typed string) (why string) {
	at := slices.IndexFunc(constants.List(), func(c sizing.Assumption) bool { return c.Key == key })
	if at < 0 {
		return text.T(l, "sizing.assume.unknown", "key", key)
	}
	d, err := sizingNumber.Parse(typed)
	value, ok := d.Float64()
	if err != nil || !ok || !constants.Set(key, value) {
		c := constants.List()[at]
		return text.T(l, "sizing.assume.bounds", "name", text.T(l, "sizing.constant."+key), "min", text.Float(c.Min, 3), "max", text.Float(c.Max, 3))
	}
	return ""
}

// refuse notes what sizing objects to, at the field it names.
func (a *sizingAsk) refuse(q *query, wrong *sizing.RequestError) {
	for _, f := range wrong.Fields {
		pairs := append([]any{"of", text.T(q.lang, "sizing.heads")}, pairsOf(f.Params)...)
		q.fail(f.Field, text.T(q.lang, "sizing.error."+f.Code, pairs...))
	}
}

// address holds what a link to this sizing carries: what was typed and is no
// default, the constants in one parameter.
func (a *sizingAsk) address(q *query) url.Values {
	values := url.Values{}
	for name, typed := range q.values {
		if !strings.HasPrefix(name, sizingConstant) && !(len(typed) == 1 && typed[0] == sizingDefaults[name]) {
			values[name] = typed
		}
	}
	delete(values, "assume")
	if len(a.assumed) > 0 {
		values["assume"] = a.assumed
	}
	return values
}

// sizingDefaults are the values that fields mean when nothing was typed and links
// may leave out.
var sizingDefaults = map[string]string{"task": "inference", "precision": "bf16", "currency": "CNY", "batch": "1"}

package dataset

import (
	"slices"
	"strings"

	"gpuscale/catalog"
)

// Check looks at the records of a whole set together and reports what no single
// value shows: names that refer to nothing, identities that repeat, ends before
// beginnings, amounts below zero. A price line whose exception states why a value
// is kept is not objected to again; a reference to nothing always is.
func Check(set Set) []Problem { return check(set, nil) }

// check leaves references to the incomplete kinds alone: what they name may be in a
// row that was refused.
func check(set Set, incomplete map[Kind]bool) []Problem {
	c := checker{set: set, incomplete: incomplete, keys: map[reference]map[string]bool{}}
	for _, kind := range Kinds {
		c.references(kind)
		if slices.Contains(uniqueKinds, kind) {
			c.unique(kind)
		}
	}
	c.providerNames()
	c.doubtTargets()
	c.factValues()
	c.amounts()
	return c.problems
}

// uniqueKinds are the kinds whose identity is a key: a second record with the same
// one would silently decide what the first means.
var uniqueKinds = []Kind{Providers, Accelerators, Aliases, Ambiguous, ProviderAliases, SourceNames, FactKeys, Doubts, Offers,
	Pitfalls, Trends, Dimensions, Texts}

// reference is a column that holds keys of another kind.
type reference struct {
	kind   Kind
	column string
}

var providerSlug = reference{Providers, "slug"}

// references lists, by kind, which columns point where. A column that may hold
// several keys is a list.
var references = map[Kind]map[string]reference{
	Aliases:         {"slug": {Accelerators, "slug"}},
	Ambiguous:       {"candidates": {Accelerators, "slug"}},
	ProviderAliases: {"slug": {Accelerators, "slug"}},
	MemoryReported:  {"slug": {Accelerators, "slug"}},
	SourceNames:     {"provider": providerSlug},
	Offers:          {"provider": providerSlug, "accelerator_vendor": {Accelerators, "vendor"}},
	ProviderFacts:   {"provider": providerSlug, "key": {FactKeys, "key"}},
	ExtraCosts:      {"provider": providerSlug},
	Scenarios:       {"provider": providerSlug},
}

// targets says which records the target of a doubt names, by target type; a doubt
// about the data set as a whole may name anything.
var targets = map[string]reference{
	"offer":    {Offers, "offer_id"},
	"fact":     {FactKeys, "key"},
	"scenario": {Scenarios, "scenario"},
	"pitfall":  {Pitfalls, "slug"},
	"trend":    {Trends, "slug"},
	"provider": providerSlug,
}

type checker struct {
	set        Set
	incomplete map[Kind]bool
	keys       map[reference]map[string]bool
	problems   []Problem
}

func (c *checker) report(r Record, p Problem) {
	p.Kind, p.Key = r.Kind, r.Key
	c.problems = append(c.problems, p)
}

func (c *checker) known(to reference) map[string]bool {
	if have, ok := c.keys[to]; ok {
		return have
	}
	have := map[string]bool{}
	for _, r := range c.set[to.kind] {
		have[r.Get(to.column)] = true
	}
	c.keys[to] = have
	return have
}

func (c *checker) references(kind Kind) {
	schema := SchemaOf(kind)
	for name, to := range references[kind] {
		c.column(kind, name, to)
	}
	if _, _, ok := schema.Column("doubt"); ok {
		c.column(kind, "doubt", reference{Doubts, "id"})
	}
}

func (c *checker) column(kind Kind, name string, to reference) {
	if c.incomplete[to.kind] {
		return
	}
	have := c.known(to)
	at, column, _ := SchemaOf(kind).Column(name)
	for _, r := range c.set[kind] {
		value := r.Values[at]
		if value == "" || have[value] {
			continue
		}
		if column.Type != List {
			c.report(r, Problem{Column: name, Code: CodeReference, Value: value, Detail: because(ReasonNotIn, string(to.kind))})
			continue
		}
		for _, e := range Elements(value) {
			if !have[e] {
				c.report(r, Problem{Column: name, Code: CodeReference, Value: e, Detail: because(ReasonNotIn, string(to.kind))})
			}
		}
	}
}

func (c *checker) unique(kind Kind) {
	schema := SchemaOf(kind)
	seen := make(map[string]bool, len(c.set[kind]))
	for _, r := range c.set[kind] {
		key := schema.Key(r.Values)
		if seen[key] {
			c.report(r, Problem{Column: strings.Join(schema.Identity, "/"), Code: CodeRepeated, Value: key})
		}
		seen[key] = true
	}
}

// providerNames refuses names that only look different: ＲｕｎＰｏｄ is RunPod.
func (c *checker) providerNames() {
	owners := map[string]string{}
	for _, r := range c.set[Providers] {
		slug := r.Get("slug")
		for _, column := range []string{"slug", "name_zh", "name_en"} {
			name := catalog.Fold(r.Get(column))
			if owner, taken := owners[name]; taken && owner != slug {
				c.report(r, Problem{Column: column, Code: CodeRepeated, Value: r.Get(column), Detail: because(ReasonIs, owner)})
				continue
			}
			owners[name] = slug
		}
	}
}

func (c *checker) doubtTargets() {
	for _, d := range c.set[Doubts] {
		to, ok := targets[d.Get("target_type")]
		if !ok || c.incomplete[to.kind] {
			continue
		}
		have := c.known(to)
		for _, t := range Elements(d.Get("target")) {
			if !have[t] {
				c.report(d, Problem{Column: "target", Code: CodeReference, Value: t, Detail: because(ReasonNotIn, string(to.kind))})
			}
		}
	}
}

// factValues holds facts to the type and unit that their key declares: a figure
// that is text, or in another unit, would be compared wrongly.
func (c *checker) factValues() {
	keys := map[string]Record{}
	for _, k := range c.set[FactKeys] {
		keys[k.Get("key")] = k
	}
	for _, f := range c.set[ProviderFacts] {
		k, ok := keys[f.Get("key")]
		if !ok {
			continue
		}
		if k.Get("type") == "number" {
			if _, err := catalog.ParseDecimal(f.Get("value")); err != nil {
				c.report(f, Problem{Column: "value", Code: CodeNumber, Value: f.Get("value")})
			}
		}
		if want := k.Get("unit"); want != "" && f.Get("unit") != want {
			c.report(f, Problem{Column: "unit", Code: CodeUnit, Value: f.Get("unit"), Detail: because(ReasonUnitOf, want, f.Get("key"))})
		}
		c.ordered(f, "valid_from", "valid_to")
	}
}

func (c *checker) amounts() {
	for _, r := range c.set[Offers] {
		c.ordered(r, "valid_from", "valid_to")
		if r.Get("exception") != "" {
			continue
		}
		c.ordered(r, "price_amount", "price_max")
		c.notBelow(r, "price_amount", "0")
		c.notBelow(r, "gpu_count", "1")
		c.notBelow(r, "vram_gb", "0")
		c.unitFitsBilling(r)
	}
	for _, r := range c.set[ExtraCosts] {
		c.ordered(r, "price", "price_max")
		c.notBelow(r, "price", "0")
	}
	for _, r := range c.set[Benchmarks] {
		c.ordered(r, "price_low", "price_high")
	}
	for _, r := range c.set[ExchangeRates] {
		if d, err := catalog.ParseDecimal(r.Get("rate")); err == nil && d.Sign() <= 0 {
			c.report(r, Problem{Column: "rate", Code: CodeNegative, Value: r.Get("rate")})
		}
	}
}

// unitFitsBilling catches core-hours that would otherwise be read as card-hours.
func (c *checker) unitFitsBilling(r Record) {
	billing, unit := r.Get("billing_mode"), r.Get("unit")
	if (billing == string(catalog.BillCoreHour)) != (unit == string(catalog.CoreHour)) {
		c.report(r, Problem{Column: "unit", Code: CodeUnit, Value: unit, Detail: because(ReasonBilling, billing)})
	}
}

func (c *checker) ordered(r Record, low, high string) {
	lowText, highText := r.Get(low), r.Get(high)
	if lowText == "" || highText == "" {
		return
	}
	_, column, _ := SchemaOf(r.Kind).Column(low)
	smaller := false
	if column.Type == Day {
		a, errA := catalog.ParseDate(lowText)
		b, errB := catalog.ParseDate(highText)
		smaller = errA == nil && errB == nil && b.Start().Before(a.Start())
	} else {
		a, errA := catalog.ParseDecimal(lowText)
		b, errB := catalog.ParseDecimal(highText)
		smaller = errA == nil && errB == nil && b.Cmp(a) < 0
	}
	if smaller {
		c.report(r, Problem{Column: high, Code: CodeOrder, Value: highText, Detail: because(ReasonThanColumn, low, lowText)})
	}
}

func (c *checker) notBelow(r Record, column, least string) {
	value := r.Get(column)
	if value == "" {
		return
	}
	d, err := catalog.ParseDecimal(value)
	if min, _ := catalog.ParseDecimal(least); err == nil && d.Cmp(min) < 0 {
		code := CodeRange
		if d.Sign() < 0 {
			code = CodeNegative
		}
		c.report(r, Problem{Column: column, Code: code, Value: value, Detail: because(ReasonAtLeast, least)})
	}
}

package dataset

import (
	"fmt"
	"strconv"
	"strings"
)

// Kinds lists every kind in the order in which records are loaded: what others
// refer to comes first.
var Kinds = []Kind{Providers, Accelerators, Aliases, Ambiguous, ProviderAliases, MemoryReported, SourceNames, FactKeys,
	Doubts, ExchangeRates, Offers, ProviderFacts, ExtraCosts, Benchmarks, Scenarios, Pitfalls, Trends,
	Dimensions, Texts}

var schemas = map[Kind]Schema{
	Providers:       newSchema(Providers, providerColumns, "slug"),
	Accelerators:    newSchema(Accelerators, acceleratorColumns, "slug"),
	Aliases:         newSchema(Aliases, aliasColumns, "alias"),
	Ambiguous:       newSchema(Ambiguous, ambiguousColumns, "alias"),
	ProviderAliases: newSchema(ProviderAliases, providerAliasColumns, "context", "alias"),
	MemoryReported:  newSchema(MemoryReported, memoryColumns, "slug"),
	SourceNames:     newSchema(SourceNames, sourceNameColumns, "source", "name"),
	FactKeys:        newSchema(FactKeys, factKeyColumns, "key"),
	Doubts:          newSchema(Doubts, doubtColumns, "id"),
	ExchangeRates:   newSchema(ExchangeRates, rateColumns, "date", "base", "quote"),
	Offers:          newSchema(Offers, offerColumns, "offer_id", "valid_from"),
	ProviderFacts:   newSchema(ProviderFacts, factColumns, "provider", "key", "subject_zh"),
	ExtraCosts:      newSchema(ExtraCosts, extraCostColumns, "provider", "cost_type", "item"),
	Benchmarks:      newSchema(Benchmarks, benchmarkColumns, "accelerator", "unit", "region", "source_date"),
	Scenarios:       newSchema(Scenarios, scenarioColumns, "scenario", "row_type", "provider", "metric"),
	Pitfalls:        newSchema(Pitfalls, pitfallColumns, "slug"),
	Trends:          newSchema(Trends, trendColumns, "slug"),
	Dimensions:      newSchema(Dimensions, dimensionColumns, "slug"),
	Texts:           newSchema(Texts, textColumns, "key"),
}

func newSchema(kind Kind, columns []Column, identity ...string) Schema {
	s := Schema{Kind: kind, Columns: columns, Identity: identity, index: make(map[string]int, len(columns))}
	for i, c := range columns {
		s.index[c.Name] = i
	}
	for _, name := range identity {
		s.identity = append(s.identity, s.index[name])
	}
	return s
}

// SchemaOf returns the schema of kind; the schema of an unknown kind has no columns.
func SchemaOf(kind Kind) Schema { return schemas[kind] }

// Known reports whether k is one of Kinds.
func (k Kind) Known() bool { return len(schemas[k].Columns) > 0 }

// Filename returns the name of the kind's CSV file.
func (k Kind) Filename() string { return string(k) + ".csv" }

// Column returns the place and description of the named column.
func (s Schema) Column(name string) (int, Column, bool) {
	i, ok := s.index[name]
	if !ok {
		return 0, Column{}, false
	}
	return i, s.Columns[i], true
}

// Names returns the column names in file order.
func (s Schema) Names() []string {
	names := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		names[i] = c.Name
	}
	return names
}

// Key returns the key of a record whose identity is not repeated: the identity
// values joined by "/", empty trailing parts left out.
func (s Schema) Key(values []string) string {
	var parts [4]string
	n := 0
	for i, at := range s.identity {
		parts[i] = values[at]
		if parts[i] != "" {
			n = i + 1
		}
	}
	return strings.Join(parts[:n], "/")
}

// Keys hands out keys that are unique among the records of one kind. The zero
// Keys is ready for use.
type Keys struct {
	taken map[string]bool
	next  map[string]int
}

// Take marks a key that a record already has.
func (k *Keys) Take(key string) {
	if k.taken == nil {
		k.taken, k.next = map[string]bool{}, map[string]int{}
	}
	k.taken[key] = true
}

// Assign returns key, or key with the first free ordinal ("#2", "#3" …) when it is
// taken, and marks the result as taken.
func (k *Keys) Assign(key string) string {
	if !k.taken[key] {
		k.Take(key)
		return key
	}
	for n := max(k.next[key], 2); ; n++ {
		if numbered := key + "#" + strconv.Itoa(n); !k.taken[numbered] {
			k.next[key] = n + 1
			k.Take(numbered)
			return numbered
		}
	}
}

// Get returns the value of the named column. It panics when the kind has no such
// column: that is a mistake of the program, never of the data.
func (r Record) Get(column string) string {
	i, _, ok := schemas[r.Kind].Column(column)
	if !ok {
		panic(fmt.Sprintf("dataset: %s has no column %q", r.Kind, column))
	}
	return r.Values[i]
}

// With returns a copy of r with the named column set to value. It panics when the
// kind has no such column.
func (r Record) With(column, value string) Record {
	i, _, ok := schemas[r.Kind].Column(column)
	if !ok {
		panic(fmt.Sprintf("dataset: %s has no column %q", r.Kind, column))
	}
	r.Values = append([]string(nil), r.Values...)
	r.Values[i] = value
	return r
}

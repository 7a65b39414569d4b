package dataset

import (
	"strconv"
	"strings"

	"gpuscale/catalog"
)

// Parse turns records into the catalogue's nouns. A record with a value that its
// column does not allow is left out and reported; the others are not held up by it.
func Parse(set Set) (catalog.Data, []Problem) {
	p := &parser{}
	data := catalog.Data{
		Providers:      parseKind(p, set, Providers, (*parser).provider),
		Accelerators:   parseKind(p, set, Accelerators, (*parser).accelerator),
		Aliases:        parseKind(p, set, Aliases, (*parser).alias),
		AmbiguousNames: parseKind(p, set, Ambiguous, (*parser).ambiguousName),
		ContextAliases: parseKind(p, set, ProviderAliases, (*parser).contextAlias),
		ReportedMemory: parseKind(p, set, MemoryReported, (*parser).reportedMemory),
		Prices:         parseKind(p, set, Offers, (*parser).priceLine),
		Facts:          parseKind(p, set, ProviderFacts, (*parser).fact),
		FactKeys:       parseKind(p, set, FactKeys, (*parser).factKey),
		ExtraCosts:     parseKind(p, set, ExtraCosts, (*parser).extraCost),
		Scenarios:      parseKind(p, set, Scenarios, (*parser).scenario),
		Pitfalls:       parseKind(p, set, Pitfalls, (*parser).pitfall),
		Trends:         parseKind(p, set, Trends, (*parser).trend),
		Dimensions:     parseKind(p, set, Dimensions, (*parser).dimension),
		Benchmarks:     parseKind(p, set, Benchmarks, (*parser).benchmark),
		Rates:          parseKind(p, set, ExchangeRates, (*parser).exchangeRate),
		Doubts:         parseKind(p, set, Doubts, (*parser).doubt),
		Texts:          parseKind(p, set, Texts, (*parser).passage),
	}
	return data, p.problems
}

// ParsePrice turns one record of Offers into a price line; the store uses it for
// versions that were replaced.
func ParsePrice(r Record) (catalog.PriceLine, []Problem) {
	p := &parser{}
	lines := parseKind(p, Set{Offers: {r}}, Offers, (*parser).priceLine)
	if len(lines) == 0 {
		return catalog.PriceLine{}, p.problems
	}
	return lines[0], nil
}

// parser reads the values of one record after the other and gathers problems.
type parser struct {
	record   Record
	schema   Schema
	bad      bool
	problems []Problem
}

func parseKind[T any](p *parser, set Set, kind Kind, convert func(*parser) T) []T {
	records := set[kind]
	out := make([]T, 0, len(records))
	p.schema = SchemaOf(kind)
	for _, r := range records {
		p.record, p.bad = r, false
		if len(r.Values) != len(p.schema.Columns) {
			p.problem("", CodeRagged, strconv.Itoa(len(r.Values)), because(ReasonCells, strconv.Itoa(len(p.schema.Columns))))
			continue
		}
		if v := convert(p); !p.bad {
			out = append(out, v)
		}
	}
	return out
}

func (p *parser) problem(column string, code Code, value string, detail Detail) {
	p.bad = true
	p.problems = append(p.problems, Problem{Kind: p.schema.Kind, Key: p.record.Key, Column: column, Code: code,
		Value: value, Detail: detail})
}

// text returns the value of a column. It panics when the kind has no such column.
func (p *parser) text(column string) string {
	i, c, ok := p.schema.Column(column)
	if !ok {
		panic("dataset: " + string(p.schema.Kind) + " has no column " + column)
	}
	v := p.record.Values[i]
	if v == "" && c.Required {
		p.problem(column, CodeRequired, "", Detail{})
	}
	return v
}

// word returns a value of a closed vocabulary.
func (p *parser) word(column string) string {
	v := p.text(column)
	_, c, _ := p.schema.Column(column)
	if v == "" {
		return ""
	}
	w, code := canonicalWord(v, c.Words)
	if code != "" {
		p.problem(column, code, v, c.Explain(code))
	}
	return w
}

func (p *parser) list(column string) []string { return Elements(p.text(column)) }

func (p *parser) number(column string) catalog.Number {
	v := p.text(column)
	if v == "" {
		return catalog.Number{}
	}
	f, err := strconv.ParseFloat(v, 64)
	if _, code := canonicalNumber(v); err != nil || code != "" {
		p.problem(column, CodeNumber, v, Detail{})
	}
	return catalog.Known(f)
}

func (p *parser) integer(column string) catalog.Opt[int] {
	v := p.text(column)
	if v == "" {
		return catalog.Opt[int]{}
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		p.problem(column, CodeInteger, v, Detail{})
	}
	return catalog.Known(n)
}

func (p *parser) decimal(column string) catalog.Opt[catalog.Decimal] {
	v := p.text(column)
	if v == "" {
		return catalog.Opt[catalog.Decimal]{}
	}
	d, err := catalog.ParseDecimal(v)
	if err != nil {
		p.problem(column, CodeNumber, v, Detail{})
	}
	return catalog.Known(d)
}

func (p *parser) date(column string) catalog.Date {
	v := p.text(column)
	d, err := catalog.ParseDate(v)
	if err != nil {
		p.problem(column, CodeDay, v, Detail{})
	}
	return d
}

func (p *parser) words(zh, en string) catalog.Words {
	return catalog.Words{Zh: p.text(zh), En: p.text(en)}
}

// wordList pairs two lists by position. Where their lengths differ the pairs would
// be guesses, so each language keeps its own text as one entry.
func (p *parser) wordList(zh, en string) []catalog.Words {
	return pairWords(p.list(zh), p.list(en))
}

func pairWords(zh, en []string) []catalog.Words {
	if len(zh) > 0 && len(en) > 0 && len(zh) != len(en) {
		return []catalog.Words{{Zh: strings.Join(zh, "；"), En: strings.Join(en, "; ")}}
	}
	out := make([]catalog.Words, max(len(zh), len(en)))
	for i := range out {
		if i < len(zh) {
			out[i].Zh = zh[i]
		}
		if i < len(en) {
			out[i].En = en[i]
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// source reads the columns that all kinds with provenance share.
func (p *parser) source() catalog.Source {
	s := catalog.Source{URL: p.text("source_url")}
	if _, _, ok := p.schema.Column("source_date"); ok {
		s.Seen = p.date("source_date")
	}
	if _, c, ok := p.schema.Column("confidence"); ok && len(c.Words) == len(confidences) && c.Words[0] == confidences[0] {
		s.Confidence = catalog.Confidence(p.word("confidence"))
	}
	if _, _, ok := p.schema.Column("licence"); ok {
		s.Licence = p.text("licence")
	}
	return s
}

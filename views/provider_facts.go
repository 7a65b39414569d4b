package views

import (
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
)

// FactGroup is what is known of a provider in one dimension.
type FactGroup struct {
	Group   catalog.Group
	Title   string
	Facts   []FactLine
	Missing []string // labels of comparable facts that no source states
}

// FactLine is one kind of fact with all that is stated of it.
type FactLine struct {
	Key, Label string
	Values     []FactValue
}

// FactValue is one statement with its source.
type FactValue struct {
	Text, Subject, Lang string
	Valid               string // from when and until when it holds, "" where no day is stated
	Cite                Citation
}

// factGroups puts the facts of a provider under the four dimensions and service.
func factGroups(f Frame, v *Viewpoint, p *catalog.Provider) []FactGroup {
	keys := slices.Clone(v.Market.FactKeys())
	slices.SortStableFunc(keys, func(a, b catalog.FactKey) int { return a.Sort - b.Sort })
	var groups []FactGroup
	for _, g := range catalog.Groups {
		group := FactGroup{Group: g, Title: text.Word(f.Lang, "group", string(g))}
		for i := range keys {
			if keys[i].Group == g {
				group.add(f, v, p, &keys[i])
			}
		}
		groups = append(groups, group)
	}
	return groups
}

func (g *FactGroup) add(f Frame, v *Viewpoint, p *catalog.Provider, k *catalog.FactKey) {
	if line := factLine(f, v, k, v.Market.Facts(p.Slug)); len(line.Values) > 0 {
		g.Facts = append(g.Facts, line)
	} else if k.Comparable && !p.Answers(k.Key) {
		g.Missing = append(g.Missing, In(f.Lang, k.Label))
	}
}

// factLine gathers the statements of one kind.
func factLine(f Frame, v *Viewpoint, k *catalog.FactKey, facts []catalog.Fact) FactLine {
	line := FactLine{Key: k.Key, Label: In(f.Lang, k.Label)}
	for i := range facts {
		if facts[i].Key == k.Key {
			line.Values = append(line.Values, newFactValue(f, v, k, &facts[i]))
		}
	}
	return line
}

// needsScope are facts whose figure says nothing without what it covers.
var needsScope = []string{"sla_percent", "uptime_claim"}

func newFactValue(f Frame, v *Viewpoint, k *catalog.FactKey, fact *catalog.Fact) FactValue {
	value := FactValue{Text: FactText(f.Lang, k, fact), Subject: In(f.Lang, fact.Subject), Lang: foreign(f.Lang, fact.Value), Cite: Cite(f.Lang, fact.Source, v.Market.At())}
	value.Valid = Validity(f.Lang, fact.ValidFrom, fact.ValidTo)
	if value.Subject == "" && slices.Contains(needsScope, k.Key) {
		value.Subject = f.T("provider.scope-unknown")
	}
	value.Cite.Doubts = DoubtLines(f.Lang, v.Market, fact.Doubts)
	return value
}

// FactText is the value of a fact with its unit. List values are named apart.
func FactText(l text.Lang, k *catalog.FactKey, fact *catalog.Fact) string {
	value := In(l, catalog.FactText(k, fact))
	if k.Type == "list" {
		return strings.ReplaceAll(value, ";", text.T(l, "list.separator"))
	}
	return value
}

// factsOf are the statements of the given kinds, in that order.
func factsOf(f Frame, v *Viewpoint, p *catalog.Provider, keys ...string) []FactLine {
	facts := v.Market.Facts(p.Slug)
	var lines []FactLine
	for _, key := range keys {
		if k, ok := v.Market.FactKey(key); ok {
			if line := factLine(f, v, k, facts); len(line.Values) > 0 {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

func (m *ProviderModel) states(keys ...string) bool {
	for _, g := range m.Groups {
		for _, line := range g.Facts {
			if slices.Contains(keys, line.Key) {
				return true
			}
		}
	}
	return false
}

package catalog

import (
	"slices"
	"strings"
	"unicode"
)

// recordAsk is a text of a provider's record and what may stand behind it: facts of
// the given kinds are doubted with it, costs of the given types may confirm it.
type recordAsk struct {
	provider *Provider
	text     Words
	keys     []string
	costs    []string
}

// witness is a recorded statement that may say some of a part of a record, or all of it.
type witness struct {
	source Source
	doubts []string
	says   func(part string) (some, all bool)
}

// recordCell shows a text of a provider's record. A record is put together from
// several sources and names only one, so that the statements that say the same tell
// whose words they are; without them the text is no official page's.
func (m *Market) recordCell(ask recordAsk) Cell {
	p := ask.provider
	cell := textCell(ask.text, Source{})
	if cell.State == StateUnknown {
		return cell
	}
	cell.Doubts = m.recordDoubts(p, ask.keys)
	witnesses := m.witnesses(ask)
	var sources []Source
	for _, part := range parts(ask.text.Zh) {
		source := compiled(p)
		if w := witnessOf(witnesses, part); w != nil {
			source, cell.Doubts = w.source, union(cell.Doubts, w.doubts)
		}
		if !slices.Contains(sources, source) {
			sources = append(sources, source)
		}
	}
	cell.Source = compiled(p)
	if len(sources) == 1 {
		cell.Source = sources[0]
	}
	cell.Article = cell.Source.IsArticle()
	return cell
}

// compiled is the source of what only a provider's record says: its own where that
// claims no official page, else none that could be opened.
func compiled(p *Provider) Source {
	if p.Source.Confidence == OfficialPage {
		return Source{Confidence: ThirdParty}
	}
	return p.Source
}

// recordDoubts returns the provider's doubts about facts of the given kinds.
func (m *Market) recordDoubts(p *Provider, keys []string) []string {
	var ids []string
	for _, id := range p.Doubts {
		d := m.doubts[id]
		if d != nil && d.TargetType == "fact" && slices.ContainsFunc(d.Targets, func(t string) bool { return slices.Contains(keys, t) }) {
			ids = append(ids, id)
		}
	}
	return ids
}

// witnessOf returns the witness that says all of a part, else one that says something
// of it; an official page is only believed to say what it says in full.
func witnessOf(witnesses []witness, part string) *witness {
	var found *witness
	for i := range witnesses {
		w := &witnesses[i]
		some, all := w.says(part)
		if all {
			return w
		}
		if some && found == nil && w.source.Confidence != OfficialPage {
			found = w
		}
	}
	return found
}

func (m *Market) witnesses(ask recordAsk) []witness {
	var list []witness
	for _, k := range m.compareIndex().keys {
		if k.Type == "number" {
			continue // bare numbers are found in texts about anything
		}
		for _, f := range m.compareIndex().facts[factID{ask.provider.Slug, k.Key}] {
			list = append(list, witness{f.Source, f.Doubts, saysAnyOf(parts(f.Value.Zh))})
		}
	}
	for _, c := range m.ExtraCosts(ask.provider.Slug) {
		if c.Price.Known && slices.Contains(ask.costs, c.Type) {
			list = append(list, witness{c.Source, c.Doubts, saysPrice(c.Price.Value, c.Item.Zh)})
		}
	}
	return list
}

func saysAnyOf(said []string) func(string) (bool, bool) {
	return func(part string) (some, all bool) {
		for _, s := range said {
			some, all = some || holdsWord(part, s), all || part == s
		}
		return some, all
	}
}

func saysPrice(price Decimal, item string) func(string) (bool, bool) {
	return func(part string) (some, all bool) {
		some = slices.ContainsFunc(strings.FieldsFunc(part, func(r rune) bool { return r != '.' && (r < '0' || r > '9') }), func(s string) bool {
			d, err := ParseDecimal(s)
			return err == nil && d.Cmp(price) == 0
		})
		return some, some && item != "" && strings.Contains(part, item)
	}
}

// parts returns the items of a text that lists several.
func parts(text string) []string {
	list := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(";；、", r) })
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

// holdsWord reports whether a text holds a word that is no part of a longer Latin word
// or number.
func holdsWord(text, word string) bool {
	before, after, found := strings.Cut(text, word)
	if !found || word == "" {
		return false
	}
	inWord := func(r rune) bool {
		return r == '.' || r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r))
	}
	last, first := []rune(before), []rune(after)
	return (len(last) == 0 || !inWord(last[len(last)-1])) && (len(first) == 0 || !inWord(first[0]))
}

package catalog

import (
	"slices"
	"strings"
)

// factRows adds a row for every kind of fact that may be compared or that the
// article states of one of the providers, which stand by column and may repeat.
func (m *Market) factRows(c *Comparison, providers []*Provider) {
	sheets := make([]*providerSheet, len(providers))
	for i, p := range providers {
		sheets[i] = m.providerSheet(p)
	}
	for i, k := range m.compareIndex().keys {
		wanted, ofCards := false, c.Kind == CompareOffers && slices.Contains(cardFacts, k.Key)
		for _, s := range sheets {
			e := &s.facts[i]
			wanted = wanted || e.article || k.Comparable && (e.recorded || e.stated && !ofCards)
		}
		if !wanted {
			continue
		}
		row := factRow(k, i, sheets)
		if ofCards || c.has(row.Key) {
			row.Key, row.Label = ProviderRow+row.Key, Words{Zh: "平台的" + row.Label.Zh, En: "Provider: " + row.Label.En}
		}
		c.AddRows(dimensionOf(k.Group), row)
	}
}

// ProviderRow begins the keys of rows about the provider of an offer that could be
// taken for rows about the offer or its card.
const ProviderRow = "provider_"

// cardFacts tell which cards a provider has. Beside an offer of one card they would
// mislead, so that only what the article says stands there.
var cardFacts = []string{"accelerator_model", "vram_max", "gpu_count_max", "not_offered"}

// factRow is the row of the kind k, which is the i-th of all.
func factRow(k *FactKey, i int, sheets []*providerSheet) CompareRow {
	row := CompareRow{Key: k.Key, Label: k.Label, Unit: k.Unit, Better: k.Better, Cells: make([]Cell, len(sheets))}
	for column, s := range sheets {
		row.Cells[column].State = StateUnknown
		if cell := s.facts[i].cell; cell != nil {
			row.Cells[column] = *cell
		}
	}
	if !k.Comparable {
		row.Better = BetterNone // the figures depend on what they were measured on
	}
	return row
}

// dimensionOf puts the facts of service beside those of the ecosystem: a comparison
// has the article's four dimensions.
func dimensionOf(g Group) Group {
	if g == Service {
		return Ecosystem
	}
	return g
}

// factCell shows all statements of one kind about one provider. A single number is
// also a figure.
func (m *Market) factCell(k *FactKey, facts []Fact) Cell {
	if len(facts) == 0 {
		return Cell{State: StateUnknown}
	}
	cell := Cell{State: StateKnown, Source: facts[0].Source}
	var texts []Words
	list := k.Type == "list"
	for _, f := range facts {
		s := Statement{Text: FactText(k, &f), Unit: f.Unit, Subject: f.Subject, Source: f.Source, Doubts: f.Doubts}
		cell.Statements = append(cell.Statements, s)
		if items := listItems(f.Value); list && f.Subject == (Words{}) {
			texts = append(texts, items...)
		} else if list {
			texts = append(texts, withSubject(joinWords(items, "、", ", "), f.Subject))
		} else {
			texts = append(texts, withSubject(s.Text, f.Subject))
		}
		cell.Doubts = union(cell.Doubts, f.Doubts)
		cell.Article = cell.Article || f.Source.IsArticle()
	}
	cell.Text = joinWords(distinct(texts), "；", "; ")
	if len(facts) == 1 && k.Type == "number" {
		if d, err := ParseDecimal(facts[0].Value.Zh); err == nil {
			cell.Value = Known(d)
		}
	}
	cell.Unranked = slices.ContainsFunc(cell.Doubts, m.isOpen)
	return cell
}

// listItems returns the items of a fact that lists several. Where the languages list
// differently many, they are one item.
func listItems(w Words) []Words {
	zh, en := strings.Split(w.Zh, ";"), strings.Split(w.In("en"), ";")
	if len(zh) != len(en) {
		return []Words{{Zh: strings.ReplaceAll(w.Zh, ";", "、"), En: strings.ReplaceAll(w.En, ";", ", ")}}
	}
	items := make([]Words, len(zh))
	for i := range zh {
		items[i] = Words{Zh: strings.TrimSpace(zh[i]), En: strings.TrimSpace(en[i])}
	}
	return items
}

// distinct leaves out what was said before.
func distinct(texts []Words) []Words {
	var list []Words
	for _, w := range texts {
		if !slices.ContainsFunc(list, func(old Words) bool { return old.Zh == w.Zh }) {
			list = append(list, w)
		}
	}
	return list
}

func (m *Market) isOpen(doubt string) bool {
	d := m.doubts[doubt]
	return d != nil && d.Open()
}

func withSubject(text, subject Words) Words {
	if subject == (Words{}) {
		return text
	}
	return Words{
		Zh: text.In("zh") + "（" + subject.In("zh") + "）",
		En: text.In("en") + " (" + subject.In("en") + ")",
	}
}

// columnText is what the provider's own record says where no fact does.
func columnText(key string, p *Provider) (text Words) {
	switch key {
	case "framework":
		text = sameWords(p.Frameworks)
	case "cuda_version":
		text = sameWords(p.CUDAVersions)
	case "scheduler":
		text = sameWords(p.Schedulers)
	case "certificate":
		text = sameWords(p.Compliance)
	case "data_upload":
		text = joinWords(p.DataUpload, "、", ", ")
	case "regions":
		text = joinWords(p.Regions, "、", ", ")
	case "invoice":
		text = p.Invoice
	case "whitepaper":
		text = p.Whitepaper
	case "free_trial":
		text = p.FreeTrial
	}
	return text
}

func textCell(text Words, source Source) Cell {
	if strings.TrimSpace(text.Zh) == "" && strings.TrimSpace(text.En) == "" {
		return Cell{State: StateUnknown}
	}
	return Cell{State: StateKnown, Text: text, Source: source, Article: source.IsArticle()}
}

// slaRow shows an availability figure only together with what it covers, and lets
// none win: scopes differ.
func (m *Market) slaRow(providers []*Provider) CompareRow {
	row := CompareRow{Key: "sla", Label: Words{"SLA 及其范围", "SLA and its scope"}, Unit: "%", Better: BetterNone, Cells: make([]Cell, 0, len(providers))}
	for _, p := range providers {
		row.Cells = append(row.Cells, m.providerSheet(p).sla)
	}
	return row
}

func (m *Market) slaCell(p *Provider) Cell {
	percent, known := p.SLAPercent.Get()
	if !known {
		return Cell{State: StateUnknown}
	}
	text := percent.Trim(0).String() + "%"
	cell := textCell(withSubject(Words{Zh: text, En: text}, p.SLAScope), compiled(p))
	cell.Value, cell.Doubts = Known(percent), m.recordDoubts(p, []string{"sla_percent", "uptime_claim"})
	m.slaSource(&cell, p.Slug, percent)
	return cell
}

// slaSource names whose figure it is, where a fact has it.
func (m *Market) slaSource(cell *Cell, provider string, percent Decimal) {
	for _, f := range m.compareIndex().facts[factID{provider, "sla_percent"}] {
		if d, err := ParseDecimal(f.Value.Zh); err == nil && d.Cmp(percent) == 0 {
			cell.Source, cell.Article = f.Source, f.Source.IsArticle()
			cell.Doubts = union(cell.Doubts, f.Doubts)
			return
		}
	}
}

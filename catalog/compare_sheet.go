package catalog

import "slices"

// providerSheet holds what a provider's cells show beside whatever it is compared
// with, so that each comparison only copies them.
type providerSheet struct {
	facts   []factEntry // by the kinds of compareIndex.keys
	records []Cell      // by recordRows
	sla     Cell
}

// factEntry is the cell of one kind of fact with what decides whether it is wanted.
type factEntry struct {
	cell                      *Cell // nil: not known
	stated, article, recorded bool  // by facts, by the article, or by the provider's record alone
}

// acceleratorSheet holds the cells of one accelerator.
type acceleratorSheet struct {
	figures []Cell // by Figures
	texts   []Cell // by specTexts
	mig     Cell
}

type sheetKey[T any] struct{ of *T }

// nowhere is the sheet of a card that is not known.
var nowhere = func() *acceleratorSheet {
	unknown := Cell{State: StateUnknown}
	return &acceleratorSheet{slices.Repeat([]Cell{unknown}, len(Figures)), slices.Repeat([]Cell{unknown}, len(specTexts)), unknown}
}()

func (m *Market) providerSheet(p *Provider) *providerSheet {
	return Kept(m, sheetKey[Provider]{p}, func() *providerSheet {
		x := m.compareIndex()
		s := &providerSheet{sla: m.slaCell(p), facts: make([]factEntry, len(x.keys)), records: make([]Cell, len(recordRows))}
		for i, k := range x.keys {
			s.facts[i] = m.factEntry(k, p, x.facts[factID{p.Slug, k.Key}])
		}
		for i := range recordRows {
			r := &recordRows[i]
			s.records[i] = m.recordCell(recordAsk{p, r.text(p), r.keys, r.costs})
		}
		return s
	})
}

func (m *Market) factEntry(k *FactKey, p *Provider, facts []Fact) factEntry {
	e := factEntry{stated: len(facts) > 0}
	e.article = slices.ContainsFunc(facts, func(f Fact) bool { return f.Source.IsArticle() })
	text := columnText(k.Key, p)
	e.recorded = !e.stated && text != (Words{})
	cell := m.factCell(k, facts)
	if cell.State == StateUnknown {
		cell = m.recordCell(recordAsk{provider: p, text: text, keys: []string{k.Key}})
	}
	if cell.State != StateUnknown {
		e.cell = &cell
	}
	return e
}

// Answers reports whether a provider's own record says what a kind of fact asks: where
// no fact is recorded, comparisons show that in its place, and it is not missing.
func (p *Provider) Answers(key string) bool {
	switch key {
	case "billing_modes":
		return len(p.BillingModes) > 0 || p.BillingDetail != (Words{})
	case "min_rental":
		return p.MinRental != (Words{})
	case "sla_percent":
		return p.SLAPercent.Known
	}
	return columnText(key, p) != (Words{})
}

func (m *Market) acceleratorSheet(a *Accelerator) *acceleratorSheet {
	return Kept(m, sheetKey[Accelerator]{a}, func() *acceleratorSheet {
		s := &acceleratorSheet{mig: migCell(a)}
		for _, f := range Figures {
			s.figures = append(s.figures, figureCell(f, a))
		}
		for _, t := range specTexts {
			s.texts = append(s.texts, textCell(t.text(a), a.Source))
		}
		return s
	})
}

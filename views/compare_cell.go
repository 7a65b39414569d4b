package views

import (
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
)

// row writes one property of all columns.
func (t *tableWriter) row(r *catalog.CompareRow) {
	t.raw(`<tr id="row-`)
	t.text(r.Key)
	if r.Same {
		t.raw(`" class="same`)
	}
	t.wrapped(`"><th scope="row"><div>`, r.Label.In(string(t.f.Lang)), ``)
	kind := t.kindOf(r)
	if kind == priceRow {
		t.wrapped(`<small>`, text.Word(t.f.Lang, "compare_unit", r.Unit), `</small>`)
	}
	if how := t.m.How[r.Key]; how != "" {
		t.wrapped(`<small>`, how, `</small>`)
	}
	t.raw(`</div></th>`)
	below := t.m.Below[r.Key]
	for i := range r.Cells {
		c := &r.Cells[i]
		t.openCell(t.m.Heads[i].Base, c.Best)
		t.cell(r, c, kind)
		if below != nil {
			t.below(&below[i])
		}
		if kind != factRow {
			t.doubtLines(c.Doubts)
		}
		if c.Exception != "" {
			t.wrapped(`<small class="nt"><b>`, text.T(t.f.Lang, "figure.exception"), `</b> `)
			t.text(c.Exception)
			t.raw(`</small>`)
		}
		t.raw(`</td>`)
	}
	t.raw("</tr>\n")
}

// rowKind says how the text of a row's cells is to be read.
type rowKind int

const (
	plainRow  rowKind = iota // the text is all
	figureRow                // a figure, whose unit stands in the row
	priceRow                 // an amount; the unit is printed once, in the row's head
	factRow                  // statements, each with its own source
)

func (t *tableWriter) kindOf(r *catalog.CompareRow) rowKind {
	if strings.HasPrefix(r.Unit, string(catalog.CNY)) || strings.HasPrefix(r.Unit, string(catalog.USD)) {
		return priceRow
	}
	for i := range r.Cells {
		if len(r.Cells[i].Statements) > 0 {
			if t.fact(r.Key) {
				return factRow
			}
			break
		}
	}
	if r.Unit == "" || r.Unit == "%" {
		return plainRow
	}
	if t.fact(r.Key) {
		return plainRow
	}
	return figureRow
}

// fact tells rows of recorded facts.
func (t *tableWriter) fact(key string) bool {
	_, ok := t.m.Market.FactKey(strings.TrimPrefix(key, catalog.ProviderRow))
	return ok
}

func (t *tableWriter) openCell(base, best bool) {
	switch {
	case base && best:
		t.raw(`<td class="base win">`)
	case base:
		t.raw(`<td class="base">`)
	case best:
		t.raw(`<td class="win">`)
	default:
		t.raw(`<td>`)
	}
}

func (t *tableWriter) cell(r *catalog.CompareRow, c *catalog.Cell, kind rowKind) {
	switch {
	case c.State == catalog.StateUnknown:
		t.unknown(c)
		return
	case kind == factRow && len(c.Statements) > 0:
		t.statements(r, c)
		return
	case kind == figureRow:
		t.measured(c.Text.In(string(t.f.Lang)), r.Unit)
	case kind == priceRow:
		t.figure(c.Text.In(string(t.f.Lang)))
	default:
		t.said(c.Text)
	}
	t.marks(r, c)
	t.cite(&c.Source)
}

// figure writes a number with its thousands apart; anything else as it is.
func (t *tableWriter) figure(s string) {
	if whole, _, _ := strings.Cut(s, "."); len(whole) > 3 && strings.Trim(s, "0123456789.") == "" {
		s = text.Group(s)
	}
	t.text(s)
}

// measured writes a figure with its unit, which goes before a remark in brackets.
func (t *tableWriter) measured(s, unit string) {
	remark := strings.IndexAny(s, "(（")
	if remark < 0 {
		remark = len(s)
	}
	t.figure(strings.TrimSpace(s[:remark]))
	t.wrapped(` `, unit, ``)
	if remark < len(s) {
		t.wrapped(` `, s[remark:], ``)
	}
}

// rowReasons are those that most unknown cells share: they stand in the cell's title, so
// that a page is not made of them.
var rowReasons = map[catalog.Reason]bool{
	catalog.ReasonNotStated: true, catalog.ReasonNotPublished: true, catalog.ReasonNoPrice: true,
	catalog.ReasonNoneRanked: true, catalog.ReasonNoTotal: true,
}

// unknown writes what is not published, with the reason.
func (t *tableWriter) unknown(c *catalog.Cell) {
	if published := c.Text.In(string(t.f.Lang)); published != "" {
		t.wrapped(`<span>`, published, `</span>`)
	} else {
		t.wrapped(`<span class="unk" title="`, text.Word(t.f.Lang, "reason", string(c.Reason)), `">`)
		t.text(t.words.unknown)
		t.raw(`</span>`)
	}
	if c.Source != (catalog.Source{}) {
		t.cite(&c.Source)
	}
	if !rowReasons[c.Reason] {
		t.wrapped(`<small>`, text.Word(t.f.Lang, "reason", string(c.Reason)), `</small>`)
	}
}

// marks writes the seal of the best and the difference to the base column.
func (t *tableWriter) marks(r *catalog.CompareRow, c *catalog.Cell) {
	if c.Best {
		t.wrapped(` <span class="seal">`, t.seal(r), `</span>`)
	}
	delta, ok := c.DeltaPercent.Get()
	if !ok || delta.IsZero() || r.Better != catalog.BetterHigher && r.Better != catalog.BetterLower {
		return
	}
	higher := delta.Sign() > 0
	switch {
	case c.Unranked || t.m.Rows.Base >= 0 && r.Cells[t.m.Rows.Base].Unranked:
		t.raw(`<span class="delta">`)
	case higher == (r.Better == catalog.BetterHigher):
		t.raw(`<span class="delta down">`)
	default:
		t.raw(`<span class="delta up">`)
	}
	words := t.words.beneath
	if higher {
		t.raw("+")
		words = t.words.above
	}
	t.raw(text.Group(delta.Trim(0).String()))
	t.wrapped(`%<span class="vh"> `, words, `</span></span>`)
}

func (t *tableWriter) seal(r *catalog.CompareRow) string {
	best := 0
	for i := range r.Cells {
		if r.Cells[i].Best {
			best++
		}
	}
	switch {
	case best > 1:
		return t.words.tied
	case r.Better == catalog.BetterLower:
		return t.words.lowest
	}
	return t.words.highest
}

// statements writes what sources state, one a line, each with its mark and the
// objections to it.
func (t *tableWriter) statements(r *catalog.CompareRow, c *catalog.Cell) {
	for i := range c.Statements {
		s := &c.Statements[i]
		if len(c.Statements) > 1 {
			t.raw(`<div class="st">`)
		}
		t.said(s.Text)
		if subject := s.Subject.In(string(t.f.Lang)); subject != "" {
			t.wrapped(` <span class="mut">`, parenthesised(t.f.Lang, subject), `</span>`)
		}
		if len(c.Statements) == 1 {
			t.marks(r, c)
		}
		t.cite(&s.Source)
		t.doubtLines(s.Doubts)
		if len(c.Statements) > 1 {
			t.raw(`</div>`)
		}
	}
}

// said writes words of the data; Chinese on an English page is marked as such.
func (t *tableWriter) said(w catalog.Words) {
	s := listed(t.f.Lang, w.In(string(t.f.Lang)))
	if t.f.Lang == text.EN && w.En == "" {
		t.wrapped(`<span lang="zh-CN">`, s, `</span>`)
		return
	}
	t.text(s)
}

// listed writes the items of a list of the data set as readers of the language
// expect them.
func listed(l text.Lang, s string) string {
	if !strings.Contains(s, ";") {
		return s
	}
	return strings.ReplaceAll(s, ";", text.T(l, "list.separator"))
}

func parenthesised(l text.Lang, s string) string {
	if l == text.EN {
		return "(" + s + ")"
	}
	return "（" + s + "）"
}

func (t *tableWriter) below(b *CompareBelow) {
	if b.Warn != "" {
		t.wrapped(`<small class="dbt">`, b.Warn, `</small>`)
	}
	if b.Plain != "" {
		t.wrapped(`<small>`, b.Plain, `</small>`)
	}
}

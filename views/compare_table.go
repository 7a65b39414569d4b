package views

import (
	"context"
	"io"
	"strconv"
	"sync"

	"github.com/a-h/templ"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/chart"
)

// compareTable writes the table by hand: it has hundreds of cells, for which
// generated code would take several times as long. See BenchmarkCompare.
func compareTable(f Frame, m *CompareModel) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		held := tableBuffers.Get().(*[]byte)
		defer tableBuffers.Put(held)
		t := newCompareTable(f, m, (*held)[:0])
		t.table()
		t.notes()
		*held = t.b
		if t.err != nil {
			return t.err
		}
		_, err := w.Write(t.b)
		return err
	})
}

var tableBuffers = sync.Pool{New: func() any { b := make([]byte, 0, 128<<10); return &b }}

// tableWriter writes one comparison table.
type tableWriter struct {
	b      []byte
	f      Frame
	m      *CompareModel
	pins   []*sourceNote
	err    error             // the first failure to write a note
	doubts map[string][]byte // markup by id
	words  tableWords
}

// tableWords are texts that stand in many cells.
type tableWords struct {
	unknown, above, beneath, lowest, highest, tied string
}

func newCompareTable(f Frame, m *CompareModel, b []byte) *tableWriter {
	return &tableWriter{b: b, f: f, m: m, doubts: map[string][]byte{}, words: tableWords{
		unknown: f.T("value.unknown"), above: f.T("compare.above", "base", m.Base), beneath: f.T("compare.beneath", "base", m.Base),
		lowest: f.T("compare.seal.lowest"), highest: f.T("compare.seal.highest"), tied: f.T("compare.seal.tied"),
	}}
}

// raw appends markup, text appends words with the characters of HTML replaced.
func (t *tableWriter) raw(s string) { t.b = append(t.b, s...) }

func (t *tableWriter) text(s string) { t.b = appendEscaped(t.b, s) }

func (t *tableWriter) number(n int) { t.b = strconv.AppendInt(t.b, int64(n), 10) }

// wrapped writes text in an element: open and end are markup.
func (t *tableWriter) wrapped(open, s, end string) {
	t.raw(open)
	t.text(s)
	t.raw(end)
}

func (t *tableWriter) table() {
	t.wrapped(`<div class="cmp-box mt" role="region" tabindex="0" aria-label="`, t.f.T("compare.table.name"), `"><table class="`)
	t.raw(t.m.columnsClass())
	t.wrapped(`"><caption class="vh">`, t.f.T("compare.table.caption", "n", len(t.m.Heads)), `</caption><colgroup><col class="k">`)
	for range t.m.Heads {
		t.raw(`<col>`)
	}
	if t.hasAdd() {
		t.raw(`<col class="kx">`)
	}
	t.raw(`</colgroup><thead><tr><td>`)
	t.profileKey()
	t.raw(`</td>`)
	for i := range t.m.Heads {
		t.head(i, &t.m.Heads[i])
	}
	t.addColumn()
	t.raw(`</tr></thead>`)
	for i := range t.m.Rows.Groups {
		t.group(&t.m.Rows.Groups[i])
	}
	t.raw(`</table></div>`)
}

func (t *tableWriter) hasAdd() bool { return t.m.Add.Href != "" || len(t.m.Add.Options) > 0 }

func (t *tableWriter) profileKey() {
	for i := range t.m.Heads {
		if len(t.m.Heads[i].Profile) > 0 {
			t.wrapped(`<span class="xs mut">`, t.f.T("compare.profile"), `<br>`)
			t.wrapped(``, t.f.T("compare.profile.order"), `</span>`)
			return
		}
	}
}

func (t *tableWriter) addColumn() {
	if !t.hasAdd() {
		return
	}
	label := t.f.T("compare.add.nth", "n", len(t.m.Heads)+1)
	t.raw(`<td class="addcol">`)
	if t.m.Add.Href != "" {
		t.wrapped(`<a class="btn btn-q" href="`, t.m.Add.Href, `">`)
	} else {
		t.raw(`<button class="btn btn-q" type="button" popovertarget="cmp-add">`)
	}
	t.raw(`<svg class="ico" aria-hidden="true"><use href="#i-plus"></use></svg>`)
	t.text(label)
	if t.m.Add.Href != "" {
		t.raw(`</a></td>`)
	} else {
		t.raw(`</button></td>`)
	}
}

func (t *tableWriter) group(g *catalog.CompareGroup) {
	t.raw(`<tbody><tr class="grp"><th scope="rowgroup" colspan="`)
	t.number(len(t.m.Heads) + 1)
	t.wrapped(`"><div><b>`, text.Word(t.f.Lang, "group", string(g.Dimension)), `</b><span>`)
	t.wrapped(``, t.m.groupNote(t.f.Lang, g.Dimension), `</span></div></th></tr>`)
	shown := 0
	if g.Dimension == catalog.Cost && t.m.Beams != nil {
		t.beamRow()
		shown++
	}
	for i := range g.Rows {
		if r := &g.Rows[i]; t.m.shown(r) {
			t.row(r)
			shown++
		}
	}
	if shown == 0 {
		t.raw(`<tr><th scope="row"><div></div></th><td colspan="`)
		t.number(len(t.m.Heads))
		t.wrapped(`" class="unk">`, t.f.T("compare.group.empty"), `</td></tr>`)
	}
	t.raw(`</tbody>`)
}

func (t *tableWriter) beamRow() {
	t.wrapped(`<tr id="row-beam"><th scope="row"><div>`, t.f.T("compare.beam"), `<small>`)
	t.wrapped(``, t.f.T("compare.beam.how"), `</small></div></th>`)
	for i := range t.m.Beams {
		if t.m.Heads[i].Base {
			t.raw(`<td class="base">`)
		} else {
			t.raw(`<td>`)
		}
		before := len(t.b)
		t.b = chart.AppendBeam(t.b, &t.m.Beams[i])
		if len(t.b) == before {
			t.wrapped(`<span class="unk">`, t.f.T("compare.beam.none"), `</span>`)
		}
		t.raw(`</td>`)
	}
	t.raw(`</tr>`)
}

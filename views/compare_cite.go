package views

import (
	"context"
	"io"
	"strconv"

	"github.com/a-h/templ"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/ui"
)

// tablePin is one source that cells share: the markup of its mark and date, and
// what its note says.
type tablePin struct {
	source   catalog.Source
	id       string
	markup   []byte
	citation Citation
}

// cite writes mark and date of a source. Cells of one source open one note, so that
// the page does not repeat it hundreds of times.
func (t *tableWriter) cite(s *catalog.Source) {
	for i := range t.pins {
		if t.pins[i].source == *s {
			t.b = append(t.b, t.pins[i].markup...)
			return
		}
	}
	t.pins = append(t.pins, t.pin(len(t.pins), *s))
	t.b = append(t.b, t.pins[len(t.pins)-1].markup...)
}

func (t *tableWriter) pin(i int, s catalog.Source) tablePin {
	p := tablePin{source: s, id: "src-" + strconv.Itoa(i), citation: Cite(t.f.Lang, s, t.m.Market.At())}
	class, age := "src pn", "fo"
	if p.citation.Kind == ui.Official || p.citation.Kind == ui.Article {
		class = "src src-d pn"
	}
	switch p.citation.Mark {
	case ui.Fresh:
		age = "ff"
	case ui.Ageing:
		age = "fa"
	}
	label := t.f.T("compare.source", "source", p.citation.Meaning, "date", p.citation.Seen)
	b := make([]byte, 0, 224)
	b = append(b, ` <span class="cite"><button class="`+class+`" type="button" popovertarget="`+p.id+`" aria-label="`...)
	b = append(appendEscaped(b, label), `">`+p.citation.Glyph+`</button><i class="`+age+`">`...)
	p.markup = append(appendEscaped(b, p.citation.Age), `</i></span>`...)
	return p
}

// notes renders the notes of the sources after the table.
func (t *tableWriter) notes(ctx context.Context, w io.Writer) error {
	if _, err := io.WriteString(w, `<div class="cmp-srcs"><p class="cmp-srcs-h">`+templ.EscapeString(t.f.T("compare.sources"))+`</p>`); err != nil {
		return err
	}
	for i := range t.pins {
		if err := compareNote(t.f, t.pins[i].id, t.pins[i].citation).Render(ctx, w); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, `</div>`)
	return err
}

// doubtLines writes the objections to a figure beside it.
func (t *tableWriter) doubtLines(ids []string) {
	for _, id := range ids {
		markup, known := t.doubts[id]
		if !known {
			markup = t.doubt(id)
			t.doubts[id] = markup
		}
		t.b = append(t.b, markup...)
	}
}

func (t *tableWriter) doubt(id string) []byte {
	d, ok := t.m.Market.Doubt(id)
	if !ok {
		return nil
	}
	class := "dbt"
	if !d.Open() {
		class = "nt"
	}
	b := append(make([]byte, 0, 256), `<small class="`+class+`" data-doubt="`...)
	b = append(appendEscaped(b, id), `"><b>`...)
	b = append(appendEscaped(b, text.Word(t.f.Lang, "verdict", string(d.Verdict))), `</b> `...)
	return append(appendEscaped(b, In(t.f.Lang, d.Text)), `</small>`...)
}

// compareShare is the share menu of the comparison.
func compareShare(f Frame) ui.ShareProps {
	return ui.ShareProps{
		Label: f.T("compare.share"), CopyLabel: f.T("compare.share.copy"), CopyDone: f.T("compare.share.copied"), Link: f.Absolute(),
		CSVLabel: f.T("compare.share.csv"), CSVHref: f.As(".csv"), MarkdownLabel: f.T("compare.share.md"), MDHref: f.As(".md"),
		JSONLabel: f.T("compare.share.json"), JSONHref: f.As(".json"), PrintLabel: f.T("compare.share.print"),
		ShortLabel: f.T("compare.share.short"), FrozenLabel: f.T("compare.share.frozen"), Path: f.Self(),
	}
}

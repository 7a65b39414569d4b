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
	id       string
	markup   []byte
	citation Citation
}

// cite writes mark and date of a source. Cells of one source open one note, so that
// the page does not repeat it hundreds of times.
func (t *tableWriter) cite(s catalog.Source) {
	i, known := t.byPlace[s]
	if !known {
		i = len(t.pins)
		t.byPlace[s] = i
		t.pins = append(t.pins, t.pin(i, s))
	}
	t.b = append(t.b, t.pins[i].markup...)
}

func (t *tableWriter) pin(i int, s catalog.Source) tablePin {
	p := tablePin{id: "src-" + strconv.Itoa(i), citation: Cite(t.f.Lang, s, t.m.Market.At())}
	class, glyph := "src", "○"
	if p.citation.Kind == ui.Official || p.citation.Kind == ui.Article {
		class = "src src-d"
	}
	switch p.citation.Mark {
	case ui.Fresh:
		glyph = "●"
	case ui.Ageing:
		glyph = "◐"
	}
	label := t.f.T("compare.source", "source", p.citation.Meaning, "date", p.citation.Seen)
	p.markup = []byte(` <span class="cite"><button class="` + class + ` pn" type="button" popovertarget="` + p.id +
		`" aria-label="` + templ.EscapeString(label) + `">` + p.citation.Glyph + `</button><span class="xs mut"><span aria-hidden="true">` +
		glyph + `</span> ` + templ.EscapeString(p.citation.Age) + `</span></span>`)
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
	return []byte(`<small class="` + class + `" data-doubt="` + templ.EscapeString(id) + `"><b>` +
		templ.EscapeString(text.Word(t.f.Lang, "verdict", string(d.Verdict))) + `</b> ` +
		templ.EscapeString(In(t.f.Lang, d.Text)) + `</small>`)
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

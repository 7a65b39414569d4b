package views

import (
	"bytes"
	"context"
	"strconv"
	"sync"
	"time"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/ui"
)

// SourceNotes keeps, for one market and language, the mark of each source and the
// note that it opens: hundreds of cells share a few sources, and pages do too.
type SourceNotes struct {
	lang  text.Lang
	at    time.Time
	mu    sync.Mutex
	made  int // notes made so far, for their ids
	notes map[catalog.Source]*sourceNote
}

// sourceNote is the markup of a source's mark with its date, and of its note.
type sourceNote struct {
	source     catalog.Source
	mark, body []byte
}

// maxSourceNotes bounds the notes of a market; each takes about a kilobyte.
const maxSourceNotes = 5000

// NewSourceNotes makes notes in a language as of a moment.
func NewSourceNotes(l text.Lang, at time.Time) *SourceNotes {
	return &SourceNotes{lang: l, at: at, notes: map[catalog.Source]*sourceNote{}}
}

// note returns the note on a source. Its number, and with it the id, stays the same
// for all pages of a market.
func (n *SourceNotes) note(s catalog.Source) (*sourceNote, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if note, ok := n.notes[s]; ok {
		return note, nil
	}
	id, c := "src-"+strconv.Itoa(n.made), Cite(n.lang, s, n.at)
	var body bytes.Buffer
	if err := compareNote(Frame{Lang: n.lang}, id, c).Render(context.Background(), &body); err != nil {
		return nil, err
	}
	n.made++
	note := &sourceNote{s, markOf(n.lang, id, c), body.Bytes()}
	if len(n.notes) < maxSourceNotes {
		n.notes[s] = note
	}
	return note, nil
}

func markOf(l text.Lang, id string, c Citation) []byte {
	class, age := "src pn", "fo"
	if c.Kind == ui.Official || c.Kind == ui.Article {
		class = "src src-d pn"
	}
	switch c.Mark {
	case ui.Fresh:
		age = "ff"
	case ui.Ageing:
		age = "fa"
	}
	b := append(make([]byte, 0, 224), ` <i class="cite `+age+`"><button class="`+class+`" type="button" popovertarget="`+id+`" aria-label="`...)
	b = append(appendEscaped(b, text.T(l, "compare.source", "source", c.Meaning)), `">`+c.Glyph+`</button>`...)
	return append(appendEscaped(b, c.Age), `</i>`...)
}

// cite writes mark and date of a source; its note follows after the table.
func (t *tableWriter) cite(s *catalog.Source) {
	for _, p := range t.pins {
		if p.source == *s {
			t.b = append(t.b, p.mark...)
			return
		}
	}
	p, err := t.m.Sources.note(*s)
	if err != nil {
		t.err = err
		return
	}
	t.pins = append(t.pins, p)
	t.b = append(t.b, p.mark...)
}

// notes writes the notes of the sources after the table.
func (t *tableWriter) notes() {
	t.wrapped(`<div class="cmp-srcs"><p class="cmp-srcs-h">`, t.f.T("compare.sources"), `</p>`)
	for _, p := range t.pins {
		t.b = append(t.b, p.body...)
	}
	t.raw(`</div>`)
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

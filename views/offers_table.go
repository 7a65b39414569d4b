package views

import (
	"context"
	"io"
	"strconv"
	"sync"

	"github.com/a-h/templ"

	"gpuscale/text"
	"gpuscale/views/chart"
	"gpuscale/views/ui"
)

// tablePool holds the buffers that table bodies are written in.
var tablePool = sync.Pool{New: func() any { m := make(markup, 0, 96<<10); return &m }}

// offerRows is the body of the offers table. It is written by hand: fifty rows of
// templ expressions cost more than all the rest of the page.
func offerRows(f Frame, m *OffersModel) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		buffer := tablePool.Get().(*markup)
		defer tablePool.Put(buffer)
		*buffer = (*buffer)[:0]
		t := newRowTexts(f)
		for i := range m.Rows {
			t.row(buffer, m, &m.Rows[i], strconv.Itoa(i))
		}
		_, err := w.Write(*buffer)
		return err
	})
}

// rowTexts are the texts that every row repeats.
type rowTexts struct {
	frame                                            Frame
	lowest, absent, evidence, credit, unranked       string
	includes, disk, network, provider, site, unknown string
	report, reportText                               string // address before the price's id, and words
}

func newRowTexts(f Frame) *rowTexts {
	return &rowTexts{
		frame: f, lowest: f.T("offers.lowest"), absent: f.T("offers.absent"), evidence: f.T("figure.evidence"),
		credit: f.T("figure.credit"), unranked: f.T("figure.unranked"), includes: f.T("offers.detail.includes"),
		disk: f.T("offers.detail.disk"), network: f.T("offers.detail.network"), provider: f.T("offers.detail.provider"),
		site: f.T("offers.detail.site"), unknown: f.T("value.unknown"),
		report: f.Href("/report?price="), reportText: f.T("report.link"),
	}
}

func (t *rowTexts) row(b *markup, m *OffersModel, r *OfferRow, n string) {
	if r.Picked {
		b.raw(`<tr role="row" class="picked">`)
	} else {
		b.raw(`<tr role="row">`)
	}
	t.pick(b, r)
	b.between(`<th role="rowheader" scope="row" class="n"><a href="`, r.ProviderHref, `"><b>`)
	b.between(``, r.Provider, `</b></a><small>`)
	if r.Instance != "" {
		b.between(`<span lang="zh-CN">`, r.Instance, `</span> · `)
	}
	b.between(``, r.Host, `</small></th>`)
	t.card(b, r)
	t.lead(b, m, r)
	if m.Modes {
		t.modes(b, r)
	}
	b.between(`<td role="cell" class="num opt-col per-c">`, r.PerTFLOPS, `<small>`)
	b.between(``, r.PerGB, ` /GB</small></td><td role="cell" class="b beamcell">`)
	*b = chart.AppendBeam(*b, &r.Beam)
	b.raw(`</td>`)
	t.place(b, r)
	t.source(b, r, n)
	b.raw(`</tr>`)
}

func (t *rowTexts) pick(b *markup, r *OfferRow) {
	b.between(`<td role="cell" class="c"><label class="hit"><input type="checkbox" form="`+offersForm+`" name="pick" id="pick-`, r.ID, `" value="`)
	b.text(r.ID)
	if r.Picked {
		b.raw(`" checked aria-label="`)
	} else {
		b.raw(`" aria-label="`)
	}
	b.between(``, t.frame.T("offers.pick", "offer", r.Label), `"></label></td>`)
}

func (t *rowTexts) card(b *markup, r *OfferRow) {
	b.raw(`<td role="cell" class="g">`)
	if r.CardHref != "" {
		b.between(`<a href="`, r.CardHref, `">`)
		b.between(``, r.Card, `</a>`)
	} else {
		b.text(r.Card)
	}
	if r.Count != "" {
		b.between(` <span class="mut">`, r.Count, `</span>`)
	}
	b.between(`<small>`, r.Traits, `</small></td>`)
}

// lead is the figure the list is sorted by, with its billing mode.
func (t *rowTexts) lead(b *markup, m *OffersModel, r *OfferRow) {
	b.raw(`<td role="cell" class="num p">`)
	p := r.Lead
	if p == nil {
		b.between(`<span class="unk">`, t.unknown, `</span></td>`)
		return
	}
	if p.Lowest {
		b.between(`<span class="seal">`, t.lowest, `</span> `)
	}
	switch {
	case !p.Known:
		b.between(`<span class="unk">`, p.Text, `</span>`)
	case !p.Price.Ranked():
		b.between(`<span class="big unk">`, p.Text, `</span>`)
	default:
		b.between(`<span class="big">`, p.Text, `</span>`)
	}
	b.between(`<small>`, p.Mode, ``)
	if p.Kind != "" {
		b.between(` · `, p.Kind, ``)
	}
	if p.Known {
		b.between(`<span class="only-card"> `, m.UnitLabel, `</span>`)
	}
	b.raw(`</small></td>`)
}

// modes are the prices besides the lead, each with its billing mode.
func (t *rowTexts) modes(b *markup, r *OfferRow) {
	b.raw(`<td role="cell" class="md nums">`)
	none := true
	for i := range r.Modes {
		none = t.mode(b, r, &r.Modes[i]) && none
	}
	for i := range r.Others {
		none = t.mode(b, r, &r.Others[i]) && none
	}
	if none {
		b.between(`<span class="unk hide-s">—<span class="vh">`, t.absent, `</span></span>`)
	}
	b.raw(`</td>`)
}

// mode writes one billing mode unless the lead price has said it already.
func (t *rowTexts) mode(b *markup, r *OfferRow, v *ModeView) (nothing bool) {
	if !r.beyondLead(v) {
		return true
	}
	b.between(`<span><small>`, v.Mode, `</small> `)
	switch {
	case r.saysLead(v):
	case v.Ranked && v.Known:
		b.between(`<b>`, v.Text, `</b> `)
	default:
		b.between(`<span class="unk">`, v.Text, `</span> `)
	}
	if v.Kind != "" && !r.saysLead(v) {
		b.between(`<small>`, v.Kind, `</small> `)
	}
	b.between(``, v.Extra, `</span>`)
	return false
}

func (t *rowTexts) place(b *markup, r *OfferRow) {
	if r.RegionsKnown {
		b.between(`<td role="cell" class="h"><span lang="zh-CN">`, r.Regions, `</span>`)
	} else {
		b.between(`<td role="cell" class="h"><span class="unk">`, r.Regions, `</span>`)
	}
	if r.Short {
		b.between(`<small><b class="hot">`, r.Supply, `</b></small></td>`)
		return
	}
	b.between(`<small>`, r.Supply, `</small></td>`)
}

// source is the evidence of the lead price, and a note with that of every price.
func (t *rowTexts) source(b *markup, r *OfferRow, n string) {
	b.raw(`<td role="cell" class="f"><span>`)
	if r.Lead != nil {
		t.mark(b, &r.Lead.Cite)
		t.fresh(b, &r.Lead.Cite)
		if hasOpenDoubt(r) {
			b.between(`<span class="src src-w" title="`, t.frame.T("why_not.doubt"), `">?<span class="vh">`)
			b.between(``, t.frame.T("why_not.doubt"), `</span></span>`)
		}
	}
	b.between(`<button class="pin" type="button" popovertarget="e`, n, `" aria-label="`)
	b.between(``, t.frame.T("offers.detail", "offer", r.Label), `"><svg class="ico" aria-hidden="true"><use href="#i-info"/></svg></button></span>`)
	if r.Unranked != "" {
		b.between(`<small class="why-s">`, r.Unranked, `</small>`)
	}
	t.details(b, r, n)
	b.raw(`</td>`)
}

func hasOpenDoubt(r *OfferRow) bool {
	for _, d := range r.Lead.Cite.Doubts {
		if d.Open {
			return true
		}
	}
	return false
}

func (t *rowTexts) mark(b *markup, c *Citation) {
	switch c.Kind {
	case ui.Official, ui.Article:
		b.between(`<span class="src src-d" title="`, c.Meaning, `"><span aria-hidden="true">`)
	default:
		b.between(`<span class="src" title="`, c.Meaning, `"><span aria-hidden="true">`)
	}
	b.between(``, c.Glyph, `</span><span class="vh">`)
	b.between(``, c.Meaning, `</span></span>`)
}

func (t *rowTexts) fresh(b *markup, c *Citation) {
	switch c.Mark {
	case ui.Fresh:
		b.raw(`<span class="fresh"><svg viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="4"/></svg>`)
	case ui.Ageing:
		b.raw(`<span class="fresh"><svg viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="3.6" fill="none"/><path d="M5 1.4a3.6 3.6 0 000 7.2z" stroke="none"/></svg>`)
	default:
		b.raw(`<span class="fresh fresh-old"><svg viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="3.6" fill="none"/></svg>`)
	}
	b.between(``, c.Age, `</span>`)
}

// words of the data in another language than the page's carry it.
func chineseIn(l text.Lang, en string) string {
	if l == text.EN && en == "" {
		return ` lang="zh-CN"`
	}
	return ""
}

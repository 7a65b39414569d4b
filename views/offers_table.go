package views

import (
	"strings"

	"github.com/a-h/templ"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/chart"
	"gpuscale/views/ui"
)

// OfferEntry is a row on a page: what is prepared once, and what this page adds.
type OfferEntry struct {
	*OfferRow
	Picked bool
}

// offerCells are the cells of a row as written once for all pages that show it.
type offerCells struct{ pick, label, head, modes, per, tail []byte }

// offerRows is the body of the offers table. Its cells are written by hand and kept:
// fifty rows of templ expressions cost more than all the rest of the page.
func offerRows(m *OffersModel) templ.Component {
	axis := m.Axis.Shared()
	return handWritten(func(b *markup) {
		for i := range m.Rows {
			r, c := &m.Rows[i], &m.Rows[i].cells
			if r.Picked {
				b.raw(`<tr role="row" class="picked">`)
				*b = append(append(*b, c.pick...), ` checked`...)
			} else {
				b.raw(`<tr role="row">`)
				*b = append(*b, c.pick...)
			}
			*b = append(append(*b, c.label...), c.head...)
			if m.Modes {
				*b = append(*b, c.modes...)
			}
			*b = append(*b, c.per...)
			beam := r.Beam
			beam.Axis, beam.Name = axis, "" // the cells beside it have every price in words
			*b = chart.AppendBeam(*b, &beam)
			*b = append(*b, c.tail...)
		}
	})
}

// Prepare writes the cells of the row in the look's language.
func (r *OfferRow) Prepare(k *OfferLook) *OfferRow {
	if k.rows == nil {
		k.rows = newRowTexts(Frame{Lang: k.Lang}, k.UnitLabel())
	}
	t := k.rows
	var b markup
	cut := func(write func(*markup, *OfferRow)) []byte {
		from := len(b)
		write(&b, r)
		return b[from:len(b):len(b)]
	}
	b = make(markup, 0, 4096)
	r.cells = offerCells{pick: cut(t.pick), label: cut(t.label), head: cut(t.head), modes: cut(t.modes), per: cut(t.per), tail: cut(t.tail)}
	return r
}

// rowTexts are the texts that every row repeats; those in two halves stand around
// a value.
type rowTexts struct {
	frame                                                     Frame
	pickFor, detail, seen, grade, reason, candidates          [2]string
	equals                                                    map[catalog.Currency][2]string
	lowest, absent, evidence, credit, unranked, doubt, noHost string
	includes, host, disk, network, site, unknown, unit        string
	report, reportText                                        string
}

func newRowTexts(f Frame, unit string) *rowTexts {
	t := &rowTexts{
		frame: f, unit: unit, pickFor: around(f, "offers.pick", "offer"), detail: around(f, "offers.detail", "offer"),
		seen: around(f, "figure.seen", "date"), grade: around(f, "figure.grade", "grade"),
		reason:     around(f, "offers.detail.reason", "reason"),
		candidates: around(f, "offers.detail.family", "parts"), equals: map[catalog.Currency][2]string{},
		lowest: f.T("offers.lowest"), absent: f.T("offers.absent"), evidence: f.T("figure.evidence"),
		credit: f.T("figure.credit"), unranked: f.T("figure.unranked"), doubt: f.T("why_not.doubt"), noHost: f.T("offers.detail.no-host"),
		includes: f.T("offers.detail.includes"), host: f.T("offers.detail.host"), disk: f.T("offers.detail.disk"), network: f.T("offers.detail.network"),
		site: f.T("offers.detail.site"), unknown: f.T("value.unknown"),
		report: f.Href("/report?price="), reportText: f.T("report.link"),
	}
	for _, c := range catalog.Currencies {
		unit := f.T("offers.unit."+string(c), "unit", f.T("offers.unit.gpu-hour"))
		t.equals[c] = around(f, "offers.detail.equals", "price", "unit", unit)
	}
	return t
}

// around is a text in the two halves that stand around one of its values.
func around(f Frame, key, name string, args ...any) [2]string {
	before, after, _ := strings.Cut(f.T(key, append(args, name, "{}")...), "{}")
	return [2]string{before, after}
}

// around appends a value between two halves of a text.
func (m *markup) around(halves [2]string, value string) {
	m.text(halves[0])
	m.text(value)
	m.text(halves[1])
}

func (t *rowTexts) pick(b *markup, r *OfferRow) {
	b.between(`<td role="cell" class="c"><label class="hit"><input type="checkbox" form="`+offersForm+`" name="pick" id="pick-`, r.ID, `" value="`)
	b.between(``, r.ID, `"`)
}

func (t *rowTexts) label(b *markup, r *OfferRow) {
	b.raw(` aria-label="`)
	b.around(t.pickFor, r.Label)
	b.raw(`"></label></td>`)
}

func (t *rowTexts) head(b *markup, r *OfferRow) {
	b.between(`<th role="rowheader" scope="row" class="n"><a href="`, r.ProviderHref, `"><b>`)
	b.between(``, r.Provider, `</b></a><small>`)
	if r.Instance != "" {
		b.between(`<span lang="zh-CN">`, r.Instance, `</span> · `)
	}
	b.between(``, r.Host, `</small></th>`)
	t.card(b, r)
	t.lead(b, r)
}

func (t *rowTexts) per(b *markup, r *OfferRow) {
	b.between(`<td role="cell" class="num opt-col per-c">`, r.PerTFLOPS, `<small>`)
	b.text(r.PerGB)
	if r.GBKnown {
		b.raw(` /GB`)
	}
	b.raw(`</small></td><td role="cell" class="b beamcell">`)
}

func (t *rowTexts) tail(b *markup, r *OfferRow) {
	b.raw(`</td>`)
	t.place(b, r)
	t.source(b, r)
	b.raw(`</tr>`)
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
func (t *rowTexts) lead(b *markup, r *OfferRow) {
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
		b.between(`<span class="only-card"> `, t.unit, `</span>`)
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
func (t *rowTexts) source(b *markup, r *OfferRow) {
	b.raw(`<td role="cell" class="f"><span>`)
	if r.Lead != nil {
		t.mark(b, &r.Lead.Cite)
		t.fresh(b, &r.Lead.Cite)
		if hasOpenDoubt(r) {
			b.between(`<span class="src src-w" title="`, t.doubt, `">?<span class="vh">`)
			b.between(``, t.doubt, `</span></span>`)
		}
	}
	b.between(`<button class="pin" type="button" popovertarget="e-`, r.ID, `" aria-label="`)
	b.around(t.detail, r.Label)
	b.raw(`"><svg class="ico" aria-hidden="true"><use href="#i-info"/></svg></button></span>`)
	if r.Unranked != "" {
		b.between(`<small class="why-s">`, r.Unranked, `</small>`)
	}
	t.details(b, r)
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

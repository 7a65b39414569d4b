package views

import (
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
)

// details is the note of one row: every price with its evidence, and what it covers.
// Names of provider and card, and the way to the provider, stand in the row itself.
func (t *rowTexts) details(b *markup, r *OfferRow) {
	b.between(`<div id="e-`, r.ID, `" popover class="pop-e prices">`)
	for i := range r.Prices {
		t.priceDetails(b, &r.Prices[i])
	}
	if r.Candidates != "" {
		b.raw(`<p>`)
		b.around(t.candidates, r.Candidates)
		b.raw(`</p>`)
	}
	t.covers(b, r)
	if r.Site != "" {
		b.raw(`<p>`)
		shut := b.external(r.Site)
		b.text(t.site)
		b.raw(shut, `</p>`)
	}
	b.raw(`</div>`)
}

func (t *rowTexts) priceDetails(b *markup, v *PriceView) {
	f, p := t.frame, v.Price
	b.between(`<p><b>`, v.Mode, `</b> `)
	b.text(v.Published)
	if v.Kind != "" {
		b.between(` · `, v.Kind, ``)
	}
	b.raw(`<br>`)
	if v.Hour.Known() {
		b.around(t.equals[v.Hour.Currency], v.PerHour)
	} else {
		b.around(t.reason, v.reason(f.Lang))
	}
	if p.ValidFrom.Known() {
		b.between(` · `, f.T("offers.detail.from", "date", p.ValidFrom), ``)
	}
	if p.ValidTo.Known() {
		b.between(` · `, f.T("offers.detail.until", "date", p.ValidTo), ``)
	}
	b.raw(`<br>`)
	t.origin(b, &v.Cite)
	b.between(` · <a rel="nofollow" href="`, t.report, ``)
	b.between(``, p.ID, `">`)
	b.between(``, t.reportText, `</a></p>`)
	t.creditLine(b, v.Cite.Credit)
	t.doubts(b, v.Cite.Doubts)
	t.whyNot(b, v)
}

func (t *rowTexts) origin(b *markup, c *Citation) {
	t.mark(b, c)
	b.raw(` `)
	if c.URL != "" {
		shut := b.external(c.URL)
		b.text(c.Origin)
		b.raw(shut)
	} else {
		b.between(`<span class="unk">`, c.Origin, `</span>`)
	}
	b.raw(` <span class="mut">`)
	b.around(t.seen, c.Seen)
	b.raw(` · `)
	b.around(t.grade, c.Grade)
	b.raw(`</span>`)
}

func (t *rowTexts) creditLine(b *markup, c Credit) {
	if c.Licence == "" {
		return
	}
	b.between(`<p class="xs mut">`, t.credit, ` `)
	shut := b.external(c.URL)
	b.text(c.Name)
	b.raw(shut, ` `)
	shut = b.external(c.LicenceURL)
	b.text(c.Licence)
	b.raw(shut, `</p>`)
}

func (t *rowTexts) doubts(b *markup, lines []DoubtLine) {
	for _, d := range lines {
		b.raw(`<p class="doubt"`)
		if d.Lang != "" {
			b.between(` lang="`, d.Lang, `"`)
		}
		b.between(`><b>`, d.Verdict, `</b> `)
		b.text(d.Text)
		if d.URL != "" {
			b.raw(` `)
			shut := b.external(d.URL)
			b.text(t.evidence)
			b.raw(shut)
		}
		b.raw(`</p>`)
	}
}

func (t *rowTexts) whyNot(b *markup, v *PriceView) {
	if len(v.Price.WhyNot) > 0 {
		b.between(`<p class="why-s">`, t.unranked, ``)
		b.between(``, strings.Join(WhyNot(t.frame.Lang, v.Price.WhyNot), " · "), `</p>`)
	}
	for _, c := range v.Price.Contradictions {
		what := text.Word(t.frame.Lang, "contradiction", string(c.Code))
		b.between(`<p class="why-s">`, t.frame.T("offers.detail.against", "what", what, "id", c.Against), `</p>`)
	}
}

// covers says what the price covers besides the card: host, disk and network. The
// size of the host stands in the row.
func (t *rowTexts) covers(b *markup, r *OfferRow) {
	b.between(`<p>`, t.includes, ` `)
	if r.GPUPart {
		b.text(t.noHost)
	} else {
		b.text(t.host)
	}
	b.raw(`<br>`)
	t.words(b, t.disk, r.Offer.Provider.StoragePrice)
	b.raw(`<br>`)
	t.words(b, t.network, r.Offer.Provider.EgressPrice)
	b.raw(`</p>`)
}

func (t *rowTexts) words(b *markup, what string, w catalog.Words) {
	b.between(``, what, ` `)
	words := In(t.frame.Lang, w)
	if words == "" {
		b.between(`<span class="unk">`, t.unknown, `</span>`)
		return
	}
	b.raw(`<span`, chineseIn(t.frame.Lang, w.En), `>`)
	b.between(``, words, `</span>`)
}

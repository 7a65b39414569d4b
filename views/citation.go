package views

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/ui"
)

// Citation says where one figure comes from and how far to trust it, ready to print.
type Citation struct {
	Kind           ui.SourceKind
	Glyph, Meaning string // 官 and 官方页面
	Origin         string // host of the page, 原文（选型文章）, or that no address is known
	URL            string // "" for no link
	Mark           ui.FreshnessMark
	Age            string // 3 天前; 200 天前 is a date with 偏旧
	Seen           string // the date as known: 2026-11-28, 2026-05, or 无日期
	Grade          string // "" for a figure that has none
	Credit         Credit
	Doubts         []DoubtLine
	Price          string // id of the price, where readers may report it; "" for other figures
}

// Credit is what a licence asks to be shown beside a figure; the zero value is none.
type Credit struct {
	Name, URL           string // whose data
	Licence, LicenceURL string
}

// DoubtLine is one objection or note. Open ones keep a price out of rankings.
type DoubtLine struct {
	ID, Verdict, Text, URL string
	Lang                   string // tag of the text where it differs from the page's
	Open                   bool
}

// Cite describes a source as of now.
func Cite(l text.Lang, s catalog.Source, now time.Time) Citation {
	fresh := catalog.FreshnessOf(s.Seen, now)
	c := Citation{
		Kind: sourceKind(s), URL: s.Link(), Origin: origin(l, s), Mark: freshnessMark(fresh),
		Age: Seen(l, s.Seen, now), Seen: text.Word(l, "freshness", string(catalog.Undated)), Credit: creditOf(s),
	}
	if fresh == catalog.Stale {
		c.Age += " · " + text.Word(l, "freshness", string(fresh))
	}
	if s.Seen.Known() {
		c.Seen = s.Seen.String()
	}
	switch c.Kind {
	case ui.Article:
		c.Glyph, c.Meaning = text.T(l, "figure.glyph.article"), text.T(l, "value.article")
	case ui.Official:
		c.Glyph, c.Meaning = text.T(l, "figure.glyph.official"), text.Word(l, "confidence", string(catalog.OfficialPage))
	default:
		c.Glyph, c.Meaning = text.T(l, "figure.glyph.report"), text.Word(l, "confidence", string(catalog.ThirdParty))
	}
	return c
}

// CitePrice describes where a price comes from, with its grade and its doubts.
func CitePrice(l text.Lang, m *catalog.Market, p *catalog.Price) Citation {
	c := Cite(l, p.Source, m.At())
	c.Grade = text.Word(l, "grade", string(p.Grade))
	c.Doubts = PriceNotes(l, m, p)
	c.Price = p.ID
	return c
}

// PriceNotes are the doubts about a price, and the editor's reason for keeping a
// value that a check objects to.
func PriceNotes(l text.Lang, m *catalog.Market, p *catalog.Price) []DoubtLine {
	lines := DoubtLines(l, m, p.Doubts)
	if p.Exception != "" {
		lines = append(lines, DoubtLine{Verdict: text.T(l, "figure.exception"), Text: p.Exception})
	}
	return lines
}

// DoubtLines words the doubts with the given ids; an id without a doubt is left out.
func DoubtLines(l text.Lang, m *catalog.Market, ids []string) []DoubtLine {
	var lines []DoubtLine
	for _, id := range ids {
		d, ok := m.Doubt(id)
		if !ok {
			continue
		}
		line := DoubtLine{ID: id, Verdict: text.Word(l, "verdict", string(d.Verdict)), Text: In(l, d.Text), URL: d.Source.Link(), Open: d.Open()}
		if l == text.EN && d.Text.En == "" {
			line.Lang = text.ZH.Tag()
		}
		lines = append(lines, line)
	}
	return lines
}

func sourceKind(s catalog.Source) ui.SourceKind {
	switch {
	case s.IsArticle() || s.Confidence == catalog.SeedArticle:
		return ui.Article
	case s.Confidence == catalog.OfficialPage:
		return ui.Official
	}
	return ui.ThirdParty
}

func origin(l text.Lang, s catalog.Source) string {
	if s.IsArticle() {
		return text.T(l, "value.article")
	}
	if s.File() != "" {
		return text.T(l, "evidence.file")
	}
	u, err := url.Parse(s.Link())
	if err != nil || u.Host == "" {
		return text.T(l, "figure.no-address")
	}
	return strings.TrimPrefix(u.Host, "www.")
}

// creditOf reads a licence as the data writes it: its name, then whose data it is.
func creditOf(s catalog.Source) Credit {
	licence, name, _ := strings.Cut(s.Licence, " ")
	if licence == "" {
		return Credit{}
	}
	c := Credit{Name: name, URL: siteOf(name, s), Licence: strings.ReplaceAll(licence, "CC-BY", "CC BY")}
	if version, ok := strings.CutPrefix(licence, "CC-BY-"); ok {
		c.Licence = "CC BY " + version
		c.LicenceURL = "https://creativecommons.org/licenses/by/" + version + "/"
	}
	return c
}

// siteOf is where the owner of licensed data is found: at the host that the credit
// names, else where the figure was read.
func siteOf(name string, s catalog.Source) string {
	if strings.Contains(name, ".") {
		return WebAddress("https://" + name)
	}
	return s.Link()
}

// Credits lists the different credits that some citations ask for, in their order.
func Credits(cited []Citation) []Credit {
	var credits []Credit
	for _, c := range cited {
		named := slices.ContainsFunc(credits, func(old Credit) bool { return old.Name == c.Credit.Name && old.Licence == c.Credit.Licence })
		if c.Credit.Licence != "" && !named {
			credits = append(credits, c.Credit)
		}
	}
	return credits
}

// MarketCredits lists the credits that all prices of a market ask for.
func MarketCredits(m *catalog.Market) []Credit {
	var cited []Citation
	m.EachOffer(catalog.OfferQuery{Show: catalog.ShowAll}, func(o *catalog.Offer) bool {
		for i := range o.Prices {
			cited = append(cited, Citation{Credit: creditOf(o.Prices[i].Source)})
		}
		return true
	})
	return Credits(cited)
}

func freshnessMark(f catalog.Freshness) ui.FreshnessMark {
	switch f {
	case catalog.Fresh:
		return ui.Fresh
	case catalog.Ageing:
		return ui.Ageing
	case catalog.Stale:
		return ui.Stale
	}
	return ui.Undated
}

// WhyNot words the codes that keep a price out of rankings.
func WhyNot(l text.Lang, codes []catalog.WhyNot) []string {
	words := make([]string, len(codes))
	for i, code := range codes {
		words[i] = text.Word(l, "why_not", string(code))
	}
	return words
}

// PublishedPrice prints a price as its source does: ¥8.00 / 卡时, 6.00–8.00, or
// 未公开.
func PublishedPrice(l text.Lang, p *catalog.Price) string {
	return publishedPrice(p, text.Word(l, "unit_name", string(p.Unit)), text.T(l, "value.unknown"))
}

package views

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"

	"gpuscale/catalog"
	"gpuscale/text"
)

// AsOf is the fragment, and the element, that tells of which moment a page is.
const AsOf = "as-of"

// TimeBar says of which moment a page is, and what has changed since for what is on
// it. The zero TimeBar is a page of now.
type TimeBar struct {
	Moment  string // "" for a page of the present
	NowHref string // the same page with the prices of now
	Changes int
	Lines   []TimeLine
}

// TimeLine is one change since the moment of a page.
type TimeLine struct {
	Name     string
	Old, New string // New is "" where Text says it all
	Text     string // what became of it, where there is no new figure
	Percent  string // "" when it cannot be computed
	Up       bool
}

// timeLines is how many changes are listed.
const timeLines = 60

// NewTimeBar prepares the bar of a page at a moment; href is the page of now.
func NewTimeBar(l text.Lang, then *catalog.Market, s catalog.Since, href string) TimeBar {
	b := TimeBar{Moment: text.Minute(then.At()), NowHref: href, Changes: len(s.Prices) + len(s.Best) + len(s.Rates)}
	for i := range s.Prices {
		b.Lines = append(b.Lines, priceLine(l, &s.Prices[i]))
	}
	for _, c := range s.Best {
		key := "asof.best." + string(c.Area)
		b.Lines = append(b.Lines, TimeLine{
			Name: text.T(l, key, "card", CardName(c.Accelerator)), Old: bestText(l, c.Before), New: bestText(l, c.After),
		}.moved(c.Percent))
	}
	for _, c := range s.Rates {
		name := text.T(l, "asof.rate", "base", string(c.Before.Base), "quote", string(c.Before.Quote))
		b.Lines = append(b.Lines, TimeLine{
			Name: name, Old: c.Before.Value.String(), New: c.After.Value.String(),
		}.moved(catalog.PercentChange(c.Before.Value, c.After.Value)))
	}
	b.Lines = b.Lines[:min(len(b.Lines), timeLines)]
	return b
}

func priceLine(l text.Lang, c *catalog.PriceSince) TimeLine {
	old := PublishedPrice(l, &c.Before)
	name := text.T(l, "asof.modes.note", "name", In(l, c.Offer.Provider.Name)+" "+OfferCard(&c.Offer), "mode", text.Word(l, "billing", string(c.Before.Billing)))
	switch c.Kind {
	case catalog.SinceChanged:
		return TimeLine{Name: name, Old: old, New: PublishedPrice(l, &c.After)}.moved(c.Percent)
	case catalog.SinceUnranked:
		return TimeLine{Name: name, Text: text.T(l, "asof.unranked", "old", old, "why", strings.Join(WhyNot(l, c.After.WhyNot), text.T(l, "asof.comma")))}
	}
	return TimeLine{Name: name, Text: text.T(l, "asof."+string(c.Kind), "old", old)}
}

func bestText(l text.Lang, d catalog.Opt[catalog.Decimal]) string {
	if !d.Known {
		return text.T(l, "asof.none")
	}
	return text.T(l, "asof.hour", "amount", Hourly(d.Value))
}

func (t TimeLine) moved(percent catalog.Opt[catalog.Decimal]) TimeLine {
	if p, ok := percent.Get(); ok && !p.IsZero() {
		t.Percent, t.Up = SignedPercent(p), p.Sign() > 0
	}
	return t
}

// SignedPercent prints a change in percent with its sign: +12.5%, −5.0%.
func SignedPercent(p catalog.Decimal) string {
	s := text.Group(p.String()) + "%"
	if p.Sign() > 0 {
		s = "+" + s
	}
	return s
}

type timeBarKey struct{}

// InTime is a page that shows the bar of its moment in its frame.
func InTime(page templ.Component, bar TimeBar) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		return page.Render(context.WithValue(ctx, timeBarKey{}, bar), w)
	})
}

func timeBarOf(ctx context.Context) TimeBar {
	bar, _ := ctx.Value(timeBarKey{}).(TimeBar)
	return bar
}

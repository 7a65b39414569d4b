package handlers

import (
	"strings"

	"gpuscale/pricing"
	"gpuscale/sizing"
	"gpuscale/text"
	"gpuscale/views"
)

// rest lists the cards that are not in the table, by reason.
func (s *sizingPage) rest() []views.SizingRest {
	groups := []struct {
		key  string
		rows []views.SizingRestRow
	}{{key: "sizing.rest.unpriced"}, {key: "sizing.rest.no"}, {key: "sizing.rest.unknown"}}
	for i := range s.result.Fits {
		f := &s.result.Fits[i]
		row := views.SizingRestRow{
			Name: s.cardName(f.Device.Slug), Href: s.frame.Href("/gpus/" + f.Device.Slug + s.links().carried("as_of")), Why: s.shortNotes(f),
		}
		switch {
		case f.State == sizing.NotKnown:
			groups[2].rows = append(groups[2].rows, row)
		case f.State == sizing.DoesNotFit:
			groups[1].rows = append(groups[1].rows, row)
		case s.costs.cards[f.Device.Slug] == nil:
			row.Cards = "×" + text.Count(f.Cards)
			row.Why = strings.Join([]string{s.t("sizing.room", "gb", gigabyteText(f.HeadroomGB.Value)), row.Why}, s.t("list.separator"))
			groups[0].rows = append(groups[0].rows, row)
		}
	}
	var list []views.SizingRest
	for _, g := range groups {
		if len(g.rows) > 0 {
			list = append(list, views.SizingRest{Title: text.N(s.lang(), g.key, len(g.rows)), Rows: g.rows, Open: len(g.rows) == len(s.result.Fits)})
		}
	}
	return list
}

func (s *sizingPage) shortNotes(f *sizing.Fit) string {
	notes := make([]string, len(f.Warnings))
	for i, n := range f.Warnings {
		notes[i] = s.notice("sizing.short.", n)
	}
	return strings.Join(notes, s.t("list.separator"))
}

// sizingProviders is how many providers the page lists; the cost calculator has all.
const sizingProviders = 10

// providers are the costs of the set in focus at every provider.
func (s *sizingPage) providers() views.SizingProviders {
	f := s.focus()
	if f == nil {
		return views.SizingProviders{}
	}
	currency := text.Word(s.lang(), "compare_unit", string(s.ask.currency))
	p := views.SizingProviders{
		Title: s.t("sizing.providers", "card", s.cardName(f.Device.Slug), "n", f.Cards), Timed: f.Hours != nil, MoreHref: s.costHref(f),
		Card: s.t("sizing.unit.card-hour", "currency", currency), Hour: s.t("sizing.unit.hour", "currency", currency),
		Money: s.t("sizing.unit.money", "currency", currency),
	}
	for _, n := range f.Warnings {
		p.Warnings = append(p.Warnings, s.notice("sizing.note.", n))
	}
	run := s.costs.runs[f.Device.Slug]
	seen := map[string]bool{}
	for i := range run.Results {
		row := &run.Results[i]
		if slug := row.Provider().Slug; !seen[slug] && len(seen) < sizingProviders {
			seen[slug] = true
			if line, ok := s.provider(f, row); ok {
				p.Rows = append(p.Rows, line)
			}
		}
	}
	return p
}

// provider is the lowest price of one provider; ok is false where it has no total.
func (s *sizingPage) provider(f *sizing.Fit, row *pricing.Row) (views.SizingProvider, bool) {
	c, err := s.ask.cost(f, row, s.costs.million[f.Device.Slug])
	if err != nil || c == nil {
		return views.SizingProvider{}, false
	}
	carried := s.links().carried("as_of")
	provider := c.offer.Provider
	p := views.SizingProvider{
		Name: views.In(s.lang(), provider.Name), Href: s.frame.Href("/providers/" + provider.Slug + carried),
		Area: text.Word(s.lang(), "market", string(provider.Market)), Offer: c.offer.InstanceType, PriceID: c.price.ID,
		Price: text.T(s.lang(), "value.unknown"), Paid: text.Count(c.cards), Hour: s.hourText(c), Run: text.T(s.lang(), "value.unknown"),
		Token: s.t("sizing.reason.no-speed"), Cite: views.CitePrice(s.lang(), s.ask.market, &c.price),
	}
	if hour := s.basis().PerGPUHour(&c.price); hour.Known() {
		p.Price = views.HourlyRange(hour.Range)
	}
	if c.run != nil {
		p.Run = plainRange(c.run)
		if c.runIsMin {
			p.Run = s.t("sizing.at-least", "amount", p.Run)
		}
	}
	if c.token != nil {
		p.Token = plainRange(c.token)
	}
	return p, true
}

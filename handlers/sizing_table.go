package handlers

import (
	"cmp"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/sizing"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/chart"
)

// sizingColumns are the columns of the table that sort, with the key of each.
var sizingColumns = []struct {
	key, sort, label, unit string
	number, timed          bool // timed columns need a number of tokens
}{
	{"card", "name", "sizing.col.card", "", false, false},
	{"cards", "cards", "sizing.col.cards", "", true, false},
	{"headroom", "headroom", "sizing.col.headroom", "", false, false},
	{"price", "", "sizing.col.price", "sizing.unit.card-hour", true, false},
	{"hour", "hour", "sizing.col.hour", "sizing.unit.hour", true, false},
	{"speed", "speed", "sizing.col.speed", "sizing.tok_s", true, false},
	{"token", "token", "sizing.col.token", "sizing.unit.money", true, false},
	{"time", "", "sizing.col.time", "", true, true},
	{"run", "run", "sizing.col.run", "sizing.unit.money", true, true},
}

// table lists the cards that fit and have a price.
func (s *sizingPage) table() views.SizingTable {
	t := views.SizingTable{Units: s.units(), Caption: s.t("sizing.caption"), Heads: s.heads()}
	var rows []*sizing.Fit
	for i := range s.result.Fits {
		if f := &s.result.Fits[i]; s.costs.cards[f.Device.Slug] != nil {
			rows = append(rows, f)
		}
	}
	s.sortFits(rows)
	t.Count = text.N(s.lang(), "sizing.table.fits", len(rows))
	t.Sorted = s.t("sizing.table.sorted", "key", s.sortLabel())
	band := s.ask.request.Assumptions
	t.Footnote = s.t("sizing.band", "band", text.Float(1+band.ThroughputBand, 2), "low", text.Float(band.MFULow, 1), "high", text.Float(band.MFUHigh, 1))
	best := s.bestSlug()
	focus := s.focus()
	for _, f := range rows {
		row := s.row(f)
		row.Best = f.Device.Slug == best
		row.Chosen = focus != nil && f == focus && len(s.ask.cards.In) == 1
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (s *sizingPage) units() views.SizingUnits {
	currency := text.Word(s.lang(), "compare_unit", string(s.ask.currency))
	return views.SizingUnits{
		Card: s.t("sizing.unit.card-hour", "currency", currency), Hour: s.t("sizing.unit.hour", "currency", currency), Speed: s.t("sizing.tok_s"),
		Token: s.t("sizing.unit.million", "currency", currency), Run: s.t("sizing.unit.money", "currency", currency), Timed: s.result.Request.Tokens.Known,
	}
}

// bestSlug is the card of the page's one answer; "" where a tie leaves none.
func (s *sizingPage) bestSlug() string {
	for _, area := range areas {
		if fit, _ := s.best(area); fit != nil {
			return fit.Device.Slug
		}
	}
	return ""
}

func (s *sizingPage) order() (key string, descending bool) {
	switch {
	case s.ask.sort != "":
		return s.ask.sort, s.ask.desc
	case s.result.Request.Tokens.Known:
		return "run", false
	}
	return "hour", false
}

func (s *sizingPage) sortLabel() string {
	key, _ := s.order()
	for _, c := range sizingColumns {
		if c.sort == key {
			return s.t(c.label)
		}
	}
	return key
}

func (s *sizingPage) heads() []views.SizingHead {
	key, descending := s.order()
	links := s.links()
	currency := text.Word(s.lang(), "compare_unit", string(s.ask.currency))
	var heads []views.SizingHead
	for _, c := range sizingColumns {
		if c.timed && !s.result.Request.Tokens.Known {
			continue
		}
		h := views.SizingHead{Key: c.key, Label: s.t(c.label), Number: c.number}
		if c.unit != "" {
			h.Unit = s.t(c.unit, "currency", currency)
		}
		if c.sort != "" {
			word := c.sort
			if c.sort == key {
				h.Sorted = "ascending"
				if descending {
					h.Sorted = "descending"
				} else {
					word = "-" + c.sort
				}
			}
			h.Href = links.with("sort", word)
		}
		heads = append(heads, h)
	}
	return heads
}

// listed are all fits in the order asked for; without one, as they were sized.
func (s *sizingPage) listed() []*sizing.Fit {
	list := make([]*sizing.Fit, len(s.result.Fits))
	for i := range s.result.Fits {
		list[i] = &s.result.Fits[i]
	}
	if s.ask.sort != "" {
		s.sortFits(list)
	}
	return list
}

// unfit is 0 for what fits, so that nothing else is listed before it.
func unfit(f *sizing.Fit) int {
	if f.State == sizing.Fits {
		return 0
	}
	return 1
}

// sortFits orders the rows: what fits first; what is unknown comes last in both
// directions, ties go by name.
func (s *sizingPage) sortFits(rows []*sizing.Fit) {
	key, descending := s.order()
	slices.SortStableFunc(rows, func(a, b *sizing.Fit) int {
		if c := cmp.Compare(unfit(a), unfit(b)); c != 0 {
			return c
		}
		x, y := s.sortValue(key, a), s.sortValue(key, b)
		if x == nil || y == nil {
			return cmp.Or(cmp.Compare(unknownRank(x), unknownRank(y)), strings.Compare(a.Device.Name, b.Device.Name))
		}
		c := x.Cmp(*y)
		if key == "name" {
			c = strings.Compare(a.Device.Name, b.Device.Name)
		}
		if descending {
			c = -c
		}
		return cmp.Or(c, strings.Compare(a.Device.Name, b.Device.Name))
	})
}

func unknownRank(d *catalog.Decimal) int {
	if d == nil {
		return 1
	}
	return 0
}

// sortValue is what a row is sorted by; nil when unknown.
func (s *sizingPage) sortValue(key string, f *sizing.Fit) *catalog.Decimal {
	c := s.costs.cards[f.Device.Slug]
	figure := func(v float64) *catalog.Decimal { d := decimalOf(v, 6); return &d }
	switch key {
	case "name":
		return figure(0)
	case "run":
		if c == nil || c.run == nil {
			return nil
		}
		return &c.run.mid
	case "token":
		if c == nil || c.token == nil {
			return nil
		}
		return &c.token.mid
	case "cards":
		if f.Cards == 0 {
			return nil
		}
		return figure(float64(f.Cards))
	case "headroom":
		if !f.HeadroomGB.Known {
			return nil
		}
		return figure(f.HeadroomGB.Value)
	case "speed":
		if !f.TokensPerS.Known {
			return nil
		}
		return figure(f.TokensPerS.Value)
	}
	if c == nil {
		return nil
	}
	return &c.hour
}

// row is one set of cards, ready to print.
func (s *sizingPage) row(f *sizing.Fit) views.SizingRow {
	slug := f.Device.Slug
	c := s.costs.cards[slug]
	card, _ := s.ask.market.Accelerator(slug)
	carried := s.links().carried("as_of")
	r := views.SizingRow{
		Slug: slug, Name: views.CardName(card), Href: s.frame.Href("/gpus/" + slug + carried), Cards: "×" + text.Count(f.Cards), Layout: s.layout(f),
		Room:     s.t("sizing.room", "gb", gigabyteText(f.HeadroomGB.Value)),
		RoomName: s.t("sizing.room.bar", "need", gigabyteText(f.PerCardGB.Value), "usable", gigabyteText(f.PerCardGB.Value+f.HeadroomGB.Value)),
		Need:     chart.At(f.PerCardGB.Value), Usable: chart.At(f.PerCardGB.Value + f.HeadroomGB.Value),
		PriceID: c.price.ID, Cite: views.CitePrice(s.lang(), s.ask.market, &c.price),
		Provider: views.In(s.lang(), c.offer.Provider.Name), ProviderHref: s.frame.Href("/providers/" + c.offer.Provider.Slug + carried),
		Hour: s.hourText(c), Month: s.t("sizing.month", "amount", views.Whole(monthOfHours(c.hour))),
		CostHref: s.costHref(f), OffersHref: s.frame.Href("/offers" + s.query("gpu", slug)), ProvidersHref: s.links().with("gpu", slug) + "#providers",
	}
	if card.Family() {
		r.Family = s.t("sizing.family")
	}
	s.addPrice(&r, f, c)
	s.addSpeed(&r, f, c)
	for _, n := range f.Warnings {
		r.Notes = append(r.Notes, s.notice("sizing.short.", n))
	}
	return r
}

// monthOfHours is what an hour's cost comes to over a month of 730 hours.
func monthOfHours(hour catalog.Decimal) catalog.Decimal {
	month, err := hour.Mul(catalog.WholeDecimal(int64(catalog.Month730)))
	if err != nil {
		return catalog.Decimal{}
	}
	return month
}

func (s *sizingPage) hourText(c *sizingCost) string {
	amount := views.Hourly(c.hour)
	if c.atLeast {
		return s.t("sizing.at-least", "amount", amount)
	}
	return amount
}

// paid says that more cards are paid for than the job needs; "" where not.
func (s *sizingPage) paid(f *sizing.Fit, c *sizingCost) string {
	if c.cards <= f.Cards {
		return ""
	}
	return text.N(s.lang(), "sizing.paid", c.cards)
}

func (s *sizingPage) addPrice(r *views.SizingRow, f *sizing.Fit, c *sizingCost) {
	if hour := s.basis().PerGPUHour(&c.price); hour.Known() {
		r.Price = views.HourlyRange(hour.Range)
	} else {
		r.Price = text.T(s.lang(), "value.unknown")
	}
	if c.offer.Provider.Market == catalog.International {
		r.Abroad = s.t("sizing.intl")
	}
	r.Paid = s.paid(f, c)
	if c.abroad != nil {
		r.AbroadBest = strings.TrimSpace(s.t("sizing.intl") + " " + views.Hourly(c.abroad.hour) + " " + s.paid(f, c.abroad))
	}
}

func (s *sizingPage) addSpeed(r *views.SizingRow, f *sizing.Fit, c *sizingCost) {
	unknown := text.T(s.lang(), "value.unknown")
	r.Speed, r.Token = s.t("sizing.reason.no-speed"), s.t("sizing.reason.no-speed")
	if f.TokensPerS.Known {
		r.Speed = bigText(f.TokensPerS.Value)
	}
	if v := f.Serving; v != nil {
		r.First = s.t("sizing.first", "first", s.seconds(v.FirstToken))
		r.Full = s.fullLoad(v, "")
	}
	if c.token != nil {
		r.Token = plainRange(c.token)
	}
	if c.full != nil {
		r.FullToken = s.t("sizing.full.cost", "amount", views.Hourly(*c.full))
	}
	if f.Hours == nil {
		r.Time, r.Run = unknown, unknown
		return
	}
	r.Time, r.GPUHours = s.duration(*f.Hours), s.t("sizing.gpu_hours", "n", countRange(*f.GPUHours))
	r.Run = s.t("sizing.reason.too-long")
	if c.run != nil {
		r.Run = plainRange(c.run)
		if c.runIsMin {
			r.Run = s.t("sizing.at-least", "amount", r.Run)
		}
	}
}

// plainRange prints the bounds of an estimate without the sign of the currency.
func plainRange(r *decimalRange) string {
	print := views.Hourly
	if r.high.Cmp(catalog.WholeDecimal(1000)) >= 0 {
		print = views.Whole
	}
	low, high := print(r.low), print(r.high)
	if low == high {
		return low
	}
	return low + "–" + high
}

// layout says how the cards share the model; "" on a single card.
func (s *sizingPage) layout(f *sizing.Fit) string {
	var parts []string
	if f.Tensor > 1 {
		parts = append(parts, s.t("sizing.layout", "tensor", f.Tensor))
	}
	if f.Stages > 1 {
		parts = append(parts, s.t("sizing.layout.stages", "stages", f.Stages))
	}
	if f.Replicas > 1 && s.result.Request.Task == sizing.Inference {
		parts = append(parts, s.t("sizing.layout.copies", "replicas", f.Replicas))
	}
	return strings.Join(parts, " · ")
}

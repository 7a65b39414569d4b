package pricing

import (
	"slices"
	"strings"

	"gpuscale/catalog"
)

// Bill makes the bill of the row: every line with its formula, what is unknown, and
// where another mode of the offer costs the same.
func (r *Row) Bill() Bill {
	offer, price := r.Offer()
	p := r.group.plan
	b := Bill{Total: r.Total(), AtLeast: r.AtLeast, Machines: int(p.machines), Cards: int(p.cards),
		HoursBilled: hoursOf(p.compute + p.interruption), Lines: r.lines(&price)}
	b.Free = p.extras.gratis
	b.LastDay = p.lastDay(catalog.DateOf(r.group.run.market.At()))
	b.EffectivePerGPUHour = r.effective()
	b.BreakEven = breakEven(&offer, &price, r.group.run.planner.job.Month)
	b.Warnings = r.warnings(&offer, &price)
	return b
}

// entry is a line before rounding.
type entry struct {
	line   Line
	amount Amount
	of     *Row // the row of a further line of the basket; nil: of the bill itself
}

// lines rounds every entry to cents and bridges to the total, which is rounded once
// from the unrounded sum.
func (r *Row) lines(price *catalog.Price) []Line {
	var lines []Line
	left := Exactly(centsOf(r.low))
	for _, e := range r.entries(price) {
		rounded, err := e.amount.Round(2)
		if err != nil || rounded.IsZero() {
			continue
		}
		left = left.Minus(Exactly(rounded))
		e.line.Amount = rounded
		lines = append(lines, e.line)
	}
	if bridge, err := left.Round(2); err == nil && !bridge.IsZero() {
		lines = append(lines, Line{Item: ItemRounding, Amount: bridge})
	}
	return lines
}

func (r *Row) entries(price *catalog.Price) []entry {
	p, shown := r.group.plan, r.group.run.planner.job.Currency
	amount := nanoAmount(r.nano)
	each := func(micros int64) Amount { return p.share(micros, 100).Times(amount) }
	var entries []entry
	add := func(item Item, amount Amount, formula string, source catalog.Source) {
		entries = append(entries, entry{line: Line{Item: item, Formula: formula, Source: source}, amount: amount})
	}
	compute, formula := p.computeAt(amount), p.formula(price, p.compute, shown)
	if p.rounds(amount) {
		formula = p.settledFormula(price, r.nano, shown)
	}
	add(ItemCompute, compute, formula, price.Source)
	if p.basket != nil {
		for i, row := range p.basket.rows {
			low, _ := row.unrounded()
			_, other := row.Offer()
			add(ItemCompute, low, row.formula(), other.Source)
			e := &entries[len(entries)-1]
			e.of, e.line.For, e.line.Billing = row, p.job.Basket[i].Accelerator, row.Billing()
		}
	}
	if minimum := p.terms.minimum; minimum != nil && p.compute > 0 && compute.Cmp(minimum.exact) < 0 {
		formula := twoDecimals(minimum.published) + exchangeFormula(minimum.rate, shown) + " − " + p.formula(price, p.compute, shown)
		add(ItemMinimum, minimum.exact.Minus(compute), formula, minimum.source)
	}
	add(ItemInterruption, each(p.interruption), p.formula(price, p.interruption, shown), price.Source)
	add(ItemStopped, each(p.stopped), p.formula(price, p.stopped, shown), price.Source)
	for i := range p.extras.charges {
		c := &p.extras.charges[i]
		add(c.item, c.amount(), c.formula(shown), c.price.source)
	}
	if p.coveredShare > 0 {
		add(ItemDiscount, p.couponPrice().Minus(compute.Times(p.covered)), p.couponFormula(p.formula(price, p.compute, shown)), catalog.Source{})
	}
	return r.taxed(entries)
}

// taxed adds value-added tax on everything before it.
func (r *Row) taxed(entries []entry) []entry {
	percent := r.group.run.planner.job.VATPercent
	if percent == 0 {
		return entries
	}
	var sum Amount
	for _, e := range entries {
		sum = sum.Plus(e.amount)
	}
	rate := ratioOf(int64(percent), 100)
	gross := WithTax(sum, rate)
	net, _, err := Net(gross, rate)
	if err != nil {
		return entries
	}
	tax := gross.Minus(sum)
	return append(entries, entry{line: Line{Item: ItemVAT, Formula: net.String() + " × " + itoa(int64(percent)) + "%"}, amount: tax})
}

// formula writes price × time × pieces with the numbers of the plan:
// "8.00 × 100 h × 8", "4500.00 × 3 × 8" for whole periods of the price.
func (p *plan) formula(price *catalog.Price, micros int64, shown catalog.Currency) string {
	amount := twoDecimals(price.Amount.Value)
	var parts []string
	switch periods := micros / p.unit; {
	case p.unit == microsPerHour:
		parts = append(parts, amount, hoursFormula(micros))
	case micros%p.unit == 0:
		parts = append(parts, amount, itoa(periods))
	default:
		parts = append(parts, amount+" ÷ "+hoursOf(p.unit).String()+" h", hoursFormula(micros))
	}
	if p.delivered {
		parts = append(parts, figure(p.key.peak)+" TFLOPS ÷ 1000", p.job.Utilisation.Trim(0).String()+"%")
	}
	if p.pieces != 1 {
		parts = append(parts, itoa(p.pieces))
	}
	return strings.Join(parts, " × ") + exchangeFormula(p.rate, shown)
}

// hoursFormula writes a time in hours, or in seconds where hours would be rounded.
func hoursFormula(micros int64) string {
	if micros%PerHour == 0 {
		return hoursOf(micros).String() + " h"
	}
	seconds, _ := ProRata(Whole(micros), Whole(1), Whole(microsPerSecond)).Round(6) // an int64 has 19 digits
	return seconds.Trim(0).String() + " s ÷ 3600"
}

// effective returns the total for an hour in which a needed card really computes.
func (r *Row) effective() catalog.Opt[catalog.Range] {
	job := &r.group.run.planner.job
	useful := ProRata(Whole(r.group.run.planner.clock.run()), Whole(int64(job.Cards)), Whole(microsPerHour)).
		Plus(job.basketHours()).Times(ProRata(Exactly(job.Utilisation), Whole(1), Whole(100)))
	if useful.Sign() <= 0 {
		return catalog.Opt[catalog.Range]{}
	}
	low, high := r.unrounded()
	rounded, err := low.Over(useful).Round(4)
	if err != nil {
		return catalog.Opt[catalog.Range]{}
	}
	perHour := catalog.Range{Low: rounded, Currency: job.Currency}
	if r.ranged() {
		if rounded, err = high.Over(useful).Round(4); err == nil {
			perHour.High = catalog.Known(rounded)
		}
	}
	return catalog.Known(perHour)
}

// planWarnings makes the plan again to have its warnings worded: most rows of a long
// result are never read.
func (r *Row) planWarnings() []Notice {
	var p plan
	loud := *r.group.run.planner
	loud.quiet = false
	loud.fillTime(&p, &r.group.plan.key, r.group.plan.terms)
	return p.warnings
}

func (r *Row) warnings(offer *catalog.Offer, price *catalog.Price) []Notice {
	p := r.group.plan
	warnings := append(r.planWarnings(), p.extras.warnings()...)
	add := func(code string, params map[string]string) {
		warnings = append(warnings, Notice{Code: code, Params: params})
	}
	for _, c := range price.Contradictions {
		add(string(c.Code), map[string]string{"against": c.Against})
	}
	if offer.Share.Known() && !offer.Share.Whole() {
		add(WarnSlice, map[string]string{"share": itoa(int64(offer.Share.Num)) + "/" + itoa(int64(offer.Share.Den))})
	}
	if n, ok := clusterNotice(offer, price); ok {
		warnings = append(warnings, n)
	}
	switch price.Kind {
	case catalog.KindFloor:
		add(WarnFloor, nil)
	case catalog.KindApprox:
		add(WarnApprox, nil)
	}
	if r.ranged() {
		add(WarnRange, nil)
	}
	if p.rounds(nanoAmount(r.nano)) {
		add(WarnSettled, nil)
	}
	if t := p.terms.trial; t.Zh != "" && p.compute > 0 {
		add(WarnTrial, map[string]string{"words": t.Zh, "words_en": t.En})
	}
	if doubts := p.doubts(); len(doubts) > 0 {
		add(WarnDoubtedCost, map[string]string{"doubts": strings.Join(doubts, ", ")})
	}
	if t := p.terms.topUp; t != nil && p.compute > 0 {
		add(WarnTopUp, map[string]string{"low": t.Price.Value.String(), "high": t.PriceMax.Or(t.Price.Value).String(), "currency": string(t.Currency)})
	}
	if p.basket != nil {
		warnings = append(warnings, p.basket.warnings(p.job.Basket)...)
	}
	if r.OverBudget() {
		add(WarnOverBudget, map[string]string{"budget": r.group.run.planner.job.Budget.Value.String(), "total": centsOf(r.low).String()})
	}
	return warnings
}

// doubts returns the open doubts of what a plan costs beside its price, in the order
// of their ids.
func (p *plan) doubts() []string {
	ids := slices.Clone(p.extras.open)
	if p.key.host != nil {
		ids = append(ids, p.key.host.open...)
	}
	if p.terms.minimum != nil && p.compute > 0 {
		ids = append(ids, p.terms.minimum.open...)
	}
	if p.job.StoppedDays.IsPos() {
		ids = append(ids, p.terms.stoppedOpen...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// serverCards are the cards of the common server, and the most that one machine holds.
const (
	serverCards  = 8
	machineCards = 16
)

// clusterNotice says of a quote for more cards than a machine holds what it makes for a
// server of eight: it is no price of one machine.
func clusterNotice(offer *catalog.Offer, price *catalog.Price) (n Notice, ok bool) {
	cards := int64(offer.Count.Or(0))
	amount, known := price.Amount.Get()
	if price.Kind != catalog.KindQuote || !price.Unit.PerMachine() || !known || cards <= machineCards || cards%serverCards != 0 {
		return n, false
	}
	servers := cards / serverCards
	each, err := Exactly(amount).Over(Whole(servers)).Round(2)
	return Notice{Code: WarnCluster, Params: map[string]string{"cards": itoa(cards), "servers": itoa(servers), "each": each.String(),
		"currency": string(price.Currency)}}, err == nil
}

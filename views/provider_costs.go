package views

import (
	"slices"

	"gpuscale/catalog"
	"gpuscale/text"
)

// ExtraRow is a cost, quota or rule beside the price of the card.
type ExtraRow struct {
	Type, Kind  string // the data's word and what people call it
	Item, Lang  string
	Price       string // as published, with its unit; 未公开 where a price is due
	Known       bool
	Quota, Rule string
	Stopped     string // 照收, 停收, 未公开
	Billed      catalog.Opt[bool]
	Cite        Citation
}

// rules are types that state a rule or a span of time rather than a price.
var ruleTypes = []string{"stopped-rule", "subscription-rule", "start-rule", "spot-rule", "refund"}

func extraRows(f Frame, v *Viewpoint, provider string) []ExtraRow {
	costs := v.Market.ExtraCosts(provider)
	rows := make([]ExtraRow, len(costs))
	for i := range costs {
		rows[i] = newExtraRow(f, v, &costs[i])
	}
	return rows
}

func newExtraRow(f Frame, v *Viewpoint, c *catalog.ExtraCost) ExtraRow {
	row := ExtraRow{
		Type: c.Type, Kind: text.Word(f.Lang, "cost_type", c.Type), Item: In(f.Lang, c.Item), Lang: foreign(f.Lang, c.Item),
		Quota: joinIn(f.Lang, c.FreeQuota), Rule: In(f.Lang, c.Rule), Billed: c.BilledWhileStopped,
		Stopped: f.T("provider.stopped.unknown"), Cite: Cite(f.Lang, c.Source, v.Market.At()),
	}
	row.Cite.Doubts = DoubtLines(f.Lang, v.Market, c.Doubts)
	if billed, ok := c.BilledWhileStopped.Get(); ok {
		row.Stopped = f.T("provider.stopped.no")
		if billed {
			row.Stopped = f.T("provider.stopped.yes")
		}
	}
	row.Price, row.Known = extraPrice(f.Lang, c)
	if !row.Known && slices.Contains(ruleTypes, c.Type) {
		row.Price = f.T("value.none")
	}
	return row
}

// extraPrice prints money, a share, or a span of time, each with its unit.
func extraPrice(l text.Lang, c *catalog.ExtraCost) (printed string, known bool) {
	low, ok := c.Price.Get()
	if !ok {
		return text.T(l, "value.unknown"), false
	}
	amount := low.Trim(0).String()
	if c.Currency == catalog.CNY || c.Currency == catalog.USD {
		amount = Symbol(c.Currency) + Published(low)
	}
	if high, ok := c.PriceMax.Get(); ok && high.Cmp(low) != 0 {
		if c.Currency == catalog.CNY || c.Currency == catalog.USD {
			amount += "–" + Published(high)
		} else {
			amount += "–" + high.Trim(0).String()
		}
	}
	switch {
	case c.Currency == "PERCENT":
		return amount + "%", true
	case c.Currency == "":
		return amount + In(l, catalog.FactUnit(c.Unit)), true
	case c.Unit == "":
		return amount, true
	}
	return amount + " / " + text.Word(l, "cost_unit", c.Unit), true
}

// StoppedPart is one answer to what happens when a machine is shut down.
type StoppedPart struct {
	Title string
	Facts []FactLine
	Costs []ExtraRow
	None  string // what is said when no source answers
}

// stoppedParts answer, from rules, costs and facts: is the card still billed, what
// goes on being billed, and when data is lost.
func stoppedParts(f Frame, v *Viewpoint, p *catalog.Provider, costs []ExtraRow) []StoppedPart {
	pick := func(fits func(*ExtraRow) bool) []ExtraRow {
		var found []ExtraRow
		for i := range costs {
			if fits(&costs[i]) {
				found = append(found, costs[i])
			}
		}
		return found
	}
	rule := func(c *ExtraRow) bool { return slices.Contains(ruleTypes, c.Type) }
	return []StoppedPart{
		{
			Title: f.T("provider.stopped.rule"), None: f.T("provider.stopped.rule.none"),
			Costs: pick(func(c *ExtraRow) bool { return c.Type == "stopped-rule" || c.Type == "subscription-rule" }),
			Facts: factsOf(f, v, p, "stop_rule", "stop_risk"),
		},
		{
			Title: f.T("provider.stopped.billed"), None: f.T("provider.stopped.billed.none"),
			Costs: pick(func(c *ExtraRow) bool { return !rule(c) && c.Billed.Known }),
			Facts: factsOf(f, v, p, "stop_still_billed"),
		},
		{
			Title: f.T("provider.stopped.kept"), None: f.T("provider.stopped.kept.none"),
			Costs: pick(func(c *ExtraRow) bool { return c.Type == "retention" }),
			Facts: factsOf(f, v, p, "data_after_stop", "retention_stopped", "retention_expired", "retention_arrears", "expiry_rule"),
		},
	}
}

// hasCost reports whether a cost of one of the types is recorded.
func (m *ProviderModel) hasCost(types ...string) bool {
	return slices.ContainsFunc(m.Costs, func(c ExtraRow) bool { return slices.Contains(types, c.Type) })
}

// asks lists what to settle before signing: what no source states, and what is
// known to be weak.
func (m *ProviderModel) asks(f Frame) []string {
	p := m.Provider
	unknown := []struct {
		key   string
		known bool
	}{
		{"sla", p.SLAPercent.Known || m.states("sla_percent")},
		{"stop", m.states("stop_rule", "stop_still_billed") || m.hasCost("stopped-rule")},
		{"retention", m.states("retention_stopped", "retention_expired", "data_after_stop") || m.hasCost("retention")},
		{"storage", p.StoragePrice != (catalog.Words{}) || m.hasCost("data-disk", "file-storage", "object-storage")},
		{"egress", p.EgressPrice != (catalog.Words{}) || m.hasCost("egress")},
		{"link", m.states("interconnect", "topology")},
		{"cuda", len(p.CUDAVersions) > 0 || m.states("cuda_version", "framework") || len(p.Frameworks) > 0},
		{"spot", !slices.Contains(p.BillingModes, "spot") || m.states("spot_notice")},
		{"invoice", p.Invoice != (catalog.Words{}) || m.states("invoice")},
		{"compliance", len(p.Compliance) > 0 || m.states("certificate")},
		{"port", p.Kind != catalog.DomesticChip},
	}
	asks := []string{f.T("provider.ask.poc")}
	for _, u := range unknown {
		if !u.known {
			asks = append(asks, f.T("provider.ask."+u.key))
		}
	}
	if m.Count.Newest.Known() && m.Checked.Mark != freshnessMark(catalog.Fresh) {
		asks = append(asks, f.T("provider.ask.price", "date", m.Count.Newest))
	}
	if n := len(m.Rentals.Doubts); n > 0 {
		asks = append(asks, f.N("provider.ask.doubts", n))
	}
	return append(asks, f.T("provider.ask.stock"))
}

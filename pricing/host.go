package pricing

import "gpuscale/catalog"

// readHost keeps the price of a machine that is sold apart from its cards, by the
// instance type that the item names. A price of zero is incomplete, not free.
func (t *terms) readHost(c *catalog.ExtraCost, basis catalog.Basis) {
	price, ok := readUnitPrice(c, basis)
	if !ok || price.hours == 0 || !price.gigabytes.IsZero() || price.published.Sign() <= 0 {
		return
	}
	if t.hosts == nil {
		t.hosts = map[string]*unitPrice{}
	}
	t.hosts[c.Item.Zh] = &price
}

// read fills the candidate from a price, or returns why there is no total. The
// price of cards alone counts when the price of their machine is known; the
// machine's is an on-demand one, so other modes stay without.
func (e *evaluation) read(c *candidate, p *catalog.BilledPrice) (excluded string) {
	code := c.read(p)
	if code != ExcludedHost || p.Billing != catalog.OnDemand {
		return code
	}
	hosts := e.tariff.of(p.Provider).hosts
	if len(hosts) == 0 {
		return code
	}
	offer, _ := e.market.PriceAt(p.Row)
	host := hosts[offer.InstanceType]
	if host == nil {
		return code
	}
	whole := *p
	whole.Scope = catalog.ScopeWhole
	if code = c.read(&whole); code == "" {
		c.key.host = host
	}
	return code
}

// hostCharges are the machine's part of what the cards are charged for.
func (p *plan) hostCharges() []charge {
	var charges []charge
	for _, part := range []struct {
		item   Item
		micros int64
	}{{ItemCompute, p.compute}, {ItemInterruption, p.interruption}, {ItemStopped, p.stopped}} {
		if part.micros > 0 {
			charges = append(charges, charge{item: part.item, price: p.key.host, micros: part.micros, pieces: p.machines})
		}
	}
	return charges
}

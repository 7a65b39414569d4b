package dataset

import "gpuscale/catalog"

func (p *parser) priceLine() catalog.PriceLine {
	return catalog.PriceLine{
		ID:              p.text("offer_id"),
		Provider:        p.text("provider"),
		InstanceType:    p.text("instance_type"),
		AcceleratorName: p.text("accelerator"),
		Vendor:          p.text("accelerator_vendor"),
		FormFactor:      p.word("form_factor"),
		VRAMGB:          p.number("vram_gb"),
		Count:           p.integer("gpu_count"),
		VCPU:            p.number("vcpu"),
		RAMGiB:          p.number("ram_gib"),
		Regions:         p.list("region"),
		Billing:         catalog.BillingMode(p.word("billing_mode")),
		Amount:          p.decimal("price_amount"),
		Max:             p.decimal("price_max"),
		Kind:            catalog.PriceKind(p.word("price_tier")),
		Currency:        catalog.Currency(p.word("currency")),
		Unit:            catalog.Unit(p.word("unit")),
		Interconnect:    p.list("interconnect"),
		Source:          p.source(),
		Grade:           catalog.Grade(p.word("evidence_grade")),
		Scope:           catalog.Scope(p.word("scope")),
		Share:           p.share("share"),
		ValidFrom:       p.date("valid_from"),
		ValidTo:         p.date("valid_to"),
		Availability:    catalog.Availability(p.word("availability")),
		Doubts:          p.list("doubt"),
		Exception:       p.text("exception"),
	}
}

func (p *parser) share(column string) catalog.Share {
	v := p.text(column)
	if v == "" {
		return catalog.Share{}
	}
	num, den, ok := parseFraction(v)
	if !ok {
		p.problem(column, CodeFraction, v, Detail{})
	}
	return catalog.Share{Num: num, Den: den}
}

func (p *parser) extraCost() catalog.ExtraCost {
	cost := catalog.ExtraCost{
		Provider:  p.text("provider"),
		Type:      p.word("cost_type"),
		Item:      p.words("item", "item_en"),
		Price:     p.decimal("price"),
		PriceMax:  p.decimal("price_max"),
		Currency:  catalog.Currency(p.word("currency")),
		Unit:      p.word("unit"),
		FreeQuota: p.wordList("free_quota", "free_quota_en"),
		Rule:      p.words("rule", "rule_en"),
		Source:    p.source(),
		Doubts:    p.list("doubt"),
	}
	if v := p.word("billed_while_stopped"); v != "" {
		cost.BilledWhileStopped = catalog.Known(v == "yes")
	}
	return cost
}

func (p *parser) benchmark() catalog.Benchmark {
	return catalog.Benchmark{
		AcceleratorName: p.text("accelerator"),
		VRAMGB:          p.number("vram_gb"),
		Count:           p.integer("gpu_count"),
		Low:             p.decimal("price_low"),
		High:            p.decimal("price_high"),
		Currency:        catalog.Currency(p.word("currency")),
		Unit:            catalog.Unit(p.word("unit")),
		Region:          p.text("region"),
		Source:          p.source(),
		Doubts:          p.list("doubt"),
	}
}

func (p *parser) exchangeRate() catalog.Rate {
	rate := catalog.Rate{
		Date:   p.date("date"),
		Base:   catalog.Currency(p.word("base")),
		Quote:  catalog.Currency(p.word("quote")),
		Value:  p.decimal("rate").Value,
		Kind:   p.text("kind"),
		Source: p.source(),
	}
	rate.Source.Seen = rate.Date
	return rate
}

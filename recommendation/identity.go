package recommendation

import "gpuscale/catalog"

// identityChecks are what decides for who rents: a company books the bill under a
// contract, a laboratory needs the invoice and may get the price for universities, a
// student pays alone. An individual asks for no papers.
var identityChecks = map[string][]string{
	"company":    {KeyInvoice, KeyContract},
	"university": {KeyInvoice, KeyEducation},
	"student":    {KeyEducation, KeyTrial},
}

// refusals are words by which a statement says no.
var refusals = []string{"不支持", "不开", "不提供", "不能", "无法", "not supported", "not available", "no invoice", "no contract"}

// educational are words that name students and universities.
var educational = []string{"学生", "教育", "高校", "大学", "师生", "student", "education", "universit", "academic"}

// said judges a statement in words: it is made, refused, or not settled.
func said(r reading) reading {
	if r.words == (catalog.Words{}) || r.reason != "" && r.reason != UnknownText {
		return r
	}
	r.stated, r.state, r.reason = false, Pass, ""
	if containsAny(r.words.Zh, refusals) || containsAny(r.words.En, refusals) {
		r.state = Fail
	}
	return r
}

// readInvoice reads the fact, else what the provider's record says.
func readInvoice(e *engine, c *candidate, _ *metric) reading {
	if r := e.stated(c, KeyInvoice); r.reason != UnknownUnpublished || c.provider.Invoice == (catalog.Words{}) {
		return said(r)
	}
	return said(reading{words: c.provider.Invoice, source: &c.provider.Source})
}

// readContract reads the fact, else takes a price that was agreed in a contract.
func readContract(e *engine, c *candidate, _ *metric) reading {
	if r := e.stated(c, KeyContract); r.reason != UnknownUnpublished {
		return said(r)
	}
	if source := e.contractPrice(c.provider.Slug); source != nil {
		return reading{state: Pass, words: catalog.Words{Zh: "有合约价", En: "has contract prices"}, source: source}
	}
	return unread(UnknownUnpublished)
}

// contractPrice returns where a provider's price under a contract was read, nil for
// none. All providers are looked through at the first call.
func (e *engine) contractPrice(provider string) *catalog.Source {
	if e.contracts == nil {
		e.contracts = map[string]*catalog.Source{}
		query := catalog.OfferQuery{Show: catalog.ShowAll, PriceKind: catalog.Terms[catalog.PriceKind]{In: []catalog.PriceKind{catalog.KindContract}}}
		e.market.EachOffer(query, func(o *catalog.Offer) bool {
			for i := range o.Prices {
				if p := &o.Prices[i]; p.Kind == catalog.KindContract && e.contracts[o.Provider.Slug] == nil && !e.open(p.Doubts) {
					source := p.Source
					e.contracts[o.Provider.Slug] = &source
				}
			}
			return true
		})
	}
	return e.contracts[provider]
}

// readEducation looks for a price or a trial for students and universities.
func readEducation(e *engine, c *candidate, _ *metric) reading {
	for _, f := range e.facts[c.provider.Slug]["group_discount"] {
		if containsAny(f.Subject.Zh, educational) || containsAny(f.Subject.En, educational) {
			r := e.readFact(f)
			r.words = catalog.Words{Zh: "减 " + f.Value.Zh + "%", En: f.Value.Zh + "% off"}
			if e.open(f.Doubts) {
				return r.doubted()
			}
			r.stated, r.state, r.reason = false, Pass, ""
			return r
		}
	}
	if r := readTrial(e, c, nil); containsAny(r.words.Zh, educational) || containsAny(r.words.En, educational) {
		return r
	}
	return unread(UnknownUnpublished)
}

// readTrial reads the provider's record, else the facts. A trial that is stated for one
// product is one all the same.
func readTrial(e *engine, c *candidate, _ *metric) reading {
	if c.provider.FreeTrial != (catalog.Words{}) {
		return said(reading{words: c.provider.FreeTrial, source: &c.provider.Source})
	}
	r := e.stated(c, KeyTrial)
	if r.reason == UnknownOtherScope {
		r.reason = ""
	}
	return said(r)
}

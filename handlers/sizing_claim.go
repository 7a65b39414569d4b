package handlers

import (
	"strings"

	"gpuscale/catalog"
	"gpuscale/sizing"
	"gpuscale/text"
	"gpuscale/views"
)

// singleCardModel is the kind of fact that says which model one card holds.
const singleCardModel = "single_card_model"

// sizingClaimContext is the context that claims are checked with, in tokens.
const sizingClaimContext = 4096

// sizingClaim is such a statement with what the sizing finds; without findings the
// model or the card it speaks of is not known.
type sizingClaim struct {
	provider *catalog.Provider
	fact     *catalog.Fact
	model    string
	card     *catalog.Accelerator
	findings []sizing.ClaimFinding
}

// sizingClaimJSON is a claim checked in every precision.
type sizingClaimJSON struct {
	Provider    string              `json:"provider"`
	Claim       string              `json:"claim"`
	Subject     string              `json:"subject"`
	Source      string              `json:"source"`
	Doubts      []string            `json:"doubts"`
	Model       *string             `json:"model"`
	Accelerator *string             `json:"accelerator"`
	Cards       int                 `json:"cards"`
	Findings    []sizingFindingJSON `json:"findings"`
}

type sizingFindingJSON struct {
	Precision sizing.Precision `json:"precision"`
	State     sizing.State     `json:"state"`
	PerCardGB *float64         `json:"per_card_gb"`
	Headroom  *float64         `json:"headroom"`
}

// claims checks every statement about what one card holds.
func (s *sizingPage) claims() []sizingClaim {
	m := s.ask.market
	var claims []sizingClaim
	for i := range m.Providers() {
		provider := &m.Providers()[i]
		facts := m.Facts(provider.Slug)
		for j := range facts {
			if facts[j].Key == singleCardModel {
				claims = append(claims, checkClaim(m, provider, &facts[j]))
			}
		}
	}
	return claims
}

func checkClaim(m *catalog.Market, p *catalog.Provider, fact *catalog.Fact) sizingClaim {
	c := sizingClaim{provider: p, fact: fact}
	model, named := sizing.FindModelIn(fact.Value.Zh)
	match := m.Matcher().Match(catalog.Published{Context: p.Slug, AcceleratorName: fact.Subject.Zh})
	card, known := m.Accelerator(match.Slug)
	if !named || !known {
		return c
	}
	findings, err := sizing.CheckClaim(sizing.Claim{Model: model.Name, Cards: 1, Context: sizingClaimContext}, sizing.DeviceOf(card))
	if err == nil {
		c.model, c.card, c.findings = model.Name, card, findings
	}
	return c
}

func (s *sizingPage) claimJSON(c sizingClaim) sizingClaimJSON {
	j := sizingClaimJSON{
		Provider: c.provider.Slug, Claim: views.In(s.lang(), c.fact.Value), Subject: views.In(s.lang(), c.fact.Subject),
		Source: string(c.fact.Source.Confidence), Doubts: orEmpty(c.fact.Doubts), Cards: 1, Findings: []sizingFindingJSON{},
	}
	if c.card != nil {
		j.Model, j.Accelerator = &c.model, &c.card.Slug
	}
	for _, f := range c.findings {
		j.Findings = append(j.Findings, sizingFindingJSON{f.Precision, f.State, known(f.PerCardGB), known(f.HeadroomGB)})
	}
	return j
}

// claimViews words the claims for the page.
func (s *sizingPage) claimViews() []views.SizingClaim {
	var list []views.SizingClaim
	for _, c := range s.claims() {
		cite := views.Cite(s.lang(), c.fact.Source, s.ask.market.At())
		cite.Doubts = views.DoubtLines(s.lang(), s.ask.market, c.fact.Doubts)
		v := views.SizingClaim{
			Said: s.t("sizing.claim.said", "provider", views.In(s.lang(), c.provider.Name), "subject", views.In(s.lang(), c.fact.Subject),
				"claim", views.In(s.lang(), c.fact.Value)),
			Cite: cite, Verdict: s.t("sizing.claim.open"), Open: c.model == s.result.Model.Name,
		}
		if len(c.findings) > 0 {
			s.fillClaim(&v, c)
		}
		list = append(list, v)
	}
	return list
}

func (s *sizingPage) fillClaim(v *views.SizingClaim, c sizingClaim) {
	fits := 0
	for _, f := range c.findings {
		row := views.SizingClaimRow{
			Precision: strings.ToUpper(string(f.Precision)), Need: gigabyteText(f.PerCardGB.Value), State: text.T(s.lang(), "value.unknown"),
		}
		switch f.State {
		case sizing.Fits:
			fits++
			row.Fits, row.State = true, s.t("sizing.claim.fits", "gb", gigabyteText(f.HeadroomGB.Value))
		case sizing.DoesNotFit:
			row.State = s.t("sizing.claim.no", "gb", gigabyteText(-f.HeadroomGB.Value))
		}
		v.Rows = append(v.Rows, row)
	}
	switch fits {
	case 0:
		v.Verdict = s.t("sizing.claim.none")
	case len(c.findings):
		v.Verdict = s.t("sizing.claim.all")
	default:
		v.Verdict = s.t("sizing.claim.some")
	}
	v.Caption = s.t("sizing.claim.cap", "model", c.model, "n", 1, "card", views.CardName(c.card), "context", text.Count(sizingClaimContext))
}

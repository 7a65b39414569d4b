package dataset

import (
	"strings"

	"gpuscale/catalog"
)

func (p *parser) provider() catalog.Provider {
	return catalog.Provider{
		Slug:               p.text("slug"),
		Name:               p.words("name_zh", "name_en"),
		Kind:               providerKind(p.word("kind")),
		Market:             catalog.MarketArea(strings.ToLower(p.word("market"))),
		Status:             catalog.ProviderStatus(p.word("status")),
		Website:            p.text("website"),
		Regions:            p.wordList("regions", "regions_en"),
		BillingModes:       p.list("billing_modes"),
		BillingDetail:      p.words("billing_detail", "billing_detail_en"),
		SLAPercent:         p.decimal("sla_percent"),
		SLAScope:           p.words("sla_scope", "sla_scope_en"),
		Compliance:         p.list("compliance"),
		FreeTrial:          p.words("free_trial", "free_trial_en"),
		Whitepaper:         p.words("whitepaper_cases", "whitepaper_cases_en"),
		Schedulers:         p.list("schedulers"),
		Frameworks:         p.list("frameworks"),
		CUDAVersions:       p.list("cuda_versions"),
		PreinstalledImages: p.wordList("preinstalled_images", "preinstalled_images_en"),
		StoragePrice:       p.words("storage_price", "storage_price_en"),
		EgressPrice:        p.words("egress_price", "egress_price_en"),
		DataUpload:         p.wordList("data_upload", "data_upload_en"),
		Invoice:            p.words("invoice", "invoice_en"),
		MinRental:          p.words("min_rental", "min_rental_en"),
		NamedInSeed:        p.word("named_in_seed") == "yes",
		Source:             p.source(),
		Doubts:             p.list("doubt"),
	}
}

func providerKind(word string) catalog.ProviderKind {
	if word == specialistWord {
		return catalog.Specialist
	}
	return catalog.ProviderKind(word)
}

func (p *parser) fact() catalog.Fact {
	return catalog.Fact{
		Provider:  p.text("provider"),
		Key:       p.text("key"),
		Value:     p.words("value", "value_en"),
		Unit:      p.text("unit"),
		Subject:   p.words("subject_zh", "subject_en"),
		Source:    p.source(),
		Doubts:    p.list("doubt"),
		ValidFrom: p.date("valid_from"),
		ValidTo:   p.date("valid_to"),
	}
}

func (p *parser) factKey() catalog.FactKey {
	return catalog.FactKey{
		Key:        p.text("key"),
		Group:      catalog.Group(p.word("group")),
		Label:      p.words("label_zh", "label_en"),
		Type:       p.word("type"),
		Unit:       p.text("unit"),
		Better:     catalog.Better(p.word("better")),
		Comparable: p.word("comparable") == "yes",
		Sort:       p.integer("sort").Value,
	}
}

func (p *parser) doubt() catalog.Doubt {
	return catalog.Doubt{
		ID:         p.text("id"),
		TargetType: p.word("target_type"),
		Targets:    p.list("target"),
		Verdict:    catalog.Verdict(p.word("verdict")),
		Text:       p.words("text_zh", "text_en"),
		Source:     p.source(),
	}
}

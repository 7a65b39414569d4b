package dataset

import (
	"testing"
)

func smallSet() Set {
	return Set{
		Providers:    {record(Providers, map[string]string{"slug": "acme", "name_zh": "甲", "name_en": "Acme", "kind": specialistWord, "market": "CN", "status": "active"})},
		Accelerators: {record(Accelerators, map[string]string{"slug": "a100", "vendor": "NVIDIA", "model": "A100", "confidence": "high"})},
		FactKeys: {record(FactKeys, map[string]string{"key": "vram_max", "group": "performance", "label_zh": "显存", "label_en": "Memory",
			"type": "number", "unit": "GB", "better": "higher", "comparable": "yes", "sort": "1"})},
		Offers: {offerRow(map[string]string{"accelerator_vendor": "NVIDIA"})},
	}
}

func TestCheckFindsWhatOnlyShowsAcrossRecords(t *testing.T) {
	cases := []struct {
		what   string
		record Record
		column string
		code   Code
	}{
		{"unknown provider", offerRow(map[string]string{"offer_id": "x", "provider": "nobody"}), "provider", CodeReference},
		{"unknown vendor", offerRow(map[string]string{"offer_id": "x", "accelerator_vendor": "Nvdia"}), "accelerator_vendor", CodeReference},
		{"unknown doubt", offerRow(map[string]string{"offer_id": "x", "doubt": "D99"}), "doubt", CodeReference},
		{"offer id twice", offerRow(map[string]string{"note": "again"}), "offer_id/valid_from", CodeRepeated},
		{"range upside down", offerRow(map[string]string{"offer_id": "x", "price_max": "7.5"}), "price_max", CodeOrder},
		{"ended before it began", offerRow(map[string]string{"offer_id": "x", "valid_from": "2026-02-01", "valid_to": "2026-01-31"}), "valid_to", CodeOrder},
		{"a name that only looks different", record(Providers, map[string]string{"slug": "x", "name_zh": "乙", "name_en": "ＡＣＭＥ"}), "name_en", CodeRepeated},
		{"negative price", offerRow(map[string]string{"offer_id": "x", "price_amount": "-1"}), "price_amount", CodeNegative},
		{"no cards", offerRow(map[string]string{"offer_id": "x", "gpu_count": "0"}), "gpu_count", CodeRange},
		{"core-hours billed as hours", offerRow(map[string]string{"offer_id": "x", "unit": "core-hour"}), "unit", CodeUnit},
		{"unknown fact key", fact("speed", "1"), "key", CodeReference},
		{"text under a figure", fact("vram_max", "many").With("unit", "GB"), "value", CodeNumber},
		{"figure in another unit", fact("vram_max", "80").With("unit", "MiB"), "unit", CodeUnit},
		{"alias of nothing", record(Aliases, map[string]string{"alias": "H100", "slug": "h100", "kind": "product"}), "slug", CodeReference},
		{"candidate that does not exist", record(Ambiguous, map[string]string{"alias": "A", "candidates": "a100;h100"}), "candidates", CodeReference},
		{"doubt about nothing", record(Doubts, map[string]string{"id": "D1", "target_type": "offer", "target": "of-1;of-77", "verdict": "note", "text_zh": "x"}), "target", CodeReference},
		{"rate of nothing", record(ExchangeRates, map[string]string{"date": "2026", "base": "USD", "quote": "CNY", "rate": "0", "confidence": "official page"}), "rate", CodeNegative},
	}
	if problems := Check(smallSet()); len(problems) > 0 {
		t.Fatal(Problems(problems))
	}
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			set := smallSet()
			set[c.record.Kind] = append(set[c.record.Kind], c.record)
			problems := Check(set)
			if len(problems) != 1 || problems[0].Column != c.column || problems[0].Code != c.code || problems[0].Key != c.record.Key {
				t.Errorf("got %v", Problems(problems))
			}
		})
	}
}

func TestDaysAreOrderedAsDaysNotAsTexts(t *testing.T) {
	for _, row := range []struct {
		from, to string
		ordered  bool
	}{
		{"2026-01-01", "2026", true}, {"2026-12-01", "2026-12", true}, {"2026", "2026-01-01", true},
		{"2026-01-02", "2026", false}, {"2026-12-05", "2026-12", false}, {"2027", "2026-12-31", false},
	} {
		set := smallSet()
		set[Offers] = append(set[Offers], offerRow(map[string]string{"offer_id": "x", "valid_from": row.from, "valid_to": row.to}))
		if problems := Check(set); (len(problems) == 0) != row.ordered {
			t.Errorf("from %s to %s: %v", row.from, row.to, Problems(problems))
		}
	}
}

func TestAWrittenExceptionKeepsAValueButNoDanglingReference(t *testing.T) {
	set := smallSet()
	set[Offers] = append(set[Offers], offerRow(map[string]string{"offer_id": "x", "price_amount": "-1", "exception": "代金券抵扣，按公告原样记录"}))
	if problems := Check(set); len(problems) > 0 {
		t.Error(Problems(problems))
	}
	set[Offers][1] = set[Offers][1].With("provider", "nobody")
	if problems := Check(set); len(problems) != 1 {
		t.Error(Problems(problems))
	}
}

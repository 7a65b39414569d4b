package catalog_test

import (
	"strings"
	"testing"

	"gpuscale/catalog"
)

func FuzzMatch(f *testing.F) {
	f.Add("ctyun", "Atlas 800T A2@313TFLOPS（8×910B）", "昇腾910B", "", 64.0, 1, 1)
	f.Add("", "", "NVIDIA H100 80GB HBM3", "SXM5", 79.65, 1, 2)
	f.Add("runpod", "((", "）", "pcie", -1.0, 0, 0)
	set, err := loadSeed()
	if err != nil {
		f.Fatal(err)
	}
	m := catalog.NewMatcher(set)
	f.Fuzz(func(t *testing.T, context, instance, name, form string, gb float64, num, den int) {
		p := catalog.Published{Context: context, InstanceType: instance, AcceleratorName: name, FormFactor: form,
			VRAMGB: catalog.Known(gb), Share: catalog.Share{Num: num, Den: den}}
		match := m.Match(p)
		if (match.Slug == "") != (match.Kind == catalog.MatchedNone) {
			t.Errorf("%+v: %+v", p, match)
		}
		if match.Slug != "" && m.Accelerator(match.Slug) == nil {
			t.Errorf("%+v matches %s, which has no entry", p, match.Slug)
		}
	})
}

func FuzzSearchText(f *testing.F) {
	for _, s := range []string{"a100 北京", "腾讯云A100", "%_'\"\\", strings.Repeat("x ", 40), "\xff\xfe", "\u202e"} {
		f.Add(s)
	}
	m := smallMarket(f, line(f, "of-1", nil))
	f.Fuzz(func(t *testing.T, text string) {
		if r := m.Search(catalog.OfferQuery{Text: text}); r.Total != len(r.Offers) || r.Total > 1 {
			t.Errorf("%q finds %d of one", text, r.Total)
		}
	})
}

package catalog_test

import (
	"fmt"
	"testing"

	"gpuscale/catalog"
)

func publishedOf(l catalog.PriceLine) catalog.Published {
	return catalog.Published{Context: l.Provider, InstanceType: l.InstanceType, AcceleratorName: l.AcceleratorName,
		FormFactor: l.FormFactor, VRAMGB: l.VRAMGB, Share: l.Share}
}

func TestTheFirst302OffersMatchAsTheDataSetCounts(t *testing.T) {
	d := seedData(t)
	m := catalog.NewMatcher(d)
	got := map[catalog.MatchKind]int{}
	for _, l := range d.Prices[:302] {
		got[m.Match(publishedOf(l)).Kind]++
	}
	want := map[catalog.MatchKind]int{
		catalog.MatchedByName: 159, catalog.MatchedByFilter: 35, catalog.MatchedFamily: 87, catalog.MatchedNone: 21,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("matches by kind: %v, the data set says %v", got, want)
	}
}

func TestEveryMatchIsAKnownEntry(t *testing.T) {
	d := seedData(t)
	m := catalog.NewMatcher(d)
	for _, l := range d.Prices {
		match := m.Match(publishedOf(l))
		if (m.Accelerator(match.Slug) == nil) != (match.Kind == catalog.MatchedNone) {
			t.Errorf("%s: match %+v has no entry", l.ID, match)
		}
	}
}

func TestNamesMeanTheRightCard(t *testing.T) {
	whole := catalog.Share{Num: 1, Den: 1}
	cases := []struct {
		name string
		in   catalog.Published
		want string
	}{
		{"the spelling of a name does not matter", catalog.Published{AcceleratorName: "RTX4090"}, "rtx-4090-24gb"},
		{"lower case and a space", catalog.Published{AcceleratorName: "rtx 4090"}, "rtx-4090-24gb"},
		{"a hyphen", catalog.Published{AcceleratorName: "RTX-4090"}, "rtx-4090-24gb"},
		{"the maker's long name", catalog.Published{AcceleratorName: "GeForce RTX 4090"}, "rtx-4090-24gb"},
		{"full-width characters", catalog.Published{AcceleratorName: "ＲＴＸ　４０９０"}, "rtx-4090-24gb"},
		{"the 4090 D is another card", catalog.Published{AcceleratorName: "RTX 4090D"}, "rtx-4090-d-24gb"},
		{"the A6000 is not the 6000 Ada", catalog.Published{AcceleratorName: "RTX A6000"}, "rtx-a6000-48gb"},
		{"the 6000 Ada is not the A6000", catalog.Published{AcceleratorName: "RTX 6000 Ada"}, "rtx-6000-ada-48gb"},
		{"H100 SXM is a card", catalog.Published{AcceleratorName: "H100 SXM"}, "h100-sxm5-80gb"},
		{"H100 PCIe is another", catalog.Published{AcceleratorName: "H100 PCIe"}, "h100-pcie-80gb"},
		{"H100 NVL is a third", catalog.Published{AcceleratorName: "H100 NVL"}, "h100-nvl-94gb"},
		{"a plain H100 may be any of them", catalog.Published{AcceleratorName: "H100"}, "h100-any"},
		{"memory narrows a plain H100", catalog.Published{AcceleratorName: "H100", VRAMGB: catalog.Known(80.0)}, "h100-80gb-any"},
		{"94 GB leaves one", catalog.Published{AcceleratorName: "H100", VRAMGB: catalog.Known(94.0)}, "h100-nvl-94gb"},
		{"the form matches by prefix", catalog.Published{AcceleratorName: "A100", FormFactor: "SXM4", VRAMGB: catalog.Known(80.0)}, "a100-sxm4-80gb"},
		{"a form alone leaves a family", catalog.Published{AcceleratorName: "A100", FormFactor: "PCIe"}, "a100-pcie-any"},
		{"both H20 are H20", catalog.Published{AcceleratorName: "H20"}, "h20-any"},
		{"memory overrides the name", catalog.Published{AcceleratorName: "RTX 4090", VRAMGB: catalog.Known(48.0)}, "rtx-4090-48gb"},
		{"a driver's memory still fits", catalog.Published{AcceleratorName: "RTX 4090", VRAMGB: catalog.Known(23.99)}, "rtx-4090-24gb"},
		{"a slice counts by its card", catalog.Published{AcceleratorName: "沐曦 曦云C500", VRAMGB: catalog.Known(16.0),
			Share: catalog.Share{Num: 1, Den: 4}}, "metax-c500-64gb-any"},
		{"a trailing bracket is left out", catalog.Published{AcceleratorName: "RTX 4090（24GB 显存）", Share: whole}, "rtx-4090-24gb"},
		{"a provider's own meaning goes first", catalog.Published{Context: "ucloud", AcceleratorName: "Tesla V100"}, "v100-pcie-16gb"},
		{"the instance type goes first", catalog.Published{Context: "ctyun", InstanceType: "Atlas 800T A2@313TFLOPS（8×910B）",
			AcceleratorName: "昇腾910B"}, "ascend-910b3-64gb"},
		{"a name nobody knows means nothing", catalog.Published{AcceleratorName: "GPU（ACD）"}, ""},
		{"no memory of the name fits", catalog.Published{AcceleratorName: "A100", VRAMGB: catalog.Known(640.0)}, ""},
	}
	m := catalog.NewMatcher(seedData(t))
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := m.Match(c.in); got.Slug != c.want {
				t.Errorf("%+v matches %+v, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestAFamilyKnowsWhatItsPartsShare(t *testing.T) {
	m := seedMarket(t)
	family, ok := m.Accelerator("a100-80gb-any")
	if !ok || !family.Family() {
		t.Fatal("a100-80gb-any is no family")
	}
	if got := fmt.Sprint(family.Candidates); got != "[a100-pcie-80gb a100-sxm4-80gb]" {
		t.Errorf("candidates %s", got)
	}
	if family.MemoryGB != catalog.Known(80.0) || family.FP16TFLOPS != catalog.Known(312.0) {
		t.Errorf("shared memory %v and FP16 %v, want 80 and 312", family.MemoryGB, family.FP16TFLOPS)
	}
	if family.DefaultLinkGBs.Known || family.Spans["interconnect_gb_s"] != (catalog.Span{Low: 64, High: 600}) {
		t.Errorf("link %v, span %v, want unknown and 64–600", family.DefaultLinkGBs, family.Spans["interconnect_gb_s"])
	}
	if family.Form != catalog.FormUnknown {
		t.Errorf("form %q, want unknown", family.Form)
	}
	if _, ok := m.Accelerator("h100-any"); !ok {
		t.Error("h100-any is missing")
	}
}

func TestFamilySlugsArePlain(t *testing.T) {
	for _, f := range seedMarket(t).Families() {
		for _, r := range f.Slug {
			if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
				t.Errorf("family slug %q holds %q", f.Slug, r)
			}
		}
		if len(f.Candidates) < 2 {
			t.Errorf("family %s has candidates %v", f.Slug, f.Candidates)
		}
	}
}

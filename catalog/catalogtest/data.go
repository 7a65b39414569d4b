// Package catalogtest makes realistic data of any size for tests and benchmarks of
// the packages that read a catalog.Market.
package catalogtest

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
)

// Day is the moment that generated data is meant to be read at: its dates reach
// from some months before it to the day itself.
var Day = time.Date(2026, 12, 1, 9, 0, 0, 0, catalog.Shanghai)

// part is an accelerator as Data describes it.
type part struct {
	slug, vendor, model, name          string
	form                               catalog.Form
	memory, bandwidth, fp16, own, link float64
	hour                               float64 // a usual CNY price a card and hour
}

var parts = []part{
	{"t4-16gb", "NVIDIA", "T4", "T4", catalog.FormPCIe, 16, 320, 65, 32, 32, 1.3},
	{"a10-24gb", "NVIDIA", "A10", "A10", catalog.FormPCIe, 24, 600, 125, 64, 64, 3.2},
	{"rtx-3090-24gb", "NVIDIA", "GeForce RTX 3090", "RTX 3090", catalog.FormPCIe, 24, 936, 71, 112.5, 64, 1.2},
	{"rtx-4090-24gb", "NVIDIA", "GeForce RTX 4090", "RTX 4090", catalog.FormPCIe, 24, 1008, 165.2, 64, 64, 1.9},
	{"rtx-5090-32gb", "NVIDIA", "GeForce RTX 5090", "RTX 5090", catalog.FormPCIe, 32, 1792, 209.5, 128, 128, 3},
	{"l20-48gb", "NVIDIA", "L20", "L20", catalog.FormPCIe, 48, 864, 119.5, 64, 64, 4},
	{"l40s-48gb", "NVIDIA", "L40S", "L40S", catalog.FormPCIe, 48, 864, 362, 64, 64, 5},
	{"a100-pcie-40gb", "NVIDIA", "A100 PCIe 40GB", "A100", catalog.FormPCIe, 40, 1555, 312, 600, 64, 5},
	{"a100-sxm4-40gb", "NVIDIA", "A100 SXM4 40GB", "A100", catalog.FormSXM, 40, 1555, 312, 600, 600, 6},
	{"a100-pcie-80gb", "NVIDIA", "A100 PCIe 80GB", "A100", catalog.FormPCIe, 80, 1935, 312, 600, 64, 7},
	{"a100-sxm4-80gb", "NVIDIA", "A100 SXM4 80GB", "A100", catalog.FormSXM, 80, 2039, 312, 600, 600, 8},
	{"a800-sxm4-80gb", "NVIDIA", "A800 SXM4 80GB", "A800", catalog.FormSXM, 80, 2039, 312, 400, 400, 7},
	{"h100-pcie-80gb", "NVIDIA", "H100 PCIe 80GB", "H100", catalog.FormPCIe, 80, 2000, 756, 600, 128, 14},
	{"h100-sxm5-80gb", "NVIDIA", "H100 SXM5 80GB", "H100", catalog.FormSXM, 80, 3350, 989, 900, 900, 17},
	{"h100-nvl-94gb", "NVIDIA", "H100 NVL 94GB", "H100", catalog.FormNVL, 94, 3900, 835, 600, 128, 15},
	{"h200-sxm-141gb", "NVIDIA", "H200 SXM 141GB", "H200 SXM", catalog.FormSXM, 141, 4800, 989, 900, 900, 20},
	{"h20-sxm-96gb", "NVIDIA", "H20 SXM 96GB", "H20 96GB", catalog.FormSXM, 96, 4000, 148, 900, 900, 9},
	{"ascend-910b2-64gb", "Huawei", "Ascend 910B2", "昇腾910B2", catalog.FormOther, 64, 1600, 376, 392, 392, 5},
	{"ascend-910b3-64gb", "Huawei", "Ascend 910B3", "昇腾910B3", catalog.FormOther, 64, 1600, 313, 392, 392, 4.5},
	{"mi300x-192gb", "AMD", "Instinct MI300X", "MI300X", catalog.FormOAM, 192, 5300, 1307.4, 896, 896, 16},
}

// ambiguous are names that fit several parts.
var ambiguous = map[string][]string{
	"A100":   {"a100-pcie-40gb", "a100-sxm4-40gb", "a100-pcie-80gb", "a100-sxm4-80gb"},
	"H100":   {"h100-pcie-80gb", "h100-sxm5-80gb", "h100-nvl-94gb"},
	"昇腾910B": {"ascend-910b2-64gb", "ascend-910b3-64gb"},
}

// providerCount is how many providers share the offers.
const providerCount = 60

// Data returns a catalogue of n offers with one to four prices each, the same for
// the same seed. It holds what real data holds: unknown memory, counts and shares,
// slices, ranges, other currencies, stale and undated prices, doubts, sold-out and
// ended offers, and names that fit no part.
func Data(n int, seed uint64) catalog.Data {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1))}
	d := catalog.Data{
		Revision:     1,
		Providers:    g.providers(),
		Accelerators: accelerators(),
		Rates: []catalog.Rate{
			{Date: catalog.Date{Year: 2026, Month: 8, Day: 22}, Base: catalog.USD, Quote: catalog.CNY, Value: decimal.MustNew(67394, 4)},
		},
		Doubts: []catalog.Doubt{
			{ID: "D1", TargetType: "offer", Verdict: catalog.VerdictDoubtful}, {ID: "N1", TargetType: "offer", Verdict: catalog.VerdictNote},
		},
	}
	for _, p := range parts {
		if ambiguous[p.name] == nil {
			d.Aliases = append(d.Aliases, catalog.Alias{Name: p.name, Slug: p.slug, Kind: "product"})
		}
	}
	for _, name := range []string{"A100", "H100", "昇腾910B"} {
		d.AmbiguousNames = append(d.AmbiguousNames, catalog.AmbiguousName{Name: name, Candidates: ambiguous[name]})
	}
	for i := range n {
		d.Prices = g.offer(d.Prices, i)
	}
	return d
}

func accelerators() []catalog.Accelerator {
	var all []catalog.Accelerator
	for _, p := range parts {
		all = append(all, catalog.Accelerator{
			Slug: p.slug, Vendor: p.vendor, Model: p.model, Form: p.form, MemoryGB: catalog.Known(p.memory),
			BandwidthGBs: catalog.Known(p.bandwidth), FP16TFLOPS: catalog.Known(p.fp16),
			InterconnectGBs: catalog.Known(p.own), DefaultLinkGBs: catalog.Known(p.link),
			TDPWatts: catalog.Known(300.0), MatrixUnits: true, OSDevicesPerUnit: 1,
		})
	}
	return all
}

type generator struct {
	*rand.Rand
	lines int
}

// chance is true in one of n cases.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

func pick[T any](g *generator, values ...T) T { return values[g.IntN(len(values))] }

func (g *generator) providers() []catalog.Provider {
	var all []catalog.Provider
	for i := range providerCount {
		p := catalog.Provider{
			Slug: fmt.Sprintf("provider-%02d", i), Market: catalog.MainlandChina, Status: catalog.StatusActive,
			Name: catalog.Words{Zh: fmt.Sprintf("平台%02d", i), En: fmt.Sprintf("Provider %02d", i)},
			Kind: pick(g, catalog.Hyperscaler, catalog.Specialist, catalog.DomesticChip, catalog.Academic, catalog.Marketplace),
		}
		if i%5 == 0 {
			p.Market = catalog.International
		}
		if i%20 == 7 {
			p.Status = catalog.StatusWithdrawn
		}
		all = append(all, p)
	}
	return all
}

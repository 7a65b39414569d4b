package recommendation_test

import (
	"slices"
	"testing"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
	"gpuscale/recommendation"
)

// town is a small market: two cards, and a provider for whatever a test needs.
type town struct{ catalog.Data }

func newTown() *town {
	d := catalog.Data{Scenarios: seedData().Scenarios}
	card := func(slug, vendor, stack, link string, gbs float64) catalog.Accelerator {
		return catalog.Accelerator{Slug: slug, Vendor: vendor, Model: slug, MemoryGB: catalog.Known(80.0), BandwidthGBs: catalog.Known(2000.0),
			FP16TFLOPS: catalog.Known(312.0), FP32TFLOPS: catalog.Known(19.5), Interconnect: link, InterconnectGBs: catalog.Known(gbs),
			DefaultLinkGBs: catalog.Known(gbs), SoftwareStack: stack, Source: catalog.Source{URL: "https://example.org/" + slug}}
	}
	d.Accelerators = []catalog.Accelerator{card("green", "NVIDIA", "CUDA", "NVLink 3", 600), card("red", "Huawei", "CANN", "HCCS", 784)}
	d.Aliases = []catalog.Alias{{Name: "green", Slug: "green"}, {Name: "red", Slug: "red"}}
	return &town{d}
}

func (c *town) provider(slug string, change func(*catalog.Provider)) {
	p := catalog.Provider{Slug: slug, Kind: catalog.Specialist, Market: catalog.MainlandChina, Status: catalog.StatusActive, BillingModes: []string{"per-second"}}
	if change != nil {
		change(&p)
	}
	c.Providers = append(c.Providers, p)
}

func (c *town) price(id, provider, card string, change func(*catalog.PriceLine)) {
	l := catalog.PriceLine{ID: id, Provider: provider, AcceleratorName: card, Count: catalog.Known(1), Billing: catalog.OnDemand,
		Amount: catalog.Known(decimal.MustNew(8, 0)), Kind: catalog.KindList, Currency: catalog.CNY, Unit: catalog.GPUHour, Grade: catalog.GradeA,
		Scope: catalog.ScopeWhole, Share: catalog.Share{Num: 1, Den: 1},
		Source: catalog.Source{URL: "https://example.org/price", Seen: catalog.Date{Year: 2026, Month: 11, Day: 30}}}
	if change != nil {
		change(&l)
	}
	c.Prices = append(c.Prices, l)
}

func (c *town) fact(provider, key, value string, change func(*catalog.Fact)) {
	f := catalog.Fact{Provider: provider, Key: key, Value: catalog.Words{Zh: value, En: value}, Source: catalog.Source{URL: "https://example.org/fact"}}
	if change != nil {
		change(&f)
	}
	c.Facts = append(c.Facts, f)
}

func (c *town) market() *catalog.Market { return catalog.NewMarket(c.Data, noon) }

func TestChecksReadWhatAProviderStates(t *testing.T) {
	mainland := func(regions ...catalog.Words) func(*catalog.Provider) {
		return func(p *catalog.Provider) { p.Regions = regions }
	}
	for _, c := range []struct {
		name, scenario, query, key string
		provider                   func(*catalog.Provider)
		fact                       func(*town)
		state                      recommendation.State
		reason                     string
	}{
		{"a published MTBF passes", "research", "", "mtbf", nil, func(c *town) { c.fact("p", "mtbf", "6000", nil) }, recommendation.Pass, ""},
		{"a lower MTBF fails", "research", "", "mtbf", nil, func(c *town) { c.fact("p", "mtbf", "4999", nil) }, recommendation.Fail, ""},
		{"an MTBF in days is not compared with hours", "research", "", "mtbf", nil,
			func(c *town) { c.fact("p", "mtbf", "300", func(f *catalog.Fact) { f.Unit = "day" }) }, recommendation.Unknown, recommendation.UnknownText},
		{"an MTBF in words stays unknown", "research", "", "mtbf", nil, func(c *town) { c.fact("p", "mtbf", "很高", nil) }, recommendation.Unknown, recommendation.UnknownText},
		{"nothing stated stays unknown", "research", "", "mtbf", nil, nil, recommendation.Unknown, recommendation.UnknownUnpublished},
		{"a doubted figure stays unknown", "research", "", "mtbf", nil,
			func(c *town) {
				c.Doubts = []catalog.Doubt{{ID: "X", Verdict: catalog.VerdictDoubtful}}
				c.fact("p", "mtbf", "6000", func(f *catalog.Fact) { f.Doubts = []string{"X"} })
			}, recommendation.Unknown, recommendation.UnknownDoubtful},
		{"a note leaves a figure standing", "research", "", "mtbf", nil,
			func(c *town) {
				c.Doubts = []catalog.Doubt{{ID: "N", Verdict: catalog.VerdictNote}}
				c.fact("p", "mtbf", "6000", func(f *catalog.Fact) { f.Doubts = []string{"N"} })
			}, recommendation.Pass, ""},
		{"a figure of one product is not the provider's", "inference", "", "latency", nil,
			func(c *town) {
				c.FactKeys = []catalog.FactKey{{Key: "latency", Group: catalog.Performance}}
				c.fact("p", "latency", "2", func(f *catalog.Fact) { f.Subject = catalog.Words{Zh: "某产品"} })
			}, recommendation.Unknown, recommendation.UnknownOtherScope},
		{"a stated certificate passes", "research", "", "compliance", func(p *catalog.Provider) { p.Compliance = []string{"等保三级"} }, nil, recommendation.Pass, ""},
		{"another certificate refutes nothing", "research", "", "compliance", func(p *catalog.Provider) { p.Compliance = []string{"SOC"} }, nil,
			recommendation.Unknown, recommendation.UnknownNotListed},
		{"a certificate of another product does not count", "research", "", "compliance", nil,
			func(c *town) {
				c.fact("p", "certificate", "等保三级", func(f *catalog.Fact) { f.Subject = catalog.Words{Zh: "数据库"} })
			}, recommendation.Unknown, recommendation.UnknownOtherScope},
		{"either scheduler will do", "research", "", "hpc_scheduler", func(p *catalog.Provider) { p.Schedulers = []string{"Slurm on Kubernetes (SUNK)"} }, nil, recommendation.Pass, ""},
		{"the framework of an image counts", "training", "", "framework", func(p *catalog.Provider) {
			p.PreinstalledImages = []catalog.Words{{Zh: "Python 3.12 + torch 2.5.1"}}
		}, nil, recommendation.Pass, ""},
		{"a stated vGPU passes", "inference", "", "vgpu_isolation", nil, func(c *town) { c.fact("p", "virtualisation", "vGPU", nil) }, recommendation.Pass, ""},
		{"an older CUDA fails", "training", "cuda=12.4", "cuda", func(p *catalog.Provider) { p.CUDAVersions = []string{"11.8", "12.2"} }, nil, recommendation.Fail, ""},
		{"12.10 is newer than 12.4", "training", "cuda=12.4", "cuda", func(p *catalog.Provider) { p.CUDAVersions = []string{"12.10"} }, nil, recommendation.Pass, ""},
		{"a step is what is stated", "finetune", "", "billing_granularity", func(p *catalog.Provider) { p.BillingModes = []string{"per-hour"} }, nil, recommendation.Pass, ""},
		{"of several steps any within the limit passes", "finetune", "", "billing_granularity",
			func(p *catalog.Provider) { p.BillingModes = []string{"per-second", "per-hour"} }, nil, recommendation.Pass, ""},
		{"a platform of the mainland is in the mainland", "training", "", "region", nil, nil, recommendation.Pass, ""},
		{"a list of regions that names only Hong Kong has to be asked", "training", "", "region", mainland(catalog.Words{Zh: "CN-Hong Kong"}), nil,
			recommendation.Unknown, recommendation.UnknownOtherScope},
		{"a foreign platform is not", "training", "", "region", func(p *catalog.Provider) { p.Market = catalog.International }, nil, recommendation.Fail, ""},
		{"abroad is what is asked for", "training", "region=intl", "region", func(p *catalog.Provider) { p.Market = catalog.International }, nil, recommendation.Pass, ""},
		{"a place among several is not every offer's", "training", "region=北京", "region", mainland(catalog.Words{Zh: "北京"}, catalog.Words{Zh: "上海"}), nil,
			recommendation.Unknown, recommendation.UnknownOtherScope},
		{"the only place is", "training", "region=北京", "region", mainland(catalog.Words{Zh: "北京"}), nil, recommendation.Pass, ""},
		{"sixteen cards in one machine are a cluster", "training", "", "cluster_size", nil,
			func(c *town) { c.Prices[0].Count = catalog.Known(16) }, recommendation.Pass, ""},
		{"eight are not known to be joined", "training", "", "cluster_size", nil,
			func(c *town) { c.Prices[0].Count = catalog.Known(8); c.fact("p", "scale", "千卡集群", nil) }, recommendation.Unknown, recommendation.UnknownText},
		{"a monthly price is not billed by the hour", "finetune", "", "billing_granularity", nil,
			func(c *town) { c.Prices[0].Billing, c.Prices[0].Unit = catalog.BillMonth, catalog.GPUMonth }, recommendation.Fail, ""},
		{"CUDA is native to the green card", "rendering", "", "cuda_native", nil, nil, recommendation.Pass, ""},
		{"a green card is not domestic", "training", "domestic=yes", "domestic", nil, nil, recommendation.Fail, ""},
		{"a spot price can be reclaimed", "training", "", "interruptible", nil, func(c *town) { c.Prices[0].Billing = catalog.Spot }, recommendation.Fail, ""},
		{"a saving of 75 % reaches 70 %", "inference", "", "cost_saving", nil,
			func(c *town) {
				c.price("s", "p", "green", func(l *catalog.PriceLine) { l.Billing, l.Amount = catalog.Spot, catalog.Known(decimal.MustNew(2, 0)) })
			},
			recommendation.Pass, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			town := newTown()
			town.provider("p", c.provider)
			town.price("a", "p", "green", nil)
			if c.key == "region" && c.query == "region=北京" {
				town.provider("q", func(p *catalog.Provider) { p.Regions = []catalog.Words{{Zh: "北京"}} })
			}
			if c.fact != nil {
				c.fact(town)
			}
			got := check(t, planOf(t, decideOn(t, town.market(), c.scenario, c.query), "p"), c.key)
			if got.State != c.state || got.Reason != c.reason {
				t.Errorf("state %q because of %q, want %q, %q: %+v", got.State, got.Reason, c.state, c.reason, got)
			}
		})
	}
}

func TestTheBestPriceOfACardStandsForIt(t *testing.T) {
	town := newTown()
	town.provider("p", nil)
	amount := func(x int64, billing catalog.BillingMode, unit catalog.Unit) func(*catalog.PriceLine) {
		return func(l *catalog.PriceLine) {
			l.Amount, l.Billing, l.Unit = catalog.Known(decimal.MustNew(x, 0)), billing, unit
		}
	}
	town.price("hour", "p", "green", amount(8, catalog.OnDemand, catalog.GPUHour))
	town.price("month", "p", "green", amount(2920, catalog.BillMonth, catalog.GPUMonth))
	town.price("spot", "p", "green", amount(2, catalog.Spot, catalog.GPUHour))
	town.price("machine", "p", "red", func(l *catalog.PriceLine) { l.Count = catalog.Known(8) })
	m := town.market()
	for query, want := range map[string]string{"days=3": "hour", "days=30": "month", "days=3&interruptible=yes": "spot"} {
		r := decideOn(t, m, recommendation.Training, query)
		i := slices.IndexFunc(r.Ranked, func(p recommendation.Plan) bool { return p.Accelerator != nil && p.Accelerator.Slug == "green" })
		if got := r.Ranked[i].Price.ID; got != want {
			t.Errorf("%s takes the price %s, want %s", query, got, want)
		}
	}
	r := decideOn(t, m, recommendation.Training, "gpus=2&days=1")
	i := slices.IndexFunc(r.Ranked, func(p recommendation.Plan) bool { return p.Accelerator != nil && p.Accelerator.Slug == "red" })
	red := r.Ranked[i]
	if red.Bill == nil || red.Bill.Cards != 8 {
		t.Fatalf("two of eight cards of a machine: %+v", red.Bill)
	}
	for _, part := range red.Parts[1].Parts {
		if part.Key == recommendation.FigurePrice && part.Low != 32 {
			t.Errorf("a useful card-hour costs %v, want 32: the other six stand idle", part.Low)
		}
	}
	if !slices.Contains(noticeCodes(red.Warnings), recommendation.WarnLinkNotNVLink) {
		t.Errorf("784 GB/s that are no NVLink pass without a word: %v", noticeCodes(red.Warnings))
	}
}

func TestSeveralStepsOfMeteringSpanARange(t *testing.T) {
	town := newTown()
	town.provider("p", func(p *catalog.Provider) { p.BillingModes = []string{"per-hour", "per-minute"} })
	town.price("a", "p", "green", nil)
	plan := planOf(t, decideOn(t, town.market(), recommendation.Training, ""), "p")
	for _, part := range plan.Parts[1].Parts {
		if part.Key == recommendation.FigureStep && (part.Low != 60 || part.High != 3600 || part.Utility.Known || part.Reason != recommendation.UnknownOtherScope) {
			t.Errorf("which of the steps bills the offer is not stated: %+v", part)
		}
	}
}

func TestEqualPlansAreATie(t *testing.T) {
	town := newTown()
	town.provider("a", nil)
	town.provider("b", nil)
	town.price("1", "a", "green", nil)
	town.price("2", "b", "green", nil)
	r := decideOn(t, town.market(), recommendation.Training, "")
	if r.Ranked[0].Provider.Slug != "a" || r.Lost[0].Reason.Code != recommendation.LostTie {
		t.Errorf("%s wins, the other lost by %+v", r.Ranked[0].Provider.Slug, r.Lost[0].Reason)
	}
}

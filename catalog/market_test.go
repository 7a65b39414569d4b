package catalog_test

import (
	"runtime"
	"testing"

	"gpuscale/catalog"
	"gpuscale/catalog/catalogtest"
)

func TestTheSameLineTwiceIsOnePrice(t *testing.T) {
	m := smallMarket(t, line(t, "of-1", nil), line(t, "of-1", nil))
	if m.PriceCount() != 1 || m.OfferCount() != 1 {
		t.Errorf("%d prices of %d offers", m.PriceCount(), m.OfferCount())
	}
	if h := m.History("a100-sxm4-80gb", m.Basis(catalog.CNY, 730)); len(h) != 1 || len(h[0].Points) != 1 {
		t.Errorf("history %+v, want one point", h)
	}
}

func TestEveryLineOfTheSeedIsFoundAsPublished(t *testing.T) {
	m := seedMarket(t)
	for _, l := range seedData(t).Prices {
		o, p, ok := m.Price(l.ID)
		if !ok {
			t.Fatalf("%s is not found", l.ID)
		}
		if p.Amount.Known != l.Amount.Known || p.Amount.Value.Cmp(l.Amount.Value) != 0 || p.Max.Value.Cmp(l.Max.Value) != 0 ||
			p.Currency != l.Currency || p.Unit != l.Unit || p.Kind != l.Kind || p.Grade != l.Grade || p.Billing != l.Billing ||
			p.Source != l.Source || p.ValidTo != l.ValidTo || p.Scope != l.Scope || p.Availability != l.Availability {
			t.Errorf("%s: price %+v of line %+v", l.ID, p, l)
		}
		if o.Provider.Slug != l.Provider || o.InstanceType != l.InstanceType || o.AcceleratorName != l.AcceleratorName ||
			o.PublishedVRAM != l.VRAMGB || o.Count != l.Count || o.Share != l.Share || o.VCPU != l.VCPU || o.RAMGiB != l.RAMGiB {
			t.Errorf("%s: offer %+v of line %+v", l.ID, o, l)
		}
	}
}

func TestLookUps(t *testing.T) {
	m := seedMarket(t)
	if p, ok := m.Provider("tencent-cloud"); !ok || p.Name.Zh != "腾讯云" {
		t.Errorf("provider: %+v", p)
	}
	if a, ok := m.Accelerator("t4-16gb"); !ok || a.Family() {
		t.Errorf("accelerator: %+v", a)
	}
	if _, ok := m.Offer("of-9999"); ok {
		t.Error("an offer that nobody made is found")
	}
	if k, ok := m.FactKey("cuda_version"); !ok || k.Group != catalog.Ecosystem {
		t.Errorf("fact key: %+v", k)
	}
	if len(m.Benchmarks("h100-80gb-any")) != 1 || len(m.Benchmarks("rtx-4090-24gb")) != 1 {
		t.Errorf("benchmarks: %v", m.Benchmarks("h100-80gb-any"))
	}
	if v, ok := m.Vendor("nvidia"); !ok || v != "NVIDIA" {
		t.Errorf("vendor nvidia: %q", v)
	}
	if d, ok := m.Doubt("D05"); !ok || !d.Open() {
		t.Errorf("doubt D05: %+v", d)
	}
	if len(m.ExtraCosts("")) != 1 {
		t.Errorf("%d general claims on costs", len(m.ExtraCosts("")))
	}
}

func TestAnOfferOfTheMarketIsACopy(t *testing.T) {
	m := smallMarket(t, line(t, "of-1", nil))
	o, _ := m.Offer("of-1")
	o.Prices[0].Amount = known(t, "1")
	if _, p, _ := m.Price("of-1"); p.Amount.Value.String() != "8" {
		t.Error("changing a copy changed the market")
	}
}

// marketBytes returns what a market of n offers keeps in memory beside its data.
func marketBytes(n int) int64 {
	used := func() int64 {
		runtime.GC()
		runtime.GC()
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return int64(s.HeapAlloc)
	}
	d := catalogtest.Data(n, 1)
	before := used()
	m := catalog.NewMarket(d, catalogtest.Day)
	after := used()
	runtime.KeepAlive(d)
	runtime.KeepAlive(m)
	return after - before
}

func TestAFurtherOfferTakesLessThan200Bytes(t *testing.T) {
	small, large := marketBytes(10_000), marketBytes(40_000)
	if each := (large - small) / 30_000; each >= 200 {
		t.Errorf("a further offer takes %d bytes", each)
	}
}

package sizing

import (
	"slices"
	"testing"

	"gpuscale/catalog"
)

func TestAnAcceleratorKeepsWhatIsUnknown(t *testing.T) {
	d := DeviceOf(&catalog.Accelerator{
		Slug: "x-80gb", Model: "X", Vendor: "NVIDIA", MemoryGB: catalog.Known(80.0), BandwidthGBs: catalog.Known(2039.0),
		InterconnectGBs: catalog.Known(600.0), DefaultLinkGBs: catalog.Known(64.0), FP16TFLOPS: catalog.Known(312.0),
	})
	if d.Slug != "x-80gb" || d.MemoryGB != Known(80) || d.BandwidthGBps != Known(2039) || d.Peaks.FP16 != Known(312) {
		t.Errorf("figures: %+v", d)
	}
	if d.InterconnectGBps != Known(64) {
		t.Errorf("the link of a card with an optional bridge: %+v, want the slot's 64", d.InterconnectGBps)
	}
	if d.Peaks.FP8.Known || d.Peaks.FP32.Known {
		t.Errorf("unknown peaks became known: %+v", d.Peaks)
	}
}

func TestEveryPartOfTheMarketIsADevice(t *testing.T) {
	data := catalog.Data{
		Accelerators:   []catalog.Accelerator{{Slug: "x-40gb", Model: "X 40GB", MemoryGB: catalog.Known(40.0), BandwidthGBs: catalog.Known(1555.0), FP16TFLOPS: catalog.Known(312.0)}, {Slug: "x-80gb", Model: "X 80GB", MemoryGB: catalog.Known(80.0), FP16TFLOPS: catalog.Known(312.0)}},
		AmbiguousNames: []catalog.AmbiguousName{{Name: "X", Candidates: []string{"x-40gb", "x-80gb"}}},
	}
	m := catalog.NewMarket(data, catalog.Date{Year: 2026, Month: 12, Day: 1}.Start())
	devices := Devices(m)
	if len(devices) != len(m.Accelerators())+len(m.Families()) || len(m.Families()) == 0 {
		t.Fatalf("%d devices of %d parts and %d families", len(devices), len(m.Accelerators()), len(m.Families()))
	}
	family := devices[len(devices)-1]
	if want := (Figure{Value: 40, High: 80, Known: true}); family.MemoryGB != want {
		t.Errorf("a family of 40 and 80 GB has the memory %+v, want %+v", family.MemoryGB, want)
	}
	if want := (Figure{Open: true}); family.BandwidthGBps != want {
		t.Errorf("a family of which one member's bandwidth is unknown has %+v, want %+v", family.BandwidthGBps, want)
	}
	fit := evaluateOn(t, Request{Model: "Llama-2-7B"}, family).Fits[0]
	if fit.PerCardGB.Value+fit.HeadroomGB.Value > 40 || !slices.Contains(codes(fit.Warnings), NoticeVariantMemory) {
		t.Errorf("the fit counts %.1f GB with %v, want the lowest memory and its notice", fit.PerCardGB.Value+fit.HeadroomGB.Value, codes(fit.Warnings))
	}
	if got := codes(fit.Warnings); !slices.Contains(got, NoticeVariantBandOpen) || slices.Contains(got, NoticeBandwidthUnknown) {
		t.Errorf("an open bandwidth is worded by %v", got)
	}
}

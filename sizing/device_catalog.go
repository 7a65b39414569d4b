package sizing

import "gpuscale/catalog"

// Devices returns every part and family of the market, parts first, in the
// market's order.
func Devices(m *catalog.Market) []Device {
	parts, families := m.Accelerators(), m.Families()
	devices := make([]Device, 0, len(parts)+len(families))
	for i := range parts {
		devices = append(devices, DeviceOf(&parts[i]))
	}
	for _, f := range families {
		devices = append(devices, DeviceOf(f))
	}
	return devices
}

// DeviceOf is an accelerator of the catalogue as the sizing needs it. The link is
// what a rented card has, so a card with an optional bridge counts with its PCIe
// speed. A figure that differs over a family's members is the lowest of them, and
// unknown where a member does not publish it.
func DeviceOf(a *catalog.Accelerator) Device {
	figure := func(key string) Figure { return figureOf(a, key) }
	return Device{
		Slug: a.Slug, Name: a.Label().Zh, Vendor: a.Vendor, Software: a.SoftwareStack,
		MemoryGB: figure("vram_gb"), BandwidthGBps: figure("memory_bandwidth_gb_s"), InterconnectGBps: figure("interconnect_gb_s"),
		Peaks: Peaks{
			FP32: figure("fp32_tflops"), FP16: figure("fp16_tflops_dense"), BF16: figure("bf16_tflops_dense"), FP8: figure("fp8_tflops_dense"),
		},
	}
}

// figureOf is the figure of that key in catalog.Figures.
func figureOf(a *catalog.Accelerator, key string) Figure {
	if span, ok := a.Spans[key]; ok {
		if span.Missing > 0 {
			return Figure{Open: true}
		}
		return Figure{Value: span.Low, High: span.High, Known: true}
	}
	for _, f := range catalog.Figures {
		if f.Key == key {
			n := f.Of(a)
			return Figure{Value: n.Value, Known: n.Known}
		}
	}
	return Figure{}
}

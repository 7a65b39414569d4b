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
// speed; a figure that differs over a family's members is unknown.
func DeviceOf(a *catalog.Accelerator) Device {
	figure := func(n catalog.Number) Figure { return Figure{Value: n.Value, Known: n.Known} }
	return Device{
		Slug: a.Slug, Name: a.Label().Zh, Vendor: a.Vendor, Software: a.SoftwareStack,
		MemoryGB: figure(a.MemoryGB), BandwidthGBps: figure(a.BandwidthGBs), InterconnectGBps: figure(a.DefaultLinkGBs),
		Peaks: Peaks{FP32: figure(a.FP32TFLOPS), FP16: figure(a.FP16TFLOPS), BF16: figure(a.BF16TFLOPS), FP8: figure(a.FP8TFLOPS)},
	}
}

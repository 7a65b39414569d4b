package sizing

import "strings"

// Peaks are dense peak rates in TFLOP/s by number format, without sparsity.
type Peaks struct {
	FP32, FP16, BF16, FP8 Figure
}

// Device is one accelerator as the sizing needs it; figures nobody knows are
// unknown Figures.
type Device struct {
	Slug, Name, Vendor, Software string
	// MemoryGB is the nominal memory of one card, counted as 1e9 bytes a GB.
	MemoryGB Figure
	// BandwidthGBps is the memory bandwidth, InterconnectGBps the speed between
	// cards of one machine, both in GB/s.
	BandwidthGBps, InterconnectGBps Figure
	Peaks                           Peaks
}

func (d *Device) nvidia() bool { return strings.EqualFold(d.Vendor, "NVIDIA") }

// sixteenBit returns the peak of bf16 or fp16 arithmetic. A card whose bf16 peak
// is not known is taken at its fp16 peak, with a notice; on cards without matrix
// units fp16 can be slower than fp32, which engines then use.
func (d *Device) sixteenBit(p Precision) (Figure, []Notice) {
	peak, notices := d.Peaks.FP16, []Notice(nil)
	if p != FP16 && d.Peaks.BF16.usable() {
		peak = d.Peaks.BF16
	} else if p == BF16 && peak.usable() {
		notices = append(notices, notice(NoticeBF16FromFP16))
	}
	if peak.usable() && d.Peaks.FP32.usable() && d.Peaks.FP32.Value > peak.Value {
		peak = d.Peaks.FP32
		notices = append(notices, notice(NoticeFP32Used))
	}
	return peak, notices
}

// peak returns the rate that arithmetic runs at with the given weights. Integer
// weights are widened to 16 bit; fp8 training is planned at the 16-bit peak,
// because utilisations are published against it.
func (d *Device) peak(p Precision, training bool) (Figure, []Notice) {
	switch p {
	case FP32:
		return d.Peaks.FP32, nil
	case FP8:
		if !training && d.Peaks.FP8.usable() {
			return d.Peaks.FP8, nil
		}
		peak, notices := d.sixteenBit(INT8)
		return peak, append(notices, notice(NoticeFP8At16Bit))
	}
	return d.sixteenBit(p)
}

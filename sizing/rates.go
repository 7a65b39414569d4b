package sizing

import "math"

// ServingFigures are the speeds of an inference job (formulas I1–I3).
type ServingFigures struct {
	// TokensPerS is the output of all cards at the request's batch, PerCard the
	// same for each card, RequestsPerS the answers finished per second.
	TokensPerS, PerCard, RequestsPerS float64
	// FirstToken is seconds to read one prompt, Step seconds per generated token.
	FirstToken, Step float64
	// MaxTokensPerS is reached under in-flight batching with MaxBatch sequences.
	MaxTokensPerS, MaxBatch float64
	// MaxSequences is how many full contexts the cache holds at once.
	MaxSequences float64
}

// serve fills in the speeds of an inference fit.
func (d *demand) serve(f *Fit, usable float64) {
	peak, notices := f.Device.peak(d.job.request.Precision, false)
	f.Warnings = append(f.Warnings, notices...)
	if !peak.usable() {
		f.warnUnknown(peak, NoticePeakUnknown, NoticeVariantPeakOpen, "precision", string(d.job.request.Precision))
		return
	}
	f.warnLow(NoticeVariantPeak, peak)
	if !f.Device.BandwidthGBps.usable() {
		f.warnUnknown(f.Device.BandwidthGBps, NoticeBandwidthUnknown, NoticeVariantBandOpen)
		return
	}
	f.warnLow(NoticeVariantBandwidth, f.Device.BandwidthGBps)
	group := d.roofline(f, peak.Value)
	if d.job.model.Kind == Encoder {
		d.encode(f, &group)
		return
	}
	f.Serving = d.speeds(f, &group, usable)
	f.TokensPerS = Known(f.Serving.TokensPerS)
	if tokens := d.job.request.Tokens; tokens.Known {
		mid := Hours(tokens.Value, f.Serving.TokensPerS)
		band := 1 + d.job.assume.ThroughputBand
		d.setHours(f, Range{Low: mid / band, Mid: mid, High: mid * band})
	}
}

// roofline describes one group of tensor-parallel cards.
func (d *demand) roofline(f *Fit, peak float64) Roofline {
	a, m := &d.job.assume, &d.job.model
	r := Roofline{
		Model: m, Cards: float64(f.Tensor), BandwidthGBps: f.Device.BandwidthGBps.Value,
		PrefillTFLOPS: peak, DecodeTFLOPS: peak, PrefillMFU: a.PrefillMFU, DecodeMFU: a.DecodeMFU,
		MBU: a.BandwidthShare, LayerOverhead: a.LayerOverheadUS / 1e6,
		TPEfficiency: TensorEfficiency(float64(f.Tensor), a.TPLossPerDoubling), MoEFactor: 1,
		WeightsRead: m.BatchRead(d.job.weights, d.batch),
	}
	if m.MoE != nil {
		r.MoEFactor = a.MoEFactor
	}
	mean := d.cache
	mean.Sequences, mean.Tokens = 1, float64(d.job.prompt)+float64(d.job.request.Output)/2
	r.CachePerToken = m.CacheBytes(1, mean) / mean.Tokens
	return r
}

func (d *demand) encode(f *Fit, r *Roofline) {
	copies := min(float64(f.Stages*f.Replicas), d.batch)
	time := r.Prefill(d.batch/copies, d.sequence)
	f.TokensPerS = Known(d.batch * d.sequence / time * r.TPEfficiency)
	if tokens := d.job.request.Tokens; tokens.Known {
		mid := Hours(tokens.Value, f.TokensPerS.Value)
		band := 1 + d.job.assume.ThroughputBand
		d.setHours(f, Range{Low: mid / band, Mid: mid, High: mid * band})
	}
}

// speeds computes the serving figures. Pipeline stages and copies work on different
// parts of the batch at once, so they multiply the rate but not the speed of one
// sequence.
func (d *demand) speeds(f *Fit, r *Roofline, usable float64) *ServingFigures {
	prompt, output := float64(d.job.prompt), float64(d.job.request.Output)
	parts := min(float64(f.Stages*f.Replicas), d.batch)
	batch := d.batch / parts
	r.WeightsRead = d.job.model.BatchRead(d.job.weights, batch)
	s := &ServingFigures{
		TokensPerS: parts * r.StaticTokensPerS(batch, prompt, output),
		Step:       r.DecodeStep(batch, prompt+output/2) / r.TPEfficiency / r.MoEFactor,
	}
	s.PerCard = PerAccelerator(s.TokensPerS, float64(f.Cards))
	s.RequestsPerS = s.TokensPerS / output

	first := *r
	if d.job.request.Precision == FP8 && f.Device.Peaks.FP8.usable() {
		first.PrefillMFU = d.job.assume.FirstTokenMFUFP8
	}
	s.FirstToken = first.Prefill(1, prompt) / r.TPEfficiency / r.MoEFactor

	d.capacity(f, r, s, usable)
	return s
}

// capacity fills in what the cards can hold and reach at most: one copy of the
// model, times the copies.
func (d *demand) capacity(f *Fit, r *Roofline, s *ServingFigures, usable float64) {
	m, a := &d.job.model, &d.job.assume
	replicas, stages := float64(f.Replicas), float64(f.Stages)
	other := d.workspace(d.batch, f.Tensor) + d.framework
	one := *r
	one.Cards = r.Cards * stages
	room := usable - other - d.weights/one.Cards
	perToken := m.CacheBytesPerToken(f.Tensor, d.cache) / stages
	blocks := CacheBlocks(room, a.CacheBlockTokens, perToken)
	s.MaxSequences = replicas * math.Floor(MaxConcurrency(blocks*a.CacheBlockTokens, d.sequence))

	one.WeightsRead = m.BatchRead(d.job.weights, a.BatchCap)
	serving := Serving{
		Usable: (usable - other) * one.Cards, Resident: d.weights, BatchCap: a.BatchCap,
	}
	rate, batch := one.InFlight(serving, float64(d.job.prompt), float64(d.job.request.Output))
	s.MaxTokensPerS, s.MaxBatch = replicas*rate, replicas*batch
}

// train fills in the rate and the hours of a training fit (formulas T1, T5, T6).
func (d *demand) train(f *Fit) {
	peak, notices := f.Device.peak(d.job.trainPrecision(), true)
	f.Warnings = append(f.Warnings, notices...)
	if !peak.usable() {
		f.warnUnknown(peak, NoticePeakUnknown, NoticeVariantPeakOpen, "precision", string(d.job.trainPrecision()))
		return
	}
	f.warnLow(NoticeVariantPeak, peak)
	m, r := &d.job.model, &d.job.request
	share := d.job.assume.mfuRange(r.MFU, m.MoE != nil, peak.Value)
	params := float64(m.ActiveParameters().Total())
	perParam := d.flopPerParam(f.Recompute)
	rate := AggregateTFLOPS(peak.Value, float64(f.Cards)) * tera
	f.TokensPerS = Known(rate * share.Mid / (perParam * params))
	if !r.Tokens.Known {
		return
	}
	hours := func(mfu float64) float64 {
		return TrainingHours(TrainingFLOP(params, r.Tokens.Value, perParam), float64(f.Cards), peak.Value*mfu)
	}
	d.setHours(f, Range{Low: hours(share.High), Mid: hours(share.Mid), High: hours(share.Low)})
}

// trainPrecision is the arithmetic of training; adapters over an integer base
// compute in bf16.
func (j *job) trainPrecision() Precision {
	if p := j.request.Precision; p.trainable() {
		return p
	}
	return BF16
}

// flopPerParam adds the second forward of full recomputation to the task's FLOP.
func (d *demand) flopPerParam(mode Recompute) float64 {
	executed := FLOPPerParam(mode)
	if d.job.request.Task.adapters() {
		return d.job.assume.AdapterFLOP + executed - FLOPPerParam(RecomputeNone)
	}
	return executed
}

func (d *demand) setHours(f *Fit, hours Range) {
	gpu := hours.Scale(float64(f.Cards))
	f.Hours, f.GPUHours = &hours, &gpu
}

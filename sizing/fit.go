package sizing

// State is the answer whether a job fits a device.
type State string

// States of a Fit. Unknown means that the device's memory is not known.
const (
	Fits       State = "fits"
	DoesNotFit State = "no"
	NotKnown   State = "unknown"
)

// Fit is a job on one device. Figures that cannot be computed are unknown, with a
// notice that says why; Hours and GPUHours are nil then.
type Fit struct {
	Device *Device
	State  State
	// Cards is the number needed, or asked for. Tensor of them share each layer,
	// Stages such groups hold one copy of the model in inference, and Replicas
	// copies share the batch (inference) or the states (training).
	Cards, Tensor, Stages, Replicas int
	Recompute                       Recompute
	// PerCardGB is what one card holds, HeadroomGB what is left below the reserve;
	// negative when the job does not fit.
	PerCardGB, HeadroomGB Figure
	// Hours is wall-clock, GPUHours is Hours times cards.
	Hours, GPUHours *Range
	// TokensPerS is of all cards: trained, or generated (read by an encoder).
	TokensPerS Figure
	Serving    *ServingFigures
	Warnings   []Notice
}

func (f *Fit) warn(code string, pairs ...string) {
	f.Warnings = append(f.Warnings, notice(code, pairs...))
}

// warnLow says that the lowest figure of several variants was counted.
func (f *Fit) warnLow(code string, figure Figure) {
	if figure.High > figure.Value {
		f.warn(code, "low", num(figure.Value), "high", num(figure.High))
	}
}

// warnUnknown says why a figure is not known: unpublished, or open because the
// variant is not stated.
func (f *Fit) warnUnknown(figure Figure, unpublished, open string, pairs ...string) {
	if figure.Open {
		f.warn(open, pairs...)
		return
	}
	f.warn(unpublished, pairs...)
}

// fit sizes the job on one device.
func (d *demand) fit(device *Device) Fit {
	f := Fit{Device: device, State: NotKnown}
	if !device.MemoryGB.usable() {
		f.warnUnknown(device.MemoryGB, NoticeMemoryUnknown, NoticeVariantMemoryOpen)
		return f
	}
	f.warnLow(NoticeVariantMemory, device.MemoryGB)
	usable := device.MemoryGB.Value * GB * d.job.assume.usableShare()
	l, ok := d.place(usable)
	f.Cards, f.Tensor, f.Stages, f.Replicas, f.Recompute = l.cards, l.tensor, l.stages, l.replicas, l.recompute
	held := d.perCard(l)
	f.PerCardGB, f.HeadroomGB = Known(held/GB), Known((usable-held)/GB)
	f.State = DoesNotFit
	if !ok {
		d.explainMisfit(&f, usable)
		return f
	}
	f.State = Fits
	if d.job.request.GPUs == 0 {
		if cards := d.fewer(l, usable); cards > 0 {
			f.warn(NoticeFewerCards, "cards", num(float64(cards)))
		}
	}
	d.warnLayout(&f, usable)
	if d.job.request.Task == Inference {
		d.serve(&f, usable)
	} else {
		d.train(&f)
	}
	return f
}

// explainMisfit says how much is missing and how many cards would do.
func (d *demand) explainMisfit(f *Fit, usable float64) {
	f.warn(NoticeDoesNotFit, "cards", num(float64(f.Cards)),
		"need_gb", short(f.PerCardGB.Value), "usable_gb", short(usable/GB))
	if d.job.request.GPUs > 0 {
		for _, mode := range d.job.modes() {
			if l, ok := d.fewest(mode, usable); ok {
				if fewer := d.fewer(l, usable); fewer > 0 {
					l.cards = fewer
				}
				f.warn(NoticeNeedsCards, "cards", num(float64(l.cards)))
				return
			}
		}
	}
	f.warn(NoticeOverCardLimit, "limit", num(d.job.assume.MaxCards))
}

// warnLayout adds the remarks on how the cards work together.
func (d *demand) warnLayout(f *Fit, usable float64) {
	a := &d.job.assume
	if asked := d.job.request.GPUs; asked > 0 && asked != f.Cards {
		f.warn(NoticeNodeUnits, "asked", num(float64(asked)), "packed", num(float64(f.Cards)))
	}
	if f.Cards > 1 {
		d.warnLink(f)
	}
	if nodes := (f.Cards + int(a.NodeCards) - 1) / int(a.NodeCards); nodes > 1 {
		f.warn(NoticeMultiNode, "nodes", num(float64(nodes)), "node_cards", num(a.NodeCards))
	}
	if d.job.request.Task == Inference {
		d.warnSplit(f)
	}
	if f.Recompute == RecomputeFull && d.job.request.Recompute == RecomputeAuto {
		f.warn(NoticeFullRecompute)
	}
	if f.HeadroomGB.Value*GB < a.TightShare*usable {
		f.warn(NoticeTight, "headroom_pct", short(100*f.HeadroomGB.Value*GB/usable))
	}
	if f.Device.Vendor != "" && !f.Device.nvidia() {
		f.warn(NoticeFittedOnNVIDIA, "vendor", f.Device.Vendor)
	}
}

func (d *demand) warnLink(f *Fit) {
	link, limit := f.Device.InterconnectGBps, d.job.assume.SlowLinkGBps
	f.warnLow(NoticeVariantLink, link)
	switch {
	case !link.Known:
		f.warnUnknown(link, NoticeInterconnectUnknown, NoticeVariantLinkOpen)
	case link.Value < limit:
		f.warn(NoticeInterconnectSlow, "gb_s", num(link.Value), "limit", num(limit))
	}
}

// warnSplit adds the remarks on splitting layers and cache in inference.
func (d *demand) warnSplit(f *Fit) {
	m, tensor := &d.job.model, num(float64(f.Tensor))
	if f.Stages > 1 {
		f.warn(NoticePipeline, "stages", num(float64(f.Stages)), "tensor", tensor)
	}
	if f.Replicas > 1 {
		f.warn(NoticeReplicas, "replicas", num(float64(f.Replicas)))
	}
	if idle := f.Cards - f.Tensor*f.Stages*f.Replicas; idle > 0 {
		f.warn(NoticeIdleCards, "idle", num(float64(idle)))
	}
	switch {
	case f.Tensor <= 1 || m.Kind == Encoder:
	case m.MLA != nil:
		f.warn(NoticeLatentReplicated, "tensor", tensor)
	case f.Tensor > m.KVHeads:
		f.warn(NoticeKVReplicated, "tensor", tensor, "kv_heads", num(float64(m.KVHeads)))
	}
}

package sizing

// tensorDegrees are the powers of two that divide both the cards of one machine
// and the attention heads, ascending; 1 is always among them.
func (j *job) tensorDegrees(cards int) []int {
	node := int(j.assume.NodeCards)
	degrees := make([]int, 0, 7)
	for t := 1; t <= min(cards, node); t *= 2 {
		if cards%t == 0 && j.model.Heads%t == 0 {
			degrees = append(degrees, t)
		}
	}
	return degrees
}

// arrange returns the layout of cards cards that fits usable bytes per card, or
// the one that comes closest. Inference spreads every layer as far as heads allow,
// which is fastest, and cuts the model into as few stages as fit; training spreads
// only as far as memory forces it to.
func (d *demand) arrange(cards int, mode Recompute, usable float64) (layout, bool) {
	degrees := d.job.tensorDegrees(cards)
	if d.job.request.Task == Inference {
		return d.stage(cards, degrees[len(degrees)-1], usable)
	}
	var l layout
	for _, t := range degrees {
		l = layout{cards: cards, tensor: t, stages: 1, replicas: cards / t, recompute: mode}
		if d.perCard(l) <= usable {
			return l, true
		}
	}
	return l, false
}

// stage cuts the model into the fewest stages that fit; the other groups of cards
// are copies that share the batch.
func (d *demand) stage(cards, tensor int, usable float64) (layout, bool) {
	groups := cards / tensor
	most := min(groups, d.job.model.Layers)
	for stages := 1; stages <= most; stages++ {
		l := layout{cards: cards, tensor: tensor, stages: stages, replicas: groups / stages}
		if d.perCard(l) <= usable {
			return l, true
		}
	}
	return layout{cards: cards, tensor: tensor, stages: most, replicas: groups / most}, false
}

// fits reports whether cards cards are enough. Inference is tried with as many
// stages as possible, which holds the least per card.
func (d *demand) fits(cards int, mode Recompute, usable float64) bool {
	if d.job.request.Task != Inference {
		_, ok := d.arrange(cards, mode, usable)
		return ok
	}
	degrees := d.job.tensorDegrees(cards)
	tensor := degrees[len(degrees)-1]
	stages := min(cards/tensor, d.job.model.Layers)
	return d.perCard(layout{cards: cards, tensor: tensor, stages: stages, replicas: 1}) <= usable
}

// fewest finds the smallest number of cards that fits by the rule of the page: a power
// of two within one machine, which divides the heads of most models, then whole
// machines. Cards of one machine that the layout leaves idle are not needed.
func (d *demand) fewest(mode Recompute, usable float64) (layout, bool) {
	node, limit := int(d.job.assume.NodeCards), int(d.job.assume.MaxCards)
	for cards := 1; cards < node && cards <= limit; cards *= 2 {
		if d.fits(cards, mode, usable) {
			return d.busy(d.arrange(cards, mode, usable))
		}
	}
	low, high := 1, d.mostNodes()
	if high < 1 || !d.fits(high*node, mode, usable) {
		return layout{}, false
	}
	for low < high {
		middle := (low + high) / 2
		if d.fits(middle*node, mode, usable) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return d.busy(d.arrange(high*node, mode, usable))
}

// busy leaves out the idle cards of a layout on one machine; further machines are
// rented whole.
func (d *demand) busy(l layout, ok bool) (layout, bool) {
	if used := l.tensor * l.stages * l.replicas; ok && used < l.cards && l.cards <= int(d.job.assume.NodeCards) {
		l.cards = used
	}
	return l, ok
}

// fewer finds a smaller number of cards than the layout's that fits at a price: as a
// pipeline of an odd number of stages, or with everything recomputed. 0 is none.
func (d *demand) fewer(than layout, usable float64) int {
	for cards := 1; cards < min(than.cards, int(d.job.assume.NodeCards)+1); cards++ {
		for _, mode := range d.job.modes() {
			if d.fits(cards, mode, usable) {
				return cards
			}
		}
	}
	for _, mode := range d.job.modes()[1:] {
		if l, ok := d.fewest(mode, usable); ok && l.cards < than.cards {
			return l.cards
		}
	}
	return 0
}

// mostNodes is the largest number of machines worth trying: the card limit, and in
// inference one pipeline stage per layer.
func (d *demand) mostNodes() int {
	node := int(d.job.assume.NodeCards)
	most := int(d.job.assume.MaxCards) / node
	if d.job.request.Task != Inference {
		return most
	}
	degrees := d.job.tensorDegrees(node)
	return min(most, d.job.model.Layers*degrees[len(degrees)-1]/node)
}

// modes are the recompute modes to try, in order.
func (j *job) modes() []Recompute {
	switch {
	case j.request.Task == Inference:
		return []Recompute{RecomputeAuto}
	case j.request.Recompute == RecomputeAuto:
		return []Recompute{RecomputeSelective, RecomputeFull}
	}
	return []Recompute{j.request.Recompute}
}

// shownMode is the recompute mode of the memory table.
func (j *job) shownMode() Recompute { return j.modes()[0] }

// packed is the number of cards bought when asked are wanted: beyond one machine
// only whole machines.
func (j *job) packed(asked int) int {
	node := int(j.assume.NodeCards)
	if asked <= node {
		return asked
	}
	return (asked + node - 1) / node * node
}

// place finds the layout of a job on cards with usable bytes each; ok is false
// when it does not fit, and the layout then is the attempt to report.
func (d *demand) place(usable float64) (l layout, ok bool) {
	for _, mode := range d.job.modes() {
		if asked := d.job.request.GPUs; asked > 0 {
			l, ok = d.arrange(d.job.packed(asked), mode, usable)
		} else {
			l, ok = d.fewest(mode, usable)
		}
		if ok {
			return l, true
		}
	}
	if l.cards == 0 {
		l, _ = d.arrange(1, d.job.modes()[len(d.job.modes())-1], usable)
	}
	return l, false
}

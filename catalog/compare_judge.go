package catalog

// judge tells whether all agree and, in a row with a better direction, marks the best
// cells, unless more than half of the known ones tie, and the differences to the base
// column.
func (r *CompareRow) judge(base int) {
	r.Same = len(r.Cells) > 1 && !r.Cells[0].WholeCard
	for _, cell := range r.Cells[min(1, len(r.Cells)):] {
		r.Same = r.Same && !cell.WholeCard && cell.agrees(r.Cells[0])
	}
	if !r.directed() {
		return // figures without a better direction are not held against each other
	}
	r.markBest()
	if base < 0 || base >= len(r.Cells) || !r.Cells[base].measurable() || r.Cells[base].Value.Value.IsZero() {
		return
	}
	from := r.Cells[base].Value.Value
	for i := range r.Cells {
		if c := &r.Cells[i]; i != base && c.measurable() {
			if delta, err := percentOver(c.Value.Value, from); err == nil {
				c.DeltaPercent = Known(delta)
			}
		}
	}
}

// measurable reports whether the cell holds a figure of which a percentage makes
// sense: an absence is no amount, and a whole card's figure is not the slice's.
func (a Cell) measurable() bool { return a.Value.Known && a.State != StateNo && !a.WholeCard }

func (a Cell) agrees(b Cell) bool {
	if a.State != b.State {
		return false
	}
	if a.Value.Known && b.Value.Known {
		return a.Value.Value.Cmp(b.Value.Value) == 0 && a.Text == b.Text
	}
	return a.Text == b.Text && a.Reason == b.Reason
}

func (r *CompareRow) directed() bool { return r.Better == BetterHigher || r.Better == BetterLower }

// order is positive where a is better than b in the row, and 0 where they tie.
func (r *CompareRow) order(a, b Decimal) int {
	if r.Better == BetterLower {
		return b.Cmp(a)
	}
	return a.Cmp(b)
}

// ends returns the best and the worst that the cell's figure may be.
func (r *CompareRow) ends(c *Cell) (best, worst Decimal) {
	x, ranged := c.Range.Get()
	switch {
	case !ranged:
		return c.Value.Value, c.Value.Value
	case r.Better == BetterLower:
		return x.Low, x.High
	}
	return x.High, x.Low
}

// markBest marks the figures that none beats even where it is a range at its better
// end.
func (r *CompareRow) markBest() {
	var best Decimal
	known, ties := 0, 0
	for i := range r.Cells {
		cell := &r.Cells[i]
		if !cell.Value.Known || cell.Unranked {
			continue
		}
		known++
		_, worst := r.ends(cell)
		switch order := r.order(worst, best); {
		case known == 1 || order > 0:
			best, ties = worst, 1
		case order == 0:
			ties++
		}
	}
	if known < 2 || 2*ties > known || r.rangeMayWin(best) {
		return
	}
	for i := range r.Cells {
		cell := &r.Cells[i]
		_, worst := r.ends(cell)
		cell.Best = cell.Value.Known && !cell.Unranked && worst.Cmp(best) == 0
	}
}

// rangeMayWin reports whether a range may beat or tie the best figure, so that none
// is sure to be best. The best figure's own range does not count against it.
func (r *CompareRow) rangeMayWin(best Decimal) bool {
	for i := range r.Cells {
		cell := &r.Cells[i]
		x, ranged := cell.Range.Get()
		if !ranged || cell.Unranked {
			continue
		}
		better, worst := r.ends(cell)
		own := cell.Value.Known && worst.Cmp(best) == 0
		if !own && (x.Open || r.order(better, best) >= 0) {
			return true
		}
	}
	return false
}

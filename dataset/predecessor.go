package dataset

// Predecessors finds the price that another one takes the place of.
type Predecessors struct {
	byPrice map[string][]Record
	byKey   map[string]Record
}

// NewPredecessors looks among the price lines that are on record.
func NewPredecessors(records []Record) *Predecessors {
	p := &Predecessors{byPrice: make(map[string][]Record, len(records)), byKey: make(map[string]Record, len(records))}
	for _, r := range records {
		id := r.Get("offer_id")
		p.byPrice[id] = append(p.byPrice[id], r)
		p.byKey[r.Key] = r
	}
	return p
}

// Of returns the version of a line that is on record, or else the line of the same
// price id that began last before it.
func (p *Predecessors) Of(line Record) (Record, bool) {
	if old, ok := p.byKey[line.Key]; ok {
		return old, true
	}
	var latest Record
	found := false
	for _, r := range p.byPrice[line.Get("offer_id")] {
		from := r.Get("valid_from")
		if from < line.Get("valid_from") && (!found || from > latest.Get("valid_from")) {
			latest, found = r, true
		}
	}
	return latest, found
}

package pricing

import "gpuscale/catalog"

// PartKind says what a part of a total was paid for.
type PartKind string

// The kinds of parts, in the order of a stacked bill: what computed, what was paid
// for and did not, and the rest.
const (
	PartUseful       PartKind = "useful"       // card time that computed for the job
	PartIdle         PartKind = "idle"         // card time paid for and not used
	PartInterruption PartKind = "interruption" // repeated and lost after interruptions
	PartStorage      PartKind = "storage"
	PartTraffic      PartKind = "traffic"
	PartAddress      PartKind = "public-ip"
	PartTax          PartKind = "vat"
)

// PartKinds lists the kinds in the order of a stacked bill.
var PartKinds = []PartKind{PartUseful, PartIdle, PartInterruption, PartStorage, PartTraffic, PartAddress, PartTax}

// Part is what a part of a total costs, rounded to cents by itself.
type Part struct {
	Kind   PartKind
	Amount catalog.Decimal
}

// Parts splits the low end of the total by what it pays for; parts of nothing are
// left out. A coupon lowers what card time costs before it is split.
func (r *Row) Parts() []Part {
	sums := map[PartKind]Amount{}
	r.addParts(sums)
	var parts []Part
	for _, kind := range PartKinds {
		rounded, err := sums[kind].Round(2)
		if err == nil && !rounded.IsZero() {
			parts = append(parts, Part{Kind: kind, Amount: rounded})
		}
	}
	return parts
}

func (r *Row) addParts(sums map[PartKind]Amount) {
	_, price := r.Offer()
	var compute Amount
	add := func(kind PartKind, amount Amount) { sums[kind] = sums[kind].Plus(amount) }
	for _, e := range r.entries(&price) {
		switch {
		case e.of != nil:
			e.of.addParts(sums)
		case e.line.Item == ItemCompute, e.line.Item == ItemDiscount:
			compute = compute.Plus(e.amount)
		default:
			add(partOf[e.line.Item], e.amount)
		}
	}
	useful := compute.Times(r.usefulShare())
	add(PartUseful, useful)
	add(PartIdle, compute.Minus(useful))
}

// partOf names the part of every line but card time itself.
var partOf = map[Item]PartKind{
	ItemMinimum: PartIdle, ItemStopped: PartIdle, ItemInterruption: PartInterruption, ItemStorage: PartStorage,
	ItemEgress: PartTraffic, ItemUpload: PartTraffic, ItemPublicIP: PartAddress, ItemVAT: PartTax,
}

// usefulShare returns the part (0–1) of the card time paid for in which a needed card
// computes.
func (r *Row) usefulShare() Amount {
	p := r.group.plan
	if p.compute == 0 {
		return Amount{}
	}
	useful := Whole(r.group.run.planner.clock.run()).Times(Whole(int64(p.job.Cards)))
	if !p.delivered { // delivered work is all that is paid for
		useful = ProRata(useful, Exactly(p.job.Utilisation), Whole(100))
	}
	return minAmount(useful.Over(Whole(p.compute).Times(Whole(p.cards))), Whole(1))
}

package catalog

import (
	"math"
	"math/bits"
)

// bound turns the price filter into CNY nano-prices.
func (p *plan) bound() {
	p.low, p.high = unknownNano+1, math.MaxInt64 // what is unknown lies below
	p.perMachine = p.q.Unit == InstanceHour
	p.priced = p.q.PriceMin.Known || p.q.PriceMax.Known
	rate, ok := p.book.market.Basis(CNY, p.q.Month).Rate(p.q.Currency)
	if p.priced && !ok {
		p.low, p.high = math.MaxInt64, math.MinInt64 // nothing is known to lie within
		return
	}
	// What is compared is the figure as it is printed, rounded half-up: it is at least
	// min from half a unit of its last decimal below, and at most max up to half above.
	scale := p.q.Unit.scale()
	if p.q.PriceMin.Known {
		p.low = max(p.low, p.boundNano(moved(p.q.PriceMin.Value.Ceil(scale), halfUnit(scale).Neg()), rate))
	}
	if p.q.PriceMax.Known {
		p.high = p.boundNano(moved(p.q.PriceMax.Value.Floor(scale), halfUnit(scale)), rate)
		if p.high != math.MaxInt64 {
			p.high--
		}
	}
}

// moved returns bound + by; a bound without room for that many decimals is beyond every
// price, and stays.
func moved(bound, by Decimal) Decimal {
	if sum, err := bound.Add(by); err == nil {
		return sum
	}
	return bound
}

// boundNano converts a bound; one beyond every price that can be stored is the end of
// the scale.
func (p *plan) boundNano(bound Decimal, rate *Rate) int64 {
	shown, err := p.book.market.Basis(CNY, p.q.Month).ratio(bound, rate, part{1, 1})
	if err == nil {
		var nano int64
		if nano, err = Nano(RoundHalfUp(shown, nanoScale)); err == nil {
			return nano
		}
	}
	if bound.IsNeg() {
		return math.MinInt64 + 1
	}
	return math.MaxInt64
}

// judgePrice returns the conditions that the price row fails.
func (p *plan) judgePrice(row uint32, o *offerRow) dim {
	return p.class[p.book.classOf[row]] | p.judgeAmount(row, o)
}

func codeBits(codes []WhyNot) uint16 {
	var bits uint16
	for _, c := range codes {
		bits |= codeBit(c)
	}
	return bits
}

// judgeAmount returns dimPrice when the price row lies outside the price filter.
func (p *plan) judgeAmount(row uint32, o *offerRow) dim {
	if !p.priced {
		return 0
	}
	shown := p.shown[row]
	if p.perMachine {
		return p.judgeMachine(shown, o)
	}
	var f dim
	if shown < p.low {
		f = dimPrice
	}
	if shown > p.high {
		f = dimPrice
	}
	return f
}

// shareOnly marks a price that has no per-card figure for no other reason than its
// unknown share: the condition on shares speaks for it, and naming them lets it in.
const shareOnly = 1 << 15

var codeNotPerCard = codeBit(NotPerCard)

// blockedBy returns which of the codes keep the price out.
func (c *priceClass) blockedBy(codes uint16) uint16 {
	if c.not&shareOnly != 0 && codes&codeShare == 0 {
		codes &^= codeNotPerCard
	}
	return c.not & codes
}

var codeShare = codeBit(NotShare)

// judgeMachine is judgeAmount for a filter on the price of the whole machine.
func (p *plan) judgeMachine(hour int64, o *offerRow) dim {
	count := p.book.counts.values[p.book.card(o).count]
	if hour == unknownNano || !count.Known || count.Value <= 0 {
		return dimPrice
	}
	// The card-hour is rounded: the machine's price lies within half a nano a card.
	hi, total := bits.Mul64(uint64(hour), uint64(count.Value))
	if hi != 0 || total > math.MaxInt64-uint64(count.Value) {
		if p.high == math.MaxInt64 {
			return 0
		}
		return dimPrice
	}
	if int64(total)+int64(count.Value) < p.low || int64(total)-int64(count.Value) > p.high {
		return dimPrice
	}
	return 0
}

// judgeOffer returns the conditions that the offer row fails.
func (p *plan) judgeOffer(row uint32) dim {
	o := &p.book.offers[row]
	f := p.provider[o.provider] | p.card[o.card] | p.regions[o.regions]
	if p.words != 0 {
		f |= p.judgeText(row, o)
	}
	return f
}

func (p *plan) judgeText(row uint32, o *offerRow) dim {
	h, rest := &p.hits, &p.book.rest[row]
	hit := h.providers[o.provider] | p.textCard[o.card] | h.names[rest.name] | h.instances[rest.instance] | h.regions[o.regions]
	if hit != p.words {
		return dimText
	}
	return 0
}
